//! What is heard of the selected check and of its run: one polite sentence at a time, in one place outside of the panes,
//! since a pane may be out of sight on a phone.
//!
//! A check that is selected or answered is said by its verdict, whether that was expected, and the reason; a search that
//! lasts by how far it got, now and then; a step by its sentence, the last one of a scenario that stops with the message
//! that fails. Everything else is there to be read, and is not said by itself.

use leptos::prelude::*;
use lockstep_core::api::{CheckView, Outcome, capitalised};
use lockstep_core::diagram::text;

use super::player::{beside_other, step_sentence};
use crate::results::judgement::{Badge, Judgement};
use crate::state::Page;
use crate::state::checks::OVERDUE;
use crate::state::run::{Phase, RowId, Run};
use crate::words;

/// What there is to say about the selected check.
#[derive(Clone, Debug, Default, PartialEq)]
struct OfCheck {
    row: Option<RowId>,
    words: String,
    /// How many edits are suggested.
    repairs: usize,
}

/// What decides whether a step is said: the step itself, and whose run it belongs to.
type OfStep = (usize, Option<usize>, Option<RowId>);

/// The sentence, for those who hear the page.
pub fn view(page: Page) -> AnyView {
    let said = RwSignal::new(String::new());
    let of_check = Memo::new(move |_| of_check(page));
    let outcome = page.outcome();
    let latest = StoredValue::new((None::<RowId>, String::new()));
    Effect::new(move |before: Option<(OfCheck, OfStep)>| {
        let check = of_check.get();
        let content = page.stage_content();
        let owner = content.run().and_then(|run| run.row);
        let step = (page.checks.step().get(), content.session(), owner);
        let (was, stood) = before.unwrap_or_default();
        let is_news = latest.with_value(|(row, words)| (*row, words) != (check.row, &check.words));
        if !check.words.is_empty() && is_news {
            latest.set_value((check.row, check.words.clone()));
            said.set(check.words.clone());
        } else if check.row == was.row && check.repairs > was.repairs {
            said.set(format!(
                "{} suggested.",
                words::counted(check.repairs, "edit")
            ));
        } else if check.row == was.row
            && (step.1, step.2) == (stood.1, stood.2)
            && step.0 != stood.0
        {
            let words =
                outcome.with_untracked(|it| it.as_ref().map(|it| of_step(page, it, step.0)));
            said.set(words.unwrap_or_default());
        }
        (check, step)
    });
    view! { <p class="visually-hidden spoken" role="status">{move || said.get()}</p> }.into_any()
}

fn of_check(page: Page) -> OfCheck {
    let Some(row) = page.checks.selected_row() else {
        return OfCheck::default();
    };
    // What is wrong with the text is said where it is counted.
    let is_broken = page.document.analysis().with(|it| it.has_errors);
    let title = row.view.with(|view| view.title.clone());
    let step = words::step(page.kind());
    let (words, repairs) = row.run.with(|run| {
        let words = if is_broken {
            None
        } else {
            row.view.with(|check| state(run, check, step))
        };
        (words, page.suggested(run))
    });
    OfCheck {
        row: Some(row.id),
        words: words.map_or_else(String::new, |words| {
            text::plain(&format!("{}: {words}", capitalised(&title)))
        }),
        repairs,
    }
}

/// How a check stands; nothing while it waits for its turn.
fn state(run: &Run, check: &CheckView, step: &str) -> Option<String> {
    match (&run.phase, &run.answer) {
        (Phase::Running(search), _) => Some(match (search.told_at(), search.covered) {
            (0, _) => "checking.".to_owned(),
            (seconds, 0) => format!("checking for {seconds} seconds."),
            (seconds, _) => {
                let covered = words::covered(search.covered, step);
                format!("checking for {seconds} seconds, {covered}.")
            }
        }),
        (Phase::Stopped, _) => Some("stopped. The question is still open.".to_owned()),
        (Phase::Overdue, _) => Some(format!("unknown. {OVERDUE}")),
        (Phase::Failed(why), _) => Some(format!("no answer. {why}")),
        (Phase::Waiting | Phase::Done, None) => None,
        (Phase::Waiting | Phase::Done, Some(answer)) => Some(verdict(
            &Judgement::of(run, check, None),
            check,
            &answer.outcome,
        )),
    }
}

/// The verdict, whether it was expected where the text says what is, and the reason, in one sentence.
fn verdict(judgement: &Judgement, check: &CheckView, outcome: &Outcome) -> String {
    let judged = match judgement.badge {
        // As its row says.
        None if check.forbidden => format!("forbidden run, {}", judgement.word),
        _ if outcome.verdict.is_unknown() => outcome.answer().word().to_owned(),
        Some(Badge::Unmet(_)) => format!("{}, not as expected", judgement.word),
        Some(Badge::Met) | None => judgement.words(),
    };
    format!("{judged}. {}", first_sentence(words::why(outcome)))
}

/// The rest is there to be read.
fn first_sentence(text: &str) -> &str {
    text.split_once(". ").map_or(text, |(first, _)| first)
}

/// A step, and at the last one of a scenario that stops the message that fails.
fn of_step(page: Page, outcome: &Outcome, step: usize) -> String {
    let last = outcome.length().saturating_sub(1);
    let own = step_sentence(outcome, step.min(last), page.plays_whole_steps());
    let mut words = beside_other(page, own);
    if step >= last && !untrack(|| page.stage_content()).is_by_hand() {
        words.extend(ending(page, outcome));
    }
    text::plain(&words)
}

/// What comes of the run of a check at its end: the message that fails there, else the answer.
pub fn end(page: Page, outcome: &Outcome) -> String {
    let failing = failing(page, outcome);
    failing.map_or_else(
        || outcome.sentence.clone(),
        |it| format!("Message {}, `{}`, cannot happen.", it.number, it.symbol),
    )
}

/// A message that cannot happen.
struct Failing {
    /// Its number in the scenario, from 1.
    number: usize,
    /// How many there are.
    all: usize,
    symbol: String,
}

fn failing(page: Page, outcome: &Outcome) -> Option<Failing> {
    let failing = outcome.failing()?;
    let scenario = untrack(|| page.check().get()).and_then(|it| it.scenario);
    let analysis = page.document.settled().get_untracked();
    let messages = &analysis.scenarios.get(scenario?)?.messages;
    Some(Failing {
        number: failing + 1,
        all: messages.len(),
        symbol: messages.get(failing)?.symbol.clone(),
    })
}

/// Which message fails at the end of a run, and why; of a run that ends in a deadlock who waits for what.
fn ending(page: Page, outcome: &Outcome) -> Option<String> {
    let stuck = outcome.waits().and_then(|it| it.ending.as_ref());
    if let Some(ending) = stuck {
        return Some(format!(" {}", ending.sentence));
    }
    let Failing {
        number,
        all,
        symbol,
    } = failing(page, outcome)?;
    let why = outcome
        .reason()
        .map_or("", |it| first_sentence(&it.sentence));
    Some(format!(
        " Message {number} of {all}, {symbol}, cannot happen. {why}"
    ))
}
