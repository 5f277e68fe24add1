//! What came of the check, after the sentence of the last step of its run.

use leptos::prelude::*;
use lockstep_core::diagram::text;

use super::StageContext;
use super::player::named;
use super::spoken;

/// The verdict, at the last step of the run of a check; of another run, as one by hand, nothing.
pub fn view(play: StageContext) -> AnyView {
    let page = play.page;
    let verdict = Memo::new(move |_| {
        let last = play.last.get();
        let is_its_end = last > 0 && play.at.get() == last;
        if !is_its_end || !page.stage_content().is_check() {
            return None;
        }
        let check = play.check.get()?;
        let outcome = play.outcome.get()?;
        Some((
            spoken::end(page, &outcome),
            check.finds_fault(outcome.verdict),
        ))
    });
    // It is said by `spoken`.
    let shown = move || {
        let (sentence, is_bad) = verdict.get()?;
        Some(view! {
            <p class="player-verdict" data-bad=is_bad.to_string() title=text::plain(&sentence)>{named(&sentence)}</p>
        })
    };
    shown.into_any()
}
