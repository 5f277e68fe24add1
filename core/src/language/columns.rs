//! Columns of printed text: canonical texts stand in columns, as the examples do.

/// Width of a text in characters.
#[must_use]
pub fn width(text: &str) -> usize {
    text.chars().count()
}

/// Appends a text and blanks up to a width.
pub fn padded(out: &mut String, text: &str, to: usize) {
    out.push_str(text);
    let missing = to.saturating_sub(width(text));
    out.extend(std::iter::repeat_n(' ', missing));
}
