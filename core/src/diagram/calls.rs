//! The calls of a run as a sequence diagram: a lifeline for each object, and for each call a found message, which has no sender.
//!
//! A lifeline stands as far right as its own labels and the head before it demand, so that no label touches a lifeline on its
//! left. Rows are as high as each other, one for each entry of the run after the first. O(entries + objects).

use super::text::{MESSAGE, width};
use super::{Point, Rect};
use crate::view::{SystemStepView, step_numbers};

/// Height of the strip with the heads of the lifelines.
pub const HEADS: f64 = 40.0;
/// Height of a row.
pub const ROW: f64 = 36.0;

/// Width of the margin with the numbers of the steps.
const GUTTER: f64 = 36.0;
const HEAD_HEIGHT: f64 = 27.0;
/// Between a head and the next one, and at the right end.
const GAP: f64 = 16.0;
/// How much longer an arrow is than its label.
const OVERHANG: f64 = 28.0;
/// From the upper edge of a row to its arrow, and to the base line of its label.
const ARROW: f64 = 24.0;
const LABEL: f64 = 17.0;
/// Calls that are drawn at most.
const MOST: usize = 2_000;

/// A sequence diagram of calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calls {
    /// Width of the whole.
    pub width: f64,
    /// Height of the whole.
    pub height: f64,
    /// The heads of the lifelines; each lifeline begins in the middle of its head's lower edge.
    pub heads: Vec<(Rect, String)>,
    /// The calls.
    pub rows: Vec<CallRow>,
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
    /// The middle of the base line of its label.
    pub label: Point,
    /// The operation with its arguments.
    pub text: String,
}

impl Calls {
    /// The upper edge of the row of an entry; the start has the strip of the heads.
    #[must_use]
    pub fn top(entry: usize) -> f64 {
        // Entries are counted in thousands.
        #[allow(clippy::cast_precision_loss)]
        match entry.checked_sub(1) {
            Some(row) => HEADS + row as f64 * ROW,
            None => 0.0,
        }
    }
}

/// Places the calls of a run. Lifelines are written as `name : Class`.
#[must_use]
pub fn calls(lifelines: &[String], run: &[SystemStepView]) -> Calls {
    let name = |it: &str| it.split(" : ").next().unwrap_or(it).to_owned();
    let names: Vec<_> = lifelines.iter().map(|it| name(it)).collect();
    let numbers = step_numbers(run);
    // The entry, the lifeline and the label of each call.
    let made: Vec<_> = (run.iter().enumerate().take(MOST))
        .filter_map(|(entry, it)| {
            let call = it.call.as_ref()?;
            let lifeline = names.iter().position(|it| *it == call.object)?;
            let own = call.call.strip_prefix(&*call.object);
            let own = own.and_then(|it| it.strip_prefix('.'));
            Some((entry, lifeline, own.unwrap_or(&call.call).to_owned()))
        })
        .collect();
    let mut longest = vec![0.0_f64; names.len()];
    for (_, lifeline, text) in &made {
        longest[*lifeline] = longest[*lifeline].max(width(text, MESSAGE));
    }
    let (mut columns, mut heads) = (Vec::new(), Vec::new());
    let (mut last, mut right) = (GUTTER, GUTTER);
    for (head, longest) in lifelines.iter().zip(longest) {
        let half = (width(head, MESSAGE) + 20.0) / 2.0;
        let for_labels = last + OVERHANG + GAP + longest;
        let column = for_labels.max(right + GAP + half);
        heads.push((
            Rect {
                x: column - half,
                y: 4.0,
                width: half * 2.0,
                height: HEAD_HEIGHT,
            },
            head.clone(),
        ));
        columns.push(column);
        (last, right) = (column, column + half);
    }
    let rows = made.into_iter().map(|(entry, lifeline, text)| {
        let (top, x) = (Calls::top(entry), columns[lifeline]);
        let length = width(&text, MESSAGE) + OVERHANG;
        CallRow {
            entry,
            number: numbers[entry].clone(),
            from: Point {
                x: x - length,
                y: top + ARROW,
            },
            to: Point { x, y: top + ARROW },
            label: Point {
                x: x - length / 2.0,
                y: top + LABEL,
            },
            text,
        }
    });
    Calls {
        width: right + GAP,
        height: Calls::top(run.len().min(MOST)) + GAP,
        rows: rows.collect(),
        heads,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::CallView;

    fn call(object: &str, operation: &str) -> SystemStepView {
        SystemStepView {
            relation: Some(format!("{object}.{operation}")),
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
        let placed = calls(&lifelines, &run);
        let told: Vec<_> = placed.rows.iter().map(|it| (it.entry, &*it.text)).collect();
        assert_eq!(told[1], (2, "go()"));
        let column = |it: usize| placed.heads[it].0.x + placed.heads[it].0.width / 2.0;
        assert!(placed.rows[0].from.x > column(1));
        assert!(placed.rows[1].from.x > GUTTER);
        for pair in placed.heads.windows(2) {
            assert!(pair[0].0.x + pair[0].0.width < pair[1].0.x);
        }
        assert!((placed.rows[0].to.x - column(2)).abs() < 0.01);
        assert!(placed.height > placed.rows[1].to.y);
    }
}
