//! Which lines of an attempt are locked, and whether the attempt keeps to the open ones.
//!
//! The locked lines of the start text stand in an attempt as they were, in their order; between two of them other lines may
//! stand only where the start text has open lines, or where lines may be added. Blanks at the end of a line and empty lines at
//! the end of the text do not count. The leftmost place of each run of locked lines is the right one to try: if any place lets
//! the rest of the text fit, so does that one.

use super::judgement::{Change, LineLock, Locks};
use super::task::OpenLines;

/// Pairs of lines that are compared at most to find out which line was changed.
const MOST_PAIRS: usize = 4_000_000;

/// Which lines of an attempt are locked, and the first change that is not allowed. Linear in the attempt, but for one that
/// changes locked lines: there each of its lines is compared with each locked one.
#[must_use]
pub fn locks(start: &str, open: &OpenLines, attempt: &str) -> Locks {
    let lines = lines(attempt);
    let pattern = Pattern::new(start, open);
    let (places, change) = match pattern.places(&lines) {
        Some(places) => (places, None),
        None => {
            let places = aligned(&pattern.locked, &lines);
            let change = pattern.change(&places, &lines);
            (places, Some(change))
        }
    };
    let mut locks = vec![
        LineLock {
            locked: false,
            start: None,
        };
        lines.len()
    ];
    for (place, (number, _)) in places.iter().zip(&pattern.locked) {
        if let Some(line) = place.and_then(|it| locks.get_mut(it)) {
            *line = LineLock {
                locked: true,
                start: Some(short(*number)),
            };
        }
    }
    Locks {
        lines: locks,
        change,
    }
}

/// The lines of a text, without blanks at their ends, and without empty lines at its end.
fn lines(text: &str) -> Vec<&str> {
    text.trim_end().lines().map(str::trim_end).collect()
}

