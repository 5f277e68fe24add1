//! Mermaid sequence diagrams.
//!
//! Names of participants may be of several words, so a message is found by its arrow, the first that stands in a line
//! and the longest that can stand there.

use super::lines::{Lines, first_word};
use super::sequence::{Drawn, FrameKind, Sequence};
use super::times::names_time;
use super::{Imported, TIME_IN_NOTE, Why, mermaid};

const LOST: Why = Why::lossy("A message that is lost does not arrive anywhere.");
const BOTH_WAYS: Why = Why::lossy("A message both ways comes in from left to right only.");
const UNKNOWN: Why = Why::lossy("This line is not one that we read.");

/// Arrows, where one is part of another the longer one first.
const ARROWS: [(&str, Way); 26] = [
    ("<<-->>", Way::Both),
    ("<<->>", Way::Both),
    ("-->>", Way::Right),
    ("->>", Way::Right),
    ("--x", Way::Lost),
    ("-x", Way::Lost),
    ("--)", Way::Right),
    ("-)", Way::Right),
    ("-->", Way::Right),
    ("->", Way::Right),
    // Half heads: the way they point is the side they stand on.
    ("--|\\", Way::Right),
    ("-|\\", Way::Right),
    ("--|/", Way::Right),
    ("-|/", Way::Right),
    ("/|--", Way::Left),
    ("/|-", Way::Left),
    ("\\|--", Way::Left),
    ("\\|-", Way::Left),
    ("--\\\\", Way::Right),
    ("-\\\\", Way::Right),
    ("--//", Way::Right),
    ("-//", Way::Right),
    ("//--", Way::Left),
    ("//-", Way::Left),
    ("\\\\--", Way::Left),
    ("\\\\-", Way::Left),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Right,
    Left,
    Both,
    Lost,
}

/// Whether the first statement says so.
pub(super) fn recognises(text: &str) -> bool {
    mermaid::begins(text, |it| it == "sequenceDiagram")
}

/// The next line that is neither empty nor a comment.
fn statement<'t>(lines: &mut Lines<'t>) -> Option<(usize, &'t str)> {
    loop {
        let (number, line) = lines.next()?;
        if !line.is_empty() && !line.starts_with("%%") {
            return Some((number, line));
        }
    }
}

/// Reads a text.
pub(super) fn read(text: &str) -> Imported {
    sequence(text).imported()
}

/// Reads a text for whoever has something to take the place of its participants.
pub(super) fn drawn(text: &str) -> Drawn {
    sequence(text).drawn()
}

fn sequence(text: &str) -> Sequence {
    let mut lines = Lines::of(text);
    let mut sequence = Sequence::default();
    let mut destroyed = None;
    while let Some((number, line)) = statement(&mut lines) {
        match line {
            "---" => {
                lines.skip_past(|line| line == "---");
            }
            line => one(
                &mut sequence,
                &mut lines,
                &mut destroyed,
                number,
                line.trim_end_matches(';').trim_end(),
            ),
        }
    }
    if let Some((number, line, who)) = destroyed {
        sequence.destroy(number, &line, who);
    }
    sequence
}

/// Who the next message destroys, with where that is said.
type Destroyed = Option<(usize, String, usize)>;

