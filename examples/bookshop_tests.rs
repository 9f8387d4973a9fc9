//! The tests of the bookshop, as its author writes them.

use mcp::Server;
use mcp::testing::{TestBuilder, legacy, modern};
use serde_json::json;

use super::{Stock, check_stock, reserve_book};

/// The shop for a client of each era: what it does must not depend on it.
fn shops() -> [TestBuilder; 2] {
    [modern(Server::new("Bookshop")), legacy(Server::new("Bookshop"))]
}

#[tokio::test]
async fn a_book_in_stock_is_ordered_without_a_question() {
    for shop in shops() {
        let shop = shop.open().await.unwrap();
        let result = shop.call_tool("order_book", json!({ "title": "Dune" })).await.unwrap();
        assert_eq!(result.as_text(), "Ordered 'Dune'.");
        assert!(shop.transcript().asked().is_empty());
    }
}

#[tokio::test]
async fn a_shopper_decides_about_a_backorder() {
    for (confirm, text) in
        [(true, "Backordered 'Neuromancer'; it ships in 2-3 weeks."), (false, "No order placed.")]
    {
        for shop in shops() {
            let shop = shop.answer("confirm_backorder", json!({ "confirm": confirm })).open().await.unwrap();
            let result = shop.call_tool("order_book", json!({ "title": "Neuromancer" })).await.unwrap();
            assert_eq!(result.as_text(), text);
            assert_eq!(shop.transcript().asked(), ["confirm_backorder"]);
        }
    }
}

#[tokio::test]
async fn a_book_is_reserved_while_there_is_one() {
    let server = |copies| Server::new("Bookshop").override_resolver::<check_stock>(move |_| Stock { copies });
    for (copies, text) in [(1, "Reserved 'Emma' (0 copies left)."), (0, "'Emma' is out of stock.")] {
        let shop = modern(server(copies)).open().await.unwrap();
        let result = shop.call_tool("reserve_book", json!({ "title": "Emma" })).await.unwrap();
        assert_eq!(result.as_text(), text);
    }
}

#[tokio::test]
async fn the_model_recommends_and_a_briefing_knows_its_reader() {
    for shop in shops() {
        let shop = shop
            .sample("pick", "Solaris")
            .answer("audience", json!({ "reader": "Shopper" }))
            .open()
            .await
            .unwrap();
        let pick = shop.call_tool("recommend_book", json!({ "genre": "space" })).await.unwrap();
        assert_eq!(pick.as_text(), "Today's space pick: Solaris");
        let briefing = shop.get_prompt("briefing", json!({ "title": "Dune" })).await.unwrap();
        assert_eq!(
            briefing.messages[0].content.as_text(),
            Some("Tell a shopper about 'Dune' without spoiling it.")
        );
        let card = shop.read_resource("book://Dune/card").await.unwrap();
        assert_eq!(card.contents[0].text.as_deref(), Some("Dune\n7 in stock"));
    }
}

#[tokio::test]
async fn a_tool_is_still_a_function() {
    let stock = Stock { copies: 2 };
    assert_eq!(reserve_book("Emma".into(), &stock).await, "Reserved 'Emma' (1 copies left).");
}
