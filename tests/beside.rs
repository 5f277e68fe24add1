//! The printed formulas beside the definitions: every known disagreement with its path and what is
//! wrong with it, or with the formulas that rule out a run; and on random models the verdicts about
//! paths as the interpreter has them.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;

use lockstep_core::api::{self, Options, PrintedView, printed};
use lockstep_core::encode::paper::{
    Asked, Claim, Fault, Instance, Repair, Repairs, Style, smallest,
};
use lockstep_core::engine::{Limits, Unwatched, explicit};
use lockstep_core::fuzz::judge::immediately;
use lockstep_core::generate::{Random, Shape, goal, model};
use lockstep_core::language::machines::{Composition, GlobalState};
use lockstep_core::language::questions::Mode;
use lockstep_core::language::{Check, Question};
use lockstep_core::question::task_at_once;
use lockstep_core::sat;
use lockstep_seeds::{is_all, seeds, share};
use lockstep_tests::Clockless;

fn ask(name: &str, check: usize, repairs: &[&str]) -> PrintedView {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/encodings");
    let text = std::fs::read_to_string(folder.join(name).with_extension("lks")).unwrap();
    let repairs: Vec<_> = repairs.iter().map(|&it| it.to_string()).collect();
    printed(&text, check, &repairs, &Options::default(), &mut Clockless).unwrap()
}

/// A yes that the definitions do not share: at which k, what is wrong with its path, and where.
#[test]
fn wrong_yeses_show_their_path_and_its_flaw() {
    let rows = [
        ("g0", &[][..], 1, 1, "`M` is in `s0` and `s2` at once."),
        (
            "g1",
            &["range"],
            2,
            2,
            "`P` and `Q` send `a`, but only `R` receives it.",
        ),
        (
            "g2",
            &["range"],
            2,
            2,
            "`R1` and `R2` receive `a`, but only `P` sends it, once.",
        ),
        (
            "g6",
            &["range"],
            2,
            2,
            "All steps are admissible, but `M` is in `<s0/a//s1>`, not yet or no longer where the \
             goal has it.",
        ),
        (
            "s1",
            &[],
            1,
            6,
            "All steps are admissible, but in message 2 `cm` sends `coffeeDone` to `bob`; here `cm` \
             sends it to `alice`.",
        ),
        (
            "s2",
            &[],
            1,
            15,
            "All steps are admissible, but `cm` sends `repaired` between message 4 and the next, \
             which the scenario does not have.",
        ),
    ];
    for (name, repairs, k, index, sentence) in rows {
        let view = ask(name, 0, repairs);
        assert_eq!(view.difference.as_deref(), Some("wrong yes"), "{name}");
        assert_eq!((view.k, view.defined_k), (Some(k), None), "{name}");
        let flaw = view.flaw.expect("a wrong yes has a flaw");
        assert_eq!(
            (flaw.index, flaw.sentence.as_str()),
            (index, sentence),
            "{name}"
        );
        assert!(view.path.len() > k as usize, "{name}");
        assert_eq!(view.rejected, None);
    }
}

/// A no that the definitions do not share: the run, and the formulas that rule out which step.
#[test]
fn wrong_noes_show_a_run_and_the_formulas_against_it() {
    let pending = &["φ_1", "φ_2", "φ_4"][..];
    let relay = &["φ_1", "φ_4"][..];
    let rows = [
        ("g3", 1, 4, [(4, pending), (4, pending)]),
        ("g3", 3, 8, [(4, pending), (4, pending)]),
        ("g4", 1, 4, [(2, relay), (2, relay)]),
        ("g5", 1, 5, [(2, relay), (2, relay)]),
        // With sender and receiver named, the slot itself demands the step that cannot be.
        ("s3", 0, 1, [(2, relay), (1, &["φ_1", "φ_seq"])]),
        ("s4", 0, 1, [(6, pending), (5, &["φ_1", "φ_seq"])]),
    ];
    for (name, check, k, expected) in rows {
        // No repair helps: the formulas stay incomplete.
        let all = Repair::ALL.map(Repair::name);
        for (repairs, (index, formulas)) in [&["range"][..], &all].into_iter().zip(expected) {
            let view = ask(name, check, repairs);
            assert_eq!(view.difference.as_deref(), Some("wrong no"), "{name}");
            assert_eq!((view.k, view.defined_k), (None, Some(k)), "{name}");
            assert!(view.path.is_empty() && view.flaw.is_none());
            let rejected = view.rejected.expect("a wrong no has a run");
            assert_eq!(
                (rejected.index, rejected.formulas),
                (index, formulas.iter().map(|&it| it.to_string()).collect()),
                "{name} with {repairs:?}"
            );
            assert!(rejected.run.len() > k as usize);
        }
    }
}

