//! Offsets of one text in UTF-16 code units, asked from front to back.
//!
//! [`LineIndex`](super::LineIndex) answers in any order and knows lines; the tokens of a whole text
//! come in order, at every key, and one walk over the text is enough for all of them.

/// A walk over a text.
#[derive(Clone, Debug)]
pub struct Utf16<'s> {
    source: &'s str,
    byte: usize,
    units: u32,
}

impl<'s> Utf16<'s> {
    /// Stands at the beginning.
    #[must_use]
    pub fn new(source: &'s str) -> Self {
        Self {
            source,
            byte: 0,
            units: 0,
        }
    }

    /// The offset in UTF-16 units of an offset in bytes; one that lies before the last one asked, or
    /// behind the text, gives the nearest that does not.
    pub fn at(&mut self, offset: usize) -> u32 {
        if let Some(text) = self.source.get(self.byte..offset) {
            self.units += text.chars().map(length).sum::<u32>();
            self.byte = offset;
        }
        self.units
    }

    /// The offset in bytes of an offset in UTF-16 units; within a pair of surrogates the one before.
    #[must_use]
    pub fn offset(source: &str, units: u32) -> usize {
        let mut passed = 0;
        for (at, character) in source.char_indices() {
            passed += length(character);
            if passed > units {
                return at;
            }
        }
        source.len()
    }
}

/// Code units of a character; `char::len_utf16` as the number that offsets are made of.
fn length(character: char) -> u32 {
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
    fn there_and_back() {
        let text = "aε\n😀b";
        let mut walk = Utf16::new(text);
        for (offset, units) in [(0, 0), (1, 1), (3, 2), (4, 3), (8, 5), (9, 6)] {
            assert_eq!(walk.at(offset), units);
            assert_eq!(Utf16::offset(text, units), offset);
        }
        assert_eq!(walk.at(2), 6, "a walk does not turn back");
        assert_eq!(Utf16::offset(text, 4), 4, "within the pair");
        assert_eq!(Utf16::offset(text, 99), 9);
    }
}
