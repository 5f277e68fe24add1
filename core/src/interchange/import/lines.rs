//! The lines of a text in another notation, one after the other, with blocks that can be skipped as a whole.

/// Lines with their numbers, from 1.
pub(super) struct Lines<'t> {
    all: Vec<&'t str>,
    next: usize,
}

impl<'t> Lines<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self {
            all: text.lines().collect(),
            next: 0,
        }
    }

    /// The next line without blanks around it, and its number.
    pub(super) fn next(&mut self) -> Option<(usize, &'t str)> {
        let line = self.all.get(self.next)?;
        self.next += 1;
        Some((self.next, line.trim()))
    }

    /// Skips to behind the next line that ends a block; where none does, nothing is skipped. What was skipped, without that line.
    pub(super) fn skip_past(&mut self, ends: impl Fn(&str) -> bool) -> &[&'t str] {
        let first = self.next;
        let rest = self.all.get(first..).unwrap_or_default();
        let Some(end) = rest.iter().position(|line| ends(line.trim())) else {
            return &[];
        };
        self.next += end + 1;
        &rest[..end]
    }
}

/// The first word of a line in lower case, and the rest. A word is of letters, digits and `_`.
pub(super) fn first_word(line: &str) -> (String, &str) {
    let is_of_word = |it: char| it.is_alphanumeric() || it == '_';
    let end = line.find(|it| !is_of_word(it)).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    (word.to_lowercase(), rest.trim_start())
}

/// A name that a line begins with: in quotes, or as far as `is_of_name` goes. The rest comes with its blanks.
pub(super) fn name(line: &str, is_of_name: impl Fn(char) -> bool) -> Option<(String, &str)> {
    if let Some(rest) = line.strip_prefix('"') {
        let (name, rest) = rest.split_once('"')?;
        return Some((name.to_owned(), rest));
    }
    let end = line.find(|it| !is_of_name(it)).unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    (!name.is_empty()).then(|| (name.to_owned(), rest))
}