#[test]
fn where_they_agree_the_path_is_a_run() {
    for (name, repairs, k) in [
        ("g0", &["range"][..], None),
        ("g1", &["range", "at-most-one"], None),
        ("g6", &["range", "environ"], None),
        ("s5", &[], Some(1)),
    ] {
        let view = ask(name, 0, repairs);
        assert_eq!(view.difference, None, "{name}: {}", view.sentence);
        assert_eq!((view.k, view.flaw), (k, None), "{name}");
        assert_eq!(view.answer, view.defined);
    }
    // Too early by one, with both answers "reachable".
    let view = ask("g6", 1, &["range"]);
    assert_eq!(view.difference.as_deref(), Some("other k"));
    assert_eq!((view.k, view.defined_k), (Some(2), Some(3)));
    assert!(view.flaw.is_some());
}

/// Each formula is told with its size; φ_8 of the first paper is missing at the last index.
#[test]
fn formulas_are_told_with_their_sizes() {
    let view = ask("g1", 0, &[]);
    assert_eq!(view.formulas.len(), 10);
    assert!(view.formulas.iter().all(|it| it.name.starts_with("φ_")));
    let mended = ask("g1", 0, &["range"]);
    assert_eq!(view.k, Some(1));
    let clauses = |view: &PrintedView| view.formulas[9].clauses;
    assert!(clauses(&view) < clauses(&mended));
    assert_eq!(mended.repairs, ["range"]);
    let names = ask("g1", 0, &["names"]);
    assert_eq!(names.repairs, [""; 0], "a repair of the other paper");
}

#[test]
fn what_the_papers_do_not_encode_is_refused_with_the_reason() {
    let text = "machine M { [*] --> a; a --> b : / x }\ncheck deadlock";
    let refused = printed(text, 0, &[], &Options::default(), &mut Clockless);
    let Err(api::Refusal::Option(why)) = refused else {
        panic!("{refused:?}")
    };
    assert!(why.contains("no deadlocks"), "{why}");
    let refused = printed(
        text,
        0,
        &["magic".into()],
        &Options::default(),
        &mut Clockless,
    );
    assert!(matches!(refused, Err(api::Refusal::Option(why)) if why.contains("magic")));
}

/// What happens in one step, by the interpreter: every transaction that leads from one state to
/// the other, as its messages; idling is the step without any.
fn messages_between(
    composition: &Composition<'_>,
    before: &GlobalState,
    after: &GlobalState,
) -> Vec<Vec<(usize, usize, usize)>> {
    let mut all = Vec::new();
    if before == after {
        all.push(Vec::new());
    }
    for step in composition.enabled(before) {
        if composition.apply(before, &step).as_ref() == Some(after) {
            let deliveries = step.iter().flat_map(|set| {
                set.deliveries
                    .iter()
                    .map(|it| (set.sender, it.symbol, it.receiver))
            });
            all.push(deliveries.collect());
        }
    }
    all
}

