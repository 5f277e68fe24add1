//! Clauses and proofs as files: written by the worker when somebody asks for them, and handed over.
//!
//! The wish says all that is needed to save the file, so that nobody has to wait for it: who asked may
//! close the dialog meanwhile.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::FormulaFile;

use super::Checks;
use crate::protocol::{Edition, Wanted};
use crate::state::written_file::{Wish, WrittenFile};

/// How far the last wish of each edition got, in words.
pub type WishStatus = Vec<(Edition, String)>;

impl Checks {
    /// Has a file about the selected check written. One wish is kept: what was wished for before does
    /// not come, and is told so.
    pub fn write_file(&self, wish: Wish) {
        self.forget_files("Another file was asked for instead.");
        self.say_of_wish(wish.edition, "Being written.");
        let wanted = Wanted::Clauses(wish.edition);
        self.wish.set_value(Some(wish));
        self.give_up_if(&|busy| {
            matches!(busy.job.wants, Wanted::Clauses(_)) && busy.job.wants != wanted
        });
        self.send_next();
    }

    /// How far the last wish of an edition got, tracked.
    #[must_use]
    pub fn wish_status(&self, edition: Edition) -> Option<String> {
        self.wish_status.with(|all| {
            let said = all.iter().find(|(of, _)| *of == edition);
            said.map(|(_, words)| words.clone())
        })
    }

    /// Says how far the last wish of an edition got.
    pub fn say_of_wish(&self, edition: Edition, words: &str) {
        self.wish_status.update(|all| {
            all.retain(|(of, _)| *of != edition);
            all.push((edition, words.to_owned()));
        });
    }

    /// The file that has been written and waits to be saved, tracked.
    #[must_use]
    pub fn written_file(&self) -> Option<Arc<WrittenFile>> {
        self.written_file.get()
    }

    /// The request for what is wished, if anything is.
    pub(super) fn wished(&self) -> Option<Wanted> {
        let edition = |wish: &Option<Wish>| wish.as_ref().map(|wish| wish.edition);
        self.wish.with_value(edition).map(Wanted::Clauses)
    }

    /// Hands over what came of a request, if it is what was wished.
    pub(super) fn grant(&self, wants: Wanted, files: Result<FormulaFile, String>) {
        if self.wished() != Some(wants) {
            return;
        }
        let Some(wish) = self.wish.get_value() else {
            return;
        };
        let text = files.and_then(|files| match wish.proof {
            false => Ok(files.dimacs),
            true => {
                (files.drat).ok_or_else(|| "It can be satisfied, so there is no proof.".to_owned())
            }
        });
        self.wish.set_value(None);
        match text {
            Ok(text) => {
                let text = text.into();
                (self.written_file).set(Some(Arc::new(WrittenFile { wish, text })));
            }
            Err(why) => self.say_of_wish(wish.edition, &why),
        }
    }

    /// Nobody is to wait for files any more.
    pub(super) fn forget_files(&self, why: &str) {
        if let Some(wish) = self.wish.get_value() {
            self.wish.set_value(None);
            self.say_of_wish(wish.edition, why);
        }
    }
}
