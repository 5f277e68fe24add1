//! The fuzz lab: it finds nothing where nothing is wrong and much in the printed encodings, and
//! what it finds is small, readable and true.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};

use lockstep_core::encode::paper::{Repair, Repairs};
use lockstep_core::fuzz::{
    ClassSubject, Difference, Found, Hunt, Subject, examine, examine_classes, judge, tell,
};
use lockstep_core::generate::{Random, Shape, model};
use lockstep_core::language::machines::document::{print, unresolve};
use lockstep_core::language::questions::Mode;
use lockstep_core::language::{Check, Question, read};
use lockstep_core::text::Severity;
use lockstep_seeds::{is_all, seeds, share, wanted};

fn subject(name: &str, repairs: Repairs) -> Subject {
    Subject::named(name, repairs).unwrap()
}

/// Everything that a hunt of so many models finds.
fn found(subject: Subject, models: usize) -> Vec<Found> {
    let mut hunt = Hunt::new(subject, 1);
    (0..models).flat_map(|_| hunt.next_model().1).collect()
}

fn counted(found: &[Found]) -> BTreeMap<Difference, usize> {
    let mut counts = BTreeMap::new();
    for found in found {
        *counts
            .entry(found.examined.difference.unwrap())
            .or_default() += 1;
    }
    counts
}

#[test]
fn our_own_engines_never_differ_and_their_evidence_holds() {
    let names: Vec<_> = Subject::everybody().iter().map(Subject::name).collect();
    for name in [
        "delivery",
        "delivery-batsat",
        "explicit",
        "portfolio",
        "repairs",
    ] {
        assert!(names.iter().any(|it| it == name), "{names:?}");
        let subject = subject(name, Repairs::NONE);
        // Repairs take a search of their own for each model.
        let found = found(subject, if name == "repairs" { 60 } else { 200 });
        let first = found.first().map(|found| tell(&subject, found));
        assert_eq!(first, None, "{name}");
    }
}

/// Of random scenarios that fail, many have a proposal to judge.
#[test]
fn repairs_are_there_to_be_judged() {
    let (mut asked, mut proposed) = (0, 0);
    for seed in seeds(0..150) {
        let mut model = model(&Shape::default(), &mut Random::new(seed));
        let question = Question::Scenario {
            scenario: 0,
            mode: Mode::Strict,
        };
        model.system.clear();
        model.checks = vec![Check::asking(question, Some(3))];
        let Some(examined) = examine(&Subject::Repairs, &model) else {
            continue;
        };
        assert_eq!(examined.difference, None, "seed {seed}");
        asked += 1;
        proposed += u32::from(examined.claimed.yes);
    }
    assert!(asked > share(50) && proposed > 0, "{proposed} of {asked}");
    assert!(!is_all() || proposed * 5 > asked, "{proposed} of {asked}");
}

/// The papers' formulas are forgiven what they miss, and nothing else; our engines nothing.
#[test]
fn what_is_owed() {
    for subject in Subject::everybody() {
        for difference in Difference::ALL {
            let missed = [Difference::WrongNo, Difference::Measure].contains(&difference);
            let forgiven = missed && subject.name().starts_with("paper-");
            assert_eq!(subject.owes(difference), !forgiven);
        }
    }
}

/// With every repair a yes is a yes; a no may be wrong, and often is.
#[test]
fn repaired_printed_encodings_are_sound_and_incomplete() {
    for (name, repairs, models) in [
        ("paper-gsc", Repairs::ALL, wanted(800)),
        ("paper-mscp", Repairs::ALL, wanted(400)),
    ] {
        let found = found(subject(name, repairs), models);
        let counts = counted(&found);
        for wrong in [Difference::WrongYes, Difference::Proof] {
            assert_eq!(counts.get(&wrong), None, "{name}: {counts:?}");
        }
        assert!(
            counts[&Difference::WrongNo] > share(5),
            "{name}: {counts:?}"
        );
        // Later than the definitions at most, never earlier.
        for found in found {
            let (claimed, defined) = (found.examined.claimed, found.examined.defined);
            assert!(!claimed.yes || claimed.depth >= defined.depth);
        }
    }
}

/// Each printed defect that a few hundred random models show leads to a yes too early, or wrong.
#[test]
fn each_defect_is_found() {
    for (name, repair) in [
        ("paper-gsc", Repair::Range),
        ("paper-gsc", Repair::Environ),
        ("paper-mscp", Repair::Names),
    ] {
        let found = found(subject(name, Repairs::ALL.without(repair)), 600);
        let early = found.iter().filter(|found| {
            let (claimed, defined) = (found.examined.claimed, found.examined.defined);
            claimed.yes && (!defined.yes || claimed.depth < defined.depth)
        });
        assert!(early.count() > 0, "{}", repair.name());
    }
}

