//! What somebody knows of a machine's drawing, kept for the drawing after an edit.
//!
//! A state must not jump because another was added: who reads diagrams remembers where things are
//! (the *mental map* of graph drawing). So the next layout is told of the last one: in which order
//! states stood, where each was, and which edges ran straight. An engine that keeps the order of
//! states within their layers, and straight edges straight, then leaves old states where they were
//! and finds a place for the new ones.
//!
//! The map is lost where the machine has become another one: see [`MentalMap::origins`].

use std::sync::Arc;

use super::drawing::Drawing;
use super::graph::{Edge, Graph, Node};
use super::{Point, Rect, words};
use crate::system::Element;
use crate::view::{MachineView, TransitionView};

/// A drawing of a machine that somebody has seen.
#[derive(Clone, Debug)]
pub struct MentalMap {
    machine: Arc<MachineView>,
    drawing: Arc<Drawing>,
}

impl MentalMap {
    /// Keeps a drawing of a machine.
    #[must_use]
    pub fn new(machine: Arc<MachineView>, drawing: Arc<Drawing>) -> Self {
        Self { machine, drawing }
    }

    /// What was drawn.
    #[must_use]
    pub fn seen(&self) -> (&Arc<MachineView>, &Arc<Drawing>) {
        (&self.machine, &self.drawing)
    }

    /// For each state of the machine as it is now, which state of the drawn machine it is: the one
    /// of its name, else, where as many names have gone as have come, the one whose name was changed.
    /// `None` where the machine has become another one: it begins elsewhere, or fewer than half of its
    /// states were drawn. O(states²).
    #[must_use]
    pub fn origins(&self, now: &MachineView) -> Option<Vec<Option<usize>>> {
        let count = self.machine.states.len();
        let mut gone: Vec<usize> = (0..count).collect();
        let mut origins: Vec<Option<usize>> = Vec::with_capacity(now.states.len());
        for state in 0..now.states.len() {
            let name = words::state(now, state);
            let at = gone
                .iter()
                .position(|&it| words::state(&self.machine, it) == name);
            origins.push(at.map(|at| gone.remove(at)));
        }
        let came = origins.iter().filter(|origin| origin.is_none()).count();
        if came == gone.len() {
            let mut renamed = gone.into_iter();
            for origin in origins.iter_mut().filter(|origin| origin.is_none()) {
                *origin = renamed.next();
            }
        }
        let known = origins.iter().flatten().count();
        let begins = origins.get(now.initial).copied().flatten() == Some(self.machine.initial);
        (begins && 2 * known >= origins.len()).then_some(origins)
    }

    /// The graph of the machine as it is now, told of the drawing: nodes that were drawn come in the
    /// order of that drawing and know where they stood, others follow the node that leads to them.
    /// `None` as for [`MentalMap::origins`]. O(states² + transitions²).
    #[must_use]
    pub fn remind(&self, now: &MachineView, graph: &Graph) -> Option<Graph> {
        let origins = self.origins(now)?;
        let before = |node: Node| -> Option<(usize, Rect)> {
            let origin = |now: Element| origins.get(now.as_state()?).copied()?.map(Element::state);
            let node = match node {
                Node::Initial => Node::Initial,
                Node::Element(state) => Node::Element(origin(state)?),
                Node::Final(state) => Node::Final(origin(state)?),
            };
            let at = self.drawing.nodes.iter().position(|(it, _)| *it == node)?;
            Some((at, self.drawing.nodes[at].1))
        };
        let places: Vec<_> = graph.nodes.iter().map(|it| before(it.node)).collect();
        let order = order(graph, &places);
        let mut position = vec![0; order.len()];
        for (at, &node) in order.iter().enumerate() {
            position[node] = at;
        }
        let mut reminded = Graph::default();
        for &node in &order {
            let mut it = graph.nodes[node].clone();
            it.before = places[node].map(|(_, rect)| Point {
                x: rect.x,
                y: rect.y,
            });
            reminded.nodes.push(it);
        }
        let mut straight = self.straight();
        for edge in &graph.edges {
            let mut it = edge.clone();
            it.source = position[edge.source];
            it.target = position[edge.target];
            it.straight = match edge.edge {
                Edge::Element(element) => transition(now, element).is_some_and(|it| {
                    let is_it = |&before: &&TransitionView| {
                        origins.get(it.source) == Some(&Some(before.source))
                            && origins.get(it.target) == Some(&Some(before.target))
                    };
                    let at = straight.iter().position(is_it);
                    at.map(|at| straight.remove(at)).is_some()
                }),
                Edge::Initial | Edge::Final(_) => false,
            };
            reminded.edges.push(it);
        }
        Some(reminded)
    }

