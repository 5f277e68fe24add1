//! Matrices: the case study of the Global State Checker in one search per model, and every
//! combination of random models as the interpreter sees it.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;

use lockstep_core::api::{
    self, Capabilities, ChoiceView, CoversView, Host, MatrixOptions, MatrixView, PlaceView,
    Progress,
};
use lockstep_core::engine::{Coverage, Limits, Unwatched};
use lockstep_core::generate::{Random, Shape, model};
use lockstep_core::language::machines::judge::explore;
use lockstep_core::language::machines::{Composition, Place};
use lockstep_core::question::{Choice, Combinations, Known, Means, Unsound, matrix};
use lockstep_core::sat::{self, proof};
use lockstep_seeds::{seeds, share};
use lockstep_tests::Clockless;

macro_rules! example {
    ($name:literal) => {
        include_str!(concat!("../static/examples/machines/", $name, ".lks"))
    };
}

fn ask(text: &str, options: &MatrixOptions) -> MatrixView {
    api::matrix(text, options, &mut Clockless).unwrap()
}

fn asking(choice: ChoiceView, within: Option<u32>) -> MatrixOptions {
    MatrixOptions {
        choice,
        within,
        ..MatrixOptions::default()
    }
}

/// How many combinations, how many are reached within 3, 15 and 100 transactions.
fn counts(text: &str, choice: ChoiceView) -> (u64, [u64; 3]) {
    let every = ask(text, &asking(choice, None));
    assert_eq!(every.covers, CoversView::Every);
    let reached = [3, 15, 100].map(|bound| {
        let within = ask(text, &asking(choice, Some(bound)));
        let sooner: u64 = every.by_depth.iter().take(bound as usize + 1).sum();
        // The search without a bound says the same, combination by combination.
        assert_eq!(within.reachable, sooner);
        let farther = bound < every.depth;
        let covers = if farther {
            CoversView::Bound
        } else {
            CoversView::Every
        };
        assert_eq!(within.covers, covers, "within {bound}");
        for (group, whole) in within.groups.iter().zip(&every.groups) {
            for (row, same) in group.rows.iter().zip(&whole.rows) {
                assert_eq!(row.depth, same.depth.filter(|&depth| depth <= bound));
            }
        }
        within.reachable
    });
    (every.count, reached)
}

#[test]
fn the_coffee_case_study_at_every_published_bound() {
    let (correct, broken) = (example!("coffee"), example!("coffee-broken"));
    assert_eq!(counts(correct, ChoiceView::Full), (36, [2, 3, 3]));
    assert_eq!(counts(broken, ChoiceView::Full), (36, [2, 4, 4]));
    assert_eq!(counts(correct, ChoiceView::Partial), (80, [14, 27, 27]));
    assert_eq!(counts(broken, ChoiceView::Partial), (80, [14, 29, 29]));
}

#[test]
fn the_mail_case_study_has_two_of_forty_eight() {
    let found = ask(example!("mail"), &asking(ChoiceView::Full, None));
    // Of 8 states of the client and 6 of the server only start and end are ever simultaneous.
    assert_eq!((found.count, found.reachable), (48, 2));
    assert_eq!(found.by_depth.len(), 11, "the end comes after ten");
    let places = MatrixOptions {
        intermediate: true,
        ..asking(ChoiceView::Full, None)
    };
    let found = ask(example!("mail"), &places);
    assert_eq!(
        found.reachable, found.states,
        "every state is one combination"
    );
}

/// The depth of a combination of states, given as their numbers.
fn depth(found: &MatrixView, lifelines: &[usize], states: &[usize]) -> Option<u32> {
    let group = found.groups.iter().find(|it| it.lifelines == lifelines);
    let wanted: Vec<_> = states.iter().map(|&it| PlaceView::State(it)).collect();
    let row = group.unwrap().rows.iter().find(|it| it.places == wanted);
    row.unwrap().depth
}

