//! The run of a system as a table: a row per step, a column per variable.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{StepTurn, SystemStepView, SystemView, step_numbers};
use lockstep_core::diagram::beside::Beside;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::Shown;
use super::columns::{Columns, columns};
use crate::ui::{NextFrame, focus};

/// Rows that are drawn at most: browsers lay tables out as a whole.
const MOST: usize = 2000;

/// The table.
pub fn view(shown: Shown) -> AnyView {
    let scroller = NodeRef::<html::Div>::new();
    keep_in_view(shown, scroller);
    let table = move || {
        let Columns {
            system,
            run,
            beside,
            ..
        } = columns(shown);
        let heads = system.variables.iter().map(|it| {
            view! { <th scope="col">{it.name.clone()}</th> }
        });
        let current = Selector::new(move || shown.play.at.get());
        let numbers = step_numbers(&run).into_iter();
        let rows = run.iter().zip(numbers).take(MOST).enumerate();
        let rows = rows.map(|(index, (it, number))| {
            let before = index.checked_sub(1).and_then(|at| run.get(at));
            row(
                shown,
                (&system, beside.as_deref()),
                (index, number),
                (it, before.is_some_and(|before| !it.begins_a_step(before))),
                current.clone(),
                scroller,
            )
        });
        let columns = (system.variables.len() + 3).to_string();
        let more = (run.len() > MOST).then(|| {
            view! { <tr><td colspan=columns.clone()>{format!("The first {MOST} steps")}</td></tr> }
        });
        view! {
            <table class="steps">
                <thead>
                    <tr>
                        <th scope="col">"Step"</th>
                        <th scope="col">"Turn"</th>
                        <th scope="col">"What is executed"</th>
                        {heads.collect_view()}
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}{more}</tbody>
            </table>
        }
    };
    view! {
        <div class="steps-pane">
            <div class="steps-scroll" node_ref=scroller>{table}</div>
        </div>
    }
    .into_any()
}

fn row(
    shown: Shown,
    (system, beside): (&SystemView, Option<&Beside>),
    (index, number): (usize, String),
    (it, is_part): (&SystemStepView, bool),
    current: Selector<usize>,
    scroller: NodeRef<html::Div>,
) -> AnyView {
    let turn = it.turn.title().to_owned();
    let fired = it.fired.iter().enumerate();
    let fired = fired.filter_map(|(place, &it)| Some((place, system.operations.get(it)?)));
    let fired = fired.filter(|(_, it)| !it.text.is_empty() && it.parts.is_empty());
    let fired = fired.map(|(place, operation)| {
        // A value that is in no column, because something behind it has overwritten it.
        let passing = it.passing.iter().find(|it| it.0 == place);
        let passing = passing.map(|(_, value)| {
            view! { <small class="passing-value">{format!("gives {value}")}</small> }
        });
        view! { <span class="system-code">{operation.text.clone()} {passing}</span> }
    });
    // What an object does without a transition has no place in the text.
    let silent = (it.fired.is_empty() && it.counts.is_some() && it.turn != StepTurn::Start)
        .then(|| view! { <span class="story-silent">{it.sentence.clone()}</span> });
    let values = it.state.iter().enumerate().map(|(number, value)| {
        let moved = it.changed.contains(&number);
        let other = beside.and_then(|it| it.other(number, index)).map(other);
        let differs = other.is_some();
        view! { <td class:moved=moved class:differs=differs>{value.clone()} {other}</td> }
    });
    let (is_now, stop) = (current.clone(), current);
    let label = format!("{number}, go to this step");
    view! {
        <tr
            data-i=index.to_string()
            class:part=is_part
            aria-current=move || is_now.selected(&index).then_some("step")
            on:click=move |_| shown.step.set(index)
            on:keydown=move |event| walk(&event, index, scroller)
        >
            <th scope="row">
                <button
                    type="button"
                    aria-label=label
                    tabindex=move || if stop.selected(&index) { "0" } else { "-1" }
                >
                    {number}
                </button>
            </th>
            <td>{turn}</td>
            <td class="story">{fired.collect_view()} {silent}</td>
            {values.collect_view()}
        </tr>
    }
    .into_any()
}

/// The value that something has in the other of two runs that are compared.
pub fn other(value: impl Into<String>) -> AnyView {
    let value = value.into();
    view! { <small class="other-value">"other: " {value}</small> }.into_any()
}

/// ↑ and ↓ move the focus among the rows.
fn walk(event: &KeyboardEvent, index: usize, scroller: NodeRef<html::Div>) {
    let next = match event.key().as_str() {
        "ArrowDown" => index + 1,
        "ArrowUp" => index.wrapping_sub(1),
        _ => return,
    };
    event.prevent_default();
    let row = format!("tr[data-i='{next}'] th button");
    focus(
        scroller
            .get_untracked()
            .and_then(|it| it.query_selector(&row).ok()?),
    );
}

/// Scrolls so that the row of the step can be seen below the heads.
fn keep_in_view(shown: Shown, scroller: NodeRef<html::Div>) {
    let frame = NextFrame::new();
    let follow = move || {
        let at = shown.play.at.get_untracked();
        let Some(pane) = scroller.try_get_untracked().flatten() else {
            return;
        };
        let find = |selector: &str| {
            let found = pane.query_selector(selector).ok()??;
            found.dyn_into::<HtmlElement>().ok()
        };
        let (Some(row), Some(head)) = (find(&format!("tr[data-i='{at}']")), find("thead")) else {
            return;
        };
        let top = row.offset_top() - head.offset_height();
        let bottom = row.offset_top() + row.offset_height();
        let (now, room) = (pane.scroll_top(), pane.client_height());
        if top < now {
            pane.set_scroll_top(top);
        } else if bottom > now + room {
            pane.set_scroll_top(bottom - room);
        }
    };
    Effect::new(move |_| {
        // The trait that only tracks has the name of what is drawn here.
        let _ = (shown.play.at.get(), scroller.get());
        frame.run(follow);
    });
}
