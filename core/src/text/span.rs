//! Spans of a source text, and their translation into lines and UTF-16 offsets.
//!
//! Inside the core an offset is a byte offset into UTF-8. Editors in a browser count UTF-16 code
//! units, people count lines and columns; [`LineIndex`] translates at the border.

/// A half-open range of byte offsets into one source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Byte offset of the first byte.
    pub start: usize,
    /// Byte offset after the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to, not including, `end`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end, "a span never runs backwards");
        Self { start, end }
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The text of the span; empty where the span does not fit the source.
    #[must_use]
    pub fn text(self, source: &str) -> &str {
        source.get(self.start..self.end).unwrap_or("")
    }
}

/// A place as people and editors count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Offset from the start of the text in UTF-16 code units.
    pub utf16: u32,
}

/// Bytes between two noted places of a long line.
const STRIDE: usize = 128;

/// Positions by offset: O(n) to build, O(log n) to ask, however long the lines are.
#[derive(Clone, Debug)]
pub struct LineIndex<'s> {
    source: &'s str,
    /// The beginning of each line and, on long lines, a place every [`STRIDE`] bytes or so.
    noted: Vec<(usize, Position)>,
}

impl<'s> LineIndex<'s> {
    /// Reads the text once and notes where each line begins.
    #[must_use]
    pub fn new(source: &'s str) -> Self {
        let mut here = Position {
            line: 1,
            column: 1,
            utf16: 0,
        };
        let mut noted = vec![(0, here)];
        let mut last = 0;
        for (offset, character) in source.char_indices() {
            if offset >= last + STRIDE {
                noted.push((offset, here));
                last = offset;
            }
            here.pass(character);
            if character == '\n' {
                last = offset + 1;
                noted.push((last, here));
            }
        }
        Self { source, noted }
    }

    /// The position of a byte offset; an offset past the end gives the end.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.source.len());
        let nearest = self.noted.partition_point(|&(start, _)| start <= offset) - 1;
        let (start, mut here) = self.noted[nearest];
        for (at, character) in self.source[start..].char_indices() {
            if start + at >= offset {
                break;
            }
            here.pass(character);
        }
        here
    }
}

impl Position {
    /// Moves behind one character.
    fn pass(&mut self, character: char) {
        self.utf16 += utf16_length(character);
        if character == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
    }
}

fn utf16_length(character: char) -> u32 {
    if u32::from(character) < 0x1_0000 {
        1
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_utf16_units() {
        let text = "aε\n😀b";
        let index = LineIndex::new(text);
        let at = |offset| {
            let position = index.position(offset);
            (position.line, position.column, position.utf16)
        };
        assert_eq!(at(0), (1, 1, 0));
        assert_eq!(at(3), (1, 3, 2));
        assert_eq!(at(4), (2, 1, 3));
        assert_eq!(at(8), (2, 2, 5));
        assert_eq!(at(9), (2, 3, 6));
        assert_eq!(at(900), (2, 3, 6));
    }

    #[test]
    fn long_lines_are_counted_as_short_ones() {
        let text = format!("a\n{}\nb", "ε😀x".repeat(500));
        let index = LineIndex::new(&text);
        let (mut line, mut column, mut utf16) = (1, 1, 0);
        for (offset, character) in text.char_indices() {
            let expected = Position {
                line,
                column,
                utf16,
            };
            assert_eq!(index.position(offset), expected);
            utf16 += utf16_length(character);
            column += 1;
            if character == '\n' {
                line += 1;
                column = 1;
            }
        }
    }
}
