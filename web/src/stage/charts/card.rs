//! The statechart of an object, nested, with what is active at the step at hand: a picture, or boxes in boxes while
//! there is none.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{
    Kind, ObjectView, PlaceView, StatechartView, VertexShape, chart_state_term,
};
use lockstep_core::diagram::pick::pick_in;
use lockstep_core::diagram::statechart::marks::{self, StatechartMarks, place};
use lockstep_core::diagram::{Element, ElementKind};
use lockstep_core::interchange::DrawnObject;

use super::super::systems::{CurrentStep, PointedAt};
use super::picture::{Drawn, picture};
use super::{Charts, object};
use crate::stage::card::numbers_of;
use crate::stage::depths::LifelineDepths;
use crate::stage::layout::Placed;

/// The statechart with its number and its picture; while a new one is waited for, the one before an edit. Tracked.
pub(super) fn placed(charts: Charts, number: usize) -> Option<(Arc<StatechartView>, Placed)> {
    let chart = charts.scene.with(|it| it.charts.get(number).cloned())?;
    if !charts.shown.play.is_of_text {
        let placed = charts.layouts.of_other(&chart).get();
        return Some((chart, placed));
    }
    match charts.layouts.of(&chart).get() {
        // The very value that is drawn, so that nothing is drawn again meanwhile.
        Placed::Waiting => {
            let seen = charts.layouts.seen(&chart.name);
            Some(seen.unwrap_or((chart, Placed::Waiting)))
        }
        placed => Some((chart, placed)),
    }
}

/// The statechart of an object.
pub(super) fn drawing(charts: Charts, at: usize, it: &Arc<ObjectView>) -> AnyView {
    let (object, number) = (Arc::clone(it), it.chart);
    let placed = Memo::new(move |_| placed(charts, number));
    (move || {
        let Some((chart, placed)) = placed.get() else {
            return ().into_any();
        };
        let shown = Drawn {
            name: object.name.clone(),
            soon: LifelineDepths {
                page: Some(charts.shown.play.page).filter(|_| charts.shown.play.is_of_text),
                lifeline: at,
                name: object.name.as_str().into(),
            },
            marks: apart(lit(charts, &object, &chart)),
            violates: charts.shown.play.violates,
            numbers: numbers_at_end(charts, at),
            pointed: apart(Memo::new(move |_| {
                let fired = charts.shown.pointed.fired().into_iter();
                fired.filter(|it| it.0 == at).map(|it| it.1).collect()
            })),
            pointed_at: (charts.shown.pointed, at),
            clocks: object::clocks(charts, &object),
            picked: apart(picked(charts, number, &chart)),
            mark: mark(charts, (at, number)),
            chart,
        };
        match placed {
            Placed::Ready(drawing, _) => picture(&shown, &drawing),
            Placed::Waiting => boxes(&shown),
            Placed::Plain(why) => {
                view! { <p class="object-plain">{why}</p> {boxes(&shown)} }.into_any()
            }
        }
    })
    .into_any()
}

/// The digits at the transitions of an object, at the end of a run by hand: what can happen next is known there.
fn numbers_at_end(charts: Charts, object: usize) -> Memo<Vec<(usize, usize)>> {
    let (play, numbers) = (charts.shown.play, numbers_of(charts.shown.play, object));
    Memo::new(move |_| {
        let is_end = play.at.get() + 1 == charts.shown.run.with(|it| it.len());
        if is_end { numbers.get() } else { Vec::new() }
    })
}

/// The same as a value of its own. A picture has hundreds of parts that depend on it, and a memo that may have changed,
/// as most may at every key, has each of them ask whether it has; this value tells them when it has.
fn apart<T: Clone + PartialEq + Send + Sync + 'static>(memo: Memo<T>) -> RwSignal<T> {
    let value = RwSignal::new(memo.get_untracked());
    Effect::new(move |_| {
        let now = memo.get();
        if value.with_untracked(|it| *it != now) {
            value.set(now);
        }
    });
    value
}

