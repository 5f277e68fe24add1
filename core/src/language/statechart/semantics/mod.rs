//! What statecharts mean, rule by rule: an interpreter whose remaining work is data.
//!
//! The rules are PSSM's refinement of UML's run-to-completion step, with BMC4UML's and SCXML's readings beside them. A state
//! of an object is a tuple ([`ObjectState`]), what still has to run is a [`Term`], and a step is a macro-step: so a run by
//! hand, all runs and what is about to happen are one piece of code. The chapters follow the rules: [`Structure`] (what
//! contains what), moments and what inputs are then, actions and behaviours, segments, what SCXML enters at once, histories, ways through, selection,
//! dispatch and time (`moves`).

mod actions;
mod alone;
mod behaviour;
mod bmc4uml;
mod code;
mod codec;
mod completions;
mod enter;
mod entry_set;
mod history;
mod machine;
mod marks;
mod moment;
mod moves;
mod numbers;
mod oracle;
mod outside;
mod rest;
mod room;
mod rules;
pub mod scenario;
mod schema;
mod scripts;
mod segment;
mod selection;
mod state;
mod system;
mod term;
mod time;
mod unnoticed;
mod waiting;
mod way;

pub use super::structure::Structure;
pub use actions::{Amount, Refused};
pub use alone::{Alone, Deed, Received};
pub use codec::Codec;
pub use machine::MOST_WAYS;
pub use machine::{DONE, Machine};
pub use marks::{Clocks, Marks};
pub use moment::{Cut, Moment};
pub use moves::{Move, Successor, Successors};
pub use outside::step_by_hand;
pub use rules::{Rule, Rules};
pub use state::{
    Activity, Fault, Message, ObjectState, ObjectStatus, Put, Report, ScriptState, Sending,
    SystemState,
};
pub use system::{Grain, StatechartSystem};
pub use term::{Action, Term, Thread};
pub use time::{Delay, earliest};
pub use waiting::{accepted, whence};
