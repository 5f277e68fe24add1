//! Two runs that are compared, each on its half of the canvas, of *Events* or of *Calls*: what is drawn of the one is drawn of the other, which has come as far.

use std::sync::Arc;

use leptos::prelude::*;

use super::{Shown, compared};

/// What `draw` makes of a run, and beside it what it makes of the other one where two are compared.
pub fn view(shown: Shown, draw: impl Fn(Shown) -> AnyView + Send + Sync + 'static) -> AnyView {
    let is_split = Memo::new(move |_| shown.run_names.with(Option::is_some));
    // The other run is drawn anew where it is of another text.
    let text = Memo::new_with_compare(
        move |_| compared::other_text(shown.play.page),
        |before, now| {
            let [before, now] = [before, now].map(|it| it.map(|it| it.as_ref().map(Arc::as_ptr)));
            before != now
        },
    );
    let name =
        move |which: usize| (shown.run_names).with(|it| it.as_ref().map(|it| it[which].clone()));
    let head = move |which: usize| {
        is_split
            .get()
            .then(|| view! { <h3 class="half-name">{move || name(which)}</h3> })
    };
    let first = draw(shown);
    let other = move || {
        text.track();
        is_split.get().then(|| {
            view! {
                <div class="half" data-other role="group" aria-label=move || name(1)>
                    {move || head(1)}
                    {draw(shown.of_other_run())}
                </div>
            }
        })
    };
    view! {
        <div class="halves" data-split=move || is_split.get().then_some("")>
            <div
                class="half"
                role=move || is_split.get().then_some("group")
                aria-label=move || name(0)
            >
                {move || head(0)}
                {first}
            </div>
            {other}
        </div>
    }
    .into_any()
}
