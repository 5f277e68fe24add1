//! The judge of attempts, in a part of the program of its own: who only reads a lesson does without it.
//!
//! Everything that runs the judge's code stands in the two functions of the part; what is handed on between them is data.

use lockstep_core::api::Kinds;
use lockstep_core::lesson::{Answer, Files, Judge, Task};

use crate::parts::part;

/// What has to be there, at the beginning of a sentence.
pub const NEEDED: &str = "What judges attempts";

part! {
    judge;
    /// Begins to judge an attempt.
    pub fn begin(kinds: Kinds, task: Task, files: Files, attempt: String) -> Result<Judge, Missing> {
        Ok(Judge::new(&kinds, &task, &files, &attempt))
    }
}

part! {
    judge;
    /// Goes on with an answer.
    pub fn go_on(judge: Judge, answer: Answer) -> Result<Judge, Missing> {
        let mut judge = judge;
        judge.answer(answer);
        Ok(judge)
    }
}