/// Whether a claimed path is a run that shows what was asked, by the interpreter.
fn is_shown(instance: &Instance<'_>, claims: &[Claim], k: usize, factor: usize) -> bool {
    let start: Vec<_> = instance.start().iter().copied().enumerate().collect();
    let composition = Composition::new(instance.model(), instance.lifelines(), &start);
    let states: Option<Vec<_>> = claims.iter().map(Claim::state).collect();
    let Some(states) = states else {
        return false;
    };
    let mut steps = states.windows(2).enumerate();
    let steps_fit = steps.all(|(index, pair)| {
        let ways = messages_between(&composition, &pair[0], &pair[1]);
        let Asked::Messages(messages) = instance.asked() else {
            return !ways.is_empty();
        };
        if index < k {
            return !ways.is_empty();
        }
        let slot = (index - k).is_multiple_of(factor);
        let due = messages.get((index - k) / factor).filter(|_| slot);
        let due: Vec<_> = due.iter().map(|it| (it.from, it.symbol, it.to)).collect();
        ways.contains(&due)
    });
    let goal_holds = match instance.asked() {
        Asked::Goal(goal) => {
            let last = states.last().unwrap();
            goal.iter()
                .all(|&(lifeline, place)| last[lifeline] == place)
        }
        Asked::Messages(_) => true,
    };
    states[0] == *instance.start() && steps_fit && goal_holds
}

#[test]
fn verdicts_about_claimed_paths_agree_with_the_interpreter() {
    let shape = Shape {
        effects: (1, 1),
        lifelines: (2, 4),
        ..Shape::default()
    };
    let mut faults = std::collections::BTreeMap::<&str, u32>::new();
    let mut counted = 0;
    for seed in seeds(0..1000) {
        let mut random = Random::new(seed);
        let model = model(&shape, &mut random);
        let strict = Question::Scenario {
            scenario: 0,
            mode: Mode::Strict,
        };
        let reach = Question::Reach {
            goal: goal(&model, &mut random),
        };
        for question in [strict, reach] {
            let check = Check::asking(question, Some(4));
            let Ok(instance) = Instance::new(&model, &check) else {
                continue;
            };
            // The count of the definitions as the paper counts, by engine and by interpreter.
            if let Some(task) = task_at_once(&model, &check) {
                let found = explicit::solve(&task, &Limits::default(), &mut Unwatched);
                let depth = (found.value == 1).then_some(found.depth as usize);
                assert_eq!(depth, immediately(&instance, 4), "seed {seed}");
                counted += usize::from(depth.is_some());
            }
            let several: Repairs = Repair::ALL
                .into_iter()
                .filter(|_| random.percent(50))
                .collect();
            for repairs in [Repairs::NONE, Repairs::RANGE, several, Repairs::ALL] {
                let style = Style::with(repairs);
                let solver = sat::named("batsat").unwrap();
                let Ok(Some(found)) = smallest(&instance, 4, &style, solver, None) else {
                    continue;
                };
                let flaw = instance.flaw(&found.claims, found.k, style.factor);
                let shown = is_shown(&instance, &found.claims, found.k, style.factor);
                assert_eq!(
                    flaw.is_none(),
                    shown,
                    "seed {seed}: {flaw:?} {:?}",
                    found.claims
                );
                if shown {
                    let nearest = immediately(&instance, found.k);
                    assert!(nearest.is_some_and(|k| k <= found.k), "seed {seed}");
                }
                let impossible = instance.first_impossible(&found.claims);
                let (name, index) = match &flaw {
                    None => ("none", None),
                    Some(flaw) => match flaw.fault {
                        Fault::Places { .. } => ("places", Some(flaw.index)),
                        Fault::NoHalfStep { .. } => ("half-step", Some(flaw.index)),
                        Fault::Unmatched { .. } => ("unmatched", Some(flaw.index)),
                        Fault::NotThere { .. } => ("not there", None),
                        Fault::Missing { .. } => ("missing", None),
                        Fault::SlipsIn { .. } => ("slips in", None),
                    },
                };
                assert_eq!(impossible, index, "seed {seed}: {flaw:?}");
                *faults.entry(name).or_default() += 1;
            }
        }
    }
    assert!(counted > share(50), "{counted}");
    for name in [
        "none",
        "places",
        "unmatched",
        "not there",
        "missing",
        "slips in",
    ] {
        assert!(
            !is_all() || faults.get(name).is_some_and(|&count| count > 2),
            "{faults:?}"
        );
    }
}
