//! What each client does with the bookshop, and what it must see.

use serde_json::{Value, json};

/// One exchange with the bookshop over a connection of its own.
pub(crate) struct Case {
    /// What the client's script does; its members are those the scripts read.
    pub(crate) steps: Value,
    /// What the script must report, apart from the protocol version.
    sees: Value,
}

impl Case {
    pub(crate) fn name(&self) -> &str {
        self.steps["name"].as_str().unwrap_or_default()
    }

    /// What a client that speaks `era` must report.
    pub(crate) fn expected(&self, era: &str) -> Value {
        let version = if era == "legacy" { "2025-11-25" } else { "2026-07-28" };
        let mut expected = self.sees.clone();
        expected["version"] = json!(version);
        expected
    }
}

/// Every case, in the order they run.
pub(crate) fn all() -> Vec<Case> {
    let mut cases = vec![listing()];
    cases.extend(answers());
    cases.extend(without_a_question());
    cases.push(recommendation());
    cases
}

/// The resolved parameters are in no schema, and the server gives its name.
fn listing() -> Case {
    Case {
        steps: json!({ "name": "tools/list", "list": "order_book" }),
        sees: json!({ "server": "Bookshop", "properties": ["title"] }),
    }
}

/// The book is out of stock, so the person is asked once.
fn answers() -> Vec<Case> {
    let yes = json!({ "action": "accept", "content": { "confirm": true } });
    let no = json!({ "action": "accept", "content": { "confirm": false } });
    let title = json!({ "title": "Neuromancer" });
    // A client that fills the resolved parameters itself must change nothing.
    let forged = json!({
        "title": "Neuromancer",
        "stock": { "copies": 5 },
        "backorder": { "confirm": true },
    });
    let backordered = said("Backordered 'Neuromancer'; it ships in 2-3 weeks.");
    let unresolved = |action: &str| {
        let reason = "Resolver for parameter 'backorder' could not resolve";
        json!({
            "text": format!(
                "Error executing tool order_book: {reason}: elicitation was {action}"
            ),
            "isError": true,
        })
    };
    [
        ("yes", &title, yes, backordered),
        ("no", &title, no.clone(), said("No order placed.")),
        ("decline", &title, json!({ "action": "decline" }), unresolved("decline")),
        ("cancel", &title, json!({ "action": "cancel" }), unresolved("cancel")),
        ("sends stock and backorder itself", &forged, no, said("No order placed.")),
    ]
    .into_iter()
    .map(|(name, arguments, answer, sees)| Case {
        steps: json!({
            "name": name, "tool": "order_book", "arguments": arguments, "answer": answer,
        }),
        sees: counting(sees, json!([question()]), 0),
    })
    .collect()
}

/// Nothing needs to be asked, or the client has no way to ask.
fn without_a_question() -> Vec<Case> {
    let refused = json!({ "error": {
        "code": -32021,
        "message": "Client did not declare the form elicitation capability \
                    required by resolver 'confirm_backorder'",
        "data": { "requiredCapabilities": { "elicitation": { "form": {} } } },
    } });
    let no_answer = Value::Null;
    let unneeded = json!({ "action": "decline" });
    [
        ("in stock", "order_book", "Dune", unneeded, said("Ordered 'Dune'.")),
        ("no capability", "order_book", "Neuromancer", no_answer.clone(), refused),
        ("no capability, in stock", "order_book", "Dune", no_answer.clone(), said("Ordered 'Dune'.")),
        ("reserve_book", "reserve_book", "Dune", no_answer.clone(), said("Reserved 'Dune' (6 copies left).")),
        (
            "reserve_book, out of stock",
            "reserve_book",
            "Neuromancer",
            no_answer,
            said("'Neuromancer' is out of stock."),
        ),
    ]
    .into_iter()
    .map(|(name, tool, title, answer, sees)| Case {
        steps: json!({
            "name": name, "tool": tool, "arguments": { "title": title }, "answer": answer,
        }),
        sees: counting(sees, json!([]), 0),
    })
    .collect()
}

/// The client's own model is sampled; here it is a script.
fn recommendation() -> Case {
    Case {
        steps: json!({
            "name": "recommend_book",
            "tool": "recommend_book",
            "arguments": { "genre": "fantasy" },
            "model": "The Hobbit",
        }),
        sees: counting(said("Today's fantasy pick: The Hobbit"), json!([]), 1),
    }
}

fn question() -> Value {
    json!({
        "message": "'Neuromancer' is out of stock (2-3 weeks). Order anyway?",
        "properties": {
            "confirm": { "type": "boolean", "description": "Order anyway and wait?" },
        },
    })
}

fn said(text: &str) -> Value {
    json!({ "text": text, "isError": false })
}

/// Adds which questions reached the person, and how often the model was sampled.
fn counting(mut sees: Value, asked: Value, sampled: usize) -> Value {
    sees["asked"] = asked;
    sees["sampled"] = json!(sampled);
    sees
}
