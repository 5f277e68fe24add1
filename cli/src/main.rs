//! The `lockstep` command: the second shell around the core.
//!
//! It reads files, has a clock and threads, and prints; what is true the core decides. Exit codes:
//! 0 when all answers are as expected, 1 when some are not, 2 when an input is bad or the output is lost.

mod answer;
mod args;
mod bench;
mod check;
mod checked;
mod clock;
mod compared;
mod convert;
mod exit_status;
mod export;
mod fuzz;
mod human;
mod input;
mod jobs;
mod json;
mod lesson;
mod matrix;
mod model_file;
mod output;
mod peer;
mod printed;
mod repair;
mod runs;
mod simulate;
mod snippet;
mod stems;
mod style;
mod systems;
mod witnesses;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    // clap itself ends with 2 on a bad command line, which is a bad input.
    let status = match args::Lockstep::parse().command {
        args::Command::Check(options) => check::run(&options),
        args::Command::Matrix(options) => matrix::run(&options),
        args::Command::Fuzz(options) => fuzz::run(&options),
        args::Command::Repair(options) => repair::run(&options),
        args::Command::Simulate(options) => simulate::run(&options),
        args::Command::Convert(options) => convert::run(&options),
        args::Command::Lesson(options) => lesson::run(&options),
        args::Command::Bench(options) => bench::run(&options),
    };
    // A search that did not heed its time limit may still be running in its thread; leaving main
    // ends it.
    ExitCode::from(output::finish(status).code())
}
