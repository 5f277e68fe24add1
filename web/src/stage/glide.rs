//! States glide to their new places after an edit, so that the eye can follow them.
//!
//! The picture is drawn as it is now; the style sheet has each state begin where it was (`--x`,
//! `--y`). Who wants no motion sees the states at their places at once.

use lockstep_core::diagram::Point;

use super::layout::Ways;

/// From where the states of a picture come.
#[derive(Clone)]
pub struct Glide(Option<Ways>);

impl Glide {
    /// Of these ways; none where no state has moved.
    pub fn new(ways: Option<Ways>) -> Self {
        let far = |&(_, way): &(usize, Point)| way.x.abs() + way.y.abs() >= 1.0;
        Self(ways.filter(|ways| ways.iter().any(far)))
    }

    /// The attribute of the picture that has its states glide.
    pub fn anew(&self) -> Option<&'static str> {
        self.0.as_ref().map(|_| "")
    }

    /// The style of a state that comes from elsewhere; states without one appear.
    pub fn style(&self, state: usize) -> Option<String> {
        let &(_, way) = self.0.as_ref()?.iter().find(|(it, _)| *it == state)?;
        Some(format!("--x: {:.0}px; --y: {:.0}px", way.x, way.y))
    }
}
