//! Elements of SCXML, and what they say.

use std::collections::BTreeSet;

use roxmltree::Node;

use super::chart_text::identifier;
use crate::text::quote;

/// The name of an element.
pub(super) fn tag<'n>(node: Node<'n, '_>) -> &'n str {
    node.tag_name().name()
}

/// Whether an element is a state, pseudostates apart.
pub(super) fn is_state(node: &Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "state" | "parallel" | "final")
}

/// The ids that a transition leads to.
pub(super) fn targets(node: Node<'_, '_>) -> Vec<String> {
    let all = node
        .attribute("target")
        .unwrap_or_default()
        .split_whitespace();
    all.map(str::to_owned).collect()
}

/// A history as the text writes it.
pub(super) fn mark(history: Node<'_, '_>) -> &'static str {
    match history.attribute("type") {
        Some("deep") => "[H*]",
        _ => "[H]",
    }
}

/// What an event descriptor stands for: `error`, `error.` and `error.*` are one, names that begin with `error` and end there or
/// go on after a dot.
pub(super) fn descriptor(name: &str) -> &str {
    name.trim_end_matches(".*").trim_end_matches('.')
}

/// An event as the text writes it: `*` for all, a name with dots in quotes.
pub(super) fn event(name: &str) -> String {
    let name = descriptor(name);
    if matches!(name, "*" | "") {
        return "*".into();
    }
    let plain = identifier(name, &mut BTreeSet::new());
    match plain == name {
        true => plain,
        false => quote(name),
    }
}
