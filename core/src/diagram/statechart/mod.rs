//! A statechart as a layout engine sees it: states inside regions inside states.
//!
//! A state with inner states is a container, with its name and its lines at the top. Where it has several
//! regions, or one with a name, each is a container of its own, and [`dividers`] draws the dashed lines
//! between them. Entry and exit points stand on the border of their state. What is inside a container
//! comes after it, the initial dot first and what follows breadth first, as for machines; arrows come in
//! the order of the text. What the engine answers becomes a flat [`super::drawing::Drawing`] in which
//! everything has its place in the whole.

pub mod dividers;
pub mod known;
pub mod marks;
pub mod regions;
pub mod words;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::fmt::Write as _;

use super::graph::{Edge, FINAL_SIZE, Graph, GraphEdge, GraphNode, INITIAL_SIZE, Nested, Node};
use super::graph::{LABEL_HEIGHT, STATE_HEIGHT};
use super::text::{LABEL, STATE, ellipsize, width};
use crate::system::{Element, ElementKind};
use crate::view::{REST, StateLineView, StatechartView, VertexShape, VertexView};

/// Vertices and transitions above which a picture would be neither readable nor quick.
pub const LARGEST: usize = 240;
/// Height of a line inside a state.
pub const LINE: f64 = 15.0;
/// Height of the name of a state that has lines or states inside it.
pub const TITLE: f64 = 24.0;
/// Height of the name of a region.
pub const REGION_TITLE: f64 = 18.0;
/// Side of a choice.
pub const CHOICE: f64 = 20.0;
/// Diameter of a junction.
pub const JUNCTION: f64 = 11.0;
/// Diameter of a history, and of an entry or exit point.
pub const HISTORY: f64 = 20.0;
/// Diameter of an entry or exit point.
pub const POINT: f64 = 13.0;
/// Thickness of a fork or join.
pub const BAR: f64 = 5.0;
/// From the rim of a state to its text.
pub const PADDING: f64 = 11.0;
/// From the rim of a container to what is inside.
pub const MARGIN: f64 = 9.0;

/// Between a name and what stands behind it.
pub const BESIDE_NAME: f64 = 5.0;

const LONGEST_STATE: f64 = 190.0;
const LONGEST_LINE: f64 = 230.0;

/// The direction in which arrows lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// From the top to the bottom; regions stand side by side.
    Down,
    /// From the left to the right; regions stand one below the other.
    Right,
    /// From the left to the right, but of states that lead to one and back from it, and nowhere else, half stand before it.
    Both,
}

impl Flow {
    /// All flows, in the order of their numbers in an `Arrangement`.
    pub const ALL: [Self; 3] = [Self::Down, Self::Right, Self::Both];

    /// What it is known by.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Down => "DOWN",
            Self::Right => "RIGHT",
            Self::Both => "BOTH",
        }
    }

    /// The word of the layout engine.
    #[must_use]
    pub const fn direction(self) -> &'static str {
        match self {
            Self::Down => "DOWN",
            Self::Right | Self::Both => "RIGHT",
        }
    }
}

/// A region as an element of its statechart.
#[must_use]
pub const fn region_element(index: usize) -> Element {
    Element {
        kind: ElementKind::Region,
        index,
    }
}

/// The name of a state as its box shows it.
#[must_use]
pub fn title(vertex: &VertexView) -> String {
    ellipsize(vertex.title(), STATE, LONGEST_STATE)
}

/// What stands behind the name of a state, in its line: that an object may stay there.
#[must_use]
pub fn stereotype(vertex: &VertexView) -> Option<&'static str> {
    let mut lines = vertex.lines.iter();
    lines.any(|it| it.text == REST).then_some(REST)
}

/// The lines that stand inside a state, whole.
pub fn inner_lines(vertex: &VertexView) -> impl Iterator<Item = &StateLineView> {
    vertex.lines.iter().filter(|it| it.text != REST)
}

/// The lines inside a state as its box shows them.
#[must_use]
pub fn lines(vertex: &VertexView) -> Vec<String> {
    inner_lines(vertex)
        .map(|it| ellipsize(&it.text, LABEL, LONGEST_LINE))
        .collect()
}

/// How much of the top of a state with inner states its name and lines take.
#[must_use]
pub fn head(vertex: &VertexView) -> f64 {
    match lines(vertex).len() {
        0 => TITLE,
        lines => TITLE + count(lines) * LINE + 6.0,
    }
}

/// The width of the line with the name of a state.
#[must_use]
pub fn name_width(vertex: &VertexView) -> f64 {
    let behind = stereotype(vertex).map_or(0.0, |it| BESIDE_NAME + width(it, LABEL));
    width(&title(vertex), STATE) + behind
}

/// The regions of a state, or of the statechart, that are drawn as compartments: those that have a name
/// or stand beside others.
#[must_use]
pub fn compartments(chart: &StatechartView, owner: Option<usize>) -> Vec<usize> {
    let all = regions(chart, owner);
    let named = all.iter().any(|&it| !chart.regions[it].name.is_empty());
    match all.len() > 1 || named {
        true => all,
        false => Vec::new(),
    }
}

