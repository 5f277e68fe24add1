//! The tabs in the head of a pane: which of several views it shows.

use leptos::prelude::*;

use super::StageContext;
use crate::state::stage::views::RunView;

/// One of the views.
#[derive(Clone, Copy)]
pub struct Choice {
    /// Its word.
    pub word: &'static str,
    /// Whether it is shown.
    pub chosen: Signal<bool>,
    /// Shows it.
    pub choose: Callback<()>,
}

/// A button for each of some views, of which one is pressed.
pub fn buttons(label: &'static str, choices: &[Choice]) -> AnyView {
    let button = |&Choice {
                      word,
                      chosen,
                      choose,
                  }: &Choice| {
        view! {
            <button
                type="button"
                aria-pressed=move || chosen.get().to_string()
                title="Change with v"
                on:click=move |_| choose.run(())
            >
                {word}
            </button>
        }
    };
    view! {
        <div class="frame-views" role="group" aria-label=label>
            {choices.iter().map(button).collect_view()}
        </div>
    }
    .into_any()
}

/// The buttons for the views of a run. Where the view that was chosen last is one of another kind of model, the first is
/// shown in its place ([`shown`]).
pub fn of_run(play: StageContext, views: &'static [(RunView, &'static str)]) -> AnyView {
    let shown = shown(play, views);
    let choices = views.iter().map(|&(view, word)| Choice {
        word,
        chosen: Signal::derive(move || shown.get() == view),
        choose: Callback::new(move |()| play.page.stage.views.show_run(view)),
    });
    let choices: Vec<_> = choices.collect();
    buttons("View of the run", &choices)
}

/// Which of these views is shown.
pub fn shown(play: StageContext, views: &'static [(RunView, &'static str)]) -> Memo<RunView> {
    Memo::new(move |_| {
        let chosen = play.page.stage.views.run.get();
        let is_there = views.iter().any(|it| it.0 == chosen);
        if is_there { chosen } else { views[0].0 }
    })
}
