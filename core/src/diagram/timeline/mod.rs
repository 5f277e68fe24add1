//! The run of a transition system over time: one track per variable, one column per step. Time runs along the longer side of what shows
//! it ([`Axis`]).
//!
//! A value is a bar for as long as it stays, with the value inside; `false` is a low line, so that what is true stands out. Where there is
//! no value nothing is drawn. All columns are equally long, and where time runs to the right as long as the widest value that has to
//! stand in one. O(steps · variables).

mod moments;
#[cfg(test)]
mod tests;

use std::ops::Range;

pub use moments::{Moment, moments};

use super::axis::{Axis, Frame};
use super::text::{LABEL, ellipsize, width};
use super::{Point, Rect, drawing};
use crate::view::{SystemStepView, SystemView};

/// Size of a track across time where that runs to the right: the least, and the most where there is room.
const TRACK: (f64, f64) = (30.0, 44.0);
/// Size of a bar across time there.
const BAR: f64 = 22.0;
/// The least and the largest size of a track where time runs downwards.
const TRACKS: (f64, f64) = (44.0, 132.0);
/// The least and the largest length of a column where time runs to the right, and where it runs downwards.
const COLUMN: [(f64, f64); 2] = [(48.0, 120.0), (26.0, 67.0)];
/// The length up to which columns are stretched where time runs to the right and there is room.
const STRETCHED: f64 = 76.0;
/// Room for the numbers where time runs to the right: numbers alone, and with whose turn it is below them.
const NUMBERS: (f64, f64) = (26.0, 34.0);
/// Room for the names where time runs downwards, and the most of it where it runs to the right.
const NAMES: (f64, f64) = (28.0, 180.0);
/// Size of the letters of names.
const NAME: f64 = 13.0;
/// From the edge of a track to its bars where time runs downwards.
const INSET: f64 = 4.0;
/// From the edge of its columns to a bar.
const GAP: f64 = 1.5;
/// The radius of the corners of a bar.
const ROUND: f64 = 4.0;
/// From a bar to the text in it.
const PADDING: f64 = 5.0;
/// From the edge of what stands beside the picture to what is written there.
const MARGIN: f64 = 12.0;
/// A run over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    /// The picture, with room for the names of variables and the numbers of steps.
    pub frame: Frame,
    /// One for each moment.
    pub columns: Vec<Column>,
    /// One for each variable.
    pub tracks: Vec<Track>,
}

impl Timeline {
    /// The column in which an entry of the run is, or the last one before it.
    #[must_use]
    pub fn column(&self, entry: usize) -> Option<&Column> {
        let mut all = self.columns.iter().rev();
        all.find(|it| it.moment.entries.start <= entry)
    }

    /// The column at a place along time.
    #[must_use]
    pub fn column_at(&self, along: f64) -> Option<&Column> {
        self.columns.iter().find(|it| along < it.end())
    }

    /// Some columns in so many tracks from one on, as a rectangle; `None` where these are not there.
    #[must_use]
    pub fn cells(&self, columns: Range<usize>, first: usize, tracks: usize) -> Option<Rect> {
        let all = self.columns.get(columns)?;
        let along = (all.first()?.start, all.last()?.end());
        let across = self.tracks.get(first..first + tracks)?;
        let across = (across.first()?.start, across.last()?.end());
        Some(self.frame.axis.rect(along, across))
    }
}

/// A step.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Where it begins along time.
    pub start: f64,
    /// Its length.
    pub size: f64,
    /// The line at which it begins, as a path.
    pub line: String,
    /// The middle of its number, beside the picture: to the left of it or above it coordinates are negative.
    pub number: Point,
    /// Whose turn it is, as it fits, and the middle of that; nothing where that is the same everywhere.
    pub turn: Option<(String, Point)>,
    /// What it is about.
    pub moment: Moment,
}

impl Column {
    /// Where it ends along time.
    #[must_use]
    pub fn end(&self) -> f64 {
        self.start + self.size
    }
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Its number.
    pub variable: usize,
    /// Its name.
    pub name: String,
    /// The name as it fits, and its place beside the picture: where time runs to the right its right end, else its middle.
    pub shown: (String, Point),
    /// Where it begins across time.
    pub start: f64,
    /// Its size across time.
    pub size: f64,
    /// Stretches with the same value.
    pub segments: Vec<Segment>,
}

impl Track {
    /// Where it ends across time.
    #[must_use]
    pub fn end(&self) -> f64 {
        self.start + self.size
    }
}

