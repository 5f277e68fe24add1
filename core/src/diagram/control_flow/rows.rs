//! A long sequence in several rows, as a text has lines: from the end of a row a line leads back to the left, between the two,
//! to the beginning of the next.

use super::fold::shared;
use super::part::{Part, row};
use super::{GAP, SPACE, Way};

/// Rows at most.
pub(super) const MOST: usize = 3;

/// Parts one behind the other, in so many rows of about the same width; fewer where there are not as many parts.
pub(super) fn in_rows(parts: Vec<Part>, rows: usize, way: Way) -> Part {
    let rows = shared(parts, rows, |it| it.width + GAP).into_iter();
    let mut rows = rows.map(|it| row(it, way));
    let mut whole = rows.next().unwrap_or_default();
    let mut end = (whole.width, whole.port);
    for next in rows {
        let (turn, between) = (end.0 + GAP / 2.0, whole.height + SPACE);
        let (left, y) = (GAP, between + SPACE);
        let port = y + next.port;
        whole.join(
            &[
                end,
                (turn, end.1),
                (turn, between),
                (GAP / 2.0, between),
                (GAP / 2.0, port),
                (left, port),
            ],
            way,
        );
        end = (left + next.width, port);
        // The line turns beside the row before.
        whole.width = whole.width.max(turn + 1.0).max(end.0);
        whole.height = y + next.height;
        whole.put(next, left, y);
    }
    whole
}
