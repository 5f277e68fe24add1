//! Clauses and proofs as files: written by the worker when somebody asks for them, and handed over.

use leptos::prelude::*;
use lockstep_core::api::{FormulaFile, Refusal};

use super::{Checks, refused};
use crate::protocol::{Edition, Ticket, Wanted};

/// What is handed over: the files, or why there are none.
pub type Files = Result<FormulaFile, String>;

/// Files that somebody waits for.
#[derive(Clone, Copy)]
pub struct Wish {
    edition: Edition,
    to: Callback<Files>,
}

impl Checks {
    /// Has the clauses of the selected check written and handed over. A wish before it that has not
    /// been granted is forgotten.
    pub fn write_files(&self, edition: Edition, to: Callback<Files>) {
        self.wish.set_value(Some(Wish { edition, to }));
        self.pump();
    }

    /// The request for what is wished, if anything is.
    pub(super) fn wished(&self) -> Option<Wanted> {
        let wish = self.wish.get_value();
        wish.map(|wish| Wanted::Clauses(wish.edition))
    }

    /// Hands over what was wished.
    pub(super) fn grant(&self, files: Files) {
        if let Some(wish) = self.wish.get_value() {
            self.wish.set_value(None);
            // Whoever wished for it may be gone.
            wish.to.try_run(files);
        }
    }

    /// The files have been written.
    pub(super) fn settle_files(&self, ticket: Ticket, result: Result<Box<FormulaFile>, Refusal>) {
        let is_awaited = self.busy.get_value().is_some_and(|it| it.ticket == ticket);
        if is_awaited {
            self.busy.set_value(None);
            self.grant(result.map(|file| *file).map_err(|why| refused(&why)));
        }
        self.pump();
    }
}
