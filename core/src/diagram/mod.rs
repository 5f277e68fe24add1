//! Diagrams as plain geometry: what is drawn where, and what is lit at which step.
//!
//! Nothing here knows colours or a browser. A picture is computed in two halves that never mix:
//!
//! * the **scene** ([`drawing::Drawing`], [`sequence::Scene`]) depends on the text and the answer
//!   alone, so that nothing moves while a run is played;
//! * the **marks** ([`marks`], [`chart::Chart::status`]) say for one step of the run which parts
//!   of the scene are lit. They are functions of the step, so going back is as cheap as going on.
//!
//! Lengths are CSS pixels at scale 1, with y growing downwards. Text is measured by the
//! conservative estimate of [`text`], which makes every placement testable without a browser.
//! All views may come from different moments of typing, so every index is looked up with care: an
//! unknown index draws nothing.

pub mod axis;
pub mod beside;
pub mod calls;
pub mod chart;
pub mod compare;
pub mod concern;
pub mod control_flow;
pub mod depths;
pub mod drawing;
pub mod events;
pub mod executions;
pub mod expected;
pub mod graph;
pub mod layers;
pub mod marks;
pub mod mental_map;
pub mod packing;
pub mod pick;
pub mod played;
pub mod ring;
pub mod sequence;
pub mod sight;
pub mod space;
pub mod statechart;
pub mod stops;
pub mod structure;
pub mod table;
pub mod text;
pub mod timeline;
pub mod viewport;
pub mod words;

pub use crate::system::{Element, ElementId, ElementKind};

#[cfg(test)]
pub(crate) mod sample;

/// A point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Distance from the left.
    pub x: f64,
    /// Distance from the top.
    pub y: f64,
}

/// An axis-parallel rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width, not negative.
    pub width: f64,
    /// Height, not negative.
    pub height: f64,
}

impl Rect {
    /// The rectangle of this size around a centre.
    #[must_use]
    pub fn around(centre: Point, width: f64, height: f64) -> Self {
        Self {
            x: centre.x - width / 2.0,
            y: centre.y - height / 2.0,
            width,
            height,
        }
    }

    /// The right edge.
    #[must_use]
    pub fn right(self) -> f64 {
        self.x + self.width
    }

    /// The bottom edge.
    #[must_use]
    pub fn bottom(self) -> f64 {
        self.y + self.height
    }

    /// The centre.
    #[must_use]
    pub fn centre(self) -> Point {
        Point {
            x: self.x + self.width / 2.0,
            y: self.y + self.height / 2.0,
        }
    }

    /// The smallest rectangle around this one and another.
    #[must_use]
    pub fn around_both(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Self {
            x,
            y,
            width: self.right().max(other.right()) - x,
            height: self.bottom().max(other.bottom()) - y,
        }
    }

    /// The area that both cover.
    #[must_use]
    pub fn shared(self, other: Self) -> f64 {
        let width = self.right().min(other.right()) - self.x.max(other.x);
        let height = self.bottom().min(other.bottom()) - self.y.max(other.y);
        width.max(0.0) * height.max(0.0)
    }

    /// Whether the two share more than an edge.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        let epsilon = 1e-6;
        self.x + epsilon < other.right()
            && other.x + epsilon < self.right()
            && self.y + epsilon < other.bottom()
            && other.y + epsilon < self.bottom()
    }
}
