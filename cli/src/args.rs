//! The command line, as users see it in `--help`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use lockstep_core::interchange::Format;

/// Checks models of communicating state machines and their scenarios.
#[derive(Debug, Parser)]
#[command(name = "lockstep", version)]
pub struct Lockstep {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Answer every check of the files, one line each
    ///
    /// Exits with 0 when all answers are as expected, 1 when some are not, 2 when an input is bad.
    Check(Check),
    /// Say which combinations of states can be reached, and after how many transactions
    ///
    /// Exits with 0 when that is known of all, 1 when a limit left some open, 2 when an input is
    /// bad.
    Matrix(crate::matrix::Matrix),
    /// Hunt random models on which an encoding and the definitions differ, and shrink them
    ///
    /// Exits with 0 when none was found, 1 when some were, 2 when an option is bad.
    Fuzz(crate::fuzz::Fuzz),
    /// Propose edits that make a failing check pass and leave all others as they are
    ///
    /// Exits with 0 when there is a proposal or nothing to mend, 1 when none was found, 2 when an
    /// input is bad.
    Repair(crate::repair::Repair),
    /// Run a model: by hand, by chance, or every way there is
    ///
    /// Exits with 0, or with 2 when an input is bad.
    Simulate(crate::simulate::Simulate),
    /// Write diagrams of other tools as texts of ours, and say what was left out and why
    ///
    /// Exits with 0 when all came in whole, 1 when something was left out, 2 when a file could not be read.
    Convert(crate::convert::Convert),
    /// Check lessons: what they claim, their bets, and attempts at their tasks, right and wrong
    ///
    /// Exits with 0 when all is as the lessons say, 1 when something is not, 2 when a lesson is bad.
    Lesson(crate::lesson::Lesson),
    /// Measure the papers' tables on this machine
    ///
    /// Every answer is given by two engines that must agree.
    Bench(crate::bench::Bench),
}

/// The options of `lockstep check`.
#[derive(Clone, Debug, Args)]
pub struct Check {
    /// Model files: machines, statecharts and class models (*.lks), transition systems (*.xsts), USE models (*.use) and OCL files (*.ocl)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Objects, scenarios and checks for a class model that has none, such as a USE model
    #[arg(long, value_name = "QUESTIONS")]
    pub with: Option<PathBuf>,

    /// The classes of OCL files, in Emfatic or Ecore [default: the file beside them]
    #[arg(long, value_name = "FILE")]
    pub classes: Option<PathBuf>,

    /// Print a JSON array with one object per check instead
    #[arg(long)]
    pub json: bool,

    /// How to search: auto, explicit or sat; of transition systems, statecharts and class models also bmc, induction or ic3
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    pub engine: String,

    /// Which formulas to build: delivery, or paper to see besides what the papers' formulas say
    #[arg(long, value_name = "ENCODING", default_value = "delivery")]
    pub encoding: String,

    /// What to mend in the papers' formulas: all, none, or names with commas between them
    #[arg(long, value_name = "NAMES", default_value = "none")]
    pub repair: String,

    /// Which SAT solver to use [default: chosen by the engine]
    #[arg(long, value_name = "NAME")]
    pub solver: Option<String>,

    /// How variables of transition systems begin that have no value: with any of their type (free), or with its default
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Missing::Free)]
    pub missing: Missing,

    /// Name the transitions and messages that together make a scenario or a goal impossible
    #[arg(long)]
    pub explain: bool,

    /// Say besides what sets two readings apart: of each file with statecharts the run that one of them admits and the other does not (uml, bmc4uml, scxml), of each check of class models the first slot that jumps (named,open)
    #[arg(long, value_name = "A,B", value_parser = two)]
    pub same: Option<[String; 2]>,

    /// Show so many runs for a positive answer, shortest first, no two with the same messages
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub witnesses: u32,

    /// Answer `unknown` after this many seconds per check
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,

    /// Answer `unknown` rather than take more memory than so many megabytes
    #[arg(long, value_name = "MB", default_value_t = MEMORY, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub memory: u64,

    /// Answer so many checks at a time; the answers and their order are the same [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,

    /// Write each formula and its proof of unsatisfiability into this directory
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,

    /// Write each formula into this directory
    #[arg(long, value_name = "DIR")]
    pub dimacs: Option<PathBuf>,

    /// Write each formula of class models into this directory, as SMT-LIB 2 text
    #[arg(long, value_name = "DIR")]
    pub smt2: Option<PathBuf>,

    /// Write each run, or the scenario that none plays, into this directory
    #[arg(long, value_name = "DIR")]
    pub trace: Option<PathBuf>,

    /// How to write runs: mermaid, plantuml, json, svg, or html for a page that plays the run
    #[arg(long, value_name = "FORMAT", default_value = "json", value_parser = format)]
    pub trace_as: Format,
}

/// How variables begin that have no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Missing {
    /// With any value of their type.
    Free,
    /// With the default of their type.
    Default,
}

/// Megabytes that a search may take where nobody says another number.
pub const MEMORY: u64 = 2_000;

/// Most checks at a time: no machine has as many cores that it would help.
const MOST_JOBS: usize = 1_000;

/// The bytes of so many megabytes.
pub fn bytes(megabytes: u64) -> u64 {
    megabytes * 1_000_000
}

/// A time limit: more than nothing, at most a year (a `Duration` cannot hold every number).
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 31_536_000.0 => Ok(seconds),
        _ => Err("expected a number of seconds above 0, such as 10 or 0.5".into()),
    }
}

/// How many checks are answered at a time: each has a thread of its own.
fn jobs(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(jobs) if (1..=MOST_JOBS).contains(&jobs) => Ok(jobs),
        _ => Err(format!(
            "expected a number of checks from 1 to {MOST_JOBS}, such as 4"
        )),
    }
}

/// Two words with a comma between them.
fn two(text: &str) -> Result<[String; 2], String> {
    match text.split_once(',') {
        Some((one, other)) => Ok([one, other].map(|it| it.trim().to_owned())),
        None => Err("expected two readings with a comma between them, such as uml,bmc4uml".into()),
    }
}

/// A format by its name.
fn format(text: &str) -> Result<Format, String> {
    let known = Format::ALL.into_iter().find(|it| it.name() == text);
    known.ok_or_else(|| {
        let names = Format::ALL.map(Format::name).join(", ");
        format!("expected one of {names}")
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{Lockstep, jobs, seconds};

    #[test]
    fn the_command_line_is_consistent() {
        Lockstep::command().debug_assert();
    }

    #[test]
    fn jobs_are_a_number_of_checks() {
        assert_eq!(jobs("1"), Ok(1));
        assert_eq!(jobs("1000"), Ok(1000));
        for bad in ["0", "-1", "1001", "1.5", "four", ""] {
            let why = jobs(bad).expect_err(bad);
            assert!(why.contains("from 1 to 1000"), "{why}");
        }
    }

    #[test]
    fn limits_are_numbers_above_zero() {
        assert_eq!(seconds("0.5"), Ok(0.5));
        for bad in ["0", "-1", "NaN", "inf", "1e300", "soon", ""] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }
}
