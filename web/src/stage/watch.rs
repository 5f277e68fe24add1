//! The table's watch list and its comparison of two steps: what is pinned, and what differs.

use leptos::prelude::*;
use lockstep_core::api::{Analysis, CheckView, Outcome};
use lockstep_core::diagram::compare;
use lockstep_core::diagram::table::Row;

/// Something that is watched: it has a column of its own beside the steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pin {
    /// A lifeline.
    Lifeline(usize),
    /// A pending effect, as the table writes it.
    Pending(String),
}

impl Pin {
    /// What stands in its column at a step.
    pub fn cell(&self, row: &Row) -> String {
        match self {
            Self::Lifeline(lifeline) => {
                let cell = row.cells.get(*lifeline);
                cell.map_or_else(String::new, |cell| cell.place.clone())
            }
            Self::Pending(words) => {
                let is_pending = row.pending.contains(words);
                if is_pending { "pending" } else { "" }.to_owned()
            }
        }
    }
}

/// What differs between a step that is held and the current one.
pub fn compare(
    (analysis, check, outcome): (&Analysis, &CheckView, &Outcome),
    base: usize,
    at: usize,
) -> Option<AnyView> {
    let (one, other) = (outcome.trace.get(base)?, outcome.trace.get(at)?);
    if base == at {
        let words = format!("Step {base} is compared with the step you go to.");
        return Some(view! { <p>{words}</p> }.into_any());
    }
    let (places, pending) = compare::steps(analysis, check, one, other);
    let words = if places.is_empty() {
        format!("Steps {base} and {at} are in the same global state.")
    } else {
        format!("From step {base} to step {at}:")
    };
    let places = places.into_iter().map(|it| {
        view! { <li><b>{it.who}</b>{format!(" {} → {}", it.before, it.after)}</li> }
    });
    let pending = pending.into_iter().map(|words| view! { <li>{words}</li> });
    let view = view! {
        <p>{words}</p>
        <ul>{places.collect_view()}{pending.collect_view()}</ul>
    };
    Some(view.into_any())
}
