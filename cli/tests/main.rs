//! The built command, asked as a shell would ask it. One program, so that it is linked once.

mod answers;
mod bench;
mod causes;
mod classes;
mod convert;
mod exports;
mod fuzz;
mod golden;
mod inputs;
mod jobs;
mod lessons;
mod matrix;
mod outputs;
mod printed;
mod process;
mod repairs;
mod scripts;
mod statecharts;
mod systems;
mod traces;
mod witnesses;
