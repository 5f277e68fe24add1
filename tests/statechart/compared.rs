//! Two readings compared: what tells them apart is admitted by one and not by the other, and nothing tells a reading from itself.

use std::collections::{BTreeMap, HashSet};

use crate::statechart::{parse, read};
use lockstep_core::api::{
    KindValue, KindValues, Kinds, Refusal, STATECHART_VALUES, Statecharts, StructureKind,
    compare_readings,
};
use lockstep_core::diagram::beside::beside as side_by_side;
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::model::{Reading, StatechartModel};
use lockstep_core::language::statechart::semantics::{Grain, StatechartSystem, SystemState};
use lockstep_core::language::statechart::{LANGUAGE, print};
use lockstep_core::language::{Languages, complete, tokens};
use lockstep_core::question::statecharts::apart::{Apart, Compared, Seen, compare};
use lockstep_core::question::statecharts::sight::seen;
use lockstep_core::text::{Severity, TokenRole};
use lockstep_core::view::{
    Extent, Kind, Options, Outcome, SystemEvidenceView, Verdict, step_numbers,
};
use lockstep_tests::Clockless;

/// All sequences that are seen in a reading, of at most so many steps; nothing where there are too many states.
fn language(model: &StatechartModel, reading: Reading, depth: usize) -> Option<HashSet<Vec<Seen>>> {
    let system = StatechartSystem::new(model, reading, Grain::Step, false);
    let mut met: HashSet<(Vec<Seen>, SystemState)> = HashSet::new();
    let mut open = vec![(Vec::new(), system.beginning())];
    let mut all = HashSet::from([Vec::new()]);
    while let Some((so_far, state)) = open.pop() {
        if !met.insert((so_far.clone(), state.clone())) {
            continue;
        }
        if met.len() > 6_000 {
            return None;
        }
        for it in system.successors(&state).all {
            let mut then = so_far.clone();
            if let Some(it) = seen(&system, &state, it.what) {
                then.push(it);
                if then.len() > depth {
                    continue;
                }
                all.insert(then.clone());
            }
            open.push((then, it.after));
        }
    }
    Some(all)
}

pub fn models(
    shape: &ChartShape,
    wanted: usize,
    visit: &mut dyn FnMut(u64, &str, &StatechartModel),
) {
    let (mut found, mut seed) = (0, 0);
    while found < wanted {
        seed += 1;
        let text = text(shape, &mut Random::new(seed));
        let (model, findings) = read(&text);
        if !findings.iter().any(|it| it.severity == Severity::Error) {
            found += 1;
            visit(seed, &text, &model);
        }
    }
}

const SHAPE: ChartShape = ChartShape {
    depth: 1,
    states: (1, 3),
    transitions: (1, 3),
    composite: 35,
    ..ChartShape::PAPER
};

#[test]
fn nothing_tells_a_reading_from_itself() {
    models(&SHAPE, 60, &mut |seed, text, model| {
        for reading in Reading::ALL {
            let found = compare(model, [reading, reading], Some(4), 20_000, &mut |_| false);
            assert!(
                !matches!(found.compared, Compared::Apart(_)),
                "seed {seed}, {}\n{text}",
                reading.word()
            );
        }
    });
}

/// The same as a check: the answer is that of the comparison, and what it shows is as long.
fn asked_in_the_text(text: &str, pair: [Reading; 2], depth: usize, wanted: &Compared) {
    let [one, other] = pair.map(Reading::word);
    let text = format!("{text}check same {one}, {other} within {depth}\n");
    let (model, _) = read(&text);
    let options = Options {
        max_states: Some(100_000),
        ..Options::default()
    };
    let outcome = STATECHART_VALUES
        .by_visits()
        .check(&text, model.properties.len() - 1, &options, &mut Clockless)
        .unwrap();
    assert_eq!(outcome.kind(), Kind::Same);
    let beside = outcome.system.as_ref().unwrap().beside.as_ref();
    match wanted {
        Compared::Apart(apart) => {
            assert!(outcome.verdict.is_found(), "{text}");
            let beside = beside.unwrap();
            assert_eq!(beside.seen.len(), apart.seen.len(), "{text}");
            assert_eq!(beside.readings[0], pair[apart.admits].word(), "{text}");
            assert_eq!(
                outcome.depth(),
                u32::try_from(outcome.steps()).ok(),
                "{text}"
            );
            assert!(outcome.length() > 0 && !beside.run.is_empty(), "{text}");
            held_side_by_side(&text, outcome.system.as_ref().unwrap(), apart);
        }
        Compared::Same { .. } => assert!(outcome.verdict.is_absent() && beside.is_none(), "{text}"),
        Compared::Open(_) => assert!(outcome.verdict.is_unknown() && beside.is_none(), "{text}"),
    }
}

