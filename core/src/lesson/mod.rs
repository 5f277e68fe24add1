//! Lessons: Markdown with live models, bets and a task, and the judge of attempts at the task.
//!
//! [`read`] makes plain data of the Markdown of a lesson. It never fails: what cannot be read is a [`Finding`] with its
//! line. [`locks()`] says which lines of an attempt are locked. [`Judge`] compares an attempt with the criteria of a task.
//!
//! The judge answers no check itself. It asks for the answers that it needs ([`Judge::question`]), and whoever has
//! engines gives them ([`Judge::answer`]): the page asks its worker, [`judge()`] asks [`answer`] in one go. So the
//! code of the judge needs no engine, and a search can be stopped, limited and kept as any other one.
//!
//! `docs/lessons.md` defines the format and the criteria.

mod document;
mod judgement;
mod question;
mod task;

pub use document::{
    Align, Bet, Block, CheckRef, Claim, Finding, Inline, Lesson, ListItem, ModelBlock, ModelSource,
    Slide, Table, View, Words,
};
pub use judgement::{
    Change, Difference, Evidence, Judged, Judgement, LineLock, Locks, Met, Played, ProofFault,
    Shown,
};
pub use question::{Answer, Question};
pub use task::{Criterion, Demand, OpenLines, Part, Same, Task};
