//! The calls of a run as a sequence diagram: a lifeline for each object, and for each call a found message, which has no sender.
//!
//! The first lifeline is as far right as the longest label needs, so that no label touches a lifeline. Rows have one height, one row for
//! each entry of the run after the first; what a call has changed is listed at its right, or below its arrow where there is no room at the right. O(entries + objects).
//!
//! Below a run that shows that an invariant is not preserved stands the call that would violate it, in a row of its own.

mod told;

use std::ops::Range;

use super::text::{MESSAGE, width};
use super::{Point, Rect};
use crate::view::{SystemStepView, step_numbers};

pub use told::{End, ToldCall, told, told_breaking, would_break};

/// Height of the strip with the heads of the lifelines.
pub const HEADS: f64 = 40.0;
/// The least height of a row, and the most that one is stretched to where there is room.
const ROW: f64 = 36.0;
const TALLEST: f64 = 88.0;

/// Width of the margin with the numbers of the steps.
const GUTTER: f64 = 36.0;
const HEAD_HEIGHT: f64 = 27.0;
/// Between a head and the next one, and at the right end.
const GAP: f64 = 16.0;
/// Where messages begin, and how much longer than its label one is that is drawn to the first lifeline.
const FOUND: f64 = GUTTER + 12.0;
const OVERHANG: f64 = 28.0;
/// From an arrow up to the base line of its label.
const LABEL: f64 = 7.0;
/// Height of a line of what a call has changed, and how many are written.
const CHANGE: f64 = 16.0;
const MOST_CHANGES: usize = 3;
/// Said below a run after which no call is possible.
pub const STUCK: &str = "Deadlock: no call is possible.";
/// Calls that are drawn at most.
pub const MOST: usize = 2_000;
/// Height of the sign at the end of a run that is stuck, and how far it is above and below.
const END: f64 = 32.0;
const AROUND_END: f64 = 12.0;

/// A sequence diagram of calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calls {
    /// Width of the whole.
    pub width: f64,
    /// Height of the whole.
    pub height: f64,
    /// Height of a row.
    pub row: f64,
    /// Where the cuts below the calls begin.
    pub left: f64,
    /// The entry before the first row: the start, or of a part of a run the last entry of the part before.
    pub first: usize,
    /// The heads of the lifelines; each lifeline begins in the middle of its head's lower edge.
    pub heads: Vec<(Rect, String)>,
    /// The calls.
    pub rows: Vec<CallRow>,
    /// Where it is said that the run is stuck, if it is.
    pub end: Option<Rect>,
    /// The call that would violate an invariant after the run. Its entry is the number of entries of the run.
    pub breaking: Option<CallRow>,
}

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallRow {
    /// The entry of the run.
    pub entry: usize,
    /// What its step is called.
    pub number: String,
    /// Where the arrow begins.
    pub from: Point,
    /// Where it ends, at the lifeline of the object that is called.
    pub to: Point,
    /// Where its label begins.
    pub label: Point,
    /// The operation with its arguments.
    pub text: String,
    /// What it has changed, line by line, each with where it begins.
    pub changes: Vec<(Point, String)>,
}

impl Calls {
    /// The upper edge of the row of an entry; the start has the strip of the heads.
    #[must_use]
    pub fn top(&self, entry: usize) -> f64 {
        // Entries are counted in thousands.
        #[allow(clippy::cast_precision_loss)]
        match entry.checked_sub(1 + self.first) {
            Some(row) => HEADS + row as f64 * self.row,
            None => 0.0,
        }
    }

    /// The lower edge of what stands below the row of an entry and belongs to it, as below the last one; else of the row itself.
    #[must_use]
    pub fn bottom(&self, entry: usize) -> f64 {
        let row = match entry.checked_sub(1 + self.first) {
            Some(_) => self.top(entry) + self.row,
            None => HEADS,
        };
        let breaking = self.breaking.as_ref().filter(|it| it.entry == entry + 1);
        if let Some(it) = breaking {
            return self.top(it.entry) + self.row;
        }
        let is_last = self.rows.last().is_none_or(|it| it.entry == entry);
        let end = self.end.filter(|_| is_last);
        end.map_or(row, |it| it.bottom())
    }
}

/// Where calls are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// How wide it is; infinite where that does not matter.
    pub width: f64,
    /// How high it is: rows fill that as far as it suits them.
    pub height: f64,
}

impl Room {
    /// Of a drawing that is as wide and as high as it needs to be.
    pub const ANY: Self = Self {
        width: f64::INFINITY,
        height: 0.0,
    };
}

