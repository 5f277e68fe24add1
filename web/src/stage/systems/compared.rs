//! Two runs of a system compared: the other one beside the one that is played, and what the two are.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{SimulatedRun, SystemEvidenceView, SystemView};
use lockstep_core::diagram::beside::{self, Beside};

use super::Shown;
use crate::stage::StageContext;
use crate::state::Page;
use crate::state::stage::comparison::Earlier;
use crate::state::stage::content::StageContent;
use crate::ui::{Prose, Strong, button, titled_button};

/// The names of the variables that a text declares.
fn names(system: &SystemView) -> Vec<String> {
    let names = system.variables.iter().map(|it| it.name.clone());
    names.collect()
}

/// The other run along the one that is played, where two are compared, or where an answer is one run beside another.
pub fn beside(play: StageContext, declared: Memo<Arc<SystemView>>) -> Memo<Option<Arc<Beside>>> {
    Memo::new(move |_| {
        let names = declared.with(|it| names(it));
        let two = |later: &SystemEvidenceView, earlier: &SystemEvidenceView| {
            let earlier = (&*earlier.variables, earlier);
            Arc::new(beside::beside((&names, later), earlier))
        };
        let StageContent::Comparison(both) = play.page.stage_content() else {
            return play.outcome.with(|outcome| {
                let own = outcome.as_ref()?.system.as_ref()?;
                let other = SystemEvidenceView {
                    variables: own.variables.clone(),
                    run: own.beside.as_ref()?.run.clone(),
                    ..SystemEvidenceView::default()
                };
                Some(two(own, &other))
            });
        };
        let Earlier::System(earlier) = &both.before else {
            return None;
        };
        Some(two(both.run.outcome.system.as_ref()?, earlier))
    })
}

/// What stands beside an answer that is a run of one reading and not of another. Tracked.
fn readings(play: StageContext) -> Option<String> {
    play.outcome.with(|outcome| {
        let beside = outcome.as_ref()?.system.as_ref()?.beside.as_ref()?;
        let [one, other] = &beside.readings;
        Some(format!(
            "A run of {one}, beside one of {other} that looks the same but for the end."
        ))
    })
}

/// What is compared, where the two differ first, and the way back.
pub fn bar(shown: Shown) -> Option<AnyView> {
    let page = shown.play.page;
    let (title, note, ends) = match page.stage_content() {
        StageContent::Comparison(both) => (both.title.clone(), both.note.clone(), true),
        _ => (readings(shown.play)?, String::new(), false),
    };
    let beside = shown.beside.get()?;
    let names = shown.system.with(|it| names(it));
    let summary = shown.run.with(|run| beside.summary(&names, run));
    Some(
        view! {
            <div class="compared" role="status">
                <p><b>{title}</b>" "<Prose text=note/>" "<Strong text=summary/></p>
                {ends.then(|| button("button", "End comparison", move || page.end_comparison()))}
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
