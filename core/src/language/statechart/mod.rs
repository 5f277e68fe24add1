//! Hierarchical UML state machines with queues and time: statecharts, their objects, and questions about them.
//!
//! A text is read (`parse`), its names are looked up ([`model`]), and what it means is said rule by rule in
//! [`semantics`], in three readings: UML as the PSSM standard refines it, the BMC4UML paper's, SCXML's.

pub mod ast;
mod check;
mod check_actions;
mod check_inputs;
mod check_labels;
mod check_questions;
mod check_scenarios;
mod check_states;
mod check_vertices;
mod hints;
mod inputs;
pub mod kind;
pub mod model;
mod parse;
mod parse_checks;
mod parse_label;
mod parse_scenarios;
mod parse_states;
pub mod print;
mod print_scenario;
pub mod semantics;
pub mod sites;
mod structure;
mod structure_rules;
pub mod waive;
mod words;

pub use check::{LONGEST_QUEUE, MOST_OBJECTS, MOST_VERTICES};
pub use check_scenarios::ENVIRONMENT;
pub use check_vertices::shortest_name;
pub use kind::{LANGUAGE, Statecharts};
pub use model::StatechartModel;
pub use structure::{AROUND, Structure};
pub use words::KEYWORDS;
