//! Two runs compared: that of the text before an edit with the one of today, or that of today with the one a repair
//! would bring. Nothing is changed by looking.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{
    self, Analysis, CheckView, Outcome, RepairView, StructureKind, SystemEvidenceView, capitalised,
    with_patches,
};
use lockstep_core::diagram::chart::{Chart, chart};

use super::content::StageContent;
use super::side_question::Asked;
use crate::state::notices::{Life, Notice, Tone, Topic};
use crate::state::run::{Before, Row, RowId, ShownRun};
use crate::state::{Page, Pane};

/// Two runs side by side.
pub struct Comparison {
    /// The later one, which is played.
    pub run: Arc<ShownRun>,
    /// The machines of the later run, where they are not those of the text.
    pub analysis: Option<Arc<Analysis>>,
    /// The earlier one.
    pub before: Earlier,
    /// What the two are called where they are of one text, the later one first: then both are drawn beside each other.
    pub names: Option<[String; 2]>,
    /// What the two are.
    pub title: String,
    /// What else is to be said of them; may be empty.
    pub note: String,
}

/// The earlier of two runs, of whatever kind of model.
pub enum Earlier {
    /// Of machines, as it is told.
    Machines(Chart),
    /// Of a transition system.
    System(SystemEvidenceView),
}

/// The run of a text with a repair, which is being looked for, and what it is to be compared with.
pub struct Preview {
    row: RowId,
    analysis: Arc<Analysis>,
    check: CheckView,
    before: Chart,
    title: String,
}

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
    /// Compares the run of a check with the one it had before the text was edited.
    pub fn compare_with(&self, row: &Row, before: &Before) {
        let Some(outcome) = row
            .run
            .with_untracked(|run| Some(run.answer.clone()?.outcome))
        else {
            return;
        };
        let earlier = match &before.outcome.system {
            Some(system) => Earlier::System(system.clone()),
            None => {
                let old = Arc::new(api::analyse(&before.text));
                let Some(check) = old.checks.get(before.outcome.check) else {
                    return;
                };
                Earlier::Machines(chart(&old, check, Some(&before.outcome)))
            }
        };
        let run = ShownRun {
            row: Some(row.id),
            check: (*row.view.get_untracked()).clone(),
            outcome,
        };
        self.compare(Comparison {
            run: Arc::new(run),
            analysis: None,
            before: earlier,
            names: None,
            title: "Compared with the run before the edit.".into(),
            note: String::new(),
        });
    }

    /// Compares the run of a transition system that is made by hand with that of the selected check's answer.
    pub fn compare_with_answer(&self) {
        let run = untrack(|| self.shown_run());
        let row = untrack(|| self.checks.selected_row());
        let answer = row.and_then(|row| row.run.with_untracked(|run| run.answer.clone()));
        let (Some(run), Some(answer)) = (run, answer) else {
            return;
        };
        if let Some(system) = answer.outcome.system.clone() {
            self.compare(Comparison {
                run,
                analysis: None,
                before: Earlier::System(system),
                names: Some(["By hand".into(), "The answer".into()]),
                title: "The run by hand beside that of the answer.".into(),
                note: String::new(),
            });
        }
    }

    /// Compares the run of the selected check with the one that a repair would bring.
    pub fn preview_repair(&self, repair: &RepairView) {
        let text = self.document.revision().get_untracked().text;
        let mended = with_patches(&text, &repair.patches);
        let Some(row) = untrack(|| self.checks.selected_row()) else {
            return;
        };
        let Some(outcome) = row
            .run
            .with_untracked(|run| Some(run.answer.clone()?.outcome))
        else {
            return;
        };
        let view = row.view.get_untracked();
        let now = self.document.settled().get_untracked();
        let before = chart(&now, &view, Some(&outcome));
        let after = Arc::new(api::analyse(&mended));
        let Some(check) = after.checks.get(view.index).cloned() else {
            return;
        };
        let title = format!("With this repair: {}.", repair.title.replace('`', ""));
        let preview = Preview {
            row: row.id,
            analysis: after,
            check,
            before,
            title,
        };
        let asked = Asked::Preview(Arc::new(preview));
        self.stage.side_question.ask(mended, view.index, asked);
    }

    /// The run that a repair would bring is there.
    pub(super) fn show_preview(&self, preview: &Preview, outcome: Arc<Outcome>) {
        let run = ShownRun {
            row: Some(preview.row),
            check: preview.check.clone(),
            outcome,
        };
        self.compare(Comparison {
            run: Arc::new(run),
            analysis: Some(Arc::clone(&preview.analysis)),
            before: Earlier::Machines(preview.before.clone()),
            names: None,
            title: preview.title.clone(),
            note: String::new(),
        });
    }

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
            before: Earlier::System(before),
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

    /// Shows two runs side by side.
    pub(super) fn compare(&self, comparison: Comparison) {
        self.show(StageContent::Comparison(Arc::new(comparison)));
        self.pane.set(Pane::Stage);
    }
}