/// What is lit at the step at hand.
fn lit(charts: Charts, it: &Arc<ObjectView>, chart: &Arc<StatechartView>) -> Memo<StatechartMarks> {
    let (object, chart) = (Arc::clone(it), Arc::clone(chart));
    Memo::new(move |_| lit_now(charts, &object, &chart))
}

/// The same, tracked.
pub(super) fn lit_now(
    charts: Charts,
    object: &ObjectView,
    chart: &Arc<StatechartView>,
) -> StatechartMarks {
    let at = charts.shown.play.at.get();
    // On a picture from before an edit, what is lit would be no longer true.
    let is_drawn = |it: &Arc<StatechartView>| Arc::ptr_eq(it, chart);
    if !charts
        .scene
        .with(|it| it.charts.get(object.chart).is_some_and(is_drawn))
    {
        return StatechartMarks::default();
    }
    let number = charts.scene.with(|it| {
        let mut objects = it.objects.iter();
        objects.position(|it| it.name == object.name)
    });
    let before = before(charts, object.chart);
    // By hand what can fire next is known at the end of the run.
    let is_end = charts.shown.run.with(|run| at + 1 == run.len());
    let marks = (charts.shown.current)
        .with(|current| marks_of(current.as_deref(), (object, chart), before));
    StatechartMarks {
        can: match is_end {
            true => ready(charts, number),
            false => Vec::new(),
        },
        goal: wanted(charts, number),
        apart: elsewhere(charts, number),
        ..marks
    }
}

/// What a step lights of an object.
fn marks_of(
    step: Option<&CurrentStep>,
    (object, chart): (&ObjectView, &StatechartView),
    before: usize,
) -> StatechartMarks {
    let lit = |it: &CurrentStep| marks::at(object, chart, before, &it.parts, it.was.as_ref());
    step.map(lit).unwrap_or_default()
}

/// How many transitions the statecharts before one have.
fn before(charts: Charts, chart: usize) -> usize {
    charts.scene.with(|it| {
        let before = it.charts.iter().take(chart);
        before.map(|it| it.transitions.len()).sum()
    })
}

/// The objects of the text with the pictures that there are of them.
pub(super) fn drawn(charts: Charts) -> Vec<DrawnObject> {
    let objects = charts.scene.with(|it| it.objects.clone());
    let drawn = objects.into_iter().filter_map(|object| {
        let chart = charts
            .scene
            .with(|it| it.charts.get(object.chart).cloned())?;
        let Placed::Ready(drawing, _) = charts.layouts.of(&chart).get() else {
            return None;
        };
        Some(DrawnObject {
            before: before(charts, object.chart),
            object,
            chart,
            drawing,
        })
    });
    drawn.collect()
}

/// The statecharts on paper, each as it stands at a step.
pub(super) fn on_paper(charts: Charts, step: usize) -> AnyView {
    let figures = untrack(|| drawn(charts)).into_iter().enumerate();
    let figures = figures.map(|(at, it)| {
        let run = charts.shown.run.get_untracked();
        let is_whole = charts.shown.play.page.plays_whole_steps();
        let current = CurrentStep::of(&run, step, is_whole);
        let marks = marks_of(current.as_ref(), (&it.object, &it.chart), it.before);
        let title = format!("{} : {}", it.object.name, it.object.chart_name);
        let shown = Drawn {
            soon: LifelineDepths {
                page: Some(charts.shown.play.page).filter(|_| charts.shown.play.is_of_text),
                lifeline: at,
                name: it.object.name.as_str().into(),
            },
            name: it.object.name,
            marks: RwSignal::new(marks),
            violates: Memo::new(|_| false),
            numbers: Memo::new(|_| Vec::new()),
            pointed: RwSignal::default(),
            pointed_at: (PointedAt::new(), 0),
            clocks: Vec::new(),
            picked: RwSignal::new(None),
            mark: Callback::new(|_| ()),
            chart: it.chart,
        };
        view! {
            <figure class="paper-object">
                <figcaption>{title}</figcaption>
                {picture(&shown, &it.drawing)}
            </figure>
        }
    });
    view! { <div class="paper-objects">{figures.collect_view()}</div> }.into_any()
}

