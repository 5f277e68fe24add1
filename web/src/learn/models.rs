//! The live models of a lesson: each is a card in the prose that says what the stage shows, and shows it on request.

use leptos::prelude::*;
use lockstep_core::lesson::{ModelBlock, ModelSource, View};

use super::open::{Open, Shown};
use crate::state::action::{Action, Dialog};
use crate::state::stage::content::StageContent;
use crate::state::stage::views::{CanvasMode, RunView};
use crate::state::{Page, Pane};
use crate::ui::button;

/// The file of a model; none of an example of the page.
pub fn file_of(model: &ModelBlock) -> Option<&str> {
    match &model.source {
        ModelSource::File(file) => Some(file),
        ModelSource::Example(_) => None,
    }
}

/// Whether it is shown for its run, and not for its structure. On a phone there is room for one beside the prose.
fn shows_run(model: &ModelBlock) -> bool {
    !matches!(model.view, None | Some(View::Structure | View::Formulas))
}

/// Shows the check, the step and the view that a model names.
pub fn look_at(page: Page, model: &ModelBlock) {
    page.show(StageContent::Check);
    page.checks
        .select_at(model.check.map_or(0, |it| it.saturating_sub(1)));
    match model.step {
        Some(step) => page.checks.go_to(step),
        None => page.checks.open_start(),
    }
    let views = page.stage.views;
    let on_canvas = match model.view {
        Some(View::States) => CanvasMode::States,
        Some(View::Runs) => CanvasMode::Runs,
        _ => CanvasMode::Drawing,
    };
    // Not remembered: it is the lesson's choice.
    views.canvas.set(on_canvas);
    views.run.set(match model.view {
        Some(View::Scenario | View::Events) => RunView::Picture,
        Some(View::Values) => RunView::Values,
        Some(View::Steps) => RunView::Steps,
        // The drawing stands there whatever is shown of the run, and formulas are opened by a button.
        Some(View::Structure | View::Formulas | View::States | View::Runs) | None => return,
    });
}

/// A model in the prose, by its position among those of the lesson.
pub fn card(open: Open, at: usize, model: &ModelBlock, is_alone: bool) -> AnyView {
    let is_shown = Memo::new(move |_| open.shown.get() == Some(Shown::Model(at)));
    let state = move || match is_shown.get() {
        true => "is shown",
        false => "is not shown",
    };
    // One that is shown beside the lesson need not say so.
    let is_needless = {
        let has_formulas = model.view == Some(View::Formulas);
        move || (is_alone && !has_formulas && is_shown.get()).to_string()
    };
    let show = move || {
        if !is_shown.get_untracked() {
            open.show_model(at, None);
        }
        open.page.pane.set(Pane::Stage);
    };
    let again = move || open.show_model(at, None);
    let page = open.page;
    let is_changed = Memo::new(move |_| {
        page.document.revision().track();
        is_shown.get() && page.attempt().is_some()
    });
    let name = model.name.replace(['-', '_'], " ");
    let formulas = (model.view == Some(View::Formulas)).then(|| {
        button("button", "Open the formulas", move || {
            open_formulas(open, at);
        })
    });
    view! {
        <div
            class="lesson-model"
            data-shown=move || is_shown.get().to_string()
            data-needless=is_needless
            data-changed=move || is_changed.get().to_string()
            data-shows=shows_run(model).then_some("run")
        >
            <p class="lesson-model-name">
                "The model " <strong>{name}</strong> " " <span>{state}</span> "."
            </p>
            <p class="lesson-acts">
                {formulas}
                {move || is_changed.get().then(|| button("button", "As it was", again))}
                // On a wide page what is shown can be seen.
                <button
                    type="button"
                    class="button lesson-show"
                    data-shown=move || is_shown.get().to_string()
                    on:click=move |_| show()
                >
                    "Show the model"
                </button>
            </p>
        </div>
    }
    .into_any()
}

/// Opens the papers' formulas of the check that is selected.
fn open_formulas(open: Open, at: usize) {
    if open.shown.get_untracked() != Some(Shown::Model(at)) {
        open.show_model(at, None);
    }
    let page = open.page;
    if let Some(row) = page.checks.selected().get_untracked() {
        page.perform(Action::Open(Dialog::Formulas(row, true)));
    }
}
