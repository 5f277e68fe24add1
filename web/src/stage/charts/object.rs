//! The card of an object: its statechart with what is active, its variables, what waits for it, and its clocks.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{ClockView, ObjectView, Occurrence, Queue, SystemStepView};

use super::{Charts, card};
use crate::stage::tools::switch;
use crate::stage::{depths, large};

/// All cards, in the order of the text. A card is drawn again where an object has changed, not where only its statechart
/// has: its picture sees to that itself.
pub(super) fn cards(charts: Charts) -> AnyView {
    let objects = Memo::new(move |_| charts.scene.with(|it| it.objects.clone()));
    let all = move || {
        let all = objects.get().into_iter().enumerate();
        all.map(|(at, it)| object(charts, at, Arc::new(it)))
            .collect_view()
    };
    let page = charts.shown.play.page;
    let soon = depths::switch(page, "After how many steps each state is reached (s)");
    view! {
        <div class="cards-area">
            <div class="cards-frame">
                <div class="objects" tabindex="0" role="group" aria-label="Objects" node_ref=charts.cards>
                    {all}
                </div>
                <div class="tools">{switch(soon)}</div>
            </div>
            {depths::strip(page)}
        </div>
    }
    .into_any()
}

fn object(charts: Charts, at: usize, it: Arc<ObjectView>) -> AnyView {
    let play = charts.shown.play;
    let declared = move |_| {
        let range = charts.scene.place(|it| it.declared.get(at).copied());
        if let Some(range) = range {
            charts.shown.play.on_reveal.run(range);
        }
    };
    let acts = {
        let name = it.name.clone();
        move || {
            let acts = |entry: &SystemStepView| entry.relation.as_deref() == Some(&*name);
            (charts.shown).of_entry(|entry| entry.is_some_and(acts))
        }
    };
    view! {
        <article
            class="object-card"
            class:acts=acts
            aria-label=it.name.clone()
            on:focusin=move |_| play.at_hand.set(at)
        >
            <header class="object-head">
                <h2>
                    <button
                        type="button"
                        class="link"
                        title="Show in the text"
                        on:click=declared
                    >
                        {it.name.clone()}
                    </button>
                    <span class="object-type">": " {it.chart_name.clone()}</span>
                </h2>
                {large::button(play, at, &it.name)}
            </header>
            <div
                class="object-drawing"
                tabindex="0"
                role="group"
                aria-label=format!("Statechart of {}", it.name)
                on:dblclick=move |_| play.large.set(Some(at))
            >
                {card::drawing(charts, at, &it)}
            </div>
            <div class="object-strips">{strips(charts, at, &it)}</div>
        </article>
    }
    .into_any()
}

/// What an object holds: its variables, its clocks and what waits for it.
pub(super) fn strips(charts: Charts, at: usize, it: &ObjectView) -> AnyView {
    view! { {values(charts, it)} {clocks(charts, it)} {queue(charts, at, it)} }.into_any()
}

/// What an entry of the state is at the step at hand, and whether it has just changed.
fn entry(charts: Charts, number: usize) -> Memo<Option<(String, bool)>> {
    Memo::new(move |_| {
        charts.shown.of_entry(|entry| {
            let entry = entry?;
            let changed = entry.changed.contains(&number);
            Some((entry.state.get(number)?.clone(), changed))
        })
    })
}

