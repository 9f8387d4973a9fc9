//! One round of any item: resolve, then the body, or the questions.

use crate::context::{BoxFuture, Context};
use crate::error::{Error, Result};
use crate::output::{InputRequired, Step};
use crate::resolve::input::{Args, Input, Slots};
use crate::resolve::plan::Plan;
use crate::resolve::record::Record;
use crate::resolve::{Round, Rounds, contained, run_round};

/// A body with its type erased.
pub(super) type Body<T> = for<'a> fn(Input<'a>) -> BoxFuture<'a, Result<Step<T>>>;

/// Runs one round.
///
/// # Errors
/// A resolver's or the body's own, a panic of either, and `-32021` for a question that the client
/// cannot be asked.
pub(super) async fn run<T>(plan: &Plan, body: Body<T>, ctx: &Context, args: Args) -> Result<Step<T>> {
    let slots = Slots::new(plan.len());
    if !plan.is_empty() {
        let mut record = ctx.request_state().map(Record::read).unwrap_or_default();
        let rounds = Rounds { record: &mut record, fresh: ctx.input_responses() };
        if let Round::Pending(requests) = run_round(plan, ctx, &args, &slots, rounds).await? {
            return Ok(Step::InputRequired(InputRequired { requests, state: Some(record.write()) }));
        }
    }
    let step = contained(body(Input::new(ctx, args, &slots, plan.takes()))).await?;
    if let Step::InputRequired(questions) = &step {
        if questions.requests.is_empty() && questions.state.is_none() {
            return Err(Error::new("the function returned InputRequired with neither question nor state"));
        }
        let declared = ctx.client_capabilities();
        for (key, request) in &questions.requests {
            request.check_capability(&declared, &format!("question '{key}'"))?;
        }
    }
    Ok(step)
}
