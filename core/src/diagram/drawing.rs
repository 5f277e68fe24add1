//! A placed machine: boxes, edges and labels where a layout engine has put them.
//!
//! The items carry the machine's own indices, so that the marks of a step find their shapes.

use std::fmt::Write as _;

use super::graph::{Edge, Node};
use super::{Point, Rect};

/// A placed machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Width of the whole picture.
    pub width: f64,
    /// Height of the whole picture.
    pub height: f64,
    /// The boxes.
    pub nodes: Vec<(Node, Rect)>,
    /// The edges.
    pub edges: Vec<DrawnEdge>,
    /// Where what stands at source and target of each edge is; empty where nothing does.
    pub ends: Vec<[Option<Rect>; 2]>,
}

/// A placed edge.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnEdge {
    /// What it stands for.
    pub edge: Edge,
    /// Its bends from source to target, at least two points.
    pub points: Vec<Point>,
    /// Where its label stands.
    pub label: Option<Rect>,
}

impl Drawing {
    /// How much the picture must shrink to fit into a card's body; never above 1.
    #[must_use]
    pub fn scale_into(&self, width: f64, height: f64) -> f64 {
        if self.width <= 0.0 || self.height <= 0.0 {
            return 1.0;
        }
        (width / self.width).min(height / self.height).min(1.0)
    }

    /// How often edges cross: segments of different edges that run at right angles through each
    /// other. O(segments²).
    #[must_use]
    pub fn crossings(&self) -> usize {
        let mut upright = Vec::new();
        let mut level = Vec::new();
        for (index, edge) in self.edges.iter().enumerate() {
            for pair in edge.points.windows(2) {
                let ((left, right), (top, bottom)) =
                    (sorted(pair[0].x, pair[1].x), sorted(pair[0].y, pair[1].y));
                if right - left < TOUCH {
                    upright.push((index, left, top, bottom));
                } else {
                    level.push((index, top, left, right));
                }
            }
        }
        let cross = |&(one, x, top, bottom): &(usize, f64, f64, f64)| {
            let crossed = level.iter().filter(|&&(other, y, left, right)| {
                let inside = |at: f64, low: f64, high: f64| low + TOUCH < at && at + TOUCH < high;
                one != other && inside(x, left, right) && inside(y, top, bottom)
            });
            crossed.count()
        };
        upright.iter().map(cross).sum()
    }

    /// Where on an edge something of this size covers least of labels, states and heads of arrows:
    /// in its middle, if that is as good as elsewhere. O(nodes + edges).
    #[must_use]
    pub fn spot(&self, edge: &DrawnEdge, width: f64, height: f64) -> Point {
        let labels = self.edges.iter().filter_map(|edge| edge.label);
        let boxes = self.nodes.iter().map(|&(_, rect)| rect);
        let tips = self.edges.iter().filter_map(|edge| edge.points.last());
        let tips = tips.map(|&tip| Rect::around(tip, 12.0, 12.0));
        let taken: Vec<_> = labels.chain(boxes).chain(tips).collect();
        let parts = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1];
        let mut best = (f64::INFINITY, Point::default());
        for part in parts {
            let at = along(&edge.points, part);
            let room = Rect::around(at, width, height);
            let covered: f64 = taken.iter().map(|it| it.shared(room)).sum();
            if covered + 1e-6 < best.0 {
                best = (covered, at);
            }
        }
        best.1
    }

    /// Moves what stands at the ends of edges along their lines to the boxes where these begin and end, where nothing is in the way:
    /// engines that draw in layers leave it at the border of the layer. O(ends · (nodes + segments)).
    pub fn settle_ends(&mut self) {
        for edge in 0..self.ends.len() {
            for end in 0..2 {
                let points = &self.edges[edge].points;
                let line: Vec<_> = match end {
                    0 => points.iter().take(2).copied().collect(),
                    _ => points.iter().rev().take(2).copied().collect(),
                };
                let (Some(rect), [tip, next]) = (self.ends[edge][end], &line[..]) else {
                    continue;
                };
                // From the tip along the line.
                let along = |tip: f64, next: f64, size: f64| match tip < next {
                    true => tip + BESIDE,
                    false => tip - BESIDE - size,
                };
                let (x, y) = match (tip.y - next.y).abs() < TOUCH {
                    true => (along(tip.x, next.x, rect.width), rect.y),
                    false => (rect.x, along(tip.y, next.y, rect.height)),
                };
                let moved = Rect { x, y, ..rect };
                if self.is_free(moved, (edge, end)) {
                    self.ends[edge][end] = Some(moved);
                }
            }
        }
    }

    /// Whether what stands at an end could be there.
    fn is_free(&self, rect: Rect, (edge, end): (usize, usize)) -> bool {
        let boxes = self.nodes.iter().map(|it| it.1);
        let labels = self.edges.iter().filter_map(|it| it.label);
        let lines = self.edges.iter().flat_map(|it| it.points.windows(2));
        let lines = lines.map(|it| Rect {
            x: it[0].x.min(it[1].x),
            y: it[0].y.min(it[1].y),
            width: (it[0].x - it[1].x).abs().max(TOUCH),
            height: (it[0].y - it[1].y).abs().max(TOUCH),
        });
        let ends = self.ends.iter().enumerate().flat_map(|(at, both)| {
            let both = both.iter().enumerate();
            both.filter_map(move |(which, it)| (*it).filter(|_| (at, which) != (edge, end)))
        });
        let whole = rect.x >= 0.0
            && rect.y >= 0.0
            && rect.right() <= self.width
            && rect.bottom() <= self.height;
        whole && !(boxes.chain(labels).chain(lines).chain(ends)).any(|other| rect.overlaps(other))
    }

    /// Pairs of labels, or of a label and a state, that overlap: none in a good layout. For tests
    /// of layout engines. O(n²).
    #[must_use]
    pub fn collisions(&self) -> Vec<(Rect, Rect)> {
        let labels = self.edges.iter().filter_map(|edge| edge.label);
        let ends = self.ends.iter().flatten().flatten().copied();
        let labels: Vec<Rect> = labels.chain(ends).collect();
        let mut found = Vec::new();
        for (index, &label) in labels.iter().enumerate() {
            let others = labels[index + 1..].iter().copied();
            let boxes = self.nodes.iter().map(|&(_, rect)| rect);
            found.extend(
                others
                    .chain(boxes)
                    .filter(|other| label.overlaps(*other))
                    .map(|other| (label, other)),
            );
        }
        found
    }
}