/// At each step the run beside another one has been seen as far as that one, or as far as it comes; and where they are said to
/// have something in common, they have.
fn held_side_by_side(text: &str, own: &SystemEvidenceView, apart: &Apart) {
    let beside = own.beside.as_ref().unwrap();
    let other = own.of_beside().unwrap();
    let takes = |all: &[Seen]| all.iter().filter(|it| !matches!(it, Seen::Rest(_))).count();
    let common = takes(&apart.seen[..apart.seen.len() - 1]);
    let [seen, seen_beside] = &beside.seen_so_far;
    assert_eq!(seen.last(), Some(&takes(&apart.seen)), "{text}");
    assert_eq!(seen_beside.last(), Some(&common), "{text}");
    let both = side_by_side((&own.variables, own), (&own.variables, &other));
    assert_eq!(both.firings, None, "{text}");
    let there: Vec<_> = both.there.iter().map(|it| it.unwrap()).collect();
    assert!(there.is_sorted(), "{text}");
    for (step, &there) in there.iter().enumerate() {
        assert_eq!(seen_beside[there], seen[step].min(common), "{text}");
    }
    let (same, same_there) = both.common();
    for step in same.into_iter().flatten() {
        assert_eq!(own.run[step].state, other.run[there[step]].state, "{text}");
    }
    let part = match (0..there.len()).rfind(|&it| own.run[it].state == other.run[there[it]].state) {
        Some(last) => format!("They part after step {}.", step_numbers(&own.run)[last]),
        None => "They differ at every step.".to_owned(),
    };
    assert_eq!(both.summary(&own.variables, &own.run), part, "{text}");
    for step in same_there.into_iter().flatten() {
        let states = || own.run.iter().map(|it| &it.state);
        assert!(states().any(|it| *it == other.run[step].state), "{text}");
    }
}

#[test]
fn what_tells_readings_apart_is_seen_in_one_and_not_in_the_other() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let depth = 3;
    models(&SHAPE, 150, &mut |seed, text, model| {
        for pair in [
            [Reading::Uml, Reading::Bmc4uml],
            [Reading::Uml, Reading::Scxml],
            [Reading::Bmc4uml, Reading::Scxml],
        ] {
            let sets = pair.map(|it| language(model, it, depth));
            let [Some(one), Some(other)] = sets else {
                *counts.entry("too large").or_insert(0) += 1;
                continue;
            };
            let bound = u32::try_from(depth).unwrap();
            let found = compare(model, pair, Some(bound), 100_000, &mut |_| false);
            let fewest = one.symmetric_difference(&other).map(Vec::len).min();
            if seed % 3 == 0 {
                asked_in_the_text(text, pair, depth, &found.compared);
            }
            match found.compared {
                Compared::Apart(apart) => {
                    let place = (seed, pair, text);
                    match apart.seen.last() {
                        // Seen of steps alone, both look the same up to there.
                        Some(Seen::Rest(_)) => {
                            assert!(fewest.is_none_or(|it| it >= apart.seen.len()), "{place:?}");
                            *counts.entry("at rest").or_insert(0) += 1;
                        }
                        _ => {
                            assert_eq!(fewest, Some(apart.seen.len()), "{place:?}");
                            let [has, lacks] = match apart.admits {
                                0 => [&one, &other],
                                _ => [&other, &one],
                            };
                            assert!(has.contains(&apart.seen), "{place:?}");
                            assert!(!lacks.contains(&apart.seen), "{place:?}");
                            *counts.entry("apart").or_insert(0) += 1;
                        }
                    }
                }
                Compared::Same { .. } => {
                    assert_eq!(fewest, None, "seed {seed} {pair:?}\n{text}");
                    *counts.entry("same").or_insert(0) += 1;
                }
                Compared::Open(_) => *counts.entry("open").or_insert(0) += 1,
            }
        }
    });
    println!("{counts:?}");
    assert!(counts["apart"] > 30 && counts["same"] > 30, "{counts:?}");
}

