//! The kinds of model that this page can read, and how the code of others comes.
//!
//! Machines are in the first download. A text of another kind names the part that reads it
//! ([`Analysis::needs`]); [`bring`] fetches that, and from then on texts, colours and completions know the
//! kind. Page and worker each keep a list of their own: they are two programs.

use std::cell::RefCell;
use std::rc::Rc;

use lockstep_core::api::{
    self, Analysis, CompletionsView, Kinds, ModelKind, ReadText, TokenView, WhatIsAsked,
};

use crate::parts::{Missing, part};

thread_local! {
    static KINDS: RefCell<Kinds> = RefCell::default();
    /// The text that was read last: at a key editor, findings and stage ask about the same one.
    static LATEST: RefCell<Option<Rc<ReadText>>> = RefCell::default();
}

/// The kinds of model that can be read now.
pub fn known() -> Kinds {
    KINDS.with_borrow(Kinds::clone)
}

/// A text, read once however many ask for it one after the other.
pub fn read(text: &str) -> Rc<ReadText> {
    let latest = LATEST.with_borrow(Option::clone);
    latest.filter(|it| it.text() == text).unwrap_or_else(|| {
        let read = Rc::new(KINDS.with_borrow(|kinds| kinds.read(text)));
        LATEST.set(Some(Rc::clone(&read)));
        read
    })
}

/// What can be said about a text without solving. One whose kind is still to be fetched has nothing wrong with
/// it: it cannot be read yet.
pub fn analyse(text: &str) -> Analysis {
    let read = read(text);
    let mut analysis = KINDS.with_borrow(|kinds| kinds.analysis_of(&read));
    if analysis.needs.is_some() {
        analysis.diagnostics.clear();
    }
    analysis
}

/// The same of a text that nothing else is asked about: the one before stays at hand.
pub fn analyse_apart(text: &str) -> Analysis {
    KINDS.with_borrow(|kinds| kinds.analyse(text))
}

/// What the checks of a text ask, and of which model; `analysis` is of this text.
pub fn what_is_asked(text: &str, analysis: &Analysis) -> WhatIsAsked {
    read(text).what_is_asked(analysis)
}

/// The tokens of a text, for the editor.
pub fn tokens(text: &str) -> Vec<TokenView> {
    read(text).tokens()
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
        "classes" => classes().await?,
        #[cfg(feature = "toy-kinds")]
        "petri" => petri().await?,
        _ => return Err(Missing),
    };
    KINDS.with_borrow_mut(|kinds| kinds.bring(kind));
    // It was read without this kind.
    LATEST.set(None);
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

part! {
    classes;
    /// What reads class models.
    fn classes() -> Result<&'static ModelKind, Missing> {
        Ok(&api::CLASSES)
    }
}

#[cfg(feature = "toy-kinds")]
part! {
    petri;
    /// What reads Petri nets.
    fn petri() -> Result<&'static ModelKind, Missing> {
        Ok(&api::PETRI)
    }
}
