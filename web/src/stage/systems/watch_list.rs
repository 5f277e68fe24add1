//! The watch list: expressions behind the variables, in every view of the run; and breakpoints, where playing
//! pauses because one has become true.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Range, StructureKind, SystemStepView, SystemView, VariableView, Watched};

use super::Shown;
use crate::state::Page;
use crate::state::stage::simulation::Watch;
use crate::ui::Strong;

/// A watched expression along the run that is shown.
#[derive(Clone, PartialEq)]
pub struct Seen {
    /// What is watched.
    pub watch: Watch,
    /// Its type and values; or what is wrong with it.
    pub values: Result<(String, Vec<String>), String>,
}

/// What an expression is worth along a run of a text, as the kind of model says.
pub type ValuesOf = fn(&str, &str, &[SystemStepView]) -> Result<Watched, String>;

/// What is watched along a run.
pub fn watched(
    page: Page,
    run: Memo<Arc<Vec<SystemStepView>>>,
    values_of: ValuesOf,
) -> Memo<Vec<Seen>> {
    Memo::new(move |_| {
        let run = run.get();
        let text = page.document.revision().get().text;
        let list = page.stage.simulation.watched.get().into_iter();
        let seen = list.map(|watch| Seen {
            values: values_of(&text, &watch.text, &run).map(|it| (it.sort, it.values)),
            watch,
        });
        seen.collect()
    })
}

/// The system with what is watched behind its variables.
pub fn with_watches(system: &Arc<SystemView>, watched: &[Seen]) -> Arc<SystemView> {
    let good = watched
        .iter()
        .filter_map(|it| Some((it, it.values.as_ref().ok()?)));
    let more = good.map(|(it, (sort, _))| VariableView {
        name: it.watch.text.clone(),
        sort: sort.clone(),
        values: Vec::new(),
        before_value: String::new(),
        condition: String::new(),
        member: None,
        control: false,
        range: Range::default(),
    });
    let more: Vec<_> = more.collect();
    if more.is_empty() {
        return Arc::clone(system);
    }
    let mut system = (**system).clone();
    system.variables.extend(more);
    Arc::new(system)
}

/// The run with the values of what is watched.
pub fn along(run: &Arc<Vec<SystemStepView>>, watched: &[Seen]) -> Arc<Vec<SystemStepView>> {
    let good: Vec<_> = watched
        .iter()
        .filter_map(|it| it.values.as_ref().ok())
        .collect();
    if good.is_empty() {
        return Arc::clone(run);
    }
    let mut run = (**run).clone();
    for (_, values) in good {
        for (index, step) in run.iter_mut().enumerate() {
            let value = values.get(index).cloned().unwrap_or_default();
            let before = index.checked_sub(1).and_then(|it| values.get(it));
            if before.is_some_and(|before| *before != value) {
                step.changed.push(step.state.len());
            }
            step.state.push(value);
        }
    }
    Arc::new(run)
}

/// Keeps the player's breakpoints equal to where what is watched for becomes true.
pub fn break_where_true(shown: Shown) {
    let breaks = shown.play.page.stage.simulation.breaks;
    Effect::new(move |_| {
        let mut steps = Vec::new();
        shown.watched.with(|watched| {
            for it in watched.iter().filter(|it| it.watch.stops) {
                let values = it.values.as_ref().map_or(&[][..], |it| &it.1);
                let rises = |at: &usize| values[*at] == "true" && values[at - 1] != "true";
                steps.extend((1..values.len()).filter(rises));
            }
        });
        breaks.set(steps);
    });
    on_cleanup(move || breaks.set(Vec::new()));
}

/// What is watched at the step at hand, and the form that has more watched.
pub fn view(shown: Shown) -> AnyView {
    let list = move || {
        let at = shown.play.at.get();
        let seen = shown.watched.get().into_iter().filter_map(|it| {
            let (sort, values) = it.values.ok()?;
            let value = values.get(at).cloned().unwrap_or_default();
            let buttons = buttons(shown, &it.watch.text, sort == "boolean");
            Some(view! {
                <li>
                    <span class="system-code">{it.watch.text}</span>
                    " = "
                    <b>{value}</b>
                    " "
                    {buttons}
                </li>
            })
        });
        seen.collect_view()
    };
    view! { <ul class="values-watched">{list}</ul> {form(shown)} }.into_any()
}

/// The form, and what is wrong with what it was told.
fn form(shown: Shown) -> AnyView {
    let list = shown.play.page.stage.simulation.watched;
    let text = RwSignal::new(String::new());
    let example = match untrack(|| shown.play.page.kind()) {
        StructureKind::Statecharts => "a.Busy and b.queue.size > 1",
        _ => "x > 3 && !y",
    };
    let add = move || {
        let written = text.get_untracked().trim().to_owned();
        let is_new = list.with_untracked(|list| list.iter().all(|it| it.text != written));
        if !written.is_empty() && is_new {
            list.update(|list| {
                list.push(Watch {
                    text: written,
                    stops: false,
                });
            });
        }
        text.set(String::new());
    };
    let wrong = move || {
        shown.watched.with(|watched| {
            let wrong = watched
                .iter()
                .filter_map(|it| Some((&it.watch, it.values.as_ref().err()?)));
            let line = |(watch, why): (&Watch, &String)| {
                let gone = watch.text.clone();
                view! {
                    <li>
                        <Strong text=why.clone()/>
                        " "
                        <button
                            type="button"
                            class="link"
                            on:click=move |_| list.update(|list| list.retain(|it| it.text != gone))
                        >
                            "Watch it no more"
                        </button>
                    </li>
                }
            };
            wrong.map(line).collect_view()
        })
    };
    view! {
        <form
            class="watch-form"
            on:submit=move |event| {
                event.prevent_default();
                add();
            }
        >
            <label>
                "Watch "
                <input
                    type="text"
                    placeholder=example
                    title="An expression over the variables; it is shown in every view of the run"
                    prop:value=text
                    on:input=move |event| text.set(event_target_value(&event))
                />
            </label>
            <button type="submit" class="button">"Add"</button>
        </form>
        <ul class="watch-wrong" aria-live="polite">{wrong}</ul>
    }
    .into_any()
}

/// What can be done with a watched expression.
fn buttons(shown: Shown, text: &str, is_condition: bool) -> AnyView {
    let list = shown.play.page.stage.simulation.watched;
    let stops = {
        let text = text.to_owned();
        move || list.with(|list| list.iter().any(|it| it.text == text && it.stops))
    };
    let toggle = {
        let text = text.to_owned();
        move |_| {
            list.update(|list| {
                for it in list.iter_mut().filter(|it| it.text == text) {
                    it.stops = !it.stops;
                }
            });
        }
    };
    let gone = text.to_owned();
    let stop = is_condition.then(|| {
        view! {
            <label class="watch-stop" title="Playing pauses where this becomes true">
                <input type="checkbox" prop:checked=stops on:change=toggle/>
                "pause"
            </label>
        }
    });
    view! {
        {stop}
        <button
            type="button"
            class="link"
            aria-label=format!("Watch {text} no more")
            title="Watch it no more"
            on:click=move |_| list.update(|list| list.retain(|it| it.text != gone))
        >
            "×"
        </button>
    }
    .into_any()
}
