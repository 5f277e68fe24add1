//! What is answered to a user: engines, runs, depths and bounds, against a plain search by the definitions.

use lockstep_core::api::{
    Capabilities, CertificateView, Clockless, Host, Options, Outcome, Progress, TRANSITION_VALUES,
};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::{Settings, Subject, TransitionModel, parse, print};
use lockstep_seeds::{seeds, share};

use super::corpus::cases;
use super::explore::{Found, model, search};

/// Bytes that any check here may take.
const MEMORY: u64 = 200_000_000;

/// A host who is told of no more memory than that.
struct Within;

impl Host for Within {
    fn now_ms(&self) -> f64 {
        0.0
    }

    fn progress(&mut self, progress: &Progress) -> bool {
        assert!(progress.bytes <= MEMORY, "{} bytes", progress.bytes);
        true
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::ALL
    }
}

fn answer(text: &str, index: usize, engine: &str) -> Outcome {
    let options = Options {
        engine: engine.into(),
        max_memory: Some(MEMORY),
        ..Options::default()
    };
    TRANSITION_VALUES
        .check(text, index, &options, &mut Within)
        .expect("the text has no errors")
}

#[test]
fn every_published_case_is_answered() {
    let Some(cases) = cases() else { return };
    for case in &cases {
        let outcome = answer(&case.text, 0, "auto");
        let said = (outcome.answer().word(), outcome.depth());
        let expected = match case.depth {
            Some(depth) => ("violated", Some(u32::try_from(depth).unwrap())),
            None => ("holds", None),
        };
        assert_eq!(said, expected, "{}", case.name);
        let is_run = outcome.certificate == CertificateView::Replayed;
        assert_eq!(is_run, case.depth.is_some(), "{}", case.name);
        assert!(outcome.verdict.is_proved(), "{}", case.name);
        let evidence = outcome.system.unwrap();
        assert!(!evidence.may_be_shorter, "{}", case.name);
        if let Some(depth) = case.depth {
            let fired = |word: &str| {
                let words = evidence.run.iter().map(|it| it.turn.of_step());
                words.filter(|it| *it == Some(word)).count()
            };
            assert_eq!((fired("init"), fired("trans")), (1, depth), "{}", case.name);
        }
    }
}

/// Formulas have an answer to most cases, too, and the same.
#[test]
fn formulas_answer_most_published_cases() {
    let Some(cases) = cases() else { return };
    let slow = ["bhmr2007", "count_up_down", "loopxy"];
    let mut answered = 0;
    for case in &cases {
        if slow.iter().any(|it| case.name.contains(it)) {
            continue;
        }
        let outcome = answer(&case.text, 0, "sat");
        if outcome.answer().word() == "unknown" {
            assert!(case.name.contains("array"), "{}", case.name);
            continue;
        }
        let depth = case.depth.map(|it| u32::try_from(it).unwrap());
        assert_eq!(outcome.depth(), depth, "{}", case.name);
        let is_proof = matches!(outcome.certificate, CertificateView::Proof { .. });
        assert_eq!(is_proof, depth.is_none(), "{}", case.name);
        answered += 1;
    }
    assert!(answered >= cases.len() - 6, "{answered}");
}

/// The text and the model of a random system that has an invariant.
fn random(seed: u64) -> Option<(String, TransitionModel)> {
    let shape = SystemShape {
        integers: seed.is_multiple_of(2),
        ..SystemShape::default()
    };
    let document = transitions(&shape, &mut Random::new(seed));
    let text = print::print(&document);
    let model = model(&text);
    invariant(&model)?;
    Some((text, model))
}

fn invariant(model: &TransitionModel) -> Option<usize> {
    let mut all = model.properties.iter();
    all.position(|it| matches!(it.subject, Subject::Always(_)))
}

fn depth_of(found: &Found) -> Option<u32> {
    // The search counts every firing: init is 1, then env and trans in turns.
    found.violated.map(|it| u32::try_from(it / 2).unwrap())
}

