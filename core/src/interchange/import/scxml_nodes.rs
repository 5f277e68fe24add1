//! Elements of SCXML, and what they say; and how deep they are nested, before anything walks through them.

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

/// How deep the elements of a text are nested at most. Linear, without recursion; what is no XML counts as it looks.
pub(super) fn nesting(xml: &str) -> usize {
    let (mut rest, mut depth, mut deepest) = (xml, 0_usize, 0);
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        let past = |begin: usize, end: &str| {
            let found = rest.get(begin..).and_then(|it| it.find(end));
            found.map_or(rest.len(), |at| begin + at + end.len())
        };
        let end = if rest.starts_with("<!--") {
            past(4, "-->")
        } else if rest.starts_with("<![CDATA[") {
            past(9, "]]>")
        } else if rest.starts_with("<?") {
            past(2, "?>")
        } else {
            let end = past_tag(rest);
            if rest.starts_with("</") {
                depth = depth.saturating_sub(1);
            } else if !rest[..end].ends_with("/>") {
                depth += 1;
                deepest = deepest.max(depth);
            }
            end
        };
        rest = &rest[end..];
    }
    deepest
}

/// Where the tag ends that a text begins with; a `>` between quotes ends none.
fn past_tag(text: &str) -> usize {
    let mut quote = None;
    for (at, it) in text.char_indices() {
        match quote {
            Some(open) if it == open => quote = None,
            Some(_) => {}
            None if matches!(it, '"' | '\'') => quote = Some(it),
            None if it == '>' => return at + 1,
            None => {}
        }
    }
    text.len()
}
