//! The title of a model: the line `// title: …` in the comment that the text begins with.

use lockstep_core::api::{PatchView, Range};

use super::Page;
use leptos::prelude::*;

/// What such a line begins with.
const MARK: &str = "// title:";

/// What a line of the comment that a text begins with says behind its mark, and where that line stands, in bytes.
#[must_use]
pub fn header<'a>(text: &'a str, mark: &str) -> Option<(&'a str, std::ops::Range<usize>)> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r']);
        if !bare.is_empty() && !bare.starts_with("//") {
            return None;
        }
        if let Some(title) = bare.strip_prefix(mark) {
            return Some((title.trim(), at..at + bare.len()));
        }
        at += line.len();
    }
    None
}

/// The title of a text; none where it is empty or not given.
#[must_use]
pub fn title(text: &str) -> Option<&str> {
    let title = header(text, MARK)?.0;
    (!title.is_empty()).then_some(title)
}

/// The change of a text that gives it a title of one line. Without its line the title comes first, and with an empty title the line
/// goes.
#[must_use]
pub fn renamed(text: &str, title: &str) -> (std::ops::Range<usize>, String) {
    let words: Vec<_> = title.split_whitespace().collect();
    let line = match words.is_empty() {
        true => String::new(),
        false => format!("{MARK} {}", words.join(" ")),
    };
    match header(text, MARK) {
        Some((_, range)) if line.is_empty() => {
            // Together with its end of line.
            let rest = &text[range.end..];
            let end = rest.find('\n').map_or(rest.len(), |it| it + 1);
            (range.start..range.end + end, line)
        }
        Some((_, range)) => (range, line),
        None if line.is_empty() => (0..0, line),
        None => (0..0, format!("{line}\n")),
    }
}

impl Page {
    /// The title of the text in the editor, tracked.
    #[must_use]
    pub fn title(&self) -> Option<String> {
        self.document
            .revision()
            .with(|it| title(&it.text).map(str::to_owned))
    }

    /// Gives the text another title, in one step that undo takes back.
    pub fn rename(&self, title: &str) {
        let text = self.document.revision().get_untracked().text;
        let (range, line) = renamed(&text, title);
        if text[range.clone()] == line {
            return;
        }
        let utf16 = |end: usize| {
            let units = text[..end].encode_utf16().count();
            // Texts are far smaller than four gigabytes: links and storage end long before.
            u32::try_from(units).unwrap_or(u32::MAX)
        };
        let range = Range {
            from: utf16(range.start),
            to: utf16(range.end),
            ..Range::default()
        };
        self.patch(&[PatchView { range, text: line }]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_title(text: &str, title: &str) -> String {
        let (range, line) = renamed(text, title);
        let mut changed = text.to_owned();
        changed.replace_range(range, &line);
        changed
    }

    #[test]
    fn the_title_stands_in_the_comment_at_the_beginning() {
        assert_eq!(
            title("// source: x\r\n// title: A lift\r\nmachine M {"),
            Some("A lift")
        );
        for text in [
            "",
            "machine M {\n// title: no\n}",
            "// title:\n",
            "# title: x",
        ] {
            assert_eq!(title(text), None, "{text}");
        }
    }

    #[test]
    fn a_title_is_changed_given_and_taken_away() {
        let text = "// look: at it\n// title: Éins\n\nmachine M {}";
        assert_eq!(
            with_title(text, " Two\nlines "),
            "// look: at it\n// title: Two lines\n\nmachine M {}"
        );
        assert_eq!(with_title(text, ""), "// look: at it\n\nmachine M {}");
        assert_eq!(
            with_title("machine M {}", "New"),
            "// title: New\nmachine M {}"
        );
        assert_eq!(with_title("machine M {}", "  "), "machine M {}");
        assert_eq!(title(&with_title("", "New")), Some("New"));
    }
}
