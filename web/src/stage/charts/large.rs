//! One object over the whole stage: its statechart as large as there is room for, with what is active, and its variables,
//! clocks and queue below.

use std::sync::Arc;

use leptos::prelude::*;

use super::{Charts, card, object};
use crate::parts::{self, part};
use crate::stage::StageContext;
use crate::stage::large::{Called, frame, is_shown};

const OBJECTS: Called = Called {
    whole: "One object, large",
    one: "statechart",
    names: "Object",
};

/// The object that is shown large, if one is.
pub(super) fn view(charts: Charts) -> AnyView {
    let play = charts.shown.play;
    let names = Memo::new(move |_| {
        let name = |it: &Arc<super::scene::Scene>| {
            let names = it.objects.iter().map(|it| it.name.clone());
            names.collect::<Vec<_>>()
        };
        charts.scene.with(name)
    });
    let is_shown = is_shown(play, Signal::derive(move || names.with(Vec::len)));
    let shown = move || {
        let is_shown = is_shown.get();
        is_shown.then(|| {
            let body = Callback::new(move |at| object(charts, at));
            let draw = move || parts::now(large(play, names, body)).into_any();
            parts::later("The large view", fetch, draw)
        })
    };
    shown.into_any()
}

part! {
    charts_run, fetched by fetch;
    /// What draws an object comes as a value: the part with the cards has it, and this one would share it.
    fn large(
        play: StageContext,
        names: Memo<Vec<String>>,
        body: Callback<usize, Option<AnyView>>,
    ) -> Result<AnyView, Missing> {
        Ok(frame(play, OBJECTS, names, move |at| body.run(at)))
    }
}

fn object(charts: Charts, at: usize) -> Option<AnyView> {
    let it = charts.scene.with(|it| it.objects.get(at).cloned())?;
    let it = Arc::new(it);
    let zoom = charts.shown.play.zoom_large;
    Some(
        view! {
            <header class="large-head">
                <h2>{it.name.clone()}<span>": " {it.chart_name.clone()}</span></h2>
            </header>
            <div
                class="large-body"
                tabindex="0"
                role="group"
                aria-label=format!("Statechart of {}", it.name)
                on:wheel=move |event| zoom.wheel(&event)
            >
                {card::drawing(charts, at, &it)}
            </div>
            <div class="large-strips">{object::strips(charts, at, &it)}</div>
        }
        .into_any(),
    )
}
