//! What was looked at where there is no run to play: how many states are met first after how many steps.

use leptos::prelude::*;
use lockstep_core::api::grouped;
use lockstep_core::diagram::layers::{LayerBar, bars};

use crate::words::counted_large;

/// Bars at most, and so many that each has room for its number of states.
const MOST: usize = 32;
const WITH_COUNTS: usize = 16;

/// The bars; nothing where no states were visited, and of a single layer, of which all is said in words.
pub fn picture(layers: &[u64], step: &str) -> Option<AnyView> {
    if layers.len() < 2 {
        return None;
    }
    let all = bars(layers, MOST);
    let told: Vec<_> = all.iter().map(|it| words(it, step)).collect();
    let label = told.join(", ");
    let has_counts = all.len() <= WITH_COUNTS;
    // Where bars are many, the labels of some say enough.
    let labelled = all.len().div_ceil(WITH_COUNTS);
    let columns = all.into_iter().zip(told).enumerate();
    let columns = columns.map(|(number, (it, words))| {
        let count = has_counts.then(|| view! { <b>{grouped(it.states)}</b> });
        let name = number
            .is_multiple_of(labelled)
            .then(|| it.steps.start().to_string());
        let part = format!("{:.3}", it.height);
        view! {
            <div class="looked-at-bar" title=words>
                <div>{count} <i style=("--part", part)></i></div>
                <span>{name}</span>
            </div>
        }
    });
    Some(
        view! {
            <figure class="looked-at">
                <div class="looked-at-bars" role="img" aria-label=label>{columns.collect_view()}</div>
                <figcaption>{format!("states, by the fewest {step}s that lead there")}</figcaption>
            </figure>
        }
        .into_any(),
    )
}

/// A bar in words.
fn words(it: &LayerBar, step: &str) -> String {
    let states = counted_large(it.states, "state");
    let (from, to) = (*it.steps.start(), *it.steps.end());
    match (from, to) {
        (0, 0) => format!("{states} at the start"),
        (from, to) if from == to => {
            format!("{states} after {}", counted_large(from as u64, step))
        }
        _ => format!("{states} after {from} to {to} {step}s"),
    }
}
