//! The calls of a run of class models as a sequence diagram, in other formats: as the page draws it, for Mermaid and for PlantUML.
//!
//! Calls are found messages: their sender is not drawn. Mermaid has no such messages, so an actor `caller` sends them there. What a call
//! has changed stands in a note below it.

use super::svg::{TITLE, escape, goes_on, opened};
use super::{mermaid, plantuml};
use crate::diagram::calls::{
    Calls, End, HEADS, MOST, Room, STUCK, ToldCall, calls, told, told_breaking,
};
use crate::diagram::drawing::arrow_head;
use crate::diagram::text::width;
use crate::view::{CheckView, GenericStructure, Outcome, SystemEvidenceView};

/// In a page that plays, the values over time stand below with a style of their own: everything but ground and title is told apart from
/// them by the group that it stands in.
const STYLE: &str = "\
svg{font:11.5px \"Plex Sans\",\"IBM Plex Sans\",system-ui,\"Segoe UI\",Roboto,Arial,sans-serif}.bg{fill:#fff}\
.t{fill:#1a1e26;font-size:14px;font-weight:600;text-anchor:start}.ca{font-size:13px}.ca text{fill:#1a1e26;text-anchor:start}\
.ca .cm{text-anchor:middle}.ca .cn{fill:#545d6d;text-anchor:end}.ca .ch{fill:#fff;stroke:#545d6d;stroke-width:1.25}\
.ca .cl{fill:none;stroke:#858e9d;stroke-dasharray:2 4}.ca .cu{fill:none;stroke:#858e9d;stroke-dasharray:2 3}\
.ca .cs{fill:none;stroke:#545d6d;stroke-width:1.25}.ca .cd{fill:#545d6d}.ca .cy{fill:#545d6d}\
.ca .ce{fill:#fdeeee;stroke:#c22a30}.ca .cx{fill:#c22a30;font-weight:600;text-anchor:middle}.ca .cc{fill:#edf2fd}\
.ca .cb .cs{stroke:#c22a30;stroke-dasharray:5 3}.ca .cb .cd{fill:#c22a30}.ca .cb text{fill:#c22a30}\
.ca .later{opacity:.4}.ca .now .cs{stroke:#2c5ccc;stroke-width:2}.ca .now .cd{fill:#2c5ccc}\
.ca .now .ck{fill:#2c5ccc;font-weight:600}";

/// Length of the head of an arrow, and the radius of the dot where one begins.
const ARROW: f64 = 9.0;
const DOT: f64 = 5.0;

/// A run of calls and what it is of.
#[derive(Clone, Copy)]
pub(super) struct Called<'a> {
    lifelines: &'a [String],
    evidence: &'a SystemEvidenceView,
    title: &'a str,
    end: End<'a>,
}

impl<'a> Called<'a> {
    /// The calls of an answer; `None` where its run has none.
    pub(super) fn of(
        structure: &'a GenericStructure,
        check: &'a CheckView,
        outcome: &'a Outcome,
    ) -> Option<Self> {
        let (lifelines, evidence) = (structure.lifelines.as_ref()?, outcome.system.as_ref()?);
        let has_calls = evidence.run.iter().any(|it| it.call.is_some());
        (has_calls || evidence.breaking.is_some()).then_some(Self {
            lifelines,
            evidence,
            title: &check.title,
            end: End::of(outcome),
        })
    }

