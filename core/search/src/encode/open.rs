//! The delivery encoding, open: an unrolling that keeps books, and what they say.

use super::account::FormulaCount;
use super::delivery::Unrolling;
use super::example::{Example, Meaning};
use super::rules::{self, Rule};
use super::window::Window;
use crate::budget::Limits;
use crate::cnf::Lit;
use crate::network::Task;

impl<'t> Unrolling<'t> {
    /// As [`Self::new`], and keeps books of what is written, for [`Self::formulas`].
    #[must_use]
    pub fn open(task: &'t Task, limits: &Limits) -> Self {
        let window = Window::from_start(&task.network, &[]);
        let account = Some(Box::default());
        let mut unrolling = Self::with_books(task, window, 0, limits, account);
        unrolling.start();
        unrolling
    }

    /// What each formula of the encoding came to so far, with a clause of it; nothing unless the
    /// unrolling is [`open`](Self::open). Linear in the size of the formula.
    #[must_use]
    pub fn formulas(&self) -> Vec<(FormulaCount, Option<Example>)> {
        let account = self.account.iter();
        let counts = account.flat_map(|it| it.close(&self.formula, &rules::TEXTS));
        counts.collect()
    }

    /// What is written from here on belongs to this formula.
    pub(super) fn under(&mut self, rule: Rule) {
        if let Some(account) = &mut self.account {
            account.begin(self.formula.clause_count(), rule as usize);
        }
    }

    /// What a literal says.
    pub(super) fn note(&mut self, lit: Lit, meaning: Meaning) {
        if let Some(account) = &mut self.account {
            account.note(lit, meaning);
        }
    }

    /// What the cursor of a frame says.
    pub(super) fn note_cursor(&mut self, index: usize) {
        for messages in 0..self.frames[index].observer.len() {
            if let Some(lit) = self.frames[index].observer.at(messages) {
                self.note(lit, Meaning::Exchanged { messages, index });
            }
        }
    }
}