fn short(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A start text as a pattern.
struct Pattern<'s> {
    /// The locked lines with their numbers, from 1.
    locked: Vec<(usize, &'s str)>,
    /// Whether other lines may stand before each of them, and behind the last.
    gaps: Vec<bool>,
    /// How many lines the start text has.
    count: usize,
}

impl<'s> Pattern<'s> {
    fn new(start: &'s str, open: &OpenLines) -> Self {
        let lines = lines(start);
        let mut pattern = Self {
            locked: Vec::new(),
            gaps: vec![false],
            count: lines.len(),
        };
        for (number, &line) in (1..).zip(&lines) {
            let within = |&(first, last): &(usize, usize)| (first..=last).contains(&number);
            let is_open = open.all || open.ranges.iter().any(within);
            if !is_open {
                pattern.locked.push((number, line));
                pattern.gaps.push(false);
            }
            if (is_open || open.after.contains(&number))
                && let Some(gap) = pattern.gaps.last_mut()
            {
                *gap = true;
            }
        }
        // A start text without lines has none that are locked.
        if open.all && lines.is_empty() {
            pattern.gaps = vec![true];
        }
        pattern
    }

    /// The line of the attempt that each locked line is; `None` where the attempt does not fit.
    fn places(&self, lines: &[&str]) -> Option<Vec<Option<usize>>> {
        let mut places = Vec::with_capacity(self.locked.len());
        let (mut first, mut at) = (0, 0);
        while first < self.locked.len() {
            let next = (first + 1..self.locked.len()).find(|&it| self.gaps[it]);
            let end = next.unwrap_or(self.locked.len());
            let run = &self.locked[first..end];
            let fits = |&place: &usize| {
                let there = lines.get(place..place + run.len());
                there.is_some_and(|it| it.iter().zip(run).all(|(it, (_, line))| it == line))
            };
            let last = lines.len().checked_sub(run.len())?;
            let is_last = end == self.locked.len() && !self.gaps[end];
            let place = match (self.gaps[first], is_last) {
                (false, false) => Some(at).filter(fits),
                (false, true) => Some(at).filter(|it| *it == last).filter(fits),
                (true, true) => Some(last).filter(|it| *it >= at).filter(fits),
                (true, false) => (at..=last).find(fits),
            };
            let place = place?;
            places.extend((place..place + run.len()).map(Some));
            at = place + run.len();
            first = end;
        }
        let may_follow = self.gaps[self.locked.len()];
        (may_follow || at == lines.len()).then_some(places)
    }

    /// The first change that is not allowed, where the attempt does not fit.
    fn change(&self, places: &[Option<usize>], lines: &[&str]) -> Change {
        let mut at = 0;
        for (index, (place, &(number, was))) in places.iter().zip(&self.locked).enumerate() {
            let sentence = match *place {
                None => format!("Line {number} is locked: restore `{}`.", was.trim()),
                Some(place) if place > at && !self.gaps[index] => {
                    format!(
                        "No line can be added here: line {number} is locked and follows at once."
                    )
                }
                Some(place) => {
                    at = place + 1;
                    continue;
                }
            };
            return Change {
                start_line: short(number),
                was: was.to_owned(),
                line: short((at + 1).min(lines.len().max(1))),
                sentence,
            };
        }
        Change {
            start_line: short(self.count + 1),
            was: String::new(),
            line: short((at + 1).min(lines.len().max(1))),
            sentence: "No line can be added at the end.".into(),
        }
    }
}

/// Where the locked lines are in an attempt that does not fit: as many as possible, in their order.
fn aligned(locked: &[(usize, &str)], lines: &[&str]) -> Vec<Option<usize>> {
    let same = |one: &(&(usize, &str), &&str)| one.0.1 == *one.1;
    let before = locked.iter().zip(lines).take_while(same).count();
    let (locked_rest, rest) = (&locked[before..], &lines[before..]);
    let reversed = locked_rest.iter().rev().zip(rest.iter().rev());
    let after = reversed.take_while(same).count();
    let (locked_rest, rest) = (
        &locked_rest[..locked_rest.len() - after],
        &rest[..rest.len() - after],
    );
    let mut places: Vec<_> = (0..before).map(Some).collect();
    let middle = common(locked_rest, rest).into_iter();
    places.extend(middle.map(|it| it.map(|it| it + before)));
    places.extend((lines.len() - after..lines.len()).map(Some));
    places
}

/// A longest common subsequence; of texts that are too long for that the first lines that fit.
fn common(locked: &[(usize, &str)], lines: &[&str]) -> Vec<Option<usize>> {
    let width = lines.len() + 1;
    let mut places = Vec::with_capacity(locked.len());
    let mut at = 0;
    if locked.len().saturating_mul(width) > MOST_PAIRS {
        for (_, line) in locked {
            let found = (at..lines.len()).find(|&it| lines[it] == *line);
            at = found.map_or(at, |it| it + 1);
            places.push(found);
        }
        return places;
    }
    // longest[i * width + j]: how many of the locked lines from i on are in the lines from j on.
    let mut longest = vec![0_u32; (locked.len() + 1) * width];
    for i in (0..locked.len()).rev() {
        for j in (0..lines.len()).rev() {
            longest[i * width + j] = if locked[i].1 == lines[j] {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    for (i, (_, line)) in locked.iter().enumerate() {
        let here = longest[i * width + at];
        if here == longest[(i + 1) * width + at] {
            places.push(None);
            continue;
        }
        let found = (at..lines.len())
            .find(|&j| lines[j] == *line && longest[(i + 1) * width + j + 1] + 1 == here);
        at = found.map_or(at, |it| it + 1);
        places.push(found);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "a\nb\nc\nd\ne\n";

    fn open(ranges: &[(usize, usize)], after: &[usize]) -> OpenLines {
        OpenLines {
            all: false,
            ranges: ranges.to_vec(),
            after: after.to_vec(),
        }
    }

    #[test]
    fn open_lines_may_change_go_and_grow() {
        let open = open(&[(2, 3)], &[4]);
        for attempt in [
            START,
            "a\nx\nd\ne",
            "a\nd\ne\n\n",
            "a\nx\ny\nz\nd\ne\n",
            "a\nb\nc\nd\nnew\nmore\ne\n",
            "a  \nb\nc\nd\r\ne\n",
            "a\nd\nd\nd\ne\n",
        ] {
            assert_eq!(locks(START, &open, attempt).change, None, "{attempt:?}");
        }
    }

    #[test]
    fn the_first_change_of_a_locked_line_is_named() {
        let open = open(&[(2, 3)], &[4]);
        for (attempt, start_line, line) in [
            ("A\nb\nc\nd\ne\n", 1, 1),
            ("a\nb\nc\nD\ne\n", 4, 2),
            ("a\nb\nc\nd\n", 5, 4),
            ("a\nb\nc\nd\ne\nf\n", 6, 6),
            ("new\na\nb\nc\nd\ne\n", 1, 1),
            ("", 1, 1),
            ("e\nd\nc\nb\na\n", 1, 1),
        ] {
            let change = locks(START, &open, attempt).change.expect(attempt);
            assert_eq!(
                (change.start_line, change.line),
                (start_line, line),
                "{attempt:?}"
            );
            assert!(!change.sentence.is_empty());
        }
    }

    #[test]
    fn a_line_added_between_locked_lines_is_found() {
        let locks = locks(START, &open(&[(5, 5)], &[]), "a\nb\nnew\nc\nd\n");
        let change = locks.change.expect("a line was added");
        assert_eq!((change.start_line, change.line), (3, 3));
        let locked: Vec<_> = locks.lines.iter().map(|it| it.start).collect();
        assert_eq!(locked, [Some(1), Some(2), None, Some(3), Some(4)]);
    }

    #[test]
    fn a_text_that_is_open_as_a_whole_has_no_locked_line() {
        let all = OpenLines {
            all: true,
            ..OpenLines::default()
        };
        for (start, attempt) in [
            (START, ""),
            (START, "x\ny\n"),
            ("", "x"),
            ("0\n", "1 0\n0\n"),
        ] {
            let locks = locks(start, &all, attempt);
            assert_eq!(locks.change, None, "{attempt:?}");
            assert!(locks.lines.iter().all(|it| !it.locked));
        }
    }

    /// Every attempt over few letters is judged as a search through all ways to fit it says.
    #[test]
    fn an_attempt_fits_exactly_if_some_way_to_read_it_does() {
        fn fits(pattern: &Pattern, index: usize, lines: &[&str]) -> bool {
            let here = match pattern.locked.get(index) {
                None => lines.is_empty(),
                Some((_, line)) => {
                    lines.first() == Some(line) && fits(pattern, index + 1, &lines[1..])
                }
            };
            here || (pattern.gaps[index] && !lines.is_empty() && fits(pattern, index, &lines[1..]))
        }
        let start = "a\nb\na\nb\n";
        let letters = ["a", "b", "c"];
        let opens = [
            open(&[(2, 2)], &[]),
            open(&[(1, 1), (3, 3)], &[]),
            open(&[(4, 4)], &[1]),
            open(&[], &[2]),
            open(&[(2, 3)], &[4]),
        ];
        for open in &opens {
            let pattern = Pattern::new(start, open);
            for code in 0..3_usize.pow(6) {
                for length in 0..=6 {
                    let lines: Vec<_> = (0..length)
                        .map(|it| letters[code / 3_usize.pow(it) % 3])
                        .collect();
                    let found = locks(start, open, &lines.join("\n"));
                    let expected = fits(&pattern, 0, &lines);
                    assert_eq!(found.change.is_none(), expected, "{open:?} {lines:?}");
                }
            }
        }
    }
}
