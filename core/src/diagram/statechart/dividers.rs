//! The dashed lines between the regions of a state, and where names stand.

use super::{TITLE, compartments, head, name_width, region_element};
use crate::diagram::drawing::Drawing;
use crate::diagram::graph::Node;
use crate::diagram::{Point, Rect};
use crate::system::Element;
use crate::view::StatechartView;

/// Two points between which a dashed line is drawn.
pub type Divider = (Point, Point);

/// What divides states with several regions, and the statechart itself where it has several.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compartments {
    /// The lines between them.
    pub lines: Vec<Divider>,
    /// Where the names of regions stand: the left end of their lines of text.
    pub names: Vec<(usize, Point)>,
}

/// The compartments of a drawing. Regions that stand neither side by side nor one below the other get a line around
/// each. O(vertices · regions).
#[must_use]
pub fn dividers(chart: &StatechartView, drawing: &Drawing) -> Compartments {
    let rect = |element: Element| {
        let mut all = drawing.nodes.iter();
        all.find(|it| it.0 == Node::Element(element)).map(|it| it.1)
    };
    let mut found = Compartments::default();
    let owners = (0..chart.vertices.len()).map(Some).chain([None]);
    for owner in owners {
        let regions = compartments(chart, owner);
        let shared = owner.filter(|&it| shares_line(chart, drawing, it));
        let shared = shared.map(|it| name_width(&chart.vertices[it]));
        let outer = match owner {
            None => Some(Rect {
                x: 0.0,
                y: 0.0,
                width: drawing.width,
                height: drawing.height,
            }),
            Some(vertex) => rect(Element::state(vertex)).map(|outer| {
                let head = match shared {
                    Some(_) => 0.0,
                    None => head(&chart.vertices[vertex]),
                };
                Rect {
                    y: outer.y + head,
                    height: (outer.height - head).max(0.0),
                    ..outer
                }
            }),
        };
        let inner: Vec<_> = (regions.iter())
            .filter_map(|&it| Some((it, rect(region_element(it))?)))
            .collect();
        if let Some(outer) = outer {
            let all: Vec<_> = inner.iter().map(|it| it.1).collect();
            let before = found.lines.len();
            between(outer, all, &mut found.lines);
            // The name is in the corner of the compartment: below the line above, beside the line to the left.
            let own = &found.lines[before..];
            let names = inner.iter().map(|&(region, it)| {
                let is_beside = |from: f64, to: f64, of: (f64, f64)| from < of.1 && of.0 < to;
                let is_left = |(from, to): &&Divider| {
                    let beside = is_beside(from.y, to.y, (it.y, it.bottom()));
                    from.x == to.x && from.x <= it.x && beside
                };
                let is_above = |(from, to): &&Divider| {
                    let beside = is_beside(from.x, to.x, (it.x, it.right()));
                    from.y == to.y && from.y <= it.y && beside
                };
                let left = own
                    .iter()
                    .filter(is_left)
                    .map(|line| line.0.x)
                    .reduce(f64::max);
                let above = own
                    .iter()
                    .filter(is_above)
                    .map(|line| line.0.y)
                    .reduce(f64::max);
                // In the uppermost line the name of the state comes first.
                let (behind, lower) = match shared.filter(|_| above.is_none()) {
                    Some(wide) if left.is_none() => (wide + BEHIND, LOWER),
                    Some(_) => (0.0, LOWER),
                    None => (0.0, 0.0),
                };
                let corner = Point {
                    x: left.unwrap_or(outer.x) + NAME.0 + behind,
                    y: above.unwrap_or(outer.y) + NAME.1 + lower,
                };
                (region, corner)
            });
            found.names.extend(names);
        }
    }
    found
}

/// Whether the name of a state and those of its uppermost regions stand in one line, as they do where regions begin above the foot of
/// the state's own part.
#[must_use]
pub fn shares_line(chart: &StatechartView, drawing: &Drawing, vertex: usize) -> bool {
    let top = |element: Element| {
        let mut all = drawing.nodes.iter();
        let rect = all.find(|it| it.0 == Node::Element(element))?.1;
        Some(rect.y)
    };
    let regions = compartments(chart, Some(vertex)).into_iter();
    let first = regions
        .filter_map(|it| top(region_element(it)))
        .reduce(f64::min);
    first
        .zip(top(Element::state(vertex)))
        .is_some_and(|(first, own)| first < own + head(&chart.vertices[vertex]) - 1.0)
}

