//! The scenario of a check beside the chart of events: as it is written, played along with the run, and where it fails the
//! first message in red with the reason below it. It is the diagram of machines' scenarios.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{CheckView, Outcome};
use lockstep_core::diagram::played::played;

use crate::stage::sequence::{Scrolled, told};
use crate::stage::shown_step::At;
use crate::stage::tools::Zoom;
use crate::stage::{StageContext, paper};

/// Whether what is shown is a check of a scenario, tracked.
pub(super) fn is_asked(play: StageContext) -> bool {
    let is_about_one = |check: &Option<CheckView>| {
        let scenario = check.as_ref().and_then(|it| it.scenario);
        scenario.is_some()
    };
    // A run by hand, or one of all runs, follows the scenario where it says how far it has got.
    let follows = |it: &Option<Arc<Outcome>>| {
        let evidence = it.as_ref().and_then(|it| it.system.as_ref());
        evidence.is_some_and(|it| !it.done.is_empty())
    };
    play.check.with(is_about_one)
        && (!play.page.stage_content().is_by_hand() || play.outcome.with(follows))
}

/// The diagram.
pub(super) fn view(play: StageContext, step: RwSignal<usize>) -> AnyView {
    let diagram = Scrolled::new(play.page, as_of_machines(play), step);
    view! { <div class="scenario-pane" role="group" aria-label="Scenario">{diagram.view()}</div> }
        .into_any()
}

/// The whole diagram for paper, which does not scroll: at the end of the run where nobody has taken a step.
pub(super) fn figure(play: StageContext) -> Option<AnyView> {
    if !is_asked(play) {
        return None;
    }
    let step = match play.at.get_untracked() {
        0 => play.last.get_untracked(),
        step => step,
    };
    let play = StageContext {
        at: At::new(RwSignal::new(step), play.outcome, play.last),
        zoom_sequence: Zoom::new(),
        ..as_of_machines(play)
    };
    let chart = told(play.page, play)?;
    Some(paper::diagram(play, chart))
}

/// The check and its answer in the form that machines' have.
fn as_of_machines(play: StageContext) -> StageContext {
    let told = Memo::new(move |_| {
        let (analysis, check) = (play.analysis.get(), play.check.get()?);
        let (check, outcome) = played(&analysis, &check, play.outcome.get().as_deref())?;
        Some((check, outcome.map(Arc::new)))
    });
    StageContext {
        check: Signal::derive(move || told.get().map(|(check, _)| check)),
        outcome: Signal::derive(move || told.get().and_then(|(_, outcome)| outcome)),
        ..play
    }
}
