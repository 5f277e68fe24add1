//! A question that is being put together by pointing at states.

use leptos::prelude::*;
use lockstep_core::api::{
    CheckView, PatchView, Range, asked, asked_line, implicit_lines, unbounded_line,
};

use super::content::StageContent;
use crate::state::run::Row;
use crate::state::{Page, Pane};

/// The bound that a new question starts with.
const USUAL: u32 = 10;
/// The largest bound on the slider; the text takes larger ones.
pub const MOST: u32 = 60;

/// The question being asked, if one is.
#[derive(Clone, Copy)]
pub struct Draft {
    goal: RwSignal<Vec<(usize, usize)>>,
    /// The bound in transactions; `None` asks for every length.
    pub bound: RwSignal<Option<u32>>,
}

impl Draft {
    /// Nothing is asked.
    #[must_use]
    pub fn new() -> Self {
        Self {
            goal: RwSignal::new(Vec::new()),
            bound: RwSignal::new(Some(USUAL)),
        }
    }

    /// Forgets the states that were chosen.
    pub(super) fn clear(&self) {
        if self.goal.with_untracked(|goal| !goal.is_empty()) {
            self.goal.set(Vec::new());
        }
    }

    /// The states chosen so far: lifeline and state, tracked.
    #[must_use]
    pub fn goal(&self) -> Vec<(usize, usize)> {
        self.goal.get()
    }

    /// Adds a state of a lifeline to the goal, in the place of another one of it; takes it away
    /// where it is the one.
    pub fn toggle(&self, lifeline: usize, state: usize) {
        self.goal.update(|goal| {
            let was_there = goal.contains(&(lifeline, state));
            goal.retain(|&(of, _)| of != lifeline);
            if !was_there {
                let at = goal.partition_point(|&(of, _)| of < lifeline);
                goal.insert(at, (lifeline, state));
            }
        });
    }
}

impl Page {
    /// The question being put together, as it would stand in the list, tracked.
    #[must_use]
    pub fn asked(&self) -> CheckView {
        let analysis = self.document.settled().get();
        asked(
            &analysis,
            &self.stage.draft.goal(),
            self.stage.draft.bound.get(),
        )
    }

    /// Begins a question, where its diagrams are seen.
    pub fn begin_to_ask(&self) {
        self.show(StageContent::Draft);
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

    /// Writes the question into the text, as its last line, and selects it.
    pub fn keep_asked(&self) {
        let analysis = self.document.settled().get_untracked();
        let goal = self.stage.draft.goal.get_untracked();
        let Some(line) = asked_line(&analysis, &goal, self.stage.draft.bound.get_untracked())
        else {
            return;
        };
        let title = asked(&analysis, &goal, None).title;
        self.show(StageContent::Check);
        self.add_check(&line, &title);
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
