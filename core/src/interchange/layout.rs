//! What is said to a layout engine about nested graphs, and what it answers: the JSON of the Eclipse Layout Kernel.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

use crate::diagram::drawing::{Drawing, DrawnEdge};
use crate::diagram::graph::Graph;
use crate::diagram::statechart::MARGIN;
use crate::diagram::{Point, Rect};

/// Between labels of one arrow.
const BETWEEN: f64 = 3.0;

type Options = BTreeMap<&'static str, String>;

/// A graph, or a node of one; nodes that hold others have neither coordinates nor a size but the least.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ElkNode {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<f64>,
    layout_options: Options,
    /// Whether what is inside is laid out by itself, with all options.
    apart: bool,
    children: Vec<ElkNode>,
    ports: Vec<ElkNode>,
    edges: Vec<ElkEdge>,
}

/// An arrow; all of them stand at the root, however deep their ends are.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ElkEdge {
    id: String,
    sources: [String; 1],
    targets: [String; 1],
    labels: Vec<ElkLabel>,
    layout_options: Options,
}

/// A label; the engine ignores one without a text, but what the text says does not matter.
#[derive(Clone, Debug, Serialize)]
struct ElkLabel {
    text: &'static str,
    width: f64,
    height: f64,
    #[serde(rename = "layoutOptions")]
    options: Options,
}

impl ElkLabel {
    /// A label of that size; at an end, the engine's word for which.
    fn new((width, height): (f64, f64), end: Option<&str>) -> Self {
        let placement = end.map(|it| ("elk.edgeLabels.placement", it.to_owned()));
        Self {
            text: "label",
            width,
            height,
            options: placement.into_iter().collect(),
        }
    }
}

/// The graph as the engine reads it, with the options that are not those of machines. O(nodes + edges · depth).
///
/// Two things help the engine. An arrow stands in the innermost container around both its ends, and what no arrow
/// leads into is laid out by itself, as the engine does best. And arrows that lead back are turned round
/// (`leads_back`) before it is asked: left to itself it forgets the order of the text inside containers.
#[must_use]
pub fn request(graph: &Graph) -> ElkNode {
    let mut edges: Vec<Vec<ElkEdge>> = vec![Vec::new(); graph.nodes.len()];
    let mut top_edges = Vec::new();
    let mut is_entered = vec![false; graph.nodes.len()];
    for all in arrows(graph) {
        let first = &graph.edges[all[0]];
        let common = common(graph, first.source, first.target);
        for end in [first.source, first.target] {
            let crossed = around(graph, end).take_while(|it| Some(*it) != common);
            crossed.for_each(|it| is_entered[it] = true);
            // From a state to what is inside it.
            if common == Some(end) {
                is_entered[end] = true;
            }
        }
        let (source, target) = match leads_back(graph, first.source, first.target) {
            true => (first.target, first.source),
            false => (first.source, first.target),
        };
        let edge = ElkEdge {
            id: format!("e{}", all[0]),
            sources: [format!("n{source}")],
            targets: [format!("n{target}")],
            labels: (stacked(graph, &all).into_iter())
                .map(|size| ElkLabel::new(size, None))
                .chain(at_ends(graph, all[0]))
                .collect(),
            layout_options: match first.straight {
                true => [("elk.layered.priority.straightness", "20".to_owned())].into(),
                false => Options::new(),
            },
        };
        match common {
            Some(it) => edges[it].push(edge),
            None => top_edges.push(edge),
        }
    }
    // What contains something that is not laid out by itself is not, either.
    for index in (0..graph.nodes.len()).rev() {
        if let Some(outer) = around(graph, index).next() {
            is_entered[outer] |= is_entered[index];
        }
    }
    let mut children: Vec<Vec<ElkNode>> = vec![Vec::new(); graph.nodes.len()];
    let mut ports: Vec<Vec<ElkNode>> = vec![Vec::new(); graph.nodes.len()];
    let mut top = Vec::new();
    // What is in a container stands behind it, so its own inside is complete when it is put in.
    let mut order: Vec<_> = (0..graph.nodes.len()).collect();
    order.sort_by_key(|&it| rank(graph, it));
    for index in order.into_iter().rev() {
        let node = &graph.nodes[index];
        let nested = graph.nested.get(index).cloned().unwrap_or_default();
        let mut it = ElkNode {
            id: format!("n{index}"),
            width: Some(node.width),
            height: Some(node.height),
            edges: std::mem::take(&mut edges[index]),
            ..ElkNode::default()
        };
        it.children = std::mem::take(&mut children[index]);
        it.children.reverse();
        it.ports = std::mem::take(&mut ports[index]);
        it.ports.reverse();
        if let Some(at) = node.before {
            let place = format!("({},{})", at.x, at.y);
            it.layout_options.insert("elk.position", place);
        }
        if let Some(head) = nested.head {
            it.apart = !is_entered[index];
            let padding = format!("[top={head},left={MARGIN},bottom={MARGIN},right={MARGIN}]");
            let least = format!("({},{})", node.width, node.height);
            let options = [
                ("elk.padding", padding),
                ("elk.nodeSize.constraints", "MINIMUM_SIZE".into()),
                ("elk.nodeSize.minimum", least),
            ];
            it.layout_options.extend(options);
            let apart = [
                ("elk.hierarchyHandling", "SEPARATE_CHILDREN".into()),
                (
                    "elk.layered.considerModelOrder.components",
                    "MODEL_ORDER".into(),
                ),
            ];
            it.layout_options
                .extend(apart.into_iter().filter(|_| it.apart));
        }
        match nested.inside {
            None => top.push(it),
            Some(outer) if nested.on_border => ports[outer].push(it),
            Some(outer) => children[outer].push(it),
        }
    }
    top.reverse();
    let options = [
        ("elk.hierarchyHandling", "INCLUDE_CHILDREN"),
        ("elk.json.shapeCoords", "ROOT"),
        ("elk.json.edgeCoords", "ROOT"),
    ];
    ElkNode {
        id: "statechart".into(),
        layout_options: options.map(|(name, it)| (name, it.to_owned())).into(),
        children: top,
        edges: top_edges,
        ..ElkNode::default()
    }
}

