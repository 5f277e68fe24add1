//! Reasons do not depend on who answered: for every length, where no engine visits every state, the
//! same places are found as by a visit.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;

use lockstep_core::api::{self, Extent, Options, Outcome, ReasonView, Verdict};
use lockstep_core::engine::survey::survey;
use lockstep_core::engine::{Coverage, Limits, Unwatched, explicit};
use lockstep_core::generate::published::{Class, instance};
use lockstep_core::generate::{Random, Shape, model};
use lockstep_core::language::machines::document::{print, unresolve};
use lockstep_core::language::questions::Mode;
use lockstep_core::language::{Check, Question, read};
use lockstep_core::network::PlaceSet;
use lockstep_core::question::task;
use lockstep_core::sat;
use lockstep_seeds::{is_all, seeds, share};
use lockstep_tests::{Clockless, judge};

/// Random models whose reasons are judged, per run of the suite.
const MODELS: u64 = 6_000;

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
    for seed in seeds(0..400) {
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
        yes > share(1000) && no > share(1000) && undecided < 5,
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
    let reason = visited.reason().expect("a visit has a reason");
    assert!(
        reason.sentence.contains("`repaired`"),
        "{}",
        reason.sentence
    );
    let proved = check(&coffee, "sat");
    assert_eq!(proved.verdict, Verdict::Absent(Extent::Every));
    assert_eq!(proved.reason(), Some(reason));
    let mut agreed = 0;
    for seed in seeds(0..300) {
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
        if proved.verdict.is_absent() {
            let visited = check(&text, "explicit");
            assert_eq!(proved.reason(), visited.reason(), "seed {seed}\n{text}");
            agreed += u32::from(proved.reason().is_some());
        }
    }
    assert!(agreed > share(30), "{agreed}");
}

/// Too large to visit every state, and answered by bounds or by SAT.
#[test]
fn scenarios_of_medium_size_have_reasons() {
    let class = Class::named("medium").unwrap();
    let (mut failing, mut explained) = (0, 0);
    for number in 0..40 {
        let text = print(&unresolve(&instance(&class, 7, number)));
        let outcome = check(&text, "auto");
        failing += u32::from(outcome.verdict.is_absent());
        explained += u32::from(outcome.reason().is_some());
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
            let outcome = check(&text, engine);
            let reason = outcome.reason().expect("the message fails");
            assert_eq!(reason.sentence, sentence);
        }
    }
}

/// Small models of every kind: bounds and none, both readings, effect sets, lifelines that are alike.
fn shapes() -> [Shape; 4] {
    let small = Shape {
        lifelines: (2, 4),
        ..Shape::default()
    };
    [
        small,
        Shape {
            effects: (2, 3),
            lifelines: (3, 4),
            effect_percent: 80,
            ..small
        },
        Shape {
            machines: (1, 2),
            states: (2, 4),
            transitions: (3, 6),
            effects: (1, 1),
            lifelines: (2, 3),
            ..small
        },
        Shape {
            machines: (1, 3),
            symbols: (1, 2),
            transitions: (2, 5),
            effects: (1, 2),
            lifelines: (3, 4),
            messages: (2, 5),
            ..small
        },
    ]
}

/// What the judge says of a reason for the first check of a text, and of the places that come with it.
fn judged(text: &str, prefix: u32, reason: &ReasonView) -> Result<judge::Judged, String> {
    let (model, _) = read(text);
    let (check, prefix) = (&model.checks[0], prefix as usize);
    let said = judge::reason::judge(&model, check, prefix, &reason.sentence)?;
    if said == Some(("no transition", true)) {
        return Ok(said);
    }
    let found = judge::reason::places_are_right(&model, check, prefix, reason)?;
    Ok(match (said, found) {
        (Some((_, true)), Some(false)) => Some(("places", false)),
        _ => said,
    })
}

