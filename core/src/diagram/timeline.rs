//! The run of a transition system over time: one track per variable, one column per step.
//!
//! A value is a bar for as long as it stays, with the value inside; `false` is a low line, so that what is true stands out. Where there is
//! no value nothing is drawn. All columns are equally wide, as wide as the widest value that has to stand in one.
//! O(steps · variables).

use std::ops::Range;

use super::stops;
use super::text::{LABEL, ellipsize, width};
use crate::view::{SystemStepView, SystemView, step_numbers};

/// Height of a track.
pub const TRACK: f64 = 30.0;
/// Height of the line that names the steps.
const HEAD: f64 = 34.0;
/// Width of a column at least, and at most.
const COLUMN: (f64, f64) = (48.0, 120.0);
/// Height of that line where it only has numbers.
const NUMBERS: f64 = 26.0;
/// From the top of a track to its bars, and the same below.
const INSET: f64 = 4.0;
/// From the edge of its columns to a bar.
const GAP: f64 = 1.5;
/// The radius of the corners of a bar.
const ROUND: f64 = 4.0;
/// From a bar to the text in it.
const PADDING: f64 = 5.0;
/// Steps that are drawn at most.
const MOST: usize = 2_000;

/// A step that has a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Its entries in the run; the values are those after the last.
    pub entries: Range<usize>,
    /// What it is called.
    pub name: String,
    /// Whose turn it is; empty where that is the same everywhere.
    pub turn: String,
    /// Whether it is no step of the model: what `env` does in between.
    pub between: bool,
}

/// The steps of a run that have columns: those at which it stops when it is played by whole steps, or all its entries. O(entries).
#[must_use]
pub fn moments(run: &[SystemStepView], is_whole: bool) -> Vec<Moment> {
    if !is_whole {
        let numbers = step_numbers(run).into_iter();
        let all = run.iter().zip(numbers).enumerate().take(MOST);
        let all = all.map(|(at, (it, name))| Moment {
            entries: at..at + 1,
            name,
            turn: it.relation.clone().unwrap_or_else(|| "start".to_owned()),
            between: false,
        });
        return all.collect();
    }
    let names = stops::numbers(run);
    let all = stops::played(run).into_iter().take(MOST);
    let moment = |(index, entries): (usize, Range<usize>)| {
        let turn = run[entries.start].relation.clone().unwrap_or_default();
        let last = entries.end - 1;
        let between = run[last].counts.is_none() && turn == "env";
        Moment {
            name: match (index, between) {
                (0, _) => "start".to_owned(),
                (_, true) => turn.clone(),
                (_, false) => names[last].clone(),
            },
            turn: if index == 0 || between {
                String::new()
            } else {
                turn
            },
            entries,
            between,
        }
    };
    let mut moments: Vec<_> = all.enumerate().map(moment).collect();
    let has_calls = run.iter().any(|it| it.call.is_some());
    let mut turns = moments
        .iter()
        .map(|it| &it.turn)
        .filter(|it| !it.is_empty());
    let first = turns.next().cloned();
    if !has_calls && turns.all(|it| Some(it) == first.as_ref()) {
        for it in &mut moments {
            it.turn.clear();
        }
    }
    moments
}

/// A run over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    /// Width of the whole.
    pub width: f64,
    /// Height of the whole.
    pub height: f64,
    /// Height of the line that names the steps.
    pub head: f64,
    /// One for each moment.
    pub columns: Vec<Column>,
    /// One for each variable.
    pub tracks: Vec<Track>,
}

impl Timeline {
    /// The base line of the names of the steps.
    #[must_use]
    pub fn names(&self) -> f64 {
        if self.head < HEAD { 17.0 } else { 13.0 }
    }

    /// The column in which an entry of the run is, or the last one before it.
    #[must_use]
    pub fn column(&self, entry: usize) -> Option<&Column> {
        let mut all = self.columns.iter().rev();
        all.find(|it| it.moment.entries.start <= entry)
    }
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
    /// What it is about; whose turn it is as it fits.
    pub moment: Moment,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Its number.
    pub variable: usize,
    /// Its name.
    pub name: String,
    /// Stretches with the same value.
    pub segments: Vec<Segment>,
}

/// A stretch of steps after which a variable has the same value.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// Whether it is a bar; else it is a low line.
    pub is_bar: bool,
    /// The value.
    pub value: String,
    /// The outline of the bar, or the line, as a path.
    pub outline: String,
    /// The value as it is written on it, with the middle of the text.
    pub text: (String, f64, f64),
}

