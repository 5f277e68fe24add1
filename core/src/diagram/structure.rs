//! The graphs of kinds without drawings of their own ([`GraphView`]) as a layout engine sees them: boxes with lines of text.
//!
//! Invariant: a box is as large whatever its values are, so that a step moves nothing.

use std::fmt::Write as _;

use super::Point;
use super::drawing::Drawing;
use super::graph::{Edge, Graph, GraphEdge, GraphNode, LABEL_HEIGHT, LARGEST, Nested, Node};
use super::statechart::Flow;
use super::text::{self, LABEL, STATE};
use crate::system::{Element, ElementKind};
use crate::view::{EdgeEndView, GraphEdgeView, GraphNodeView, GraphView, NodeShape, SystemView};

/// Height of the line with a node's name.
pub const NAME: f64 = 24.0;
/// Height of every other line.
pub const LINE: f64 = 17.0;
/// What is left free at each side of the lines.
pub const PADDING: f64 = 10.0;
/// What is left free below the lines of a compartment.
pub const BELOW: f64 = 5.0;
/// The widest line; longer ones are cut.
pub const WIDEST: f64 = 260.0;
/// The width of the arrow between two values.
const ARROW: f64 = 20.0;
/// The least width of a value.
const LEAST_VALUE: f64 = 28.0;
const LEAST: f64 = 46.0;
/// Between what stands at the ends of two edges.
const BETWEEN_ENDS: f64 = 8.0;

/// The node of a number.
#[must_use]
pub const fn node(index: usize) -> Element {
    Element {
        kind: ElementKind::Type,
        index,
    }
}

/// The edge of a number.
#[must_use]
pub const fn edge(index: usize) -> Element {
    Element::transition(index)
}

/// The graph, its edges flowing that way; `None` where it is too large to be drawn usefully. O(nodes + edges).
///
/// A node with several edges at one side is so large there that what stands at their ends lies between them.
#[must_use]
pub fn graph(view: &GraphView, system: &SystemView, flow: Flow) -> Option<Graph> {
    let count = view.nodes.len();
    let fits = count > 0 && count <= LARGEST && view.edges.len() <= LARGEST;
    let sound = view.edges.iter().all(|it| it.from < count && it.to < count);
    if !fits || !sound {
        return None;
    }
    let order = order(view);
    let mut place = vec![0; count];
    for (at, &index) in order.iter().enumerate() {
        place[index] = at;
    }
    let ends: Vec<_> = view.edges.iter().map(end_sizes).collect();
    let room = room_for_ends(view, &ends, &place, flow);
    let nodes = order.iter().map(|&index| {
        let (width, height) = size(&view.nodes[index], system);
        let (width, height) = match flow {
            Flow::Down => (width.max(room[index]), height),
            Flow::Right | Flow::Both => (width, height.max(room[index])),
        };
        GraphNode {
            node: Node::Element(node(index)),
            width,
            height,
            before: None,
        }
    });
    let edges = view.edges.iter().enumerate().map(|(index, it)| GraphEdge {
        edge: Edge::Element(edge(index)),
        source: place[it.from],
        target: place[it.to],
        label: label_of(it).map(|it| (text::width(&it, LABEL) + 8.0, LABEL_HEIGHT)),
        straight: false,
    });
    Some(Graph {
        nodes: nodes.collect(),
        nested: vec![Nested::default(); count],
        edges: edges.collect(),
        ends: match ends.iter().flatten().all(Option::is_none) {
            true => Vec::new(),
            false => ends,
        },
    })
}

/// Width and height of what stands at both ends of an edge. A loop has all of it in its label.
fn end_sizes(edge: &GraphEdgeView) -> [Option<(f64, f64)>; 2] {
    let size = |end: &EdgeEndView| {
        let widths = [&end.many, &end.role].map(|it| text::width(&label(it), LABEL));
        (widths[0].max(widths[1]) + 4.0, 2.0 * LABEL_HEIGHT)
    };
    let ends = edge.ends.as_ref().filter(|_| edge.from != edge.to);
    ends.map_or([None; 2], |it| [Some(size(&it[0])), Some(size(&it[1]))])
}

