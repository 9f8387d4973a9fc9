//! A crate that forbids unsafe code and denies every lint that could meet an expansion.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    future_incompatible,
    nonstandard_style,
    rust_2018_idioms,
    unused,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unreachable_pub,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences,
    clippy::all,
    clippy::pedantic
)]

use mcp::{Context, Elicit, Form, Json, ListRoots, ListRootsResult, State};

/// Books on a shelf.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct Stock {
    /// Which.
    pub title: String,
    /// How many.
    pub copies: u32,
}

/// What the shopper is asked.
#[derive(Clone, Debug, Form)]
pub struct Backorder {
    /// Order anyway and wait?
    pub confirm: bool,
    /// How large.
    #[field(title = "The size", name = "size_of_book", default = Size::Large)]
    pub size: Size,
    /// More sizes.
    pub others: Vec<Size>,
    /// Anything else.
    #[field(length(..80))]
    pub note: Option<String>,
    /// How many.
    #[field(range(1..=10), default = 1)]
    pub count: u32,
}

/// A size.
#[derive(Clone, Copy, Debug, Form)]
pub enum Size {
    /// Fits a pocket.
    #[choice(name = "s", title = "Small")]
    Small,
    /// Fits none.
    Large,
}

/// Looks up a title.
#[mcp::resolver]
pub async fn check_stock(title: &str, _ctx: &Context) -> Stock {
    let copies = std::future::ready(u32::from(title == "Dune")).await;
    Stock { title: title.to_owned(), copies }
}

/// Asks.
#[mcp::resolver(key = "confirm")]
fn confirm_backorder(
    title: &str,
    #[resolve(check_stock)] stock: &Stock,
) -> Result<Elicit<Backorder>, String> {
    if stock.copies > 0 {
        return Err("in stock".to_owned());
    }
    Ok(Elicit::ask(format!("Order {title}?")))
}

#[mcp::resolver(remember, blocking)]
fn count_pages(title: String, shop: &State<Stock>) -> usize {
    title.into_bytes().len() * usize::try_from(shop.copies).unwrap_or(1)
}

#[mcp::resolver]
fn roots() -> ListRoots {
    ListRoots::ask()
}

/// Orders a book.
#[mcp::tool(
    title = "Order a book",
    annotations(read_only = false, idempotent),
    icons = ["https://example.com/book.png"],
    meta = "{\"shelf\": 7}"
)]
async fn order_book(
    /// Exact title of the book.
    #[arg(length(1..=80), pattern = "^[A-Z]")]
    title: String,
    #[arg(default = 1, name = "count", range(1..=10))] copies: u32,
    #[arg(default = -0.5)] discount: f64,
    #[resolve(check_stock)] stock: &Stock,
    #[resolve(confirm_backorder)] backorder: Backorder,
    #[resolve(count_pages)] pages: usize,
    ctx: Context,
) -> Result<Json<Stock>, String> {
    let words = std::future::ready(format!("{copies} {discount} {backorder:?} {pages} {ctx:?}")).await;
    let copies = stock.copies + u32::try_from(words.len()).unwrap_or(0);
    Ok(Json(Stock { title, copies }))
}

/// Briefs an audience.
#[mcp::prompt(title = "Briefing")]
fn briefing(#[arg(default = "all")] audience: &str, #[resolve(roots)] roots: &ListRootsResult) -> String {
    format!("{audience} {}", roots.roots.len())
}

/// A book's card.
#[mcp::resource("book://{title}/card", mime_type = "text/plain")]
fn card(title: &str, #[resolve(check_stock)] stock: &Stock) -> Option<String> {
    (stock.copies > 0).then(|| title.to_owned())
}

/// All books.
#[mcp::resource("book://all", blocking)]
fn books() -> &'static str {
    "Dune"
}

fn main() {}
