//! Answers to checks, with what they depend on.

use std::path::Path;

use lockstep_core::api::{
    Capabilities, Host, KindValue, KindValues, Kinds, Outcome, Progress, Refusal,
    STATECHART_VALUES, StructureKind, step_numbers,
};
use lockstep_core::view::Options;
use lockstep_tests::Clockless;

/// The answer to a check.
pub fn answer(text: &str, check: usize) -> Outcome {
    STATECHART_VALUES
        .by_visits()
        .check(text, check, &Options::default(), &mut Clockless)
        .unwrap_or_else(|why| panic!("{why:?}\n{text}"))
}

#[test]
fn an_answer_names_the_bound_of_a_queue_that_it_depends_on() {
    let text = |policy: &str| {
        format!(
            "statechart M {{\nqueue 2{policy}\n[*] --> A\nA --> B : go\nB --> C : stop\n}}\nsystem {{\nm : M\nenvironment sends go to m\n}}\ncheck reach m.C\ncheck reach m.queue.overflows\n"
        )
    };
    let bounded = answer(&text(""), 0);
    assert!(bounded.verdict.is_absent());
    assert_eq!(
        bounded.sentence,
        "The goal is never reached, with queues of at most 2 events."
    );
    assert_eq!(
        answer(&text(" overflow drop"), 0).sentence,
        "The goal is never reached."
    );
    assert!(answer(&text(" overflow error"), 1).verdict.is_found());
    assert!(answer(&text(" overflow block"), 1).verdict.is_absent());
}

#[test]
fn a_run_that_ends_with_an_error_says_which() {
    let text = "statechart M {\nvar x : 0..3 = 0\n[*] --> A\nA --> A : go / x := x + 1\n}\nsystem {\nm : M\nenvironment sends go to m\n}\ncheck deadlock\ncheck reach m.x == 3 within 3\n";
    let stuck = answer(text, 0);
    assert!(
        stuck
            .sentence
            .ends_with("`m` gives `x` a value that it cannot have: it is 0..3."),
        "{}",
        stuck.sentence
    );
    let evidence = stuck.system.unwrap();
    assert!(evidence.run.len() > 4, "{:#?}", evidence.run);
    assert_eq!(
        answer(text, 1).sentence,
        "The goal is not reached within 3 steps."
    );
}

#[test]
fn the_examples_keep_their_promises() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/statecharts");
    let mut checks = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let analysis = Kinds::whole().analyse_as(StructureKind::Statecharts, &text);
        assert!(
            analysis.diagnostics.is_empty(),
            "{}: {:#?}",
            path.display(),
            analysis.diagnostics
        );
        for check in &analysis.checks {
            let outcome = answer(&text, check.index);
            assert_eq!(
                outcome.as_expected(),
                Some(true),
                "{}: {}: {}",
                path.display(),
                check.title,
                outcome.sentence
            );
            checks += 1;
        }
    }
    assert!(checks >= 9, "{checks}");
}

#[test]
fn runs_count_their_steps_as_answers_do() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/statecharts");
    let mut parts = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for check in &Kinds::whole()
            .analyse_as(StructureKind::Statecharts, &text)
            .checks
        {
            let outcome = answer(&text, check.index);
            let Some(depth) = outcome.depth() else {
                continue;
            };
            let last = outcome.length() - 1;
            assert_eq!(outcome.steps(), depth as usize, "{}", check.title);
            let numbers: Vec<_> = (0..=last).map(|it| outcome.number_of(it)).collect();
            assert_eq!(numbers, step_numbers(&outcome.system.as_ref().unwrap().run));
            let whole = numbers[last].split('.').next().unwrap();
            assert_eq!(whole, depth.to_string(), "{numbers:?}");
            parts += numbers.iter().filter(|it| it.contains('.')).count();
            for (at, it) in outcome.system.unwrap().run.iter().enumerate() {
                assert!(it.again.is_none_or(|earlier| earlier < at));
            }
        }
    }
    assert!(parts > 10, "{parts}");
}

struct Few;

impl Host for Few {
    fn now_ms(&self) -> f64 {
        0.0
    }

    fn progress(&mut self, _: &Progress) -> bool {
        true
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::FEW
    }
}

#[test]
fn what_has_no_formulas_hands_over_where_they_are_asked_for() {
    let path = "../static/examples/statecharts/master-slave.lks";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(path).unwrap();
    let sat = Options {
        engine: "sat".into(),
        ..Options::default()
    };
    let few = STATECHART_VALUES
        .by_visits()
        .check(&text, 0, &sat, &mut Few);
    assert_eq!(few.unwrap_err(), Refusal::Capabilities(KindValue::Prove));
    // What visits end needs nobody else, and whoever takes it up finds the same.
    let visited = STATECHART_VALUES
        .by_visits()
        .check(&text, 0, &Options::default(), &mut Few)
        .unwrap();
    let continued = KindValues {
        continues: true,
        ..STATECHART_VALUES
    };
    let further = continued
        .check(&text, 0, &Options::default(), &mut Clockless)
        .unwrap();
    assert_eq!(further.verdict, visited.verdict);
}
