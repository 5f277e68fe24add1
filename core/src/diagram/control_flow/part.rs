//! Parts of a control flow while it is made: each is entered at the left and left at the right, at one height.

use super::{ControlFlow, DIAMOND, FlowEdge, FlowLine, FlowNode, FlowShape, GAP, Way};
use crate::diagram::{Point, Rect};

/// A part of the picture while it is made: it is entered at the left and left at the right, at `port` from its
/// top.
#[derive(Default)]
pub(super) struct Part {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) port: f64,
    pub(super) flow: ControlFlow,
}

/// A single node.
pub(super) fn leaf(shape: FlowShape, width: f64, height: f64, lines: Vec<FlowLine>) -> Part {
    let rect = Rect {
        x: 0.0,
        y: 0.0,
        width,
        height,
    };
    Part {
        width,
        height,
        port: height / 2.0,
        flow: ControlFlow {
            nodes: vec![FlowNode { shape, rect, lines }],
            ..ControlFlow::default()
        },
    }
}

/// A way with nothing on it.
pub(super) fn empty() -> Part {
    Part {
        height: 2.0 * DIAMOND,
        port: DIAMOND,
        ..Part::default()
    }
}

/// A single node of another height.
pub(super) fn sized(mut part: Part, height: f64) -> Part {
    part.height = height;
    part.flow
        .nodes
        .iter_mut()
        .for_each(|it| it.rect.height = height);
    part
}

/// Parts one behind the other, at the same height.
pub(super) fn row(parts: Vec<Part>, way: Way) -> Part {
    if parts.is_empty() {
        return empty();
    }
    let port = parts.iter().map(|it| it.port).fold(0.0, f64::max);
    let below = parts.iter().map(|it| it.height - it.port);
    let mut whole = Part {
        height: port + below.fold(0.0, f64::max),
        port,
        ..Part::default()
    };
    for part in parts {
        if whole.width > 0.0 {
            let from = whole.width;
            whole.join(&[(from, port), (from + GAP, port)], way);
            whole.width += GAP;
        }
        let (x, y, width) = (whole.width, port - part.port, part.width);
        whole.put(part, x, y);
        whole.width += width;
    }
    whole
}

impl Part {
    /// Puts another part inside, at a place.
    pub(super) fn put(&mut self, other: Part, x: f64, y: f64) {
        let moved = |at: &mut Point| {
            at.x += x;
            at.y += y;
        };
        let flow = other.flow;
        self.flow.nodes.extend(flow.nodes.into_iter().map(|mut it| {
            it.rect.x += x;
            it.rect.y += y;
            it
        }));
        self.flow.edges.extend(flow.edges.into_iter().map(|mut it| {
            it.points.iter_mut().for_each(moved);
            it.label.iter_mut().for_each(|it| moved(&mut it.1));
            it
        }));
    }

    /// Draws a line.
    pub(super) fn join(&mut self, points: &[(f64, f64)], way: Way) {
        let mut points: Vec<_> = points.iter().map(|&(x, y)| Point { x, y }).collect();
        // A line without a turn has two ends and nothing between.
        if points.windows(2).all(|it| (it[0].y - it[1].y).abs() < 0.01) {
            points = points
                .first()
                .into_iter()
                .chain(points.last())
                .copied()
                .collect();
        }
        self.flow.edges.push(FlowEdge {
            points,
            way,
            label: None,
        });
    }
}