#[test]
fn random_systems_are_answered_as_by_the_definitions() {
    let (mut bad, mut never, mut bounded) = (0, 0, 0);
    for seed in seeds(0..5_000) {
        let Some((text, model)) = random(seed) else {
            continue;
        };
        let index = invariant(&model).unwrap();
        let Subject::Always(term) = &model.properties[index].subject else {
            unreachable!("that is what was looked for")
        };
        let found = search(&model, Settings::default(), term, 3_000);
        if !found.complete && found.violated.is_none() {
            continue;
        }
        for engine in ["auto", "explicit", "sat"] {
            let outcome = answer(&text, index, engine);
            if engine == "sat" && outcome.answer().word() == "unknown" {
                continue;
            }
            let expected = ["holds", "violated"][usize::from(found.violated.is_some())];
            assert_eq!(
                outcome.answer().word(),
                expected,
                "seed {seed} {engine}\n{text}"
            );
            let depth = depth_of(&found);
            assert_eq!(outcome.depth(), depth, "seed {seed} {engine}\n{text}");
            match expected {
                "holds" => never += 1,
                _ => bad += 1,
            }
        }
        // The same question, one firing short.
        let Some(short) = depth_of(&found).and_then(|it| it.checked_sub(1)) else {
            continue;
        };
        let span = term.span.text(&text);
        let asked = format!("{text}\ncheck always {span} within {short} expect holds\n");
        let last = super::explore::model(&asked).properties.len() - 1;
        for engine in ["explicit", "sat"] {
            let outcome = answer(&asked, last, engine);
            let said = (outcome.answer().word(), outcome.verdict.is_proved());
            assert!(
                said == ("holds", false) || outcome.answer().word() == "unknown",
                "seed {seed} {engine}: {said:?}\n{asked}"
            );
            bounded += 1;
        }
    }
    assert!(
        bad > share(300) && never > share(300) && bounded > share(60),
        "{bad} {never} {bounded}"
    );
}

const COUNTER: &str = "var x : 0..300 = 0 var y : boolean = false
    trans { choice { assume x < 259; x := x + 1; } or { assume y; x := 0; }
      or { assume x == 259; y := true; } }
    init {} env {} prop { !y }
    check reach x == 100 within 99
    check reach x == 3 then x == 1 within 5
    check reach x == 3 then x == 5 within 5
    check deadlock";

#[test]
fn bounds_goals_in_order_and_depths() {
    for engine in ["auto", "explicit"] {
        let deep = answer(COUNTER, 0, engine);
        assert_eq!(
            (deep.answer().word(), deep.depth()),
            ("violated", Some(260))
        );
        let why = "whoever writes `prop` means it";
        assert_eq!(deep.as_expected(), Some(false), "{why}");
    }
    for engine in ["auto", "explicit", "sat"] {
        for (index, said) in [
            (1, ("unreachable", None, false)),
            (2, ("unreachable", None, false)),
            (3, ("reachable", Some(5), true)),
        ] {
            let outcome = answer(COUNTER, index, engine);
            let found = (
                outcome.answer().word(),
                outcome.depth(),
                outcome.verdict.is_proved(),
            );
            assert_eq!(found, said, "{engine} {index}");
        }
    }
    let stuck = answer(COUNTER, 4, "auto");
    assert_eq!(
        (stuck.answer().word(), stuck.verdict.is_proved()),
        ("none", true)
    );
}

#[test]
fn deadlocks_are_states_from_which_nothing_can_be_completed() {
    for (trans, said, depth) in [
        ("assume x < 3; x := x + 1;", "deadlock", Some(3)),
        ("x := (x + 1) % 4; assume x != 2;", "deadlock", Some(1)),
        ("x := (x + 1) % 4;", "none", None),
    ] {
        for env in ["", "choice { y := true; } or { y := false; }"] {
            let text = format!(
                "var x : 0..9 = 0 var y : boolean = true trans {{ {trans} }} init {{}} env {{ {env} }}
                 prop {{ true }} check deadlock"
            );
            let outcome = answer(&text, 1, "auto");
            let found = (outcome.answer().word(), outcome.depth());
            assert_eq!(found, (said, depth), "{text}");
        }
    }
    // After `env` has chosen wrong there is no way on, though another choice would have had one.
    let text = "var y : boolean = true trans { assume y; } init {} env { havoc y; } prop { true }
        check deadlock within 0 check deadlock";
    for index in [1, 2] {
        assert_eq!(answer(text, index, "auto").answer().word(), "deadlock");
    }
}

#[test]
fn what_no_window_holds_is_found_by_formulas() {
    let text = "var n : integer = 0 var d : integer = 0 var e : integer = 0
        trans { d := e; e := n; } init {} env { havoc n; } prop { !(n == 4711 && d == -4711) }";
    let outcome = answer(text, 0, "auto");
    let said = (outcome.answer().word(), outcome.depth());
    assert_eq!(said, ("violated", Some(2)), "{outcome:?}");
    let run = &outcome.system.as_ref().unwrap().run;
    let state = ["4711", "-4711", "4711"].map(String::from);
    assert_eq!(run.last().unwrap().state, state);
}

