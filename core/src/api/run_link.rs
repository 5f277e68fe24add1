//! Runs made by hand in the few characters of a link, and back again.
//!
//! A run is written as its number of steps and then, step by step, what moves: `b` begins a transition,
//! `e` ends one, each between the numbers of lifeline and transition. `2.0e1-1b3.1e3` is a run of two
//! steps. Steps are found again among those that the definitions admit there: a link cannot make
//! anything happen that cannot happen, it can only fail to be followed.

use super::ByHand;
use crate::view::{MoveView, StepView};

/// Most steps that are followed: texts with longer scenarios are not read.
pub const LONGEST_RUN: usize = 2_000;

impl ByHand {
    /// The run as a link tells it. Linear in the run.
    #[must_use]
    pub fn run_link(&self, run: &[StepView]) -> String {
        let mut link = run.len().saturating_sub(1).to_string();
        for step in run.iter().skip(1) {
            link += &format!(".{}", moved(step));
        }
        link
    }

    /// The run that a link tells, with its start, as far as the definitions admit it; and whether
    /// that is the whole of it. O(steps · choices).
    #[must_use]
    pub fn follow_link(&self, link: &str) -> (Vec<StepView>, bool) {
        let mut parts = link.split('.');
        let count: Option<usize> = parts.next().and_then(|count| count.parse().ok());
        let mut run = vec![self.start()];
        for part in parts.take(LONGEST_RUN) {
            let choices = self.choices(&run[run.len() - 1].state).unwrap_or_default();
            // What moves says who sends what to whom: a trigger is one symbol, and one lifeline sends.
            match choices.into_iter().find(|choice| moved(choice) == part) {
                Some(next) => run.push(next),
                None => break,
            }
        }
        let whole = count == Some(run.len() - 1);
        (run, whole)
    }
}

/// What a step moves.
fn moved(step: &StepView) -> String {
    let half = |half: &MoveView| {
        let sign = if half.begins { 'b' } else { 'e' };
        format!("{}{sign}{}", half.lifeline, half.transition)
    };
    let halves: Vec<_> = step.moves.iter().map(half).collect();
    halves.join("-")
}
