//! A body that holds what cannot leave its thread.
//~ 1 error

use std::rc::Rc;

async fn pause() {}

#[mcp::tool]
async fn order_book(title: String) -> String {
    let shared = Rc::new(title);
    pause().await;
    shared.to_string()
}

fn main() {}
