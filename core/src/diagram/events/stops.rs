//! Where the entries of a run stand along time: each has as much room as what stands at it needs.

use std::ops::Range;

use super::lanes::Found;
use super::messages::Messages;
use crate::diagram::axis::Axis;
use crate::diagram::stops::played;
use crate::diagram::text::{LABEL, ellipsize, width};
use crate::view::{SystemStepView, step_numbers};

/// The least size of an entry, of one at which time passes, and of a step with its number.
const LEAST: (f64, f64, f64) = (14.0, 30.0, 24.0);
/// The least size of an entry of a step in which nothing is seen.
const UNSEEN: f64 = 3.0;
/// Room for each event that is sent at an entry.
const SENT: f64 = 12.0;
/// How far a name is from the ends of its bar, and the widest name.
const INSIDE: f64 = 7.0;
/// The widest name of a state.
pub(super) const WIDEST: f64 = 118.0;
/// Height of a line of text.
pub(super) const LINE: f64 = 14.0;
/// How much larger than needed entries become where there is room.
const STRETCHED: f64 = 2.4;

/// An entry of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stop {
    /// Where it begins along time.
    pub start: f64,
    /// Its size along time.
    pub size: f64,
    /// How much time passes.
    pub passed: u64,
    /// The number of the step, with its middle along time, at the first of its entries and where there is room.
    pub number: Option<(String, f64)>,
    /// Whether a step begins here.
    pub is_step: bool,
}

impl Stop {
    /// Where it ends along time.
    #[must_use]
    pub fn end(&self) -> f64 {
        self.start + self.size
    }
}

/// How much a text takes along time and across it.
pub(super) fn extent(axis: Axis, text: &str) -> (f64, f64) {
    axis.of_size((width(text, LABEL), LINE))
}

/// How much the name of a state takes along time.
fn named(axis: Axis, state: &str) -> f64 {
    extent(axis, &ellipsize(state, LABEL, WIDEST)).0 + 2.0 * INSIDE
}

/// The entries of a run, as large as they can be in this room and at least as large as they have to be.
/// O(steps · spans).
pub(super) fn stops(
    axis: Axis,
    steps: &[SystemStepView],
    lanes: &[Found],
    told: &Messages,
    room: f64,
) -> Vec<Stop> {
    let mut sizes = vec![LEAST.0; steps.len()];
    for (step, size) in sizes.iter_mut().enumerate() {
        if told.passed.get(step).is_some_and(|&it| it > 0) {
            *size = LEAST.1;
        }
    }
    let mut sent = vec![0.0; steps.len()];
    for it in &told.all {
        sent[it.sent] += SENT;
        sizes[it.sent] = f64::max(sizes[it.sent], sent[it.sent] + SENT);
    }
    let played = played(steps);
    let mut end = 0;
    for it in &played {
        sizes[end..it.start].fill(UNSEEN);
        end = it.end;
    }
    let mut needs: Vec<_> = (played.iter())
        .map(|it| ((it.start, it.end), LEAST.2))
        .collect();
    for it in lanes.iter().flat_map(|it| &it.spans) {
        needs.push(((it.from, it.until), named(axis, &it.state)));
    }
    // The name of an event stands before the entry at which it is sent.
    for it in &told.all {
        let long = extent(axis, &ellipsize(&it.event, LABEL, WIDEST)).0;
        needs.push((
            (it.sent.saturating_sub(1), it.sent + 1),
            long + 2.0 * INSIDE,
        ));
    }
    needs.sort_by_key(|((from, until), _)| (*until, *from));
    for ((from, until), need) in needs {
        let has: f64 = sizes[from..until].iter().sum();
        // Entries are counted in thousands.
        #[allow(clippy::cast_precision_loss)]
        let more = (need - has) / (until - from) as f64;
        if more > 0.0 {
            for it in &mut sizes[from..until] {
                *it += more;
            }
        }
    }
    let whole: f64 = sizes.iter().sum();
    let larger = if whole > 0.0 {
        (room / whole).clamp(1.0, STRETCHED)
    } else {
        1.0
    };
    let mut at = 0.0;
    let mut stops: Vec<_> = (sizes.iter().enumerate())
        .map(|(step, size)| {
            let start = at;
            at += size * larger;
            Stop {
                start,
                size: size * larger,
                passed: told.passed.get(step).copied().unwrap_or(0),
                number: None,
                is_step: false,
            }
        })
        .collect();
    number(axis, &mut stops, &played, &step_numbers(steps));
    stops
}

/// Gives steps their numbers, where one has room beside the one before.
fn number(axis: Axis, stops: &mut [Stop], played: &[Range<usize>], numbers: &[String]) {
    let mut free = f64::NEG_INFINITY;
    for it in played {
        let (from, until) = (it.start, it.end);
        let (Some(first), Some(last)) = (stops.get(from), stops.get(until - 1)) else {
            continue;
        };
        let middle = f64::midpoint(first.start, last.end());
        let text = match from {
            0 => "start".to_owned(),
            _ => numbers.get(from).cloned().unwrap_or_default(),
        };
        let half = extent(axis, &text).0 / 2.0 + 2.0;
        stops[from].is_step = true;
        if middle - half >= free {
            free = middle + half;
            stops[from].number = Some((text, middle));
        }
    }
}