fn one(
    sequence: &mut Sequence,
    lines: &mut Lines<'_>,
    destroyed: &mut Destroyed,
    number: usize,
    line: &str,
) {
    let (word, rest) = first_word(line);
    match &*word {
        "sequencediagram" | "autonumber" | "link" | "links" | "properties" | "details"
        | "acctitle" => {}
        "accdescr" => {
            if rest.starts_with('{') && !rest.contains('}') {
                lines.skip_past(|line| line.ends_with('}'));
            }
        }
        "title" => sequence.title(rest.trim_start_matches(':')),
        "participant" | "actor" => {
            participant(sequence, rest, &word);
        }
        "create" => {
            let (kind, of_kind) = first_word(rest);
            let is_kind = matches!(&*kind, "participant" | "actor");
            let who = participant(sequence, if is_kind { of_kind } else { rest }, &kind);
            sequence.create(number, line, who);
        }
        // The next message destroys it: what is said of it here comes after that one.
        "destroy" => *destroyed = Some((number, line.to_owned(), sequence.participant(rest))),
        "activate" => {
            let who = sequence.participant(rest);
            sequence.activate(who);
        }
        "deactivate" => {
            let who = sequence.participant(rest);
            sequence.deactivate(who);
        }
        "note"
            if arrow(line)
                .is_none_or(|(at, ..)| line.find(':').is_some_and(|colon| colon < at)) =>
        {
            if names_time(rest) {
                sequence.leave_out(number, line, TIME_IN_NOTE);
            }
        }
        "alt" => sequence.begin(number, line, FrameKind::Alternative),
        "opt" => sequence.begin(number, line, FrameKind::Optional),
        "loop" => sequence.begin(number, line, FrameKind::Repeated),
        "par" | "par_over" => sequence.begin(number, line, FrameKind::Parallel),
        "break" => sequence.begin(number, line, FrameKind::Break),
        // A critical region goes on as drawn where nothing goes wrong; its options are what else may happen.
        "critical" => sequence.begin(number, line, FrameKind::Alternative),
        "rect" | "box" => sequence.begin(number, line, FrameKind::Plain),
        "else" | "and" | "option" => sequence.next_part(number, line),
        "end" => sequence.end(),
        _ => {
            message(sequence, number, line);
            if let Some((number, line, who)) = destroyed.take() {
                sequence.destroy(number, &line, who);
            }
        }
    }
}

/// `A`, `A as Alice`, `A@{ "type": "queue" } as Alice`.
fn participant(sequence: &mut Sequence, rest: &str, kind: &str) -> usize {
    let (key, shown) = match rest.split_once(" as ") {
        Some((key, shown)) => (key, shown.trim()),
        None => (rest, ""),
    };
    let key = key.split("@{").next().unwrap_or_default().trim();
    let number = sequence.declare(key, if shown.is_empty() { key } else { shown });
    if kind == "actor" {
        sequence.is_actor(number);
    }
    number
}

/// The first arrow of a line: where it begins, where it ends, and its way.
fn arrow(line: &str) -> Option<(usize, usize, Way)> {
    line.char_indices().find_map(|(at, _)| {
        let rest = &line[at..];
        let (arrow, way) = ARROWS.iter().find(|(arrow, _)| rest.starts_with(arrow))?;
        Some((at, at + arrow.len(), *way))
    })
}

fn message(sequence: &mut Sequence, number: usize, line: &str) {
    let Some((start, end, way)) = arrow(line) else {
        return sequence.leave_out(number, line, UNKNOWN);
    };
    let left = line[..start].trim().trim_end_matches("()").trim_end();
    let (right, text) = line[end..].split_once(':').unwrap_or((&line[end..], ""));
    let right = right.trim().trim_start_matches("()").trim_start();
    let (right, activates, deactivates) = match (right.strip_prefix('+'), right.strip_prefix('-')) {
        (Some(right), _) => (right.trim_start(), true, false),
        (None, Some(right)) => (right.trim_start(), false, true),
        (None, None) => (right, false, false),
    };
    if left.is_empty() || right.is_empty() {
        return sequence.leave_out(number, line, UNKNOWN);
    }
    let (left, right) = (sequence.participant(left), sequence.participant(right));
    if way == Way::Both {
        sequence.leave_out(number, line, BOTH_WAYS);
    }
    match way {
        Way::Right | Way::Both => sequence.message(number, left, right, text),
        Way::Left => sequence.message(number, right, left, text),
        Way::Lost => sequence.leave_out(number, line, LOST),
    }
    if activates {
        sequence.activate(right);
    }
    if deactivates {
        sequence.deactivate(left);
    }
}