fn compared(text: &str, readings: [&str; 2]) -> (String, String) {
    let found = compare_readings(text, readings, None, &Options::default(), &mut Clockless);
    let found = found.unwrap();
    assert_eq!(found.run.is_empty(), found.admits.is_none());
    (found.answer, found.sentence)
}

#[test]
fn an_event_that_nobody_wants_tells_uml_from_bmc4uml() {
    let text = include_str!("../../static/examples/encodings/b5.lks");
    let (answer, sentence) = compared(text, ["uml", "bmc4uml"]);
    assert_eq!(answer, "different");
    assert_eq!(
        sentence,
        "Only `uml`, not `bmc4uml`, admits from the start: `w` takes `noise` in `Wait`."
    );
}

#[test]
fn who_comes_first_tells_uml_from_scxml() {
    let text = "statechart M {\n  [*] --> P\n  state P {\n    region Left {\n      [*] --> A\n      A --> Out : go\n    }\n    region Right {\n      [*] --> B\n      B --> C : go\n    }\n  }\n  state Out\n}\nsystem {\n  m : M\n  environment sends go once to m\n}\n";
    assert_eq!(
        compared(text, ["uml", "scxml"]),
        (
            "different".into(),
            "Only `uml`, not `scxml`, admits after 1 step that both admit: all are at rest, `m` in `P.Left.A` and `P.Right.C`.".into()
        )
    );
    assert_eq!(compared(text, ["uml", "uml"]).0, "same");
}

/// Answers the last check of a text.
fn last(text: &str) -> Outcome {
    let (model, findings) = read(text);
    assert!(
        findings.iter().all(|it| it.severity != Severity::Error),
        "{findings:?}"
    );
    STATECHART_VALUES
        .by_visits()
        .check(
            text,
            model.properties.len() - 1,
            &Options::default(),
            &mut Clockless,
        )
        .unwrap()
}

#[test]
fn a_text_asks_whether_two_readings_are_the_same() {
    let text = include_str!("../../static/examples/encodings/b5.lks");
    let asked = format!("{text}check same uml, bmc4uml expect different\n");
    let outcome = last(&asked);
    assert_eq!(outcome.as_expected(), Some(true));
    assert_eq!(
        outcome.sentence,
        "Only `uml`, not `bmc4uml`, admits from the start: `w` takes `noise` in `Wait`."
    );
    let evidence = outcome.system.unwrap();
    let beside = evidence.beside.unwrap();
    assert_eq!(beside.readings, ["uml", "bmc4uml"]);
    assert_eq!(beside.seen, ["`w` takes `noise` in `Wait`"]);
    // Nothing was seen before that; what could be done unseen was done, until both are where the event waits.
    let (before, other) = (evidence.run.len() - 2, beside.run.len() - 1);
    assert_eq!(evidence.run[before].state, beside.run[other].state);
    assert!(evidence.run[before].state.contains(&"noise".to_owned()));
    let view = Kinds::whole()
        .analyse_as(StructureKind::Statecharts, &asked)
        .checks
        .pop()
        .unwrap();
    assert_eq!(
        (view.title.as_str(), view.kind),
        ("same uml, bmc4uml", Kind::Same)
    );
    // Which comes first does not matter to what is admitted.
    let turned = last(&format!("{text}check same bmc4uml, uml"));
    assert_eq!((turned.sentence, turned.expected), (outcome.sentence, None));
    let itself = last(&format!(
        "{text}check same bmc4uml, bmc4uml within 2 expect different"
    ));
    assert_eq!(itself.as_expected(), Some(false));
    assert_eq!(itself.verdict, Verdict::Absent(Extent::Bound));
    assert_eq!(
        itself.sentence,
        "`bmc4uml` and `bmc4uml` admit the same within 2 steps."
    );
}

#[test]
fn a_bound_that_keeps_nothing_back_is_no_bound_of_the_answer() {
    let text = "statechart M {\n  [*] --> A\n  A --> B : go\n}\nsystem {\n  m : M\n  environment sends go once to m\n}\n";
    for (bound, extent, within) in [
        (0, Extent::Bound, " within 0 steps"),
        (5, Extent::Every, ""),
    ] {
        let outcome = last(&format!(
            "{text}check same uml, scxml within {bound} expect same"
        ));
        assert_eq!(outcome.verdict, Verdict::Absent(extent));
        assert_eq!(outcome.as_expected(), Some(true));
        assert_eq!(
            outcome.sentence,
            format!("`uml` and `scxml` admit the same{within}.")
        );
    }
}

