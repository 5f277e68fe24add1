//! What of a canvas is seen: its scale and place, and how they follow what a step is about.

use super::{Point, Rect};

/// As large as drawings are shown by themselves.
pub const LARGEST: f64 = 1.5;
/// At this scale letters of 13 pixels are 12 high: smaller ones are shown on request only.
pub const READABLE: f64 = 0.92;
/// The scales that can be chosen.
pub const SCALES: (f64, f64) = (0.2, 4.0);
/// One press of a key or a button.
const STRIDE: f64 = 1.25;
/// Room around what is brought into sight, in pixels of the screen.
const AROUND: f64 = 14.0;
/// So much of the drawings stays in sight, however far they are moved.
const KEPT: f64 = 48.0;

/// A point `x` of the canvas is seen at `x * scale + self.x`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Where the canvas begins, in pixels of the screen.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// Pixels of the screen for one of the canvas.
    pub scale: f64,
}

impl Default for Viewport {
    fn default() -> Self {
        Self {
            x: 0.0,
            y: 0.0,
            scale: 1.0,
        }
    }
}

impl Viewport {
    /// The whole in the middle of a room, at most [`LARGEST`].
    #[must_use]
    pub fn fitting(whole: Rect, room: (f64, f64)) -> Self {
        Self::filling(whole, room, LARGEST)
    }

    /// A part in the middle of a room, as large as it fits and at most so large.
    #[must_use]
    pub fn filling(part: Rect, room: (f64, f64), largest: f64) -> Self {
        let scale = fit(part, room).min(largest).max(SCALES.0);
        let middle = part.centre();
        Self {
            x: room.0 / 2.0 - middle.x * scale,
            y: room.1 / 2.0 - middle.y * scale,
            scale,
        }
    }

    /// A part that is looked at alone: as large as it fits, but so that it can be read, then from its beginning.
    #[must_use]
    pub fn filled(part: Rect, room: (f64, f64), largest: f64) -> Self {
        let whole = Self::filling(part, room, largest);
        if whole.scale >= READABLE {
            return whole;
        }
        let start = whole.zoomed(READABLE / whole.scale, middle(room));
        start.following(part, room, &[part])
    }

    /// What is seen before anybody has chosen: the whole where it can be read, else at the scale at which it can, with the first
    /// of some stretches that fits in the middle, from its beginning where none does.
    #[must_use]
    pub fn opening(whole: Rect, room: (f64, f64), stretches: &[Rect]) -> Self {
        let fitting = Self::fitting(whole, room);
        if fitting.scale >= READABLE {
            return fitting;
        }
        let start = Self {
            scale: READABLE,
            ..Self::default()
        };
        start.following(whole, room, stretches).kept(whole, room)
    }

    /// The smallest move that brings the first of some stretches that fits into sight; of those that do not fit the last one from
    /// its beginning. Nothing moves where all of the first is seen.
    #[must_use]
    pub fn following(self, whole: Rect, room: (f64, f64), stretches: &[Rect]) -> Self {
        let fits = |it: &&Rect| {
            it.width * self.scale + 2.0 * AROUND <= room.0
                && it.height * self.scale + 2.0 * AROUND <= room.1
        };
        let Some(stretch) = stretches.iter().find(fits).or(stretches.last()) else {
            return self;
        };
        // Where the whole has room in one direction it stays as it is there.
        let moved = |at: f64, from: f64, to: f64, room: f64| {
            let (from, to) = (from * self.scale - AROUND, to * self.scale + AROUND);
            at.min(room - to).max(-from)
        };
        let next = Self {
            x: moved(self.x, stretch.x, stretch.right(), room.0),
            y: moved(self.y, stretch.y, stretch.bottom(), room.1),
            ..self
        };
        next.kept(whole, room)
    }

    /// One stride larger or smaller, around the middle of a room.
    #[must_use]
    pub fn strode(self, larger: bool, room: (f64, f64)) -> Self {
        let by = if larger { STRIDE } else { 1.0 / STRIDE };
        self.zoomed(by, middle(room))
    }

    /// Larger by a factor; what is seen at a point of the screen stays there.
    #[must_use]
    pub fn zoomed(self, by: f64, at: Point) -> Self {
        let scale = (self.scale * by).clamp(SCALES.0, SCALES.1);
        let by = scale / self.scale;
        Self {
            x: at.x - (at.x - self.x) * by,
            y: at.y - (at.y - self.y) * by,
            scale,
        }
    }

    /// Moved by pixels of the screen.
    #[must_use]
    pub fn panned(self, (x, y): (f64, f64)) -> Self {
        Self {
            x: self.x + x,
            y: self.y + y,
            ..self
        }
    }

    /// The same, as far as some of the whole is seen: in a direction in which the whole has room it is not moved out of it.
    #[must_use]
    pub fn kept(self, whole: Rect, room: (f64, f64)) -> Self {
        let kept = |at: f64, from: f64, to: f64, room: f64| {
            let (from, to) = (from * self.scale, to * self.scale);
            if to - from <= room {
                // Inside the room.
                return at.clamp(-from, room - to);
            }
            let kept = KEPT.min(room / 2.0);
            at.clamp(kept - to, room - kept - from)
        };
        Self {
            x: kept(self.x, whole.x, whole.right(), room.0),
            y: kept(self.y, whole.y, whole.bottom(), room.1),
            ..self
        }
    }

