//! The protocol of elkjs: a graph with sizes goes to its worker, the same with coordinates comes
//! back.

use std::collections::HashMap;

use lockstep_core::diagram::drawing::{Drawing, DrawnEdge};
use lockstep_core::diagram::graph::Graph;
use lockstep_core::diagram::{Point, Rect};
use serde::{Deserialize, Serialize};

/// What is said to elkjs.
#[derive(Serialize)]
#[serde(tag = "cmd", rename_all = "lowercase")]
pub enum Command {
    Register {
        id: u32,
        algorithms: [&'static str; 1],
    },
    Layout {
        id: u32,
        graph: ElkGraph,
        #[serde(rename = "layoutOptions")]
        layout_options: HashMap<&'static str, &'static str>,
        options: HashMap<&'static str, &'static str>,
    },
}

#[derive(Serialize)]
pub struct ElkGraph {
    id: &'static str,
    #[serde(rename = "layoutOptions")]
    layout_options: HashMap<&'static str, &'static str>,
    children: Vec<ElkBox>,
    edges: Vec<ElkEdge>,
}

#[derive(Serialize)]
struct ElkBox {
    id: String,
    width: f64,
    height: f64,
}

#[derive(Serialize)]
struct ElkEdge {
    id: String,
    sources: [String; 1],
    targets: [String; 1],
    labels: Vec<ElkLabel>,
}

/// A label; elkjs ignores one without a text, but what the text says does not matter.
#[derive(Serialize)]
struct ElkLabel {
    text: &'static str,
    width: f64,
    height: f64,
}

/// Orthogonal layers in the order of the model. Labels stand on one side of their edges in the
/// whole picture, so that it is always clear which edge a label belongs to.
const OPTIONS: [(&str, &str); 14] = [
    ("elk.algorithm", "layered"),
    ("elk.edgeRouting", "ORTHOGONAL"),
    ("elk.padding", "[top=3,left=3,bottom=3,right=3]"),
    ("elk.spacing.nodeNode", "18"),
    ("elk.spacing.edgeNode", "10"),
    ("elk.spacing.edgeEdge", "8"),
    ("elk.spacing.edgeLabel", "3"),
    ("elk.layered.spacing.nodeNodeBetweenLayers", "12"),
    ("elk.layered.spacing.edgeNodeBetweenLayers", "7"),
    ("elk.layered.spacing.edgeEdgeBetweenLayers", "7"),
    ("elk.layered.cycleBreaking.strategy", "MODEL_ORDER"),
    ("elk.layered.considerModelOrder.strategy", "NODES_AND_EDGES"),
    ("elk.layered.nodePlacement.strategy", "NETWORK_SIMPLEX"),
    ("elk.layered.edgeLabels.sideSelection", "ALWAYS_DOWN"),
];

impl Command {
    /// Must be said once, before anything else.
    pub fn register() -> Self {
        Self::Register {
            id: 0,
            algorithms: ["layered"],
        }
    }

    /// Asks for a layout with edges flowing in the direction `DOWN` or `RIGHT`.
    pub fn layout(id: u32, graph: &Graph, direction: &'static str) -> Self {
        let mut layout_options = HashMap::from(OPTIONS);
        layout_options.insert("elk.direction", direction);
        let node = |index: usize| format!("n{index}");
        let children = graph.nodes.iter().enumerate();
        let edges = graph.edges.iter().enumerate();
        let graph = ElkGraph {
            id: "machine",
            layout_options,
            children: children
                .map(|(index, box_)| ElkBox {
                    id: node(index),
                    width: box_.width,
                    height: box_.height,
                })
                .collect(),
            edges: edges
                .map(|(index, edge)| ElkEdge {
                    id: format!("e{index}"),
                    sources: [node(edge.source)],
                    targets: [node(edge.target)],
                    labels: (edge.label.iter())
                        .map(|&(width, height)| ElkLabel {
                            text: "label",
                            width,
                            height,
                        })
                        .collect(),
                })
                .collect(),
        };
        Self::Layout {
            id,
            graph,
            layout_options: HashMap::new(),
            options: HashMap::new(),
        }
    }
}

/// What elkjs answers: the graph with coordinates, or an error, of which only its being there
/// matters.
#[derive(Deserialize)]
pub struct Answer {
    /// The number of the request.
    pub id: u32,
    /// The placed graph, where there is one.
    pub data: Option<PlacedGraph>,
}

#[derive(Deserialize)]
pub struct PlacedGraph {
    width: Option<f64>,
    height: Option<f64>,
    #[serde(default)]
    children: Vec<PlacedBox>,
    #[serde(default)]
    edges: Vec<PlacedEdge>,
}

#[derive(Deserialize)]
struct PlacedBox {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PlacedEdge {
    #[serde(default)]
    sections: Vec<Section>,
    #[serde(default)]
    labels: Vec<PlacedBox>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Section {
    start_point: PlacedPoint,
    end_point: PlacedPoint,
    #[serde(default)]
    bend_points: Vec<PlacedPoint>,
}

#[derive(Clone, Copy, Deserialize)]
struct PlacedPoint {
    x: f64,
    y: f64,
}

impl PlacedGraph {
    /// Puts the answer's coordinates on the graph that was asked; elkjs keeps the order of nodes and
    /// edges. `None` where the answer does not fit.
    pub fn drawing(&self, graph: &Graph) -> Option<Drawing> {
        let fits =
            self.children.len() == graph.nodes.len() && self.edges.len() == graph.edges.len();
        if !fits {
            return None;
        }
        let rect = |at: &PlacedBox| Rect {
            x: at.x,
            y: at.y,
            width: at.width,
            height: at.height,
        };
        let point = |at: &PlacedPoint| Point { x: at.x, y: at.y };
        let nodes = graph.nodes.iter().zip(&self.children);
        let edges = graph.edges.iter().zip(&self.edges);
        Some(Drawing {
            width: self.width?,
            height: self.height?,
            nodes: nodes.map(|(node, at)| (node.node, rect(at))).collect(),
            edges: edges
                .map(|(edge, at)| {
                    let section = at.sections.first()?;
                    let bends = section.bend_points.iter();
                    let points = std::iter::once(&section.start_point)
                        .chain(bends)
                        .chain(std::iter::once(&section.end_point));
                    Some(DrawnEdge {
                        edge: edge.edge,
                        points: points.map(point).collect(),
                        label: at.labels.first().map(rect),
                    })
                })
                .collect::<Option<_>>()?,
        })
    }
}
