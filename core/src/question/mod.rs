//! Questions on their way to the engines and back: a check becomes a task, a finding a run.

mod answer;
mod code;
mod matrix;
mod next_witness;
mod space;
pub mod statecharts;
pub mod stepwise;
pub mod systems;
mod task;
mod violations;
mod witness;

pub use answer::answer;
pub use matrix::{Choice, Combinations, Group, Known, Matrix, Means, Unsound, matrix};
pub use next_witness::{NextWitness, next_witness};
pub use space::{Space, Stuck, Visited, space};
pub use task::{messages_of, task, task_at_once, task_on};
pub use violations::violations;
pub use witness::{NoWitness, Witness, path_steps, witness, witness_along};
