//! Questions on their way to the engines and back: a check becomes a task, a finding a run.

mod another;
mod answer;
mod matrix;
mod space;
mod task;
mod witness;

pub use another::{Another, another};
pub use answer::{Verdict, verdict};
pub use matrix::{Choice, Combinations, Group, Known, Matrix, Means, Unsound, matrix};
pub use space::{Space, Stuck, Visited, space};
pub use task::{messages_of, task, task_at_once};
pub use witness::{NoWitness, Witness, witness, witness_along};
