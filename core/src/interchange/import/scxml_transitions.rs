//! Transitions of SCXML, with their targets and executable content.

use std::collections::BTreeSet;

use roxmltree::Node;

use super::chart_text::{ChartText, identifier};
use super::scxml::Reader;
use super::scxml_nodes::{self as nodes, event, is_state, mark, tag};
use crate::text::quote;

impl<'d, 'x> Reader<'d, 'x> {
    pub(super) fn transition(
        &mut self,
        state: Node<'d, 'x>,
        node: Node<'d, 'x>,
        out: &mut ChartText,
    ) {
        let source = self.name(state);
        let names = node.attribute("event").unwrap_or_default();
        let events: Vec<_> = names.split_whitespace().map(event).collect();
        let mut label = events.join(", ");
        if let Some(condition) = node.attribute("cond") {
            self.leave_out(
                node,
                &format!("cond=\"{condition}\""),
                "Conditions are of a script language; write a guard in its place.",
            );
        }
        let actions = self.actions(node);
        if !actions.is_empty() {
            label.push_str(&format!(" / {}", actions.join("; ")));
        }
        let targets = self.all_targets(node);
        if targets.is_empty() {
            return match events.is_empty() {
                true => self.leave_out(
                    node,
                    "<transition>",
                    "Without an event and a target it does nothing here.",
                ),
                false => out.line(&format!("{source} : {}", label.trim())),
            };
        }
        let label = if label.is_empty() {
            label
        } else {
            format!(" : {}", label.trim())
        };
        // An internal transition is one only where it leads to what is inside of its source.
        let is_inside = |id: &String| {
            let target = self.states.get(id);
            target.is_some_and(|it| it.node.ancestors().skip(1).any(|it| it == state))
        };
        let is_local = node.attribute("type") == Some("internal")
            && tag(state) == "state"
            && nodes::targets(node).iter().all(is_inside);
        let fork = self.forks.iter().find(|it| it.transition == node);
        let local = if is_local { " <<local>>" } else { "" };
        let target = match (&targets[..], fork) {
            ([only], _) => only.clone(),
            (_, fork) => fork.map_or(String::new(), |it| it.name.clone()),
        };
        out.line(&format!("{source} --> {target}{local}{label}"));
    }

    /// The targets of a transition as the text writes them; the history of a parallel is one for each region.
    pub(super) fn all_targets(&mut self, node: Node<'d, 'x>) -> Vec<String> {
        let mut all = Vec::new();
        for id in nodes::targets(node) {
            let known = self.states.get(&id).cloned();
            let Some(history) = known.filter(|it| tag(it.node) == "history") else {
                all.push(self.target(&id, node));
                continue;
            };
            let Some(owner) = history.node.parent() else {
                continue;
            };
            let (owner_name, mark) = (self.name(owner), mark(history.node));
            if tag(owner) == "parallel" {
                for child in owner.children().filter(is_state) {
                    let child = self.name(child);
                    all.push(format!("{owner_name}.r_{child}{mark}"));
                }
            } else {
                all.push(format!("{owner_name}{mark}"));
            }
        }
        all
    }

    pub(super) fn target(&mut self, id: &str, node: Node<'_, '_>) -> String {
        if let Some(known) = self.states.get(id) {
            return known.name.clone();
        }
        self.leave_out(node, id, "There is no state of this id.");
        identifier(id, &mut BTreeSet::new())
    }

    /// Executable content, as far as it needs no script language.
    pub(super) fn actions(&mut self, node: Node<'d, 'x>) -> Vec<String> {
        let mut actions = Vec::new();
        for child in node.children().filter(Node::is_element) {
            match (tag(child), child.attribute("event")) {
                ("log", _) => {
                    let text = child
                        .attribute("label")
                        .or(child.attribute("expr"))
                        .unwrap_or_default();
                    actions.push(format!("trace({})", quote(text)));
                }
                ("raise", Some(name)) => actions.push(format!("self.{}()", event(name))),
                ("send", Some(name)) if is_to_itself(child) => {
                    let internal = child.attribute("target").is_some();
                    let to = if internal { "self" } else { "m" };
                    actions.push(format!("{to}.{}()", event(name)));
                }
                (name, _) => {
                    self.leave_out(
                        child,
                        &format!("<{name}>"),
                        "There is no script language here.",
                    );
                }
            }
        }
        actions
    }
}

/// Whether what is sent goes to the session itself, at once: to its internal queue where it says so.
fn is_to_itself(send: Node<'_, '_>) -> bool {
    let elsewhere = ["targetexpr", "delay", "delayexpr", "type", "typeexpr"];
    elsewhere.iter().all(|it| send.attribute(*it).is_none())
        && send.attribute("target").is_none_or(|it| it == "#_internal")
}
