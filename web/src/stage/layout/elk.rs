//! What is said to the layout engine (`web/js/entry-layout.js`): a graph with sizes goes to its
//! worker, the same with coordinates comes back.

use lockstep_core::diagram::drawing::{Drawing, DrawnEdge};
use lockstep_core::diagram::graph::Graph;
use lockstep_core::diagram::{Point, Rect};
use serde::{Deserialize, Serialize};

/// Asks for a layout; which options it follows stands in `web/js/layout/options.js`.
#[derive(Serialize)]
pub struct Request {
    id: u32,
    graph: ElkGraph,
    direction: &'static str,
}

#[derive(Serialize)]
struct ElkGraph {
    id: &'static str,
    children: Vec<ElkBox>,
    edges: Vec<ElkEdge>,
}

#[derive(Serialize)]
struct ElkBox {
    id: String,
    width: f64,
    height: f64,
    /// Where it stood in the drawing before.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<[f64; 2]>,
}

#[derive(Serialize)]
struct ElkEdge {
    id: String,
    sources: [String; 1],
    targets: [String; 1],
    labels: Vec<ElkLabel>,
    /// Whether it ran straight in the drawing before.
    straight: bool,
}

/// A label; elkjs ignores one without a text, but what the text says does not matter.
#[derive(Serialize)]
struct ElkLabel {
    text: &'static str,
    width: f64,
    height: f64,
}

impl Request {
    /// Asks for a layout with edges flowing in the direction `DOWN` or `RIGHT`.
    pub fn new(id: u32, graph: &Graph, direction: &'static str) -> Self {
        let node = |index: usize| format!("n{index}");
        let children = graph.nodes.iter().enumerate();
        let edges = graph.edges.iter().enumerate();
        let graph = ElkGraph {
            id: "machine",
            children: children
                .map(|(index, box_)| ElkBox {
                    id: node(index),
                    width: box_.width,
                    height: box_.height,
                    before: box_.before.map(|at| [at.x, at.y]),
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
                    straight: edge.straight,
                })
                .collect(),
        };
        Self {
            id,
            graph,
            direction,
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
            ..Drawing::default()
        })
    }
}
