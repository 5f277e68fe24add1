//! The kinds of model that this page can read, and how the code of others comes.
//!
//! Machines are in the first download. A text of another kind names the part that reads it
//! ([`Analysis::needs`]); [`bring`] fetches that, and from then on texts, colours and completions know the
//! kind. Page and worker each keep a list of their own: they are two programs.

use std::cell::RefCell;

use lockstep_core::api::{self, Analysis, CompletionsView, Kinds, ModelKind, TokenView};

use crate::parts::{Missing, part};

thread_local! {
    static KINDS: RefCell<Kinds> = RefCell::default();
}

/// What can be said about a text without solving. One whose kind is still to be fetched has nothing wrong with
/// it: it cannot be read yet.
pub fn analyse(text: &str) -> Analysis {
    let mut analysis = KINDS.with_borrow(|kinds| kinds.analyse(text));
    if analysis.needs.is_some() {
        analysis.diagnostics.clear();
    }
    analysis
}

/// The tokens of a text, for the editor.
pub fn tokens(text: &str) -> Vec<TokenView> {
    KINDS.with_borrow(|kinds| kinds.tokens(text))
}

/// What can be written at an offset, for the editor.
pub fn complete(text: &str, offset: u32) -> CompletionsView {
    KINDS.with_borrow(|kinds| kinds.complete(text, offset))
}

/// Fetches the part of this name and brings its kind of model in.
///
/// # Errors
/// The part cannot be fetched, or there is none of this name.
pub async fn bring(part: &str) -> Result<(), Missing> {
    let kind = match part {
        "transitions" => transitions().await?,
        "statecharts" => statecharts().await?,
        _ => return Err(Missing),
    };
    KINDS.with_borrow_mut(|kinds| kinds.bring(kind));
    Ok(())
}

part! {
    transitions;
    /// What reads transition systems.
    fn transitions() -> Result<&'static ModelKind, Missing> {
        Ok(&api::TRANSITIONS)
    }
}

part! {
    statecharts;
    /// What reads statecharts.
    fn statecharts() -> Result<&'static ModelKind, Missing> {
        Ok(&api::STATECHARTS)
    }
}