/// A stretch of steps after which a variable has the same value.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// Whether it is a bar; else it is a low line.
    pub is_bar: bool,
    /// The columns over which it lasts.
    pub columns: Range<usize>,
    /// The value.
    pub value: String,
    /// The outline of the bar, or the line, as a path.
    pub outline: String,
    /// The value as it is written on it, and its middle.
    pub text: (String, Point),
}

/// The room of a picture at its own size, to the right: of files, and of paper.
pub const OWN_SIZE: (Axis, (f64, f64)) = (Axis::Right, (0.0, 0.0));

/// Places a run in so much room, which it fills as far as that suits it and exceeds where it has to.
#[must_use]
pub fn timeline(
    system: &SystemView,
    run: &[SystemStepView],
    moments: &[Moment],
    (axis, room): (Axis, (f64, f64)),
) -> Timeline {
    let states: Vec<&[String]> = (moments.iter())
        .filter_map(|it| Some(&*run.get(it.entries.end.checked_sub(1)?)?.state))
        .collect();
    let values = |variable: usize| -> Vec<&str> {
        let all = states.iter().map(|it| it.get(variable));
        all.map(|it| it.map_or("", |it| &**it)).collect()
    };
    let values: Vec<_> = (0..system.variables.len()).map(values).collect();
    let names = width_of(system.variables.iter().map(|it| &*it.name), NAME);
    let beside = Beside::of(moments);
    let frame = Frame {
        axis,
        names: axis.choose((names + 2.0 * MARGIN).min(NAMES.1).ceil(), NAMES.0),
        numbers: axis.choose(beside.above, beside.left()),
        ..Frame::default()
    };
    let (along, across) = axis.of_size(room);
    // Steps are counted in thousands.
    #[allow(clippy::cast_precision_loss)]
    let share = (along - axis.choose(frame.names, frame.numbers)) / moments.len().max(1) as f64;
    let long = match axis {
        Axis::Right => {
            let widest = width_of(values.iter().flatten().copied(), LABEL) + 2.0 * (GAP + PADDING);
            let named = beside.number.max(beside.turn);
            let (least, most) = COLUMN[0];
            (widest.max(named) + 6.0)
                .clamp(least, most)
                .max(share.min(STRETCHED))
        }
        Axis::Down => share.clamp(COLUMN[1].0, COLUMN[1].1),
    };
    let long = long.floor();
    // Variables are counted in hundreds.
    #[allow(clippy::cast_precision_loss)]
    let pitch = (across - frame.numbers - 4.0) / system.variables.len().max(1) as f64;
    let pitch = pitch.clamp(TRACK.0, TRACK.1).floor();
    let mut tracks = Vec::new();
    let mut end = 0.0;
    for (variable, it) in system.variables.iter().enumerate() {
        let start = end;
        let size = match axis {
            Axis::Right => pitch,
            Axis::Down => {
                let widest = width_of(values[variable].iter().copied(), LABEL);
                let named = width(&it.name, NAME);
                let widest = (widest + 2.0 * (INSET + PADDING)).max(named + 8.0);
                widest.clamp(TRACKS.0, TRACKS.1).ceil()
            }
        };
        end = start + size;
        let middle = f64::midpoint(start, end);
        // Bold letters, of what has just changed, are somewhat wider.
        let (room, at) = match axis {
            Axis::Right => (frame.names - 2.0 * MARGIN, axis.point(-MARGIN, middle)),
            Axis::Down => (size - 4.0, axis.point(-NAMES.0 / 2.0, middle)),
        };
        tracks.push(Track {
            variable,
            shown: (ellipsize(&it.name, NAME, room), at),
            name: it.name.clone(),
            start,
            size,
            segments: segments(
                &values[variable],
                it.sort == "boolean",
                (axis, long),
                (start, end),
            ),
        });
    }
    // Steps are counted in thousands.
    #[allow(clippy::cast_precision_loss)]
    let x = |index: usize| index as f64 * long;
    let columns = moments.iter().enumerate().map(|(index, it)| {
        let middle = x(index) + long / 2.0;
        let (number, turn, room) = beside.places(axis, middle, long);
        let is_told = !it.turn.is_empty();
        let line = [axis.point(x(index), 0.0), axis.point(x(index), end)];
        Column {
            start: x(index),
            size: long,
            line: drawing::path(&line, 0.0),
            number,
            turn: is_told.then(|| (ellipsize(&it.turn, LABEL, room), turn)),
            moment: it.clone(),
        }
    });
    let columns: Vec<_> = columns.collect();
    let size = axis.point(x(moments.len()), end);
    Timeline {
        frame: Frame {
            width: size.x,
            height: size.y,
            ..frame
        },
        columns,
        tracks,
    }
}