/// How long each node must be, across the flow, for what stands at the ends of its edges: these part its side evenly.
fn room_for_ends(
    view: &GraphView,
    ends: &[[Option<(f64, f64)>; 2]],
    place: &[usize],
    flow: Flow,
) -> Vec<f64> {
    // Of each side of a node: how many edges, and the most room that one needs.
    let mut sides = vec![[(0_u16, 0.0_f64); 2]; view.nodes.len()];
    for (edge, ends) in view.edges.iter().zip(ends) {
        if edge.from == edge.to {
            continue;
        }
        for (end, (node, other)) in [(edge.from, edge.to), (edge.to, edge.from)]
            .into_iter()
            .enumerate()
        {
            let (count, most) = &mut sides[node][usize::from(place[node] < place[other])];
            *count = count.saturating_add(1);
            if let Some((width, height)) = ends[end] {
                *most = most.max(BETWEEN_ENDS + if flow == Flow::Down { width } else { height });
            }
        }
    }
    let side = |(count, most): (u16, f64)| match count {
        0 | 1 => 0.0,
        _ => f64::from(count + 1) * most,
    };
    sides
        .iter()
        .map(|it| side(it[0]).max(side(it[1])))
        .collect()
}

/// What stands beside the middle of an edge, cut where it is very long; `None` for nothing.
#[must_use]
pub fn label_of(edge: &GraphEdgeView) -> Option<String> {
    let said = match &edge.ends {
        Some([one, other]) if edge.from == edge.to => format!(
            "{}: {} {} \u{2013} {} {}",
            edge.label, one.role, one.many, other.role, other.many
        ),
        _ => edge.label.clone(),
    };
    (!said.is_empty()).then(|| label(&said))
}

/// The nodes breadth first along the edges, from the first of the text that is not met yet: engines that keep the order then draw
/// what follows another behind it. O(nodes + edges).
fn order(view: &GraphView) -> Vec<usize> {
    let mut next = vec![Vec::new(); view.nodes.len()];
    for it in &view.edges {
        next[it.from].push(it.to);
    }
    let mut met = vec![false; view.nodes.len()];
    let mut order = Vec::new();
    for first in 0..view.nodes.len() {
        let mut at = order.len();
        if !std::mem::replace(&mut met[first], true) {
            order.push(first);
        }
        while at < order.len() {
            for &it in &next[order[at]] {
                if !std::mem::replace(&mut met[it], true) {
                    order.push(it);
                }
            }
            at += 1;
        }
    }
    order
}

/// The same graph, told where nodes of the same names stood in a drawing of it as it was; `None` where fewer than half of
/// them did. O(nodes²).
#[must_use]
pub fn remind(was: &GraphView, drawing: &Drawing, now: &GraphView, graph: &Graph) -> Option<Graph> {
    let before = |name: &str| {
        let at = was.nodes.iter().position(|it| it.name == name)?;
        let mut drawn = drawing.nodes.iter();
        let (_, rect) = drawn.find(|it| it.0 == Node::Element(node(at)))?;
        Some(Point {
            x: rect.x,
            y: rect.y,
        })
    };
    let mut reminded = graph.clone();
    let mut known = 0;
    for it in &mut reminded.nodes {
        if let Node::Element(element) = it.node {
            it.before = before(&now.nodes[element.index].name);
        }
        known += usize::from(it.before.is_some());
    }
    (2 * known >= now.nodes.len()).then_some(reminded)
}

/// What a drawing of the graph depends on: two graphs with the same key look the same. O(nodes + edges).
#[must_use]
pub fn key(view: &GraphView) -> String {
    let mut key = String::new();
    for it in &view.nodes {
        let shape = (it.shape, &it.name, &it.compartments, &it.shows);
        let _ = write!(key, "{shape:?};");
    }
    for it in &view.edges {
        let _ = write!(key, "{}>{}:{:?}{:?};", it.from, it.to, it.label, it.ends);
    }
    key
}

/// A line of text, cut where it is very long.
#[must_use]
pub fn line(text: &str) -> String {
    text::ellipsize(text, LABEL, WIDEST)
}

/// What stands beside an edge, likewise.
#[must_use]
pub fn label(text: &str) -> String {
    text::ellipsize(text, LABEL, WIDEST)
}

/// The name of a node, likewise.
#[must_use]
pub fn name(text: &str) -> String {
    text::ellipsize(text, STATE, WIDEST)
}

/// Width and height of a node's box.
fn size(view: &GraphNodeView, system: &SystemView) -> (f64, f64) {
    let name = text::width(&name(&view.name), STATE);
    let lines = view.compartments.iter().flatten();
    let lines = lines.map(|it| text::width(&line(it), LABEL));
    let shows = view.shows.iter().map(|(before, variable)| {
        let values = system.variables.get(*variable);
        let values = values.map_or(&[][..], |it| &it.values);
        let widest = values.iter().map(|it| text::width(it, LABEL));
        let widest = widest.fold(LEAST_VALUE, f64::max);
        // One that has changed is written behind the one before.
        let both = match (view.shape, before.is_empty()) {
            (NodeShape::Box, false) => 2.0 * widest + ARROW,
            _ => widest,
        };
        text::width(before, LABEL) + 6.0 + both
    });
    let widest = lines.chain(shows).fold(name, f64::max);
    let width = (widest + 2.0 * PADDING).max(LEAST);
    (width, height(view))
}

