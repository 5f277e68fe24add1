//! Transition systems: texts, definitions, splitting, and the published verdicts.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

mod algorithm_two;
mod answers;
mod blame;
mod branches;
mod comparing;
mod corpus;
mod deadlocks;
mod decisive;
mod examples;
mod explore;
mod formulas;
mod list;
mod many_outcomes;
mod meaning;
mod named;
mod others;
mod passing;
mod pictures;
mod printed_endings;
mod printed_rules;
mod reading;
mod runs;
mod sealed;
mod space;
mod space_of_runs;
mod splitting;
mod starts;
mod warnings;
mod watching;

/// The entry of a run that is called so.
fn entry(run: &[lockstep_core::view::SystemStepView], number: &str) -> usize {
    let numbers = lockstep_core::view::step_numbers(run);
    numbers.iter().position(|it| it == number).unwrap()
}
