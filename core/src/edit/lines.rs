//! Whole statements: a line of its own where the neighbour has one, else beside it after `;`.

use crate::text::{Patch, Span};

/// The blanks at the beginning of the line of an offset.
pub(crate) fn indentation(text: &str, at: usize) -> &str {
    let line = &text[line_start(text, at)..at];
    &line[..line.len() - line.trim_start().len()]
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |line| line + 1)
}

/// The end of the line of an offset, with its break.
fn line_end(text: &str, at: usize) -> usize {
    text[at..]
        .find('\n')
        .map_or(text.len(), |line| at + line + 1)
}

fn line_break(text: &str, at: usize) -> &'static str {
    if text[..line_end(text, at)].ends_with("\r\n") {
        "\r\n"
    } else {
        "\n"
    }
}

/// Whether nothing but a comment follows on the line, so that a new line can begin after it.
fn ends_line(text: &str, at: usize) -> bool {
    let end = line_end(text, at);
    let rest = text[at..end].trim();
    text[..end].ends_with('\n') && (rest.is_empty() || rest.starts_with("//"))
}

/// Inserts statements behind another one. Each is a whole line with its indentation.
pub(crate) fn insert_after(text: &str, neighbour: Span, statements: &[String]) -> Patch {
    let at = neighbour.end;
    if ends_line(text, at) {
        let end = line_break(text, at);
        let lines: String = statements.iter().map(|it| format!("{it}{end}")).collect();
        return Patch::insert(line_end(text, at), lines);
    }
    let beside = statements.iter().map(|it| format!("; {}", it.trim_start()));
    Patch::insert(at, beside.collect::<String>())
}

/// Inserts statements before another one.
pub(crate) fn insert_before(text: &str, neighbour: Span, statements: &[String]) -> Patch {
    let start = line_start(text, neighbour.start);
    if text[start..neighbour.start].trim().is_empty() {
        let end = line_break(text, neighbour.start);
        let lines: String = statements.iter().map(|it| format!("{it}{end}")).collect();
        return Patch::insert(start, lines);
    }
    let beside = statements.iter().map(|it| format!("{}; ", it.trim_start()));
    Patch::insert(neighbour.start, beside.collect::<String>())
}

/// Removes a statement, with its line where nothing else stands on it.
pub(crate) fn remove(text: &str, statement: Span) -> Patch {
    let start = line_start(text, statement.start);
    let end = line_end(text, statement.end);
    let alone = text[start..statement.start].trim().is_empty()
        && text[statement.end..end].trim().is_empty();
    let rest = &text[statement.end..end];
    let span = if alone {
        Span::new(start, end)
    } else if let Some(blanks) = rest.find(';').filter(|&at| rest[..at].trim().is_empty()) {
        // The separator goes with the statement.
        let after = &rest[blanks + 1..];
        let gap = after.len() - after.trim_start_matches(' ').len();
        Span::new(statement.start, statement.end + blanks + 1 + gap)
    } else {
        statement
    };
    Patch {
        span,
        text: String::new(),
    }
}
