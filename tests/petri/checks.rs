//! Petri nets are checked by the default space: verdicts, runs and limits are those of the definitions, on examples and on
//! random nets.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use lockstep_core::api::{
    CertificateView, Clockless, CoversView, Extent, KindValue, Options, Outcome,
    PETRI_VALUES as VALUES, Refusal, StepKind, StepTurn, StopView, SystemStepView, Verdict,
};
use lockstep_core::generate::Random;
use lockstep_core::language::Languages;
use lockstep_core::language::petri::{LANGUAGE as PETRI, Net, NetSystem, Petri};
use lockstep_core::system::{Flow, Status, Step, System, Valuation, explore};
use lockstep_seeds::{seeds, share};

use super::TEXT;

/// More states are not visited by the definitions here.
pub const MOST: usize = 400;

pub fn net(text: &str) -> Net {
    let (net, diagnostics) = Languages::of(&[&PETRI]).read(text).into_model::<Petri>();
    assert_eq!(diagnostics, [], "{text}");
    net
}

fn answer(text: &str, check: usize, options: &Options) -> Outcome {
    let answer = VALUES.check(text, check, options, &mut Clockless);
    answer.unwrap_or_else(|why| panic!("{why:?}\n{text}"))
}

/// A net of a few places and transitions, with a few questions; many have infinitely many states.
pub fn random_text(random: &mut Random) -> String {
    let places = random.between(1, 4);
    let mut text = "net N {\n".to_owned();
    for place in 0..places {
        let _ = writeln!(text, "  place p{place} = {}", random.between(0, 2));
    }
    let some = |random: &mut Random, fewest| {
        let count = random.between(fewest, 2);
        let all = (0..count).map(|_| format!("p{}", random.between(0, places - 1)));
        all.collect::<Vec<_>>().join(", ")
    };
    for number in 0..random.between(1, 5) {
        let (takes, gives) = (some(random, 1), some(random, 0));
        let _ = writeln!(text, "  transition t{number} {{ {takes} -> {gives} }}");
    }
    text += "}\n";
    for _ in 0..3 {
        let mut goal = Vec::new();
        for place in 0..places {
            match random.between(0, 3) {
                0 => goal.push(format!("p{place} = {}", random.between(0, 3))),
                1 => goal.push(format!("p{place}")),
                _ => {}
            }
        }
        let bound = match random.percent(50) {
            true => format!(" within {}", random.between(0, 6)),
            false => String::new(),
        };
        let _ = match goal.is_empty() {
            true => writeln!(text, "check deadlock{bound}"),
            false => writeln!(text, "check reach {}{bound}", goal.join(", ")),
        };
    }
    text
}

/// What the definitions say: the fewest steps to what is looked for, the states visited, and whether these are all.
pub fn by_definitions(
    system: &NetSystem<'_>,
    within: Option<u32>,
    mut wanted: impl FnMut(&Valuation) -> bool,
) -> (Option<usize>, usize, bool) {
    let (mut found, mut visited) = (None, 0);
    let bound = within.map_or(usize::MAX, |it| it as usize);
    explore(system, bound, |state, depth| {
        visited += 1;
        if wanted(state) {
            found = Some(depth);
        }
        found.is_none() && visited < MOST
    });
    (found, visited, visited < MOST)
}

/// The run of an answer, transition after transition by the definitions; the last state.
fn followed(net: &Net, outcome: &Outcome) -> Valuation {
    let system = NetSystem::new(net);
    let evidence = outcome.system.as_ref().expect("a system's answer");
    let (first, rest) = evidence.run.split_first().expect("a run has a start");
    let mut at = (&system as &dyn System).start().expect("a start");
    let shown = |at: &Valuation| at.iter().map(i64::to_string).collect::<Vec<_>>();
    assert_eq!((&first.turn, &first.state), (&StepTurn::Start, &shown(&at)));
    for entry in rest {
        let name = entry.turn.of_step().expect("a transition");
        let label = net.transitions.iter().position(|it| it.name == *name);
        let step = Step {
            label: u32::try_from(label.expect("it is there")).expect("few"),
            choice: Box::default(),
        };
        at = system.apply(&at, &step).expect("it can fire");
        assert_eq!(entry.state, shown(&at));
    }
    at
}

