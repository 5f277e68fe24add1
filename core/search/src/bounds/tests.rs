//! Bounds never fall below what explicit search finds, and decide what they are meant to decide.

use super::*;
use crate::engine::{Limits, Reached, Unwatched, Watch, explicit};
use crate::network::LocalPlace;
use crate::sample::compile;
use crate::sample::task;
use lockstep_core::generate::{Random, Shape, goal, model};
use lockstep_core::language::{Check, Question};

fn reach(goal: Vec<(usize, lockstep_core::language::machines::Place)>) -> Check {
    Check::asking(Question::Reach { goal }, None)
}

#[test]
fn ceilings_are_never_exceeded() {
    let (mut refuted, mut late) = (0, 0);
    for seed in 0..900 {
        let mut random = Random::new(seed);
        let model = model(&Shape::default(), &mut random);
        let mut check = reach(goal(&model, &mut random));
        if seed % 2 == 0 {
            check.question = Question::Scenario {
                scenario: 0,
                mode: lockstep_core::language::questions::Mode::Strict,
            };
        }
        check.bound = random.percent(50).then(|| random.between(0, 4) as u32);
        let task = task(&model, &check);
        let ceilings =
            ceilings(&task, &mut Unwatched).expect("goals and strict scenarios have ceilings");
        let limits = Limits {
            states: 20_000,
            transactions: 200_000,
            ..Limits::default()
        };
        let found = explicit::solve(&task, &limits, &mut Unwatched);
        assert!(found.value <= ceilings.always, "seed {seed}");
        assert!(found.value <= ceilings.within, "seed {seed}");
        refuted += u32::from(ceilings.always == 0 && found.value == 0);
        late += u32::from(ceilings.within < ceilings.always);
    }
    assert!(refuted > 100, "pairs refuted only {refuted}");
    assert!(late > 5, "steps lowered only {late}");
}

#[test]
fn a_table_that_promises_too_much_is_rejected() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let model = model(&Shape::default(), &mut random);
        let network = compile(&model, &model.system, &[]);
        let mut steps = crate::network::relaxed::earliest(&network);
        assert_eq!(check_steps(&network, &steps), Ok(()));
        let component = random.between(0, steps.len() - 1);
        let possible: Vec<_> = (0..steps[component].len())
            .filter(|&place| steps[component][place] != u32::MAX)
            .collect();
        steps[component][*random.choose(&possible)] += 1;
        assert!(check_steps(&network, &steps).is_err(), "seed {seed}");
    }
}

#[test]
fn a_set_with_a_hole_is_rejected() {
    let mut rejected = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let model = model(&Shape::default(), &mut random);
        let network = compile(&model, &model.system, &[]);
        let closed = pairs(&network, &mut Unwatched).expect("small networks are no trouble");
        let places: Vec<(usize, LocalPlace)> = network
            .components
            .iter()
            .enumerate()
            .flat_map(|(index, component)| {
                (0..component.places.len()).map(move |place| (index, place as LocalPlace))
            })
            .collect();
        let (one, other) = (*random.choose(&places), *random.choose(&places));
        if one.0 == other.0 || !closed.together(one, other) {
            continue;
        }
        let holed = closed.without(one, other);
        assert!(check(&network, &holed).is_err(), "seed {seed}");
        rejected += 1;
    }
    assert!(rejected > 20, "only {rejected} sets had a pair to lose");
}

#[test]
fn large_effect_sets_are_left_alone_at_once() {
    struct Looks(u32);
    impl Watch for Looks {
        fn keep_going(&mut self, _reached: Reached) -> bool {
            self.0 += 1;
            self.0 < 3
        }
    }
    let effects: Vec<_> = (0..12).map(|it| format!("x{it}")).collect();
    let takes: String = effects
        .iter()
        .map(|it| format!("e --> e : {it};"))
        .collect();
    let receivers: Vec<_> = (0..14).map(|it| format!("b{it}")).collect();
    let text = format!(
        "machine A {{ [*] --> s; s --> t : / {} }} machine B {{ [*] --> e; {takes} }}
         system {{ a : A; {} : B }} check reach a.t",
        effects.join(", "),
        receivers.join(", ")
    );
    let (model, _) = lockstep_core::language::read(&text);
    let network = compile(&model, &model.system, &[]);
    // Whoever looks at it may end it, and nobody who does waits for 14! / 2! ways.
    let mut looks = Looks(0);
    assert!(pairs(&network, &mut looks).is_none());
    assert_eq!(looks.0, 3);
}