/// The path of an edge in SVG's notation, its corners rounded.
#[must_use]
pub fn path(points: &[Point], radius: f64) -> String {
    let mut path = String::new();
    for (index, &point) in points.iter().enumerate() {
        if index == 0 {
            let _ = write!(path, "M{} {}", short(point.x), short(point.y));
            continue;
        }
        let Some(&after) = points.get(index + 1) else {
            let _ = write!(path, "L{} {}", short(point.x), short(point.y));
            continue;
        };
        let before = points[index - 1];
        let room = distance(before, point).min(distance(point, after)) / 2.0;
        let start = towards(point, before, radius.min(room));
        let end = towards(point, after, radius.min(room));
        let _ = write!(
            path,
            "L{} {}Q{} {} {} {}",
            short(start.x),
            short(start.y),
            short(point.x),
            short(point.y),
            short(end.x),
            short(end.y)
        );
    }
    path
}

/// The head of an arrow that ends at the last point: a closed triangle in SVG's notation.
#[must_use]
pub fn arrow_head(points: &[Point], length: f64) -> String {
    let (Some(&tip), Some(&before)) = (points.last(), points.iter().rev().nth(1)) else {
        return String::new();
    };
    let back = towards(tip, before, length);
    let (dx, dy) = (back.x - tip.x, back.y - tip.y);
    let half = 0.45;
    format!(
        "M{} {}L{} {}L{} {}Z",
        short(tip.x),
        short(tip.y),
        short(back.x - dy * half),
        short(back.y + dx * half),
        short(back.x + dy * half),
        short(back.y - dx * half)
    )
}

/// The point half-way along a polyline.
#[must_use]
pub fn middle(points: &[Point]) -> Point {
    along(points, 0.5)
}

/// The point after this part of the length of a polyline.
fn along(points: &[Point], part: f64) -> Point {
    let total: f64 = points
        .windows(2)
        .map(|pair| distance(pair[0], pair[1]))
        .sum();
    let mut left = total * part;
    for pair in points.windows(2) {
        let length = distance(pair[0], pair[1]);
        if left <= length {
            return towards(pair[0], pair[1], left);
        }
        left -= length;
    }
    points.first().copied().unwrap_or_default()
}

/// Between a box and what stands at the end of an edge there.
const BESIDE: f64 = 3.0;

/// What ends nearer to a line than this touches it, and does not cross it.
const TOUCH: f64 = 0.1;

fn sorted(one: f64, other: f64) -> (f64, f64) {
    (one.min(other), one.max(other))
}

fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

/// The point `length` away from `from` in the direction of `to`.
fn towards(from: Point, to: Point, length: f64) -> Point {
    let total = distance(from, to);
    if total <= 0.0 {
        return from;
    }
    let part = length / total;
    Point {
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
    }
}

