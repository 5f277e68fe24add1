//! Clauses and proofs as files: written by the worker when somebody asks for them, and handed over.

use leptos::prelude::*;
use lockstep_core::api::FormulaFile;

use super::Checks;
use crate::protocol::{Edition, Wanted};

/// What is handed over: the files, or why there are none, or none yet.
pub type Files = Result<FormulaFile, String>;

/// Files that somebody waits for.
#[derive(Clone, Copy)]
pub struct Wish {
    edition: Edition,
    to: Callback<Files>,
}

impl Checks {
    /// Has the clauses of the selected check written and handed over. One wish is kept: who waits for
    /// other files is told that they will not come.
    pub fn write_files(&self, edition: Edition, to: Callback<Files>) {
        self.forget_files("Another file was asked for instead.");
        to.run(Err("Being written.".to_owned()));
        self.wish.set_value(Some(Wish { edition, to }));
        self.make_way();
        self.pump();
    }

    /// The request for what is wished, if anything is.
    pub(super) fn wished(&self) -> Option<Wanted> {
        let wish = self.wish.get_value();
        wish.map(|wish| Wanted::Clauses(wish.edition))
    }

    /// Hands over what came of a request, if it is what was wished.
    pub(super) fn grant(&self, wants: Wanted, files: Files) {
        if self.wished() == Some(wants) {
            self.hand_over(files);
        }
    }

    /// Nobody is to wait for files any more.
    pub(super) fn forget_files(&self, why: &str) {
        self.hand_over(Err(why.to_owned()));
    }

    fn hand_over(&self, files: Files) {
        if let Some(wish) = self.wish.get_value() {
            self.wish.set_value(None);
            // Whoever wished for it may be gone.
            wish.to.try_run(files);
        }
    }
}
