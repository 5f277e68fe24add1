//! `lockstep matrix`: which combinations of states can be reached, and how soon.

mod json;
mod table;

use std::io;
use std::path::PathBuf;

use clap::Args;
use lockstep_core::api::{
    self, Analysis, ChoiceView, CoversView, LifelineView, MatrixOptions, Refusal,
};

use crate::clock::Clock;
use crate::exit_status::ExitStatus;
use crate::input;
use crate::output;
use crate::style::Style;
use lockstep_core::text::unquote;

/// The options of `lockstep matrix`.
#[derive(Debug, Args)]
pub struct Matrix {
    /// Model file with machines (*.lks)
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Take the lifelines of this scenario [default: those of the system]
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,

    /// Combine only these lifelines, with commas between them; a name with a comma stands in quotes
    /// [default: all]
    #[arg(long, value_name = "LIFELINES")]
    of: Vec<String>,

    /// Start these lifelines elsewhere, as in a check: `alice.waiting, "coffee machine".<on/coin//on>`
    #[arg(long, value_name = "PLACES")]
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
pub fn run(args: &Matrix) -> ExitStatus {
    match search(args) {
        Ok((text, covers)) => {
            output::print(text.trim_end());
            match covers {
                CoversView::Every | CoversView::Bound => ExitStatus::AsExpected,
                CoversView::Open => ExitStatus::Unexpected,
            }
        }
        Err(what) => {
            output::error(&what);
            ExitStatus::Bad
        }
    }
}

fn search(args: &Matrix) -> Result<(String, CoversView), String> {
    let name = args.file.display().to_string();
    let (text, analysis) = input::machines(
        &args.file,
        "Combinations of states are listed for machines only; `check reach` in the text asks for one",
    )?;
    let (scenario, playing) = playing(args, &analysis)?;
    let of = names(&args.of.join(","));
    let of = of.iter().map(|name| index(name, playing));
    let from = match args.from.join(", ") {
        none if none.is_empty() => Vec::new(),
        places => api::places(&text, args.scenario.as_deref(), &places)?,
    };
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
        from,
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

/// Names with commas between them; what stands in quotes is one name.
fn names(text: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let (mut is_quoted, mut is_escaped) = (false, false);
    for letter in text.chars() {
        is_quoted ^= letter == '"' && !is_escaped;
        is_escaped = is_quoted && letter == '\\' && !is_escaped;
        if letter == ',' && !is_quoted {
            names.push(String::new());
        } else {
            let last = names.len() - 1;
            names[last].push(letter);
        }
    }
    let names = names.iter().map(|it| it.trim());
    let names = names.filter(|it| !it.is_empty()).map(|it| match it {
        quoted if quoted.starts_with('"') => unquote(quoted),
        plain => plain.to_owned(),
    });
    names.collect()
}

fn refused(refusal: Refusal) -> String {
    match refusal {
        Refusal::Option(what) => what,
        other => format!("{other:?}. This is a defect of lockstep; please report it with the file"),
    }
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn a_comma_in_quotes_belongs_to_its_name() {
        assert_eq!(names("a, \"b, c\" ,d e"), ["a", "b, c", "d e"]);
        assert_eq!(names(r#""a\"b, c", d"#), ["a\"b, c", "d"]);
        assert!(names("").is_empty());
    }
}
