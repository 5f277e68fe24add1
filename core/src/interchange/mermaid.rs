//! Runs as Mermaid sequence diagrams.
//!
//! A solid arrow happens, a crossed one cannot happen, a dashed one is not reached; notes say where
//! a lifeline is once it has moved. In names, every character that could mean something to Mermaid
//! becomes one of its entity codes (`#59;` is a semicolon), and lines end where we end them.

use super::story::{Entry, Fate};
use crate::diagram::chart::Chart;
use crate::diagram::text;

/// The width at which remarks are broken, in pixels of the page's font.
const REMARK: f64 = 320.0;

/// The diagram of a chart, told entry by entry.
pub(super) fn write(chart: &Chart, entries: Vec<Entry<'_>>) -> String {
    let mut out = format!("sequenceDiagram\n  title {}\n", escape(&chart.title));
    for index in 0..chart.lifelines.len() {
        // The colon between a name and its machine may stay: it begins no message here.
        let head = escape(&chart.head(index)).replace(" #58; ", " : ");
        out += &format!("  participant p{index} as {head}\n");
    }
    let last = chart.lifelines.len().saturating_sub(1);
    for entry in entries {
        out += &match entry {
            Entry::Place {
                lifeline, words, ..
            } => format!("  Note over p{lifeline}: {}\n", escape(&words)),
            Entry::Time(1) => format!("  Note over p0,p{last}: 1 unit of time passes\n"),
            Entry::Time(passed) => format!("  Note over p0,p{last}: {passed} units of time pass\n"),
            Entry::Message(row, fate) => {
                let arrow = match fate {
                    Fate::Happens => "->>",
                    Fate::Fails => "-x",
                    Fate::Open => "-->>",
                };
                let symbol = escape(&row.symbol);
                format!("  p{}{arrow}p{}: {symbol}\n", row.from, row.to)
            }
            Entry::Reason(row, why) => {
                let lines = text::wrap(&text::plain(why), text::NOTE, REMARK);
                let lines: Vec<_> = lines.iter().map(|line| escape(line)).collect();
                let lines = lines.join("<br/>");
                format!("  Note over p{},p{}: {lines}\n", row.from, row.to)
            }
        };
    }
    out
}

/// A name as text. Letters and digits of every script, spaces, commas, dots and the marks that
/// identifiers are made of stay; everything else becomes an entity code.
pub(super) fn escape(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if unicode_ident::is_xid_continue(letter) || " _,.".contains(letter) {
            out.push(letter);
        } else {
            out += &format!("#{};", u32::from(letter));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_end_a_line_or_become_markup() {
        assert_eq!(escape("want_Coffee 2"), "want_Coffee 2");
        assert_eq!(escape("späte Übergabe"), "späte Übergabe");
        assert_eq!(escape("a;b\nend"), "a#59;b#10;end");
        assert_eq!(escape("<b>#35;%%"), "#60;b#62;#35;35#59;#37;#37;");
        assert_eq!(escape("p0->>p1: x"), "p0#45;#62;#62;p1#58; x");
    }
}
