//! Writing statecharts that come from elsewhere: lines at their level, and names that the language can read.
//!
//! Each line knows what it says of the source, so that what our language does not take can be left out: [`without_errors`].

use std::collections::{BTreeMap, BTreeSet};

use crate::language::read_as;
use crate::language::statechart::{KEYWORDS, Statecharts};
use crate::text::{LineIndex, Severity};

/// A text while it is written.
#[derive(Debug, Default)]
pub(super) struct ChartText {
    /// The text.
    pub(super) text: String,
    /// Blocks that are open.
    pub(super) level: usize,
    /// What the next lines say of the source, by a number that its reader gives; none for what is ours.
    pub(super) source: Option<usize>,
    /// The same of each line.
    pub(super) sources: Vec<Option<usize>>,
}

impl ChartText {
    /// A line, also where the text has line breaks.
    pub(super) fn line(&mut self, text: &str) {
        self.text.extend(std::iter::repeat_n("  ", self.level));
        self.text.push_str(&text.replace(['\n', '\r'], " "));
        self.text.push('\n');
        self.sources.push(self.source);
    }

    /// A line that says something of the source.
    pub(super) fn line_of(&mut self, source: usize, text: &str) {
        let around = self.source.replace(source);
        self.line(text);
        self.source = around;
    }

    /// A line that opens a block.
    pub(super) fn open(&mut self, head: &str) {
        self.line(&format!("{head} {{"));
        self.level += 1;
    }

    /// A line with the block that was written behind it, where there is something in it.
    pub(super) fn block(&mut self, head: &str, inner: &Self) {
        match inner.text.is_empty() {
            true => self.line(head),
            false => {
                self.open(head);
                self.text.push_str(&inner.text);
                self.sources.extend(&inner.sources);
                self.close();
            }
        }
    }

    /// The end of a block.
    pub(super) fn close(&mut self) {
        self.level = self.level.saturating_sub(1);
        self.line("}");
    }
}

/// The code of the error for which something of the source is left out.
pub(super) type Removed<Source> = BTreeMap<Source, &'static str>;

/// A statechart without what our language does not take in it: it is written and read, and written again without what has
/// errors, which `write` is told. `write` gives the text, and of each line what it says of the source.
///
/// # Errors
/// Tells what `write` tells, or the error that no part of the source is to blame for.
pub(super) fn without_errors<Source: Ord + Copy>(
    mut write: impl FnMut(&Removed<Source>) -> Result<(String, Vec<Option<Source>>), String>,
) -> Result<(String, Removed<Source>), String> {
    let mut removed = Removed::new();
    loop {
        let (text, sources) = write(&removed)?;
        let (_, findings) = read_as::<Statecharts>(&text);
        let mut errors = findings
            .iter()
            .filter(|it| it.severity == Severity::Error)
            .peekable();
        let Some(first) = errors.peek() else {
            return Ok((text, removed));
        };
        let sentence = format!("what it would become has an error: {}", first.title);
        let lines = LineIndex::new(&text);
        let before = removed.len();
        for error in errors {
            let at = lines.position(error.span.start).line as usize;
            if let Some(source) = sources.get(at.saturating_sub(1)).copied().flatten() {
                removed.entry(source).or_insert(error.code);
            }
        }
        // Each round leaves something out, so there are at most as many as parts of the source.
        if removed.len() == before {
            return Err(sentence);
        }
    }
}

/// An identifier that is like a name and not taken yet.
pub(super) fn identifier(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut plain: String = name
        .chars()
        .map(|it| if it.is_ascii_alphanumeric() { it } else { '_' })
        .collect();
    if !plain.starts_with(|it: char| it.is_ascii_alphabetic()) {
        plain.insert_str(0, "s_");
    }
    if KEYWORDS.contains(&plain.as_str()) {
        plain.push('_');
    }
    let mut unique = plain.clone();
    let mut number = 1;
    while !taken.insert(unique.clone()) {
        number += 1;
        unique = format!("{plain}_{number}");
    }
    unique
}
