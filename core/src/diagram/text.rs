//! How much room a text takes, estimated without a browser.
//!
//! The estimate is by classes of characters, fitted to IBM Plex Sans and rounded up: a label may
//! get a little too much room, never too little. The browser tests compare it with the real font.

/// Font size of state names on machine cards.
pub const STATE: f64 = 12.5;
/// Font size of transition labels on machine cards.
pub const LABEL: f64 = 11.5;
/// Font size of the heads of machine cards.
pub const HEAD: f64 = 14.0;
/// Font size of messages and heads in sequence diagrams.
pub const MESSAGE: f64 = 13.0;
/// Font size of places along a lifeline.
pub const PILL: f64 = 11.5;
/// Font size of remarks inside a diagram.
pub const NOTE: f64 = 13.0;

/// The estimated width of one line of text. O(length).
#[must_use]
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size
}

/// The advance of one character, in ems: that of the semibold face, which is the wider one.
fn advance(character: char) -> f64 {
    match character {
        // Marks names in sentences, see [`spans`]; not drawn.
        '`' => 0.0,
        ' ' => 0.26,
        'i' | 'j' | 'l' | '\'' | '.' | ',' => 0.30,
        '!' | ':' | ';' => 0.33,
        'f' | 't' | '|' | '(' | ')' | '[' | ']' => 0.38,
        'r' | '-' => 0.41,
        '/' | 'I' => 0.44,
        'c' | 's' | 'v' | 'y' | 'z' => 0.53,
        'a' | 'e' | 'g' | 'k' | 'o' | 'x' => 0.58,
        'w' => 0.83,
        'm' => 0.90,
        'a'..='z' | '0'..='9' | '_' => 0.61,
        'M' | 'W' | '@' | '→' | '…' | '—' => 1.0,
        'A'..='Z' => 0.73,
        // Combining marks take no room, but counting them errs on the safe side.
        _ if u32::from(character) < 0x1100 => 0.73,
        // East Asian scripts and pictographs fill the em square.
        _ => 1.1,
    }
}

/// The text, or its beginning with an ellipsis, so that it is not wider than `limit`.
#[must_use]
pub fn ellipsize(text: &str, size: f64, limit: f64) -> String {
    if width(text, size) <= limit {
        return text.to_owned();
    }
    let mut room = limit - width("…", size);
    let mut kept = String::new();
    for character in text.chars() {
        room -= advance(character) * size;
        if room < 0.0 {
            break;
        }
        kept.push(character);
    }
    kept.push('…');
    kept
}

/// Of a text that [`ellipsize`] has shortened what was kept and what was left out; `None` where it is
/// all there. O(length).
#[must_use]
pub fn cut<'a>(shown: &str, whole: &'a str) -> Option<(&'a str, &'a str)> {
    let kept = shown.strip_suffix('…')?;
    whole.starts_with(kept).then(|| whole.split_at(kept.len()))
}

/// Breaks a text into lines not wider than `limit`, at spaces where there are any and inside a
/// word only where the word alone is too wide. Greedy, O(length).
#[must_use]
pub fn wrap(text: &str, size: f64, limit: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let mut word = word.to_owned();
        let joined = format!("{line} {word}");
        if !line.is_empty() {
            if width(&joined, size) <= limit {
                line = joined;
                continue;
            }
            lines.push(std::mem::take(&mut line));
        }
        while width(&word, size) > limit && word.chars().count() > 1 {
            let cut = breaking_point(&word, size, limit);
            let rest = word.split_off(cut);
            lines.push(word);
            word = rest;
        }
        line = word;
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// The parts of a sentence in which names are put in backticks: whether it is a name, and the text
/// without the marks.
#[must_use]
pub fn spans(sentence: &str) -> Vec<(bool, String)> {
    let parts = sentence.split('`').enumerate();
    parts
        .filter(|(_, part)| !part.is_empty())
        .map(|(index, part)| (index % 2 == 1, part.to_owned()))
        .collect()
}

/// A sentence without the marks around names, for screen readers and tooltips.
#[must_use]
pub fn plain(sentence: &str) -> String {
    sentence.replace('`', "")
}

/// The byte offset after the longest beginning that fits, at least one character long.
fn breaking_point(word: &str, size: f64, limit: f64) -> usize {
    let mut used = 0.0;
    for (offset, character) in word.char_indices() {
        used += advance(character) * size;
        if used > limit && offset > 0 {
            return offset;
        }
    }
    word.chars().next().map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_lines_fit_and_keep_every_word() {
        let text = "cm still has to send repaired; until a PhD in desperate takes it, it cannot";
        let lines = wrap(text, 13.0, 180.0);
        assert!(lines.len() > 2);
        assert!(lines.iter().all(|line| width(line, 13.0) <= 180.0));
        assert_eq!(lines.join(" "), text);
    }

    #[test]
    fn a_word_without_spaces_is_broken() {
        let word = "W".repeat(90);
        let lines = wrap(&word, 13.0, 100.0);
        assert!(lines.iter().all(|line| width(line, 13.0) <= 100.0));
        assert_eq!(lines.concat(), word);
        assert_eq!(wrap("W", 13.0, 1.0), vec!["W"]);
        assert!(wrap("", 13.0, 10.0).is_empty());
    }

    #[test]
    fn names_are_told_from_words() {
        let sentence = "`m` sends `done` to cm";
        let names = spans(sentence);
        assert_eq!(names.iter().filter(|(name, _)| *name).count(), 2);
        let joined: String = names.into_iter().map(|(_, text)| text).collect();
        assert_eq!(joined, plain(sentence));
        assert!((width(sentence, 10.0) - width(&joined, 10.0)).abs() < 1e-9);
    }

    #[test]
    fn ellipsis_only_where_needed() {
        assert_eq!(ellipsize("idle", 12.0, 100.0), "idle");
        assert_eq!(cut("idle", "idle"), None);
        let whole = "maintenance of the machine";
        let short = ellipsize(whole, 12.0, 60.0);
        assert!(
            short.ends_with('…') && width(&short, 12.0) <= 60.0,
            "{short}"
        );
        let (kept, rest) = cut(&short, whole).expect("it was cut");
        assert_eq!(format!("{kept}{rest}"), whole);
        assert_eq!(format!("{kept}…"), short);
    }
}