/// The containers around a node, innermost first.
fn around(graph: &Graph, node: usize) -> impl Iterator<Item = usize> + '_ {
    let outer = |it: usize| graph.nested.get(it).and_then(|it| it.inside);
    std::iter::successors(outer(node), move |&it| outer(it))
}

/// The innermost container around two nodes; one of them, where it contains the other.
fn common(graph: &Graph, one: usize, other: usize) -> Option<usize> {
    if one == other {
        return around(graph, one).next();
    }
    let with_itself = |it| std::iter::once(it).chain(around(graph, it));
    let others: Vec<_> = with_itself(other).collect();
    with_itself(one).find(|it| others.contains(it))
}

/// Whether an arrow leads to what stands before its source, and neither contains the other.
fn leads_back(graph: &Graph, source: usize, target: usize) -> bool {
    let holds = |outer: usize, inner: usize| around(graph, inner).any(|it| it == outer);
    rank(graph, source) > rank(graph, target) && !holds(target, source) && !holds(source, target)
}

/// Where a node stands among the others: in the order of the graph, unless it says which one it stands before.
fn rank(graph: &Graph, node: usize) -> (usize, bool, usize) {
    let before = graph.nested.get(node).and_then(|it| it.before);
    (before.unwrap_or(node), before.is_none(), node)
}

/// The edges in their order; those that lead from one node to the same share an arrow, with their labels one below
/// the other, for loops around loops run through each other's labels.
fn arrows(graph: &Graph) -> Vec<Vec<usize>> {
    let mut arrows: Vec<Vec<usize>> = Vec::new();
    for (index, edge) in graph.edges.iter().enumerate() {
        let loops = |all: &&mut Vec<usize>| {
            let first = &graph.edges[all[0]];
            first.source == first.target && first.source == edge.source
        };
        match edge.source == edge.target {
            true => match arrows.iter_mut().find(loops) {
                Some(all) => all.push(index),
                None => arrows.push(vec![index]),
            },
            false => arrows.push(vec![index]),
        }
    }
    arrows
}

/// The size of some labels one below the other; `None` where there are none.
fn stacked(graph: &Graph, edges: &[usize]) -> Option<(f64, f64)> {
    let labels = edges.iter().filter_map(|&it| graph.edges[it].label);
    labels.reduce(|(wide, high), (width, height)| (wide.max(width), high + BETWEEN + height))
}

/// What stands at the ends of an edge, its source first, as the engine sees it.
fn at_ends(graph: &Graph, edge: usize) -> impl Iterator<Item = ElkLabel> {
    let it = &graph.edges[edge];
    let words = match leads_back(graph, it.source, it.target) {
        true => ["HEAD", "TAIL"],
        false => ["TAIL", "HEAD"],
    };
    let ends = graph.ends.get(edge).copied().unwrap_or_default();
    let both = ends.into_iter().zip(words);
    both.filter_map(|(size, word)| Some(ElkLabel::new(size?, Some(word))))
}