#[test]
fn depths_of_single_combinations() {
    let coffee = ask(example!("coffee"), &asking(ChoiceView::Partial, None));
    let broken = ask(example!("coffee-broken"), &asking(ChoiceView::Full, None));
    // Optimistic, PrepCoffee, IdleTechnician: Fig. 3 of the paper.
    assert_eq!(depth(&coffee, &[0, 1, 2], &[1, 1, 0]), Some(3));
    // Waiting, OutOfOrder, IdleTechnician: the bug.
    assert_eq!(depth(&coffee, &[0, 1, 2], &[3, 2, 0]), None);
    assert_eq!(depth(&broken, &[0, 1, 2], &[3, 2, 0]), Some(11));
    let single = |lifeline, state| depth(&coffee, &[lifeline], &[state]);
    assert_eq!(
        [1, 2, 3].map(|it| single(0, it)),
        [Some(2), Some(6), Some(8)]
    );
    assert_eq!([1, 2].map(|it| single(1, it)), [Some(3), Some(5)]);
    assert_eq!([1, 2].map(|it| single(2, it)), [Some(7), Some(9)]);
    // All have the first fork; the correct ones never do.
    let all = |text| ask(text, &asking(ChoiceView::Full, None));
    let one_each = |found: &MatrixView| {
        let lifelines = found.groups[0].lifelines.len();
        assert_eq!(lifelines, 6);
        let taken = found.groups[0].rows.iter().filter(|row| {
            let ones = row.places.iter().filter(|it| **it == PlaceView::State(1));
            ones.count() == lifelines
        });
        taken.map(|row| row.depth).next().unwrap()
    };
    assert_eq!(one_each(&all(example!("philosophers-broken"))), Some(3));
    assert_eq!(one_each(&all(example!("philosophers"))), None);
}

#[test]
fn the_lifelines_of_a_scenario_and_some_of_them() {
    let room = example!("coffee-for-two");
    let every = MatrixOptions {
        scenario: Some(0),
        ..MatrixOptions::default()
    };
    let found = ask(room, &every);
    assert_eq!((found.states, found.depth), (144, 21));
    assert_eq!(found.groups[0].lifelines, [0, 1, 2, 3]);
    let some = MatrixOptions {
        lifelines: vec![2, 0],
        choice: ChoiceView::Pairs,
        ..every.clone()
    };
    let pairs = ask(room, &some);
    assert_eq!(pairs.groups.len(), 1);
    assert_eq!(pairs.groups[0].lifelines, [0, 2]);
    // A pair is as far as the nearest of the full combinations with it, or nearer, because in
    // those nobody may be inside a transition.
    for row in &pairs.groups[0].rows {
        let full = found.groups[0].rows.iter();
        let full = full.filter(|it| it.places[0] == row.places[0] && it.places[2] == row.places[1]);
        if let Some(nearest) = full.filter_map(|it| it.depth).min() {
            assert!(row.depth.is_some_and(|depth| depth <= nearest));
        }
    }
}

/// Wants to stop after so many questions.
struct Patience(u32);

impl Host for Patience {
    fn now_ms(&self) -> f64 {
        0.0
    }

    fn progress(&mut self, _progress: &Progress) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::ALL
    }
}

#[test]
fn whoever_stops_it_leaves_the_rest_unknown() {
    let few = MatrixOptions {
        max_states: Some(10),
        ..MatrixOptions::default()
    };
    let found = api::matrix(example!("coffee"), &few, &mut Patience(4)).unwrap();
    assert_eq!(found.covers, CoversView::Open);
    let all = ask(example!("coffee"), &MatrixOptions::default());
    assert!(found.depth < all.depth);
    assert!(found.sentence.contains("unknown"), "{}", found.sentence);
    for (row, whole) in found.groups[0].rows.iter().zip(&all.groups[0].rows) {
        // What is said is right, and up to the depth that is covered everything is said.
        assert!(row.depth.is_none() || row.depth == whole.depth);
        let covered = whole.depth.is_some_and(|depth| depth <= found.depth);
        assert!(!covered || row.depth.is_some());
    }
}

