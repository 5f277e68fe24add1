//! All runs at once as a picture: what changes together is a box, what can change next stands to its right.
//!
//! Boxes stand in columns by the longest way to them, so that every line that is no loop goes to the right; in
//! each column they are ordered by the middle of what is joined to them (the barycentre heuristic of Sugiyama,
//! Tagawa and Toda). O(rounds · (boxes · log boxes + lines)).

use super::text::{LABEL, ellipsize, width};
use super::{Point, Rect};
use crate::view::AllRuns;

/// Height of a line of a box.
pub const LINE: f64 = 17.0;
/// From the rim of a box to its text.
pub const PADDING: f64 = 8.0;
/// Boxes that are drawn at most: more are no picture any more.
pub const MOST: usize = 600;
/// Lines of a box at most; the rest is counted.
const MOST_LINES: usize = 12;
/// Longer lines are cut.
const LONGEST: f64 = 220.0;
/// From one column to the next, and from one box to the next below.
const GAP: (f64, f64) = (46.0, 14.0);
/// How often the order is improved.
const ROUNDS: usize = 8;

/// The picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Width of the whole.
    pub width: f64,
    /// Height of the whole.
    pub height: f64,
    /// One for each node.
    pub boxes: Vec<RunBox>,
    /// The lines between them.
    pub edges: Vec<RunEdge>,
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct RunBox {
    /// Where it stands.
    pub rect: Rect,
    /// What changes, a line each, cut where it is long.
    pub lines: Vec<String>,
    /// How runs can end here: the words of the data, each with the place of its mark.
    pub ends: Vec<(String, Point)>,
}

/// From one node to another.
#[derive(Clone, Debug, PartialEq)]
pub struct RunEdge {
    /// The node it comes from.
    pub from: usize,
    /// The node it leads to.
    pub to: usize,
    /// Whether it leads back.
    pub back: bool,
    /// The curve, as a path.
    pub path: String,
    /// Where its tip stands, and from where it comes there.
    pub tip: [Point; 2],
}

/// Places all runs; `None` where there are too many boxes.
#[must_use]
pub fn picture(runs: &AllRuns) -> Option<Picture> {
    let count = runs.nodes.len();
    if count > MOST {
        return None;
    }
    let lines: Vec<Vec<String>> = (0..count).map(|node| lines(runs, node)).collect();
    let size = |node: usize| {
        let widest = lines[node].iter().map(|it| width(it, LABEL));
        let widest = widest.fold(0.0, f64::max);
        // A dozen lines and a handful of ends.
        #[allow(clippy::cast_precision_loss)]
        let height = (lines[node].len() + runs.nodes[node].ends.len()).max(1) as f64 * LINE;
        let ends = runs.nodes[node]
            .ends
            .iter()
            .map(|it| width(word(it), LABEL) + 12.0);
        let widest = ends.fold(widest, f64::max);
        (widest + 2.0 * PADDING, height + 8.0)
    };
    let sizes: Vec<_> = (0..count).map(size).collect();
    let column = columns(runs);
    let order = ordered(runs, &column, &sizes);
    let mut x = 1.0;
    let mut rects = vec![Rect::default(); count];
    let heights = order.iter().map(|layer| height_of(layer, &sizes));
    let height = heights.fold(0.0, f64::max);
    for layer in &order {
        let widest = layer.iter().map(|&it| sizes[it].0).fold(0.0, f64::max);
        let mut y = 1.0 + (height - height_of(layer, &sizes)) / 2.0;
        for &node in layer {
            let (width, height) = sizes[node];
            rects[node] = Rect {
                x,
                y,
                width,
                height,
            };
            y += height + GAP.1;
        }
        x += widest + GAP.0;
    }
    let boxes = (0..count).map(|node| {
        let rect = rects[node];
        let own = lines[node].len();
        let ends = runs.nodes[node].ends.iter().enumerate();
        // As above.
        #[allow(clippy::cast_precision_loss)]
        let ends = ends.map(|(index, it)| {
            let at = Point {
                x: rect.x + PADDING,
                y: rect.y + 4.0 + (own + index) as f64 * LINE + LINE - 4.0,
            };
            (it.clone(), at)
        });
        RunBox {
            rect,
            lines: lines[node].clone(),
            ends: ends.collect(),
        }
    });
    let boxes: Vec<_> = boxes.collect();
    let edges = runs.nodes.iter().enumerate().flat_map(|(from, node)| {
        let rects = &rects;
        node.next
            .iter()
            .map(move |&(to, back)| edge((from, to, back), rects, height))
    });
    let edges: Vec<_> = edges.collect();
    let room = if edges.iter().any(|it| it.back) {
        26.0
    } else {
        0.0
    };
    Some(Picture {
        width: (x - GAP.0 + 10.0).max(0.0),
        height: height + 2.0 + room,
        boxes,
        edges,
    })
}

/// The word for how runs end.
#[must_use]
pub fn word(end: &str) -> &'static str {
    match end {
        "terminated" => "ends",
        "stuck" => "deadlock",
        "dead-end" => "dead end",
        "silent" => "goes on unseen",
        _ => "cut off",
    }
}