#[test]
fn an_assumption_after_a_havoc_says_how_many_values_there_are() {
    let text = "var n : integer = 0 trans { havoc n; assume n > 90; assume 100 >= n && n != 95; }
        init {} env {} prop { n != 95 } check reach n == 100 check reach n == 101";
    for (index, said) in [(0, "holds"), (1, "reachable"), (2, "unreachable")] {
        let outcome = answer(text, index, "explicit");
        assert_eq!(
            (outcome.answer().word(), outcome.verdict.is_proved()),
            (said, true)
        );
    }
}

#[test]
fn integers_that_grow_for_ever_are_unknown_and_said_to_be() {
    let text = "var x : integer = 1 trans { x := x * 2; } init {} env {} prop { x > 0 }";
    let outcome = answer(text, 0, "auto");
    assert_eq!(outcome.answer().word(), "unknown");
    assert!(outcome.sentence.contains("was not decided"));
}

#[test]
fn an_invariant_is_printed_and_true() {
    let text = "var x : 0..100 = 0 var y : 0..100 = 0
        trans { assume x < 50; x := x + 2; y := y + 2; } init {} env {} prop { x != 33 }";
    let outcome = answer(text, 0, "sat");
    assert_eq!(outcome.answer().word(), "holds");
    for condition in &outcome.system.unwrap().invariant {
        let asked = format!("{text} check always {condition}");
        let said = answer(&asked, 1, "explicit");
        assert_eq!(said.answer().word(), "holds", "{condition}");
    }
}

