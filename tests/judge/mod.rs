//! The judge of sentences: what the product says about a model, read off its words and decided by
//! the interpreter of the definitions, over all runs that the words speak of.
//!
//! A judge gets the sentence as somebody reads it, not the data that it was made from, and shares no
//! code with what wrote it. A sentence of no known form is a failure as well: whoever adds a form
//! adds its judge. `docs/sentences.md` lists the forms.

pub mod after;
pub mod answer;
pub mod reason;
pub mod scene;
pub mod steps;
pub mod vacuity;
pub mod waits;
pub mod words;

/// What became of a sentence: its form, and whether it is true. `None` where there are too many states
/// to say.
pub type Judged = Option<(&'static str, bool)>;
