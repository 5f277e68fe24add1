//! `lockstep fuzz`: hunts random models on which an encoding and the definitions differ.
//!
//! What is found goes to standard output as model texts, each with both answers as comments;
//! progress and the sums go to standard error. The first difference of each kind is shrunk and
//! shown, all are counted.

mod classes;

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};

use clap::Args;
use lockstep_core::encode::paper::{Repair, Repairs};
use lockstep_core::fuzz::{Asking, Difference, Hunt, Subject, examine_charts, tell};
use lockstep_core::generate::statecharts::ChartShape;
use lockstep_core::language::statechart::model::Reading;

use crate::exit_status::ExitStatus;
use crate::output::{self, complain, print};

/// The options of `lockstep fuzz`.
#[derive(Debug, Args)]
pub struct Fuzz {
    /// Whose answers to compare with the definitions: delivery (delivery-batsat by that solver),
    /// explicit, portfolio, repairs, paper-gsc or paper-mscp (the last two are the papers' formulas
    /// as printed), statecharts (explicit search and formulas of random systems, in the readings `uml` and `bmc4uml` in turns),
    /// classes (explicit search, formulas and the paper's formula with every repair), paper-ocl (that formula as printed),
    /// or all, who must agree: there the papers' formulas are mended and may miss runs
    #[arg(long, value_name = "NAME", default_value = "all")]
    encoding: String,

    /// What to mend in the papers' formulas: all, none, or names with commas between them
    #[arg(long, value_name = "NAMES", default_value = "none")]
    repair: String,

    /// How many random models to ask about
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: u64,

    /// Which random models: the same seed draws the same ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Runs the command.
pub fn run(args: &Fuzz) -> ExitStatus {
    let repairs = match repairs(&args.repair) {
        Ok(repairs) => repairs,
        Err(what) => return bad(&what),
    };
    match args.encoding.as_str() {
        "statecharts" => return statecharts(args),
        "classes" => return classes::hunt(args, None),
        "paper-ocl" => return classes::hunt(args, Some(repairs)),
        _ => {}
    }
    if args.encoding == "all" {
        let all = Subject::everybody().into_iter();
        return all.fold(ExitStatus::AsExpected, |worst, subject| {
            worst.max(hunt(args, subject, true))
        });
    }
    let Some(subject) = Subject::named(&args.encoding, repairs) else {
        return bad(&format!(
            "there is no encoding `{}`; encodings are all, statecharts, classes, paper-ocl, {}",
            args.encoding,
            Subject::NAMES.join(", ")
        ));
    };
    hunt(args, subject, false)
}

/// States of a random system of statecharts that is asked about, at most.
const MOST_STATES: usize = 200;
/// Clauses of one formula of it, at most.
const MOST_CLAUSES: u64 = 400_000;

/// Compares explicit search and formulas with the definitions on so many systems of statecharts.
fn statecharts(args: &Fuzz) -> ExitStatus {
    let shape = ChartShape {
        depth: 1,
        states: (1, 2),
        transitions: (1, 2),
        composite: 30,
        ..ChartShape::PAPER
    };
    let asking = |seed: u64| Asking {
        shape: match seed.is_multiple_of(2) {
            true => &shape,
            false => &ChartShape::SMALL,
        },
        reading: match seed.is_multiple_of(2) {
            true => Reading::Bmc4uml,
            false => Reading::Uml,
        },
        rewritten: &[],
        engines: &["explicit", "sat"],
        only: None,
        within: None,
        most_states: MOST_STATES,
        most_clauses: MOST_CLAUSES,
    };
    let (mut models, mut answers, mut wrong) = (0, 0, 0);
    let mut seed = args.seed.wrapping_mul(1_000_003);
    while models < args.count {
        seed = seed.wrapping_add(1);
        let Some(examined) = examine_charts(&asking(seed), seed) else {
            continue;
        };
        models += 1;
        answers += examined.answers.len();
        wrong += examined.wrong.len();
        examined.wrong.iter().for_each(|it| print(it));
        if models % 10 == 0 {
            progress(&format!(
                "statecharts: {models} models, {wrong} disagreements"
            ));
        }
    }
    clear();
    complain(&format!(
        "statecharts, seed {}: {models} models, {answers} answers, {wrong} disagreements",
        args.seed
    ));
    match wrong {
        0 => ExitStatus::AsExpected,
        _ => ExitStatus::Unexpected,
    }
}

/// Examines one subject on so many models; `owed`: only what it owes counts.
fn hunt(args: &Fuzz, subject: Subject, owed: bool) -> ExitStatus {
    let mut hunt = Hunt::new(subject, args.seed);
    let mut questions = 0;
    let mut differences = BTreeMap::<Difference, u64>::new();
    let name = subject.name();
    for number in 1..=args.count {
        let (asked, found) = hunt.next_model();
        questions += asked;
        for found in found {
            let Some(difference) = found.examined.difference else {
                continue;
            };
            if owed && !subject.owes(difference) {
                continue;
            }
            let count = differences.entry(difference).or_default();
            *count += 1;
            if *count == 1 {
                clear();
                print(&tell(&subject, &found.shrunk(&subject)));
            }
        }
        if number % 100 == 0 {
            progress(&format!(
                "{name}: {number} models, {} disagreements",
                sum(&differences)
            ));
        }
    }
    clear();
    let mended = if owed && subject.style().is_some() {
        ", mended, a yes where there is none"
    } else {
        ""
    };
    complain(&format!(
        "{name}{mended}, seed {}: {} models, {questions} questions, {} disagreements{}",
        args.seed,
        args.count,
        sum(&differences),
        kinds(&differences)
    ));
    if differences.is_empty() {
        ExitStatus::AsExpected
    } else {
        ExitStatus::Unexpected
    }
}

/// The repairs of an option: all, none, or names with commas between them.
pub fn repairs(text: &str) -> Result<Repairs, String> {
    match text {
        "none" => Ok(Repairs::NONE),
        "all" => Ok(Repairs::ALL),
        names => names
            .split(',')
            .map(|name| {
                Repair::named(name.trim()).ok_or_else(|| {
                    format!(
                        "there is no repair `{name}`; repairs are all, none, {}",
                        Repair::ALL.map(Repair::name).join(", ")
                    )
                })
            })
            .collect(),
    }
}

fn sum(differences: &BTreeMap<Difference, u64>) -> u64 {
    differences.values().sum()
}

fn kinds(differences: &BTreeMap<Difference, u64>) -> String {
    let kinds = differences
        .iter()
        .map(|(kind, count)| format!("{count} {}", kind.name()));
    let kinds: Vec<_> = kinds.collect();
    if kinds.is_empty() {
        String::new()
    } else {
        format!(" ({})", kinds.join(", "))
    }
}

/// On a terminal, one line that is written over and over; nothing elsewhere.
fn progress(text: &str) {
    if io::stderr().is_terminal() {
        write!(io::stderr().lock(), "\r\x1b[K{text}").ok();
    }
}

fn clear() {
    progress("");
}

fn bad(what: &str) -> ExitStatus {
    output::error(what);
    ExitStatus::Bad
}

#[cfg(test)]
mod tests {
    use super::{Repair, Repairs, repairs};

    #[test]
    fn repairs_by_name() {
        assert_eq!(repairs("none"), Ok(Repairs::NONE));
        assert_eq!(repairs("all"), Ok(Repairs::ALL));
        let two = Repairs::RANGE.and(Repair::Environ);
        assert_eq!(repairs("range, environ"), Ok(two));
        assert!(repairs("range,everything").is_err());
    }
}
