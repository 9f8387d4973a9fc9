//! Every special type under a name of the author's.

use std::result::Result as Outcome;

use mcp as framework;

type Request = framework::Context;
type Shared<T> = framework::State<T>;
type Question<T> = framework::Elicit<T>;
type Answer<T> = framework::ElicitationResult<T>;
type Structured<T> = framework::Json<T>;
type Fallible<T> = Outcome<T, String>;
type Asked = Fallible<Question<Yes>>;
type Model = framework::Sample;
type Reply = framework::CreateMessageResult;
type Roots = framework::ListRoots;
type Perhaps = Option<u32>;
type Text = str;

struct Shop;

#[derive(Clone, framework::Form)]
struct Yes {
    yes: bool,
}

#[framework::resolver]
fn confirm(ctx: &Request, shop: &Shared<Shop>, title: &Text) -> Asked {
    let (_, Shop) = (ctx, &**shop);
    Ok(Question::ask(title))
}

#[framework::resolver]
fn recommend() -> Model {
    Model::ask("What to read?")
}

#[framework::resolver]
fn roots() -> Fallible<Roots> {
    Ok(Roots::ask())
}

#[framework::tool]
fn order(
    title: String,
    count: Perhaps,
    ctx: Request,
    shop: Shared<Shop>,
    #[resolve(confirm)] sure: Answer<Yes>,
    #[resolve(recommend)] reply: Reply,
    #[resolve(roots)] roots: &framework::ListRootsResult,
) -> Fallible<Structured<bool>> {
    let _ = (title, count, ctx, shop, reply, roots);
    Ok(framework::Json(sure.accepted().is_some_and(|answer| answer.yes)))
}

fn main() {}
