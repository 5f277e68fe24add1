//! Diagnostics in the terminal: the finding, its place, the source line with the place underlined,
//! and what to do next.

use lockstep_core::api::{DiagnosticView, FixView, Range, patched_lines};

use crate::style::{Meaning, Style};

/// Most characters of a source line that are shown.
const WIDTH: usize = 110;
/// How many of them stand before the marked place, where the line is cut.
const BEFORE: usize = 40;
/// Most lines of a fix that are shown.
const MOST_LINES: usize = 3;

/// Where a part of a text comes from: a file, or what was made of one.
#[derive(Clone, Debug)]
pub struct Origin {
    /// What it is called.
    pub name: String,
    /// How many lines of the text stand before it.
    pub before: u32,
}

/// A text and where it comes from, for quoting from it.
pub struct Source<'a> {
    origins: &'a [Origin],
    text: &'a str,
    lines: Vec<&'a str>,
}

impl<'a> Source<'a> {
    /// Splits the text into lines, as the core counts them. Its origins are in the order of their lines.
    pub fn new(origins: &'a [Origin], text: &'a str) -> Self {
        Self {
            origins,
            text,
            lines: text.split('\n').collect(),
        }
    }

    /// What a line of the text is called, and its number there.
    fn place(&self, line: u32) -> (&'a str, u32) {
        let origin = self.origins.iter().rfind(|it| it.before < line);
        origin.map_or(("", line), |it| (&*it.name, line - it.before))
    }

    /// A diagnostic, ready to print, with a line break at the end.
    pub fn show(&self, style: Style, diagnostic: &DiagnosticView) -> String {
        let (meaning, word) = if diagnostic.error {
            (Meaning::Bad, "error")
        } else {
            (Meaning::Open, "warning")
        };
        let head = style.paint(meaning, &format!("{word}[{}]", diagnostic.code));
        let title = style.paint(Meaning::Strong, &diagnostic.title);
        let mut text = format!("{head}: {title}\n");
        let ranges = diagnostic.labels.iter().map(|(range, _)| range.line);
        let widest = ranges.chain([diagnostic.range.line]).max().unwrap_or(0);
        let gutter = widest.to_string().len();
        text.push_str(&self.quote(style, gutter, diagnostic.range, "-->", ('^', meaning), ""));
        for (range, label) in &diagnostic.labels {
            text.push_str(&self.quote(style, gutter, *range, ":::", ('-', Meaning::Frame), label));
        }
        if let Some(hint) = &diagnostic.hint {
            let pad = " ".repeat(gutter);
            let equals = style.paint(Meaning::Frame, "=");
            text.push_str(&format!("{pad} {equals} help: {hint}\n"));
        }
        for fix in &diagnostic.fixes {
            text.push_str(&self.fixed(style, gutter, fix));
        }
        text
    }

    /// A fix: what it does, and the lines as they would be.
    fn fixed(&self, style: Style, gutter: usize, fix: &FixView) -> String {
        let pad = " ".repeat(gutter);
        let mut text = format!(
            "{pad} {} fix: {}\n",
            style.paint(Meaning::Frame, "="),
            fix.title
        );
        let lines = patched_lines(self.text, &fix.patches);
        let new: Vec<_> = lines.iter().filter(|line| line.is_new).collect();
        for line in new.iter().take(MOST_LINES) {
            let number = self.place(line.line).1;
            let number = style.paint(Meaning::Frame, &format!("{number:>gutter$}"));
            let whole = Range {
                column: 1,
                ..Range::default()
            };
            let (shown, ..) = window(&line.text, whole);
            text += &format!(
                "{number} {}\n",
                style.paint(Meaning::Good, &format!("+ {shown}"))
            );
        }
        if new.len() > MOST_LINES {
            let more = new.len() - MOST_LINES;
            text += &format!("{pad} + … and {more} more\n");
        }
        text
    }

    /// The place and its line, underlined with `mark`.
    fn quote(
        &self,
        style: Style,
        gutter: usize,
        range: Range,
        arrow: &str,
        (mark, meaning): (char, Meaning),
        label: &str,
    ) -> String {
        let frame = |text: &str| style.paint(Meaning::Frame, text);
        let (name, own) = self.place(range.line);
        let place = format!("{name}:{own}:{}", range.column);
        let pad = " ".repeat(gutter);
        let head = format!("{pad}{} {place}\n", frame(arrow));
        let index = (range.line as usize).saturating_sub(1);
        let Some(line) = self.lines.get(index) else {
            return head;
        };
        let (line, before, marked) = window(line, range);
        let number = format!("{own:>gutter$}");
        let underline = mark.to_string().repeat(marked);
        let underline = style.paint(meaning, format!("{underline} {label}").trim_end());
        format!(
            "{head}{pad} {bar}\n{number} {bar} {line}\n{pad} {bar} {}{underline}\n",
            " ".repeat(before),
            number = frame(&number),
            bar = frame("|"),
        )
    }
}

