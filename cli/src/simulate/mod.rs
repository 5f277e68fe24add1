//! `lockstep simulate`: runs by hand, by chance, and every way there is.

mod by_hand;
mod made;
mod shown;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use lockstep_core::api::{
    NoSimulation, SimulationOptions, runs_of, simulate_all, simulate_by_chance, simulate_traces,
};
use lockstep_core::interchange::graphviz;

use crate::exit_status::ExitStatus;
use crate::input;
use crate::output::{self, print};
use crate::runs::{Traced, print_all, print_json, print_random, print_traces};

/// The options of `lockstep simulate`.
#[derive(Debug, Args)]
pub struct Simulate {
    /// Model file: machines, statecharts or class models (*.lks), or a transition system (*.xsts)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// How to run: by hand from standard input, by chance, or every way there is
    #[arg(long, value_name = "MODE", value_enum, default_value_t = Mode::Interactive)]
    pub mode: Mode,

    /// What to show: names or expressions with commas between them [default: everything]
    #[arg(
        long,
        value_name = "EXPR,…",
        default_value = "",
        hide_default_value = true
    )]
    pub track: String,

    /// How fine a step is: transition, choice or statement; of statecharts step, behaviour or statement
    #[arg(long, value_name = "GRAIN", default_value = "transition")]
    pub grain: String,

    /// By which rules transitions are taken apart at a grain below `transition`: the corrected ones, the thesis' as they
    /// are meant, or those to the letter
    #[arg(long, value_name = "RULES", value_enum, default_value_t = Rules::Corrected)]
    pub rules: Rules,

    /// The seed of runs by chance: the same one makes the same runs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// How many runs by chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub runs: usize,

    /// Most steps of a run by chance [default: 20], or that an exhaustive run follows [default: 100000]
    #[arg(long, value_name = "N")]
    pub steps: Option<usize>,

    /// Print JSON instead; by hand one line after each choice
    #[arg(long)]
    pub json: bool,

    /// With `--mode exhaustive`: print all runs as a graph for GraphViz instead
    #[arg(long, conflicts_with = "json")]
    pub dot: bool,
}

/// How to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// By hand.
    Interactive,
    /// By chance.
    Random,
    /// Every way there is.
    Exhaustive,
}

/// By which rules transitions are taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rules {
    /// Those that keep the behaviour.
    Corrected,
    /// The thesis' rules as they are meant.
    Printed,
    /// The thesis' rules to the letter.
    Literal,
}

impl Rules {
    /// The core's word; none where nothing else than usual is asked for.
    fn word(self) -> &'static str {
        match self {
            Self::Corrected => "",
            Self::Printed => "printed",
            Self::Literal => "literal",
        }
    }
}

/// Runs the command.
pub fn run(args: &Simulate) -> ExitStatus {
    match simulated(args) {
        Ok(()) => ExitStatus::AsExpected,
        Err(what) => {
            output::error(&what);
            ExitStatus::Bad
        }
    }
}

fn simulated(args: &Simulate) -> Result<(), String> {
    let name = args.file.display();
    let text = input::read(&args.file)?;
    let kind = runs_of(input::analyse(&args.file, &text).structure.kind());
    let offers = kind.offers();
    if args.rules != Rules::Corrected {
        let what = match (offers.rules, &*args.grain) {
            (false, _) => "`--rules` is about transition systems",
            (true, "transition") => {
                "`--rules` says how transitions are taken apart: add `--grain choice` or `--grain statement`"
            }
            (true, _) => "",
        };
        if !what.is_empty() {
            return Err(what.into());
        }
    }
    if args.dot && args.mode != Mode::Exhaustive {
        return Err("`--dot` draws all runs: add `--mode exhaustive`".into());
    }
    let mut options = SimulationOptions {
        grain: args.grain.clone(),
        rules: args.rules.word().into(),
        track: parts(&args.track),
        check: None,
    };
    // All runs are seen through what the text shows, unless the user wants to see something else.
    let shows = offers.traces
        && args.mode == Mode::Exhaustive
        && options.track.is_empty()
        && text.contains("trace(");
    if shows {
        options.track.push("trace".into());
    }
    let refused = |why: NoSimulation| match why {
        NoSimulation::Errors => {
            format!("{name} has errors; `lockstep check {name}` names them")
        }
        NoSimulation::Option(what) => what,
        NoSimulation::Choice(number) => format!("choice {number} is not possible"),
        NoSimulation::TooMany => {
            "there are more different runs than can be drawn; track less, or follow fewer steps"
                .into()
        }
    };
    match args.mode {
        Mode::Interactive => by_hand::by_hand(args, &text, kind, &options).map_err(refused),
        Mode::Random => {
            let steps = args.steps.unwrap_or(20);
            let runs = simulate_by_chance(&text, kind, &options, args.seed, args.runs, steps);
            let runs = runs.map_err(refused)?;
            match args.json {
                true => print_json(&runs),
                false => print_random(&runs, args.rules),
            }
            Ok(())
        }
        Mode::Exhaustive => {
            let steps = args.steps.unwrap_or(100_000);
            let all = simulate_all(&text, kind, &options, steps).map_err(refused)?;
            if args.dot {
                print(graphviz(&all).trim_end());
                return Ok(());
            }
            if offers.traces && options.track.iter().any(|it| it == "trace") {
                let traces = simulate_traces(&text, &options.grain, steps).map_err(refused)?;
                match args.json {
                    true => print_json(&Traced { all, traces }),
                    false => print_traces(&all, &traces),
                }
                return Ok(());
            }
            match args.json {
                true => print_json(&all),
                false => print_all(&all),
            }
            Ok(())
        }
    }
}

/// Expressions with commas between them; a comma in brackets belongs to its expression.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0_i32;
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        let last = parts.len() - 1;
        parts[last].push(c);
    }
    let parts = parts.into_iter().map(|it| it.trim().to_string());
    parts.filter(|it| !it.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn commas_in_brackets_belong_to_their_expression() {
        assert_eq!(parts("a, b+1 ,c"), ["a", "b+1", "c"]);
        assert_eq!(
            parts("a[0], [0 <- 1, default <- 2]"),
            ["a[0]", "[0 <- 1, default <- 2]"]
        );
        assert!(parts("").is_empty());
    }
}
