//! "Did you mean …?": the most similar of some names.
//!
//! Similarity is the optimal string alignment distance (insert, delete, replace, swap neighbours),
//! the variant of Levenshtein's distance that Damerau found to cover four of five typing mistakes.

/// Names longer than this are not compared: the distance costs the product of the lengths.
const LONGEST: usize = 48;

/// More candidates than these are not looked at.
const MOST: usize = 2_000;

/// The candidate most similar to `name`, if one is similar enough to be meant: at most one edit
/// for each three characters, or a different spelling of the same letters' case. The first of
/// equally similar candidates wins.
///
/// O(candidates × length²); candidates of very different length are skipped, and so are those after
/// the first 2,000.
#[must_use]
pub fn similar<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let wanted: Vec<char> = name.chars().take(LONGEST + 1).collect();
    if wanted.len() > LONGEST {
        return None;
    }
    let allowed = (wanted.len() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().take(MOST) {
        if candidate.is_empty() || candidate == name {
            continue;
        }
        let letters: Vec<char> = candidate.chars().take(LONGEST + 1).collect();
        if letters.len() > LONGEST || letters.len().abs_diff(wanted.len()) > allowed {
            continue;
        }
        let distance = if candidate.eq_ignore_ascii_case(name) {
            0
        } else {
            distance(&wanted, &letters)
        };
        // A name of one or two letters is not a misspelling of a completely different one.
        let plausible = distance <= allowed && distance < wanted.len().max(letters.len());
        if plausible && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Row by row: `last[j]` is the distance of the first `i` characters of `a` to the first `j` of `b`.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if swapped {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let states = ["working", "waiting", "desperate"];
        for (written, meant) in [
            ("waitng", Some("waiting")),
            ("wiating", Some("waiting")),
            ("Working", Some("working")),
            ("DESPERATE", Some("desperate")),
            ("repaired", None),
            ("", None),
            ("w", None),
        ] {
            assert_eq!(similar(written, states), meant, "{written}");
        }
        assert_eq!(similar("b", ["a"]), None);
        assert_eq!(similar("p1", ["p2", "p3"]), Some("p2"));
        assert_eq!(similar(&"x".repeat(1000), [&*"x".repeat(999)]), None);
    }

    #[test]
    fn distances() {
        let of = |a: &str, b: &str| {
            let letters = |text: &str| text.chars().collect::<Vec<_>>();
            distance(&letters(a), &letters(b))
        };
        assert_eq!(of("", ""), 0);
        assert_eq!(of("abc", ""), 3);
        assert_eq!(of("abc", "acb"), 1);
        assert_eq!(of("kitten", "sitting"), 3);
    }
}
