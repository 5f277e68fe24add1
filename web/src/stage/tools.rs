//! How large a diagram is drawn, and which lifelines are folded: the tools in its corner.
//!
//! Sizes change by buttons, by Ctrl with the wheel (which is also how trackpads report a pinch, and how we pass on
//! that of two fingers, web/js/frame/gestures.js), and by
//! + - 0. The wheel alone always scrolls, so no diagram keeps the page's scroll.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::diagram::chart::Chart;
use web_sys::WheelEvent;

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
pub type Folds = (RwSignal<BTreeSet<String>>, Memo<Option<Arc<Chart>>>);

/// The tools of a diagram. `fit` brings the whole into view; a sequence diagram also folds its
/// lifelines.
pub fn tools(
    zoom: Zoom,
    what: &'static str,
    fit: impl Fn() + 'static,
    folds: Option<Folds>,
) -> AnyView {
    let percent = move || format!("{} %", zoom.0.get());
    let change = move |by: Size, title: &'static str, sign: &'static str| {
        view! {
            <button
                type="button"
                title=title
                aria-label=format!("{title} {what}")
                on:click=move |_| zoom.change(by)
            >
                {sign}
            </button>
        }
    };
    view! {
        <div class="tools">
            <div class="zoom" role="group" aria-label=format!("Size of {what}")>
                {change(Size::Smaller, "Smaller", "\u{2212}")}
                <button
                    type="button"
                    class="zoom-fit"
                    title="Fit"
                    aria-label=move || format!("Fit {what}, now {}", percent())
                    on:click=move |_| fit()
                >
                    {percent}
                </button>
                {change(Size::Larger, "Larger", "+")}
            </div>
            {folds.map(|(folded, chart)| fold_list(folded, chart))}
        </div>
    }
    .into_any()
}

/// The list of lifelines; it stays open while its boxes are ticked.
fn fold_list(folded: RwSignal<BTreeSet<String>>, chart: Memo<Option<Arc<Chart>>>) -> AnyView {
    let names = Memo::new(move |_| {
        chart.with(|chart| {
            let lifelines = chart.iter().flat_map(|chart| &chart.lifelines);
            lifelines.map(|it| it.name.clone()).collect::<Vec<_>>()
        })
    });
    let item = move |name: String| {
        let shown = {
            let name = name.clone();
            move || folded.with(|folded| !folded.contains(&name))
        };
        let words = name.clone();
        let change = move |event| {
            folded.update(|folded| {
                if event_target_checked(&event) {
                    folded.remove(&name);
                } else {
                    folded.insert(name.clone());
                }
            });
        };
        view! {
            <label>
                <input type="checkbox" prop:checked=shown on:change=change/>
                <span>{words}</span>
            </label>
        }
    };
    let list = move |names: Vec<String>| {
        view! {
            <details class="fold">
                <summary>"Lifelines"</summary>
                <div class="fold-list" role="group" aria-label="Lifelines with their places">
                    {names.into_iter().map(item).collect_view()}
                </div>
            </details>
        }
    };
    // Other lifelines are another list: what changes inside a closed one Chromium does not always draw.
    let lists = move || Some(names.get()).filter(|names| names.len() >= FEW);
    view! { <For each=lists key=Vec::clone children=list/> }.into_any()
}
