//! Formulas and the definitions say the same of transition systems: verdicts and depths.

use std::path::Path;

use lockstep_core::budget::Meter;
use lockstep_core::encode::transitions::{
    Encoding, Limits, Target, Unsupported, encode, encode_until,
};
use lockstep_core::engine::symbolic::{Bmc, Ic3, Induction, Proved, Run, certify};
use lockstep_core::engine::systems::{Finding, Visit, Way};
use lockstep_core::engine::{Coverage, Unwatched};
use lockstep_core::expression::{Sort, Term};
use lockstep_core::generate::Random;
use lockstep_core::generate::{SystemShape, transitions};
use lockstep_core::language::transitions::{
    DeclaredVariable, Missing, Settings, Subject, TransitionModel, print, read,
};
use lockstep_core::question::systems::SystemSpace;
use lockstep_core::sat::{self, proof};
use lockstep_seeds::{seeds, share};

use super::explore::{always, model, search};

/// What formulas say: the fewest firings of `trans` into a bad state, or that there is none, by whom.
#[derive(Debug, PartialEq, Eq)]
enum Said {
    After(usize),
    Never(&'static str),
    /// It goes beyond what so many bits can say, or is no formula.
    Cut,
}

fn encoded(
    model: &TransitionModel,
    property: &Term,
    width: usize,
) -> Result<Encoding, Unsupported> {
    let limits = Limits {
        width,
        ..Limits::default()
    };
    encode(model, Target::Violated(property), Missing::Free, limits)
}

/// Whether the definitions have a run of the formulas, which ends where the property is violated and not before; `None` where a
/// value goes beyond what can be said.
fn is_replayed(model: &TransitionModel, encoding: &Encoding, run: &Run) -> Option<bool> {
    let mut all = model.properties.iter().map(|it| &it.subject);
    let subject = all.find(|it| matches!(it, Subject::Always(_)))?;
    let space = SystemSpace::interpreted(model, subject, Settings::default());
    let stable: Option<Vec<_>> = run.states.iter().map(|it| encoding.values(it)).collect();
    let (first, rest) = run.choices.split_first()?;
    let mut chosen = vec![(
        encoding.start_values(first)?,
        encoding.start_branches(first),
    )];
    for it in rest {
        chosen.push((encoding.step_values(it)?, encoding.step_branches(it)));
    }
    let trace = space.run_through(&stable?, &chosen, &Meter::unlimited());
    Some(trace.is_some_and(|it| space.confirms(&it, &Meter::unlimited())))
}

/// Bounded model checking with induction beside it, up to a depth. A run that it finds is one of the definitions.
fn by_unrolling(model: &TransitionModel, encoding: &Encoding, most: usize) -> Option<Said> {
    let solver = || sat::ALL[0].create(None);
    let mut bmc = Bmc::new(&encoding.relation, &std::rc::Rc::default(), solver());
    let mut induction = Induction::new(&encoding.relation, solver());
    for depth in 0..=most {
        if let Some(run) = bmc.bad().unwrap() {
            assert_eq!(run.states.len(), depth + 1);
            return Some(match is_replayed(model, encoding, &run) {
                None => Said::Cut,
                Some(true) => Said::After(depth),
                Some(false) => panic!("a run that the definitions do not have"),
            });
        }
        if !bmc.any(0).unwrap() {
            return Some(Said::Never("ends"));
        }
        if induction.holds().unwrap() {
            proof::certify(induction.formula(), &[], None).unwrap();
            return Some(Said::Never("induction"));
        }
        bmc.extend();
    }
    None
}

/// IC3, its invariant checked.
fn by_ic3(encoding: &Encoding) -> Said {
    let solvers = || sat::ALL[0].create(None);
    match Ic3::new(&encoding.relation, &solvers)
        .run(&mut Unwatched)
        .unwrap()
    {
        Proved::Never(invariant) => {
            certify(&encoding.relation, &invariant, u64::MAX, None).unwrap();
            Said::Never("ic3")
        }
        // Bits come in order, and the first one says that a value was cut.
        Proved::Reachable { bad, .. }
            if bad.first().is_some_and(|it| it.index == 0 && it.value) =>
        {
            Said::Cut
        }
        Proved::Reachable { steps, .. } => Said::After(steps),
    }
}

/// Systems per run of the suite, of which 5,000 are compared to the end: of the others the definitions cannot tell everything, or
/// formulas cannot say it.
const SYSTEMS: u64 = 5_300;

/// Explicit search by code and by the interpreter say the same of every question; whether there is code.
fn code_agrees(model: &TransitionModel, what: &str) -> bool {
    let settings = Settings::default();
    let mut is_compiled = false;
    for property in &model.properties {
        let visited = |space: &SystemSpace<'_>| {
            let mut visit = Visit::new(space, property.within);
            let limits = lockstep_core::engine::Limits {
                states: 2_000,
                ..lockstep_core::engine::Limits::default()
            };
            loop {
                if let Some(finding) = visit.go_on(1_000, &limits, &mut Unwatched) {
                    break finding;
                }
            }
        };
        let compiled = SystemSpace::new(model, &property.subject, settings);
        if !compiled.is_compiled() {
            continue;
        }
        is_compiled = true;
        let interpreted = SystemSpace::interpreted(model, &property.subject, settings);
        let (found, expected) = (visited(&compiled), visited(&interpreted));
        assert_eq!(found.depth, expected.depth, "{what}");
        assert_eq!(found.way.is_some(), expected.way.is_some(), "{what}");
        if matches!(
            expected.coverage,
            Coverage::Open(lockstep_core::engine::Stop::States)
        ) {
            continue;
        }
        let known = |it: &Finding| (it.shortest, it.coverage, it.evidence.clone());
        assert_eq!(known(&found), known(&expected), "{what}");
        if let Some(Way::States(states)) = &found.way {
            let trace = compiled
                .run_along(states, &Meter::unlimited())
                .expect("the definitions allow it");
            assert!(compiled.confirms(&trace, &Meter::unlimited()), "{what}");
        }
    }
    is_compiled
}

