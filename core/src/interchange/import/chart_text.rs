//! Writing statecharts that come from elsewhere: lines at their level, and names that the language can read.

use std::collections::BTreeSet;

use crate::language::statechart::KEYWORDS;

/// A text while it is written.
#[derive(Debug, Default)]
pub(super) struct ChartText {
    /// The text.
    pub(super) text: String,
    /// Blocks that are open.
    pub(super) level: usize,
}

impl ChartText {
    /// A line.
    pub(super) fn line(&mut self, text: &str) {
        self.text.extend(std::iter::repeat_n("  ", self.level));
        self.text.push_str(text);
        self.text.push('\n');
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
