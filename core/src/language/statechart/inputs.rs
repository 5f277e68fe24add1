//! Where inputs stand among what expressions can name, and which of them a term reads.
//!
//! Invariant: the variables of a statechart come first, then `self`, then its inputs, then what an event brings.

use super::model::Chart;
use crate::expression::{Term, TermKind};

impl Chart {
    /// The number of the first input in expressions.
    #[must_use]
    pub fn first_input(&self) -> usize {
        self.variables.len() + 1
    }

    /// The number in expressions of the first value that an event brings.
    #[must_use]
    pub fn first_parameter(&self) -> usize {
        self.first_input() + self.inputs.len()
    }

    /// The inputs that a term reads, in ascending order.
    #[must_use]
    pub fn inputs_of(&self, term: &Term) -> Vec<usize> {
        let mut read = Vec::new();
        if !self.inputs.is_empty() {
            let all = self.first_input()..self.first_parameter();
            term.each(&mut |it| match it.kind {
                TermKind::Variable(number) if all.contains(&number) => {
                    read.push(number - all.start);
                }
                _ => {}
            });
            read.sort_unstable();
            read.dedup();
        }
        read
    }
}
