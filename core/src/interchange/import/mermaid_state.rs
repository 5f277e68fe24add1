//! Mermaid state diagrams, of both renderers.

use super::lines::{Lines, first_word};
use super::state_diagram::{Diagram, End, Kind, UNKNOWN, one_line};
use super::times::{self, names_time};
use super::{Imported, TIME_IN_NOTE, mermaid};

/// Whether the first statement says so.
pub(super) fn recognises(text: &str) -> bool {
    mermaid::begins(text, |it| matches!(it, "stateDiagram" | "stateDiagram-v2"))
}

/// The next line that is not empty, without its comment.
fn statement<'t>(lines: &mut Lines<'t>) -> Option<(usize, &'t str)> {
    loop {
        let (number, line) = lines.next()?;
        let line = line.split("%%").next().unwrap_or_default().trim();
        if !line.is_empty() {
            return Some((number, line));
        }
    }
}

/// Reads a text.
pub(super) fn read(text: &str) -> Imported {
    let mut lines = Lines::of(text);
    let mut diagram = Diagram::new();
    while let Some((number, line)) = statement(&mut lines) {
        match line {
            "---" => {
                // What stands before the diagram has its title.
                while let Some((_, line)) = lines.next().filter(|it| it.1 != "---") {
                    if let Some(title) = line.strip_prefix("title:") {
                        diagram.title = one_line(title);
                    }
                }
            }
            line => one(
                &mut diagram,
                &mut lines,
                number,
                line.trim_end_matches(';').trim_end(),
            ),
        }
    }
    diagram.imported()
}

fn one(diagram: &mut Diagram, lines: &mut Lines<'_>, number: usize, line: &str) {
    diagram.line = number;
    if line == "--" {
        return diagram.divide();
    }
    if line == "}" {
        diagram.leave();
        return;
    }
    if let Some((left, right)) = line.split_once("-->") {
        let (right, text) = split_text(right);
        let (left, right) = (left.trim(), right.trim());
        if left.is_empty() || right.is_empty() {
            return diagram.leave_out(number, line, UNKNOWN);
        }
        let (from, to) = (end(diagram, left), end(diagram, right));
        return diagram.arrow((from, to), text, number, line);
    }
    let (word, rest) = first_word(line);
    match &*word {
        "statediagram" | "direction" | "classdef" | "class" | "style" | "acctitle" | "hide"
        | "scale" | "click" => {}
        "accdescr" => {
            if rest.starts_with('{') && !rest.contains('}') {
                lines.skip_past(|line| line.ends_with('}'));
            }
        }
        "note" => {
            let mut names_time = names_time(rest);
            if !rest.contains(':') {
                let inside = lines.skip_past(|line| line.eq_ignore_ascii_case("end note"));
                names_time |= inside.iter().any(|it| times::names_time(it));
            }
            if names_time {
                diagram.leave_out(number, line, TIME_IN_NOTE);
            }
        }
        "state" if !rest.starts_with(':') => state(diagram, number, line, rest),
        _ => {
            let (key, text) = split_text(line);
            let key = key.trim();
            if key.is_empty()
                || key.contains(['{', '}', '<', '>'])
                || key.contains(' ') && text.is_empty()
            {
                return diagram.leave_out(number, line, UNKNOWN);
            }
            let vertex = diagram.mention(key_of(key));
            diagram.describe(vertex, text, number, true);
        }
    }
}

/// What stands before and behind the first colon that is not of `:::style`.
fn split_text(text: &str) -> (&str, &str) {
    let mut from = 0;
    while let Some(at) = text[from..].find(':').map(|it| it + from) {
        if text[at..].starts_with(":::") {
            from = at + 3;
            continue;
        }
        return (&text[..at], &text[at + 1..]);
    }
    (text, "")
}

/// A name without its style.
fn key_of(text: &str) -> &str {
    text.split(":::").next().unwrap_or_default().trim()
}

fn end(diagram: &mut Diagram, text: &str) -> End {
    match key_of(text) {
        "[*]" => End::Pseudo,
        "[H]" => End::History {
            deep: false,
            of: None,
        },
        key => End::Vertex(diagram.mention(key)),
    }
}

/// `"text" as s`, `s {`, `s <<choice>>`, `s`
fn state(diagram: &mut Diagram, number: usize, line: &str, rest: &str) {
    let (rest, opens) = match rest.strip_suffix('{') {
        Some(rest) => (rest.trim_end(), true),
        None => (rest, false),
    };
    let (rest, text) = match rest.starts_with('"') {
        true => (rest, ""),
        false => split_text(rest),
    };
    let (key, label, kind) =
        if let Some((label, key)) = rest.strip_prefix('"').and_then(|it| it.split_once('"')) {
            let Some(key) = key.trim_start().strip_prefix("as ") else {
                return diagram.leave_out(number, line, UNKNOWN);
            };
            (key.trim(), Some(label), None)
        } else if let Some((key, word)) = rest.split_once("<<").or_else(|| rest.split_once("[[")) {
            let word = word.trim_end_matches(['>', ']']);
            let kind = match word.trim() {
                "choice" => Kind::Choice,
                "fork" => Kind::Fork,
                "join" => Kind::Join,
                _ => return diagram.leave_out(number, line, UNKNOWN),
            };
            (key.trim(), None, Some(kind))
        } else {
            (rest.trim(), None, None)
        };
    let key = key_of(key);
    if key.is_empty() {
        return diagram.leave_out(number, line, UNKNOWN);
    }
    let vertex = diagram.declare(key, label, kind);
    if !text.is_empty() {
        diagram.describe(vertex, text, number, true);
    }
    if opens {
        diagram.enter(vertex);
    }
}