#[test]
fn random_systems_are_judged_as_by_the_definitions() {
    let without_parallels = SystemShape {
        parallels: false,
        ..SystemShape::default()
    };
    let (mut bad, mut never, mut left_out, mut compiled, mut wide) = (0, 0, 0, 0, 0);
    for seed in seeds(0..SYSTEMS) {
        // Every other system can have integers without a range.
        let shape = SystemShape {
            integers: seed.is_multiple_of(2),
            ..SystemShape::default()
        };
        let document = transitions(&shape, &mut Random::new(seed));
        let (model, findings) = read(&print::print(&document));
        assert!(
            findings
                .iter()
                .all(|it| it.severity != lockstep_core::text::Severity::Error)
        );
        let Some(property) = model.properties.iter().find_map(|it| match &it.subject {
            Subject::Always(term) => Some(term),
            _ => None,
        }) else {
            continue;
        };
        compiled += usize::from(code_agrees(&model, &format!("seed {seed}")));
        // What has no parallels has code, integers without a range as well.
        let plain = transitions(&without_parallels, &mut Random::new(seed));
        let plain = read(&print::print(&plain)).0;
        compiled += usize::from(code_agrees(&plain, &format!("seed {seed}, no parallels")));
        let found = search(&model, Settings::default(), property, 3_000);
        if !found.complete && found.violated.is_none() {
            left_out += 1;
            continue;
        }
        let encoding = match encoded(&model, property, 5) {
            Ok(encoding) => encoding,
            // A loop inside of parallel branches.
            Err(Unsupported::Parallel) => {
                left_out += 1;
                continue;
            }
            Err(error) => panic!("seed {seed}: {error:?}"),
        };
        // The search counts every firing: init is 1, then env and trans in turns.
        let expected = found.violated.map(|firings| (firings - 1) / 2);
        let text = print::print(&document);
        match (by_unrolling(&model, &encoding, 12), expected) {
            (Some(Said::After(depth)), Some(expected)) => {
                assert_eq!(depth, expected, "seed {seed}\n{text}");
                bad += 1;
            }
            (Some(Said::Never(_)), None) => never += 1,
            (None, None) => {}
            (None, Some(expected)) => assert!(expected > 12, "seed {seed}\n{text}"),
            (Some(Said::Cut), _) => left_out += 1,
            (said, expected) => panic!("seed {seed}: {said:?} {expected:?}\n{text}"),
        }
        let is_wide = |it: &DeclaredVariable| matches!(it.sort, Sort::Integer { range: None });
        let has_wide = model.variables.iter().any(is_wide);
        match (by_ic3(&encoding), expected) {
            (Said::After(_), Some(_)) | (Said::Never(_), None) => wide += usize::from(has_wide),
            (Said::Cut, _) if has_wide => {}
            (said, expected) => panic!("seed {seed}: {said:?} {expected:?}\n{text}"),
        }
    }
    println!("{bad} bad, {never} never, {left_out} left out, {wide} wide");
    assert!(
        bad + never >= share(5_000)
            && bad > share(1_000)
            && never > share(1_000)
            && compiled > share(6_000)
            && wide > share(1_000),
        "{bad} bad, {never} never, {left_out} left out, {compiled} compiled, {wide} wide"
    );
}

