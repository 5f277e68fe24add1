//! `lockstep repair`: proposes edits that make a failing check pass, and applies one.

use std::io;
use std::path::PathBuf;

use clap::Args;
use lockstep_core::api::{
    self, Analysis, CheckView, Options, ProposedRepairs, Refusal, RepairOptions, RepairView,
    Repairs,
};

use crate::clock::Clock;
use crate::exit_status::ExitStatus;
use crate::input;
use crate::output::{self, print};
use crate::style::{Meaning, Style};

/// The options of `lockstep repair`.
#[derive(Debug, Args)]
pub struct Repair {
    /// Model file with machines or classes (*.lks)
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Which check to mend: its title, such as a scenario's name [default: the first that fails; of class models else a deadlock]
    #[arg(long, value_name = "NAME")]
    check: Option<String>,

    /// Most edits of a proposal, 1 or 2 [default: 1, and 2 where one is not enough]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2))]
    edits: Option<u32>,

    /// Most proposals of each size
    #[arg(long, value_name = "N", default_value_t = 8)]
    proposals: u32,

    /// Write the file with this proposal, counted from 1
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    apply: Option<u32>,

    /// Show what was found after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::args::seconds)]
    timeout: Option<f64>,

    /// Print a JSON object instead
    #[arg(long)]
    json: bool,
}

/// Runs the command. Ends with 0 where there is a proposal or nothing to mend, 1 where no proposal
/// was found, 2 where an input is bad.
pub fn run(args: &Repair) -> ExitStatus {
    match search(args) {
        Ok(verdict) => verdict,
        Err(what) => {
            output::error(&what);
            ExitStatus::Bad
        }
    }
}

fn search(args: &Repair) -> Result<ExitStatus, String> {
    let name = args.file.display();
    let (text, analysis) = input::sound(&args.file)?;
    let kind = analysis.structure.kind();
    if kind.extras().repairs == ProposedRepairs::None {
        let what = "Repairs are proposed for machines and class models only; `lockstep check --explain` names what rules out what was looked for";
        return Err(input::of_another_kind(&args.file, kind, what));
    }
    let mut clock = Clock::start();
    let Some(check) = chosen(args, &text, &analysis, &mut clock)? else {
        print(&format!("{name}: every check is as expected or undecided"));
        return Ok(ExitStatus::AsExpected);
    };
    let options = RepairOptions {
        edits: args.edits,
        proposals: Some(args.proposals),
        checks: None,
        timeout_ms: args.timeout.map(|seconds| seconds * 1000.0),
    };
    let repairs =
        api::repair_of_kind(kind, &text, check.index, &options, &mut clock).map_err(refused)?;
    if let Some(number) = args.apply {
        let proposal = repairs.proposals.get(number as usize - 1).ok_or_else(|| {
            let count = repairs.proposals.len();
            format!("there is no proposal {number}; there are {count}")
        })?;
        let fixed = api::with_patches(&text, &proposal.patches);
        output::save(&args.file, &fixed)?;
    }
    if args.json {
        // Serialising plain data cannot fail.
        print(&serde_json::to_string_pretty(&repairs).unwrap_or_default());
    } else {
        show(args, check, &repairs);
    }
    let mended = !repairs.proposals.is_empty() || repairs.tried == 0;
    Ok(if mended {
        ExitStatus::AsExpected
    } else {
        ExitStatus::Unexpected
    })
}

/// The check to mend: the one that is named, else the first that is not as expected, else one whose answer is mended all the same.
fn chosen<'a>(
    args: &Repair,
    text: &str,
    analysis: &'a Analysis,
    clock: &mut Clock,
) -> Result<Option<&'a CheckView>, String> {
    if let Some(title) = &args.check {
        let found = analysis.checks.iter().find(|it| it.title == *title);
        return found.map(Some).ok_or_else(|| {
            let titles: Vec<_> = analysis.checks.iter().map(|it| it.title.as_str()).collect();
            format!(
                "there is no check `{title}`; checks are {}",
                titles.join("; ")
            )
        });
    }
    let kind = analysis.structure.kind();
    let mut stuck = None;
    for check in &analysis.checks {
        let options = Options {
            timeout_ms: args.timeout.map(|seconds| seconds * 1000.0),
            ..Options::default()
        };
        let outcome = api::check_of_kind(kind, text, check.index, &options, clock);
        let outcome = outcome.map_err(refused)?;
        if outcome.is_contrary() {
            return Ok(Some(check));
        }
        if outcome.wants_repairs(kind.extras().repairs) {
            stuck = stuck.or(Some(check));
        }
    }
    Ok(stuck)
}

fn refused(refusal: Refusal) -> String {
    match refusal {
        Refusal::Option(what) => what,
        other => format!("{other:?}. This is a defect of lockstep; please report it with the file"),
    }
}

fn show(args: &Repair, check: &CheckView, repairs: &Repairs) {
    let style = Style::of(&io::stdout());
    let name = args.file.display();
    print(&format!(
        "{name}: {}: {}",
        style.paint(Meaning::Strong, &check.title),
        repairs.sentence
    ));
    for (index, proposal) in repairs.proposals.iter().enumerate() {
        let applied = args.apply == u32::try_from(index + 1).ok();
        print(&proposed(style, index + 1, proposal, applied));
    }
}

/// A proposal with the lines that it changes.
fn proposed(style: Style, number: usize, proposal: &RepairView, applied: bool) -> String {
    let mut text = format!(
        "\n{} {}\n   {}\n   {}",
        style.paint(Meaning::Strong, &format!("{number}.")),
        proposal.title,
        proposal.verdict,
        proposal.effect
    );
    match proposal.new_warnings {
        0 => {}
        1 => text += " The text gains a warning.",
        more => text += &format!(" The text gains {more} warnings."),
    }
    for line in &proposal.preview {
        let (meaning, sign) = if line.is_new {
            (Meaning::Good, '+')
        } else {
            (Meaning::Bad, '-')
        };
        let shown = format!("{sign} {}", line.text);
        let number = style.paint(Meaning::Frame, &format!("{:5}", line.line));
        text += &format!("\n{number} {}", style.paint(meaning, &shown));
    }
    if applied {
        text += "\n   This was written into the file.";
    }
    text
}
