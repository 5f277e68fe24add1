//! Columns: where the arrows and colons of neighbouring statements stand.

/// The column of an offset: characters since the beginning of its line.
pub(crate) fn column(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |line| line + 1);
    text[start..at].chars().count()
}

/// The column in which all these offsets stand; `None` where they do not stand in one.
pub(crate) fn shared(text: &str, offsets: impl IntoIterator<Item = usize>) -> Option<usize> {
    let mut columns = offsets.into_iter().map(|at| column(text, at));
    let first = columns.next()?;
    columns.all(|column| column == first).then_some(first)
}

/// Appends blanks up to a column, at least one.
pub(crate) fn pad(line: &mut String, to: Option<usize>) {
    let width = line.chars().count();
    let blanks = to.map_or(1, |column| column.saturating_sub(width).max(1));
    line.extend(std::iter::repeat_n(' ', blanks));
}

/// The offset of a symbol between two places.
pub(crate) fn between(text: &str, from: usize, to: usize, symbol: &str) -> Option<usize> {
    text.get(from..to)?.find(symbol).map(|at| from + at)
}
