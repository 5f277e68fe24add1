//! The card of an object: one line with its name, variables and what waits for it, above its statechart with what is active.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{ClockView, ObjectView, Occurrence, Queue, SystemStepView};
use lockstep_core::diagram::packing;

use super::{Charts, card, sight};
use crate::stage::depths;
use crate::stage::surface::{self, Items};
use crate::stage::systems::variables::{self, entry};

/// So many free places of a queue are drawn; of more their number.
const FREE: usize = 4;

/// All cards, in the order of the text. A card is drawn again where an object has changed, not where only its statechart
/// has: its picture sees to that itself.
pub(super) fn cards(charts: Charts) -> AnyView {
    let all = Memo::new(move |before: Option<&Vec<Arc<ObjectView>>>| {
        let objects = charts.scene.with(|it| it.objects.clone());
        surface::kept(before, objects.into_iter())
    });
    let play = charts.shown.play;
    if !play.is_beside {
        let alone = move || surface::room_of_drawing(play.surface.room_to_come());
        let cell = move || packing::cell(all.with(Vec::len), alone());
        let share = move || packing::share(all.with(Vec::len), alone());
        let [cell, share, alone] = [
            Signal::derive(cell),
            Signal::derive(share),
            Signal::derive(alone),
        ];
        charts.layouts.fit(cell, share, alone);
        play.surface.on_turn(move || charts.layouts.begin_anew());
    }
    let items = Items {
        is_expected: false,
        all,
        size: Arc::new(move |it| sight::size(charts, it)),
        sight: Arc::new(move |it| sight::sight(charts, it)),
        told: Arc::new(move |it| (it.name.clone(), sight::places(charts, it))),
    };
    // An object that is another value is drawn anew.
    let key = |it: &Arc<ObjectView>| Arc::as_ptr(it) as usize;
    let draw = move |it: Arc<ObjectView>| object(charts, it);
    view! {
        <div class="cards-area">
            {surface::view(play, "Objects", items, key, draw)}
            {(!play.is_beside).then(|| depths::strip(play.page))}
        </div>
    }
    .into_any()
}

/// The number of an object among those that are drawn now.
fn number(charts: Charts, it: &ObjectView) -> usize {
    let objects = |scene: &Arc<super::scene::Scene>| {
        let at = scene.objects.iter().position(|other| other.name == it.name);
        at.unwrap_or(0)
    };
    charts.scene.with(objects)
}

fn object(charts: Charts, it: Arc<ObjectView>) -> AnyView {
    let at = untrack(|| number(charts, &it));
    let declared = move |_| {
        let range = charts.scene.place(|it| it.declared.get(at).copied());
        if let Some(range) = range {
            charts.shown.play.on_reveal.run(range);
        }
    };
    let acts = {
        let name = it.name.clone();
        move || sight::acts(charts, &name)
    };
    view! {
        <article class="chart object-card" class:acts=acts aria-label=it.name.clone()>
            <header class="chart-head">
                <h2>
                    <button
                        type="button"
                        class="link"
                        title=charts.shown.play.is_of_text.then_some("Show in the text")
                        on:click=declared
                    >
                        {it.name.clone()}
                    </button>
                    <span class="object-type">": " {it.chart_name.clone()}</span>
                </h2>
                {values(charts, &it)}
                {queue(charts, at, &it)}
            </header>
            <div class="chart-body" role="group" aria-label=format!("Statechart of {}", it.name)>
                {card::drawing(charts, at, &it)}
            </div>
        </article>
    }
    .into_any()
}

/// The variables in a strip.
fn values(charts: Charts, it: &ObjectView) -> Option<AnyView> {
    let (prefix, label) = (format!("{}.", it.name), format!("Variables of {}", it.name));
    variables::strip(charts.shown, it.attributes.iter().copied(), &prefix, label)
}

/// What waits, as chips: the oldest first, and what was put aside.
fn queue(charts: Charts, at: usize, it: &ObjectView) -> AnyView {
    let listed = entry(charts.shown, it.queue);
    let waiting = move |entry: Option<&SystemStepView>| Some(entry?.waiting.get(at)?.clone());
    let waiting = Memo::new(move |_| charts.shown.of_entry(waiting).unwrap_or_default());
    let capacity = it.capacity;
    let chips = move || {
        let waiting = waiting.get();
        let count = waiting.count();
        let chip = |it: Occurrence| view! { <li class="chip">{it.to_string()}</li> };
        let first = waiting.pool.into_iter().map(chip);
        let first = first.collect_view();
        let later = waiting.deferred.into_iter().map(|it| {
            view! { <li class="chip aside" title="Put aside until its state is left">{it.to_string()}</li> }
        });
        let later = later.collect_view();
        let free = capacity.saturating_sub(count);
        let places =
            (0..free.min(FREE)).map(|_| view! { <li class="chip free" aria-hidden="true"></li> });
        let places = places.collect_view();
        let more = (free > FREE).then(|| view! { <li class="object-more" aria-hidden="true">{format!("+{}", free - FREE)}</li> });
        view! { {first} {later} {places} {more} }
    };
    let moved = move || listed.with(|it| it.as_ref().is_some_and(|it| it.1));
    let full = move || waiting.with(Queue::count);
    let name = it.name.clone();
    view! {
        <div
            class="object-queue"
            class:moved=moved
            title=move || format!("Events that wait, the oldest first: {} of {capacity}", full())
        >
            <span class="object-label" aria-hidden="true">"queue"</span>
            <ul aria-label=move || format!("Queue of {name}, {} of {capacity} wait", full())>{chips}</ul>
        </div>
    }
    .into_any()
}

/// How far a clock is, in parts of the time at which the last of its transitions must fire.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Clock {
    /// What has passed.
    pub passed: f64,
    /// From where on a transition can fire.
    pub open: f64,
    /// The same in words.
    pub words: String,
}

/// The clocks of an object, each with the path of its state; nothing while it does not run.
pub(super) fn clocks(charts: Charts, it: &ObjectView) -> Vec<(String, Memo<Option<Clock>>)> {
    let clocks = it.clocks.iter().filter_map(|clock| {
        let place = entry(charts.shown, it.regions.get(clock.at.0)?.entry);
        let time = entry(charts.shown, clock.entry);
        let state = clock.state.clone();
        let clock = clock.clone();
        Some((state, Memo::new(move |_| shown(&clock, place, time))))
    });
    clocks.collect()
}

fn shown(
    clock: &ClockView,
    place: Memo<Option<(String, bool)>>,
    time: Memo<Option<(String, bool)>>,
) -> Option<Clock> {
    let is_there = place.with(|it| it.as_ref().is_some_and(|it| it.0 == clock.at.1));
    let (text, _) = time.get().filter(|_| is_there)?;
    let passed: f64 = text.parse().ok()?;
    let (first, last) = (f64::from(clock.span.0), f64::from(clock.span.1.max(1)));
    let share = |it: f64| (it / last).clamp(0.0, 1.0);
    let words = match clock.span {
        (first, last) if first == last => format!("clock {text} of {last}"),
        (first, last) => format!("clock {text} of {first}\u{2013}{last}"),
    };
    Some(Clock {
        passed: share(passed),
        open: share(first),
        words,
    })
}
