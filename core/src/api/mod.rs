//! The border of the core: requests and answers as plain data, ready to cross to a worker.
//!
//! [`analyse`] is cheap (linear in the text) and meant to run while somebody types; [`check`] may
//! take long and belongs into a worker. Both take the text itself: the shells hold no core types.

mod analysis;
mod blame;
mod by_hand;
mod capabilities;
mod check;
mod check_line;
mod classes;
mod depths;
mod draft;
mod editing;
mod encoded;
mod ends;
mod formula;
mod found;
mod kind;
mod kinds;
mod matrix;
mod near_miss;
mod next_witness;
mod patch;
#[cfg(feature = "toy-kinds")]
mod petri;
mod places;
mod pool;
mod printed;
mod property;
mod read_text;
mod repair;
mod report;
mod request;
mod run_as_text;
mod run_entry;
mod run_link;
mod simulate;
mod space;
mod statecharts;
mod steps;
mod systems;
mod taken_apart;
mod vacuity;
mod what_is_asked;

pub use analysis::{analyse, analyse_with};
pub use by_hand::{ByHand, MOST_CHOICES, Stuck};
pub use capabilities::Clockless;
pub use check::check;
pub use check_line::{implicit_lines, unbounded_line};
pub use classes::{
    CLASS_FRAMES, CLASS_PROOFS, CLASS_REPAIRS, CLASS_RUNS, CLASS_VALUES, CLASS_VISITS, CLASSES,
    refused_calls,
};
pub use depths::depths;
pub use draft::{Asks, drafted, drafted_line, drafted_text, place_term, value_term, value_terms};
pub use editing::{complete, tokens};
pub use encoded::{encoded, encoded_file};
pub use formula::formula;
pub use kind::{
    Asked, BothRuns, Calls, Compare, Comparing, Demands, Explorable, Explore, Exploring, Found,
    Head, KindValues, ModelKind, Opened, OtherReading, OtherRuns, OtherWords, Provable, Prove,
    Repair, Repairing, Search, ShownCheck, ShownKind, ShownOperation, ShownVariable, Soonest,
    SoonestOfPart, StepAnswer, StepFormulas, StepKind, StepQuestion, Stepwise, Writing,
};
pub use kinds::{
    Kinds, STATECHART_VALUES, STATECHARTS, TRANSITION_VALUES, TRANSITIONS, check_of_kind,
    compare_of_kind, is_reading, printed_of, repair_of_kind, runs_of, scripts_of, values_of,
};
pub use matrix::matrix;
pub use near_miss::{NearMiss, near_misses};
pub use next_witness::next_witness;
pub use patch::{patched_lines, with_patches};
#[cfg(feature = "toy-kinds")]
pub use petri::{PETRI, PETRI_RUNS, PETRI_VALUES};
pub use places::places;
pub use pool::Pool;
pub use printed::{
    Printing, Scripting, both, every_repair, printed, printed_charts, printed_charts_formula,
    printed_classes, printed_classes_formula, printed_formula, script_of_classes,
};
pub use read_text::ReadText;
pub use repair::repair;
pub use request::{Capabilities, Host, KindValue, Means, Progress, Refusal};
pub use simulate::{
    Goal, Listed, NoSimulation, Offers, Simulate, SimulatedKind, SimulatedModel, Tracked, Wanted,
    onward_by_answer, simulate_all, simulate_by_chance, simulate_by_hand, simulate_run,
    simulate_run_to, simulate_run_tracking, simulate_space, simulate_states_to, simulate_traces,
};
pub use space::MOST_DRAWN;
pub use statecharts::{
    Statecharts, chart_run_as_scenario, chart_scene, chart_scene_of, chart_state_as_question,
    chart_state_term, compare_readings, watched_chart,
};
pub use systems::{TransitionSystems, Watched, watched};
pub use taken_apart::taken_apart;
pub use what_is_asked::WhatIsAsked;

/// For the sentences that the shells write themselves.
pub use crate::language::{Extras, ProposedRepairs, ShownFormulas};
pub use crate::text::{capitalised, grouped, megabytes};
pub use crate::view::*;
