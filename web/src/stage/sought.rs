//! What there is to say of a run by hand, of every kind of model; while engines look for a way on, how far they are, and
//! a way to end that.

use leptos::prelude::*;

use crate::state::stage::side_question::SideQuestion;
use crate::ui::{Strong, button};

/// The line.
pub fn said(search: SideQuestion, said: RwSignal<String>) -> AnyView {
    let status = search.status;
    let words = move || match status.get() {
        status if status.is_empty() => said.get(),
        status => status,
    };
    let stop = move || {
        search.end();
        said.set("Stopped.".into());
    };
    let is_under_way = Memo::new(move |_| status.with(|status| !status.is_empty()));
    let stop = move || is_under_way.get().then(|| button("button", "Stop", stop));
    view! {
        <p class="by-hand-said" role="status">
            {move || view! { <Strong text=words()/> }}
            {stop}
        </p>
    }
    .into_any()
}
