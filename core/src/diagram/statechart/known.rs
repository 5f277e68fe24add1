//! What somebody knows of a statechart's drawing, kept for the drawing after an edit, as for machines in
//! [`crate::diagram::mental_map`]: a state must not jump because another was added.

use crate::diagram::drawing::Drawing;
use crate::diagram::graph::{Edge, Graph, Node};
use crate::diagram::{Point, Rect};
use crate::system::{Element, ElementKind};
use crate::view::{ArcView, StatechartView};

/// The graph of a statechart as it is now, told of a drawing of it as it was: nodes within one container that
/// were drawn come in the order of that drawing and know where they stood; others keep their distance to the
/// one before them. `None` where it has become another statechart: fewer than half of its vertices were drawn.
/// O(nodes² + transitions²).
#[must_use]
pub fn remind(
    (was, drawing): (&StatechartView, &Drawing),
    now: &StatechartView,
    graph: &Graph,
) -> Option<Graph> {
    let places: Vec<_> = graph
        .nodes
        .iter()
        .map(|it| before(was, drawing, now, it.node))
        .collect();
    let known = places.iter().flatten().count();
    if 2 * known < places.len() {
        return None;
    }
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
        let mut nested = graph.nested[node].clone();
        nested.inside = nested.inside.map(|it| position[it]);
        nested.before = nested.before.map(|it| position[it]);
        reminded.nested.push(nested);
    }
    let mut straight: Vec<_> = drawing
        .edges
        .iter()
        .filter(|it| it.points.len() == 2)
        .filter_map(|it| ends(was, arc(was, it.edge)?))
        .collect();
    for edge in &graph.edges {
        let mut it = edge.clone();
        it.source = position[edge.source];
        it.target = position[edge.target];
        let own = arc(now, edge.edge).and_then(|it| ends(now, it));
        let at = straight.iter().position(|it| Some(*it) == own);
        it.straight = at.map(|at| straight.remove(at)).is_some();
        reminded.edges.push(it);
    }
    Some(reminded)
}

/// Where in a drawing a node stood, and the how manieth it was.
fn before(
    was: &StatechartView,
    drawing: &Drawing,
    now: &StatechartView,
    node: Node,
) -> Option<(usize, Rect)> {
    let Node::Element(element) = node else {
        return None;
    };
    let origin = match element.kind {
        ElementKind::Region => {
            let it = now.regions.get(element.index)?;
            let owner = |chart: &StatechartView, it: Option<usize>| {
                it.and_then(|it| chart.vertices.get(it))
                    .map(|it| it.path.clone())
            };
            let path = owner(now, it.owner);
            let mut all = was.regions.iter();
            let at = all.position(|old| old.name == it.name && owner(was, old.owner) == path)?;
            super::region_element(at)
        }
        _ => {
            let it = now.vertices.get(element.as_state()?)?;
            let mut all = was.vertices.iter();
            Element::state(all.position(|old| old.shape == it.shape && old.path == it.path)?)
        }
    };
    let mut all = drawing.nodes.iter();
    let at = all.position(|it| it.0 == Node::Element(origin))?;
    Some((at, drawing.nodes[at].1))
}

fn arc(chart: &StatechartView, edge: Edge) -> Option<&ArcView> {
    match edge {
        Edge::Element(it) => chart.transitions.get(it.as_transition()?),
        Edge::Initial | Edge::Final(_) => None,
    }
}

/// The paths of what an arrow connects.
fn ends<'c>(chart: &'c StatechartView, arc: &ArcView) -> Option<(&'c str, &'c str)> {
    let path = |it: usize| chart.vertices.get(it).map(|it| it.path.as_str());
    Some((path(arc.source)?, path(arc.target)?))
}

/// The order of a graph's nodes: containers before what is in them, and within a container those with a place
/// before in the order of that drawing, each other one after the one that it followed.
fn order(graph: &Graph, places: &[Option<(usize, Rect)>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(places.len());
    let mut open = vec![None];
    while let Some(container) = open.pop() {
        order.extend(container);
        let inside = (0..places.len())
            .filter(|&it| graph.nested[it].inside == container && Some(it) != container);
        let mut rank = 0;
        let mut ranked: Vec<_> = inside
            .map(|it| {
                rank = places[it].map_or(rank, |it| it.0);
                (rank, it)
            })
            .collect();
        ranked.sort_unstable();
        open.extend(ranked.into_iter().rev().map(|it| Some(it.1)));
    }
    order
}
