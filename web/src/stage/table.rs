//! The run as a table: a row per step, a column per lifeline, and a search over all of it.
//!
//! The table is built once per answer; a step changes which row is current, a search which are
//! hidden. What the rows tell comes from [`lockstep_core::diagram::table`].

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lockstep_core::diagram::chart::Chart;
use lockstep_core::diagram::{table, text};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::Play;
use super::sequence::follow;
use super::watch::{self, Pin};
use crate::parts::{self, part};
use crate::ui::dom::{add, set};

/// Rows that are drawn at most: browsers lay tables out as a whole.
const MOST: usize = 2000;
/// The rows of steps that a search has left.
const SHOWN: &str = "tr[data-i]:not([hidden])";

/// The table, once the part that draws it is there.
pub fn view(play: Play, told: Memo<Option<Arc<Chart>>>, step: RwSignal<usize>) -> AnyView {
    let draw = move || parts::now(table_pane(play, told, step)).into_any();
    parts::later("The table", fetch, draw)
}

part! {
    views, fetched by fetch;
    fn table_pane(
        play: Play,
        told: Memo<Option<Arc<Chart>>>,
        step: RwSignal<usize>,
    ) -> Result<AnyView, Missing> {
        Ok(pane(play, told, step))
    }
}

/// The table and its search: one element that listens for all that is inside it.
fn pane(play: Play, told: Memo<Option<Arc<Chart>>>, step: RwSignal<usize>) -> AnyView {
    let node = NodeRef::<html::Div>::new();
    let drawn = StoredValue::new(None::<Arc<Chart>>);
    let pins = RwSignal::new(Vec::<Pin>::new());
    let base = RwSignal::new(None::<usize>);
    Effect::new(move |_| {
        let (at, last) = (play.at.get(), play.last.get());
        let (Some(pane), Some(chart)) = (node.get(), told.get()) else {
            return;
        };
        // Only a step has changed where the chart is still the one that the table is of.
        let known =
            drawn.with_value(|drawn| drawn.as_ref().is_some_and(|it| Arc::ptr_eq(it, &chart)));
        if !known {
            // What was pinned or compared was so in another run.
            pins.update_untracked(Vec::clear);
            base.update_untracked(|base| *base = None);
            build(&pane, play, &chart, &[]);
            drawn.set_value(Some(chart));
        }
        mark(&pane, at);
        differ(&pane, play, base.get(), at);
        keep_in_view(&pane, at, at == last);
    });
    let on_input = move |event: web_sys::Event| {
        if let Some(pane) = node.get_untracked() {
            search(&pane, event_target_value(&event).trim());
            mark(&pane, play.at.get_untracked());
        }
    };
    let on_keydown = move |event: KeyboardEvent| {
        if let Some(pane) = node.get_untracked()
            && let Some(next) = key(&pane, &event, play.at.get_untracked())
        {
            step.set(next);
        }
    };
    let on_click = move |event: web_sys::MouseEvent| {
        let Some(pane) = node.get_untracked() else {
            return;
        };
        let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        let closest = |selector| target.as_ref().and_then(|it| it.closest(selector).ok()?);
        if let Some(pin) = closest("[data-pin]").as_ref().and_then(Pin::of) {
            pins.update(|pins| match pins.iter().position(|it| *it == pin) {
                Some(at) => drop(pins.remove(at)),
                None => pins.push(pin.clone()),
            });
            let Some(chart) = drawn.get_value() else {
                return;
            };
            pins.with_untracked(|pins| build(&pane, play, &chart, pins));
            let at = play.at.get_untracked();
            mark(&pane, at);
            differ(&pane, play, base.get_untracked(), at);
            keep_in_view(&pane, at, false);
            let again = |it: &Element| Pin::of(it).as_ref() == Some(&pin);
            if let Some(button) = all(&pane, "[data-pin]").into_iter().find(again) {
                // Fails only for an element that has just been removed.
                let _ = button.unchecked_into::<HtmlElement>().focus();
            }
            return;
        }
        if closest("[data-do=compare]").is_some() {
            let at = play.at.get_untracked();
            return base.update(|base| *base = base.is_none().then_some(at));
        }
        if let Some(index) = row_of(event.target()).as_ref().and_then(index) {
            step.set(index);
        }
    };
    view! {
        <div class="steps-pane" node_ref=node on:input=on_input on:keydown=on_keydown on:click=on_click></div>
    }
    .into_any()
}

/// What a key does: Enter in the search goes round the rows that are shown, ↑ and ↓ move the focus
/// among them. Returns the step to go to.
fn key(pane: &Element, event: &KeyboardEvent, at: usize) -> Option<usize> {
    let shown = all(pane, SHOWN);
    let key = event.key();
    let row = row_of(event.target());
    if row.is_none() {
        let mut steps = shown.iter().filter_map(index);
        let first = steps.next();
        let next = first.into_iter().chain(steps).find(|&it| it > at);
        return next.or(first).filter(|_| key == "Enter");
    }
    let here = shown.iter().position(|it| Some(it) == row.as_ref())?;
    let next = match key.as_str() {
        "ArrowDown" => here + 1,
        "ArrowUp" => here.wrapping_sub(1),
        _ => return None,
    };
    event.prevent_default();
    if let Some(button) = shown.get(next).and_then(|row| all(row, "th button").pop()) {
        // Fails only for an element that has just been removed.
        let _ = button.unchecked_into::<HtmlElement>().focus();
    }
    None
}

