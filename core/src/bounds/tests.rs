use super::*;
use crate::engine::{Limits, Unwatched, explicit};
use crate::generate::{Random, Shape, goal, model};
use crate::language::{Check, Question};
use crate::network::{LocalPlace, compile};
use crate::question::task;
use crate::text::Span;

fn reach(goal: Vec<(usize, crate::language::machines::Place)>) -> Check {
    Check {
        title: String::new(),
        question: Question::Reach { goal },
        from: Vec::new(),
        bound: None,
        expected: None,
        expect_written: false,
        implicit: false,
        span: Span::default(),
    }
}

#[test]
fn a_ceiling_is_never_exceeded_and_its_certificate_holds() {
    let mut lowered = 0;
    for seed in 0..600 {
        let mut random = Random::new(seed);
        let model = model(&Shape::default(), &mut random);
        let goal = goal(&model, &mut random);
        let task = task(&model, &reach(goal));
        let ceiling = ceiling(&task).expect("goals have ceilings");
        let limits = Limits {
            states: 20_000,
            transactions: 200_000,
            ..Limits::default()
        };
        let found = explicit::solve(&task, &limits, &mut Unwatched);
        assert!(found.value <= ceiling.value, "seed {seed}");
        assert_eq!(check(&task.network, &ceiling.pairs), Ok(()), "seed {seed}");
        lowered += u32::from(ceiling.value == 0 && found.value == 0);
    }
    assert!(lowered > 100, "pairs refuted only {lowered} goals");
}

#[test]
fn a_set_with_a_hole_is_rejected() {
    let mut rejected = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let model = model(&Shape::default(), &mut random);
        let network = compile(&model, &model.system, &[]);
        let closed = pairs(&network);
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
