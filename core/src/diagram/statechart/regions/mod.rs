//! Regions packed by the shape of a canvas.
//!
//! A layout engine draws a state whose regions no arrow enters or leaves in one direction of flow, all of them side by side or
//! all below one another. Here each region takes the direction that suits it, and the regions stand in rows or in columns:
//! `Arrangement`. The rest of the drawing makes room: places beside the state move with its rim, in their order, so arrows stay
//! upright and nothing changes sides. Where that would lay something on something else there is no such drawing.

mod arrangement;
mod stretch;
#[cfg(test)]
mod tests;

use super::dividers::{BEHIND, NAME};
use super::{REGION_TITLE, TITLE, head, lines, name_width};
use crate::diagram::drawing::{Drawing, DrawnEdge};
use crate::diagram::graph::{Graph, Node};
use crate::diagram::{Point, Rect, text};
use crate::system::ElementKind;
use crate::view::StatechartView;
pub use arrangement::Arrangement;
use arrangement::{Sizes, all, size, slots};
use stretch::Stretch;

/// How much larger another arrangement must be seen before the one that is known is given up.
const LARGER: f64 = 1.25;

/// A drawing with packed regions, and how those of each state stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    /// The drawing.
    pub drawing: Drawing,
    /// How the regions of each state stand, in the order in which the graph has the states.
    pub states: Vec<Arrangement>,
}

/// A region as it was drawn: its size, and what is in it from its corner.
struct Part {
    size: (f64, f64),
    nodes: Vec<(usize, Rect)>,
    edges: Vec<(usize, DrawnEdge)>,
}

/// The states whose regions are packed: outermost ones with several regions that no arrow enters or leaves, with their
/// regions. O(nodes · depth + edges · depth).
fn sealed(graph: &Graph) -> Vec<(usize, Vec<usize>)> {
    let outer = |it: usize| graph.nested.get(it).and_then(|it| it.inside);
    let is_region = |it: usize| match graph.nodes[it].node {
        Node::Element(element) => element.kind == ElementKind::Region,
        _ => false,
    };
    let mut states: Vec<(usize, Vec<usize>)> = Vec::new();
    for node in (0..graph.nodes.len()).filter(|&it| is_region(it)) {
        let Some(state) = outer(node) else { continue };
        let is_inner = std::iter::successors(outer(state), |&it| outer(it)).any(is_region);
        match states.iter_mut().find(|it| it.0 == state) {
            Some((_, regions)) => regions.push(node),
            None if is_inner => {}
            None => states.push((state, vec![node])),
        }
    }
    let region_of = |node: usize, regions: &[usize]| {
        let mut around = std::iter::successors(Some(node), |&it| outer(it));
        around.find(|it| regions.contains(it))
    };
    states.retain(|(state, regions)| {
        let has_points = graph
            .nested
            .iter()
            .any(|it| it.on_border && it.inside == Some(*state));
        let mut edges = graph.edges.iter();
        regions.len() > 1
            && !has_points
            && edges.all(|it| region_of(it.source, regions) == region_of(it.target, regions))
    });
    states
}

