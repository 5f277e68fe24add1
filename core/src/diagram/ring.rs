//! Who waits for whom in a deadlock, drawn: the lifelines of the circle of waiting stand on a circle,
//! and an arrow leads from each to the one that it waits for.
//!
//! Where waiting goes in no circle, all who wait or are waited for stand on it. Arrows between the
//! same two bend apart. The circle is an ellipse, because names are wider than they are high.

use std::f64::consts::FRAC_1_SQRT_2;

use super::text::{self, LABEL, MESSAGE};
use super::{Point, Rect};
use crate::view::WaitGraphView;

/// Lifelines that are drawn at most: with more, words are clearer.
const MOST: usize = 12;
/// Arrows that are drawn at most.
const MOST_ARROWS: usize = 16;
const HEIGHT: f64 = 28.0;
/// Names and labels are cut to this width.
const LONGEST: f64 = 130.0;
const FLAT: f64 = 0.62;
const MARGIN: f64 = 8.0;
/// Where there is still no room on a circle of this radius, things overlap.
const LARGEST: f64 = 600.0;

/// A drawn circle of waiting.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ring {
    /// Width of the picture.
    pub width: f64,
    /// Height of the picture.
    pub height: f64,
    /// The lifelines with their names, shortened where they are very long.
    pub nodes: Vec<(Rect, String)>,
    /// The arrows.
    pub arrows: Vec<RingArrow>,
}

/// One lifeline waits for another.
#[derive(Clone, Debug, PartialEq)]
pub struct RingArrow {
    /// Start, control point and end of a quadratic curve.
    pub curve: [Point; 3],
    /// What is waited for: `to take done`.
    pub label: String,
    /// Room of the label.
    pub room: Rect,
}

/// The drawing; `None` where there is nothing to draw, or too much. O(waits²).
#[must_use]
pub fn ring(waits: &WaitGraphView, name: &dyn Fn(usize) -> String) -> Option<Ring> {
    let next = |at: usize| waits.cycle[(at + 1) % waits.cycle.len()];
    let mut members = waits.cycle.clone();
    let edges: Vec<_> = if members.is_empty() {
        for edge in &waits.edges {
            for end in [edge.from, edge.to] {
                if !members.contains(&end) {
                    members.push(end);
                }
            }
        }
        waits.edges.iter().collect()
    } else {
        let pairs = (0..members.len()).map(|at| (members[at], next(at)));
        let mut edges = pairs.map(|(from, to)| {
            let of = |edge: &&crate::view::WaitEdgeView| (edge.from, edge.to) == (from, to);
            waits.edges.iter().find(of)
        });
        edges.by_ref().collect::<Option<Vec<_>>>()?
    };
    if members.len() < 2 || members.len() > MOST || edges.len() > MOST_ARROWS {
        return None;
    }
    let names: Vec<_> = members
        .iter()
        .map(|&it| text::ellipsize(&name(it), MESSAGE, LONGEST))
        .collect();
    let labels: Vec<_> = edges
        .iter()
        .map(|edge| {
            let verb = if edge.sends { "take" } else { "send" };
            text::ellipsize(&format!("to {verb} {}", edge.symbol), LABEL, LONGEST)
        })
        .collect();
    let widest = |texts: &[String], size| {
        let widths = texts.iter().map(|it| text::width(it, size));
        widths.fold(0.0, f64::max)
    };
    let node = widest(&names, MESSAGE) + 20.0;
    let links: Vec<_> = edges
        .iter()
        .zip(labels)
        .map(|(edge, label)| {
            let spot = |lifeline: usize| members.iter().position(|&it| it == lifeline).unwrap_or(0);
            let returns =
                |it: &&crate::view::WaitEdgeView| (it.from, it.to) == (edge.to, edge.from);
            let bends = edges.iter().any(returns);
            (spot(edge.from), spot(edge.to), bends, label)
        })
        .collect();
    let mut radius = 40.0;
    let mut ring = placed(radius, node, &names, &links);
    while radius < LARGEST && is_crowded(&ring) {
        radius *= 1.08;
        ring = placed(radius, node, &names, &links);
    }
    Some(ring)
}

