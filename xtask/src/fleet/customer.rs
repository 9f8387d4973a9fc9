//! A client that carries orders through all their legs, one at a time.

use std::time::Duration;

use mcp::{Client, Continuation, ElicitResult, Error, InputRequest, InputRequiredResult, Once};
use tokio::time::{Instant, sleep, timeout_at};

use crate::fleet::order::Order;
use crate::fleet::pace::Pace;

/// How long one leg may take, however often it is sent.
const LEG_LIMIT: Duration = Duration::from_secs(20);

/// How long to wait before a leg is sent again.
const PATIENCE: Duration = Duration::from_millis(5);

/// More questions than any order has.
const MOST_QUESTIONS: usize = 10;

/// A client of the fleet.
pub(super) struct Customer {
    client: Client,
}

/// What became of an order that was begun.
#[derive(Default)]
pub(super) struct Story {
    /// The legs that were answered.
    pub(super) legs: usize,
    /// How often a leg had to be sent again.
    pub(super) sent_again: usize,
    /// How often that was because the leg died under way.
    pub(super) died: usize,
    /// The questions that were asked, in their order.
    pub(super) asked: Vec<String>,
}

/// How an order ended without a result.
pub(super) enum Trouble {
    /// The state was refused: the order has to be begun anew.
    Refused,
    Lost(String),
}

impl Customer {
    pub(super) async fn connect(url: &str) -> mcp::Result<Self> {
        // Each leg is sent by hand, so nothing is asked through the handler; that it is there tells
        // the server that the user can be asked.
        let client = Client::connect(url)
            .on_elicitation(|_| async { Err(Error::new("the questions are answered leg by leg")) })
            .timeout(LEG_LIMIT)
            .await?;
        Ok(Self { client })
    }

    /// Places an order from its first leg on, and says what it ended with.
    pub(super) async fn place(
        &self,
        number: usize,
        order: &Order,
        pace: Option<&Pace>,
    ) -> (Story, Result<String, Trouble>) {
        let mut story = Story::default();
        let mut continuation = None;
        loop {
            let question = match self.leg(order, continuation.as_ref(), &mut story).await {
                Ok(Once::Complete(result)) => return (story, Ok(result.as_text())),
                Ok(Once::InputRequired(question)) => question,
                Err(trouble) => return (story, Err(trouble)),
            };
            continuation = match answer(order, &question, &mut story) {
                Ok(continuation) => Some(continuation),
                Err(reason) => return (story, Err(Trouble::Lost(reason))),
            };
            if let Some(pace) = pace
                && order.thinks_after == Some(story.asked.len())
            {
                pace.think(number).await;
            }
        }
    }

    /// Sends one leg, and sends the same again if it died with its instance.
    async fn leg(
        &self,
        order: &Order,
        continuation: Option<&Continuation>,
        story: &mut Story,
    ) -> Result<Once<mcp::CallToolResult>, Trouble> {
        let deadline = Instant::now() + LEG_LIMIT;
        loop {
            let call = self.client.call_tool_once(order.tool, order.arguments(), continuation);
            let Ok(outcome) = timeout_at(deadline, call).await else {
                return Err(Trouble::Lost(format!("no answer within {LEG_LIMIT:?}")));
            };
            match outcome {
                Ok(answered) => {
                    story.legs += 1;
                    return Ok(answered);
                }
                Err(error) if is_refusal(&error) => return Err(Trouble::Refused),
                Err(error) => match failure(&error) {
                    Some(failure) if Instant::now() < deadline => {
                        story.sent_again += 1;
                        story.died += usize::from(failure == Failure::Died);
                        sleep(PATIENCE).await;
                    }
                    _ => return Err(Trouble::Lost(error.to_string())),
                },
            }
        }
    }
}

/// Answers every question as the order has it.
fn answer(order: &Order, question: &InputRequiredResult, story: &mut Story) -> Result<Continuation, String> {
    let mut continuation = Continuation::of(question);
    for (key, request) in &question.input_requests {
        let InputRequest::Elicit(params) = request else {
            return Err(format!("asked with {}", request.method()));
        };
        story.asked.push(params.message().to_owned());
        let content =
            order.answer(params.message()).ok_or_else(|| format!("asked {:?}", params.message()))?;
        continuation = ElicitResult::accept(content)
            .map_err(Error::from)
            .and_then(|answer| continuation.answer(key, answer))
            .map_err(|error| error.to_string())?;
    }
    if story.asked.len() > MOST_QUESTIONS {
        return Err("asked again and again".to_owned());
    }
    Ok(continuation)
}

/// Whether this is the one error that all state gets which is not accepted.
fn is_refusal(error: &Error) -> bool {
    error.code() == Some(-32602) && error.to_string() == "Invalid or expired requestState (-32602)"
}

/// Why a leg has to be sent again.
#[derive(PartialEq)]
enum Failure {
    /// No instance took it.
    NotTaken,
    /// It died with its instance.
    Died,
}

/// Anything else that goes wrong is not sent again, so that the run shows it.
fn failure(error: &Error) -> Option<Failure> {
    let not_taken = error.to_string().ends_with("HTTP status 503");
    error.is_unanswered().then_some(if not_taken { Failure::NotTaken } else { Failure::Died })
}
