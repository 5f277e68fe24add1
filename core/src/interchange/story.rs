//! A sequence diagram read from top to bottom, for formats that are lists of lines.

use crate::diagram::chart::{Chart, Row};

/// What is told next.
pub(super) enum Entry<'a> {
    /// Where a lifeline now is. `beside`: at the same height as the entry before.
    Place {
        lifeline: usize,
        words: String,
        beside: bool,
    },
    /// A message and what becomes of it.
    Message(&'a Row, Fate),
    /// So much time passes.
    Time(u64),
    /// Why the message before cannot happen.
    Reason(&'a Row, &'a str),
}

/// What becomes of a message.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Fate {
    /// The run exchanges it.
    Happens,
    /// No run exchanges it.
    Fails,
    /// It is below the one that fails, or nothing was asked yet.
    Open,
}

/// The diagram after the last step of its run.
pub(super) fn story(chart: &Chart) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    for index in 0..chart.bands.len() {
        let mut beside = false;
        for lifeline in 0..chart.lifelines.len() {
            if let Some(place) = chart.place(index, lifeline, usize::MAX) {
                let words = chart.place_words(lifeline, place);
                entries.push(Entry::Place {
                    lifeline,
                    words,
                    beside,
                });
                beside = true;
            }
        }
        let Some(row) = chart.rows.get(index) else {
            break;
        };
        let stop = chart.stop.as_ref().filter(|stop| stop.row == index);
        let fate = match (stop, row.step) {
            (Some(_), _) => Fate::Fails,
            (None, Some(_)) => Fate::Happens,
            (None, None) => Fate::Open,
        };
        entries.push(Entry::Message(row, fate));
        if let Some(stop) = stop {
            entries.push(Entry::Reason(row, &stop.reason));
        }
    }
    entries
}