#[test]
fn readings_are_compared_by_what_has_everything() {
    let text = "statechart M {\n  [*] --> A\n}\nsystem {\n  m : M\n}\ncheck same uml, scxml\n";
    let few = KindValues::new(&Statecharts).check(text, 0, &Options::default(), &mut Clockless);
    assert_eq!(few.unwrap_err(), Refusal::Capabilities(KindValue::Explore));
    let sat = Options {
        engine: "sat".into(),
        ..Options::default()
    };
    let sat = STATECHART_VALUES
        .by_visits()
        .check(text, 0, &sat, &mut Clockless);
    assert!(matches!(sat, Err(Refusal::Option(_))), "{sat:?}");
}

#[test]
fn a_comparison_is_printed_as_it_is_written() {
    let text = "check same uml ,bmc4uml within 3 expect same";
    let (document, findings) = parse(text);
    assert_eq!(findings, []);
    let printed = print::print(&document);
    assert_eq!(printed, "check same uml, bmc4uml within 3 expect same\n");
    assert_eq!(parse(&printed).1, []);
}

#[test]
fn what_can_follow_is_offered_and_painted() {
    let languages = Languages::only(&LANGUAGE);
    let text = "statechart M {\n  [*] --> A\n}\ncheck ";
    let offered = |more: &str| {
        let text = format!("{text}{more}");
        let all = complete(&languages, &text, text.len()).list;
        all.into_iter().map(|it| it.label).collect::<Vec<_>>()
    };
    let has =
        |all: &[String], words: &[&str]| words.iter().all(|it| all.iter().any(|has| has == it));
    for begun in ["", "sa"] {
        let subjects = offered(begun);
        let all = ["same", "always", "reach", "deadlock"];
        assert!(has(&subjects, &all), "{begun}: {subjects:?}");
    }
    assert!(has(&offered("same "), &["uml", "bmc4uml", "scxml"]));
    assert!(has(&offered("same uml, "), &["uml", "bmc4uml", "scxml"]));
    let clauses = offered("same uml, scxml ");
    assert!(
        has(&clauses, &["within", "expect"]) && !has(&clauses, &["semantics"]),
        "{clauses:?}"
    );
    assert!(has(
        &offered("same uml, scxml expect "),
        &["same", "different"]
    ));
    let text = format!("{text}same uml, scxml expect same");
    let painted = |word: &str| {
        let at = text.rfind(word).unwrap();
        let all = tokens(&languages, &text);
        all.into_iter().find(|it| it.0.start == at).map(|it| it.1)
    };
    assert_eq!(painted("scxml"), Some(TokenRole::Constant));
    assert_eq!(painted("same uml"), Some(TokenRole::Keyword));
    assert_eq!(painted("same"), Some(TokenRole::Constant));
}

#[test]
fn a_comparison_that_is_not_one_says_why() {
    for (check, code, words) in [
        ("same", "expected-reading", "`uml`, `bmc4uml` or `scxml`"),
        ("same uml", "expected-symbol", "check same uml, bmc4uml"),
        (
            "same uml bmc4uml",
            "expected-symbol",
            "check same uml, bmc4uml",
        ),
        ("same uml, sysml", "unknown-reading", "`uml`"),
        ("same uml, scxml, bmc4uml", "unexpected", ""),
        (
            "same uml, scxml semantics uml",
            "duplicate-clause",
            "has its readings behind it",
        ),
        (
            "same uml, scxml expect holds",
            "expected-answer",
            "`same` and `different`",
        ),
        ("same uml, uml", "same-reading", "`bmc4uml` or `scxml`"),
        (
            "smae uml, scxml",
            "expected-subject",
            "Did you mean `same`?",
        ),
    ] {
        let text =
            format!("statechart M {{\n  [*] --> A\n}}\nsystem {{\n  m : M\n}}\ncheck {check}\n");
        let (_, findings) = read(&text);
        let shown = format!("{findings:?}");
        let found = findings.iter().any(|it| it.code.starts_with(code));
        assert!(found && shown.contains(words), "{check}\n{findings:#?}");
        // Nothing else is wrong with it.
        assert_eq!(findings.len(), 1, "{check}\n{findings:#?}");
    }
}
