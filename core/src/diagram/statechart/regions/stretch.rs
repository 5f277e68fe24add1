//! How the rest of a drawing makes room for a state that becomes larger or smaller.

use crate::diagram::drawing::DrawnEdge;
use crate::diagram::{Point, Rect};

/// How places move when the rim of a state does: what is before it stays, what is behind it goes along, and of what is beside it
/// boxes and labels keep their size while the ways between them stretch.
pub(super) struct Stretch {
    across: Way,
    down: Way,
}

impl Stretch {
    /// `None` where a state would become smaller than what stands beside it.
    pub fn new(was: Rect, is: Rect, beside: &[Rect]) -> Option<Stretch> {
        let across = beside.iter().map(|it| (it.x, it.right()));
        let down = beside.iter().map(|it| (it.y, it.bottom()));
        Some(Stretch {
            across: Way::new(was.x, was.width, is.width, across.collect())?,
            down: Way::new(was.y, was.height, is.height, down.collect())?,
        })
    }

    fn point(&self, it: Point) -> Point {
        Point {
            x: self.across.at(it.x),
            y: self.down.at(it.y),
        }
    }

    pub fn rect(&self, it: Rect) -> Rect {
        Rect {
            x: self.across.at(it.x),
            y: self.down.at(it.y),
            ..it
        }
    }

    pub fn edge(&self, it: &DrawnEdge) -> DrawnEdge {
        DrawnEdge {
            edge: it.edge,
            points: it.points.iter().map(|&it| self.point(it)).collect(),
            label: it.label.map(|it| self.rect(it)),
        }
    }
}

/// A stretch in one direction.
struct Way {
    from: f64,
    was: f64,
    is: f64,
    /// What keeps its length: apart, in order, within what is stretched.
    solid: Vec<(f64, f64)>,
    /// How much longer the rest becomes.
    factor: f64,
}

impl Way {
    fn new(from: f64, was: f64, is: f64, mut beside: Vec<(f64, f64)>) -> Option<Way> {
        beside.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut solid: Vec<(f64, f64)> = Vec::new();
        for (start, end) in beside {
            let (start, end) = (start.max(from), end.min(from + was));
            match solid.last_mut() {
                _ if start >= end => {}
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => solid.push((start, end)),
            }
        }
        let kept: f64 = solid.iter().map(|it| it.1 - it.0).sum();
        let factor = match (was - kept < 1.0, is - kept) {
            (true, rest) => (rest >= was - kept).then_some(1.0)?,
            (false, rest) => (rest >= 0.0).then(|| rest / (was - kept))?,
        };
        Some(Way {
            from,
            was,
            is,
            solid,
            factor,
        })
    }

    fn at(&self, it: f64) -> f64 {
        if it <= self.from {
            return it;
        }
        if it >= self.from + self.was {
            return it + self.is - self.was;
        }
        let before = self.solid.iter().map(|of| (it.min(of.1) - of.0).max(0.0));
        let kept: f64 = before.sum();
        self.from + kept + (it - self.from - kept) * self.factor
    }
}
