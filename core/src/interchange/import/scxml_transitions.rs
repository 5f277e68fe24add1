//! Transitions of SCXML, with their targets and executable content.

use std::collections::BTreeSet;

use roxmltree::Node;

use super::Why;
use super::chart_text::{ChartText, identifier};
use super::scxml::{NO_ELEMENT, Reader, VALUES};
use super::scxml_nodes::{self as nodes, event, is_state, mark, tag};
use crate::language::statechart::AROUND;
use crate::text::quote;

const CONDITION: Why =
    Why::lossy("Conditions are of a script language; write a guard in its place.");
const NOTHING: Why = Why::lossy("Without an event and a target it does nothing here.");
const NO_STATE: Why = Why::lossy("There is no state of this id.");
const ERROR: Why =
    Why::wider("Errors are not part of the model: they can come from the environment at any time.");
const FOREIGN: Why = Why::lossy("This is not SCXML: it is shown in the run and does nothing.");
const ELSEWHERE: Why = Why::exact("Sent elsewhere: shown in the run only.");
const COMPUTED: Why = Why::wider(
    "Which event it sends is computed: all that are waited for can come from the environment at any time.",
);
const COMPUTED_INSIDE: Why = Why::lossy("Which event it raises is computed.");
const COMPUTED_PLACE: Why =
    Why::wider("Where it is sent is computed: it can come from the environment at any time.");
const DELAYED: Why =
    Why::wider("Its delay is not taken over: it can come from the environment at any time.");
const CANCEL: Why = Why::wider(
    "Nothing is delayed here, so nothing is cancelled: what it names can come all the same.",
);
const UNDER_CONDITION: Why = Why::lossy("What is done under a condition is left out.");
const BRINGS: Why = Why::exact(
    "What an event brings is not taken over; what reads it is in this report by itself.",
);

impl<'d, 'x> Reader<'d, 'x> {
    pub(super) fn transition(
        &mut self,
        state: Node<'d, 'x>,
        node: Node<'d, 'x>,
        out: &mut ChartText,
    ) {
        if self.is_removed(node) {
            return;
        }
        let around = out.source.replace(node.range().start);
        self.transition_in(state, node, out);
        out.source = around;
    }

    fn transition_in(&mut self, state: Node<'d, 'x>, node: Node<'d, 'x>, out: &mut ChartText) {
        let source = self.name(state);
        let names = node.attribute("event").unwrap_or_default();
        for name in names.split_whitespace() {
            self.events.wait_for(name);
            if name.split('.').next() == Some("error") {
                self.leave_out(node, name, ERROR);
            }
        }
        let events: Vec<_> = names.split_whitespace().map(event).collect();
        let mut label = events.join(", ");
        if let Some(condition) = node.attribute("cond") {
            self.leave_out(node, &format!("cond=\"{condition}\""), CONDITION);
        }
        let actions = self.actions(node);
        if !actions.is_empty() {
            label.push_str(&format!(" / {}", actions.join("; ")));
        }
        let targets = self.all_targets(node);
        if targets.is_empty() {
            return match events.is_empty() {
                true => self.leave_out(node, "<transition>", NOTHING),
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
                    all.push(format!("{owner_name}.{AROUND}{child}{mark}"));
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
        self.leave_out(node, id, NO_STATE);
        identifier(id, &mut BTreeSet::new())
    }

    /// Executable content, as far as it needs no script language.
    pub(super) fn actions(&mut self, node: Node<'d, 'x>) -> Vec<String> {
        let mut actions = Vec::new();
        for child in node.children().filter(Node::is_element) {
            let what = format!("<{}>", tag(child));
            let is_foreign = child.tag_name().namespace() != node.tag_name().namespace();
            match (tag(child), child.attribute("event")) {
                _ if is_foreign => {
                    actions.push(format!("trace({})", quote(&what)));
                    self.leave_out(child, &what, FOREIGN);
                }
                ("log", _) => {
                    let text = child
                        .attribute("label")
                        .or(child.attribute("expr"))
                        .unwrap_or_default();
                    actions.push(format!("trace({})", quote(text)));
                }
                ("raise", Some(name)) => {
                    self.events.send(name);
                    actions.push(format!("self.{}()", event(name)));
                }
                ("send", name) => actions.extend(self.send(child, name)),
                ("cancel", _) => self.leave_out(child, &what, CANCEL),
                ("assign" | "script", _) => self.leave_out(child, &what, VALUES),
                ("if" | "foreach", _) => {
                    let mut inside = child.descendants();
                    let does = inside.any(|it| matches!(tag(it), "raise" | "send" | "log"));
                    self.leave_out(child, &what, if does { UNDER_CONDITION } else { VALUES });
                }
                _ => self.leave_out(child, &what, NO_ELEMENT),
            }
        }
        actions
    }

    /// What is sent: to the session itself, at once or later, or to another session.
    fn send(&mut self, send: Node<'d, 'x>, name: Option<&str>) -> Option<String> {
        let is_scxml =
            |it: &str| it == "scxml" || it.trim_end_matches('/').ends_with("#SCXMLEventProcessor");
        let has = |it: &str| send.attribute(it).is_some();
        let target = send.attribute("target");
        let is_internal = target == Some("#_internal");
        let to_itself = target.is_none_or(|it| it == "#_internal")
            && send.attribute("type").is_none_or(is_scxml);
        if !to_itself {
            let name = name.unwrap_or("something");
            let target = target.or(send.attribute("type")).unwrap_or_default();
            self.leave_out(send, "<send>", ELSEWHERE);
            return Some(format!(
                "trace({})",
                quote(&format!("send {name} to {target}"))
            ));
        }
        let Some(name) = name else {
            let why = if is_internal {
                COMPUTED_INSIDE
            } else {
                COMPUTED
            };
            self.events.send_any();
            self.leave_out(send, "<send>", why);
            return None;
        };
        let is_now = send.attribute("delay").is_none_or(is_zero) && !has("delayexpr");
        if has("targetexpr") || has("typeexpr") || !is_now {
            let why = if is_now { COMPUTED_PLACE } else { DELAYED };
            self.events.send_later(name);
            self.leave_out(send, "<send>", why);
            return None;
        }
        self.events.send(name);
        if send.children().any(|it| it.is_element()) || has("namelist") {
            self.leave_out(send, "<send>", BRINGS);
        }
        let to = if is_internal { "self" } else { "m" };
        Some(format!("{to}.{}()", event(name)))
    }
}

/// Whether a delay is none: `0s`, `0ms`.
fn is_zero(delay: &str) -> bool {
    let number = delay.trim().trim_end_matches(|it: char| it.is_alphabetic());
    number.parse() == Ok(0.0_f64)
}
