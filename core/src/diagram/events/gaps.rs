//! The ways of events between lanes: each leaves its sender, waits in the gap beside its receiver for as long as it waits, and
//! ends where it is taken. Its name stands before the corner at which it turns into the gap beside its sender.
//!
//! A gap has rows, and a row is taken by one event at a time, its name included; where the way of another event would run
//! through a name, the name stands in another row or is shortened.

use super::Axis;
use super::messages::{Fate, Sending};
use super::stops::{LINE, Stop, extent};
use crate::diagram::text::{LABEL, ellipsize};

/// From a name to the corner behind it.
const ASIDE: f64 = 4.0;
/// What is left free between two events of a row.
const APART: f64 = 5.0;
/// The least size of a row across time.
const ROW: f64 = 9.0;
/// Before the first row of a gap, and behind its last, where the points of arrows are.
pub(super) const AROUND: (f64, f64) = (5.0, 7.0);
/// A gap in which nothing waits: between two lanes, and beside the first or the last.
const EMPTY: (f64, f64) = (11.0, 5.0);
/// The longest name of an event.
const WIDEST: f64 = 120.0;
/// Names that would be shorter are left out.
const SHORTEST: f64 = 16.0;
/// Rows of a gap at most: more could not be told apart, and finding one takes time.
const MOST: usize = 24;

/// The way of an event, along time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Way {
    /// The lanes from which and to which it leads.
    pub lanes: (usize, usize),
    /// Where it is sent, and where it stops waiting, along time.
    pub time: (f64, f64),
    /// The gap and the row in which it turns off and is named, and those in which it waits.
    pub named: (usize, usize),
    pub waits: (usize, usize),
    /// Its name as it is shown; empty where there is no room.
    pub name: String,
}

impl Way {
    /// Whether it leads to a lane before that of its sender.
    pub(super) fn is_back(&self) -> bool {
        self.lanes.1 < self.lanes.0
    }

    /// How much its name takes along time.
    fn name_along(&self, axis: Axis) -> Option<(f64, f64)> {
        let long = extent(axis, &self.name).0;
        let end = self.time.0 - ASIDE;
        (!self.name.is_empty()).then_some((end - long, end))
    }
}

/// The gaps between lanes: one before each and one behind the last.
pub(super) struct Gaps {
    /// The ways, in the order of the events.
    pub ways: Vec<Way>,
    /// For each gap the sizes of its rows, across time.
    pub rows: Vec<Vec<f64>>,
}

impl Gaps {
    /// The size of a gap, across time.
    pub(super) fn size(&self, gap: usize) -> f64 {
        let rows = &self.rows[gap];
        match rows.is_empty() {
            true if gap == 0 || gap + 1 == self.rows.len() => EMPTY.1,
            true => EMPTY.0,
            false => AROUND.0 + rows.iter().sum::<f64>() + AROUND.1,
        }
    }

    /// The middle of a row, from the beginning of its gap.
    pub(super) fn row(&self, (gap, row): (usize, usize)) -> f64 {
        let before: f64 = self.rows[gap][..row].iter().sum();
        AROUND.0 + before + self.rows[gap][row] / 2.0
    }
}

/// What is in a gap.
#[derive(Clone, Copy)]
enum Part {
    /// From the sender to the gap of the receiver, with the name.
    Named,
    /// Where it waits.
    Waits,
    /// Both.
    Whole,
}

struct Drafter {
    axis: Axis,
    ways: Vec<Way>,
    /// For each gap the events in it, with their rows.
    placed: Vec<Vec<(usize, usize, Part)>>,
    rows: Vec<Vec<f64>>,
}

/// The ways of events between so many lanes; `ends` has the lanes of each. What goes on at the end of the run ends at
/// `last`. O(events²), for rows are few.
pub(super) fn gaps(
    axis: Axis,
    sent: &[Sending],
    ends: &[(usize, usize)],
    stops: &[Stop],
    (lanes, last): (usize, f64),
) -> Gaps {
    let mut drafter = Drafter {
        axis,
        ways: Vec::with_capacity(sent.len()),
        placed: vec![Vec::new(); lanes + 1],
        rows: vec![Vec::new(); lanes + 1],
    };
    for (number, (it, &lanes)) in sent.iter().zip(ends).enumerate() {
        let time = time(sent, number, stops, last);
        let (from, to) = lanes;
        let is_back = to < from;
        let named = if is_back { from } else { from + 1 };
        // What is lost does not come further than to the gap beside its sender.
        let waits = match (it.fate, to > from) {
            (Fate::Lost, _) => named,
            (_, true) => to,
            (_, false) => to + 1,
        };
        drafter.ways.push(Way {
            lanes,
            time,
            named: (named, 0),
            waits: (waits, 0),
            name: ellipsize(&it.event, LABEL, WIDEST),
        });
    }
    let mut order: Vec<_> = (0..sent.len()).collect();
    order.sort_by(|&one, &other| {
        let time = |it: usize| drafter.ways[it].time.0;
        time(one).total_cmp(&time(other))
    });
    for number in order {
        drafter.place(number);
    }
    Gaps {
        ways: drafter.ways,
        rows: drafter.rows,
    }
}

