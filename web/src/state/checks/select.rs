//! Which check is looked at: by its row, its position in the list, or what it asks.

use leptos::prelude::*;

use super::Checks;
use crate::state::run::{Row, RowId};

impl Checks {
    /// The position of the selected row in the list, from 0.
    #[must_use]
    pub fn position(&self) -> Option<usize> {
        let id = self.selected.get_untracked()?;
        self.rows
            .with_untracked(|rows| rows.iter().position(|row| row.id == id))
    }

    /// Has the check at a position wait until the user has bet on its answer: it is not asked, so that nothing on the page
    /// can tell. `None` has none wait.
    pub fn hold(&self, position: Option<usize>) {
        if self.held.get_untracked() == position {
            return;
        }
        self.held.set(position);
        self.send_next();
    }

    /// Whether the check at a position waits for a bet, tracked.
    #[must_use]
    pub fn is_held(&self, position: usize) -> bool {
        self.held.get() == Some(position)
    }

    /// Selects a row and opens its run.
    pub fn select(&self, id: RowId) {
        self.tells.set_value(false);
        if self.selected.get_untracked() != Some(id) {
            self.selected.set(Some(id));
            self.open_run();
            self.help_the_selected();
        }
    }

    /// Goes to a step of the selected run, whatever its answer will be.
    pub fn go_to(&self, step: usize) {
        self.opens.set_value(None);
        self.step.set(step);
    }

    /// Selects by position in the list, from 0. Where there are no rows yet, as of a kind of model whose part is still
    /// to come, this waits for them; else nothing happens where there is none.
    pub fn select_at(&self, position: usize) {
        let none = self.rows.with_untracked(Vec::is_empty);
        self.wanted.set_value(none.then_some(position));
        if let Some(id) = self.id_at(position) {
            self.select(id);
        }
    }

    /// The row at a position of the list, from 0.
    #[must_use]
    pub fn id_at(&self, position: usize) -> Option<RowId> {
        (self.rows).with_untracked(|rows| rows.get(position).map(|row| row.id))
    }

    /// Selects the last check of the text; nothing happens where there is none.
    pub fn select_last(&self) {
        let count = self.rows.with_untracked(Vec::len);
        self.select_at(count.wrapping_sub(1));
    }

    /// Selects the last of the checks that ask this; nothing happens where there is none.
    pub fn select_titled(&self, title: &str) {
        let is_it = |row: &Row| row.view.with_untracked(|view| view.title == title);
        let last = self
            .rows
            .with_untracked(|rows| rows.iter().rposition(is_it));
        if let Some(position) = last {
            self.select_at(position);
        }
    }
}