    /// All calls, as they are told, with the arrow of one that has been made; below them the one that would violate an invariant, with
    /// the other arrow.
    fn told_with(self, [made, breaking]: [&'static str; 2]) -> Vec<(ToldCall, &'static str)> {
        let run = &self.evidence.run;
        let all = told(self.lifelines, run, 0..run.len()).into_iter();
        let last = told_breaking(self.lifelines, run, self.end);
        let last = last.map(|it| (it, breaking));
        all.map(|it| (it, made)).chain(last).collect()
    }

    fn is_stuck(self) -> bool {
        matches!(self.end, End::Stuck)
    }

    /// Where everything stands.
    pub(super) fn placed(self) -> Calls {
        calls(self.lifelines, &self.evidence.run, Room::ANY, self.end)
    }

    /// The picture; with `playing`, every step has a mark that is seen at this step only.
    pub(super) fn svg(self, playing: bool) -> String {
        let placed = self.placed();
        let cut = self.evidence.run.len() > MOST;
        let title = format!("run  {}", self.title);
        // Bold letters are somewhat wider.
        let wide = placed.width.max(width(&title, 14.0) * 1.1 + 24.0);
        let high = TITLE + placed.height + if cut { 24.0 } else { 4.0 };
        let mut out = opened(STYLE, &title, (wide, high));
        out += &format!("\n<g class=\"ca\" transform=\"translate(0 {TITLE:.0})\">\n");
        if playing {
            for entry in 0..self.evidence.run.len().min(MOST) {
                let high = if entry == 0 { HEADS } else { placed.row };
                out += &format!(
                    "<rect class=\"cc\" data-from=\"{entry}\" data-until=\"{entry}\" x=\"4\" y=\"{:.1}\" width=\"{:.1}\" \
                     height=\"{high:.1}\" rx=\"3\"/>",
                    placed.top(entry),
                    placed.width - 8.0
                );
            }
        }
        let bottom = placed.end.map_or(placed.height, |it| it.y);
        for (rect, name) in &placed.heads {
            let middle = rect.x + rect.width / 2.0;
            out += &format!(
                "<path class=\"cl\" d=\"M{middle:.1} {:.1}V{bottom:.1}\"/><rect class=\"ch\" x=\"{:.1}\" y=\"{:.1}\" \
                 width=\"{:.1}\" height=\"{:.1}\" rx=\"3\"/><text class=\"cm\" x=\"{middle:.1}\" y=\"{:.1}\">{}</text>\n",
                rect.bottom(),
                rect.x,
                rect.y,
                rect.width,
                rect.height,
                rect.y + 18.0,
                escape(name)
            );
        }
        rows(&mut out, &placed, playing);
        if let Some(it) = placed.end {
            out += &format!(
                "<rect class=\"ce\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\"/>\
                 <text class=\"cx\" x=\"{:.1}\" y=\"{:.1}\">{STUCK}</text>\n",
                it.x,
                it.y,
                it.width,
                it.height,
                it.x + it.width / 2.0,
                it.y + 20.5
            );
        }
        if cut {
            out += &goes_on("cy", (12.0, placed.height + 14.0), MOST);
        }
        out + "</g></svg>\n"
    }

    /// A Mermaid `sequenceDiagram`.
    pub(super) fn mermaid(self) -> String {
        let escape = mermaid::escape;
        let mut out = format!("sequenceDiagram\n  title {}\n", escape(self.title));
        out += "  actor caller\n";
        for (index, head) in self.lifelines.iter().enumerate() {
            // The colon between an object and its class may stay: it begins no message here.
            let head = escape(head).replace(" #58; ", " : ");
            out += &format!("  participant p{index} as {head}\n");
        }
        for (call, arrow) in self.told_with(["->>", "--x"]) {
            let at = call.lifeline;
            out += &format!("  caller{arrow}p{at}: {}\n", escape(&call.text));
            let changes: Vec<_> = call.changes.iter().map(|it| escape(it)).collect();
            if !changes.is_empty() {
                out += &format!("  Note over p{at}: {}\n", changes.join("<br/>"));
            }
        }
        if self.is_stuck() {
            let last = self.lifelines.len().saturating_sub(1);
            out += &format!("  Note over p0,p{last}: {}\n", escape(STUCK));
        }
        out
    }

    /// A PlantUML sequence diagram.
    pub(super) fn plantuml(self) -> String {
        let escape = plantuml::escape;
        let mut out = format!("@startuml\ntitle {}\n", escape(self.title));
        for (index, head) in self.lifelines.iter().enumerate() {
            // The colon between an object and its class may stay: it is inside quotes.
            let head = escape(head).replace(" <U+003A> ", " : ");
            out += &format!("participant \"{head}\" as p{index}\n");
        }
        for (call, arrow) in self.told_with(["->", "--x"]) {
            let at = call.lifeline;
            out += &format!("[o{arrow} p{at} : {}\n", escape(&call.text));
            let changes: Vec<_> = call.changes.iter().map(|it| escape(it)).collect();
            if !changes.is_empty() {
                out += &format!("rnote over p{at} : {}\n", changes.join("\\n"));
            }
        }
        if self.is_stuck() {
            let last = self.lifelines.len().saturating_sub(1);
            out += &format!("note over p0, p{last} : {}\n", escape(STUCK));
        }
        out + "@enduml\n"
    }
}

/// The calls, each with the cut below it and what it has changed.
fn rows(out: &mut String, placed: &Calls, playing: bool) {
    let right = placed.width - 16.0;
    let made = placed.rows.iter().map(|it| (it, true));
    let breaking = placed.breaking.iter().map(|it| (it, false));
    for (row, is_made) in made.chain(breaking) {
        let step = match (is_made, playing) {
            (true, true) => format!(" data-at=\"{}\"", row.entry),
            (true, false) => String::new(),
            (false, _) => " class=\"cb\"".to_owned(),
        };
        let (from, to) = (row.from, row.to);
        let below = placed.top(row.entry) + placed.row;
        *out += &format!(
            "<g{step}><path class=\"cu\" d=\"M{:.1} {below:.1}H{right:.1}\"/><text class=\"cn\" x=\"28\" y=\"{:.1}\">{}</text>\
             <circle class=\"cd\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{DOT}\"/><path class=\"cs\" d=\"M{:.1} {:.1}H{:.1}\"/>\
             <path class=\"cd\" d=\"{}\"/><text class=\"ck\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            placed.left,
            from.y + 4.0,
            escape(&row.number),
            from.x,
            from.y,
            from.x,
            from.y,
            to.x - ARROW,
            arrow_head(&[from, to], ARROW),
            row.label.x,
            row.label.y,
            escape(&row.text)
        );
        for (at, text) in &row.changes {
            *out += &format!(
                "<text class=\"cy\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                at.x,
                at.y,
                escape(text)
            );
        }
        *out += "</g>\n";
    }
}
