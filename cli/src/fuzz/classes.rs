//! `lockstep fuzz --encoding classes` and `paper-ocl`: random class models, each answer against the definitions.

use std::collections::BTreeMap;

use lockstep_core::encode::paper::{Repair, Repairs};
use lockstep_core::fuzz::{ClassSubject, examine_classes};

use super::{Fuzz, clear, progress};
use crate::exit_status::ExitStatus;
use crate::output::{complain, print};

/// Whose answers must be those of the definitions. A model is asked by one of the last two, which take longest.
fn all_who_agree(seed: u64) -> Vec<ClassSubject> {
    let engine = match seed.is_multiple_of(2) {
        true => "induction",
        false => "ic3",
    };
    let engines = ["explicit", "sat", engine].map(ClassSubject::Engine);
    let printed = ClassSubject::Printed(repairs_for_classes());
    engines.into_iter().chain([printed]).collect()
}

/// The repairs that concern class models.
fn repairs_for_classes() -> Repairs {
    let all = Repair::ALL.into_iter();
    all.filter(|it| it.is_for_classes()).collect()
}

/// Compares answers with the definitions on so many models: of all who must agree, or of the printed formula with some repairs. The
/// first difference of each is shrunk and shown, all are counted.
pub(super) fn hunt(args: &Fuzz, printed: Option<Repairs>) -> ExitStatus {
    let (mut models, mut answers, mut found) = (0, 0, 0);
    let mut wrong = BTreeMap::<String, u64>::new();
    let mut seed = args.seed.wrapping_mul(1_000_003);
    while models < args.count {
        seed = seed.wrapping_add(1);
        let subjects = match printed {
            Some(repairs) => vec![ClassSubject::Printed(repairs)],
            None => all_who_agree(seed),
        };
        let Some(examined) = examine_classes(&subjects, seed) else {
            continue;
        };
        models += 1;
        answers += examined.answers;
        found += examined.found;
        for it in examined.wrong {
            let count = wrong.entry(it.subject.name()).or_default();
            *count += 1;
            if *count == 1 {
                clear();
                print(&it.shrunk().told());
            }
        }
        if models % 10 == 0 {
            let wrong: u64 = wrong.values().sum();
            progress(&format!(
                "{}: {models} models, {wrong} disagreements",
                args.encoding
            ));
        }
    }
    clear();
    let by_whom: Vec<_> = wrong
        .iter()
        .map(|(name, count)| format!("{count} by {name}"))
        .collect();
    let by_whom = match by_whom.as_slice() {
        [] => String::new(),
        some => format!(" ({})", some.join(", ")),
    };
    complain(&format!(
        "{}, seed {}: {models} models, {answers} answers, {found} of them yes, {} disagreements{by_whom}",
        args.encoding,
        args.seed,
        wrong.values().sum::<u64>()
    ));
    match wrong.is_empty() {
        true => ExitStatus::AsExpected,
        false => ExitStatus::Unexpected,
    }
}
