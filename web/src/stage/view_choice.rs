//! The buttons that choose which view of the run is shown.

use leptos::prelude::*;

use super::StageContext;

/// A button for each of these views, with its word.
pub fn buttons(play: StageContext, views: &'static [(usize, &'static str)]) -> AnyView {
    // The view that was shown last may be of another kind of model.
    if !views.iter().any(|it| it.0 == play.view.get_untracked()) {
        play.view.set(views[0].0);
    }
    let button = move |&(of, word): &(usize, &'static str)| {
        view! {
            <button
                type="button"
                aria-pressed=move || (play.view.get() == of).to_string()
                title="Change with t"
                on:click=move |_| play.page.stage.views.show(of)
            >
                {word}
            </button>
        }
    };
    view! {
        <div class="frame-views" role="group" aria-label="View of the run">
            {views.iter().map(button).collect_view()}
        </div>
    }
    .into_any()
}
