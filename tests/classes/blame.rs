//! What rules something out: together it is enough, and nothing of it is there without need, by plain visits of models that demand
//! less.

use lockstep_core::api::{CLASS_VALUES, Clockless, Options, Verdict};
use lockstep_core::generate::{Random, classes};
use lockstep_core::language::classes::model::Subject;
use lockstep_core::language::classes::waive::{Demand, demands, without};
use lockstep_core::language::classes::{ClassModel, ClassSystem};
use lockstep_core::language::questions::PropertySubject;
use lockstep_core::view::SystemBlameView;
use lockstep_seeds::{seeds, share};

use super::{light, model};

/// What is to blame for the answer to a check, where it is a "no".
fn blame(text: &str, check: usize) -> Option<SystemBlameView> {
    let options = Options {
        blame: true,
        ..Options::default()
    };
    let outcome = CLASS_VALUES.check(text, check, &options, &mut Clockless);
    let outcome = outcome.unwrap_or_else(|why| panic!("{why:?}\n{text}"));
    assert!(!matches!(outcome.verdict, Verdict::Unknown(_)), "{text}");
    outcome.system.expect("evidence").blame
}

/// Whether the goal of a check is reached, by a visit of at most so many steps.
fn is_reached(model: &ClassModel, check: usize, within: usize) -> bool {
    let Subject::Property(PropertySubject::Reach(goals)) = &model.checks[check].subject else {
        panic!("it asks for a goal");
    };
    let system = ClassSystem::of_check(model, check);
    let mut found = false;
    lockstep_core::system::explore(&system, within, |at, _| {
        found |= system.holds(&goals[0], at) == Some(true);
        !found
    });
    found
}

/// The demands that are to blame, found by their places.
fn blamed(text: &str, model: &ClassModel, check: usize, view: &SystemBlameView) -> Vec<Demand> {
    let all = demands(model, check).expect("a question with demands");
    let place = |it: &Demand| text[..it.span(model).start].encode_utf16().count();
    // Start values of one attribute share their place: these are told by their words.
    let start = |it: &Demand| match *it {
        Demand::Start(slot) => {
            let value = model.start[slot].as_ref().expect("a start value");
            let value = model.shown(model.slot_domain(slot).kind, value);
            Some(format!(
                "the start value `{} = {value}`",
                model.slot_name(slot)
            ))
        }
        _ => None,
    };
    let found = view.elements.iter().map(|element| {
        let mut fits = all
            .iter()
            .filter(|it| place(it) == element.range.from as usize);
        let is_frame = element.what.contains("the frame");
        let is_start = element.what.contains("the start value");
        let found = fits.find(|it| match is_start {
            true => start(it).as_deref() == Some(&element.what),
            false => start(it).is_none() && matches!(it, Demand::Frame(_)) == is_frame,
        });
        *found.unwrap_or_else(|| panic!("{}", element.what))
    });
    found.collect()
}

#[test]
fn what_is_to_blame_is_enough_and_needed() {
    let (mut told, mut elements, mut frames) = (0, 0, 0);
    for seed in seeds(0..500_u64) {
        let mut random = Random::new(seed);
        let text = classes(&mut random).replace("  q : B\n", "");
        let goal = *random.choose(&[
            "o.a and o.n = 1 and p.c and p.m = 1",
            "not o.a and o.n = 0 and p.m = 1",
            "o.a and o.n = 1 and p.m = 0",
        ]);
        // From the first values, so that there are some to blame.
        let text = text.replace("  o : A\n", "  o : A { a = false, n = 0 }\n");
        let text = text.replace("  p : B\n", "  p : B { c = false, m = 0 }\n");
        let text = format!("{text}check reach {goal}\n");
        let Some(view) = blame(&text, 0) else {
            continue;
        };
        if !view.minimal {
            continue;
        }
        told += 1;
        let model = model(&text);
        let all = demands(&model, 0).expect("a question with demands");
        let kept = blamed(&text, &model, 0, &view);
        elements += kept.len();
        frames += kept
            .iter()
            .filter(|it| matches!(it, Demand::Frame(_)))
            .count();
        let others: Vec<_> = all
            .iter()
            .filter(|it| !kept.contains(it))
            .copied()
            .collect();
        assert!(
            !is_reached(&without(&model, &others), 0, 40),
            "seed {seed}\n{text}"
        );
        for it in &kept {
            let more: Vec<_> = others.iter().copied().chain([*it]).collect();
            assert!(
                is_reached(&without(&model, &more), 0, 40),
                "seed {seed}: {it:?}\n{text}"
            );
        }
    }
    println!("{told} blames, {elements} elements, {frames} of them frames");
    assert!(
        told > share(100) && elements > share(300),
        "{told} {elements}"
    );
}

#[test]
fn the_light_is_not_green_after_two_calls_since() {
    let small = light::TEXT.replace("0..9", "0..1");
    let view = blame(&small, 1).expect("there is none");
    assert!(view.minimal);
    assert_eq!(
        view.sentence,
        "These together rule it out. Without any one of them the goal can be reached."
    );
    let model = model(&small);
    let what: Vec<_> = view.elements.iter().map(|it| &*it.what).collect();
    for it in [
        "the precondition `pre: request` of `TrafficLight.switchPedLight`",
        "the frame of `TrafficLight.switchPedLight`",
        "the frame of `TrafficLight.switchCarLight`",
        "the frame of `Button.requesting`",
        "the invariant `inv oneAlwaysRed: not (pedLight and carLight)`",
    ] {
        assert!(what.contains(&it), "{what:?}");
    }
    assert_eq!(model.checks.len(), 10);
    // Questions about deadlocks have no blame: more steps can take them away.
    assert!(blame(&small, 7).is_none());
}

#[test]
fn what_cannot_be_at_once_is_told() {
    let text = "class A {
  x, y : 0..12
  inv i1: x = 10 and y = 12
  inv i2: x = 11 and y = 12
  inv i3: x = 12 and y = 12
}
system { o : A }
check consistent expect inconsistent
";
    let view = blame(text, 0).expect("there is none");
    let what: Vec<_> = view.elements.iter().map(|it| &*it.what).collect();
    assert_eq!(
        what,
        [
            "the invariant `inv i1: x = 10 and y = 12`",
            "the invariant `inv i2: x = 11 and y = 12`"
        ]
    );
    assert_eq!(
        view.sentence,
        "These together rule it out. Without any one of them there is a valid state."
    );
}