/// The widest of some texts.
fn width_of<'a>(all: impl Iterator<Item = &'a str>, size: f64) -> f64 {
    all.map(|it| width(it, size)).fold(0.0, f64::max)
}

/// The room for numbers, and for whose turn it is.
struct Beside {
    /// The widest number.
    number: f64,
    /// The widest turn; 0 where none is told.
    turn: f64,
    /// Their height where they stand above the picture.
    above: f64,
}

impl Beside {
    fn of(moments: &[Moment]) -> Self {
        let turn = width_of(moments.iter().map(|it| &*it.turn), LABEL);
        Self {
            number: width_of(moments.iter().map(|it| &*it.name), LABEL),
            turn: turn.min(COLUMN[0].1),
            above: if turn > 0.0 { NUMBERS.1 } else { NUMBERS.0 },
        }
    }

    /// Their width where they stand to the left of the picture.
    fn left(&self) -> f64 {
        let turn = if self.turn > 0.0 {
            self.turn + 8.0
        } else {
            0.0
        };
        (self.number + turn + MARGIN).max(36.0).ceil()
    }

    /// The middle of the number of a column with this middle, the middle of its turn, and the room for that.
    fn places(&self, axis: Axis, middle: f64, long: f64) -> (Point, Point, f64) {
        match axis {
            Axis::Right if self.turn > 0.0 => {
                let line = |up: f64| axis.point(middle, up - self.above);
                (line(9.0), line(23.0), long - 4.0)
            }
            Axis::Right => {
                let number = axis.point(middle, -self.above / 2.0);
                (number, number, 0.0)
            }
            Axis::Down if self.turn > 0.0 => {
                let number = axis.point(middle, MARGIN / 2.0 + self.number / 2.0 - self.left());
                let turn = axis.point(middle, -MARGIN / 2.0 - self.turn / 2.0);
                (number, turn, self.turn)
            }
            Axis::Down => {
                let number = axis.point(middle, -self.left() / 2.0);
                (number, number, 0.0)
            }
        }
    }
}

/// Stretches of a track with the same value; all columns are `long`.
fn segments(
    values: &[&str],
    is_boolean: bool,
    (axis, long): (Axis, f64),
    (start, end): (f64, f64),
) -> Vec<Segment> {
    // Steps are counted in thousands.
    #[allow(clippy::cast_precision_loss)]
    let x = |index: usize| index as f64 * long;
    let mut segments = Vec::new();
    let mut first = 0;
    for stretch in values.chunk_by(|one, next| one == next) {
        let columns = first..first + stretch.len();
        let along = (x(columns.start) + GAP, x(columns.end) - GAP);
        first = columns.end;
        let value = stretch[0];
        if value.is_empty() {
            continue;
        }
        let is_bar = !(is_boolean && value == "false");
        let inset = axis.choose((end - start - BAR) / 2.0, INSET);
        let rect = axis.rect(along, (start + inset, end - inset));
        // Below the text, or to the left of it.
        let low = axis.choose(end - inset, start + inset);
        let line = [axis.point(along.0, low), axis.point(along.1, low)];
        segments.push(Segment {
            is_bar,
            columns,
            value: value.to_owned(),
            outline: match is_bar {
                true => bar(rect),
                false => drawing::path(&line, 0.0),
            },
            text: (
                ellipsize(value, LABEL, rect.width - 2.0 * PADDING),
                rect.centre(),
            ),
        });
    }
    segments
}

/// A rectangle with round corners, as a path.
fn bar(rect: Rect) -> String {
    let (wide, high) = (rect.width - 2.0 * ROUND, rect.height - 2.0 * ROUND);
    let corner = |x: f64, y: f64| format!("a{ROUND} {ROUND} 0 0 1 {x} {y}");
    format!(
        "M{:.1} {:.1}h{wide:.1}{}v{high:.1}{}h{:.1}{}v{:.1}{}z",
        rect.x + ROUND,
        rect.y,
        corner(ROUND, ROUND),
        corner(-ROUND, ROUND),
        -wide,
        corner(-ROUND, -ROUND),
        -high,
        corner(ROUND, -ROUND),
    )
}