#[test]
fn what_is_found_is_told_as_a_small_model_on_which_it_can_be_seen_again() {
    let mut told = 0;
    for (name, repairs) in [
        ("paper-gsc", Repairs::RANGE),
        ("paper-mscp", Repairs::NONE),
        ("paper-mscp", Repairs::FULL),
    ] {
        let subject = subject(name, repairs);
        for found in found(subject, 80) {
            let difference = found.examined.difference;
            let before = print(&unresolve(&found.model)).len();
            let shrunk = found.shrunk(&subject);
            assert_eq!(shrunk.examined.difference, difference);
            let text = tell(&subject, &shrunk);
            assert!(print(&unresolve(&shrunk.model)).len() <= before);
            assert!(text.lines().count() < 60, "{text}");
            let (model, findings) = read(&text);
            let errors = findings.iter().filter(|it| it.severity == Severity::Error);
            assert_eq!(errors.count(), 0, "{text}");
            let again = examine(&subject, &model).unwrap();
            assert_eq!(again.difference, difference, "{text}");
            // The expectation in the text is the definitions' answer.
            let check = &model.checks[0];
            let bound = check.bound.unwrap() as usize;
            let words = format!("{:?}", check.expected.unwrap()).to_lowercase();
            let yes = ["consistent", "reachable"].contains(&words.as_str());
            assert_eq!(judge::defined(&model, check, bound).yes, yes, "{text}");
            told += 1;
        }
    }
    assert!(told > 8, "{told}");
}

#[test]
fn hunts_repeat() {
    let subject = subject("paper-gsc", Repairs::RANGE);
    assert_eq!(found(subject, 100), found(subject, 100));
    let mut other = Hunt::new(subject, 2);
    let others: Vec<_> = (0..100).flat_map(|_| other.next_model().1).collect();
    assert_ne!(found(subject, 100), others);
}

/// A model that no text came from can be written down: the text resolves to what is written down
/// in the same way.
#[test]
fn random_models_can_be_written_down() {
    for seed in seeds(0..300) {
        let mut model = model(&Shape::default(), &mut Random::new(seed));
        let transitions: Vec<_> = model
            .machines
            .iter()
            .flat_map(|it| &it.transitions)
            .collect();
        let known: BTreeSet<_> = transitions
            .iter()
            .flat_map(|it| it.trigger.iter().chain(&it.effects).copied())
            .collect();
        let messages = &mut model.scenarios[0].messages;
        messages.retain(|it| known.contains(&it.symbol));
        let text = print(&unresolve(&model));
        let (again, findings) = read(&text);
        let errors = findings.iter().find(|it| it.severity == Severity::Error);
        assert_eq!(errors, None, "{text}");
        // States are numbered by their first mention, so final ones may change places.
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
        assert_eq!(lines(&print(&unresolve(&again))), lines(&text));
        assert_eq!(again.machines.len(), model.machines.len());
        for (one, other) in again.machines.iter().zip(&model.machines) {
            assert_eq!(one.states.len(), other.states.len());
            assert_eq!(one.transitions.len(), other.transitions.len());
        }
        assert_eq!(
            again.scenarios[0].messages.len(),
            model.scenarios[0].messages.len()
        );
    }
}

/// Class models: engines and the corrected formula agree with the definitions.
#[test]
fn class_models_are_answered_as_by_the_definitions() {
    let engines = ["explicit", "sat"].map(ClassSubject::Engine);
    let classes = Repair::ALL.into_iter().filter(|it| it.is_for_classes());
    let printed = ClassSubject::Printed(classes.collect());
    let subjects = [engines[0], engines[1], printed];
    let (mut answers, mut found) = (0, 0);
    for seed in seeds(0..100) {
        let Some(examined) = examine_classes(&subjects, seed) else {
            continue;
        };
        let wrong: Vec<_> = examined.wrong.iter().map(|it| it.told()).collect();
        assert_eq!(wrong, Vec::<String>::new());
        answers += examined.answers;
        found += examined.found;
    }
    assert!(
        answers > share(2_000) && found > share(500),
        "{answers} {found}"
    );
}

/// Each deviation of the paper's formula for class models is found, and shown on a text from which no line can be left out.
#[test]
fn each_deviation_of_the_class_formula_is_found() {
    for slip in Repair::ALL.into_iter().filter(|it| it.is_for_classes()) {
        let subject = ClassSubject::Printed(Repairs::ALL.without(slip));
        let examined = (0..400).filter_map(|seed| examine_classes(&[subject], seed));
        let wrong = examined.flat_map(|it| it.wrong).next();
        let wrong = wrong.unwrap_or_else(|| panic!("{} is not found", slip.name()));
        let lines = wrong.text.lines().count();
        let shrunk = wrong.shrunk();
        assert_ne!(shrunk.said, Ok(shrunk.defined));
        assert_eq!(shrunk.clone().shrunk(), shrunk);
        let told = shrunk.told();
        assert!(shrunk.text.lines().count() < lines, "{told}");
        assert!(told.starts_with("// seed ") && told.contains("the definitions find"));
        assert_eq!(told.matches("\ncheck ").count(), 1, "{told}");
    }
}