#[test]
fn what_cannot_be_shown_is_refused() {
    for options in [
        MatrixOptions {
            scenario: Some(7),
            ..MatrixOptions::default()
        },
        MatrixOptions {
            lifelines: vec![3],
            ..MatrixOptions::default()
        },
    ] {
        let refused = api::matrix(example!("coffee"), &options, &mut Clockless);
        assert!(
            matches!(refused, Err(api::Refusal::Option(_))),
            "{refused:?}"
        );
    }
    let mut many = String::from("machine M { [*] --> a; a --> b; b --> a }\nsystem { ");
    let names: Vec<_> = (0..20).map(|index| format!("m{index}")).collect();
    many += &format!("{} : M }}\n", names.join(", "));
    for (choice, refused) in [
        (ChoiceView::Full, true),
        (ChoiceView::Partial, true),
        (ChoiceView::Pairs, false),
    ] {
        let options = MatrixOptions {
            max_states: Some(100),
            ..asking(choice, Some(1))
        };
        let found = api::matrix(&many, &options, &mut Clockless);
        assert_eq!(found.is_err(), refused, "{choice:?}");
    }
}

/// A search without limits that matter, or with so few states that pairs and single searches must
/// do what the visit leaves open.
fn means(limits: &Limits) -> Means<'_> {
    Means {
        limits,
        solvers: &|| sat::ALL[0].create(None),
        prove: &|answered| {
            let (formula, refuted) = answered.formula().ok_or(Unsound)?;
            let step = answered.induction();
            for (formula, lit) in [(formula, refuted.ok_or(Unsound)?)].into_iter().chain(step) {
                proof::certify(formula, &[lit], None).map_err(|_| Unsound)?;
            }
            Ok(true)
        },
        watch: Box::leak(Box::new(Unwatched)),
    }
}

