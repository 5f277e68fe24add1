//! Runs as PlantUML sequence diagrams.
//!
//! A solid arrow happens, a crossed one cannot happen, a dashed one is not reached; boxes on a
//! lifeline say where it is once it has moved. In names, every character that could mean something
//! to PlantUML or to its Creole markup becomes `<U+…>`, the code of the character.

use super::story::{Entry, Fate};
use crate::diagram::chart::Chart;
use crate::diagram::text;

/// The width at which remarks are broken, in pixels of the page's font.
const REMARK: f64 = 320.0;

/// The diagram of a chart, told entry by entry.
pub(super) fn write(chart: &Chart, entries: Vec<Entry<'_>>) -> String {
    let mut out = format!("@startuml\ntitle {}\n", escape(&chart.title));
    for index in 0..chart.lifelines.len() {
        // The colon between a name and its machine may stay: it is inside quotes.
        let head = escape(&chart.head(index)).replace(" <U+003A> ", " : ");
        out += &format!("participant \"{head}\" as p{index}\n");
    }
    for entry in entries {
        out += &match entry {
            Entry::Place {
                lifeline,
                words,
                beside,
            } => {
                let beside = if beside { "/ " } else { "" };
                format!("{beside}rnote over p{lifeline} : {}\n", escape(&words))
            }
            Entry::Time(1) => "... 1 unit of time passes ...\n".to_owned(),
            Entry::Time(passed) => format!("... {passed} units of time pass ...\n"),
            Entry::Message(row, fate) => {
                let arrow = match fate {
                    Fate::Happens => "->",
                    Fate::Fails => "->x",
                    Fate::Open => "-->",
                };
                let symbol = escape(&row.symbol);
                format!("p{} {arrow} p{} : {symbol}\n", row.from, row.to)
            }
            Entry::Reason(row, why) => {
                let lines = text::wrap(&text::plain(why), text::NOTE, REMARK);
                let lines: Vec<_> = lines.iter().map(|line| escape(line)).collect();
                let lines = lines.join("\\n");
                format!("note over p{}, p{} : {lines}\n", row.from, row.to)
            }
        };
    }
    out + "@enduml\n"
}

/// A name as text. Letters and digits of every script, single spaces, commas, dots and underscores
/// stay; two of these in a row may be markup (`__` underlines), so the second is written by its
/// code, as is everything else.
pub(super) fn escape(name: &str) -> String {
    let mut out = String::new();
    let mut before = '\n';
    for letter in name.chars() {
        let is_mark = " _,.".contains(letter);
        let stays = match is_mark {
            true => letter != before,
            false => unicode_ident::is_xid_continue(letter),
        };
        if stays {
            out.push(letter);
        } else {
            out += &format!("<U+{:04X}>", u32::from(letter));
        }
        before = letter;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_end_a_line_or_become_markup() {
        assert_eq!(escape("want_Coffee 2"), "want_Coffee 2");
        assert_eq!(escape("a__b"), "a_<U+005F>b");
        assert_eq!(escape("a\"\n!include"), "a<U+0022><U+000A><U+0021>include");
        assert_eq!(escape("<b>\\n"), "<U+003C>b<U+003E><U+005C>n");
        assert_eq!(escape("∃"), "<U+2203>");
    }
}
