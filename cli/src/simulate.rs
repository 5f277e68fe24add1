//! `lockstep simulate`: runs by hand, by chance, and every way there is.
//!
//! By hand the choices are numbered and read from standard input, one line each, so that scripts can drive it
//! as well as people.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use lockstep_core::api::{
    NamedValue, NoSimulation, Onward, OnwardQuestion, Options, RunChoice, RunRequest, SendView,
    SimulatedKind, SimulationOptions, SimulationState, StructureKind, TRANSITION_VALUES,
    onward_by_answer, simulate_all, simulate_by_chance, simulate_by_hand, simulate_run_tracking,
    simulate_traces,
};
use lockstep_core::interchange::graphviz;
use serde::Serialize;

use crate::clock::Clock;
use crate::exit_status::ExitStatus;
use crate::input;
use crate::output::{self, print};
use crate::runs::{Traced, print_all, print_json, print_random, print_traces, values};

/// The options of `lockstep simulate`.
#[derive(Debug, Args)]
pub struct Simulate {
    /// Model file: machines or statecharts (*.lks), or a transition system (*.xsts)
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
    let kind = match input::analyse(&args.file, &text).structure.kind() {
        StructureKind::Transitions => SimulatedKind::TRANSITIONS,
        StructureKind::Statecharts => SimulatedKind::STATECHARTS,
        _ => SimulatedKind::MACHINES,
    };
    if args.rules != Rules::Corrected {
        let what = match (kind == SimulatedKind::TRANSITIONS, &*args.grain) {
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
    // All runs of statecharts are seen through what they show, unless somebody wants to see something else.
    let shows = kind == SimulatedKind::STATECHARTS
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
        Mode::Interactive => by_hand(args, &text, kind, &options).map_err(refused),
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
            if kind == SimulatedKind::STATECHARTS && options.track.iter().any(|it| it == "trace") {
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

/// Where a run by hand is, and what there is to say.
#[derive(Serialize)]
struct Made {
    #[serde(skip)]
    choices: Vec<RunChoice>,
    #[serde(flatten)]
    state: SimulationState,
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
}

/// Makes a run as far as its choices are possible, and goes on as is wished.
fn made(
    text: &str,
    kind: SimulatedKind,
    options: &SimulationOptions,
    choices: Vec<RunChoice>,
    onward: Onward,
) -> Result<Made, NoSimulation> {
    // Numbers are all that machines need.
    if kind == SimulatedKind::MACHINES {
        let numbers: Vec<_> = choices.iter().map(|it| it.number).collect();
        let state = simulate_by_hand(text, kind, options, &numbers)?;
        return Ok(Made {
            // Where there is one start only it was chosen already.
            choices: match choices.is_empty() && state.status != "start" {
                true => vec![choice(0)],
                false => choices,
            },
            state,
            said: None,
        });
    }
    let request = RunRequest {
        grain: options.grain.clone(),
        rules: options.rules.clone(),
        choices,
        onward,
        ..RunRequest::default()
    };
    let make = |it: &RunRequest| simulate_run_tracking(text, kind, &options.track, it);
    let mut run = make(&request)?;
    if let Some(question) = run.question.take() {
        let choices = run.choices.clone();
        if let Some((onward, said)) = by_engines(&RunRequest { choices, ..request }, &question) {
            run = make(&onward)?;
            run.said = run.said.or(Some(said));
        }
    }
    Ok(Made {
        choices: run.choices,
        state: run.state,
        said: run.said,
    })
}

/// Milliseconds that engines get for the way on from a run.
const MOST_ONWARD_MS: f64 = 60_000.0;

/// How a run goes on, by what engines answer; nothing where they refuse the question.
fn by_engines(run: &RunRequest, question: &OnwardQuestion) -> Option<(RunRequest, String)> {
    let options = Options {
        timeout_ms: Some(MOST_ONWARD_MS),
        ..Options::default()
    };
    let outcome = TRANSITION_VALUES
        .check(&question.text, 0, &options, &mut Clock::start())
        .ok()?;
    Some(onward_by_answer(run, question, &outcome))
}

fn choice(number: usize) -> RunChoice {
    RunChoice {
        number,
        what: String::new(),
    }
}

/// Values that are named: `x = 1000, y = -3`.
fn named(line: &str) -> Option<Vec<NamedValue>> {
    let each = line.split(',').map(|it| {
        let (variable, value) = it.split_once('=')?;
        let (variable, value) = (variable.trim(), value.trim());
        (!variable.is_empty() && value.parse::<i64>().is_ok()).then(|| NamedValue {
            variable: variable.into(),
            value: value.into(),
        })
    });
    each.collect()
}

/// Reads choices from standard input until it ends, or until somebody has had enough.
fn by_hand(
    args: &Simulate,
    text: &str,
    kind: SimulatedKind,
    options: &SimulationOptions,
) -> Result<(), NoSimulation> {
    let mut now = made(text, kind, options, Vec::new(), Onward::Stay)?;
    let own = now.choices.len();
    show(args, &now);
    for line in input::choices() {
        let line = line.trim();
        let mut choices = now.choices.clone();
        let mut onward = Onward::Stay;
        match line {
            "" => continue,
            "q" | "quit" => break,
            "b" | "back" if choices.len() > own => {
                choices.pop();
            }
            "b" | "back" => {
                print("This is the start.");
                continue;
            }
            word => {
                let number = word.parse::<usize>().ok();
                let number = number.filter(|it| (1..=now.state.choices.len()).contains(it));
                let is_system = kind == SimulatedKind::TRANSITIONS;
                match (number, word.strip_prefix("until "), named(word)) {
                    (Some(number), ..) => choices.push(choice(number - 1)),
                    (None, ..) if word.starts_with("send ") => match sent(&now.state.sends, word) {
                        Some(chosen) => choices.push(chosen),
                        None => {
                            print("That cannot be sent here; what can is listed behind [send].");
                            continue;
                        }
                    },
                    (_, Some(goal), _) if is_system && !choices.is_empty() => {
                        onward = Onward::Until(goal.trim().into());
                    }
                    (_, _, Some(values)) if is_system => onward = Onward::Named(values),
                    _ => {
                        print(HELP);
                        if kind == SimulatedKind::TRANSITIONS {
                            print(HELP_ON_SYSTEMS);
                        }
                        continue;
                    }
                }
            }
        }
        let wanted = choices.len();
        match made(text, kind, options, choices, onward) {
            // What an event is to bring may be no value of its type.
            Ok(next) if next.choices.len() < wanted => {
                print(&next.said.unwrap_or_default());
                continue;
            }
            Ok(next) => now = next,
            // A goal that cannot be read is no reason to end a run.
            Err(NoSimulation::Option(what)) => {
                print(&what);
                continue;
            }
            Err(error) => return Err(error),
        }
        show(args, &now);
    }
    Ok(())
}

/// What is to be sent by hand: `send pay(2, b) to t`.
fn sent(sends: &[SendView], line: &str) -> Option<RunChoice> {
    let (event, to) = line.strip_prefix("send ")?.rsplit_once(" to ")?;
    let (event, brought) = match event.trim().split_once('(') {
        Some((event, brought)) => (event, brought.strip_suffix(')')?),
        None => (event.trim(), ""),
    };
    let brought = brought.split(',').map(|it| it.trim().to_owned());
    let brought: Vec<_> = brought.filter(|it| !it.is_empty()).collect();
    let mut sends = sends.iter();
    let it = sends.find(|it| it.event == event.trim() && it.to == to.trim())?;
    Some(it.choice(&brought))
}

const HELP: &str = "Type the number of a choice, b to take the last step back, or q to end.";
const HELP_ON_SYSTEMS: &str =
    "Or name a value, as in `x = 1000`, or say how far to go on, as in `until x > 3`.";

fn show(args: &Simulate, made: &Made) {
    let state = &made.state;
    if args.json {
        // One object in one line, so that whoever drives it reads line by line.
        print(&serde_json::to_string(made).unwrap_or_default());
        return;
    }
    let done = state.done.as_deref().unwrap_or("start");
    let mut head = format!("{}. {done}", state.steps);
    if let Some(before) = state.was_here_after {
        head.push_str(&format!(" (as after step {before})"));
    }
    if state.status == "start" {
        print("Where does the run start?");
    } else {
        print(&head);
        print(&format!("   {}", values(&state.values)));
    }
    for (number, choice) in (1..).zip(&state.choices) {
        let what = match choice.changes.is_empty() && state.status != "start" {
            true => format!("{} (nothing that is shown changes)", choice.what),
            false => format!("{} => {}", choice.what, values(&choice.changes)),
        };
        print(&format!("   [{number}] {what}"));
    }
    for it in &state.sends {
        let brings = it.brings.iter().map(|it| match it.values.is_empty() {
            true => format!("{} : {}", it.name, it.sort),
            false => format!("{} : {}", it.name, it.values.join(" | ")),
        });
        let brings: Vec<_> = brings.collect();
        let brings = match brings.is_empty() {
            true => String::new(),
            false => format!("({})", brings.join(", ")),
        };
        let (event, to) = (&it.event, &it.to);
        print(&format!(
            "   [send] {event}{brings} to {to} (the environment of the text does not send it)"
        ));
    }
    for choice in &state.blocked {
        let reasons = choice.reasons.iter();
        let reasons = reasons.map(|it| format!("{} (line {})", it.what, it.range.line));
        let reasons: Vec<_> = reasons.collect();
        print(&format!("   [-] {}: {}", choice.what, reasons.join("; ")));
    }
    if state.more {
        print("   and more that are not listed");
    }
    match state.status.as_str() {
        // Why it ends by the thesis' rules is said below.
        _ if args.rules != Rules::Corrected && state.ending.is_some() => {}
        "stuck" => print("   Nothing can happen: a deadlock."),
        "terminated" => print("   Nothing can happen, and that is fine."),
        "inside" if state.choices.is_empty() => print("   This step cannot be completed."),
        _ => {}
    }
    for said in state.ending.iter().chain(&made.said) {
        print(&format!("   {said}"));
    }
}

#[cfg(test)]
mod tests {
    use super::{named, parts};

    #[test]
    fn named_values_are_integers_of_variables() {
        let values = named("x = 1000,y=-3").expect("two values");
        let values: Vec<_> = values
            .iter()
            .map(|it| (it.variable.as_str(), it.value.as_str()))
            .collect();
        assert_eq!(values, [("x", "1000"), ("y", "-3")]);
        for line in ["x", "x = y", "= 3", "x == 3", "x = 3,", ""] {
            assert!(named(line).is_none(), "{line}");
        }
    }

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