    /// How each state that was drawn before comes to its place in this drawing of the machine as it
    /// is now: the way from there to here, both pictures laid with their centres upon each other.
    /// `None` as for [`MentalMap::origins`].
    #[must_use]
    pub fn ways(&self, now: &MachineView, drawing: &Drawing) -> Option<Vec<(usize, Point)>> {
        let origins = self.origins(now)?;
        let from_centre = |drawing: &Drawing, rect: Rect| Point {
            x: rect.centre().x - drawing.width / 2.0,
            y: rect.centre().y - drawing.height / 2.0,
        };
        let way = |&(node, rect): &(Node, Rect)| {
            let Node::Element(element) = node else {
                return None;
            };
            let state = element.as_state()?;
            let before = Node::Element(Element::state(origins.get(state).copied()??));
            let seen = &self.drawing;
            let (_, old) = *seen.nodes.iter().find(|(it, _)| *it == before)?;
            let (old, new) = (from_centre(seen, old), from_centre(drawing, rect));
            let way = Point {
                x: old.x - new.x,
                y: old.y - new.y,
            };
            Some((state, way))
        };
        Some(drawing.nodes.iter().filter_map(way).collect())
    }

    /// The transitions that were drawn as one straight line.
    fn straight(&self) -> Vec<&TransitionView> {
        let edges = self.drawing.edges.iter();
        edges
            .filter(|edge| edge.points.len() == 2)
            .filter_map(|edge| match edge.edge {
                Edge::Element(element) => transition(&self.machine, element),
                Edge::Initial | Edge::Final(_) => None,
            })
            .collect()
    }
}

/// The transition that an element is.
fn transition(machine: &MachineView, element: Element) -> Option<&TransitionView> {
    machine.transitions.get(element.as_transition()?)
}

