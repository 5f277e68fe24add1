//! Sentences taken apart: forms with gaps, and the names that stand in backticks.

/// What stands in the gaps (`{}`) of a form, if a text has it. Each gap takes as little as it can.
#[must_use]
pub fn fits<'t>(text: &'t str, form: &str) -> Option<Vec<&'t str>> {
    let mut parts = form.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut gaps = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let is_last = parts.peek().is_none();
        let at = match (part, is_last) {
            ("", true) => rest.len(),
            (_, true) => rest.len().checked_sub(part.len())?,
            _ => rest.find(part)?,
        };
        let (gap, tail) = (rest.get(..at)?, rest.get(at..)?);
        rest = tail.strip_prefix(part)?;
        gaps.push(gap);
    }
    (rest.is_empty() && gaps.iter().all(|gap| !gap.is_empty())).then_some(gaps)
}

/// The name in a pair of backticks, and nothing else.
#[must_use]
pub fn name(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('`')?.strip_suffix('`')?;
    (!inner.contains('`')).then_some(inner)
}

/// Names in a list: "`a`, `b` or `c`", with that word before the last.
#[must_use]
pub fn names<'t>(text: &'t str, word: &str) -> Option<Vec<&'t str>> {
    items(text, word)?.into_iter().map(name).collect()
}

/// The items of a list in which commas and a last word stand between backticks only; with a comma as
/// the word, commas alone.
#[must_use]
pub fn items<'t>(text: &'t str, word: &str) -> Option<Vec<&'t str>> {
    let last = format!("` {word} ");
    let (most, end) = match text.rfind(&last) {
        Some(at) => (&text[..=at], Some(&text[at + last.len()..])),
        None => (text, None),
    };
    let mut items = Vec::new();
    let mut rest = most;
    while let Some(at) = rest.find("`, ") {
        items.push(&rest[..=at]);
        rest = &rest[at + 3..];
    }
    items.push(rest);
    items.extend(end);
    // Several need the last word between them, but for lists that go on behind it.
    (items.len() == 1 || end.is_some() || word == ",").then_some(items)
}

/// A number with its noun: "1 transaction", "3 transactions".
#[must_use]
pub fn counted(text: &str, noun: &str) -> Option<u32> {
    let (number, rest) = text.split_once(' ')?;
    let count = number.parse().ok()?;
    let plural = format!("{noun}s");
    let fitting = if count == 1 { noun } else { &plural };
    (rest == fitting).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_have_gaps() {
        assert_eq!(fits("a 1 b 2.", "a {} b {}."), Some(vec!["1", "2"]));
        assert_eq!(fits("a 1 b 2!", "a {} b {}."), None);
        assert_eq!(fits("never", "never"), Some(Vec::new()));
        assert_eq!(
            fits("`a`, `b` or `c` x", "{} x"),
            Some(vec!["`a`, `b` or `c`"])
        );
        assert_eq!(names("`a`, `b` or `c`", "or"), Some(vec!["a", "b", "c"]));
        assert_eq!(names("`a`", "or"), Some(vec!["a"]));
        assert_eq!(names("`a` x", "or"), None);
        assert_eq!(counted("1 transaction", "transaction"), Some(1));
        assert_eq!(counted("1 transactions", "transaction"), None);
    }
}
