//! What is ordered: the call, the questions it must lead to, and the text it must end with.

use serde_json::{Value, json};

/// Two orders in this many are thought over.
const THOUGHTFUL: usize = 20;

/// One order. Half of them take two legs at the bookshop, half three legs at the fixture, where a
/// second question depends on the answer to the first.
pub(super) struct Order {
    /// Unlike that of any other order; the balancer finds it in the arguments and logs it.
    pub(super) title: String,
    pub(super) tool: &'static str,
    /// Each question that must be asked, and the answer to it.
    pub(super) dialogue: Vec<(String, Value)>,
    pub(super) text: String,
    /// How many questions have come when the customer thinks until the next incident is over, so
    /// that the answer meets instances that were started after the state was sealed.
    pub(super) thinks_after: Option<usize>,
}

impl Order {
    /// The order of that number. All answers to all questions take their turns.
    pub(super) fn new(number: usize) -> Self {
        let title = format!("Order {number}");
        let thinks = |questions| (number % THOUGHTFUL < 2).then_some(1 + number / THOUGHTFUL % questions);
        let (first, second) = (number & 2 == 0, number & 4 == 0);
        let answer = |confirm: bool| json!({ "confirm": confirm });
        if number.is_multiple_of(2) {
            Self {
                tool: "order_book",
                dialogue: vec![(
                    format!("'{title}' is out of stock (2-3 weeks). Order anyway?"),
                    answer(first),
                )],
                text: match first {
                    true => format!("Backordered '{title}'; it ships in 2-3 weeks."),
                    false => "No order placed.".to_owned(),
                },
                title,
                thinks_after: thinks(1),
            }
        } else {
            Self {
                tool: "one_after_the_other",
                dialogue: vec![
                    ("The first?".to_owned(), answer(first)),
                    (format!("You said {first}. Sure?"), answer(second)),
                ],
                text: format!("{first} {second}"),
                title,
                thinks_after: thinks(2),
            }
        }
    }

    pub(super) fn arguments(&self) -> Value {
        json!({ "title": self.title })
    }

    /// How many answered legs make up the order.
    pub(super) fn legs(&self) -> usize {
        self.dialogue.len() + 1
    }

    pub(super) fn answer(&self, question: &str) -> Option<&Value> {
        self.dialogue.iter().find(|(message, _)| message == question).map(|(_, answer)| answer)
    }
}
