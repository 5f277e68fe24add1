//! A machine as a layout engine sees it: boxes and labelled edges with their sizes.
//!
//! Nodes are listed breadth first from the initial state and edges in the order of the text:
//! engines that keep the model order then draw the flow as the author thinks of it, and the same
//! text always gives the same picture. What the engine answers becomes a [`super::drawing`].

use std::collections::VecDeque;
use std::fmt::Write as _;

use super::text::{self, LABEL, STATE};
use super::{Point, words};
use crate::system::Element;
use crate::view::MachineView;

/// Height of a state's box.
pub const STATE_HEIGHT: f64 = 26.0;
/// Height of one line of a transition's label.
pub const LABEL_HEIGHT: f64 = 14.0;
/// Diameter of the initial dot.
pub const INITIAL_SIZE: f64 = 10.0;
/// Diameter of the final mark.
pub const FINAL_SIZE: f64 = 16.0;
/// States and transitions above which a picture would be neither readable nor quick.
pub const LARGEST: usize = 160;

const STATE_PADDING: f64 = 11.0;
const LONGEST_STATE: f64 = 190.0;
const LONGEST_LABEL: f64 = 120.0;

/// What a box of the graph stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The initial dot.
    Initial,
    /// A state.
    Element(Element),
    /// The final mark of a state.
    Final(Element),
}

/// What an edge of the graph stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The arrow from the initial dot.
    Initial,
    /// A transition.
    Element(Element),
    /// The arrow to the final mark of a state.
    Final(Element),
}

/// A box with its size.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphNode {
    /// What it stands for.
    pub node: Node,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Where it stood in the drawing before, see [`super::mental_map`].
    pub before: Option<Point>,
}

/// An edge with the size of its label.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphEdge {
    /// What it stands for.
    pub edge: Edge,
    /// Index of the source in [`Graph::nodes`].
    pub source: usize,
    /// Index of the target in [`Graph::nodes`].
    pub target: usize,
    /// Width and height of the label; `None` where there is nothing to write.
    pub label: Option<(f64, f64)>,
    /// Whether it ran straight in the drawing before, see [`super::mental_map`].
    pub straight: bool,
}

/// How a box stands inside another one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nested {
    /// Index of the container in [`Graph::nodes`], which stands before what is in it; `None` at the top.
    pub inside: Option<usize>,
    /// Of a container, how much of its top is its own; its width and height are the least.
    pub head: Option<f64>,
    /// Whether it stands on the border of its container.
    pub on_border: bool,
    /// A box that comes earlier in the list, and later in the drawing.
    pub before: Option<usize>,
}

/// A machine or statechart as a layout engine sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// The boxes, breadth first from the initial one.
    pub nodes: Vec<GraphNode>,
    /// How each of them stands in others; empty where none does.
    pub nested: Vec<Nested>,
    /// The edges: initial, transitions in the order of the text, final.
    pub edges: Vec<GraphEdge>,
    /// Width and height of what stands at source and target of each edge; empty where nothing does.
    pub ends: Vec<[Option<(f64, f64)>; 2]>,
}

/// The lines of a transition's label: one, or two where trigger and effects together are long.
/// The first item of each line tells whether it belongs to the effects.
#[must_use]
pub fn label_lines(machine: &MachineView, transition: usize) -> Vec<Vec<(bool, String)>> {
    let Some(transition) = machine.transitions.get(transition) else {
        return Vec::new();
    };
    let (trigger, effects) = words::label_parts(transition);
    let cut = |text: String| text::ellipsize(&text, LABEL, LONGEST_LABEL);
    match (trigger.is_empty(), effects.is_empty()) {
        (true, true) => Vec::new(),
        (false, true) => vec![vec![(false, cut(trigger))]],
        (true, false) => vec![vec![(true, cut(effects))]],
        (false, false) => {
            let trigger = cut(trigger);
            let effects = cut(effects);
            let together = text::width(&trigger, LABEL) + text::width(&effects, LABEL);
            if together <= LONGEST_LABEL {
                vec![vec![(false, trigger + " "), (true, effects)]]
            } else {
                vec![vec![(false, trigger)], vec![(true, effects)]]
            }
        }
    }
}

/// The text inside a state's box, shortened where it is very long.
#[must_use]
pub fn state_text(machine: &MachineView, state: usize) -> String {
    text::ellipsize(words::state(machine, state), STATE, LONGEST_STATE)
}

/// The graph of a machine; `None` where it is too large to be drawn usefully ([`LARGEST`]) or
/// names states that do not exist. O(states + transitions).
#[must_use]
pub fn graph(machine: &MachineView) -> Option<Graph> {
    let count = machine.states.len();
    let fits = count > 0 && count <= LARGEST && machine.transitions.len() <= LARGEST;
    let sound = machine
        .transitions
        .iter()
        .all(|transition| transition.source < count && transition.target < count);
    if !fits || !sound {
        return None;
    }
    let mut graph = Graph::default();
    let has_initial = machine.initial < count;
    if has_initial {
        graph.nodes.push(square(Node::Initial, INITIAL_SIZE));
    }
    let mut position = vec![0; count];
    for state in breadth_first(machine) {
        position[state] = graph.nodes.len();
        graph.nodes.push(GraphNode {
            node: Node::Element(Element::state(state)),
            width: state_width(machine, state),
            height: STATE_HEIGHT,
            before: None,
        });
    }
    if has_initial {
        graph.edges.push(GraphEdge {
            edge: Edge::Initial,
            source: 0,
            target: position[machine.initial],
            label: None,
            straight: false,
        });
    }
    for (index, transition) in machine.transitions.iter().enumerate() {
        graph.edges.push(GraphEdge {
            edge: Edge::Element(Element::transition(index)),
            source: position[transition.source],
            target: position[transition.target],
            label: label_size(machine, index),
            straight: false,
        });
    }
    for (state, view) in machine.states.iter().enumerate() {
        if view.is_final {
            graph.edges.push(GraphEdge {
                edge: Edge::Final(Element::state(state)),
                source: position[state],
                target: graph.nodes.len(),
                label: None,
                straight: false,
            });
            graph
                .nodes
                .push(square(Node::Final(Element::state(state)), FINAL_SIZE));
        }
    }
    Some(graph)
}