/// Builds the table of the answer at hand, in place of what was there.
fn build(pane: &Element, play: Play, chart: &Chart, pins: &[Pin]) {
    pane.set_text_content(None);
    let (Some(outcome), Some(check)) = (play.outcome.get_untracked(), play.check.get_untracked())
    else {
        return;
    };
    let analysis = play.analysis.get_untracked();
    let rows = table::rows(&analysis, &check, chart, &outcome);
    if rows.is_empty() {
        return;
    }
    let find = add(pane, "div", "steps-find", "");
    let input = add(&find, "input", "", "");
    set(&input, "type", "search");
    set(&input, "placeholder", "Find a message or a state");
    set(&input, "aria-label", "Find steps");
    set(&input, "title", "Enter goes to the next step found");
    set(&add(&find, "span", "", ""), "role", "status");
    let compare = add(&find, "button", "button", "");
    set(&compare, "type", "button");
    set(&compare, "data-do", "compare");
    set(
        &add(pane, "div", "steps-compare", ""),
        "aria-live",
        "polite",
    );
    let scroller = add(pane, "div", "steps-scroll", "");
    let steps = add(&scroller, "table", "steps", "");
    add(&steps, "caption", "visually-hidden", "Steps of the run");
    let heads = add(&add(&steps, "thead", "", ""), "tr", "", "");
    let head = |words: &str, pin: Option<Pin>| {
        let words_if = if pin.is_some() { "" } else { words };
        let cell = add(&heads, "th", "", words_if);
        set(&cell, "scope", "col");
        if let Some(pin) = pin {
            watch::button(&cell, &pin, words, pins.contains(&pin));
        }
    };
    head("Step", None);
    for pin in pins {
        let words = match pin {
            Pin::Lifeline(lifeline) => chart.head(*lifeline),
            Pin::Pending(words) => words.clone(),
        };
        head(&words, Some(pin.clone()));
    }
    head("What happens", None);
    let others = (0..chart.lifelines.len()).filter(|&it| !pins.contains(&Pin::Lifeline(it)));
    for lifeline in others.clone() {
        head(&chart.head(lifeline), Some(Pin::Lifeline(lifeline)));
    }
    head("Pending", None);
    let body = add(&steps, "tbody", "", "");
    for (index, row) in rows.iter().take(MOST).enumerate() {
        let line = add(&body, "tr", "", "");
        let index_before = index.checked_sub(1);
        let index = index.to_string();
        set(&line, "data-i", &index);
        let head = add(&line, "th", "", "");
        set(&head, "scope", "row");
        let button = add(&head, "button", "", &index);
        set(&button, "type", "button");
        set(&button, "aria-label", &format!("{index}, go to this step"));
        for pin in pins {
            let now = pin.cell(row);
            let before = index_before.and_then(|before: usize| rows.get(before));
            let same = before.is_none_or(|before| pin.cell(before) == now);
            add(
                &line,
                "td",
                if same { "watched" } else { "watched moved" },
                &now,
            );
        }
        let story = add(&line, "td", "story", "");
        for (number, words) in &row.messages {
            let message = add(&story, "span", "steps-message", "");
            if let Some(number) = number {
                add(&message, "i", "", &format!("{number} "));
            }
            add(&message, "span", "", words);
        }
        sentence(&story, &row.sentence);
        if let Some(earlier) = row.again {
            let words = format!("↺ the same state as after step {earlier}");
            add(&story, "span", "steps-again", &words);
        }
        for cell in others
            .clone()
            .filter_map(|lifeline| row.cells.get(lifeline))
        {
            let moved = if cell.from.is_some() { "moved" } else { "" };
            let place = add(&line, "td", moved, &cell.place);
            if let Some(from) = &cell.from {
                add(&place, "small", "", &format!("before: {from}"));
            }
        }
        let pending = add(&line, "td", "", "");
        for words in &row.pending {
            let pin = Pin::Pending(words.clone());
            watch::button(&pending, &pin, words, pins.contains(&pin));
        }
    }
    if rows.len() > MOST {
        add(&body, "caption", "", &format!("The first {MOST} steps"));
    }
    ending(&body, chart, pins.len());
}

