//! The next witness as plain data: asked with the runs that were shown, so that nobody has to keep
//! a search alive between two requests.

use super::report::{Report, covers_view};
use super::request::{Host, Refusal, Session};
use crate::language::questions::Mode;
use crate::language::{Check, Model, Question};
use crate::network::Messages;
use crate::question;
use crate::view::{NextWitnessView, Options, StepView};
use crate::wording::answer;

/// A shortest run that shows the positive answer to a check, and whose messages differ from those
/// of the runs in `shown`: some lifeline sends or receives something else, or in another order. Of
/// a strict scenario the path before its first message counts. Every run is replayed.
///
/// Asking again with the answer added to `shown` gives all such runs within the bound, shortest
/// first, each once.
///
/// # Errors
/// Refuses what [`super::check`] refuses, and shown runs that are not of this check. Limits are no
/// errors: [`NextWitnessView::covers`] then says `open`.
pub fn next_witness(
    text: &str,
    index: usize,
    shown: &[Vec<StepView>],
    options: &Options,
    host: &mut dyn Host,
) -> Result<NextWitnessView, Refusal> {
    let session = Session::open(text, index, options, host)?;
    let (model, check) = (&session.model, session.check());
    let shown: Option<Vec<_>> = shown.iter().map(|it| messages(model, check, it)).collect();
    let shown = shown.ok_or_else(|| {
        Refusal::Option("a run that was shown is not of this check's lifelines".into())
    })?;
    let (limits, mut watch) = (&session.options.limits, session.gate.watch());
    let task = session.task();
    let found = question::next_witness(model, check, &task, &shown, limits, &mut watch);
    let found =
        found.map_err(|error| Refusal::Defect(format!("a run did not replay: {error:?}")))?;
    let report = Report::new(model, check, index);
    let depth = found.witness.as_ref().map(|it| it.path);
    let depth = depth.map(|it| u32::try_from(it).expect("depths are counted in 32 bits"));
    let coverage = session.gate.why_open(found.coverage);
    let stuck = found.witness.as_ref();
    let stuck = stuck.filter(|_| matches!(check.question, Question::Deadlock));
    Ok(NextWitnessView {
        waits: stuck.and_then(|it| report.waits_at_end(it)),
        refused: Vec::new(),
        breaking: None,
        run: Vec::new(),
        done: Vec::new(),
        trace: found.witness.map_or_else(Vec::new, |it| report.steps(&it)),
        depth,
        covers: covers_view(coverage),
        sentence: answer::another(depth, check.bound, coverage, found.reached),
        search_ms: session.elapsed_ms(),
    })
}

/// The messages of a run on its way to what it shows: of a strict scenario before its first
/// message. `None` where a name or a number is unknown.
fn messages(model: &Model, check: &Check, run: &[StepView]) -> Option<Messages> {
    let lifelines = model.lifelines_of(check).len();
    let is_path = |step: &&StepView| match check.question {
        Question::Scenario {
            mode: Mode::Strict, ..
        } => step.done == 0,
        _ => true,
    };
    let mut messages = Messages::of(lifelines, &[]);
    for step in run.iter().take_while(is_path) {
        for sender in 0..lifelines {
            let sent = step.messages.iter().filter(|it| it.from == sender);
            let sent = sent.map(|it| {
                let symbol = model.symbols.iter().position(|name| *name == it.symbol)?;
                (it.to < lifelines).then_some((symbol, it.to))
            });
            messages.send(sender, sent.collect::<Option<Vec<_>>>()?.into_iter());
        }
        if step.messages.iter().any(|it| it.from >= lifelines) {
            return None;
        }
    }
    Some(messages)
}