/// Where an event is sent, and where it stops waiting, along time.
fn time(sent: &[Sending], number: usize, stops: &[Stop], last: f64) -> (f64, f64) {
    let it = &sent[number];
    let same = |other: &&Sending| other.sent == it.sent;
    let (before, all) = (
        sent[..number].iter().filter(same).count(),
        sent.iter().filter(same).count(),
    );
    let begin = stops.get(it.sent).map_or(0.0, |stop| {
        // A step sends some hundreds of events at most.
        #[allow(clippy::cast_precision_loss)]
        let part = (before + 1) as f64 / (all + 1) as f64;
        // What is taken at the same entry ends before the first third of it.
        stop.start + stop.size * (0.3 + 0.7 * part)
    });
    let end = match it.fate {
        Fate::Waits => last,
        Fate::Lost => begin,
        _ => it
            .end()
            .and_then(|it| stops.get(it))
            .map_or(last, |stop| stop.start + (stop.size * 0.3).min(7.0)),
    };
    (begin, end.max(begin))
}

impl Drafter {
    fn place(&mut self, number: usize) {
        let way = &self.ways[number];
        let (named, waits) = (way.named.0, way.waits.0);
        if named == waits {
            let row = self.place_in(named, number, Part::Whole);
            self.ways[number].named.1 = row;
            self.ways[number].waits.1 = row;
        } else {
            self.ways[number].named.1 = self.place_in(named, number, Part::Named);
            self.ways[number].waits.1 = self.place_in(waits, number, Part::Waits);
        }
    }

    /// Finds a row for a part of an event, and makes one where there is none.
    fn place_in(&mut self, gap: usize, number: usize, part: Part) -> usize {
        let rows = self.rows[gap].len();
        let free = (0..rows).find(|&row| self.is_free(gap, row, number, part));
        let row = free.unwrap_or(rows.min(MOST - 1));
        if row == rows {
            self.rows[gap].push(ROW);
        }
        if let (Part::Named | Part::Whole, Some((from, until))) =
            (part, self.ways[number].name_along(self.axis))
        {
            // What runs through a name in the new row leaves it the room behind.
            let through = self.crossings(gap, row, number);
            let through = through.filter(|&it| from - 2.0 < it && it < until);
            let room = until - through.fold(from, f64::max) - 3.0;
            let whole = &self.ways[number].name;
            let long = until - from;
            if room < long - 3.5 {
                self.ways[number].name = match (self.axis, room >= SHORTEST) {
                    (Axis::Right, true) => ellipsize(whole, LABEL, room),
                    _ => String::new(),
                };
            }
            let across = match self.ways[number].name.is_empty() {
                true => ROW,
                false => extent(self.axis, &self.ways[number].name).1.max(LINE),
            };
            let size = &mut self.rows[gap][row];
            *size = size.max(across);
        }
        self.placed[gap].push((number, row, part));
        row
    }

    /// What a part of an event takes of its row, along time.
    fn taken(&self, number: usize, part: Part) -> (f64, f64) {
        let way = &self.ways[number];
        let (from, until) = match part {
            Part::Waits | Part::Whole => way.time,
            Part::Named => (way.time.0, way.time.0),
        };
        let name = way
            .name_along(self.axis)
            .filter(|_| !matches!(part, Part::Waits));
        (name.map_or(from, |it| it.0), until)
    }

    fn is_free(&self, gap: usize, row: usize, number: usize, part: Part) -> bool {
        let (from, until) = self.taken(number, part);
        let own = self.placed[gap].iter().filter(|it| it.1 == row);
        let is_apart = own.into_iter().all(|&(other, _, other_part)| {
            let (start, end) = self.taken(other, other_part);
            until + APART <= start || end + APART <= from
        });
        let name = self.ways[number].name_along(self.axis);
        let name = name.filter(|_| !matches!(part, Part::Waits));
        is_apart
            && name.is_none_or(|(from, until)| {
                let mut through = self.crossings(gap, row, number);
                !through.any(|it| from - 2.0 < it && it < until + 2.0)
            })
    }

    /// Where the ways of other events run across a row of a gap, along time.
    fn crossings(&self, gap: usize, row: usize, but: usize) -> impl Iterator<Item = f64> {
        let placed = self.placed[gap].iter().filter(move |it| it.0 != but);
        let own = placed.flat_map(move |&(other, at, part)| {
            let way = &self.ways[other];
            let (before, behind) = (row < at, row > at);
            let comes = if way.is_back() { behind } else { before };
            // To another lane it goes on, to its own sender it comes back.
            let goes = match way.lanes.1 > way.lanes.0 {
                true => behind,
                false => before,
            };
            match part {
                Part::Named => [Some(way.time.0), None],
                Part::Waits | Part::Whole => {
                    [comes.then_some(way.time.0), goes.then_some(way.time.1)]
                }
            }
        });
        // What passes the whole gap on its way to another.
        let passing = self
            .ways
            .iter()
            .enumerate()
            .filter_map(move |(other, way)| {
                let (low, high) = (way.named.0.min(way.waits.0), way.named.0.max(way.waits.0));
                (other != but && low < gap && gap < high).then_some(way.time.0)
            });
        own.flatten().chain(passing)
    }
}
