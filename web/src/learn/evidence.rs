//! What shows whether a criterion is met, on the stage: the check of the attempt whose run it is, or the run of a check that
//! the attempt does not have, over the attempt or over a model derived from it.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::StructureKind;
use lockstep_core::lesson::{Evidence, Judged, Met, Played, Shown};

use super::open::Open;
use crate::kinds;
use crate::state::Pane;
use crate::state::run::ShownRun;
use crate::state::stage::content::StageContent;

/// Shows it. A run that the user makes by hand stays.
pub fn show(open: Open, judged: &Judged) {
    let content = open.page.stage.content_now();
    if content.session().is_some() {
        return;
    }
    match &judged.evidence {
        Some(Evidence::Shown(shown)) => play(open, shown),
        Some(Evidence::Printed(check, _)) => open.page.checks.select_at(*check),
        Some(Evidence::Error(_) | Evidence::Locked(_) | Evidence::Missing(_))
        | Some(Evidence::Proof(_) | Evidence::Differs(_))
        | None => {}
    }
}

/// Whether it is the run of a check that the attempt does not have.
pub fn is_of_hidden_check(judged: &Judged) -> bool {
    matches!(&judged.evidence, Some(Evidence::Shown(shown)) if shown.of != Played::Attempt)
}

/// Shows it on the user's request.
pub fn show_on_request(open: Open, judged: &Judged) {
    let page = open.page;
    match &judged.evidence {
        Some(Evidence::Error(diagnostic)) => return page.reveal(diagnostic.range),
        Some(Evidence::Shown(shown)) => {
            page.show(StageContent::Check);
            play(open, shown);
        }
        _ => show(open, judged),
    }
    page.pane.set(Pane::Stage);
}

/// Whether there is a run to be played.
pub fn has_run(judged: &Judged) -> bool {
    matches!(&judged.evidence, Some(Evidence::Shown(shown)) if shown.outcome.length() > 1 || shown.of != Played::Attempt)
}

/// The word on the button that shows it, where there is something to be shown.
pub fn word(judged: &Judged) -> Option<&'static str> {
    match &judged.evidence {
        Some(Evidence::Shown(_)) if has_run(judged) => Some("Show the run"),
        Some(Evidence::Shown(_) | Evidence::Printed(..)) => Some("Show the check"),
        Some(Evidence::Error(_)) => Some("Show in the text"),
        _ => None,
    }
}

/// What the evidence says beyond the sentence of the lesson.
pub fn more(judged: &Judged) -> Option<String> {
    match judged.evidence.as_ref()? {
        Evidence::Locked(change) => Some(change.sentence.clone()),
        Evidence::Missing(why) => Some(why.clone()),
        Evidence::Proof(fault) => Some(fault.sentence.clone()),
        Evidence::Differs(difference) => {
            let run: Vec<_> = difference.run.iter().map(|it| format!("`{it}`")).collect();
            let run = match run.is_empty() {
                true => String::new(),
                false => format!(
                    " The run: {} (`?` takes a message, `!` sends one).",
                    run.join(", ")
                ),
            };
            Some(format!("{}{run}", difference.sentence))
        }
        Evidence::Printed(_, view) if judged.met == Met::Yes => Some(match &view.flaw {
            Some(flaw) => format!("{} {}", view.sentence, flaw.sentence),
            None => view.sentence.clone(),
        }),
        Evidence::Shown(_) | Evidence::Error(_) | Evidence::Printed(..) => None,
    }
}

fn play(open: Open, shown: &Shown) {
    let page = open.page;
    if shown.of == Played::Attempt {
        return page.checks.select_at(shown.check);
    }
    let analysis = Arc::new(kinds::analyse(&shown.text));
    let Some(check) = analysis.checks.get(shown.check).cloned() else {
        return;
    };
    let run = ShownRun {
        row: page.checks.selected().get_untracked(),
        check,
        outcome: Arc::new(shown.outcome.clone()),
    };
    // Charts are drawn from the text in the editor: hidden items change nothing of them.
    let is_drawn_from_it = shown.kind != StructureKind::Statecharts;
    let title = match shown.of {
        Played::Derived => format!(
            "Hidden check of a model derived from yours: {}.",
            shown.title
        ),
        _ => format!("Hidden check: {}.", shown.title),
    };
    page.show(StageContent::Asked {
        run: Arc::new(run),
        analysis: is_drawn_from_it.then_some(analysis),
        title,
    });
}