/// The variables in a strip.
fn values(charts: Charts, it: &ObjectView) -> Option<AnyView> {
    let prefix = format!("{}.", it.name);
    let one = |&number: &usize| {
        let variable = move || {
            let system = charts.shown.system.get();
            system.variables.get(number).cloned()
        };
        let prefix = prefix.clone();
        let name = move || {
            let name = variable().map_or_else(String::new, |it| it.name);
            name.strip_prefix(&prefix).unwrap_or(&name).to_owned()
        };
        let reveal = move |_| {
            if let Some(variable) = untrack(variable) {
                charts.shown.play.on_reveal.run(variable.range);
            }
        };
        let value = entry(charts, number);
        let moved = move || value.with(|it| it.as_ref().is_some_and(|it| it.1));
        let shown = move || value.with(|it| it.as_ref().map(|it| it.0.clone()));
        view! {
            <li class:moved=moved>
                <button
                    type="button"
                    class="link"
                    title="Show in the text"
                    on:click=reveal
                >
                    {name}
                </button>
                " = "
                <b>{move || shown().unwrap_or_else(|| "\u{2013}".to_owned())}</b>
                {move || charts.shown.other(number).map(super::super::systems::steps::other)}
            </li>
        }
    };
    let all: Vec<_> = it.attributes.iter().map(one).collect();
    (!all.is_empty()).then(|| {
        view! { <ul class="object-values" aria-label=format!("Variables of {}", it.name)>{all}</ul> }
            .into_any()
    })
}

/// What waits, as chips: the oldest first, and what was put aside.
fn queue(charts: Charts, at: usize, it: &ObjectView) -> AnyView {
    let listed = entry(charts, it.queue);
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
        let empty = (count == 0).then(|| view! { <li class="object-empty">"empty"</li> });
        view! { {first} {later} {empty} }
    };
    let moved = move || listed.with(|it| it.as_ref().is_some_and(|it| it.1));
    let full = move || waiting.with(Queue::count);
    view! {
        <div class="object-queue" class:moved=moved>
            <span class="object-label" title="Events that wait, the oldest first">"Queue"</span>
            <ul aria-label=format!("Queue of {}", it.name)>{chips}</ul>
            <small title="How many wait, and how many can">{move || format!("{} of {capacity}", full())}</small>
        </div>
    }
    .into_any()
}

/// The clocks that run, as bars: where a transition can fire is marked.
fn clocks(charts: Charts, it: &ObjectView) -> Option<AnyView> {
    let rows = it.clocks.iter().filter_map(|clock| {
        let place = it.regions.get(clock.at.0)?.entry;
        Some(bar(
            clock.clone(),
            entry(charts, place),
            entry(charts, clock.entry),
        ))
    });
    let rows: Vec<_> = rows.collect();
    (!rows.is_empty()).then(|| {
        view! {
            <div class="object-clocks">
                <ul aria-label=format!("Clocks of {}", it.name)>{rows}</ul>
                <small>"No clock runs"</small>
            </div>
        }
        .into_any()
    })
}

fn bar(
    clock: ClockView,
    place: Memo<Option<(String, bool)>>,
    time: Memo<Option<(String, bool)>>,
) -> impl Fn() -> Option<AnyView> + Send + 'static {
    move || {
        let is_there = place.with(|it| it.as_ref().is_some_and(|it| it.0 == clock.at.1));
        let (text, moved) = time.get().filter(|_| is_there)?;
        let passed: f64 = text.parse().ok()?;
        let (first, last) = (f64::from(clock.span.0), f64::from(clock.span.1.max(1)));
        let share = |it: f64| format!("{:.1}%", (it / last * 100.0).clamp(0.0, 100.0));
        let said = match clock.span {
            (first, last) if first == last => format!("{text} of {last}"),
            (first, last) => format!("{text} of {first}\u{2013}{last}"),
        };
        let title = format!(
            "{}: {text} units of time; a transition can fire from {} on, and must at {}",
            clock.state, clock.span.0, clock.span.1
        );
        Some(
            view! {
                <li class:moved=moved title=title>
                    <span class="object-label">{clock.at.1.clone()}</span>
                    <span class="clock-bar" aria-hidden="true">
                        <span class="clock-open" style=("left", share(first))></span>
                        <span class="clock-passed" style=("width", share(passed))></span>
                    </span>
                    <small>{said}</small>
                </li>
            }
            .into_any(),
        )
    }
}
