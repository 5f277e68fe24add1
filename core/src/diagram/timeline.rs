//! The run of a transition system over time: one track per variable, one column per step.
//!
//! A Boolean is a line that goes up and down; any other value is a box for as long as it stays, with the value
//! inside, as tools for hardware draw buses. Where there is no value nothing is drawn. All columns are equally wide, as wide as the widest value that has
//! to stand in one. O(steps · variables).

use std::fmt::Write as _;

use super::text::{LABEL, ellipsize, width};
use crate::view::{SystemStepView, SystemView, step_numbers};

/// Height of a track.
pub const TRACK: f64 = 30.0;
/// Height of the line that names the steps.
pub const HEAD: f64 = 34.0;
/// Width of a column at least, and at most.
const COLUMN: (f64, f64) = (48.0, 120.0);
/// From the top of a track to its line, and the same below.
const INSET: f64 = 6.0;
/// How much of a column an edge takes.
const SLOPE: f64 = 4.0;
/// Steps that are drawn at most.
const MOST: usize = 2_000;

/// A run over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    /// Width of the whole.
    pub width: f64,
    /// Height of the whole.
    pub height: f64,
    /// One for each step.
    pub columns: Vec<Column>,
    /// One for each variable.
    pub tracks: Vec<Track>,
}

/// A step.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its left edge.
    pub start: f64,
    /// Its middle.
    pub middle: f64,
    /// Its width.
    pub width: f64,
    /// What the step is called.
    pub number: String,
    /// Whose turn it was.
    pub relation: String,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Its number.
    pub variable: usize,
    /// Its name.
    pub name: String,
    /// Of a Boolean the line; else empty.
    pub line: String,
    /// Stretches with the same value.
    pub segments: Vec<Segment>,
}

/// A stretch of steps after which a variable has the same value.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// What is drawn.
    pub wave: Wave,
    /// The value.
    pub value: String,
    /// The outline, as a path.
    pub outline: String,
    /// The value as it is written inside, with the middle of the text; `None` for Booleans.
    pub text: Option<(String, f64, f64)>,
}

/// How a value is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wave {
    /// A Boolean that is true.
    High,
    /// A Boolean that is false.
    Low,
    /// Any other value.
    Value,
}

/// Places a run.
#[must_use]
pub fn timeline(system: &SystemView, run: &[SystemStepView]) -> Timeline {
    let run = &run[..run.len().min(MOST)];
    let booleans: Vec<bool> = system
        .variables
        .iter()
        .map(|it| it.sort == "boolean")
        .collect();
    let texts = run.iter().flat_map(|step| step.state.iter().enumerate());
    let texts = texts.filter(|(variable, _)| booleans.get(*variable) == Some(&false));
    let widest = texts
        .map(|(_, value)| width(value, LABEL))
        .fold(0.0, f64::max);
    let named = run.iter().filter_map(|it| it.relation.as_deref());
    let named = named.map(|it| width(it, LABEL)).fold(0.0, f64::max);
    let step = (widest + 2.0 * SLOPE).max(named) + 8.0;
    let step = step.clamp(COLUMN.0, COLUMN.1);
    // Steps are counted in thousands.
    #[allow(clippy::cast_precision_loss)]
    let x = |index: usize| index as f64 * step;
    let numbers = step_numbers(run).into_iter();
    let columns = run.iter().zip(numbers).enumerate();
    let columns = columns.map(|(index, (it, number))| Column {
        start: x(index),
        middle: x(index) + step / 2.0,
        width: step,
        number,
        relation: match &it.relation {
            Some(relation) => ellipsize(relation, LABEL, step - 4.0),
            None => "start".to_owned(),
        },
    });
    let tracks = system.variables.iter().enumerate().map(|(variable, it)| {
        // Variables are counted in hundreds.
        #[allow(clippy::cast_precision_loss)]
        let top = HEAD + variable as f64 * TRACK;
        let values: Vec<&str> = (run.iter())
            .map(|step| step.state.get(variable).map_or("", |it| it))
            .collect();
        let is_boolean = booleans[variable];
        Track {
            variable,
            name: it.name.clone(),
            line: if is_boolean {
                wave(&values, &x, top)
            } else {
                String::new()
            },
            segments: segments(&values, is_boolean, &x, top),
        }
    });
    #[allow(clippy::cast_precision_loss)]
    let height = HEAD + system.variables.len() as f64 * TRACK + 4.0;
    Timeline {
        width: x(run.len()),
        height,
        columns: columns.collect(),
        tracks: tracks.collect(),
    }
}

/// The line of a Boolean.
fn wave(values: &[&str], x: &dyn Fn(usize) -> f64, top: f64) -> String {
    let mut line = String::new();
    for (index, value) in values.iter().enumerate() {
        let y = level(value, top);
        let before = index.checked_sub(1).map(|it| values[it]);
        let ends = value.is_empty() && before.is_some_and(|it| !it.is_empty());
        let before = before.filter(|it| !it.is_empty());
        // Writing into a string does not fail.
        let _ = match before.map(|it| level(it, top)) {
            _ if ends => write!(line, "H{:.1}", x(index)),
            _ if value.is_empty() => Ok(()),
            None => write!(line, "M{:.1} {y:.1}", x(index)),
            Some(old) if (old - y).abs() > 0.1 => {
                write!(
                    line,
                    "H{:.1}L{:.1} {y:.1}",
                    x(index) - SLOPE / 2.0,
                    x(index) + SLOPE / 2.0
                )
            }
            Some(_) => Ok(()),
        };
    }
    if values.last().is_some_and(|it| !it.is_empty()) {
        let _ = write!(line, "H{:.1}", x(values.len()));
    }
    line
}

fn level(value: &str, top: f64) -> f64 {
    match value {
        "true" => top + INSET,
        _ => top + TRACK - INSET,
    }
}

fn segments(values: &[&str], is_boolean: bool, x: &dyn Fn(usize) -> f64, top: f64) -> Vec<Segment> {
    let (high, low) = (top + INSET, top + TRACK - INSET);
    let middle = top + TRACK / 2.0;
    let mut segments = Vec::new();
    let mut start = 0;
    while start < values.len() {
        let value = values[start];
        let same = values[start..]
            .iter()
            .take_while(|it| **it == value)
            .count();
        if value.is_empty() {
            start += same;
            continue;
        }
        let (left, right) = (x(start), x(start + same));
        let wave = match (is_boolean, value) {
            (true, "true") => Wave::High,
            (true, _) => Wave::Low,
            (false, _) => Wave::Value,
        };
        let outline = match wave {
            // What is under the line, so that a pointer finds the value.
            Wave::High | Wave::Low => {
                format!("M{left:.1} {high:.1}H{right:.1}V{low:.1}H{left:.1}z")
            }
            Wave::Value => format!(
                "M{left:.1} {middle:.1}L{:.1} {high:.1}H{:.1}L{right:.1} {middle:.1}L{:.1} {low:.1}H{:.1}z",
                left + SLOPE,
                right - SLOPE,
                right - SLOPE,
                left + SLOPE
            ),
        };
        let text = (!is_boolean).then(|| {
            let room = right - left - 2.0 * SLOPE - 4.0;
            let text = ellipsize(value, LABEL, room);
            (text, f64::midpoint(left, right), middle + 4.0)
        });
        segments.push(Segment {
            wave,
            value: value.to_owned(),
            outline,
            text,
        });
        start += same;
    }
    segments
}
