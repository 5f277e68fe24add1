//! The direction in which time runs. What is placed has a place along time and one across it; the axis says where that is.

use crate::diagram::{Point, Rect};

/// The direction in which time runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Axis {
    /// To the right: lanes lie one below the other.
    #[default]
    Right,
    /// Downwards: lanes stand side by side.
    Down,
}

impl Axis {
    /// The axis of a pane: the longer one of its sides.
    #[must_use]
    pub fn of((width, height): (f64, f64)) -> Self {
        if height > width {
            Self::Down
        } else {
            Self::Right
        }
    }

    /// How much of a size lies along time, and how much across.
    #[must_use]
    pub fn of_size(self, (width, height): (f64, f64)) -> (f64, f64) {
        match self {
            Self::Right => (width, height),
            Self::Down => (height, width),
        }
    }

    /// The point at a place along time and across it.
    pub(super) fn point(self, along: f64, across: f64) -> Point {
        match self {
            Self::Right => Point {
                x: along,
                y: across,
            },
            Self::Down => Point {
                x: across,
                y: along,
            },
        }
    }

    /// The rectangle between two places along time and two across it.
    pub(super) fn rect(self, along: (f64, f64), across: (f64, f64)) -> Rect {
        let from = self.point(along.0, across.0);
        let to = self.point(along.1, across.1);
        Rect {
            x: from.x,
            y: from.y,
            width: to.x - from.x,
            height: to.y - from.y,
        }
    }
}