/// Places the calls of a run in a pane, and below them how it ends. Lifelines are written as `name : Class`. Of a long run the first
/// [`MOST`] entries.
#[must_use]
pub fn calls(lifelines: &[String], run: &[SystemStepView], room: Room, end: End<'_>) -> Calls {
    part_of_calls(lifelines, run, 0..run.len().min(MOST), room, end)
}

/// The same of some entries of a run, by themselves; how the run ends stands below its last one.
#[must_use]
pub fn part_of_calls(
    lifelines: &[String],
    run: &[SystemStepView],
    entries: Range<usize>,
    room: Room,
    end: End<'_>,
) -> Calls {
    let end = if entries.end == run.len() {
        end
    } else {
        End::Open
    };
    let [beside, below] = [false, true].map(|is_below| {
        let entries = entries.clone();
        placed(lifelines, run, (entries, end), (room.height, is_below))
    });
    match beside.width <= room.width || beside.width <= below.width {
        true => beside,
        false => below,
    }
}

fn placed(
    lifelines: &[String],
    run: &[SystemStepView],
    (entries, end): (Range<usize>, End<'_>),
    (room, is_below): (f64, bool),
) -> Calls {
    let breaking = told_breaking(lifelines, run, end);
    let is_stuck = matches!(end, End::Stuck);
    let end = if is_stuck {
        END + 2.0 * AROUND_END
    } else {
        GAP
    };
    let first = entries.start.saturating_sub(1);
    let numbers = step_numbers(run);
    let mut made = told(lifelines, run, entries.clone());
    let below = usize::from(breaking.is_some());
    made.extend(breaking);
    made.iter_mut().for_each(|it| cut(&mut it.changes));
    let wide = |it: &str| width(it, MESSAGE);
    let written = made.iter().map(|it| it.changes.len()).max().unwrap_or(0);
    let written_wide = made.iter().flat_map(|it| &it.changes).map(|it| wide(it));
    let written_wide = written_wide.fold(0.0, f64::max);
    // No label reaches the first lifeline, so none lies on any.
    let longest = made.iter().map(|it| wide(&it.text));
    let longest = longest.fold(0.0, f64::max);
    let longest = if is_below {
        longest.max(written_wide)
    } else {
        longest
    };
    let labels = FOUND + longest + OVERHANG;
    let mut heads: Vec<(Rect, String)> = Vec::new();
    let mut right = GUTTER;
    for head in lifelines {
        let half = (wide(head) + 20.0) / 2.0;
        let next = right + GAP + half;
        let column = if heads.is_empty() {
            next.max(labels)
        } else {
            next
        };
        let rect = Rect {
            x: column - half,
            y: 4.0,
            width: half * 2.0,
            height: HEAD_HEIGHT,
        };
        heads.push((rect, head.clone()));
        right = column + half;
    }
    // What says that the run is stuck is as wide as the picture.
    let least_wide = match is_stuck {
        true => FOUND + wide(STUCK) + 3.0 * GAP,
        false => 0.0,
    };
    let beside = right + 1.5 * GAP;
    let width = match written {
        1.. if !is_below => beside + written_wide + GAP,
        _ => right + GAP,
    };
    let width = width.max(least_wide);
    // Entries are counted in thousands.
    #[allow(clippy::cast_precision_loss)]
    let (count, lines) = (
        (entries.end.saturating_sub(1 + first) + below).max(1) as f64,
        written as f64 * CHANGE,
    );
    let least = match is_below {
        true => ROW + lines,
        false => ROW.max(lines + 14.0),
    };
    let row = ((room - HEADS - end) / count).clamp(least, TALLEST.max(least));
    let mut placed = Calls {
        width,
        height: 0.0,
        row,
        left: FOUND - 6.0,
        first,
        heads,
        rows: Vec::new(),
        end: None,
        breaking: None,
    };
    let last = placed.top(entries.end.max(1) + below);
    placed.height = last + end;
    placed.end = is_stuck.then_some(Rect {
        x: placed.left,
        y: last + AROUND_END,
        width: width - 16.0 - placed.left,
        height: END,
    });
    let rows = made.into_iter().map(|it| {
        let middle = placed.top(it.entry) + row / 2.0 + 4.0;
        let middle = if is_below {
            middle - lines / 2.0
        } else {
            middle
        };
        let head = placed.heads[it.lifeline].0;
        // Counts are small.
        #[allow(clippy::cast_precision_loss)]
        let half = (it.changes.len() as f64 - 1.0) * CHANGE / 2.0;
        let (x, first) = match is_below {
            true => (FOUND + 10.0, middle + CHANGE + 1.0),
            false => (beside, middle - half),
        };
        let mut y = first - CHANGE;
        let changes = it.changes.into_iter().map(|text| {
            y += CHANGE;
            (Point { x, y }, text)
        });
        CallRow {
            entry: it.entry,
            // What has not happened has no number.
            number: numbers.get(it.entry).cloned().unwrap_or_default(),
            from: Point {
                x: FOUND,
                y: middle,
            },
            to: Point {
                x: head.x + head.width / 2.0,
                y: middle,
            },
            label: Point {
                x: FOUND + 10.0,
                y: middle - LABEL,
            },
            changes: changes.collect(),
            text: it.text,
        }
    });
    let mut rows: Vec<_> = rows.collect();
    placed.breaking = (below > 0).then(|| rows.pop()).flatten();
    placed.rows = rows;
    placed
}

/// Of what a call has changed as much as is written, and how many more there are.
fn cut(lines: &mut Vec<String>) {
    if lines.len() > MOST_CHANGES {
        let more = lines.len() + 1 - MOST_CHANGES;
        lines.truncate(MOST_CHANGES - 1);
        lines.push(format!("and {more} more"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{CallView, ClauseKind, ClauseView, PropertyChangeView, Range, StepTurn};

    fn call(object: &str, operation: &str) -> SystemStepView {
        SystemStepView {
            turn: StepTurn::Call(format!("{object}.{operation}")),
            call: Some(Box::new(CallView {
                call: format!("{object}.{operation}"),
                object: object.to_owned(),
                ..CallView::default()
            })),
            ..SystemStepView::default()
        }
    }

    #[test]
    fn labels_and_heads_keep_clear_of_the_lifelines_before_them() {
        let lifelines = ["tl : TrafficLight", "b1 : Button", "b2 : Button"].map(str::to_owned);
        let run = [
            SystemStepView::default(),
            call("b2", "requestingWithAVeryLongName(1, true)"),
            call("tl", "go()"),
        ];
        let placed = calls(&lifelines, &run, Room::ANY, End::Open);
        let told: Vec<_> = placed.rows.iter().map(|it| (it.entry, &*it.text)).collect();
        assert_eq!(told[1], (2, "go()"));
        let column = |it: usize| placed.heads[it].0.x + placed.heads[it].0.width / 2.0;
        for row in &placed.rows {
            assert!(row.label.x + width(&row.text, MESSAGE) < column(0));
            assert!(row.from.x > GUTTER);
        }
        for pair in placed.heads.windows(2) {
            assert!(pair[0].0.x + pair[0].0.width < pair[1].0.x);
        }
        assert!((placed.rows[0].to.x - column(2)).abs() < 0.01);
        assert!(placed.height > placed.rows[1].to.y);
        // A pane that is higher is filled, but rows stay rows.
        let high = |height| Room {
            height,
            ..Room::ANY
        };
        let row = |room: f64| calls(&lifelines, &run, high(room), End::Open).row;
        assert!((row(200.0) - (200.0 - HEADS - GAP) / 2.0).abs() < 1e-9);
        // What says that the run is stuck stands below the calls.
        let stuck = calls(&lifelines, &run, high(200.0), End::Stuck);
        let end = stuck.end.expect("it is stuck");
        assert!(end.y > stuck.top(2) + stuck.row && end.bottom() < stuck.height);
        assert_eq!(calls(&lifelines, &run, high(200.0), End::Open).end, None);
        // It has room for its words, also where nothing else needs any.
        let one = ["c : C".to_owned()];
        for lifelines in [&one[..0], &one] {
            let stuck = calls(lifelines, &run[..1], high(200.0), End::Stuck);
            let end = stuck.end.expect("it is stuck");
            assert!(end.width > width(STUCK, MESSAGE) && end.right() < stuck.width);
        }
        assert!((row(2000.0) - TALLEST).abs() < 1e-9 && (row(0.0) - ROW).abs() < 1e-9);
    }

    #[test]
    fn what_a_call_has_changed_stands_at_its_right_and_is_cut_where_it_is_much() {
        let change = |property: &str| PropertyChangeView {
            object: "a".to_owned(),
            property: property.to_owned(),
            after: "true".to_owned(),
            ..PropertyChangeView::default()
        };
        let mut step = call("a", "go()");
        step.call.as_mut().expect("it is a call").changes = ["p", "q", "r", "s"].map(change).into();
        let placed = calls(
            &["a : A".to_owned()],
            &[SystemStepView::default(), step.clone()],
            Room::ANY,
            End::Open,
        );
        let [row] = placed.rows.as_slice() else {
            panic!("one call");
        };
        let told: Vec<_> = row.changes.iter().map(|it| &*it.1).collect();
        assert_eq!(told, ["a.p = true", "a.q = true", "and 2 more"]);
        let head = placed.heads[0].0;
        for (at, text) in &row.changes {
            assert!(at.x > head.x + head.width && at.x + width(text, MESSAGE) < placed.width);
            assert!(at.y > placed.top(1) && at.y < placed.top(1) + placed.row);
        }
        // Where that is wider than the pane it stands below the arrow, before the first lifeline.
        let run = [SystemStepView::default(), step];
        let narrow = Room {
            width: placed.width - 1.0,
            height: 0.0,
        };
        let below = calls(&["a : A".to_owned()], &run, narrow, End::Open);
        assert!(below.width < placed.width);
        let [row] = below.rows.as_slice() else {
            panic!("one call");
        };
        assert_eq!(row.changes.len(), 3);
        for (at, text) in &row.changes {
            assert!(at.y > row.to.y + 8.0 && at.y < below.top(1) + below.row);
            assert!(at.x > GUTTER && at.x + width(text, MESSAGE) < row.to.x);
        }
        assert!(row.label.y - 12.0 > below.top(1));
    }

    #[test]
    fn the_call_that_would_violate_an_invariant_stands_below_the_run_and_has_no_number() {
        let lifelines = ["a : A".to_owned()];
        let run = [SystemStepView::default(), call("a", "go()")];
        let clause = |name: &str, after| ClauseView {
            kind: ClauseKind::Inv,
            owner: "A".to_owned(),
            name: name.to_owned(),
            text: String::new(),
            range: Range::default(),
            before: Some(true),
            after: Some(after),
            at_fault: false,
        };
        let would = CallView {
            call: "a.burst()".to_owned(),
            object: "a".to_owned(),
            clauses: vec![clause("few", false), clause("many", true)],
            ..CallView::default()
        };
        for run in [&run[..1], &run] {
            let placed = calls(&lifelines, run, Room::ANY, End::Breaks(&would));
            let breaking = placed.breaking.as_ref().expect("it is drawn");
            assert_eq!((&*breaking.text, &*breaking.number), ("burst()", ""));
            let says: Vec<_> = breaking.changes.iter().map(|it| &*it.1).collect();
            assert_eq!(says, ["would break few"]);
            assert_eq!(placed.rows.len(), run.len() - 1);
            let last = placed.top(run.len());
            assert!(breaking.to.y > last && last + placed.row < placed.height);
            let bottom = placed.bottom(run.len() - 1);
            assert!((bottom - (last + placed.row)).abs() < 1e-9);
            let open = calls(&lifelines, run, Room::ANY, End::Open);
            assert_eq!(open.breaking, None);
            assert!(open.height < placed.height);
        }
        // Of a part of a run only its end has it, also of one without calls.
        let part = |entries, run| {
            let end = End::Breaks(&would);
            part_of_calls(&lifelines, run, entries, Room::ANY, end).breaking
        };
        assert_eq!(part(0..1, &run), None);
        let last = part(1..2, &run).expect("its end");
        assert_eq!((last.entry, last.to.y > HEADS + ROW), (2, true));
        assert_eq!(part(1..1, &run[..1]).map(|it| it.entry), Some(1));
        // A picture that is cut has no end.
        let long = vec![call("a", "go()"); MOST + 1];
        let cut = calls(&lifelines, &long, Room::ANY, End::Breaks(&would));
        assert_eq!((cut.rows.len(), cut.breaking), (MOST, None));
    }

    #[test]
    fn what_a_call_would_break_is_named_once() {
        let of = |names: &[&str]| {
            let clause = |it: &&str| ClauseView {
                kind: ClauseKind::Inv,
                owner: "A".to_owned(),
                name: (*it).to_owned(),
                text: String::new(),
                range: Range::default(),
                before: Some(true),
                after: Some(false),
                at_fault: false,
            };
            would_break(&CallView {
                clauses: names.iter().map(clause).collect(),
                ..CallView::default()
            })
        };
        assert_eq!(of(&["few"]), "would break few");
        assert_eq!(of(&["", "few", ""]), "would break an invariant and few");
        assert_eq!(of(&["a", "b", "c"]), "would break 3 invariants");
    }
}