    /// Where a part of the canvas is seen.
    #[must_use]
    pub fn on_screen(self, part: Rect) -> Rect {
        Rect {
            x: part.x * self.scale + self.x,
            y: part.y * self.scale + self.y,
            width: part.width * self.scale,
            height: part.height * self.scale,
        }
    }
}

fn middle(room: (f64, f64)) -> Point {
    Point {
        x: room.0 / 2.0,
        y: room.1 / 2.0,
    }
}

/// The scale at which a whole has just room.
fn fit(whole: Rect, room: (f64, f64)) -> f64 {
    (room.0 / whole.width.max(1.0)).min(room.1 / whole.height.max(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: (f64, f64) = (800.0, 400.0);

    fn rect(x: f64, y: f64, width: f64, height: f64) -> Rect {
        Rect {
            x,
            y,
            width,
            height,
        }
    }

    fn sees(view: Viewport, part: Rect) -> bool {
        let seen = view.on_screen(part);
        seen.x >= 0.0 && seen.y >= 0.0 && seen.right() <= ROOM.0 && seen.bottom() <= ROOM.1
    }

    #[test]
    fn what_fits_is_seen_whole_and_not_too_large() {
        let small = rect(0.0, 0.0, 100.0, 50.0);
        let view = Viewport::opening(small, ROOM, &[]);
        assert_eq!(view.scale, LARGEST);
        assert_eq!(view.on_screen(small).centre(), Point { x: 400.0, y: 200.0 });
        let large = rect(0.0, 0.0, 860.0, 300.0);
        let view = Viewport::opening(large, ROOM, &[]);
        assert!(view.scale >= READABLE && sees(view, large));
    }

    #[test]
    fn a_part_that_fills_the_room_can_be_read() {
        let part = rect(900.0, 0.0, 300.0, 200.0);
        let view = Viewport::filled(part, ROOM, 2.2);
        assert_eq!(view.scale, 2.0);
        assert!(sees(view, part));
        // Too high: from its top.
        let high = rect(900.0, 50.0, 300.0, 600.0);
        let view = Viewport::filled(high, ROOM, 2.2);
        let seen = view.on_screen(high);
        assert_eq!(view.scale, READABLE);
        assert!(seen.y >= 0.0 && seen.y < 20.0 && seen.x > 0.0 && seen.right() < ROOM.0);
    }

    #[test]
    fn what_does_not_fit_is_readable_and_follows() {
        let (whole, first, second) = (
            rect(0.0, 0.0, 3000.0, 300.0),
            rect(50.0, 50.0, 80.0, 30.0),
            rect(2500.0, 200.0, 80.0, 30.0),
        );
        let view = Viewport::opening(whole, ROOM, &[first]);
        assert_eq!(view.scale, READABLE);
        assert!(sees(view, first) && !sees(view, second));
        let next = view.following(whole, ROOM, &[second]);
        assert!(sees(next, second));
        assert_eq!(
            next.following(whole, ROOM, &[second]),
            next,
            "what is seen moves nothing"
        );
        // Both do not fit at once: then the one that comes next.
        let both = first.around_both(second);
        assert!(sees(view.following(whole, ROOM, &[both, second]), second));
    }

    #[test]
    fn what_is_under_the_pointer_stays_there() {
        let at = Point { x: 300.0, y: 120.0 };
        let view = Viewport {
            x: -40.0,
            y: 20.0,
            scale: 0.8,
        };
        let under = |view: Viewport| ((at.x - view.x) / view.scale, (at.y - view.y) / view.scale);
        let (before, after) = (under(view), under(view.zoomed(1.7, at)));
        assert!((before.0 - after.0).abs() < 1e-9 && (before.1 - after.1).abs() < 1e-9);
        assert_eq!(view.zoomed(1000.0, at).scale, SCALES.1);
        assert_eq!(view.zoomed(0.0001, at).scale, SCALES.0);
    }

    #[test]
    fn the_drawings_are_never_lost() {
        let whole = rect(0.0, 0.0, 500.0, 300.0);
        for scale in [0.3, 1.0, 4.0] {
            for by in [(9000.0, 0.0), (-9000.0, 9000.0), (0.0, -9000.0)] {
                let view = Viewport {
                    scale,
                    ..Viewport::default()
                }
                .panned(by)
                .kept(whole, ROOM);
                let seen = view.on_screen(whole);
                assert!(
                    seen.right() >= KEPT.min(seen.width) && seen.x <= ROOM.0 - KEPT.min(seen.width),
                    "{view:?}"
                );
                assert!(
                    seen.bottom() >= KEPT.min(seen.height)
                        && seen.y <= ROOM.1 - KEPT.min(seen.height),
                    "{view:?}"
                );
            }
        }
    }
}