#[test]
fn the_example_is_answered_with_its_runs() {
    let words = |check| {
        let outcome = answer(TEXT, check, &Options::default());
        let run = &outcome.system.as_ref().expect("evidence").run;
        let run: Vec<_> = run.iter().map(|it| it.sentence.clone()).collect();
        (outcome.sentence.clone(), outcome.as_expected(), run)
    };
    assert_eq!(
        words(0),
        ("The goal is never reached.".into(), Some(true), vec![])
    );
    let (sentence, expected, run) = words(1);
    assert_eq!(
        sentence,
        "The goal is reached after 3 steps, and not sooner."
    );
    assert_eq!((expected, run.len()), (Some(true), 4));
    assert_eq!(
        run[1],
        "In `take`, `free` becomes `0`, `hungry` becomes `1` and `eating` becomes `1`."
    );
    let (sentence, expected, run) = words(2);
    assert_eq!(
        sentence,
        "The system can get stuck after 4 steps, and not sooner."
    );
    // Without `expect` it is taken to have none.
    assert_eq!((expected, run.len()), (Some(false), 5));
}

#[test]
fn verdicts_and_runs_are_those_of_the_definitions() {
    let (mut found, mut never, mut bounded, mut open) = (0, 0, 0, 0);
    let options = Options {
        max_states: Some(MOST as u64),
        ..Options::default()
    };
    for seed in seeds(0..20_000_u64) {
        let text = random_text(&mut Random::new(seed));
        let net = net(&text);
        let system = NetSystem::new(&net);
        for (number, check) in net.checks.iter().enumerate() {
            let wanted = |at: &Valuation| match &check.goal {
                None => system.status(at) == Status::Stuck,
                Some(_) => Petri::conditions(&net, 0)(number, at) == Some(true),
            };
            let (depth, states, is_all) = by_definitions(&system, check.bound, wanted);
            let outcome = answer(&text, number, &options);
            match (outcome.verdict, depth) {
                (Verdict::Found { depth: told }, Some(depth)) => {
                    found += 1;
                    assert_eq!(told as usize, depth, "seed {seed}\n{text}");
                    let run = &outcome.system.as_ref().expect("evidence").run;
                    assert_eq!(run.len(), depth + 1, "seed {seed}\n{text}");
                    assert!(wanted(&followed(&net, &outcome)), "seed {seed}\n{text}");
                    assert_eq!(outcome.certificate, CertificateView::Replayed);
                }
                (Verdict::Absent(extent), None) if is_all => {
                    let (states, told) = (states as u64, &outcome.certificate);
                    assert_eq!(
                        *told,
                        CertificateView::Exhausted { states },
                        "{seed}\n{text}"
                    );
                    match extent {
                        Extent::Every => never += 1,
                        Extent::Bound => bounded += 1,
                    }
                    // A bound that no run comes to says nothing less than no bound.
                    let whole = by_definitions(&system, None, |_| false);
                    let is_every = whole == (None, states as usize, true);
                    assert!(extent == Extent::Bound || is_every, "seed {seed}\n{text}");
                }
                (Verdict::Unknown(stop), None) if !is_all => {
                    open += 1;
                    assert_eq!(stop, StopView::States, "seed {seed}\n{text}");
                }
                // Both visit about as many states, in the same order.
                (Verdict::Found { .. } | Verdict::Absent(_), _) if !is_all => {}
                other => panic!("seed {seed}: {other:?}\n{text}"),
            }
        }
    }
    println!("{found} found, {never} never, {bounded} not within the bound, {open} open");
    let least = share(1_000);
    assert!([found, never, bounded, open].iter().all(|it| *it > least));
}

