//! Reasons do not depend on who answered: for every length, where no engine visits every state, the
//! same places are found as by a visit.
#![allow(clippy::unwrap_used, missing_docs)]

use lockstep_core::api::{self, Options, Outcome};
use lockstep_core::engine::survey::survey;
use lockstep_core::engine::{Coverage, Limits, Unwatched, explicit};
use lockstep_core::generate::published::{Class, instance};
use lockstep_core::generate::{Random, Shape, model};
use lockstep_core::language::document::{print, unresolve};
use lockstep_core::language::scenario::Mode;
use lockstep_core::language::{Check, Question};
use lockstep_core::network::PlaceSet;
use lockstep_core::question::task;
use lockstep_core::sat;
use lockstep_tests::Clockless;

fn check(text: &str, engine: &str) -> Outcome {
    let options = Options {
        engine: engine.into(),
        max_clauses: (engine == "sat").then_some(12_000),
        ..Options::default()
    };
    api::check(text, 0, &options, &mut Clockless).unwrap()
}

/// Every place of every coordinate, alone: by survey and by a visit of all states.
#[test]
fn surveys_find_what_a_visit_finds() {
    let (mut yes, mut no, mut undecided) = (0, 0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let model = model(&Shape::default(), &mut random);
        let mode = if seed % 2 == 0 {
            Mode::Strict
        } else {
            Mode::Loose
        };
        let bound = random.percent(40).then(|| random.between(0, 6) as u32);
        let check = Check::asking(Question::Scenario { scenario: 0, mode }, bound);
        let task = task(&model, &check);
        let few = Limits {
            states: 5_000,
            transactions: 200_000,
            ..Limits::default()
        };
        let mut regions = Vec::new();
        for (coordinate, &size) in task.sizes().iter().enumerate() {
            for place in 0..size {
                let mut region: Vec<_> = task.sizes().into_iter().map(PlaceSet::full).collect();
                region[coordinate] = PlaceSet::empty(size);
                region[coordinate].insert(place);
                regions.push(region);
            }
        }
        let (finding, expected) = explicit::survey(&task, &few, &mut Unwatched, &regions);
        if matches!(finding.coverage, Coverage::Open(_)) {
            continue;
        }
        let solvers = || sat::ALL[0].create(None);
        let limits = Limits::default();
        let found = survey(
            &task,
            &finding,
            &regions,
            regions.len() / 2,
            &limits,
            &solvers,
            &mut Unwatched,
        );
        for (index, (found, expected)) in found.into_iter().zip(expected).enumerate() {
            match found {
                None => undecided += 1,
                Some(met) => {
                    assert_eq!(met, expected, "seed {seed}, region {index}");
                    *(if met { &mut yes } else { &mut no }) += 1;
                }
            }
        }
    }
    assert!(
        yes > 1000 && no > 1000 && undecided < 5,
        "{yes} {no} {undecided}"
    );
}

#[test]
fn induction_has_reasons_too() {
    let coffee = include_str!("../static/examples/machines/coffee-for-two.lks");
    let asked = "check \"coffee for two\" within 6";
    assert!(coffee.contains(asked));
    let coffee = coffee.replace(asked, "check \"coffee for two\"");
    let visited = check(&coffee, "explicit");
    let reason = visited.reason.expect("a visit has a reason");
    assert!(
        reason.sentence.contains("`repaired`"),
        "{}",
        reason.sentence
    );
    let proved = check(&coffee, "sat");
    assert_eq!(
        (proved.answer.as_str(), proved.proved),
        ("inconsistent", true)
    );
    assert_eq!(proved.reason, Some(reason));
    let mut agreed = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut model = model(&Shape::default(), &mut random);
        let question = Question::Scenario {
            scenario: 0,
            mode: Mode::Strict,
        };
        model.checks = vec![Check {
            title: model.scenarios[0].name.clone(),
            ..Check::asking(question, None)
        }];
        let text = print(&unresolve(&model));
        if api::analyse(&text).has_errors {
            continue;
        }
        let proved = check(&text, "sat");
        if proved.answer == "inconsistent" {
            let visited = check(&text, "explicit");
            assert_eq!(proved.reason, visited.reason, "seed {seed}\n{text}");
            agreed += u32::from(proved.reason.is_some());
        }
    }
    assert!(agreed > 30, "{agreed}");
}

/// Too large to visit every state, and answered by bounds or by SAT.
#[test]
fn scenarios_of_medium_size_have_reasons() {
    let class = Class::named("medium").unwrap();
    let (mut failing, mut explained) = (0, 0);
    for number in 0..40 {
        let text = print(&unresolve(&instance(&class, 7, number)));
        let outcome = check(&text, "auto");
        failing += u32::from(outcome.answer == "inconsistent");
        explained += u32::from(outcome.reason.is_some());
    }
    assert!(failing > 8, "{failing}");
    assert_eq!(explained, failing);
}

#[test]
fn a_message_that_no_transition_plays_is_told_as_such() {
    let model = "machine Client {\n  [*] --> Ready\n  Ready --> Waiting : / request\n}\n\
                 machine Server {\n  [*] --> Free\n  Free --> Busy : request\n  Busy --> Free : reply\n}\n";
    for (message, sentence) in [
        (
            "c -> s : reply",
            "`c` never sends `reply`: no transition of `Client` does.",
        ),
        (
            "s -> c : request",
            "`s` never sends `request`: no transition of `Server` does.",
        ),
        (
            "c -> d : request",
            "`d` never receives `request`: no transition of `Client` does.",
        ),
    ] {
        let text = format!(
            "{model}scenario \"hello\" {{\n  c, d : Client\n  s : Server\n  {message}\n}}\n"
        );
        for engine in ["explicit", "sat"] {
            let reason = check(&text, engine).reason.expect("the message fails");
            assert_eq!(reason.sentence, sentence);
        }
    }
}