fn lines(runs: &AllRuns, node: usize) -> Vec<String> {
    let changes = &runs.nodes[node].changes;
    let each = changes.iter().take(MOST_LINES);
    let each = each.map(|it| ellipsize(&format!("{} = {}", it.name, it.value), LABEL, LONGEST));
    let mut lines: Vec<_> = each.collect();
    if changes.len() > MOST_LINES {
        lines.push(format!("and {} more", changes.len() - MOST_LINES));
    }
    lines
}

fn height_of(layer: &[usize], sizes: &[(f64, f64)]) -> f64 {
    let heights = layer.iter().map(|&it| sizes[it].1 + GAP.1);
    heights.sum::<f64>() - GAP.1
}

/// The column of each node: the longest way to it without loops. Every node is reached, and without what leads
/// back there is no circle.
fn columns(runs: &AllRuns) -> Vec<usize> {
    let count = runs.nodes.len();
    let mut open_before = vec![0_usize; count];
    for node in &runs.nodes {
        for &(to, _) in node.next.iter().filter(|it| !it.1) {
            open_before[to] += 1;
        }
    }
    let mut column = vec![0; count];
    let mut open: Vec<usize> = (0..count).filter(|&it| open_before[it] == 0).collect();
    while let Some(node) = open.pop() {
        for &(to, _) in runs.nodes[node].next.iter().filter(|it| !it.1) {
            column[to] = column[to].max(column[node] + 1);
            open_before[to] -= 1;
            if open_before[to] == 0 {
                open.push(to);
            }
        }
    }
    column
}

/// The nodes of each column from top to bottom.
fn ordered(runs: &AllRuns, column: &[usize], sizes: &[(f64, f64)]) -> Vec<Vec<usize>> {
    let mut layers: Vec<Vec<usize>> = Vec::new();
    for (node, &at) in column.iter().enumerate() {
        layers.resize(layers.len().max(at + 1), Vec::new());
        layers[at].push(node);
    }
    let mut joined = vec![Vec::new(); column.len()];
    for (from, node) in runs.nodes.iter().enumerate() {
        for &(to, back) in &node.next {
            if !back {
                joined[from].push(to);
                joined[to].push(from);
            }
        }
    }
    let mut middle = vec![0.0; column.len()];
    for layer in &layers {
        spread(layer, sizes, &mut middle);
    }
    for round in 0..ROUNDS {
        let forward = round % 2 == 0;
        let mut order: Vec<usize> = (0..layers.len()).collect();
        if !forward {
            order.reverse();
        }
        for at in order {
            let is_before = |&&it: &&usize| (column[it] < at) == forward && column[it] != at;
            let wish = |&node: &usize| {
                let near: Vec<f64> = joined[node]
                    .iter()
                    .filter(is_before)
                    .map(|&it| middle[it])
                    .collect();
                // Counts of neighbours are small.
                #[allow(clippy::cast_precision_loss)]
                let mean = near.iter().sum::<f64>() / near.len().max(1) as f64;
                let wish = if near.is_empty() { middle[node] } else { mean };
                // Pixels of a picture, in hundredths, so that they can be compared.
                #[allow(clippy::cast_possible_truncation)]
                let key = (wish * 100.0).round() as i64;
                (key, node)
            };
            let mut wished: Vec<_> = layers[at].iter().map(wish).collect();
            wished.sort_unstable();
            layers[at] = wished.into_iter().map(|it| it.1).collect();
            spread(&layers[at], sizes, &mut middle);
        }
    }
    layers
}

/// Puts the nodes of a column one below the other, around 0.
fn spread(layer: &[usize], sizes: &[(f64, f64)], middle: &mut [f64]) {
    let mut y = -height_of(layer, sizes) / 2.0;
    for &node in layer {
        middle[node] = y + sizes[node].1 / 2.0;
        y += sizes[node].1 + GAP.1;
    }
}

/// To the right in a curve; back below everything.
fn edge((from, to, back): (usize, usize, bool), rects: &[Rect], height: f64) -> RunEdge {
    let (one, other) = (rects[from], rects[to]);
    let start = Point {
        x: one.x + one.width,
        y: one.y + one.height / 2.0,
    };
    let end = Point {
        x: other.x,
        y: other.y + other.height / 2.0,
    };
    if back {
        let bottom = height + 16.0;
        let foot = Point {
            x: one.x + one.width / 2.0,
            y: one.y + one.height,
        };
        let target = Point {
            x: other.x + other.width / 2.0 + 6.0,
            y: other.y + other.height,
        };
        let path = format!(
            "M{:.1} {:.1}C{:.1} {bottom:.1} {:.1} {bottom:.1} {:.1} {:.1}",
            foot.x,
            foot.y,
            foot.x,
            target.x,
            target.x,
            target.y + 6.0
        );
        let from_below = Point {
            x: target.x,
            y: bottom,
        };
        return RunEdge {
            from,
            to,
            back,
            path,
            tip: [from_below, target],
        };
    }
    let bend = ((end.x - start.x) / 2.0).max(12.0);
    let before = Point {
        x: end.x - bend,
        y: end.y,
    };
    let path = format!(
        "M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
        start.x,
        start.y,
        start.x + bend,
        start.y,
        before.x,
        before.y,
        end.x - 5.0,
        end.y
    );
    RunEdge {
        from,
        to,
        back,
        path,
        tip: [before, end],
    }
}
