//! Two readings of a check, or of the whole text: the runs that tell them apart, side by side.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{CheckView, Outcome, StructureKind, capitalised};

use super::comparison::{Comparison, Earlier};
use super::content::StageContent;
use super::side_question::Asked;
use crate::state::notices::{Life, Notice, Tone, Topic};
use crate::state::run::{Row, RowId, ShownRun};
use crate::state::{Page, Pane};

/// The name of a reading of a whole text: texts write it in small letters.
pub fn reading_name(word: &str) -> String {
    word.to_uppercase()
}

/// Two readings each of a whole text of a kind that can be compared, by their words, with what that is called; none where a check is
/// what is read differently.
pub fn pairs_of_readings(kind: StructureKind) -> Vec<(String, [&'static str; 2])> {
    let extras = kind.extras();
    let all = match extras.compares {
        Some(_) => &[],
        None => extras.readings,
    };
    let pairs = all.iter().enumerate().flat_map(|(at, one)| {
        let others = all[at + 1..].iter();
        others.map(move |other| {
            let [one_name, other_name] = [one, other].map(|it| reading_name(it));
            (
                format!("Compare {one_name} with {other_name}"),
                [*one, *other],
            )
        })
    });
    pairs.collect()
}

impl Page {
    /// Compares the readings of the selected check.
    pub fn compare_readings(&self) {
        let text = self.document.revision().get_untracked().text;
        if let Some(row) = untrack(|| self.checks.selected_row()) {
            let index = row.view.get_untracked().index;
            let kind = untrack(|| self.kind());
            let asked = (text.to_string(), index);
            self.stage.side_question.side_by_side(kind, asked, row.id);
        }
    }

    /// Both readings of a check have been answered.
    pub(super) fn show_side_by_side(&self, row: RowId, outcome: Outcome) {
        let (Some(row), Some(evidence)) = (self.checks.row(row), &outcome.system) else {
            return;
        };
        let note = outcome.sentence.clone();
        let other = evidence.beside.as_ref().zip(evidence.of_beside());
        let Some((other, before)) = other.filter(|_| !evidence.run.is_empty()) else {
            let notice = Notice::new(Topic::Run, Tone::Plain, note);
            self.notices.say(notice.lasting(Life::Text));
            return;
        };
        let noun = untrack(|| self.kind())
            .extras()
            .compares
            .unwrap_or_default();
        let [shown, beside] = &other.readings;
        let names = [shown, beside].map(|it| capitalised(&format!("{noun} {it}")));
        let title = capitalised(&format!("{noun} {shown} beside {noun} {beside}."));
        let run = ShownRun {
            row: Some(row.id),
            check: (*row.view.get_untracked()).clone(),
            outcome: Arc::new(outcome),
        };
        self.compare(Comparison {
            run: Arc::new(run),
            analysis: None,
            before: Earlier::System(before, None),
            names: Some(names),
            title,
            note,
        });
    }

    /// Asks whether two readings of the whole text are the same, and shows both where they part. A check of the text that asks this
    /// is selected instead; one with a bound asks less.
    pub fn compare_two_readings(&self, [one, other]: [&str; 2]) {
        let titles =
            [(one, other), (other, one)].map(|(one, other)| format!("same {one}, {other}"));
        let asks_this = |row: &Row| {
            let asks = |it: &Arc<CheckView>| it.bound.is_none() && titles.contains(&it.title);
            row.view.with_untracked(asks)
        };
        let rows = self.checks.rows().get_untracked();
        if let Some(row) = rows.iter().find(|row| asks_this(row)) {
            self.select_row(row.id);
            self.show(StageContent::Check);
            return self.pane.set(Pane::Stage);
        }
        if let Some(why) = untrack(|| self.why_unasked()) {
            let notice = Notice::new(Topic::Run, Tone::Plain, why);
            return self.notices.say(notice.lasting(Life::Text));
        }
        let line = format!("check {}", titles[0]);
        match self.drafted(&line) {
            Ok(check) => {
                let asked = (self.drafted_text(&line), check.index);
                let kind = untrack(|| self.kind());
                let question = self.stage.side_question;
                let names = [one, other].map(reading_name);
                question.ask_of_kind(kind, asked, Asked::Readings(Arc::new(check), names));
            }
            Err(why) => {
                let notice = Notice::new(Topic::Run, Tone::Bad, why);
                self.notices.say(notice.lasting(Life::Text));
            }
        }
    }

    /// It is known whether two readings of the text are the same.
    pub(super) fn show_readings(
        &self,
        check: &CheckView,
        [one, other]: &[String; 2],
        outcome: Outcome,
    ) {
        if outcome.length() == 0 {
            let notice = Notice::new(Topic::Run, Tone::Plain, outcome.sentence);
            return self.notices.say(notice.lasting(Life::Text));
        }
        let run = ShownRun {
            row: self.checks.selected().get_untracked(),
            check: check.clone(),
            outcome: Arc::new(outcome),
        };
        self.show(StageContent::Asked {
            run: Arc::new(run),
            analysis: None,
            title: format!("{one} compared with {other}."),
        });
        self.pane.set(Pane::Stage);
    }
}
