//! A question that is being put together by pointing at states and values.

use leptos::prelude::*;
use lockstep_core::api::{
    Asks, CheckView, Kind, PatchView, Range, drafted, drafted_line, drafted_text, implicit_lines,
    place_term, unbounded_line,
};

use super::content::StageContent;
use super::views::CanvasMode;
use crate::kinds;
use crate::state::folds::Fold;
use crate::state::notices::{Life, Notice, Tone, Topic};
use crate::state::run::Row;
use crate::state::{Page, Pane};

/// The largest bound on the slider; the text takes larger ones.
pub const MOST: u32 = 60;

/// What a question names, as its line writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    text: String,
    /// What it is about, such as a lifeline or a variable: a question names each at most once. Nothing of what was typed.
    of: Option<String>,
}

/// The question being asked, if one is.
#[derive(Clone, Copy)]
pub struct Draft {
    /// What it asks of its terms.
    pub asks: RwSignal<Asks>,
    terms: RwSignal<Vec<Term>>,
    /// The states that the solver is to go on to in a run by hand: lifeline of the run, and state.
    goal: RwSignal<Vec<(usize, usize)>>,
    /// The bound in steps that count; `None` asks for every length.
    pub bound: RwSignal<Option<u32>>,
    /// The terms that the model on the stage has: suggestions for the field, which keyboard users have.
    pub offered: RwSignal<Vec<String>>,
}

impl Draft {
    /// Nothing is asked.
    #[must_use]
    pub fn new() -> Self {
        Self {
            asks: RwSignal::new(Asks::Reach),
            terms: RwSignal::new(Vec::new()),
            goal: RwSignal::new(Vec::new()),
            bound: RwSignal::new(None),
            offered: RwSignal::new(Vec::new()),
        }
    }

    /// Forgets what was chosen.
    pub(super) fn clear(&self) {
        if self.terms.with_untracked(|terms| !terms.is_empty()) {
            self.terms.set(Vec::new());
        }
        if self.goal.with_untracked(|goal| !goal.is_empty()) {
            self.goal.set(Vec::new());
        }
        if self.asks.get_untracked() != Asks::Reach {
            self.asks.set(Asks::Reach);
        }
    }

    /// What it names, in the order in which it was chosen, tracked.
    #[must_use]
    pub fn terms(&self) -> Vec<String> {
        self.terms
            .with(|terms| terms.iter().map(|it| it.text.clone()).collect())
    }

    /// Whether something is named of this, tracked.
    #[must_use]
    pub fn names(&self, of: &str) -> bool {
        self.terms
            .with(|terms| terms.iter().any(|it| it.of.as_deref() == Some(of)))
    }

    /// Adds a term in the place of another one of the same; takes it away where it is the one.
    pub fn toggle(&self, of: String, text: String) {
        self.terms.update(|terms| {
            let was_there = terms.iter().any(|it| it.text == text);
            terms.retain(|it| it.text != text && it.of.as_ref() != Some(&of));
            if !was_there {
                let of = Some(of);
                terms.push(Term { text, of });
            }
        });
    }

    /// The states that the solver is to go on to, tracked.
    #[must_use]
    pub fn goal(&self) -> Vec<(usize, usize)> {
        self.goal.get()
    }

    /// Adds a state of a lifeline to them, in the place of another one of it; takes it away where it is the one.
    fn toggle_state(&self, lifeline: usize, state: usize) {
        self.goal.update(|goal| {
            let was_there = goal.contains(&(lifeline, state));
            goal.retain(|&(of, _)| of != lifeline);
            if !was_there {
                let at = goal.partition_point(|&(of, _)| of < lifeline);
                goal.insert(at, (lifeline, state));
            }
        });
    }

    /// Adds what was typed, unless it is there.
    pub fn add(&self, text: &str) {
        if self
            .terms
            .with_untracked(|terms| terms.iter().all(|it| it.text != text))
        {
            let text = text.to_owned();
            self.terms
                .update(|terms| terms.push(Term { text, of: None }));
        }
    }

    /// Takes a term away.
    pub fn leave_out(&self, text: &str) {
        self.terms
            .update(|terms| terms.retain(|it| it.text != text));
    }
}

impl Page {
    /// The line that the question being put together becomes, tracked; `None` where it names nothing yet.
    #[must_use]
    pub fn drafted_line(&self) -> Option<String> {
        let draft = self.stage.draft;
        drafted_line(
            self.kind(),
            draft.asks.get(),
            &draft.terms(),
            draft.bound.get(),
        )
    }