/// The drawing on a circle of this radius.
fn placed(
    radius: f64,
    node: f64,
    names: &[String],
    links: &[(usize, usize, bool, String)],
) -> Ring {
    let count = names.len();
    let high = if count == 2 { 30.0 } else { radius * FLAT };
    // Labels may stand out above and below.
    let across = radius + node.max(LONGEST) / 2.0 + MARGIN;
    let down = high + HEIGHT / 2.0 + MARGIN + if count == 2 { 12.0 } else { 0.0 };
    let place = |at: usize| {
        let (x, y) = direction(at, count);
        Point {
            x: across + radius * x,
            y: down + high * y,
        }
    };
    let arrows = links.iter().map(|(from, to, bends, label)| {
        arrow(place(*from), place(*to), node, *bends, label.clone())
    });
    let nodes = names.iter().enumerate().map(|(at, name)| {
        let width = text::width(name, MESSAGE) + 20.0;
        (Rect::around(place(at), width, HEIGHT), name.clone())
    });
    Ring {
        width: 2.0 * across,
        height: 2.0 * down,
        arrows: arrows.collect(),
        nodes: nodes.collect(),
    }
}

/// Whether names or labels overlap, or an arrow is too short to be seen beside its label.
fn is_crowded(ring: &Ring) -> bool {
    let names = ring.nodes.iter().map(|(rect, _)| *rect);
    let labels = ring.arrows.iter().map(|it| it.room);
    let all: Vec<Rect> = names.chain(labels).collect();
    let mut pairs = (0..all.len()).flat_map(|at| (0..at).map(move |other| (at, other)));
    let short = |it: &RingArrow| {
        let [from, _, to] = it.curve;
        (to.x - from.x).abs() < it.room.width + 18.0
            && (to.y - from.y).abs() < it.room.height + 18.0
    };
    pairs.any(|(one, other)| all[one].overlaps(all[other])) || ring.arrows.iter().any(short)
}

/// An arrow between two nodes of a width; to the left of the straight line where another one
/// leads back.
fn arrow(from: Point, to: Point, node: f64, bends: bool, label: String) -> RingArrow {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let aside = if bends { 0.30 } else { 0.0 };
    let control = Point {
        x: (from.x + to.x) / 2.0 + dy * aside,
        y: (from.y + to.y) / 2.0 - dx * aside,
    };
    let curve = [
        border(from, control, node),
        control,
        border(to, control, node),
    ];
    let middle = Point {
        x: (curve[0].x + 2.0 * control.x + curve[2].x) / 4.0,
        y: (curve[0].y + 2.0 * control.y + curve[2].y) / 4.0,
    };
    let width = text::width(&label, LABEL) + 8.0;
    RingArrow {
        curve,
        label,
        room: Rect::around(middle, width, 17.0),
    }
}

/// Where the line from a node's centre to a point leaves the node, with a little distance.
fn border(centre: Point, towards: Point, width: f64) -> Point {
    let (dx, dy) = (towards.x - centre.x, towards.y - centre.y);
    let (half_width, half_height) = (width / 2.0 + 4.0, HEIGHT / 2.0 + 4.0);
    let scale = (dx.abs() / half_width)
        .max(dy.abs() / half_height)
        .max(1e-6);
    Point {
        x: centre.x + dx / scale.max(1.0),
        y: centre.y + dy / scale.max(1.0),
    }
}

/// Cosine and sine of a full turn divided by 2, 3, … [`MOST`]: the functions themselves would be the
/// only ones of their kind on the page, and weigh more than all circles.
const TURNS: [(f64, f64); MOST - 1] = [
    (-1.0, 0.0),
    (-0.5, 0.866_025_403_784),
    (0.0, 1.0),
    (0.309_016_994_375, 0.951_056_516_295),
    (0.5, 0.866_025_403_784),
    (0.623_489_801_859, 0.781_831_482_468),
    (FRAC_1_SQRT_2, FRAC_1_SQRT_2),
    (0.766_044_443_119, 0.642_787_609_687),
    (0.809_016_994_375, 0.587_785_252_292),
    (0.841_253_532_831, 0.540_640_817_456),
    (0.866_025_403_784, 0.5),
];

