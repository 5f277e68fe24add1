//! How large a diagram is drawn, and which lifelines are folded: the tools in its corner.
//!
//! Sizes change by buttons, by Ctrl with the wheel (which is also how trackpads report a pinch, and how we pass on
//! that of two fingers, web/js/frame/gestures.js), and by
//! + - 0. The wheel alone always scrolls, so no diagram keeps the page's scroll.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lockstep_core::diagram::chart::Chart;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, WheelEvent};

use crate::ui::dom::{add, set};

/// The sizes, in percent.
const SIZES: [usize; 9] = [40, 50, 67, 80, 100, 125, 150, 200, 300];
/// What the wheel tells of at least, where it has notches.
const NOTCH: f64 = 50.0;
/// Fewer lifelines are not worth folding.
const FEW: usize = 4;

/// How large a diagram is drawn, in percent.
#[derive(Clone, Copy)]
pub struct Zoom(RwSignal<usize>);

/// A change of size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// The next size up.
    Larger,
    /// The next size down.
    Smaller,
    /// As it comes.
    Usual,
    /// This factor, at most as it comes.
    Exactly(f64),
}

impl Zoom {
    /// As it comes.
    pub fn new() -> Self {
        Self(RwSignal::new(100))
    }

    /// The factor, tracked.
    pub fn get(self) -> f64 {
        // A few hundred at most.
        #[allow(clippy::cast_precision_loss)]
        let percent = self.0.get() as f64;
        percent / 100.0
    }

    /// To the next size up or down, or as it comes.
    pub fn change(self, by: Size) {
        let now = self.0.get_untracked();
        let next = match by {
            Size::Larger => SIZES.into_iter().find(|&it| it > now),
            Size::Smaller => SIZES.into_iter().rev().find(|&it| it < now),
            Size::Usual => Some(100),
            // Between the two sizes, so neither negative nor large; a little less, for a scroll bar.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            Size::Exactly(size) => Some((size * 98.0).clamp(40.0, 100.0) as usize),
        };
        if let Some(next) = next {
            self.0.set(next);
        }
    }

    /// What the wheel does with Ctrl held: a notch is a size; trackpads and two fingers, which tell of
    /// less than a notch at a time, change it smoothly.
    pub fn wheel(self, event: &WheelEvent) {
        if !event.ctrl_key() {
            return;
        }
        event.prevent_default();
        let by = event.delta_y();
        if by.abs() < NOTCH {
            let size = 100.0 * untrack(|| self.get()) * (1.0 - by / 100.0);
            // Between the smallest and the largest size.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            self.0.set(size.round().clamp(40.0, 300.0) as usize);
        } else {
            self.change(if by < 0.0 {
                Size::Larger
            } else {
                Size::Smaller
            });
        }
    }
}

/// The names that are folded, and the chart whose lifelines they are.
pub type Folds = (RwSignal<String>, Memo<Option<Arc<Chart>>>);

/// Whether the lifeline of a name is among those that are folded.
pub fn is_folded(folded: &str, name: &str) -> bool {
    folded.lines().any(|line| line == name)
}

/// A further button of the tools: its name, its title and whether it is pressed, and what it does.
pub type Switch = (&'static str, &'static str, Signal<bool>, Callback<()>);

/// The tools of a diagram. `fit` brings the whole into view; a sequence diagram also folds its
/// lifelines.
pub fn tools(
    zoom: Zoom,
    what: &'static str,
    fit: impl Fn() + 'static,
    folds: Option<Folds>,
    switch: Option<Switch>,
) -> AnyView {
    let node = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        let percent = zoom.0.get();
        let lifelines = folds.and_then(|(_, told)| told.get());
        let Some(node) = node.get() else { return };
        draw(&node, what, percent);
        if let Some((name, title, on, _)) = switch {
            press(&node, name, title, on.get());
        }
        if let (Some(chart), Some((folded, _))) = (lifelines, folds) {
            folded.with_untracked(|folded| fold(&node, &chart, folded));
        }
    });
    let click = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        match target.and_then(|it| it.get_attribute("data-do")).as_deref() {
            Some("larger") => zoom.change(Size::Larger),
            Some("smaller") => zoom.change(Size::Smaller),
            Some("fit") => fit(),
            Some("switch") => {
                if let Some((_, _, _, act)) = switch {
                    act.run(());
                }
            }
            _ => {}
        }
    };
    let change = move |event: web_sys::Event| {
        let target = event.target();
        let input: Option<HtmlInputElement> = target.and_then(|it| it.dyn_into().ok());
        if let (Some(input), Some((folded, _))) = (input, folds) {
            let name = input.value();
            let others = folded.get_untracked();
            let mut lines: Vec<_> = others.lines().filter(|line| *line != name).collect();
            if !input.checked() {
                lines.push(&name);
            }
            folded.set(lines.join("\n"));
        }
    };
    view! { <div class="tools" node_ref=node on:click=click on:change=change></div> }.into_any()
}

/// The buttons, built once; then only the figure changes.
fn draw(node: &Element, what: &str, percent: usize) {
    if node.child_element_count() == 0 {
        let zoom = add(node, "div", "zoom", "");
        set(&zoom, "role", "group");
        set(&zoom, "aria-label", &format!("Size of {what}"));
        let titles = ["Smaller", "Fit", "Larger"];
        let keys = ["smaller", "fit", "larger"];
        for ((title, doing), sign) in titles.into_iter().zip(keys).zip(["\u{2212}", "", "+"]) {
            let button = add(&zoom, "button", "", sign);
            set(&button, "type", "button");
            set(&button, "data-do", doing);
            set(&button, "title", title);
            set(&button, "aria-label", &format!("{title} {what}"));
        }
    }
    if let Ok(Some(fit)) = node.query_selector("[data-do=fit]") {
        let words = format!("{percent} %");
        set(&fit, "aria-label", &format!("Fit {what}, now {words}"));
        fit.set_text_content(Some(&words));
    }
}

/// The button that stays pressed.
fn press(node: &Element, name: &str, title: &str, on: bool) {
    let button = match node.query_selector("[data-do=switch]") {
        Ok(Some(button)) => button,
        _ => {
            let group = add(node, "div", "zoom switch", "");
            let button = add(&group, "button", "", name);
            set(&button, "type", "button");
            set(&button, "data-do", "switch");
            set(&button, "title", title);
            button
        }
    };
    set(&button, "aria-pressed", if on { "true" } else { "false" });
}

/// The list of lifelines; it stays open while its boxes are ticked.
fn fold(node: &Element, chart: &Chart, folded: &str) {
    let lifelines = &chart.lifelines;
    let names: Vec<&str> = lifelines.iter().map(|it| &*it.name).collect();
    let key = names.join("\n");
    if let Ok(Some(before)) = node.query_selector(".fold") {
        if before.get_attribute("data-of").as_deref() == Some(&key) {
            return;
        }
        before.remove();
    }
    if names.len() < FEW {
        return;
    }
    let details = add(node, "details", "fold", "");
    set(&details, "data-of", &key);
    add(&details, "summary", "", "Lifelines");
    let list = add(&details, "div", "fold-list", "");
    set(&list, "role", "group");
    set(&list, "aria-label", "Lifelines with their places");
    for name in names {
        let label = add(&list, "label", "", "");
        let input = add(&label, "input", "", "");
        set(&input, "type", "checkbox");
        set(&input, "value", name);
        if !is_folded(folded, name) {
            set(&input, "checked", "");
        }
        add(&label, "span", "", name);
    }
}