    /// What a line would ask if the text had it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn drafted(&self, line: &str) -> Result<CheckView, String> {
        let text = self.document.revision().get_untracked().text;
        drafted(&text, line, kinds::analyse_apart)
    }

    /// The text with a line that asks more than it does.
    #[must_use]
    pub fn drafted_text(&self, line: &str) -> String {
        drafted_text(
            &self.document.revision().get_untracked().text,
            line,
            kinds::analyse_apart,
        )
    }

    /// The question being put together, as it would stand in the list, tracked.
    #[must_use]
    pub fn asked(&self) -> CheckView {
        let asked = self.drafted_line().map(|it| self.drafted(&it));
        let analysis = self.document.settled().get();
        let mut asked = asked.and_then(Result::ok).unwrap_or_else(|| CheckView {
            index: analysis.checks.len(),
            kind: Kind::Reach,
            title: "a question".to_owned(),
            scenario: None,
            loose: false,
            goal: Vec::new(),
            lifelines: analysis.system.clone(),
            bound: None,
            expected: None,
            expect_written: false,
            forbidden: false,
            implicit: false,
            range: Range::default(),
        });
        // What is chosen is marked in the drawings, whatever is asked of it.
        if asked.kind == Kind::Always {
            let reach = drafted_line(self.kind(), Asks::Reach, &self.stage.draft.terms(), None);
            let reach = reach.and_then(|it| self.drafted(&it).ok());
            asked.goal = reach.map_or_else(Vec::new, |it| it.goal);
        }
        asked
    }

    /// Chooses a state of a lifeline for the question, or for the solver to go on to, or leaves it out.
    pub fn choose_state(&self, lifeline: usize, state: usize) {
        // The lifelines of a run by hand may be those of a scenario.
        if self.stage.session.get_untracked().is_some() {
            return self.stage.draft.toggle_state(lifeline, state);
        }
        let analysis = self.document.settled().get_untracked();
        let name = analysis.system.get(lifeline).map(|it| it.name.clone());
        if let (Some(name), Some(term)) = (name, place_term(&analysis, lifeline, state)) {
            self.stage.draft.toggle(name, term);
        }
    }

    /// Why no question can be asked now, tracked.
    #[must_use]
    pub fn why_unasked(&self) -> Option<&'static str> {
        if self.document.analysis().with(|it| it.has_errors) {
            return Some("A question can be asked once the errors in the text are fixed.");
        }
        let is_empty = self.document.settled().with(|it| {
            let has_values = it.structure.system().is_some();
            !has_values && it.system.is_empty()
        });
        is_empty.then_some("A question is about a model. Write one, or open an example.")
    }

    /// Begins a question, where its drawings are seen, or says why there can be none; leaves the one that is being put together.
    pub fn ask(&self) {
        if self.stage.asks.get_untracked() {
            return self.choose_goal(false);
        }
        if let Some(why) = untrack(|| self.why_unasked()) {
            let notice = Notice::new(Topic::Refusal, Tone::Plain, why);
            return self.notices.say(notice.lasting(Life::Text));
        }
        self.show(StageContent::Draft);
        self.stage.views.show_on_canvas(CanvasMode::Drawing);
        for pane in [Fold::Canvas, Fold::Run] {
            if self.folds.has(pane) {
                self.folds.toggle(pane);
            }
        }
        self.pane.set(Pane::Stage);
    }

    /// Begins to choose the states that the solver is to go on to from a run by hand, or leaves that; a question of
    /// its own is left, too.
    pub fn choose_goal(&self, open: bool) {
        self.stage.draft.clear();
        match self.stage.content.get_untracked() {
            StageContent::Simulation {
                session, row, run, ..
            } => self.show(StageContent::Simulation {
                session,
                row,
                run,
                asks: open,
            }),
            StageContent::Draft if !open => self.show(StageContent::Check),
            _ => {}
        }
    }

    /// Writes the question into the text, as its last line, and selects it; where the text asks it already, that check. Says whether it
    /// could be asked.
    pub fn keep_asked(&self) -> bool {
        let line = untrack(|| self.drafted_line());
        let Some((line, Ok(asked))) = line.map(|it| (it.clone(), self.drafted(&it))) else {
            return false;
        };
        self.show(StageContent::Check);
        let is_it = |it: &Row| {
            it.view.with_untracked(|it| {
                it.title == asked.title && it.bound == asked.bound && !it.implicit
            })
        };
        let rows = self.checks.rows();
        match rows.with_untracked(|rows| rows.iter().position(is_it)) {
            Some(position) => self.checks.select_at(position),
            None => self.add_check(&line, &asked.title),
        }
        true
    }

    /// Asks the same as a check, for every length: as a further line of the text.
    pub fn ask_for_every_length(&self, check: &CheckView) {
        let text = self.document.revision().get_untracked().text;
        if let Some(line) = unbounded_line(&text, check.index) {
            self.add_check(&line, &check.title);
        }
    }

    /// Asks of a deadlock whether it is there without further events of the environment: by the check that asks it, which is
    /// written where there is none.
    pub fn ask_without_environment(&self, check: &CheckView) {
        let title = check
            .title
            .replacen("deadlock", "deadlock without environment", 1);
        let rows = self.checks.rows();
        let is_it = |it: &Row| it.view.with_untracked(|view| view.title == title);
        match rows.with_untracked(|rows| rows.iter().any(is_it)) {
            true => self.checks.select_titled(&title),
            false => self.add_check(&format!("check {title}"), &title),
        }
    }

    /// Writes a check into the text, as its last line, and selects it. Scenarios that were checked
    /// without being asked about get a line of their own with the first one.
    fn add_check(&self, line: &str, title: &str) {
        let analysis = self.document.settled().get_untracked();
        let text = self.document.revision().get_untracked().text;
        // Among its like it stands below them, else after an empty line.
        let last = text.trim_end().lines().last().unwrap_or_default();
        let gap = match last.starts_with("check") {
            true => "",
            false => "\n",
        };
        self.append(&format!("{gap}{}{line}\n", implicit_lines(&analysis)));
        self.checks.select_titled(title);
    }

    /// Appends lines to the text, in one step that undo takes back.
    pub fn append(&self, lines: &str) {
        let text = self.document.revision().get_untracked().text;
        let start = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        // Texts are far smaller than four gigabytes: links and storage end long before.
        let end = u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX);
        let patch = PatchView {
            range: Range {
                from: end,
                to: end,
                ..Range::default()
            },
            text: format!("{start}{lines}"),
        };
        self.patch(&[patch]);
    }
}
