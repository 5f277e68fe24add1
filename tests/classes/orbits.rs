//! Orbits of alike objects against all states: the same states by the same numbers of calls, counted one by one.

use std::collections::{BTreeMap, BTreeSet};

use lockstep_core::api::{CLASS_VALUES, Clockless, Options};
use lockstep_core::generate::{Random, classes};
use lockstep_core::language::classes::{ClassModel, ClassSystem, Symmetry};
use lockstep_core::system::{Flow, Orbits, System, Valuation};
use lockstep_seeds::{seeds, share};

use super::model;

/// Models with more states are left out.
const MOST: usize = 300;

/// States by the fewest calls after which they are met, of representatives where there are orbits; `None` where there are too many.
fn layers(system: &ClassSystem<'_>, orbits: Option<&Symmetry>) -> Option<Vec<BTreeSet<Valuation>>> {
    let represented = |mut state: Valuation| {
        if let Some(orbits) = orbits {
            orbits.represent(&mut state);
        }
        state
    };
    let mut known = BTreeSet::new();
    let mut layer = BTreeSet::new();
    system.initial(&mut |state| {
        layer.insert(represented(state));
        Flow::Continue(())
    });
    let mut layers = Vec::new();
    while !layer.is_empty() {
        known.extend(layer.iter().cloned());
        if known.len() > MOST {
            return None;
        }
        let mut next = BTreeSet::new();
        for state in &layer {
            system.steps(state, &mut |step| {
                next.insert(represented(system.apply(state, &step).expect("a step")));
                Flow::Continue(())
            });
        }
        next.retain(|it| !known.contains(it));
        layers.push(std::mem::replace(&mut layer, next));
    }
    Some(layers)
}

/// A random model with several objects of `B`, each with a `C` of its own, and a reference to one of them.
fn alike(random: &mut Random) -> String {
    let text = classes(random);
    let (classes, _) = text.split_once("system {").expect("a system");
    let post = *random.choose(&["t = not t@pre", "t = owner.c", "owner.c = t and t = true"]);
    let mut classes = classes.replace(
        "class B {\n",
        &format!("class C {{\n  t : Boolean = false\n  flip()\n    post: {post}\n}}\nclass B {{\n"),
    );
    classes += "association Own { B[1] role owner; C[1] role part }\n";
    let reference = *random.choose(&[
        "favourite = x",
        "favourite = x and x.c",
        "favourite = null or favourite = x",
    ]);
    let pre = *random.choose(&["favourite = null", "favourite <> x", "true"]);
    if random.percent(60) {
        classes = classes.replacen(
            "class A {\n",
            &format!("class A {{\n  favourite : B[0..1] = null\n  choose(x : B)\n    pre: {pre}\n    post: {reference}\n"),
            1,
        );
    }
    let count = random.between(2, 3);
    let names = |of: &str| {
        let all: Vec<_> = (1..=count).map(|it| format!("{of}{it}")).collect();
        all.join(", ")
    };
    let mut system = format!(
        "system {{\n  o : A {{ a = false, n = 0 }}\n  {} : C\n",
        names("r")
    );
    match random.percent(75) {
        // Clusters of two.
        true => {
            for it in 1..=count {
                system += &format!("  p{it} : B {{ c = false, m = 0, part = r{it} }}\n");
            }
        }
        false => system += &format!("  {} : B {{ c = false, m = 0 }}\n", names("p")),
    }
    if random.percent(30) {
        system += "  final B.allInstances()->forAll(c)\n";
    }
    classes + &system + "}\n"
}

const QUESTIONS: [&str; 8] = [
    "check deadlock",
    "check reach B.allInstances()->forAll(c)",
    "check reach C.allInstances()->select(t)->size() = 2 then o.a",
    "check reach o.n = 1 and B.allInstances()->exists(m = 1)",
    "check preserves",
    "check reach p2.c",
    "check reach p1.c and o.a and p2.c",
    "check always p1.c or p2.m = 0 or p2.c or p1.m = 0",
];

#[test]
fn representatives_are_met_as_soon_as_their_orbits_and_count_as_many_states() {
    let (mut models, mut smaller, mut references) = (0, 0, 0);
    for seed in seeds(0..600_u64) {
        let mut random = Random::new(seed);
        let text = alike(&mut random) + *random.choose(&QUESTIONS) + "\n";
        let model: ClassModel = model(&text);
        let whole = ClassSystem::of_check(&model, 0);
        let Some((reduced, orbits)) = ClassSystem::reduced(&model, 0) else {
            continue;
        };
        let Some(all) = layers(&whole, None) else {
            continue;
        };
        let some = layers(&reduced, Some(&orbits)).expect("there are not more");
        assert_eq!(all.len(), some.len(), "seed {seed}\n{text}");
        for (all, some) in all.iter().zip(&some) {
            let mut sizes = BTreeMap::new();
            for state in all {
                let mut representative = state.clone();
                orbits.represent(&mut representative);
                assert_eq!(
                    whole.status(state),
                    whole.status(&representative),
                    "seed {seed}\n{text}"
                );
                *sizes.entry(representative).or_insert(0) += 1;
            }
            assert!(sizes.keys().eq(some), "seed {seed}\n{text}");
            for (representative, size) in sizes {
                assert_eq!(
                    orbits.size(&representative),
                    size,
                    "seed {seed}: {representative:?}\n{text}"
                );
            }
        }
        models += 1;
        let count = |of: &[BTreeSet<Valuation>]| of.iter().map(BTreeSet::len).sum::<usize>();
        smaller += usize::from(count(&some) < count(&all));
        references += usize::from(text.contains("favourite"));
        // Formulas look for runs in which alike objects are named in their order.
        let said = ["explicit", "sat"].map(|engine| {
            let options = Options {
                engine: engine.into(),
                ..Options::default()
            };
            let outcome = CLASS_VALUES.check(&text, 0, &options, &mut Clockless);
            let outcome = outcome.unwrap_or_else(|why| panic!("seed {seed}: {why:?}\n{text}"));
            (outcome.answer().word(), outcome.depth())
        });
        assert_eq!(said[0], said[1], "seed {seed}\n{text}");
        assert_ne!(said[0].0, "unknown", "seed {seed}\n{text}");
    }
    println!("{models} models, {smaller} with fewer states, {references} with references");
    assert!(models > share(300) && smaller > share(100) && references > share(150));
}
