//! A tool that is a method.
//~ 1 error

struct Shop;

impl Shop {
    #[mcp::tool]
    fn order_book(&self, title: String) -> String {
        title
    }
}

fn main() {
    Shop.order_book(String::new());
}