/// Everything about a machine that its picture depends on, as one text: two machines with the same
/// key share one layout, and typing elsewhere does not change it.
#[must_use]
pub fn key(machine: &MachineView) -> String {
    let mut key = format!("{};", machine.initial);
    for state in 0..machine.states.len() {
        let mark = if machine.states[state].is_final {
            "!"
        } else {
            ""
        };
        let _ = write!(key, "{:?}{mark},", words::state(machine, state));
    }
    for transition in &machine.transitions {
        let _ = write!(
            key,
            ";{}>{}:{:?}/{:?}",
            transition.source, transition.target, transition.trigger, transition.effects
        );
    }
    key
}

fn square(node: Node, size: f64) -> GraphNode {
    GraphNode {
        node,
        width: size,
        height: size,
        before: None,
    }
}

/// The width of a state's box.
pub(super) fn state_width(machine: &MachineView, state: usize) -> f64 {
    let width = text::width(&state_text(machine, state), STATE) + 2.0 * STATE_PADDING;
    width.max(48.0).ceil()
}

/// Width and height of a transition's label; `None` where there is nothing to write.
pub(super) fn label_size(machine: &MachineView, transition: usize) -> Option<(f64, f64)> {
    let lines = label_lines(machine, transition);
    let width = lines
        .iter()
        .map(|line| line.iter().map(|(_, text)| text::width(text, LABEL)).sum())
        .fold(0.0, f64::max);
    let count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
    (count > 0).then(|| (width.ceil() + 4.0, f64::from(count) * LABEL_HEIGHT))
}

/// The states in breadth-first order from the initial one; unreachable ones follow as written.
fn breadth_first(machine: &MachineView) -> Vec<usize> {
    let count = machine.states.len();
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
    for transition in &machine.transitions {
        next[transition.source].push(transition.target);
    }
    let mut seen = vec![false; count];
    let mut order = Vec::with_capacity(count);
    let mut queue = VecDeque::new();
    for root in std::iter::once(machine.initial).chain(0..count) {
        if root < count && !seen[root] {
            seen[root] = true;
            queue.push_back(root);
        }
        while let Some(state) = queue.pop_front() {
            order.push(state);
            for &target in &next[state] {
                if !seen[target] {
                    seen[target] = true;
                    queue.push_back(target);
                }
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::sample;

    #[test]
    fn nodes_are_breadth_first_and_edges_as_written() {
        let machine = &sample::coffee().machines[1];
        let graph = graph(machine).expect("the machine is small and sound");
        let nodes: Vec<_> = graph.nodes.iter().map(|node| node.node).collect();
        assert_eq!(nodes[0], Node::Initial);
        assert_eq!(
            nodes[1..],
            [0, 1, 2, 3].map(|it| Node::Element(Element::state(it)))
        );
        let edges: Vec<_> = graph.edges.iter().map(|edge| edge.edge).collect();
        assert_eq!(edges[0], Edge::Initial);
        assert_eq!(
            edges[1..],
            [0, 1, 2, 3, 4].map(|it| Edge::Element(Element::transition(it)))
        );
        let done = graph.edges[5]
            .label
            .expect("it has a trigger and an effect");
        assert!(done.0 >= text::width("done / repaired", LABEL));
    }

    #[test]
    fn a_final_state_gets_its_mark() {
        let mut machine = sample::machine("M", &[["a", "b", "x", ""]]);
        machine.states[1].is_final = true;
        let graph = graph(&machine).expect("the machine is small and sound");
        assert_eq!(
            graph.nodes.last().map(|node| node.node),
            Some(Node::Final(Element::state(1)))
        );
        assert_eq!(
            graph.edges.last().map(|edge| edge.edge),
            Some(Edge::Final(Element::state(1)))
        );
    }

    #[test]
    fn a_long_label_takes_two_lines() {
        let machine = sample::machine(
            "M",
            &[["a", "b", "trigger_of_some_length", "and an effect"]],
        );
        let lines = label_lines(&machine, 0);
        assert_eq!(lines.len(), 2);
        assert!(!lines[0][0].0 && lines[1][0].0);
    }

    #[test]
    fn too_large_or_unsound_machines_are_not_drawn() {
        let mut machine = sample::machine("M", &[["a", "b", "x", ""]]);
        machine.transitions[0].target = 7;
        assert_eq!(graph(&machine), None);
        machine.transitions.clear();
        machine.states = vec![machine.states[0].clone(); LARGEST + 1];
        assert_eq!(graph(&machine), None);
        machine.states.clear();
        assert_eq!(graph(&machine), None);
    }

    #[test]
    fn the_key_follows_the_structure_and_nothing_else() {
        let machine = sample::machine("M", &[["a", "b", "x", "y"]]);
        let mut moved = machine.clone();
        moved.name = "N".to_owned();
        moved.transitions[0].range = sample::at(77);
        assert_eq!(key(&machine), key(&moved));
        moved.states[1].is_final = true;
        assert_ne!(key(&machine), key(&moved));
        let mut other = machine.clone();
        other.transitions[0].effects.clear();
        assert_ne!(key(&machine), key(&other));
    }
}
