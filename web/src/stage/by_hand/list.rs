//! What stands in the pane: the choices, or why there are none, and what else can be done.

use leptos::prelude::document;
use leptos::prelude::*;
use lockstep_core::api::StepView;
use lockstep_core::diagram::text;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::{Bench, SEED, seed_input};
use crate::state::persist;
use crate::ui::dom::{add, set};

/// Draws the pane anew; the focus stays in it where it was.
pub fn draw(bench: Bench, node: &Element, run: &[StepView]) {
    let focused = document()
        .active_element()
        .filter(|it| node.contains(Some(it)));
    let was_choice = focused
        .as_ref()
        .is_some_and(|it| it.has_attribute("data-i"));
    let doing = focused.and_then(|it| it.get_attribute("data-do"));
    let is_new = node.child_element_count() == 0;
    if is_new {
        frame(node);
    }
    let at = bench.play.at.get_untracked();
    let Some(area) = find(node, ".by-hand-list") else {
        return;
    };
    area.set_text_content(None);
    bench.kit.with_value(|kit| {
        fill(bench, &area, run, at, kit.choices.as_deref());
    });
    if let Some(said) = find(node, ".by-hand-said") {
        let status = bench.search.status.get_untracked();
        let said_now = match status.is_empty() {
            true => bench.said.get_untracked(),
            false => status,
        };
        said.set_text_content(None);
        sentence(&said, &said_now);
        if bench.search.is_under_way() {
            action(&said, "stop", "Stop", "");
        }
    }
    // What was focused may be gone: the next choice is the natural place to go on.
    let to_choices = is_new || was_choice;
    if to_choices && !focus(node, 0) {
        focus_on(find(node, "[data-do=over]"));
    } else if let Some(doing) = doing {
        focus_on(find(node, &format!("[data-do={doing}]")));
    }
}

/// The parts that stay: head, list, status and actions.
fn frame(node: &Element) {
    let head = add(node, "header", "by-hand-head", "");
    add(&head, "h3", "", "By hand");
    action(&head, "over", "Start over", "Back to the start of the run");
    action(&head, "leave", "Leave", "Leave stepping by hand (Esc)");
    add(node, "div", "by-hand-list", "");
    set(&add(node, "p", "by-hand-said", ""), "role", "status");
    let random = add(node, "div", "by-hand-random", "");
    let label = add(&random, "label", "", "Seed ");
    let input = add(&label, "input", "", "");
    set(&input, "type", "text");
    set(&input, "inputmode", "numeric");
    set(&input, "size", "4");
    set(&input, "maxlength", "9");
    set(&input, "title", "The same seed makes the same choices");
    if let Some(input) = seed_input(node) {
        input.set_value(&persist::read(SEED).unwrap_or_else(|| "1".to_owned()));
    }
    action(
        &random,
        "random",
        "Random step",
        "Takes one of these by the seed",
    );
    action(&random, "walk", "Walk on", "Takes up to 20 random steps");
    let keep = add(node, "div", "by-hand-keep", "");
    action(
        &keep,
        "go",
        "Let the solver go on…",
        "Choose states on the cards to get to",
    );
    let words = "Writes the run up to this step into the text";
    action(&keep, "scenario", "Keep as scenario", words);
    let words = "Asks in the text whether this state can be reached";
    action(&keep, "question", "Keep as question", words);
}

/// A button of the pane.
fn action(parent: &Element, doing: &str, label: &str, title: &str) {
    let button = add(parent, "button", "button", label);
    set(&button, "type", "button");
    set(&button, "data-do", doing);
    if !title.is_empty() {
        set(&button, "title", title);
    }
}

fn fill(bench: Bench, area: &Element, run: &[StepView], at: usize, choices: Option<&[StepView]>) {
    let Some(choices) = choices else {
        let words = "There are too many ways to go on to list them. The solver can look for one: \
                     choose where to.";
        add(area, "p", "", words);
        return;
    };
    if run.is_empty() {
        add(area, "p", "", "Mend the errors in the text first.");
        return;
    }
    let here = match at {
        0 => "At the start".to_owned(),
        step => format!("After step {step}"),
    };
    if choices.is_empty() {
        return ending(bench, area, &run[..=at.min(run.len() - 1)], &here);
    }
    let count = match choices.len() {
        1 => "one thing can happen".to_owned(),
        more => format!("{more} things can happen"),
    };
    set(
        &add(area, "p", "", &format!("{here}, {count}:")),
        "role",
        "status",
    );
    let list = add(area, "ol", "", "");
    for (index, step) in choices.iter().enumerate() {
        let button = add(&add(&list, "li", "", ""), "button", "by-hand-choice", "");
        set(&button, "type", "button");
        set(&button, "data-i", &index.to_string());
        set(&button, "tabindex", if index == 0 { "0" } else { "-1" });
        // The choice that was taken before stays in view as such.
        if run.get(at + 1) == Some(step) {
            set(&button, "aria-current", "true");
        }
        sentence(&button, &step.sentence);
    }
}

/// Nothing can happen: an end, or a deadlock with who waits for whom.
fn ending(bench: Bench, area: &Element, run: &[StepView], here: &str) {
    let Some(stuck) = bench.with_tool(|tool| tool.stuck(run)).flatten() else {
        return;
    };
    let head = add(area, "p", "by-hand-end", "");
    set(&head, "role", "status");
    if stuck.terminated {
        let words = "nothing can happen any more: all lifelines are in final states.";
        add(&head, "span", "", &format!("{here}, {words}"));
        return;
    }
    set(&head, "class", "by-hand-end bad");
    add(&head, "b", "", "Deadlock. ");
    add(
        &head,
        "span",
        "",
        &format!("{here}, nothing can happen any more."),
    );
    sentence(&add(area, "p", "", ""), &stuck.waits.sentence);
    let list = add(area, "ul", "", "");
    for line in &stuck.waits.lines {
        sentence(&add(&list, "li", "", ""), line);
    }
}

/// A sentence with its names set apart.
fn sentence(parent: &Element, words: &str) {
    for (name, part) in text::spans(words) {
        add(parent, if name { "b" } else { "span" }, "", &part);
    }
}

/// Moves the focus, and the tab stop, to a choice; false where there is none of that number.
pub fn focus(node: &Element, index: usize) -> bool {
    let Some(choice) = find(node, &format!("[data-i='{index}']")) else {
        return false;
    };
    if let Some(before) = find(node, "[data-i][tabindex='0']") {
        set(&before, "tabindex", "-1");
    }
    set(&choice, "tabindex", "0");
    focus_on(Some(choice));
    true
}

fn focus_on(element: Option<Element>) {
    if let Some(element) = element {
        // Fails only for an element that has just been removed.
        let _ = element.unchecked_into::<HtmlElement>().focus();
    }
}

fn find(node: &Element, selector: &str) -> Option<Element> {
    node.query_selector(selector).ok()?
}