/// The order of a graph's nodes (indices): those with a place before in the order of that drawing,
/// each other one after the node that leads to it, first come, first served.
fn order(graph: &Graph, places: &[Option<(usize, Rect)>]) -> Vec<usize> {
    let (mut order, new): (Vec<usize>, Vec<usize>) =
        (0..places.len()).partition(|&node| places[node].is_some());
    order.sort_by_key(|&node| places[node].map(|(rank, _)| rank));
    // Nodes come breadth first, so the first that leads to a node has its place already; nothing
    // leads to states that cannot be reached.
    let parent = |node: usize| {
        let into = graph.edges.iter().filter(|edge| edge.target == node);
        into.map(|edge| edge.source).min().filter(|&it| it < node)
    };
    for node in new {
        let own = parent(node);
        let leads = |it: usize| Some(it) == own || (places[it].is_none() && parent(it) == own);
        let after = order.iter().rposition(|&it| own.is_some() && leads(it));
        let at = after.map_or(order.len(), |after| after + 1);
        order.insert(at, node);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::drawing::DrawnEdge;
    use crate::diagram::{graph, sample};

    /// Draws a machine: its nodes one below the other, every second edge with a bend.
    fn drawn(machine: &MachineView) -> MentalMap {
        let graph = graph::graph(machine).expect("it is small and sound");
        let mut y = 0.0;
        let mut place = |node: &graph::GraphNode| {
            y += 40.0;
            let rect = Rect {
                x: 5.0,
                y,
                width: node.width,
                height: node.height,
            };
            (node.node, rect)
        };
        let nodes: Vec<_> = graph.nodes.iter().map(&mut place).collect();
        let edges = graph
            .edges
            .iter()
            .enumerate()
            .map(|(index, edge)| DrawnEdge {
                edge: edge.edge,
                points: vec![Point::default(); 2 + index % 2],
                label: None,
            });
        let drawing = Drawing {
            width: 100.0,
            height: y + 40.0,
            edges: edges.collect(),
            nodes,
            ..Drawing::default()
        };
        MentalMap::new(Arc::new(machine.clone()), Arc::new(drawing))
    }

    fn names(machine: &MachineView, graph: &Graph) -> String {
        let name = |node: &graph::GraphNode| match node.node {
            Node::Initial => "*".to_owned(),
            Node::Element(state) => machine.states[state.index].name.clone(),
            Node::Final(state) => format!("{}!", machine.states[state.index].name),
        };
        graph.nodes.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    const BEFORE: [[&str; 4]; 4] = [
        ["a", "c", "x", ""],
        ["a", "b", "y", ""],
        ["b", "d", "x", ""],
        ["d", "a", "z", ""],
    ];

    #[test]
    fn states_keep_their_order_and_new_ones_follow_what_leads_to_them() {
        let map = drawn(&sample::machine("M", &BEFORE));
        // Breadth first, `d` comes before `b` now, and `n`, `o` and `p` are new.
        let edges = [
            ["a", "c", "x", ""],
            ["a", "d", "new", ""],
            ["a", "b", "y", ""],
            ["b", "n", "new", ""],
            ["b", "o", "new", ""],
            ["b", "d", "x", ""],
            ["n", "p", "new", ""],
            ["d", "a", "z", ""],
        ];
        let mut now = sample::machine("M", &edges);
        now.states[3].is_final = true;
        let fresh = graph::graph(&now).expect("it is small and sound");
        assert_eq!(names(&now, &fresh), "* a c d b n o p b!");
        let reminded = map.remind(&now, &fresh).expect("most of it was drawn");
        assert_eq!(names(&now, &reminded), "* a c b n p o b! d");
        for (one, other) in fresh.edges.iter().zip(&reminded.edges) {
            let ends = |graph: &Graph, edge: &graph::GraphEdge| {
                (graph.nodes[edge.source].node, graph.nodes[edge.target].node)
            };
            assert_eq!(ends(&fresh, one), ends(&reminded, other));
        }
        // The initial arrow and each second one ran straight.
        let straight = reminded.edges.iter().filter(|edge| edge.straight);
        let straight: Vec<_> = straight.map(|edge| edge.edge).collect();
        assert_eq!(
            straight,
            [2, 7].map(|it| Edge::Element(Element::transition(it)))
        );
        let known = reminded.nodes.iter().filter_map(|node| node.before);
        assert_eq!(known.count(), 5);
    }

    #[test]
    fn a_changed_name_is_the_same_state() {
        let machine = sample::machine("M", &BEFORE);
        let map = drawn(&machine);
        let mut now = machine.clone();
        now.states[1].name = "changed".to_owned();
        let same = Some(vec![Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(map.origins(&now), same);
        // One has gone and two have come: nobody knows which it was.
        now.states.push(now.states[1].clone());
        now.states[4].name = "added".to_owned();
        let origins = map.origins(&now).expect("most of it was drawn");
        assert_eq!(origins, [Some(0), None, Some(2), Some(3), None]);
    }

    #[test]
    fn another_machine_is_drawn_anew() {
        let machine = sample::machine("M", &BEFORE);
        let map = drawn(&machine);
        let mut begins_elsewhere = machine.clone();
        begins_elsewhere.initial = 2;
        assert_eq!(map.origins(&begins_elsewhere), None);
        let graph = graph::graph(&begins_elsewhere).expect("it is small and sound");
        assert_eq!(map.remind(&begins_elsewhere, &graph), None);
        let mut grown = machine;
        for index in 0..5 {
            grown.states.push(grown.states[0].clone());
            grown.states[4 + index].name = format!("n{index}");
        }
        assert_eq!(map.origins(&grown), None);
        grown.states.pop();
        assert!(map.origins(&grown).is_some());
        assert_eq!(map.origins(&sample::machine("M", &[])), None);
    }

    #[test]
    fn a_way_leads_from_the_old_place_to_the_new_one() {
        let machine = sample::machine("M", &BEFORE);
        let map = drawn(&machine);
        let mut moved = map.seen().1.as_ref().clone();
        let ways = map.ways(&machine, &moved).expect("it is the same machine");
        assert!(ways.iter().all(|&(_, way)| way == Point::default()));
        moved.nodes[2].1.x += 30.0;
        let there = Point { x: -30.0, y: 0.0 };
        let Node::Element(state) = moved.nodes[2].0 else {
            panic!("the third node is a state");
        };
        let mut ways = map.ways(&machine, &moved).expect("it is the same machine");
        assert_eq!(ways.len(), 4);
        ways.retain(|&(_, way)| way != Point::default());
        assert_eq!(ways, [(state.index, there)]);
    }
}