#[test]
fn what_the_kind_has_not_is_refused_in_words() {
    let refused = |options: Options| {
        let answer = VALUES.check(TEXT, 0, &options, &mut Clockless);
        match answer {
            Err(Refusal::Option(what)) => what,
            other => panic!("{other:?}"),
        }
    };
    let by_formulas = Options {
        engine: "sat".into(),
        ..Options::default()
    };
    assert_eq!(
        refused(by_formulas),
        "this check is answered by explicit search here"
    );
    assert!(!VALUES.has(KindValue::Prove));
    // Nothing is to blame in a kind that has no demands.
    let blame = Options {
        blame: true,
        ..Options::default()
    };
    let outcome = answer(TEXT, 0, &blame);
    assert_eq!(outcome.system.expect("evidence").blame, None);
    let asked = |text, check| VALUES.check(text, check, &Options::default(), &mut Clockless);
    assert_eq!(asked(TEXT, 3), Err(Refusal::NoSuchCheck));
    assert_eq!(asked("net N { place p; place p }", 0), Err(Refusal::Errors));
}

/// The runs of so many steps that end where they show first what is looked for, as the states on them; `None` where there are
/// too many.
fn all_runs(
    system: &NetSystem<'_>,
    within: u32,
    wanted: &dyn Fn(&Valuation) -> bool,
) -> Option<BTreeSet<Vec<Valuation>>> {
    let start = (system as &dyn System).start()?;
    let mut open = vec![vec![start]];
    let (mut found, mut met) = (BTreeSet::new(), 0);
    while let Some(run) = open.pop() {
        let last = run.last()?.clone();
        met += 1;
        if met > 5_000 {
            return None;
        }
        if wanted(&last) {
            found.insert(run);
            continue;
        }
        if run.len() > within as usize {
            continue;
        }
        system.steps(&last, &mut |step| {
            let after = system.apply(&last, &step).expect("it was told");
            open.push(run.iter().cloned().chain([after]).collect());
            Flow::Continue(())
        });
    }
    Some(found)
}

#[test]
fn other_runs_come_shortest_first_each_once() {
    let (mut checks, mut several) = (0, 0);
    for seed in seeds(0..5_000_u64) {
        let text = random_text(&mut Random::new(seed));
        let net = net(&text);
        let system = NetSystem::new(&net);
        for (number, check) in net.checks.iter().enumerate() {
            let wanted = |at: &Valuation| match &check.goal {
                None => system.status(at) == Status::Stuck,
                Some(_) => Petri::conditions(&net, 0)(number, at) == Some(true),
            };
            let Some(within) = check.bound.filter(|it| *it <= 4) else {
                continue;
            };
            let Some(mut expected) = all_runs(&system, within, &wanted) else {
                continue;
            };
            if expected.is_empty() || expected.len() > 20 {
                continue;
            }
            checks += 1;
            several += usize::from(expected.len() > 1);
            let outcome = answer(&text, number, &Options::default());
            let mut known = vec![outcome.system.expect("evidence").run];
            loop {
                let run = known.last().expect("one").iter();
                let numbers = |it: &SystemStepView| {
                    let all = it.state.iter().map(|it| it.parse::<i64>());
                    all.collect::<Result<_, _>>().expect("numbers")
                };
                let run: Vec<Valuation> = run.map(numbers).collect();
                let least = expected.iter().map(Vec::len).min();
                assert_eq!(Some(run.len()), least, "seed {seed}\n{text}");
                assert!(expected.remove(&run), "seed {seed}\n{text}");
                let options = Options::default();
                let next = VALUES.another(&text, number, &known, &options, &mut Clockless);
                let next = next.expect("it can be asked");
                if next.run.is_empty() {
                    assert!(expected.is_empty(), "seed {seed}: {expected:?}\n{text}");
                    assert_ne!(next.covers, CoversView::Open);
                    break;
                }
                known.push(next.run);
            }
        }
    }
    assert!(
        checks > share(400) && several > share(100),
        "{checks} {several}"
    );
}