/// The drawing of a statechart with packed regions, from drawings in several flows; the rest is as the one of number `base` has it.
/// `None` where there is nothing to pack. What was known of it stays unless another arrangement is seen much larger.
/// O(arrangements + drawing²).
#[must_use]
pub fn packed(
    chart: &StatechartView,
    (graph, drawings): (&Graph, &[&Drawing]),
    base: usize,
    room: (f64, f64),
    known: &[Arrangement],
) -> Option<Packed> {
    let states = sealed(graph);
    let fits =
        |it: &&Drawing| it.nodes.len() == graph.nodes.len() && it.edges.len() == graph.edges.len();
    if states.is_empty() || !drawings.iter().all(fits) {
        return None;
    }
    let mut drawing = Drawing::clone(drawings.get(base)?);
    let mut arrangements = Vec::new();
    for (number, (state, regions)) in states.iter().enumerate() {
        let Node::Element(element) = graph.nodes[*state].node else {
            return None;
        };
        let parts: Vec<Vec<Part>> = (regions.iter())
            .map(|&it| drawings.iter().map(|of| part(graph, of, it)).collect())
            .collect();
        let sizes: Vec<Sizes> = parts
            .iter()
            .map(|it| it.iter().map(|it| it.size).collect())
            .collect();
        let head = own_head(chart, element.as_state()?, (graph, regions), &sizes)?;
        let outer = drawing.nodes[*state].1;
        let whole = (drawing.width - outer.width, drawing.height - outer.height);
        let scale = |it: &Arrangement| {
            let (width, height) = size(it, &sizes, head);
            let (width, height) = (whole.0 + width, whole.1 + height);
            (room.0 / width).min(room.1 / height)
        };
        let scored = all(regions.len(), drawings.len()).map(|it| (scale(&it), it));
        let (largest, best) = scored.reduce(|best, it| match it.0 > best.0 + 1e-6 {
            true => it,
            false => best,
        })?;
        let kept = known
            .get(number)
            .filter(|it| it.flows.len() == regions.len());
        // A region whose flow is no more has the one before it, which is most like it.
        let kept = kept.map(|it| Arrangement {
            flows: it
                .flows
                .iter()
                .map(|&it| it.min(drawings.len() - 1))
                .collect(),
            ..it.clone()
        });
        let chosen = kept
            .filter(|it| scale(it) * LARGER > largest)
            .unwrap_or(best);
        drawing = arranged(
            &drawing,
            graph,
            (*state, regions),
            (&chosen, &parts, &sizes),
            head,
        )?;
        arrangements.push(chosen);
    }
    is_clear(&drawing, graph).then_some(Packed {
        drawing,
        states: arrangements,
    })
}

/// How much of the top of a state is its own. Its name stands in one line with those of its uppermost regions where all of these have
/// one, and there is room for both whichever comes first.
fn own_head(
    chart: &StatechartView,
    state: usize,
    (graph, regions): (&Graph, &[usize]),
    sizes: &[Sizes],
) -> Option<f64> {
    let view = chart.vertices.get(state)?;
    let name = name_width(view) + BEHIND + 2.0 * NAME.0;
    let fits = |(&node, sizes): (&usize, &Sizes)| {
        let Node::Element(element) = graph.nodes[node].node else {
            return false;
        };
        let region = chart.regions.get(element.index);
        let own = region.map_or(0.0, |it| text::width(&it.name, text::LABEL));
        own > 0.0 && sizes.iter().all(|it| it.0 >= name + own)
    };
    let shares = lines(view).is_empty() && regions.iter().zip(sizes).all(fits);
    Some(if shares {
        TITLE - REGION_TITLE
    } else {
        head(view)
    })
}

/// Whether a node is inside another one, or is it.
fn is_inside(graph: &Graph, node: usize, outer: usize) -> bool {
    let around = |&it: &usize| graph.nested.get(it).and_then(|it| it.inside);
    std::iter::successors(Some(node), around).any(|it| it == outer)
}

/// What a region holds in a drawing.
fn part(graph: &Graph, drawing: &Drawing, region: usize) -> Part {
    let corner = drawing.nodes[region].1;
    let own = |it: usize| it != region && is_inside(graph, it, region);
    let nodes = drawing.nodes.iter().enumerate().filter(|it| own(it.0));
    let edges = drawing.edges.iter().enumerate();
    let edges = edges.filter(|it| own(graph.edges[it.0].source));
    let (dx, dy) = (-corner.x, -corner.y);
    Part {
        size: (corner.width, corner.height),
        nodes: nodes.map(|(at, it)| (at, moved(it.1, dx, dy))).collect(),
        edges: edges.map(|(at, it)| (at, edge_moved(it, dx, dy))).collect(),
    }
}

fn moved(it: Rect, dx: f64, dy: f64) -> Rect {
    Rect {
        x: it.x + dx,
        y: it.y + dy,
        ..it
    }
}

fn edge_moved(it: &DrawnEdge, dx: f64, dy: f64) -> DrawnEdge {
    let point = |it: &Point| Point {
        x: it.x + dx,
        y: it.y + dy,
    };
    DrawnEdge {
        edge: it.edge,
        points: it.points.iter().map(point).collect(),
        label: it.label.map(|it| moved(it, dx, dy)),
    }
}

