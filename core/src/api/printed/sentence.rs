//! What printed formulas say and how that compares, in one sentence.

use crate::view::PrintedView;

/// What has no answer within the limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// The printed formulas.
    pub(super) printed: bool,
    /// The definitions.
    pub(super) defined: bool,
}

/// The sentence of a view that is complete but for it. `by` names what the formulas are compared with.
pub(super) fn sentence(view: &PrintedView, open: Open, by: &str) -> String {
    let printed = match (view.k, view.lost) {
        (Some(k), Some(lost)) => format!("found at k = {k}, {} at k = {lost}", view.answer),
        (Some(k), None) => format!("{} at k = {k}", view.answer),
        (None, _) if open.printed => "without an answer within the limits".into(),
        (None, _) => format!("{} at every k up to {}", view.answer, view.up_to),
    };
    let defined = match view.defined_k {
        Some(k) => format!("{} at k = {k}", view.defined),
        None => view.defined.clone(),
    };
    let repairs = match view.repairs.as_slice() {
        [] => "As printed".into(),
        _ if view.all_repairs => "With all repairs".into(),
        [only] => format!("With the repair {only}"),
        some => format!("With the repairs {}", some.join(", ")),
    };
    match &view.difference {
        Some(difference) => format!("{repairs}: {printed}. By {by}: {defined} ({difference})."),
        None if open.defined || open.printed => {
            format!("{repairs}: {printed}. By {by}: {defined}.")
        }
        None => format!("{repairs}: {printed}, as by {by}."),
    }
}
