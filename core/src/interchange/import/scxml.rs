//! State machines in SCXML (W3C, 2015), flat and nested, without a script language, as statecharts.
//!
//! A child of `<parallel>` becomes the state of a region; several targets become a fork; the history of a parallel becomes a fork
//! to the histories of its regions; a transition without a target is internal. `<raise>` is `self.e()`, and what `<send>` sends to
//! its own session waits behind what came before, as what the object sends to itself by its name does. What is left out is
//! told with its place and why. Events that a transition waits for and that the document does not send come from the environment.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};

use super::chart_text::{ChartText, identifier, without_errors};
use super::scxml_ends::heard_by_prefix;
use super::scxml_events::Events;
use super::scxml_nodes::{event, is_state, mark, nesting, tag, targets};
use super::{Imported, LeftOut, Why};
use crate::language::statechart::AROUND;
use crate::text::quote;

/// Reads a text as SCXML.
///
/// # Errors
/// Says why it is none.
pub(super) fn read(xml: &str) -> Result<Imported, String> {
    if nesting(xml) > MOST_ELEMENTS {
        return Err(format!(
            "elements are nested more than {MOST_ELEMENTS} levels deep"
        ));
    }
    let options = roxmltree::ParsingOptions {
        // Entities could hide how deep it is nested and how long it is.
        allow_dtd: false,
        nodes_limit: 200_000,
    };
    let document = Document::parse_with_options(xml, options).map_err(|error| match error {
        roxmltree::Error::DtdDetected => {
            "document types are not read: leave `<!DOCTYPE` out".into()
        }
        error => format!("this is no XML: {error}"),
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "scxml" {
        return Err(format!(
            "this is no SCXML: it begins with `<{}>`",
            root.tag_name().name()
        ));
    }
    if !root.children().any(|it| is_state(&it)) {
        return Err("there is no state in it".into());
    }
    let mut left_out = Vec::new();
    let (text, removed) = without_errors(|removed| {
        let mut reader = Reader {
            document: &document,
            removed: removed.keys().copied().collect(),
            states: BTreeMap::new(),
            names: BTreeSet::new(),
            events: Events::default(),
            left_out: Vec::new(),
            forks: Vec::new(),
        };
        let out = reader.written(root)?;
        left_out = reader.left_out;
        Ok((out.text, out.sources))
    })?;
    let whole = document.input_text();
    for (start, code) in removed {
        let line = document.text_pos_at(start).row;
        let start = start - usize::from(!whole[start..].starts_with('<'));
        let what = whole[start..].lines().next().unwrap_or_default();
        let line = usize::try_from(line).unwrap_or(0);
        left_out.push(LeftOut::new(line, what, why(code)));
    }
    Ok(Imported::new(text, left_out))
}

/// Why our language does not take an element.
fn why(code: &str) -> Why {
    Why::lossy(match code {
        "nested-too-deeply" => "States are nested too deeply here.",
        "across-regions" => "It leads from one region to another that runs beside it.",
        it if it.contains("fork") => {
            "Several targets are in different regions of one parallel state; here they are not."
        }
        it if it.contains("history") => "This state has no such history.",
        it if it.starts_with("unknown") => "It leads to nothing that is in the text.",
        _ => "Our language does not take this here.",
    })
}

/// How deep states can be nested.
const MOST_NESTED: usize = 100;
/// How deep elements can be nested, with what stands in states: reading them is recursive.
const MOST_ELEMENTS: usize = 400;

const NOT_IN_STATE: Why = Why::lossy("A transition begins at a state; put a state around all.");
const IN_FINAL: Why =
    Why::lossy("A final state does nothing here; let the transition that leads to it do so.");
const IN_HISTORY: Why = Why::lossy("Nothing is done on the way from a history to its default.");
pub(super) const VALUES: Why =
    Why::wider("Values are not taken over: what depends on them is in this report by itself.");
const INVOKED: Why = Why::wider(
    "The invoked service is not part of the model: what it sends can come from the environment at any time.",
);
pub(super) const NO_ELEMENT: Why = Why::lossy("This is no element of SCXML that is read here.");

/// A document while it is read.
pub(super) struct Reader<'d, 'x> {
    pub(super) document: &'d Document<'x>,
    /// Where the elements begin that our language does not take.
    pub(super) removed: BTreeSet<usize>,
    /// The states, pseudostates included, by their ids.
    pub(super) states: BTreeMap<String, State<'d, 'x>>,
    pub(super) names: BTreeSet<String>,
    pub(super) events: Events,
    pub(super) left_out: Vec<LeftOut>,
    /// The forks of transitions with several targets.
    pub(super) forks: Vec<Fork<'d, 'x>>,
}

/// A fork in place of several targets.
#[derive(Clone)]
pub(super) struct Fork<'d, 'x> {
    pub(super) transition: Node<'d, 'x>,
    /// The innermost state with one region that contains the source and all targets: the fork stands there.
    pub(super) place: Node<'d, 'x>,
    pub(super) name: String,
}

#[derive(Clone)]
pub(super) struct State<'d, 'x> {
    pub(super) node: Node<'d, 'x>,
    /// As the text writes it.
    pub(super) name: String,
}

impl<'d, 'x> Reader<'d, 'x> {
    /// The text of all.
    fn written(&mut self, root: Node<'d, 'x>) -> Result<ChartText, String> {
        self.collect(root, 0)?;
        self.find_forks(root);
        self.left_out(root);
        for transition in root.children().filter(|it| tag(*it) == "transition") {
            self.leave_out(transition, "<transition>", NOT_IN_STATE);
        }
        let mut out = ChartText::default();
        for end in heard_by_prefix(root) {
            out.line(&format!("signal {}", quote(&end)));
        }
        let name = root.attribute("name").unwrap_or("Machine");
        let chart = identifier(name, &mut BTreeSet::new());
        out.open(&format!("statechart {chart}"));
        self.composite(root, &mut out);
        out.close();
        out.open("system");
        out.line(&format!("m : {chart}"));
        let coming = self.events.outside_names();
        if !coming.is_empty() {
            let coming: Vec<_> = coming.iter().map(|it| event(it)).collect();
            out.line(&format!("environment sends {} to m", coming.join(", ")));
        }
        out.line("semantics scxml");
        out.close();
        Ok(out)
    }

    /// Whether our language does not take an element.
    pub(super) fn is_removed(&self, node: Node<'_, '_>) -> bool {
        self.removed.contains(&node.range().start)
    }

    /// Tells what is left out, once for each place and reason.
    pub(super) fn leave_out(&mut self, node: Node<'_, '_>, what: &str, why: Why) {
        let line = self.document.text_pos_at(node.range().start).row;
        let it = LeftOut::new(usize::try_from(line).unwrap_or(0), what, why);
        if !self.left_out.contains(&it) {
            self.left_out.push(it);
        }
    }

    /// Gives every state a name.
    fn collect(&mut self, node: Node<'d, 'x>, depth: usize) -> Result<(), String> {
        if depth > MOST_NESTED {
            return Err(format!(
                "states are nested more than {MOST_NESTED} levels deep"
            ));
        }
        for child in node
            .children()
            .filter(|it| is_state(it) || tag(*it) == "history")
        {
            let place = child.range().start;
            let id = child
                .attribute("id")
                .map_or_else(|| format!("anonymous{place}"), str::to_owned);
            let name = identifier(&id, &mut self.names);
            if self
                .states
                .insert(id.clone(), State { node: child, name })
                .is_some()
            {
                return Err(format!("two states have the id `{id}`"));
            }
            self.collect(child, depth + 1)?;
        }
        Ok(())
    }

    fn find_forks(&mut self, root: Node<'d, 'x>) {
        for transition in root.descendants().filter(|it| tag(*it) == "transition") {
            let Some(source) = transition.parent().filter(is_state) else {
                continue;
            };
            let targets = self.all_targets(transition);
            if targets.len() < 2 {
                continue;
            }
            let nodes: Vec<_> = super::scxml_nodes::targets(transition)
                .iter()
                .filter_map(|it| self.states.get(it))
                .map(|it| it.node)
                .collect();
            let contains = |it: &Node<'_, '_>| {
                nodes
                    .iter()
                    .all(|node| node.ancestors().skip(1).any(|outer| outer == *it))
            };
            // One that is internal stays inside of its source where that is not parallel.
            let outside = usize::from(transition.attribute("type") != Some("internal"));
            let mut around = source
                .ancestors()
                .skip(outside)
                .filter(|it| matches!(tag(*it), "state" | "scxml"));
            let place = around.find(contains).unwrap_or(root);
            let name = identifier(&format!("fork{}", self.forks.len() + 1), &mut self.names);
            self.forks.push(Fork {
                transition,
                place,
                name,
            });
        }
    }

    pub(super) fn name(&self, node: Node<'_, '_>) -> String {
        let found = self.states.values().find(|it| it.node.id() == node.id());
        found.map_or(String::new(), |it| it.name.clone())
    }

    /// What is inside of a state or of the whole.
    fn composite(&mut self, node: Node<'d, 'x>, out: &mut ChartText) {
        let children: Vec<_> = node.children().filter(is_state).collect();
        if tag(node) == "parallel" {
            for child in &children {
                let name = self.name(*child);
                out.open(&format!("region {AROUND}{name}"));
                out.line(&format!("[*] --> {name}"));
                self.region_history(node, *child, out);
                self.state(*child, out);
                out.close();
            }
        } else {
            // Where it begins is no element: the character behind that of its state stands for it.
            let place = node.range().start + 1;
            if !self.removed.contains(&place) {
                let around = out.source.replace(place);
                if let Some(initial) = self.initial(node, &children, out) {
                    let effect = self.initial_effect(node);
                    out.line(&format!("[*] --> {initial}{effect}"));
                }
                out.source = around;
            }
            for fork in self.forks.clone().into_iter().filter(|it| it.place == node) {
                if self.is_removed(fork.transition) {
                    continue;
                }
                let source = fork.transition.range().start;
                out.line_of(source, &format!("state {} <<fork>>", fork.name));
                for target in self.all_targets(fork.transition) {
                    out.line_of(source, &format!("{} --> {target}", fork.name));
                }
            }
            for history in node.children().filter(|it| tag(*it) == "history") {
                if self.is_removed(history) {
                    continue;
                }
                self.silent_defaults(history);
                let mark = mark(history);
                for target in history.children().flat_map(|it| targets(it)) {
                    let target = self.target(&target, history);
                    out.line_of(history.range().start, &format!("{mark} --> {target}"));
                }
            }
            for child in children {
                self.state(child, out);
            }
        }
    }

    /// The history of a parallel is one for each of its regions, with the part of its default that is in the region.
    fn region_history(&mut self, parallel: Node<'d, 'x>, child: Node<'d, 'x>, out: &mut ChartText) {
        for history in parallel.children().filter(|it| tag(*it) == "history") {
            for target in history.children().flat_map(|it| targets(it)) {
                let inside = self
                    .states
                    .get(&target)
                    .is_some_and(|it| it.node.ancestors().any(|it| it == child));
                if inside && !self.is_removed(history) {
                    self.silent_defaults(history);
                    let name = self.target(&target, history);
                    let line = format!("{} --> {name}", mark(history));
                    out.line_of(history.range().start, &line);
                }
            }
        }
    }

    /// Tells what the default of a history would do.
    fn silent_defaults(&mut self, history: Node<'d, 'x>) {
        let ways = history.children().filter(|it| tag(*it) == "transition");
        for child in ways.flat_map(|it| it.children()).filter(Node::is_element) {
            self.leave_out(child, &format!("<{}>", tag(child)), IN_HISTORY);
        }
    }

    fn initial(
        &mut self,
        node: Node<'d, 'x>,
        children: &[Node<'d, 'x>],
        out: &mut ChartText,
    ) -> Option<String> {
        let written = node
            .attribute("initial")
            .map(|it| it.split_whitespace().map(str::to_owned).collect());
        let element = || {
            let initial = node.children().find(|it| tag(*it) == "initial")?;
            let all: Vec<String> = initial.children().flat_map(|it| targets(it)).collect();
            Some(all)
        };
        let all: Vec<String> = written.or_else(element).unwrap_or_default();
        match &all[..] {
            [] => children.first().map(|it| self.name(*it)),
            [only] => {
                // The history of the state itself is known by its mark.
                let history = self
                    .states
                    .get(only)
                    .map(|it| it.node)
                    .filter(|it| tag(*it) == "history");
                match history {
                    Some(history) if history.parent() == Some(node) => {
                        Some(mark(history).to_owned())
                    }
                    _ => Some(self.target(only, node)),
                }
            }
            several => Some(self.fork_of(node, several, out)),
        }
    }

    /// Several initial states are entered by a fork.
    fn fork_of(&mut self, node: Node<'d, 'x>, targets: &[String], out: &mut ChartText) -> String {
        let fork = identifier("fork", &mut self.names);
        out.line(&format!("state {fork} <<fork>>"));
        for target in targets {
            let target = self.target(target, node);
            out.line(&format!("{fork} --> {target}"));
        }
        fork
    }

    /// What happens on the way to the initial state, as a label.
    fn initial_effect(&mut self, node: Node<'d, 'x>) -> String {
        let element = node.children().find(|it| tag(*it) == "initial");
        let ways = element.into_iter().flat_map(|it| it.children());
        let ways = ways.filter(|it| tag(*it) == "transition");
        let actions: Vec<_> = ways.flat_map(|it| self.actions(it)).collect();
        match actions.is_empty() {
            true => String::new(),
            false => format!(" : / {}", actions.join("; ")),
        }
    }

    fn state(&mut self, node: Node<'d, 'x>, out: &mut ChartText) {
        if self.is_removed(node) {
            return;
        }
        let around = out.source.replace(node.range().start);
        self.state_in(node, out);
        out.source = around;
    }

    fn state_in(&mut self, node: Node<'d, 'x>, out: &mut ChartText) {
        let name = self.name(node);
        let id = node.attribute("id").unwrap_or(&name).to_owned();
        let label = if id == name {
            String::new()
        } else {
            format!(" as {}", quote(&id))
        };
        if tag(node) == "final" {
            for child in node.children().filter(Node::is_element) {
                let why = match tag(child) {
                    "donedata" => VALUES,
                    _ => IN_FINAL,
                };
                self.leave_out(child, &format!("<{}>", tag(child)), why);
            }
            return out.line(&format!("state {name}{label} <<final>>"));
        }
        let mut inner = ChartText {
            level: out.level + 1,
            source: out.source,
            ..ChartText::default()
        };
        for moment in ["entry", "exit"] {
            let wanted = format!("on{moment}");
            for behaviour in node.children().filter(|it| tag(*it) == wanted) {
                if self.is_removed(behaviour) {
                    continue;
                }
                let actions = self.actions(behaviour);
                if !actions.is_empty() {
                    let line = format!("{moment} / {}", actions.join("; "));
                    inner.line_of(behaviour.range().start, &line);
                }
            }
        }
        self.composite(node, &mut inner);
        let head = format!("state {name}{label}");
        out.block(&head, &inner);
        for transition in node.children().filter(|it| tag(*it) == "transition") {
            self.transition(node, transition, out);
        }
        self.left_out(node);
    }

    /// What stands beside states, transitions and behaviours.
    fn left_out(&mut self, node: Node<'d, 'x>) {
        for child in node.children().filter(Node::is_element) {
            let known = [
                "state",
                "parallel",
                "final",
                "history",
                "initial",
                "transition",
                "onentry",
                "onexit",
            ];
            if !known.contains(&tag(child)) {
                let why = match tag(child) {
                    "datamodel" | "script" => VALUES,
                    "invoke" => INVOKED,
                    _ => NO_ELEMENT,
                };
                self.leave_out(child, &format!("<{}>", tag(child)), why);
            }
        }
    }
}
