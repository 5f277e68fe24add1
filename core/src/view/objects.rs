//! Objects whose behaviour is a statechart, as the stage shows them at a step.

use super::Range;

/// The objects of a text of statecharts. Which entry of a state of a run ([`super::SystemStepView::state`]) says what of
/// an object, stands with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObjectView {
    /// Its name.
    pub name: String,
    /// The name of its statechart.
    pub chart_name: String,
    /// The number of its statechart, in the order of the text.
    pub chart: usize,
    /// Where it is declared.
    pub range: Range,
    /// Where its regions are, one for each region of its statechart.
    pub regions: Vec<PlaceOfRegion>,
    /// The entries of its variables.
    pub attributes: Vec<usize>,
    /// Its clocks.
    pub clocks: Vec<ClockView>,
    /// The entry that lists what waits in its queue, see [`waiting`].
    pub queue: usize,
    /// How many events its queue holds.
    pub capacity: usize,
}

/// A region of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaceOfRegion {
    /// The entry that says where it is.
    pub entry: usize,
    /// The region's name; empty where it has none.
    pub name: String,
    /// The state around it: its region's number, and its name there.
    pub around: Option<(usize, String)>,
}

/// How long a state with timed transitions has been active.
#[derive(Clone, Debug, PartialEq)]
pub struct ClockView {
    /// The entry.
    pub entry: usize,
    /// The state, by its path.
    pub state: String,
    /// The number of its region, and its name there: the clock runs while that is active.
    pub at: (usize, String),
    /// When the first of its timed transitions can fire, and when the last must.
    pub span: (u32, u32),
}

/// What waits in a queue, as an entry of a state lists it: the oldest first, deferred events behind a bar.
/// `a, b(1) | late`
#[must_use]
pub fn waiting(entry: &str) -> (Vec<&str>, Vec<&str>) {
    let (pool, deferred) = entry.split_once(" | ").unwrap_or((entry, ""));
    let pool = pool.trim_start_matches(EMPTY);
    (events(pool), events(deferred))
}

/// How an empty queue is written.
pub const EMPTY: char = '\u{2013}';

/// Events with commas between them; a comma in parentheses belongs to its event.
fn events(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut from, mut depth) = (0, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[from..].trim());
    found.retain(|it| !it.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::waiting;

    #[test]
    fn a_queue_is_read_as_it_is_written() {
        assert_eq!(waiting("\u{2013}"), (vec![], vec![]));
        assert_eq!(waiting("a, b(1, s2)"), (vec!["a", "b(1, s2)"], vec![]));
        assert_eq!(waiting("\u{2013} | late"), (vec![], vec!["late"]));
        assert_eq!(waiting("a | late, b"), (vec!["a"], vec!["late", "b"]));
    }
}
