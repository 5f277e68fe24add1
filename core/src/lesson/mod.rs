//! Lessons: Markdown with live models, bets and a task, and the judge of attempts at the task.
//!
//! [`read`] makes plain data of the Markdown of a lesson. It never fails: what cannot be read is a [`Finding`] with its
//! line. [`locks()`] says which lines of an attempt are locked. [`Judge`] compares an attempt with the criteria of a task.
//!
//! The judge answers no check itself. It asks for the answers that it needs ([`Judge::question`]), and its caller, who has
//! engines, gives them ([`Judge::answer`]): the page asks its worker, [`judge()`] asks [`answer`] in one go. So the
//! code of the judge needs no engine, and a search can be stopped, limited and kept as any other one.
//!
//! `docs/lessons.md` defines the format and the criteria.

mod claims;
mod document;
mod engines;
mod examine;
mod hidden;
mod judge;
mod judgement;
mod locks;
mod path;
mod question;
mod read;
mod same;
mod task;

pub use claims::{bet_question, claim_holds, claim_question, right_choice, value_of};

pub use document::{
    Align, Bet, Block, CheckRef, Claim, Finding, Inline, Lesson, ListItem, ModelBlock, ModelSource,
    Slide, Table, View, Words,
};
pub use engines::{answer, judge};
pub use examine::{Attempt, Checked, Report, Verdict, examine};
pub use hidden::{WithHidden, with_hidden};
pub use judge::{Files, Judge};
pub use judgement::{
    Change, Difference, Evidence, Judged, Judgement, LineLock, Locks, Met, Played, ProofFault,
    Shown,
};
pub use locks::locks;
pub use path::PATH;
pub use question::{Answer, Question};
pub use read::{read, words};
pub use task::{Criterion, Demand, OpenLines, Part, Same, Task};
