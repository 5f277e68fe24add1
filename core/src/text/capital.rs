//! Sentences begin with a large letter.
//!
//! ASCII only, and on purpose: our own sentences begin with English words, and a model's name that
//! begins one in another script stays as its author wrote it.

/// The text with its first letter large, where that is a letter of ASCII.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::capitalised;

    #[test]
    fn only_the_first_letter_changes() {
        for (text, large) in [
            ("the goal holds", "The goal holds"),
            ("", ""),
            ("7 steps", "7 steps"),
            ("élan", "élan"),
        ] {
            assert_eq!(capitalised(text), large);
        }
    }
}
