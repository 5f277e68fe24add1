//! Dining philosophers of any number, each fork a machine of its own.

use std::fmt::Write;

/// In which order forks are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Everybody takes the left fork first: they can get stuck.
    LeftFirst,
    /// The last one takes the right fork first: nobody gets stuck.
    LastReversed,
}

/// The model's text, without checks.
#[must_use]
pub fn philosophers(count: usize, table: Table) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let mut line = |args: std::fmt::Arguments<'_>| text.write_fmt(args).unwrap_or_default();
    for index in 0..count {
        let (left, right) = (index, (index + 1) % count);
        let reversed = table == Table::LastReversed && index + 1 == count;
        let (first, second) = if reversed {
            (right, left)
        } else {
            (left, right)
        };
        line(format_args!(
            "machine P{index} {{\n  [*] --> think\n  think --> one : / take_{first}\n  \
             one --> eat : / take_{second}\n  eat --> think : / put_{left}, put_{right}\n}}\n"
        ));
        line(format_args!(
            "machine F{index} {{\n  [*] --> free\n  free --> taken : take_{index}\n  \
             taken --> free : put_{index}\n}}\n"
        ));
    }
    text
}
