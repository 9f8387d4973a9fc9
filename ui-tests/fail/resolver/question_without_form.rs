//! A question whose answer is no form.
//~ 1 error

#[derive(Clone)]
struct Backorder {
    confirm: bool,
}

#[mcp::resolver]
fn confirm_backorder() -> Result<mcp::Elicit<Backorder>, String> {
    let text = format!("Order anyway? ({})", Backorder { confirm: true }.confirm);
    Ok(mcp::Elicit::ask(text))
}

fn main() {}