/// A coordinate with at most two decimals: keeps the page small and the output stable.
fn short(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Element;

    fn points(list: &[(f64, f64)]) -> Vec<Point> {
        list.iter().map(|&(x, y)| Point { x, y }).collect()
    }

    #[test]
    fn corners_are_rounded_inside_their_segments() {
        let bend = points(&[(0.0, 0.0), (0.0, 40.0), (30.0, 40.0)]);
        assert_eq!(path(&bend, 6.0), "M0 0L0 34Q0 40 6 40L30 40");
        let tight = points(&[(0.0, 0.0), (0.0, 4.0), (30.0, 4.0)]);
        assert_eq!(path(&tight, 6.0), "M0 0L0 2Q0 4 2 4L30 4");
        assert_eq!(path(&[], 6.0), "");
    }

    #[test]
    fn the_head_points_along_the_last_segment() {
        let down = points(&[(10.0, 0.0), (10.0, 50.0)]);
        assert_eq!(arrow_head(&down, 10.0), "M10 50L14.5 40L5.5 40Z");
        assert_eq!(arrow_head(&down[..1], 10.0), "");
    }

    #[test]
    fn the_middle_is_measured_along_the_line() {
        let bend = points(&[(0.0, 0.0), (0.0, 40.0), (20.0, 40.0)]);
        assert_eq!(middle(&bend), Point { x: 0.0, y: 30.0 });
        assert_eq!(middle(&[]), Point::default());
    }

    #[test]
    fn a_spot_keeps_clear_of_labels_and_states() {
        let edge = DrawnEdge {
            edge: Edge::Element(Element::transition(0)),
            points: points(&[(0.0, 0.0), (0.0, 100.0)]),
            label: Some(Rect::around(Point { x: 10.0, y: 50.0 }, 20.0, 24.0)),
        };
        let mut drawing = Drawing {
            edges: vec![edge.clone()],
            ..Drawing::default()
        };
        let beside = drawing.spot(&edge, 10.0, 10.0);
        assert!((beside.y - 30.0).abs() < 1e-9, "{beside:?}");
        drawing.edges[0].label = None;
        assert_eq!(drawing.spot(&edge, 10.0, 10.0), middle(&edge.points));
    }

    #[test]
    fn crossings_are_of_different_edges_and_go_through() {
        let edge = |list: &[(f64, f64)]| DrawnEdge {
            edge: Edge::Initial,
            points: points(list),
            label: None,
        };
        let of = |edges: Vec<DrawnEdge>| {
            let drawing = Drawing {
                edges,
                ..Drawing::default()
            };
            drawing.crossings()
        };
        let down = edge(&[(10.0, 0.0), (10.0, 50.0)]);
        let through = edge(&[(0.0, 20.0), (30.0, 20.0), (30.0, 40.0), (5.0, 40.0)]);
        let ends_at_it = edge(&[(0.0, 30.0), (10.0, 30.0)]);
        assert_eq!(of(vec![down.clone(), through.clone()]), 2);
        assert_eq!(of(vec![through.clone(), down.clone()]), 2);
        assert_eq!(of(vec![down.clone(), ends_at_it]), 0);
        assert_eq!(of(vec![down.clone(), down]), 0);
        // An edge through itself is one edge still.
        let loops = edge(&[
            (0.0, 0.0),
            (20.0, 0.0),
            (20.0, 10.0),
            (10.0, 10.0),
            (10.0, -10.0),
        ]);
        assert_eq!(of(vec![loops]), 0);
    }

    #[test]
    fn what_is_at_an_end_goes_to_its_box_unless_something_is_in_the_way() {
        let rect = |x: f64, y: f64, width: f64, height: f64| Rect {
            x,
            y,
            width,
            height,
        };
        let state = |number, at| (Node::Element(Element::state(number)), at);
        let mut drawing = Drawing {
            width: 300.0,
            height: 60.0,
            nodes: vec![
                state(0, rect(0.0, 0.0, 40.0, 40.0)),
                state(1, rect(260.0, 0.0, 40.0, 40.0)),
            ],
            edges: vec![DrawnEdge {
                edge: Edge::Element(Element::transition(0)),
                points: points(&[(40.0, 20.0), (260.0, 20.0)]),
                label: None,
            }],
            ends: vec![[
                Some(rect(100.0, 24.0, 20.0, 28.0)),
                Some(rect(200.0, 24.0, 20.0, 28.0)),
            ]],
        };
        drawing.settle_ends();
        let at = |it: &Drawing| it.ends[0].map(|it| it.map(|it| it.x));
        assert_eq!(at(&drawing), [Some(43.0), Some(237.0)]);
        // Something in the way: it stays.
        drawing.ends[0] = [Some(rect(100.0, 24.0, 20.0, 28.0)), None];
        drawing.nodes.push(state(2, rect(50.0, 30.0, 30.0, 20.0)));
        drawing.settle_ends();
        assert_eq!(at(&drawing), [Some(100.0), None]);
    }

    #[test]
    fn collisions_are_found() {
        let label = |x| DrawnEdge {
            edge: Edge::Element(Element::transition(0)),
            points: Vec::new(),
            label: Some(Rect {
                x,
                y: 0.0,
                width: 10.0,
                height: 10.0,
            }),
        };
        let mut drawing = Drawing {
            width: 40.0,
            height: 20.0,
            nodes: vec![(
                Node::Element(Element::state(0)),
                Rect {
                    x: 30.0,
                    y: 0.0,
                    width: 10.0,
                    height: 10.0,
                },
            )],
            edges: vec![label(0.0), label(10.0)],
            ..Drawing::default()
        };
        assert!(drawing.collisions().is_empty());
        drawing.edges.push(label(25.0));
        assert_eq!(drawing.collisions().len(), 1);
        assert!((drawing.scale_into(20.0, 20.0) - 0.5).abs() < 1e-9);
    }
}