/// The words of every reason, judged by the interpreter over all runs of the longest prefix.
#[test]
fn every_reason_is_true() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let (mut failing, mut explained) = (0, 0);
    for seed in seeds(0..MODELS) {
        let mut random = Random::new(seed);
        let mut model = model(&shapes()[seed as usize % 4], &mut random);
        let loose = random.percent(50);
        let mode = if loose { Mode::Loose } else { Mode::Strict };
        let bound = random.percent(60).then(|| random.between(0, 6) as u32);
        let question = Question::Scenario { scenario: 0, mode };
        model.checks = vec![Check {
            title: model.scenarios[0].name.clone(),
            ..Check::asking(question, bound)
        }];
        let text = print(&unresolve(&model));
        if api::analyse(&text).has_errors {
            continue;
        }
        // Proofs leave some places undecided that a visit decides.
        let engine = match bound {
            Some(_) if seed / 5 % 20 == 7 => "sat",
            Some(_) => "auto",
            None => "explicit",
        };
        let outcome = check(&text, engine);
        if !outcome.verdict.is_absent() {
            continue;
        }
        failing += 1;
        let Some(reason) = outcome.reason() else {
            continue;
        };
        explained += 1;
        let about = format!("seed {seed}: {}\n{text}", reason.sentence);
        match judged(&text, outcome.prefix().unwrap(), reason) {
            Err(why) => panic!("{why}\n{about}"),
            Ok(None) => {}
            Ok(Some((kind, true))) => *kinds.entry(kind).or_default() += 1,
            Ok(Some((kind, false))) => wrong.push(format!("{kind}: {about}")),
        }
    }
    let count = wrong.len();
    let first = wrong.first();
    assert!(count == 0, "{count} of {explained} are wrong. {first:?}");
    let counts = format!("{failing} failing, {explained} explained: {kinds:#?}");
    assert!(
        explained > share(4_500) && failing - explained < 20,
        "{counts}"
    );
    for form in judge::reason::forms() {
        let is_rare = ["never at the same time, alone", "comes to pending"].contains(&form);
        assert!(
            !is_all() || is_rare || kinds.contains_key(form),
            "{form} was not met; {counts}"
        );
    }
}

/// Forms that chance hardly meets, and models on which reasons were wrong once.
#[test]
fn known_models_have_known_reasons() {
    let alone = "machine S { [*] --> s0; s0 --> s1 : one; s1 --> s2 : / a; s0 --> s3 : two; s3 --> s4 : / a, b }
        machine R { [*] --> r0; r0 --> r1 : go; r1 --> r2 : a }
        machine C { [*] --> c0; c0 --> c1 : / one; c0 --> c2 : / two, go }
        machine T { [*] --> t0; t0 --> t1 : b }
        scenario x { s : S; r : R; c : C; t : T; s -> r : a }";
    let comes = "machine L { [*] --> l0; l0 --> l1; l1 --> l2 : / x, y; l2 --> l3 : z }
        machine X { [*] --> x0; x0 --> x1 : x; x1 --> x2 : / z }
        machine Y { [*] --> y0; y0 --> y1 : y }
        machine Z { [*] --> z0; z0 --> z1 : / z }
        scenario x { l : L; p : X; q : Y; r : Z; r -> l : z }
        check x within";
    let bound = "machine A { [*] --> s; s --> t : / a }
        machine B { [*] --> e; e --> e : a }
        scenario x { p : A; q : B; p -> q : a; p -> q : a }
        check x loose within";
    let rows = [
        (
            alone.to_string(),
            "In every run, `s` can be ready to send `a` alone and `r` can be ready to receive it, \
             but never at the same time.",
        ),
        (
            format!("{comes} 0"),
            "If the scenario begins within 0 transactions, `l` always comes to where it has to send \
             `x` and `y` at once; before that it cannot receive `z`.",
        ),
        (
            format!("{bound} 1"),
            "Message 1 can be exchanged, but not within 1 transaction: it takes 2.",
        ),
        (
            format!("{bound} 0"),
            "Within 0 transactions, `p` is never inside `s --> t : / a`, the only transition that \
             sends `a`.",
        ),
        (
            format!("{bound} 2"),
            "After message 1 and within 2 transactions, `p` always ends up in `t`, which it never \
             leaves, so it cannot send `a`.",
        ),
    ];
    for (text, sentence) in rows {
        let outcome = check(&text, "auto");
        let reason = outcome.reason().unwrap();
        assert_eq!(reason.sentence, sentence, "{text}");
        let said = judged(&text, outcome.prefix().unwrap(), reason);
        assert!(matches!(said, Ok(Some((_, true)))), "{said:?}: {text}");
    }
}

/// Models that somebody else wrote down because a reason was wrong; skipped where they are not at hand.
#[test]
fn models_on_which_reasons_were_wrong_have_true_ones() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/machines");
    for name in ["r1", "m3", "m7", "win"] {
        let Ok(text) = std::fs::read_to_string(format!("{folder}/{name}.lks")) else {
            eprintln!("skipped: no {name}.lks in {folder}");
            return;
        };
        let (model, _) = read(&text);
        for (index, asked) in model.checks.iter().enumerate() {
            let options = Options {
                engine: "explicit".into(),
                ..Options::default()
            };
            let outcome = api::check(&text, index, &options, &mut Clockless).unwrap();
            let Some(reason) = outcome.reason() else {
                continue;
            };
            let prefix = outcome.prefix().unwrap() as usize;
            let judged = judge::reason::judge(&model, asked, prefix, &reason.sentence);
            let is_false = !matches!(judged, Ok(None | Some((_, true))));
            assert!(!is_false, "{name}: {}: {judged:?}", reason.sentence);
            println!("{name}, {}: {} {judged:?}", asked.title, reason.sentence);
        }
    }
}