/// What visiting alone decides is what all engines say; else it is refused, never answered worse.
#[test]
fn visiting_alone_answers_as_all_do_or_refuses() {
    use lockstep_core::api::{
        Capabilities, KindValue, KindValues, Kinds, Refusal, StructureKind, TransitionSystems,
    };
    /// Formulas go on elsewhere.
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
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/systems");
    let (mut answered, mut refused) = (0, 0);
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for it in Kinds::whole()
            .analyse_as(StructureKind::Transitions, &text)
            .checks
        {
            for engine in ["auto", "explicit", "sat"] {
                let options = Options {
                    engine: engine.into(),
                    ..Options::default()
                };
                let visits = KindValues::new(&TransitionSystems);
                let found = visits.check(&text, it.index, &options, &mut Few);
                match found {
                    Ok(outcome) => {
                        let all =
                            TRANSITION_VALUES.check(&text, it.index, &options, &mut Clockless);
                        assert_eq!(Ok(outcome), all, "{}", it.title);
                        answered += 1;
                    }
                    Err(why) => {
                        let missing = Refusal::Capabilities(KindValue::Prove);
                        assert_eq!(why, missing, "{}", it.title);
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(
        answered > 50 && refused > 20,
        "{answered} answered, {refused} refused"
    );
}

/// What reads no variable is known without a visit, though integers grow without an end; what reads one is not.
#[test]
fn a_condition_that_reads_no_variable_is_answered_without_a_visit() {
    let text = "var x : integer = 0\ntrans { x := x + 1; }\ninit {}\nenv {}\n\
                check always true\ncheck reach 1 > 2\ncheck reach x > 3 then false\ncheck always 1 < 2 within 3\n\
                check always false\ncheck reach 1 < 2\ncheck always 1 / 0 == 1";
    for engine in ["auto", "explicit", "sat"] {
        for (index, word) in ["holds", "unreachable", "unreachable", "holds"]
            .iter()
            .enumerate()
        {
            let outcome = answer(text, index, engine);
            assert_eq!(outcome.answer().word(), *word, "{engine} {index}");
            assert_eq!(
                outcome.certificate,
                CertificateView::Exhausted { states: 0 }
            );
            assert!(outcome.verdict.is_proved());
        }
        for (index, word) in [(4, "violated"), (5, "reachable"), (6, "violated")] {
            let outcome = answer(text, index, engine);
            assert_eq!(outcome.answer().word(), word, "{engine} {index}");
            assert_eq!(outcome.certificate, CertificateView::Replayed);
        }
    }
}

const BETWEEN: &str = "var x : 0..3 = 3\nvar in : 0..3 = 0\n\
    trans { x := 0; in := 0; }\ninit { x := 0; }\nenv { havoc in; }\n\
    prop { in < 2 && x < 3 }\n\
    check always in < 2 every state\n\
    check always x < 3 every state\n\
    check reach in == 2 && x == 0 every state within 3\n\
    check reach in == 2 then x == 0 every state\n\
    check always in <= 3 && x <= 3 every state\n\
    check reach in == 1 && x == 2 every state";

/// A question about every state is also about the declared values, and about those between `env` and `trans`.
#[test]
fn every_state_counts_where_the_text_says_so() {
    for engine in ["auto", "explicit"] {
        let said: Vec<_> = (0..7)
            .map(|it| {
                let outcome = answer(BETWEEN, it, engine);
                (outcome.answer().word(), outcome.sentence)
            })
            .collect();
        let expected = [
            (
                "holds",
                "It is true after `init` and after every firing of `trans`.",
            ),
            (
                "violated",
                "`in` is `2` after `env`, before `trans` has fired.",
            ),
            ("violated", "`x` is `3` with the declared values."),
            (
                "reachable",
                "The goal holds after `env`, before `trans` has fired.",
            ),
            (
                "reachable",
                "The goal holds after `env`, before `trans` has fired.",
            ),
            (
                "holds",
                "It is true with the declared values, after `init`, and after every firing of `env` and of `trans`.",
            ),
            ("unreachable", "The goal is never reached."),
        ];
        let expected = expected.map(|it| (it.0, it.1.to_owned()));
        assert_eq!(said, expected, "{engine}");
    }
    // What is met is seen at once: also where the second goal is true in the same state.
    let printed = print::print(&parse(BETWEEN).0);
    assert!(
        printed.contains("check reach in == 2 && x == 0 every state within 3\n"),
        "{printed}"
    );
    assert_eq!(parse(&printed).1, []);
}

/// Missing values are any, as Theta reads them, or the defaults of their types, as the thesis does; the sentence says which.
#[test]
fn missing_values_are_free_or_the_defaults_of_their_types() {
    let text = "var x : 0..3\ntrans {}\ninit {}\nenv {}\nprop { x == 0 }\n";
    for engine in ["auto", "explicit", "sat"] {
        let ask = |missing_default| {
            let options = Options {
                engine: engine.into(),
                missing_default,
                ..Options::default()
            };
            let outcome = TRANSITION_VALUES
                .check(text, 0, &options, &mut Clockless)
                .unwrap();
            (outcome.answer().word(), outcome.sentence)
        };
        let said = "`x` is `1` right after `init`.".to_owned();
        assert_eq!(ask(false), ("violated", said), "{engine}");
        let said = "It is true after `init` and after every firing of `trans`. \
                    Variables without a value begin with the default of their type.";
        assert_eq!(ask(true), ("holds", said.to_owned()), "{engine}");
    }
}

/// Each engine of formulas answers alone, under the name that answers show.
#[test]
fn engines_answer_alone_by_their_names() {
    let counter = "var x : integer = 0\nvar y : 0..9 = 0\ntrans { y := if y < 7 then y + 1 else y; }\ninit {}\nenv {}\n\
        prop { y < 9 }\ncheck reach y == 5\ncheck reach y == 8 within 20\n";
    for (engine, index, said, by) in [
        ("explicit", 0, "holds", "explicit"),
        ("induction", 0, "holds", "induction"),
        ("ic3", 0, "holds", "ic3"),
        ("bmc", 1, "reachable", "bmc"),
        ("induction", 1, "reachable", "bmc"),
        ("ic3", 1, "reachable", "bmc"),
        ("bmc", 2, "unreachable", "bmc"),
    ] {
        let outcome = answer(counter, index, engine);
        let found = (outcome.answer().word(), outcome.work.engine.as_str());
        assert_eq!(
            found,
            (said, by),
            "{engine}, check {index}: {}",
            outcome.sentence
        );
        if said == "reachable" {
            assert_eq!(outcome.depth(), Some(5), "{engine}");
        }
    }
    let options = Options {
        engine: "bounds".into(),
        ..Options::default()
    };
    let refused = TRANSITION_VALUES
        .check(counter, 0, &options, &mut Clockless)
        .unwrap_err();
    assert!(
        format!("{refused:?}").contains("bmc, induction and ic3"),
        "{refused:?}"
    );
}
