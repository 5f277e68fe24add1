//! Two runs of a system compared: the other one beside the one that is played, and what the two are.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Kind, Outcome, SimulatedRun, SystemEvidenceView, SystemView};
use lockstep_core::diagram::beside::{self, Beside};

use super::Shown;
use super::columns::columns;
use crate::stage::StageContext;
use crate::state::Page;
use crate::state::stage::comparison::{Earlier, OtherText};
use crate::state::stage::content::StageContent;
use crate::state::stage::readings::reading_name;
use crate::ui::{Prose, Strong, button, titled_button};

/// The names of the variables that a text declares.
pub fn names(system: &SystemView) -> Vec<String> {
    let names = system.variables.iter().map(|it| it.name.clone());
    names.collect()
}

/// The other of two runs that are compared, or that stands beside an answer; its values have the names of the text where it is of
/// this text. Tracked.
fn earlier(play: StageContext) -> Option<SystemEvidenceView> {
    if let StageContent::Comparison(both) = play.page.stage_content() {
        return match &both.before {
            Earlier::System(earlier, _) => Some(earlier.clone()),
            Earlier::Machines(_) => None,
        };
    }
    play.outcome
        .with(|outcome| outcome.as_ref()?.system.as_ref()?.of_beside())
}

/// The other run along the one that is played, where two are compared, or where an answer is one run beside another.
pub fn beside(
    play: StageContext,
    declared: Memo<Arc<SystemView>>,
    other: Memo<Option<Arc<Outcome>>>,
) -> Memo<Option<Arc<Beside>>> {
    Memo::new(move |_| {
        let names = declared.with(|it| names(it));
        let other = other.get()?;
        let earlier = other.system.as_ref()?;
        play.outcome.with(|outcome| {
            let own = outcome.as_ref()?.system.as_ref()?;
            let earlier = (&*earlier.variables, earlier);
            Some(Arc::new(beside::beside((&names, own), earlier)))
        })
    })
}

/// The other run in the form of an answer. It is made where the two change, and not asked whether it has: that is as much work.
pub fn other_run(play: StageContext) -> Memo<Option<Arc<Outcome>>> {
    let other = move |_: Option<&Option<Arc<Outcome>>>| {
        let system = earlier(play)?;
        let own = play.outcome.get()?;
        let mut outcome = Outcome {
            system: Some(system),
            ..Outcome::unanswered(own.check, own.kind())
        };
        // Of another text it is an answer, too.
        if let Some(text) = other_text(play.page) {
            outcome.verdict = text.verdict;
        }
        Some(Arc::new(outcome))
    };
    Memo::new_with_compare(other, |_, _| true)
}

/// The text of the other of two runs that are compared, where that is not the one in the editor; tracked.
pub fn other_text(page: Page) -> Option<Arc<OtherText>> {
    match page.stage_content() {
        StageContent::Comparison(both) => match &both.before {
            Earlier::System(_, text) => text.clone(),
            Earlier::Machines(_) => None,
        },
        _ => None,
    }
}

/// What two runs are called that are drawn beside each other; tracked.
pub fn run_names(play: StageContext, other: Memo<Option<Arc<Outcome>>>) -> Option<[String; 2]> {
    let names = match play.page.stage_content() {
        StageContent::Comparison(both) => both.names.clone()?,
        _ => play.outcome.with(|outcome| {
            let beside = outcome.as_ref()?.system.as_ref()?.beside.as_ref()?;
            Some(beside.readings.each_ref().map(|it| reading_name(it)))
        })?,
    };
    let has_run = other.with(|it| it.as_ref().is_some_and(|it| it.length() > 0));
    has_run.then_some(names)
}

/// What is compared, where the two differ first, and the way back.
pub fn bar(shown: Shown) -> Option<AnyView> {
    let page = shown.play.page;
    let content = page.stage_content();
    let rules = shown.play.outcome.with(|outcome| {
        let beside = outcome.as_ref()?.system.as_ref()?.beside.as_ref()?;
        Some(beside.rules.join(" "))
    });
    let rules = rules.unwrap_or_default();
    let (title, note) = match &content {
        StageContent::Comparison(both) => (both.title.clone(), both.note.clone()),
        // The list of checks does not say what was found.
        StageContent::Asked { title, run, .. } if run.check.kind == Kind::Same => {
            (title.clone(), format!("{} {rules}", run.outcome.sentence))
        }
        _ if shown.run_names.with(Option::is_none) => return None,
        _ if rules.is_empty() => {
            let title = "Both runs look the same but for the end.";
            (title.to_owned(), rules)
        }
        _ => (String::new(), rules),
    };
    let listed = columns(shown);
    let names = names(&listed.system);
    let summary = listed.beside.as_ref()?.summary(&names, &listed.run);
    let title = (!title.is_empty()).then(|| view! { <b>{title}</b>" " });
    let back = match content {
        StageContent::Comparison(_) => Some(button("button", "End comparison", move || {
            page.end_comparison();
        })),
        StageContent::Asked { .. } => Some(button("button", "Back to the check", move || {
            page.show(StageContent::Check);
        })),
        _ => None,
    };
    Some(
        view! {
            <div class="compared" role="status">
                <p>{title}<Prose text=note/>" "<Strong text=summary/></p>
                {back}
            </div>
        }
        .into_any(),
    )
}

/// How far two runs to be compared are, with what stops looking for them. Tracked.
pub fn under_way(page: Page) -> Option<AnyView> {
    let question = page.stage.side_question;
    let status = question.comparing()?;
    Some(
        view! {
            <div class="compared" role="status">
                <p>{status}</p>
                {button("button", "Stop", move || question.end())}
            </div>
        }
        .into_any(),
    )
}

/// Puts the run beside that of the answer, where the answer has one.
pub fn with_answer(page: Page, found: RwSignal<Option<Arc<SimulatedRun>>>) -> Option<AnyView> {
    let row = page.checks.selected_row()?;
    let length = row
        .run
        .with(|run| run.answer.as_ref().map(|it| it.outcome.length()));
    let is_made = found.with(|it| it.as_ref().is_some_and(|it| !it.run.is_empty()));
    let compare = move || page.compare_with_answer();
    let title = "Both runs over time and as a table, with what differs marked";
    (is_made && length > Some(0)).then(|| titled_button("Compare with the answer", title, compare))
}
