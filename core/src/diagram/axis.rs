//! The direction in which time runs, and what a picture over time is made of. What is placed has a place along time and one across it;
//! the axis says where that is.

use super::{Point, Rect};

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

    /// Of two values the one for this direction.
    #[must_use]
    pub fn choose<T>(self, right: T, down: T) -> T {
        match self {
            Self::Right => right,
            Self::Down => down,
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

/// A picture over time. Names of what runs beside one another and numbers of steps stand beside it, so that they can stay in view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    /// The direction of time.
    pub axis: Axis,
    /// Width of the picture, without what stands beside it.
    pub width: f64,
    /// Height of the picture, likewise.
    pub height: f64,
    /// Room for the names: a width where time runs to the right, else a height.
    pub names: f64,
    /// Room for the numbers: a height where time runs to the right, else a width.
    pub numbers: f64,
}

impl Frame {
    /// What stands to the left of the picture, and what above it.
    #[must_use]
    pub fn beside(&self) -> (f64, f64) {
        self.axis
            .choose((self.names, self.numbers), (self.numbers, self.names))
    }

    /// All of the picture between two places along time.
    #[must_use]
    pub fn stretch(&self, along: (f64, f64)) -> Rect {
        let across = self.axis.of_size((self.width, self.height)).1;
        self.axis.rect(along, (0.0, across))
    }
}