/// The part of a line to show, how many columns stand before the mark in it, and how many the mark
/// covers. Tabs and control characters become one blank each, so that columns stay columns.
fn window(line: &str, range: Range) -> (String, usize, usize) {
    let chars: Vec<char> = line.trim_end_matches('\r').chars().collect();
    let start = (range.column as usize).saturating_sub(1).min(chars.len());
    // The range counts UTF-16 units and may go on in the next line; the mark ends with this one.
    let mut units = range.to.saturating_sub(range.from) as usize;
    let covered = chars[start..].iter().take_while(|c| {
        let more = units > 0;
        units = units.saturating_sub(c.len_utf16());
        more
    });
    let marked = covered.count();
    let first = if chars.len() > WIDTH {
        start.saturating_sub(BEFORE)
    } else {
        0
    };
    let last = chars.len().min(first + WIDTH);
    let mut shown = String::new();
    if first > 0 {
        shown.push('…');
    }
    shown.extend(
        chars[first..last]
            .iter()
            .map(|&c| if c.is_control() { ' ' } else { c }),
    );
    if last < chars.len() {
        shown.push('…');
    }
    let before = start - first + usize::from(first > 0);
    (
        shown.trim_end().to_string(),
        before,
        marked.min(last.saturating_sub(start)).max(1),
    )
}

#[cfg(test)]
mod tests {
    use lockstep_core::api::{DiagnosticView, Range};

    use super::{Origin, Source};
    use crate::style::Style;

    fn range(line: u32, column: u32, length: u32) -> Range {
        Range {
            from: 10,
            to: 10 + length,
            line,
            column,
        }
    }

    fn shown(text: &str, range: Range, labels: Vec<(Range, String)>) -> String {
        let diagnostic = DiagnosticView {
            error: true,
            code: "unknown-state".into(),
            range,
            title: "there is no state `idel`".into(),
            labels,
            hint: Some("did you mean `idle`?".into()),
            fixes: Vec::new(),
        };
        let origin = Origin {
            name: "m.lks".into(),
            before: 0,
        };
        Source::new(&[origin], text).show(Style::plain(), &diagnostic)
    }

    #[test]
    fn the_place_is_underlined_and_the_next_action_named() {
        let labels = vec![(range(1, 3, 4), "the declared one".into())];
        let expected = "\
error[unknown-state]: there is no state `idel`
 --> m.lks:2:2
  |
2 |  idel --> 𝒳
  |  ^^^^
 ::: m.lks:1:3
  |
1 |   idle --> x
  |   ---- the declared one
  = help: did you mean `idle`?
";
        let text = "  idle --> x\n\tidel --> 𝒳\r\n";
        assert_eq!(shown(text, range(2, 2, 4), labels), expected);
    }

    #[test]
    fn characters_outside_the_basic_plane_are_one_column() {
        let text = shown("𝒳𝒴 x", range(1, 1, 4), Vec::new());
        assert!(text.contains("| 𝒳𝒴 x\n  | ^^\n"), "{text}");
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let line = format!("{}QRST{}", "a".repeat(5000), "b".repeat(5000));
        let text = shown(&line, range(1, 5001, 4), Vec::new());
        assert!(text.contains("aaQRSTb"), "{text}");
        assert!(
            text.lines().all(|line| line.chars().count() < 130),
            "{text}"
        );
        let mark = text.lines().find(|line| line.ends_with("^^^^")).unwrap();
        let quoted = text.lines().find(|line| line.contains("QRST")).unwrap();
        let column = quoted.chars().position(|c| c == 'Q');
        assert_eq!(mark.chars().position(|c| c == '^'), column);
    }

    #[test]
    fn places_at_the_end_and_outside_are_no_reason_to_panic() {
        for place in [
            range(1, 3, 0),
            range(1, 900, 5),
            range(99, 1, 1),
            range(0, 0, 0),
        ] {
            assert!(shown("ab", place, Vec::new()).contains("help"));
        }
    }
}