/// The drawing with the regions of a state in an arrangement; `None` where the state would become smaller than what stands beside it.
fn arranged(
    drawing: &Drawing,
    graph: &Graph,
    (state, regions): (usize, &[usize]),
    (chosen, parts, sizes): (&Arrangement, &[Vec<Part>], &[Sizes]),
    head: f64,
) -> Option<Drawing> {
    let was = drawing.nodes[state].1;
    let (width, height) = size(chosen, sizes, head);
    let is = Rect {
        width: width.max(graph.nodes[state].width),
        height: height.max(graph.nodes[state].height),
        ..was
    };
    let is_apart = |it: usize| !is_inside(graph, it, state) && !is_inside(graph, state, it);
    let boxes = drawing.nodes.iter().enumerate();
    let boxes = boxes.filter(|it| is_apart(it.0)).map(|it| it.1.1);
    let labels = drawing.edges.iter().zip(&graph.edges);
    let labels = labels.filter(|(_, it)| it.source == state || !is_inside(graph, it.source, state));
    let labels = labels.filter_map(|(it, _)| it.label);
    let beside: Vec<_> = boxes.chain(labels).collect();
    let stretch = Stretch::new(was, is, &beside)?;
    let mut new = Drawing {
        width: drawing.width + is.width - was.width,
        height: drawing.height + is.height - was.height,
        nodes: drawing
            .nodes
            .iter()
            .map(|it| (it.0, stretch.rect(it.1)))
            .collect(),
        edges: drawing.edges.iter().map(|it| stretch.edge(it)).collect(),
        // Nothing stands at the ends of transitions.
        ends: Vec::new(),
    };
    // What holds the state grows with it; the state itself is as large as its regions.
    for (at, it) in drawing.nodes.iter().enumerate() {
        if at != state && is_inside(graph, state, at) {
            new.nodes[at].1 = Rect {
                width: it.1.width + is.width - was.width,
                height: it.1.height + is.height - was.height,
                ..it.1
            };
        }
    }
    new.nodes[state].1 = is;
    for ((&region, slot), parts) in regions.iter().zip(slots(chosen, sizes, head)).zip(parts) {
        let place = regions.iter().position(|&it| it == region)?;
        let part = &parts[chosen.flows[place]];
        let slot = moved(slot, is.x, is.y);
        new.nodes[region].1 = slot;
        let dx = slot.x + (slot.width - part.size.0) / 2.0;
        let dy = slot.y + (slot.height - part.size.1) / 2.0;
        for &(at, it) in &part.nodes {
            new.nodes[at].1 = moved(it, dx, dy);
        }
        for (at, it) in &part.edges {
            new.edges[*at] = edge_moved(it, dx, dy);
        }
    }
    Some(new)
}

/// Whether no box and no label outside of it lies on another, and arrows begin and end at their boxes.
fn is_clear(drawing: &Drawing, graph: &Graph) -> bool {
    let boxes: Vec<_> = drawing.nodes.iter().map(|it| it.1).collect();
    let apart = (0..boxes.len()).all(|one| {
        (one + 1..boxes.len()).all(|other| {
            let nested = is_inside(graph, one, other) || is_inside(graph, other, one);
            nested || !boxes[one].overlaps(boxes[other])
        })
    });
    let touches = |at: Point, it: Rect| {
        let near = 1.5;
        it.x - near <= at.x
            && at.x <= it.right() + near
            && it.y - near <= at.y
            && at.y <= it.bottom() + near
    };
    let edges = drawing.edges.iter().zip(&graph.edges);
    let ends = edges.clone().all(|(drawn, edge)| {
        let ends = drawn.points.first().zip(drawn.points.last());
        ends.is_some_and(|(from, to)| {
            touches(*from, boxes[edge.source]) && touches(*to, boxes[edge.target])
        })
    });
    let labels: Vec<_> = drawing.edges.iter().filter_map(|it| it.label).collect();
    let is_leaf = |at: usize| graph.nested.get(at).is_none_or(|it| it.head.is_none());
    let leaves: Vec<_> = (0..boxes.len()).filter(|&it| is_leaf(it)).collect();
    let readable = labels.iter().enumerate().all(|(at, it)| {
        let others = labels[at + 1..].iter().all(|other| !it.overlaps(*other));
        others && leaves.iter().all(|&leaf| !it.overlaps(boxes[leaf]))
    });
    apart && ends && readable
}
