//! A bookshop that asks before it backorders: tools, questions, a prompt and a resource template.
//!
//! `cargo run --example bookshop` serves HTTP in a terminal, and stdio where stdin is a pipe.

use mcp::{CreateMessageResult, Elicit, Form, RequestStateSecurity, Sample, Server};

#[derive(Clone)]
struct Stock {
    copies: u32,
}

/// What the shopper is asked when a book is out of stock.
#[derive(Clone, Form)]
struct Backorder {
    /// Order anyway and wait?
    confirm: bool,
}

/// What the stock system says; the model cannot make it up.
#[mcp::resolver]
async fn check_stock(title: &str) -> Stock {
    let copies = match title {
        "Dune" => 7,
        _ => 0,
    };
    Stock { copies }
}

#[mcp::resolver]
async fn confirm_backorder(title: &str, #[resolve(check_stock)] stock: &Stock) -> Elicit<Backorder> {
    if stock.copies > 0 {
        return Elicit::known(Backorder { confirm: true });
    }
    Elicit::ask(format!("'{title}' is out of stock (2-3 weeks). Order anyway?"))
}

/// Reserve a copy of a book.
#[mcp::tool]
async fn reserve_book(title: String, #[resolve(check_stock)] stock: &Stock) -> String {
    match stock.copies {
        0 => format!("'{title}' is out of stock."),
        copies => format!("Reserved '{title}' ({} copies left).", copies - 1),
    }
}

/// Order a book from the shop.
#[mcp::tool]
async fn order_book(
    /// Exact title of the book
    title: String,
    #[resolve(check_stock)] stock: &Stock,
    #[resolve(confirm_backorder)] backorder: Backorder,
) -> String {
    if stock.copies > 0 {
        format!("Ordered '{title}'.")
    } else if backorder.confirm {
        format!("Backordered '{title}'; it ships in 2-3 weeks.")
    } else {
        "No order placed.".to_owned()
    }
}

#[mcp::resolver]
async fn pick(genre: &str) -> Sample {
    Sample::ask(format!("Name one {genre} book. Answer with its title alone.")).max_tokens(50)
}

/// Recommend a book of a genre.
#[mcp::tool(annotations(read_only))]
async fn recommend_book(genre: String, #[resolve(pick)] pick: &CreateMessageResult) -> String {
    format!("Today's {genre} pick: {}", pick.as_text())
}

/// Whom a briefing is written for.
#[derive(Clone, Form)]
struct Audience {
    /// Who will read it?
    reader: Reader,
}

#[derive(Clone, Form)]
enum Reader {
    Bookseller,
    Shopper,
}

#[mcp::resolver]
async fn audience() -> Elicit<Audience> {
    Elicit::ask("Whom is the briefing for?")
}

/// A briefing about a book, for whoever will read it.
#[mcp::prompt]
async fn briefing(
    /// Title of the book
    title: String,
    #[resolve(audience)] audience: Audience,
) -> String {
    match audience.reader {
        Reader::Bookseller => format!("Brief a bookseller on '{title}': who buys it, and why."),
        Reader::Shopper => format!("Tell a shopper about '{title}' without spoiling it."),
    }
}

/// The card of a book: its title and how many copies are there.
#[mcp::resource("book://{title}/card", mime_type = "text/plain")]
async fn book_card(title: String, #[resolve(check_stock)] stock: &Stock) -> String {
    format!("{title}\n{} in stock", stock.copies)
}

#[tokio::main]
async fn main() -> mcp::Result<()> {
    let keys = RequestStateSecurity::keys_from_env("MCP_STATE_KEYS");
    Server::new("Bookshop").request_state_security(keys).run().await
}

#[cfg(test)]
#[path = "bookshop_tests.rs"]
mod tests;