/// Places a run.
#[must_use]
pub fn timeline(system: &SystemView, run: &[SystemStepView], moments: &[Moment]) -> Timeline {
    let states: Vec<&[String]> = (moments.iter())
        .filter_map(|it| Some(&*run.get(it.entries.end.checked_sub(1)?)?.state))
        .collect();
    let texts = states.iter().flat_map(|it| it.iter());
    let longest = |all: &mut dyn Iterator<Item = &String>| {
        let widths = all.map(|it| width(it, LABEL));
        widths.fold(0.0, f64::max)
    };
    let values = longest(&mut texts.into_iter()) + 2.0 * (GAP + PADDING);
    let names = longest(&mut moments.iter().flat_map(|it| [&it.name, &it.turn]));
    let step = (values.max(names) + 6.0).clamp(COLUMN.0, COLUMN.1);
    // Steps are counted in thousands.
    #[allow(clippy::cast_precision_loss)]
    let x = |index: usize| index as f64 * step;
    let columns = moments.iter().enumerate().map(|(index, it)| Column {
        start: x(index),
        middle: x(index) + step / 2.0,
        width: step,
        moment: Moment {
            turn: ellipsize(&it.turn, LABEL, step - 4.0),
            ..it.clone()
        },
    });
    let head = match moments.iter().all(|it| it.turn.is_empty()) {
        true => NUMBERS,
        false => HEAD,
    };
    let tracks = system.variables.iter().enumerate().map(|(variable, it)| {
        // Variables are counted in hundreds.
        #[allow(clippy::cast_precision_loss)]
        let top = head + variable as f64 * TRACK;
        let values: Vec<&str> = (states.iter())
            .map(|state| state.get(variable).map_or("", |it| it))
            .collect();
        Track {
            variable,
            name: it.name.clone(),
            segments: segments(&values, it.sort == "boolean", &x, top),
        }
    });
    #[allow(clippy::cast_precision_loss)]
    let height = head + system.variables.len() as f64 * TRACK + 4.0;
    Timeline {
        width: x(moments.len()),
        height,
        head,
        columns: columns.collect(),
        tracks: tracks.collect(),
    }
}

fn segments(values: &[&str], is_boolean: bool, x: &dyn Fn(usize) -> f64, top: f64) -> Vec<Segment> {
    let middle = top + TRACK / 2.0;
    let mut segments = Vec::new();
    let mut start = 0;
    for stretch in values.chunk_by(|one, next| one == next) {
        let (left, right) = (x(start) + GAP, x(start + stretch.len()) - GAP);
        start += stretch.len();
        let value = stretch[0];
        if value.is_empty() {
            continue;
        }
        let is_bar = !(is_boolean && value == "false");
        let text = ellipsize(value, LABEL, right - left - 2.0 * PADDING);
        segments.push(Segment {
            is_bar,
            value: value.to_owned(),
            outline: match is_bar {
                true => bar(left, right, top + INSET, top + TRACK - INSET),
                false => format!("M{left:.1} {:.1}H{right:.1}", top + TRACK - INSET),
            },
            text: (text, f64::midpoint(left, right), middle + 4.0),
        });
    }
    segments
}

/// A rectangle with round corners, as a path.
fn bar(left: f64, right: f64, top: f64, bottom: f64) -> String {
    let (wide, high) = (right - left - 2.0 * ROUND, bottom - top - 2.0 * ROUND);
    let corner = |x: f64, y: f64| format!("a{ROUND} {ROUND} 0 0 1 {x} {y}");
    format!(
        "M{:.1} {top:.1}h{wide:.1}{}v{high:.1}{}h{:.1}{}v{:.1}{}z",
        left + ROUND,
        corner(ROUND, ROUND),
        corner(-ROUND, ROUND),
        -wide,
        corner(-ROUND, -ROUND),
        -high,
        corner(ROUND, -ROUND),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Range, VariableView};

    fn entry(relation: &str, value: &str, flag: &str, changed: &[usize]) -> SystemStepView {
        SystemStepView {
            relation: Some(relation.to_owned()).filter(|it| !it.is_empty()),
            state: vec![value.to_owned(), flag.to_owned()],
            changed: changed.to_vec(),
            ..SystemStepView::default()
        }
    }

    fn run() -> Vec<SystemStepView> {
        vec![
            entry("", "0", "false", &[]),
            entry("init", "1", "false", &[0]),
            entry("env", "1", "false", &[]),
            entry("trans", "2", "false", &[0]),
            entry("env", "2", "true", &[1]),
            entry("trans", "2", "true", &[]),
        ]
    }

    fn system() -> SystemView {
        let variable = |name: &str, sort: &str| VariableView {
            name: name.to_owned(),
            sort: sort.to_owned(),
            values: Vec::new(),
            control: false,
            range: Range::default(),
        };
        SystemView {
            variables: vec![variable("x", "0..3"), variable("on", "boolean")],
            ..SystemView::default()
        }
    }

    #[test]
    fn whole_steps_have_columns_by_their_numbers() {
        let all = moments(&run(), true);
        let told: Vec<_> = all.iter().map(|it| (&*it.name, it.between)).collect();
        let (step, between) = (false, true);
        assert_eq!(
            told,
            [("start", step), ("1", step), ("env", between), ("2", step)]
        );
        assert!(all.iter().all(|it| it.turn.is_empty()));
        let parts = moments(&run(), false);
        let told: Vec<_> = parts.iter().map(|it| (&*it.name, &*it.turn)).collect();
        assert_eq!(told[..3], [("0", "start"), ("0.1", "init"), ("0.2", "env")]);
        assert_eq!(told[3..], [("1", "trans"), ("1.1", "env"), ("2", "trans")]);
    }

    #[test]
    fn values_are_bars_as_long_as_they_stay_and_false_is_a_line() {
        let placed = timeline(&system(), &run(), &moments(&run(), true));
        let told = |track: usize| -> Vec<_> {
            let all = placed.tracks[track].segments.iter();
            all.map(|it| (&*it.value, it.is_bar)).collect()
        };
        assert_eq!(told(0), [("1", true), ("2", true)]);
        assert_eq!(told(1), [("false", false), ("true", true)]);
        // The step of an entry that is passed over is the one before it.
        let column = |entry| placed.column(entry).unwrap().moment.name.clone();
        assert_eq!(
            [0, 1, 2, 3, 4].map(column),
            ["start", "start", "start", "1", "env"]
        );
    }
}