/// Every combination of random models, with states alone and with all places, within a bound and
/// without, from the initial states and from others, by one visit and one by one.
#[test]
fn matrices_agree_with_the_interpreter() {
    let (mut models, mut met, mut never, mut cut) = (0, 0, 0, 0);
    let (mut excluded, mut singles, mut moved) = (0, 0, 0);
    let few = Limits {
        states: 2,
        few_states: 0,
        ..Limits::default()
    };
    for seed in seeds(0..1500) {
        let mut random = Random::new(seed);
        let model = model(&Shape::default(), &mut random);
        let lifelines = &model.system;
        let mut from = Vec::new();
        if random.percent(30) {
            let lifeline = random.between(0, lifelines.len() - 1);
            let states = model.machines[lifelines[lifeline].machine].states.len();
            from.push((lifeline, Place::State(random.between(0, states - 1))));
            moved += 1;
        }
        let composition = Composition::new(&model, lifelines, &from);
        let bound = random.percent(60).then(|| random.between(0, 6));
        let mut nearest: BTreeMap<Vec<(usize, Place)>, u32> = BTreeMap::new();
        let (mut states, mut shown) = (0, Vec::new());
        explore(&composition, bound.unwrap_or(usize::MAX), |state, depth| {
            states += 1;
            shown.push((state.clone(), depth));
            states <= 300
        });
        if states > 300 {
            continue;
        }
        models += 1;
        for (choice, sizes) in [
            (Choice::Full, lifelines.len()..=lifelines.len()),
            (Choice::Each, 1..=1),
            (Choice::Pairs, 2..=2),
            (Choice::Partial, 0..=lifelines.len()),
        ] {
            let intermediate = random.percent(50);
            nearest.clear();
            for (state, depth) in &shown {
                for chosen in 0..1_u32 << lifelines.len() {
                    let part = state.iter().copied().enumerate();
                    let part: Vec<_> = part.filter(|(it, _)| chosen >> it & 1 == 1).collect();
                    let counts = |place: &Place| intermediate || matches!(place, Place::State(_));
                    if sizes.contains(&part.len()) && part.iter().all(|(_, it)| counts(it)) {
                        let depth = u32::try_from(*depth).unwrap();
                        nearest.entry(part).or_insert(depth);
                    }
                }
            }
            let all: Vec<_> = (0..lifelines.len()).collect();
            let asked = Combinations::new(&model, lifelines, &all, choice, intermediate);
            let asked = asked.starting(from.clone());
            let within = bound.map(|bound| u32::try_from(bound).unwrap());
            let unlimited = Limits::default();
            let found = matrix(&asked, within, &mut means(&unlimited)).unwrap();
            let mut rows = 0;
            for group in &found.groups {
                for (places, known) in group.rows(&model, lifelines) {
                    rows += 1;
                    let key: Vec<_> = group.lifelines.iter().copied().zip(places).collect();
                    assert_eq!(known.depth(), nearest.remove(&key), "seed {seed}, {key:?}");
                    match known {
                        Known::After(_) => met += 1,
                        Known::Never => never += 1,
                        Known::NotWithin => cut += 1,
                        Known::Open => panic!("seed {seed}: no limit was near"),
                    }
                }
            }
            assert_eq!(nearest, BTreeMap::new(), "seed {seed}: all have a row");
            assert_eq!(rows, asked.count());
            // "Never" is only said where a longer search would find no more.
            let every = match (found.visit, within) {
                (Coverage::Every, None) => None,
                _ => Some(matrix(&asked, None, &mut means(&unlimited)).unwrap()),
            };
            let every = every.as_ref().unwrap_or(&found);
            if found.visit == Coverage::Every {
                assert_eq!(every.groups, found.groups, "seed {seed}");
            }
            if choice != Choice::Pairs || seed % 8 > 0 {
                continue;
            }
            let single = matrix(&asked, within, &mut means(&few)).unwrap();
            (excluded, singles) = (excluded + single.excluded, singles + single.asked);
            for ((group, whole), ever) in single.groups.iter().zip(&found.groups).zip(&every.groups)
            {
                let known = group.known().iter().zip(whole.known()).zip(ever.known());
                for ((one, other), ever) in known {
                    assert_eq!(one.depth(), other.depth(), "seed {seed}: {model:#?}");
                    assert_ne!(*one, Known::Open, "seed {seed}");
                    let is_never = *one == Known::Never;
                    assert!(
                        !is_never || *ever == Known::Never,
                        "seed {seed}: {model:#?}"
                    );
                }
            }
        }
    }
    assert!(
        models > share(500) && moved > share(200),
        "{models}, {moved}"
    );
    assert!(
        met > share(5000) && never > share(5000) && cut > share(5000),
        "{met} {never} {cut}"
    );
    assert!(
        excluded > share(100) && singles > share(100),
        "{excluded} {singles}"
    );
}

/// Twenty philosophers have more states than anybody can visit: pairs say who never eats together,
/// single searches who does and how soon.
#[test]
fn matrices_beyond_what_can_be_visited() {
    let mut text = String::new();
    for i in 0..20 {
        let j = (i + 1) % 20;
        text += &format!(
            "machine Fork{i} {{\n [*] --> free\n free --> taken : take{i}\n taken --> free : put{i}\n}}\n\
             machine P{i} {{\n [*] --> think\n think --> one : / take{i}\n \
             one --> eat : / take{j}\n eat --> think : / put{i}, put{j}\n}}\n"
        );
    }
    let options = MatrixOptions {
        // Lifelines stand in the order of machines: P0, P1 and P2.
        lifelines: vec![1, 3, 5],
        max_states: Some(1000),
        ..asking(ChoiceView::Pairs, None)
    };
    let found = ask(&text, &options);
    assert_eq!(found.covers, CoversView::Every, "{}", found.sentence);
    assert!(!found.visited && found.asked > 0);
    let eat = |lifelines: [usize; 2]| depth(&found, &lifelines, &[2, 2]);
    assert_eq!(
        [eat([1, 3]), eat([3, 5]), eat([1, 5])],
        [None, None, Some(4)]
    );
    assert!(
        found.sentence.contains("closed set of pairs"),
        "{}",
        found.sentence
    );
}