/// The regions of a state, or those at the top, that hold something or stand beside others.
fn regions(chart: &StatechartView, owner: Option<usize>) -> Vec<usize> {
    let all = (0..chart.regions.len()).filter(|&it| chart.regions[it].owner == owner);
    all.collect()
}

/// The graph of a statechart; `None` where it is too large to be drawn usefully ([`LARGEST`]) or
/// is nowhere. O(vertices · depth + transitions · depth).
#[must_use]
pub fn graph(chart: &StatechartView, flow: Flow, wording: words::Wording) -> Option<Graph> {
    let (vertices, arcs) = (chart.vertices.len(), chart.transitions.len());
    if vertices == 0 || vertices > LARGEST || arcs > LARGEST {
        return None;
    }
    let mut drafter = Drafter {
        chart,
        flow,
        graph: Graph::default(),
        position: vec![None; vertices],
    };
    drafter.regions(None, None);
    for (index, arc) in chart.transitions.iter().enumerate() {
        let end = |vertex: usize| drafter.position.get(vertex).copied().flatten();
        let (Some(source), Some(target)) = (end(arc.source), end(arc.target)) else {
            continue;
        };
        if !arc.internal {
            drafter.graph.edges.push(GraphEdge {
                edge: Edge::Element(Element::transition(index)),
                source,
                target,
                label: words::label_size(arc, wording),
                straight: false,
            });
        }
    }
    if flow == Flow::Both {
        on_both_sides(&mut drafter.graph);
    }
    (!drafter.graph.nodes.is_empty()).then_some(drafter.graph)
}

/// Puts the first half of the states that lead to one and back from it, and nowhere else, before that one. O(nodes · edges).
fn on_both_sides(graph: &mut Graph) {
    let hub_of = |it: usize| {
        let ends = graph.edges.iter().map(|edge| (edge.source, edge.target));
        let leaving = ends.clone().filter(|end| end.0 == it).map(|end| end.1);
        let coming = ends.filter(|end| end.1 == it).map(|end| end.0);
        let (leaving, coming): (Vec<_>, Vec<_>) = (leaving.collect(), coming.collect());
        let hub = *leaving.first()?;
        let is_leaf = graph.nested[it].head.is_none()
            && hub < it
            && graph.nested[it].inside == graph.nested[hub].inside
            && !coming.is_empty()
            && leaving.iter().chain(&coming).all(|end| *end == hub);
        is_leaf.then_some(hub)
    };
    let hubs: Vec<_> = (0..graph.nodes.len()).map(hub_of).collect();
    for hub in 0..hubs.len() {
        let leaves: Vec<_> = (0..hubs.len())
            .filter(|&it| hubs[it] == Some(hub))
            .collect();
        for &it in &leaves[..leaves.len() / 2] {
            graph.nested[it].before = Some(hub);
        }
    }
}

struct Drafter<'c> {
    chart: &'c StatechartView,
    flow: Flow,
    graph: Graph,
    /// Where in the graph each vertex is.
    position: Vec<Option<usize>>,
}

impl Drafter<'_> {
    fn add(&mut self, node: Node, (width, height): (f64, f64), nested: Nested) -> usize {
        self.graph.nodes.push(GraphNode {
            node,
            width,
            height,
            before: None,
        });
        self.graph.nested.push(nested);
        self.graph.nodes.len() - 1
    }

    /// What is in the regions of a state, or of the statechart.
    fn regions(&mut self, owner: Option<usize>, inside: Option<usize>) {
        let compartments = compartments(self.chart, owner);
        if compartments.is_empty() {
            for region in regions(self.chart, owner) {
                self.region(region, inside);
            }
        }
        for region in compartments {
            let name = &self.chart.regions[region].name;
            let head = if name.is_empty() { 2.0 } else { REGION_TITLE };
            let least = (width(name, LABEL) + 2.0 * MARGIN).max(40.0);
            let node = Node::Element(region_element(region));
            let nested = Nested {
                inside,
                head: Some(head),
                ..Nested::default()
            };
            let container = self.add(node, (least.ceil(), head + 18.0), nested);
            self.region(region, Some(container));
        }
    }

    fn region(&mut self, region: usize, inside: Option<usize>) {
        for vertex in breadth_first(self.chart, region) {
            if self.position[vertex].is_none() && self.chart.vertices[vertex].own.is_none() {
                self.vertex(vertex, inside);
            }
        }
    }

    fn vertex(&mut self, vertex: usize, inside: Option<usize>) {
        let view = &self.chart.vertices[vertex];
        let holds = view.shape == VertexShape::State
            && (view.regions.iter()).any(|&it| {
                let region = self.chart.regions.get(it);
                region.is_some_and(|it| !it.vertices.is_empty())
            });
        let nested = Nested {
            inside,
            head: holds.then(|| head(view)),
            ..Nested::default()
        };
        let node = Node::Element(Element::state(vertex));
        let at = self.add(node, size(self.chart, vertex, self.flow), nested);
        self.position[vertex] = Some(at);
        let points = (0..self.chart.vertices.len())
            .filter(|&it| self.chart.vertices[it].own == Some(vertex));
        for point in points.collect::<Vec<_>>() {
            let nested = Nested {
                inside: Some(at),
                on_border: true,
                ..Nested::default()
            };
            let node = Node::Element(Element::state(point));
            let point_at = self.add(node, (POINT, POINT), nested);
            self.position[point] = Some(point_at);
        }
        if holds {
            self.regions(Some(vertex), Some(at));
        }
    }
}