/// The states of an object that the check asks for; of what is to hold always, once it is violated, those that are active where it
/// is false.
pub(super) fn wanted(charts: Charts, object: Option<usize>) -> Vec<usize> {
    let play = charts.shown.play;
    let is_violated = play.violates.get();
    play.check.with(|check| {
        let told = check.iter();
        let is_named = is_violated || play.asking.get();
        let told = told.filter(|it| it.kind != Kind::Always || is_named);
        let goal = told.flat_map(|it| &it.goal);
        let own = goal.filter_map(|&(of, place)| match place {
            PlaceView::State(vertex) if Some(of) == object => Some(vertex),
            _ => None,
        });
        let mut own: Vec<_> = own.collect();
        if is_violated && !own.is_empty() {
            let last = at_last(charts, object);
            own.retain(|it| last.contains(it));
        }
        own
    })
}

/// An object with its statechart, by its number; tracked.
fn found(charts: Charts, object: Option<usize>) -> Option<(ObjectView, Arc<StatechartView>)> {
    charts.scene.with(|scene| {
        let object = scene.objects.get(object?)?;
        Some((object.clone(), Arc::clone(scene.charts.get(object.chart)?)))
    })
}

/// The states of an object that are active at the end of the run, tracked.
fn at_last(charts: Charts, object: Option<usize>) -> Vec<usize> {
    let Some((object, chart)) = found(charts, object) else {
        return Vec::new();
    };
    charts.shown.run.with(|run| {
        let last = run.last().map(std::slice::from_ref).unwrap_or_default();
        marks::at(&object, &chart, 0, last, None).active
    })
}

/// Where an object is, as far as it is elsewhere in the other of two runs beside each other; tracked.
pub(super) fn elsewhere(charts: Charts, object: Option<usize>) -> Vec<usize> {
    let apart = charts.shown.apart.get();
    if apart.is_empty() {
        return Vec::new();
    }
    let Some((object, chart)) = found(charts, object) else {
        return Vec::new();
    };
    let regions = object.regions.iter().enumerate();
    let regions = regions.filter(|(_, it)| apart.contains(&it.entry));
    charts.shown.of_entry(|entry| {
        let state = entry.map_or(&[][..], |it| &it.state);
        let places = regions.filter_map(|(number, it)| place(&chart, number, state.get(it.entry)?));
        places.collect()
    })
}

/// The transitions of an object that can fire next in a run by hand.
fn ready(charts: Charts, object: Option<usize>) -> Vec<usize> {
    charts.shown.play.can.with(|can| {
        let all = can.iter().flatten();
        let own = all.filter(|it| Some(it.0) == object);
        own.map(|it| it.1).collect()
    })
}

/// The state or transition of a statechart that is selected. While places are those of an earlier text, as somebody types,
/// it stays what it was; on a picture from before an edit it is nothing.
fn picked(charts: Charts, number: usize, chart: &Arc<StatechartView>) -> Memo<Option<Element>> {
    let (page, chart) = (charts.shown.play.page, Arc::clone(chart));
    Memo::new(move |before: Option<&Option<Element>>| {
        let range = page.selection.range()?;
        let revision = page.document.revision().with(|it| it.number);
        let is_drawn = |it: &Arc<StatechartView>| Arc::ptr_eq(it, &chart);
        if page.document.analysis().with(|it| it.has_errors)
            || !charts
                .scene
                .with(|it| it.charts.get(number).is_some_and(is_drawn))
        {
            return None;
        }
        charts.scene.with_places(|places| match places.revision {
            now if now == revision => pick_in(&chart, places.charts.get(number)?, range),
            _ => before.copied().flatten(),
        })
    })
}