#[test]
fn published_systems_have_their_verdicts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/xsts");
    if !folder.join("verdicts.json").exists() {
        println!("skipped: ../shared/data/xsts is not here");
        return;
    }
    let all = std::fs::read_to_string(folder.join("verdicts.json")).unwrap();
    let cases = all.split("\"valid\"").next().unwrap().to_owned();
    for case in cases.split("\"model\": ").skip(1) {
        let text_after = |key: &str| {
            case.split(&format!("\"{key}\": \""))
                .nth(1)?
                .split('"')
                .next()
        };
        let name = case.split('"').nth(1).unwrap();
        let mut text = std::fs::read_to_string(folder.join(name)).unwrap();
        let property = text_after("property").unwrap();
        if property != "in the model" {
            text += &std::fs::read_to_string(folder.join(property)).unwrap();
        }
        let model = model(&text);
        let depth = case.split("\"innerTransSteps\": ").nth(1).and_then(|it| {
            let digits: String = it.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<usize>().ok()
        });
        let is_unsafe = text_after("verdict") == Some("UNSAFE");
        let started = std::time::Instant::now();
        let mut said = Said::Cut;
        for width in [6, 10, 20] {
            said = match encoded(&model, always(&model), width) {
                Err(_) => Said::Cut,
                Ok(encoding) if is_unsafe => {
                    by_unrolling(&model, &encoding, 60).unwrap_or(Said::Cut)
                }
                Ok(encoding) => by_ic3(&encoding),
            };
            if !is_unsafe && !matches!(said, Said::Never(_)) {
                said = Said::Cut;
            }
            if said != Said::Cut {
                break;
            }
        }
        println!(
            "{name} {property} {is_unsafe} {depth:?}: {said:?} {:?}",
            started.elapsed()
        );
        match said {
            Said::After(found) => {
                assert_eq!((is_unsafe, Some(found)), (true, depth), "{name} {property}");
            }
            Said::Never(_) => assert!(!is_unsafe, "{name} {property}"),
            Said::Cut => {}
        }
    }
}

/// Whoever waits can stop the writing of formulas, and what would be too large is not written.
#[test]
fn writing_formulas_can_be_stopped_and_has_a_limit() {
    let text = "var n : integer = 0\nvar a : integer = 3\ntrans { for i from 0 to 200 do { a := a * n; n := a % (n + i); } }\n\
                init {}\nenv { havoc n; }\nprop { n != 7 }\n";
    let model = model(text);
    let target = Target::Violated(always(&model));
    let asked = std::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 2
    };
    let written = encode_until(&model, target, Missing::Free, Limits::default(), &stop);
    assert_eq!(written.err(), Some(Unsupported::Stopped));
    assert_eq!(asked.get(), 3);
    let written = encode(&model, target, Missing::Free, Limits::default());
    assert_eq!(written.err(), Some(Unsupported::Size));
}
