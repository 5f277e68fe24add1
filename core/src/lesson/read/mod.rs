//! From the Markdown of a lesson to its slides.
//!
//! Reading never fails and never panics: what is broken is left out and reported with its line and what is expected
//! there. Time is linear in the text, but for logarithms.

mod criteria;
mod fences;
mod markdown;
mod structure;

pub use markdown::words;

use super::document::{Finding, Lesson};
use crate::language::limits;

/// Reads a lesson.
#[must_use]
pub fn read(markdown: &str) -> Lesson {
    if markdown.len() > limits::TEXT {
        return Lesson {
            findings: vec![finding(
                1,
                "This lesson is too long",
                format!(
                    "A lesson has at most {} bytes.",
                    crate::text::grouped(limits::TEXT as u64)
                ),
            )],
            ..Lesson::default()
        };
    }
    let mut lesson = structure::lesson(markdown);
    lesson.findings.sort_by_key(|it| it.line);
    lesson
}

/// A finding.
fn finding(line: u32, title: impl Into<String>, hint: impl Into<String>) -> Finding {
    Finding {
        line,
        title: title.into(),
        hint: hint.into(),
    }
}
