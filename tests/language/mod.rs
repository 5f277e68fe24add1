//! The model language as a whole: diagnostics, meaning, canonical form, texts beyond all limits.

mod diagnostics;
mod editing;
mod limits;
mod meaning;
mod printing;
mod reading_once;
mod usable;
