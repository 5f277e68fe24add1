//! What is shown, as plain data: what crosses from a worker to a page, and what diagrams are drawn from.
//!
//! All indices count from 0 unless a field says otherwise. Data only: requests fill these types
//! ([`crate::api`]), [`crate::wording`] writes their sentences, diagrams and exports read them.

mod answer;
mod blame;
mod charts;
mod classes;
mod compared;
mod depths;
mod editing;
mod events;
mod folding;
mod formulas;
mod matrix;
mod model;
mod next_witness;
mod objects;
mod reason;
mod repair;
mod run;
mod simulate;
mod space;
mod step_action;
mod structure;
mod systems;
mod text;
mod vacuity;
mod verdict;

pub use answer::*;
pub use blame::*;
pub use charts::*;
pub use classes::*;
pub use compared::*;
pub use depths::*;
pub use editing::*;
pub use events::*;
pub use folding::*;
pub use formulas::*;
pub use matrix::*;
pub use model::*;
pub use next_witness::*;
pub use objects::*;
pub use reason::*;
pub use repair::*;
pub use run::*;
pub use simulate::*;
pub use space::*;
pub use step_action::*;
pub use structure::*;
pub use systems::*;
pub use text::*;
pub use vacuity::*;
pub use verdict::*;
