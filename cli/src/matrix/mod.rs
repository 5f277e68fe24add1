//! `lockstep matrix`: which combinations of states can be reached, and how soon.

mod json;
mod table;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use lockstep_core::api::{
    self, Analysis, ChoiceView, CoversView, LifelineView, MatrixOptions, Refusal,
};

use crate::check::Verdict;
use crate::clock::Clock;
use crate::style::{Meaning, Style};

/// The options of `lockstep matrix`.
#[derive(Debug, Args)]
pub struct Matrix {
    /// Model file (*.lks)
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Take the lifelines of this scenario [default: those of the system]
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,

    /// Combine only these lifelines, with commas between them [default: all]
    #[arg(long, value_name = "LIFELINES", value_delimiter = ',')]
    of: Vec<String>,

    /// Start these lifelines elsewhere, as in a check: `alice.waiting, cm.error`
    #[arg(long, value_name = "STATES", value_delimiter = ',')]
    from: Vec<String>,

    /// Combine nothing: how soon each lifeline can be in each of its states
    #[arg(long, conflicts_with_all = ["pairs", "partial"])]
    each: bool,

    /// Combine any two lifelines instead of all at once
    #[arg(long, conflicts_with = "partial")]
    pairs: bool,

    /// Combine any lifelines: one, two and so on up to all, and none
    #[arg(long)]
    partial: bool,

    /// Count places inside transitions as well as states
    #[arg(long)]
    places: bool,

    /// Look no farther than so many transactions [default: every length]
    #[arg(long, value_name = "K")]
    within: Option<u32>,

    /// Say what is known after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::args::seconds)]
    timeout: Option<f64>,

    /// Say what is known rather than take more memory than so many megabytes
    #[arg(long, value_name = "MB", default_value_t = crate::args::MEMORY, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: u64,

    /// Print a JSON object instead
    #[arg(long)]
    json: bool,
}

/// Runs the command. Ends with 0 where everything was decided, 1 where a limit left something
/// open, 2 where an input is bad.
pub fn run(args: &Matrix) -> Verdict {
    match search(args) {
        Ok((text, covers)) => {
            // A reader that has gone away, as `head` does, is no error.
            writeln!(io::stdout().lock(), "{}", text.trim_end()).ok();
            match covers {
                CoversView::Every | CoversView::Bound => Verdict::AsExpected,
                CoversView::Open => Verdict::Unexpected,
            }
        }
        Err(what) => {
            let error = Style::of(&io::stderr()).paint(Meaning::Bad, "error");
            writeln!(io::stderr().lock(), "{error}: {what}").ok();
            Verdict::BadInput
        }
    }
}

fn search(args: &Matrix) -> Result<(String, CoversView), String> {
    let name = args.file.display().to_string();
    let text =
        fs::read_to_string(&args.file).map_err(|error| format!("cannot read {name}: {error}"))?;
    let analysis = api::analyse(&text);
    if analysis.has_errors {
        return Err(format!(
            "{name} has errors; `lockstep check` shows where. Mend them first"
        ));
    }
    let (scenario, playing) = playing(args, &analysis)?;
    let of = args.of.iter().map(|name| index(name.trim(), playing));
    let from = args
        .from
        .iter()
        .map(|place| start(place.trim(), playing, &analysis));
    let options = MatrixOptions {
        scenario,
        lifelines: of.collect::<Result<_, _>>()?,
        choice: match (args.each, args.pairs, args.partial) {
            (true, ..) => ChoiceView::Each,
            (false, true, _) => ChoiceView::Pairs,
            (false, false, true) => ChoiceView::Partial,
            (false, false, false) => ChoiceView::Full,
        },
        intermediate: args.places,
        from: from.collect::<Result<_, _>>()?,
        within: args.within,
        max_states: None,
        max_memory: Some(crate::args::bytes(args.memory)),
        timeout_ms: args.timeout.map(|seconds| seconds * 1000.0),
    };
    let found = api::matrix(&text, &options, &mut Clock::start()).map_err(refused)?;
    let names = lockstep_core::interchange::Names::over(&analysis, playing);
    let text = if args.json {
        json::object(&name, names, &options, &found)
    } else {
        table::text(Style::of(&io::stdout()), &name, names, &found)
    };
    Ok((text, found.covers))
}

/// The lifelines that play, and the scenario they belong to.
fn playing<'a>(
    args: &Matrix,
    analysis: &'a Analysis,
) -> Result<(Option<usize>, &'a [LifelineView]), String> {
    let Some(name) = &args.scenario else {
        return Ok((None, &analysis.system));
    };
    let scenarios = &analysis.scenarios;
    let found = scenarios.iter().position(|it| it.name == *name);
    let index = found.ok_or_else(|| {
        let names: Vec<_> = scenarios.iter().map(|it| it.name.as_str()).collect();
        format!(
            "there is no scenario `{name}`; scenarios are {}",
            names.join(", ")
        )
    })?;
    Ok((Some(index), &scenarios[index].lifelines))
}

fn index(name: &str, playing: &[LifelineView]) -> Result<usize, String> {
    let found = playing.iter().position(|it| it.name == name);
    found.ok_or_else(|| {
        let names: Vec<_> = playing.iter().map(|it| it.name.as_str()).collect();
        format!(
            "there is no lifeline `{name}`; lifelines are {}",
            names.join(", ")
        )
    })
}

/// The lifeline and the state of `alice.waiting`.
fn start(
    place: &str,
    playing: &[LifelineView],
    analysis: &Analysis,
) -> Result<(usize, usize), String> {
    let split = place.split_once('.');
    let (lifeline, state) =
        split.ok_or_else(|| format!("`{place}` names no state; write LIFELINE.STATE"))?;
    let lifeline = index(lifeline, playing)?;
    let states = &analysis.machines[playing[lifeline].machine].states;
    let found = states.iter().position(|it| it.name == state);
    let found = found.ok_or_else(|| {
        let names: Vec<_> = states.iter().map(|it| it.name.as_str()).collect();
        format!(
            "`{}` has no state `{state}`; states are {}",
            playing[lifeline].name,
            names.join(", ")
        )
    })?;
    Ok((lifeline, found))
}

fn refused(refusal: Refusal) -> String {
    match refusal {
        Refusal::Option(what) => what,
        other => format!("{other:?}. This is a defect of lockstep; please report it with the file"),
    }
}