/// The height of a node's box.
fn height(view: &GraphNodeView) -> f64 {
    let compartment = |lines: usize| {
        // Counts are small.
        #[allow(clippy::cast_precision_loss)]
        let lines = lines as f64;
        lines * LINE + BELOW
    };
    let own: f64 = view
        .compartments
        .iter()
        .map(|it| compartment(it.len()))
        .sum();
    let shows = match view.shows.len() {
        0 => 0.0,
        count => compartment(count),
    };
    let name = if view.shape == NodeShape::Bar {
        NAME - 4.0
    } else {
        NAME
    };
    name + own + shows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{EdgeHead, Range, VariableView};

    fn view(names: &[&str]) -> GraphView {
        let node = |(number, name): (usize, &&str)| GraphNodeView {
            name: (*name).to_owned(),
            shape: NodeShape::Box,
            compartments: vec![vec!["open : Boolean".to_owned()]],
            shows: vec![("open =".to_owned(), number)],
            fires: Vec::new(),
            range: Range::default(),
        };
        GraphView {
            title: "Objects".to_owned(),
            nodes: names.iter().enumerate().map(node).collect(),
            edges: vec![GraphEdgeView {
                from: 0,
                to: names.len() - 1,
                label: "link".to_owned(),
                ends: None,
                head: EdgeHead::Line,
                while_true: None,
                range: Range::default(),
            }],
        }
    }

    fn system(values: &[&str]) -> SystemView {
        SystemView {
            variables: vec![VariableView {
                name: "a.open".to_owned(),
                sort: "boolean".to_owned(),
                values: values.iter().map(|it| (*it).to_owned()).collect(),
                before_value: String::new(),
                condition: String::new(),
                member: None,
                control: false,
                range: Range::default(),
            }],
            ..SystemView::default()
        }
    }

    #[test]
    fn a_box_has_room_for_its_lines_and_for_every_value() {
        let one = graph(&view(&["a"]), &system(&[]), Flow::Down).expect("it is small");
        assert!((one.nodes[0].height - (NAME + 2.0 * (LINE + BELOW))).abs() < 0.01);
        let wide = graph(
            &view(&["a"]),
            &system(&["false", "a value of many letters"]),
            Flow::Down,
        );
        let wide = wide.expect("it is small");
        assert!(wide.nodes[0].width > one.nodes[0].width + 30.0);
        assert_eq!(one.edges[0].label.map(|it| it.1), Some(LABEL_HEIGHT));
    }

    #[test]
    fn what_follows_another_stands_behind_it() {
        let mut view = view(&["a", "b", "c", "d"]);
        view.edges[0].to = 2;
        view.edges.push(GraphEdgeView {
            from: 2,
            to: 0,
            ..view.edges[0].clone()
        });
        assert_eq!(order(&view), [0, 2, 1, 3]);
        let graph = graph(&view, &system(&[]), Flow::Down).expect("it is small");
        let ends: Vec<_> = graph
            .edges
            .iter()
            .map(|it| (it.source, it.target))
            .collect();
        assert_eq!(ends, [(0, 1), (1, 0)]);
    }

    #[test]
    fn what_is_broken_or_too_large_is_not_drawn() {
        let mut broken = view(&["a"]);
        broken.edges[0].to = 1;
        assert_eq!(graph(&broken, &system(&[]), Flow::Down), None);
        let names = vec!["a"; LARGEST + 1];
        assert_eq!(graph(&view(&names), &system(&[]), Flow::Down), None);
        assert_eq!(graph(&GraphView::default(), &system(&[]), Flow::Down), None);
    }

    #[test]
    fn a_graph_is_told_where_its_nodes_stood() {
        let (was, now) = (view(&["a", "b"]), view(&["b", "c"]));
        let drawing = Drawing {
            nodes: vec![(
                Node::Element(node(1)),
                crate::diagram::Rect {
                    x: 7.0,
                    y: 8.0,
                    ..crate::diagram::Rect::default()
                },
            )],
            ..Drawing::default()
        };
        let graph = graph(&now, &system(&[]), Flow::Down).expect("it is small");
        let reminded = remind(&was, &drawing, &now, &graph).expect("one of two is known");
        assert_eq!(reminded.nodes[0].before, Some(Point { x: 7.0, y: 8.0 }));
        assert_eq!(reminded.nodes[1].before, None);
        assert_eq!(
            remind(&was, &drawing, &view(&["c", "d", "e"]), &graph),
            None
        );
        assert_ne!(key(&was), key(&now));
    }
}