/// Where the middle of the name of a state with inner states stands: at the left where it shares its line with names of regions, else
/// clear of arrows. O(points of arrows, squared).
#[must_use]
pub fn name_at(chart: &StatechartView, drawing: &Drawing, vertex: usize, outer: Rect) -> f64 {
    let wide = name_width(&chart.vertices[vertex]);
    match shares_line(chart, drawing, vertex) {
        true => outer.x + NAME.0 + wide / 2.0,
        false => clear_of_arrows(drawing, outer, wide),
    }
}

/// The middle of a name of this width at the top of a box: as near to the middle of the box as no arrow runs through it, and in the
/// middle where there is no such place.
pub(super) fn clear_of_arrows(drawing: &Drawing, outer: Rect, wide: f64) -> f64 {
    let half = wide / 2.0 + ASIDE;
    let (top, bottom) = (outer.y + 3.0, outer.y + TITLE - 3.0);
    let parts = drawing.edges.iter().flat_map(|it| it.points.windows(2));
    let taken: Vec<_> = parts
        .filter(|it| it[0].y.min(it[1].y) < bottom && it[0].y.max(it[1].y) > top)
        .map(|it| (it[0].x.min(it[1].x) - half, it[0].x.max(it[1].x) + half))
        .collect();
    let (first, last) = (outer.x + half, outer.right() - half);
    let middle = outer.centre().x;
    let beside = taken.iter().flat_map(|&(from, to)| [from, to]);
    std::iter::once(middle)
        .chain(beside)
        .filter(|&it| it == middle || (first <= it && it <= last))
        .filter(|&it| !taken.iter().any(|&(from, to)| from < it && it < to))
        .min_by(|one, other| (one - middle).abs().total_cmp(&(other - middle).abs()))
        .unwrap_or(middle)
}

/// Between the name of a state and that of a region behind it.
pub(super) const BEHIND: f64 = 12.0;
/// Names of regions in the line of their state stand on the same line of text.
const LOWER: f64 = 2.5;

/// Between a name and an arrow beside it.
const ASIDE: f64 = 5.0;

/// From the corner of a compartment to the left end of its name.
pub(super) const NAME: (f64, f64) = (9.0, 14.0);

/// The lines between rectangles within another one: where all of them stand on one side of a line or the other, it divides them,
/// and each side likewise. Rectangles that no line divides get a line around each.
fn between(outer: Rect, inner: Vec<Rect>, found: &mut Vec<Divider>) {
    if inner.len() < 2 {
        return;
    }
    for upright in [true, false] {
        if let Some((at, before, behind)) = divided(&inner, upright) {
            let (line, first, second) = cut(outer, at, upright);
            found.push(line);
            between(first, before, found);
            between(second, behind, found);
            return;
        }
    }
    for it in inner {
        let point = |x, y| Point { x, y };
        let corners = [
            point(it.x, it.y),
            point(it.right(), it.y),
            point(it.right(), it.bottom()),
            point(it.x, it.bottom()),
        ];
        found.extend((0..4).map(|side| (corners[side], corners[(side + 1) % 4])));
    }
}

/// The line, upright or level, that cuts a rectangle at a place, with what is before it and what is behind it.
fn cut(outer: Rect, at: f64, upright: bool) -> (Divider, Rect, Rect) {
    let (mut first, mut second) = (outer, outer);
    if upright {
        first.width = at - outer.x;
        (second.x, second.width) = (at, outer.right() - at);
    } else {
        first.height = at - outer.y;
        (second.y, second.height) = (at, outer.bottom() - at);
    }
    let from = Point {
        x: second.x,
        y: second.y,
    };
    let to = Point {
        x: first.right(),
        y: first.bottom(),
    };
    ((from, to), first, second)
}

/// The first line, upright or level, that runs between rectangles and through none, with those before it and those behind it.
fn divided(all: &[Rect], upright: bool) -> Option<(f64, Vec<Rect>, Vec<Rect>)> {
    let ends = |it: &Rect| match upright {
        true => (it.x, it.right()),
        false => (it.y, it.bottom()),
    };
    let mut all = all.to_vec();
    all.sort_by(|one, other| ends(one).0.total_cmp(&ends(other).0));
    let mut reach = f64::NEG_INFINITY;
    for at in 1..all.len() {
        reach = reach.max(ends(&all[at - 1]).1);
        let next = ends(&all[at]).0;
        if reach <= next {
            let behind = all.split_off(at);
            return Some((f64::midpoint(reach, next), all, behind));
        }
    }
    None
}