/// The states of all objects, as questions name them; tracked.
pub(super) fn states(charts: Charts) -> Vec<String> {
    charts.scene.with(|scene| {
        let of = |object: &ObjectView| {
            let chart = scene.charts.get(object.chart)?;
            let all = 0..chart.vertices.len();
            let all = all.filter_map(|it| chart_state_term(&object.name, chart, it));
            Some(all.collect::<Vec<_>>())
        };
        scene.objects.iter().filter_map(of).flatten().collect()
    })
}

/// Chooses a state of an object for a question, or leaves it out.
fn choose(charts: Charts, object: usize, vertex: usize) {
    let scene = charts.scene.get_untracked();
    let term = (|| {
        let object = scene.objects.get(object)?;
        let chart = scene.charts.get(object.chart)?;
        let region = chart.vertices.get(vertex)?.region;
        let term = chart_state_term(&object.name, chart, vertex)?;
        Some((format!("{}, {region}", object.name), term))
    })();
    if let Some((of, term)) = term {
        charts.shown.play.page.stage.draft.toggle(of, term);
    }
}

/// Marks the place of a state or transition in the text; by hand a transition that can fire does so.
fn mark(charts: Charts, (object, chart): (usize, usize)) -> Callback<Element> {
    Callback::new(move |element: Element| {
        let play = charts.shown.play;
        let at_end = play.at.get_untracked() + 1 == charts.shown.run.with_untracked(|it| it.len());
        let its = (object, element.index);
        if element.kind == ElementKind::State && play.asking.get_untracked() {
            return choose(charts, object, element.index);
        }
        let can = |all: &Option<Vec<_>>| all.as_ref().is_some_and(|it| it.contains(&its));
        if element.kind == ElementKind::Transition && at_end && play.can.with_untracked(can) {
            return play.on_take.run(its);
        }
        let range = charts.scene.place(|it| {
            let places = it.charts.get(chart)?;
            let all = match element.kind {
                ElementKind::State => &places.vertices,
                _ => &places.transitions,
            };
            all.get(element.index).copied()
        });
        if let Some(range) = range {
            charts.shown.play.on_mark.run(range);
        }
    })
}

/// The states of an object as boxes in boxes.
fn boxes(it: &Drawn) -> AnyView {
    let regions = it.chart.regions.iter().enumerate();
    let top = regions.filter(|it| it.1.owner.is_none()).map(|it| it.0);
    compartments(it, &top.collect::<Vec<_>>())
}

fn compartments(it: &Drawn, all: &[usize]) -> AnyView {
    let one = |&region: &usize| {
        let region = &it.chart.regions[region];
        let name = (!region.name.is_empty())
            .then(|| view! { <span class="nest-name">{region.name.clone()}</span> });
        let inside = region.vertices.iter();
        let inside = inside.filter_map(|&vertex| state(it, vertex));
        view! { <div class="nest-region">{name} <ul>{inside.collect_view()}</ul></div> }
    };
    all.iter().map(one).collect_view().into_any()
}

fn state(it: &Drawn, vertex: usize) -> Option<AnyView> {
    let (marks, mark) = (it.marks, it.mark);
    let state = &it.chart.vertices[vertex];
    if state.shape != VertexShape::State {
        return None;
    }
    let active = move || marks.with(|it| it.is_active(vertex));
    let (soon, chart) = (it.soon.clone(), Arc::clone(&it.chart));
    let soon = move || {
        let badge = soon.of_vertex(&chart, vertex)?;
        Some(view! { <small title=badge.words>" " {badge.text}</small> })
    };
    let inner = (!state.regions.is_empty()).then(|| compartments(it, &state.regions));
    Some(
        view! {
            <li class="nest-state" class:active=active>
                <button
                    type="button"
                    class="link"
                    title=state.path.clone()
                    on:click=move |_| mark.run(Element::state(vertex))
                >
                    {state.title().to_owned()}
                </button>
                {soon}
                {move || active().then(|| view! { <span class="visually-hidden">" (active)"</span> })}
                {inner}
            </li>
        }
        .into_any(),
    )
}