/// The direction in which the node `at` of `count` stands: clockwise from the top, two beside each
/// other.
fn direction(at: usize, count: usize) -> (f64, f64) {
    let (cos, sin) = TURNS[(count - 2).min(TURNS.len() - 1)];
    let mut now = if count == 2 { (-1.0, 0.0) } else { (0.0, -1.0) };
    for _ in 0..at {
        now = (now.0 * cos - now.1 * sin, now.0 * sin + now.1 * cos);
    }
    now
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::WaitEdgeView;

    fn waits(edges: &[(usize, usize)], cycle: &[usize]) -> WaitGraphView {
        let edge = |&(from, to): &(usize, usize)| WaitEdgeView {
            from,
            to,
            symbol: "wantCoffee".into(),
            sends: from % 2 == 0,
        };
        WaitGraphView {
            edges: edges.iter().map(edge).collect(),
            cycle: cycle.to_vec(),
            ..WaitGraphView::default()
        }
    }

    fn round(count: usize) -> WaitGraphView {
        let edges: Vec<_> = (0..count).map(|at| (at, (at + 1) % count)).collect();
        let cycle: Vec<_> = (0..count).collect();
        waits(&edges, &cycle)
    }

    #[test]
    fn nothing_overlaps_on_a_circle_of_any_size() {
        for count in 2..=MOST {
            for long in ["p", "philosopher", "a lifeline with quite a long name"] {
                let ring = ring(&round(count), &|at| format!("{long}{at}")).expect("it is drawn");
                assert_eq!((ring.nodes.len(), ring.arrows.len()), (count, count));
                let all: Vec<Rect> = ring.nodes.iter().map(|(rect, _)| *rect).collect();
                let labels: Vec<Rect> = ring.arrows.iter().map(|it| it.room).collect();
                let all = [all, labels].concat();
                for (index, one) in all.iter().enumerate() {
                    assert!(one.x >= 0.0 && one.right() <= ring.width, "{count} {long}");
                    assert!(
                        one.y >= 0.0 && one.bottom() <= ring.height,
                        "{count} {long}"
                    );
                    for other in &all[index + 1..] {
                        assert!(!one.overlaps(*other), "{count} {long}: {one:?} {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn turns_are_turns() {
        for (index, &(cos, sin)) in TURNS.iter().enumerate() {
            let angle = std::f64::consts::TAU / (index + 2) as f64;
            assert!((angle.cos() - cos).abs() < 1e-9 && (angle.sin() - sin).abs() < 1e-9);
        }
    }

    #[test]
    fn arrows_lead_from_each_to_the_next_and_say_what_for() {
        let ring = ring(&round(3), &|at| format!("p{at}")).expect("it is drawn");
        for (at, arrow) in ring.arrows.iter().enumerate() {
            let close = |point: Point, node: usize| {
                let centre = ring.nodes[node].0.centre();
                (point.x - centre.x).abs() < 60.0 && (point.y - centre.y).abs() < 30.0
            };
            assert!(close(arrow.curve[0], at) && close(arrow.curve[2], (at + 1) % 3));
        }
        let labels: Vec<_> = ring.arrows.iter().map(|it| it.label.as_str()).collect();
        let expected = [
            "to take wantCoffee",
            "to send wantCoffee",
            "to take wantCoffee",
        ];
        assert_eq!(labels, expected);
    }

    #[test]
    fn without_a_circle_all_who_wait_are_drawn_and_nothing_that_is_too_much() {
        let open = waits(&[(0, 1), (2, 1)], &[]);
        let ring_of = |waits: &WaitGraphView| ring(waits, &|at| format!("p{at}"));
        assert_eq!(ring_of(&open).map(|it| it.nodes.len()), Some(3));
        assert_eq!(ring_of(&waits(&[], &[])), None);
        assert_eq!(ring_of(&round(MOST + 1)), None);
    }
}