/// The row below the last step where the scenario goes on and the machines cannot.
fn ending(body: &Element, chart: &Chart, pins: usize) {
    let Some(stop) = &chart.stop else { return };
    let Some(row) = chart.rows.get(stop.row) else {
        return;
    };
    let all = chart.rows.iter().filter(|row| row.number.is_some()).count();
    let message = table::message(chart, row);
    let number = row.number.unwrap_or_default();
    let (class, sign) = if stop.wanted {
        ("steps-stop wanted", "✓")
    } else {
        ("steps-stop", "✗")
    };
    let line = add(body, "tr", class, "");
    set(&add(&line, "th", "", sign), "scope", "row");
    let story = add(&line, "td", "", "");
    set(
        &story,
        "colspan",
        &(chart.lifelines.len() + 2 + pins).to_string(),
    );
    let title = format!("Message {number} of {all}, {message}, cannot happen");
    add(&story, "b", "", &title);
    sentence(&story, &stop.reason);
}

/// A sentence with its names set apart.
fn sentence(parent: &Element, words: &str) {
    let whole = add(parent, "span", "", "");
    for (name, part) in text::spans(words) {
        add(&whole, if name { "b" } else { "span" }, "", &part);
    }
}

/// Hides the rows that do not have the words, whatever the case of their Latin letters, and says how
/// many are left.
fn search(pane: &Element, words: &str) {
    let words = words.to_ascii_lowercase();
    let mut some = 0;
    let rows = all(pane, "tbody tr");
    let steps = rows.iter().filter(|row| index(row).is_some()).count();
    for row in rows {
        let text = row.text_content().unwrap_or_default().to_ascii_lowercase();
        let found = text.contains(&words);
        // Fails only for invalid names.
        let _ = row.toggle_attribute_with_force("hidden", !found);
        some += usize::from(found && index(&row).is_some());
    }
    let left = match words.is_empty() {
        true => String::new(),
        false => format!("{some} of {steps} steps"),
    };
    if let Some(status) = all(pane, ".steps-find [role=status]").pop() {
        status.set_text_content(Some(&left));
    }
}

/// Marks the current row, and makes it the one that Tab reaches; the first one shown if it is not.
fn mark(pane: &Element, at: usize) {
    let shown = all(pane, SHOWN);
    let stop = shown.iter().position(|row| index(row) == Some(at));
    let stop = shown.get(stop.unwrap_or(0));
    for row in all(pane, "tr[data-i]") {
        if index(&row) == Some(at) {
            set(&row, "aria-current", "step");
        } else {
            let _ = row.remove_attribute("aria-current");
        }
        let reached = Some(&row) == stop;
        for button in all(&row, "button") {
            set(&button, "tabindex", if reached { "0" } else { "-1" });
        }
    }
}

/// Writes what differs between the step that is held and the current one.
fn differ(pane: &Element, play: Play, base: Option<usize>, at: usize) {
    for row in all(pane, "tr[data-i]") {
        // Fails only for invalid names.
        let _ = row.toggle_attribute_with_force("data-base", base.is_some() && index(&row) == base);
    }
    if let Some(button) = all(pane, "[data-do=compare]").pop() {
        let words = match base {
            None => format!("Compare step {at} with…"),
            Some(base) => format!("Stop comparing with step {base}"),
        };
        button.set_text_content(Some(&words));
    }
    let told = (play.analysis.get_untracked(), play.check.get_untracked());
    if let (Some(strip), (analysis, Some(check)), Some(outcome)) = (
        all(pane, ".steps-compare").pop(),
        told,
        play.outcome.get_untracked(),
    ) {
        watch::compare(&strip, (&analysis, &check, &outcome), base, at);
    }
}

/// Scrolls so that the row of the step can be seen below the heads; after the last step also the
/// row that says why there is no other.
fn keep_in_view(pane: &Element, at: usize, at_end: bool) {
    let find = |selector: &str| {
        let found = all(pane, selector).pop()?;
        Some(found.unchecked_into::<HtmlElement>())
    };
    let row = find(&format!("tr[data-i='{at}']"));
    let (Some(row), Some(head), Some(pane)) = (row, find("thead"), find(".steps-scroll")) else {
        return;
    };
    let ending = find(".steps-stop").filter(|_| at_end);
    let lowest = ending.as_ref().unwrap_or(&row);
    let bottom = f64::from(lowest.offset_top() + lowest.offset_height());
    let top = f64::from(row.offset_top() - head.offset_height());
    let room = f64::from(pane.client_height());
    let y = follow(f64::from(pane.scroll_top()), room, top, bottom);
    pane.scroll_to_with_x_and_y(f64::from(pane.scroll_left()), y);
}

/// The step of a row.
fn index(row: &Element) -> Option<usize> {
    row.get_attribute("data-i")?.parse().ok()
}

/// The row that an event is about.
fn row_of(target: Option<web_sys::EventTarget>) -> Option<Element> {
    let element: Element = target?.dyn_into().ok()?;
    element.closest("tr").ok()?
}

/// The elements inside another that a selector of ours finds.
fn all(parent: &Element, selector: &str) -> Vec<Element> {
    let mut elements = Vec::new();
    if let Ok(list) = parent.query_selector_all(selector) {
        for at in 0..list.length() {
            if let Some(element) = list.get(at) {
                elements.push(element.unchecked_into());
            }
        }
    }
    elements
}
