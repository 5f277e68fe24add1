//! `done.state.ID`: what SCXML raises when a state has come to its end.
//!
//! The definitions raise it where the text knows the event. Transitions that name it make it known; of those that wait for
//! whatever begins alike, `*` or `done.state`, the text does not say which events there are, so these are declared.

use std::collections::BTreeSet;

use roxmltree::Node;

use super::scxml_nodes::{descriptor, is_state, tag};

/// The ends that only the beginning of a name, or `*`, waits for, in the order of the document; linear in its size but for
/// how many different events are waited for.
pub(super) fn heard_by_prefix(root: Node<'_, '_>) -> Vec<String> {
    let transitions = root.descendants().filter(|it| tag(*it) == "transition");
    let names =
        transitions.flat_map(|it| it.attribute("event").unwrap_or_default().split_whitespace());
    let waited: BTreeSet<&str> = names.map(descriptor).collect();
    let hears = |end: &str| {
        let begins = |it: &&&str| {
            end.strip_prefix(**it)
                .is_some_and(|rest| rest.starts_with('.'))
        };
        !waited.contains(end) && (waited.contains("*") || waited.iter().any(|it| begins(&it)))
    };
    let ends = root.descendants().filter(|it| {
        tag(*it) == "parallel" || tag(*it) == "state" && it.children().any(|it| is_state(&it))
    });
    let ends = ends.filter_map(|it| it.attribute("id"));
    ends.map(|it| format!("done.state.{it}"))
        .filter(|it| hears(it))
        .collect()
}