/// Width and height of a vertex, of one that holds others the least.
fn size(chart: &StatechartView, vertex: usize, flow: Flow) -> (f64, f64) {
    let view = &chart.vertices[vertex];
    let square = |side| (side, side);
    match view.shape {
        VertexShape::State => {
            let lines = lines(view);
            let widest = lines.iter().map(|it| width(it, LABEL)).fold(0.0, f64::max);
            let wide = name_width(view).max(widest) + 2.0 * PADDING;
            let high = match lines.is_empty() {
                true => STATE_HEIGHT,
                false => head(view),
            };
            (wide.max(48.0).ceil(), high)
        }
        VertexShape::Initial => square(INITIAL_SIZE),
        VertexShape::Final => square(FINAL_SIZE),
        VertexShape::Choice => square(CHOICE),
        VertexShape::Junction => square(JUNCTION),
        VertexShape::ShallowHistory | VertexShape::DeepHistory => square(HISTORY),
        VertexShape::EntryPoint | VertexShape::ExitPoint => square(POINT),
        VertexShape::Terminate => square(FINAL_SIZE),
        VertexShape::Fork | VertexShape::Join => {
            let of = |end: fn(&crate::view::ArcView) -> usize| {
                chart
                    .transitions
                    .iter()
                    .filter(|it| end(it) == vertex)
                    .count()
            };
            let arrows = of(|it| it.source).max(of(|it| it.target));
            let long = (count(arrows) * 22.0).max(44.0);
            match flow {
                Flow::Down => (long, BAR),
                Flow::Right | Flow::Both => (BAR, long),
            }
        }
    }
}

/// The vertices of a region breadth first from its initial one along what leads from one to another, however
/// deep inside them it begins and ends; what nothing leads to follows as written.
fn breadth_first(chart: &StatechartView, region: usize) -> Vec<usize> {
    let all = &chart.regions[region].vertices;
    let outer = |mut vertex: usize| {
        for _ in 0..=chart.vertices.len() {
            let view = chart.vertices.get(vertex)?;
            if view.region == region {
                return Some(view.own.unwrap_or(vertex));
            }
            vertex = chart.regions.get(view.region)?.owner?;
        }
        None
    };
    let arcs = chart.transitions.iter();
    let arcs: Vec<_> = arcs
        .filter_map(|it| Some((outer(it.source)?, outer(it.target)?)))
        .collect();
    let is_initial = |&it: &usize| {
        chart
            .vertices
            .get(it)
            .is_some_and(|it| it.shape == VertexShape::Initial)
    };
    let (first, rest): (Vec<usize>, Vec<usize>) = all
        .iter()
        .filter(|&&it| it < chart.vertices.len())
        .partition(|it| is_initial(it));
    let mut seen = vec![false; chart.vertices.len()];
    let mut order = Vec::with_capacity(all.len());
    let mut queue = VecDeque::new();
    for root in first.into_iter().chain(rest) {
        if !std::mem::replace(&mut seen[root], true) {
            queue.push_back(root);
        }
        while let Some(vertex) = queue.pop_front() {
            order.push(vertex);
            for &(_, target) in arcs.iter().filter(|it| it.0 == vertex) {
                if chart.vertices[target].region == region
                    && !std::mem::replace(&mut seen[target], true)
                {
                    queue.push_back(target);
                }
            }
        }
    }
    order
}

/// Everything about a statechart that its picture depends on, as one text: typing elsewhere does not change it.
#[must_use]
pub fn key(chart: &StatechartView) -> String {
    let mut key = String::new();
    for it in &chart.vertices {
        let _ = write!(key, "{:?}{:?}@{}", it.shape, it.title(), it.region);
        for line in &it.lines {
            let _ = write!(key, "/{:?}", line.text);
        }
        let _ = write!(key, "{:?};", it.own);
    }
    for it in &chart.regions {
        let _ = write!(key, "{:?}{:?}{:?};", it.name, it.owner, it.vertices);
    }
    for it in &chart.transitions {
        let _ = write!(key, "{}>{}:{:?};", it.source, it.target, it.label());
    }
    key
}

/// Counts are small.
#[allow(clippy::cast_precision_loss)]
fn count(number: usize) -> f64 {
    number as f64
}

/// The height of a label of so many lines.
pub(super) fn label_height(lines: usize) -> f64 {
    count(lines) * LABEL_HEIGHT
}