/// What the engine answers: the same with coordinates, all of them from the corner of the whole.
#[derive(Clone, Debug, Deserialize)]
pub struct Placed {
    id: String,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    #[serde(default)]
    children: Vec<Placed>,
    #[serde(default)]
    ports: Vec<Placed>,
    #[serde(default)]
    edges: Vec<PlacedEdge>,
}

#[derive(Clone, Debug, Deserialize)]
struct PlacedEdge {
    id: String,
    #[serde(default)]
    sections: Vec<Section>,
    #[serde(default)]
    labels: Vec<PlacedLabel>,
}

#[derive(Clone, Debug, Deserialize)]
struct PlacedLabel {
    x: f64,
    y: f64,
    width: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Section {
    start_point: PlacedPoint,
    end_point: PlacedPoint,
    #[serde(default)]
    bend_points: Vec<PlacedPoint>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct PlacedPoint {
    x: f64,
    y: f64,
}

impl Placed {
    /// The picture of the graph that was asked for; `None` where the answer does not fit.
    #[must_use]
    pub fn drawing(&self, graph: &Graph) -> Option<Drawing> {
        let mut places = HashMap::new();
        let mut edges = HashMap::new();
        self.collect(&mut places, &mut edges);
        let nodes = graph.nodes.iter().enumerate().map(|(index, node)| {
            let rect = places.get(format!("n{index}").as_str())?;
            Some((node.node, *rect))
        });
        let mut drawn: Vec<Option<DrawnEdge>> = vec![None; graph.edges.len()];
        let mut drawn_ends = vec![[None; 2]; graph.ends.len()];
        for all in arrows(graph) {
            let at: &&PlacedEdge = edges.get(format!("e{}", all[0]).as_str())?;
            let section = at.sections.first()?;
            let bends = section.bend_points.iter();
            let points = std::iter::once(&section.start_point)
                .chain(bends)
                .chain(std::iter::once(&section.end_point));
            let mut points: Vec<_> = points.map(|it| Point { x: it.x, y: it.y }).collect();
            let ends = &graph.edges[all[0]];
            if leads_back(graph, ends.source, ends.target) {
                points.reverse();
            }
            // Labels of several loops begin, or end, beside their state.
            let own = places
                .get(format!("n{}", ends.source).as_str())
                .filter(|_| all.len() > 1);
            let is_labelled = stacked(graph, &all).is_some();
            if let Some(drawn) = drawn_ends.get_mut(all[0]) {
                let mut labels = at.labels.iter().skip(usize::from(is_labelled));
                for (drawn, size) in drawn.iter_mut().zip(graph.ends[all[0]]) {
                    *drawn = size.zip(labels.next()).map(|((width, height), at)| Rect {
                        x: at.x,
                        y: at.y,
                        width,
                        height,
                    });
                }
            }
            let room = at.labels.first().filter(|_| is_labelled);
            let mut y = room.map_or(0.0, |it| it.y);
            for edge in all {
                let label = graph.edges[edge].label.zip(room);
                drawn[edge] = Some(DrawnEdge {
                    edge: graph.edges[edge].edge,
                    points: points.clone(),
                    label: label.map(|((width, height), room)| {
                        let rect = Rect {
                            x: match own {
                                Some(own) if room.x + room.width <= own.x => {
                                    room.x + room.width - width
                                }
                                Some(own) if room.x >= own.right() => room.x,
                                _ => room.x + (room.width - width) / 2.0,
                            },
                            y,
                            width,
                            height,
                        };
                        y += height + BETWEEN;
                        rect
                    }),
                });
            }
        }
        let mut drawing = Drawing {
            width: self.width,
            height: self.height,
            nodes: nodes.collect::<Option<_>>()?,
            edges: drawn.into_iter().collect::<Option<_>>()?,
            ends: drawn_ends,
        };
        drawing.settle_ends();
        Some(drawing)
    }

    fn collect<'p>(
        &'p self,
        places: &mut HashMap<&'p str, Rect>,
        edges: &mut HashMap<&'p str, &'p PlacedEdge>,
    ) {
        for it in self.children.iter().chain(&self.ports) {
            let rect = Rect {
                x: it.x,
                y: it.y,
                width: it.width,
                height: it.height,
            };
            places.insert(&it.id, rect);
            it.collect(places, edges);
        }
        edges.extend(self.edges.iter().map(|it| (it.id.as_str(), it)));
    }
}
