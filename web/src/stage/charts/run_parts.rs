//! What shows a run of statecharts, once the part that draws it is there: the chart of events, beside the scenario where
//! the check is about one. The scenario is there without a run, too.

use leptos::prelude::*;

use super::{Charts, events, scenario};
use crate::parts::{self, part};
use crate::stage::systems;
use crate::ui::task::spawn;

/// The run and the scenario.
pub(super) fn view(charts: Charts) -> AnyView {
    let draw = move || parts::now(told(charts)).into_any();
    parts::later("The chart of events", fetch, draw)
}

/// The values over time.
pub(super) fn over_time(charts: Charts) -> AnyView {
    let draw = move || parts::now(timeline(charts)).into_any();
    parts::later("The picture over time", fetch_timeline, draw)
}

/// Both on paper; nothing until [`prepare`] has brought what draws them.
pub(super) fn on_paper(charts: Charts) -> AnyView {
    parts::now(printed(charts)).into_any()
}

/// Fetches what draws on paper before the user prints: printing does not wait.
pub(super) fn prepare() {
    spawn(async move {
        // Where it does not come, the paper is without it.
        let _ = fetch_printed().await;
    });
}

part! {
    charts_run, fetched by fetch;
    fn told(charts: Charts) -> Result<AnyView, Missing> {
        let shown = charts.shown;
        // Of two runs beside each other the scenario is that of the first.
        let is_asked =
            Memo::new(move |_| !shown.play.is_beside && scenario::is_asked(shown.play));
        let has_run = shown.has_run();
        Ok(view! {
            <div class="events-told">
                {move || is_asked.get().then(|| scenario::view(shown.play, shown.step))}
                {move || has_run.get().then(|| events::view(charts))}
            </div>
        }
        .into_any())
    }
}

part! {
    charts_run, fetched by fetch_timeline;
    fn timeline(charts: Charts) -> Result<AnyView, Missing> {
        Ok(systems::values(charts.shown))
    }
}

part! {
    charts_run, fetched by fetch_printed;
    fn printed(charts: Charts) -> Result<AnyView, Missing> {
        let scenario = untrack(|| scenario::figure(charts.shown.play));
        Ok(view! { {scenario} {events::figure(charts)} }.into_any())
    }
}
