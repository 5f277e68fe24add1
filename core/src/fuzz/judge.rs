//! What the definitions say, as the language counts and as the papers count.

use crate::encode::paper::{Asked, Instance};
use crate::language::machines::Composition;
use crate::language::machines::judge::{explore, shortest};
use crate::language::machines::scenario::semantics::{judge, longest_from, stands_for};
use crate::language::questions::Mode;
use crate::language::{Check, Model, Question};

use super::examine::Said;

/// The definitions' answer to a check within a bound, as the language counts.
///
/// Exponential in the lifelines; for small models only.
#[must_use]
pub fn defined(model: &Model, check: &Check, bound: usize) -> Said {
    let composition = Composition::new(model, model.lifelines_of(check), &check.from);
    let found = |depth: Option<usize>| Said {
        yes: depth.is_some(),
        value: usize::from(depth.is_some()),
        depth: depth.unwrap_or(0),
    };
    match &check.question {
        Question::Scenario { scenario, mode } => {
            let scenario = &model.scenarios[*scenario];
            let judgement = judge(&composition, scenario, *mode, bound);
            Said {
                yes: judgement.prefix == scenario.messages.len(),
                value: judgement.prefix,
                depth: judgement.depth,
            }
        }
        Question::Reach { goal } => found(shortest(&composition, bound, |state| {
            goal.iter()
                .all(|&(lifeline, place)| state[lifeline] == place)
        })),
        Question::Always { condition } => found(shortest(&composition, bound, |state| {
            !condition.holds(state)
        })),
        Question::Deadlock => found(shortest(&composition, bound, |state| {
            composition.stuck(state) == Some(false)
        })),
    }
}

/// The fewest transactions, at most `bound`, to a state in which what is asked holds as the papers
/// count: a goal is occupied; the first message can be exchanged at once and the others follow it
/// with only ε-moves in between. So ε-moves before the first message count, as they do in φ_seq,
/// whose first slot begins at k (variant S2b; the language counts without them).
///
/// Exponential in the lifelines; for small models only.
#[must_use]
pub fn immediately(instance: &Instance<'_>, bound: usize) -> Option<usize> {
    let start: Vec<_> = instance.start().iter().copied().enumerate().collect();
    let composition = Composition::new(instance.model(), instance.lifelines(), &start);
    let mut found = None;
    explore(&composition, bound, |state, depth| {
        let holds = match instance.asked() {
            Asked::Goal(goal) => goal
                .iter()
                .all(|&(lifeline, place)| state[lifeline] == place),
            Asked::Messages(messages) => composition.admissible(state).into_iter().any(|set| {
                stands_for(&set, messages, 0, Mode::Strict)
                    .into_iter()
                    .any(|count| {
                        let after = composition
                            .apply(state, &vec![set.clone()])
                            .expect("admissible sets can be applied");
                        let rest = &messages[count..];
                        longest_from(&composition, rest, &after) == rest.len()
                    })
            }),
        };
        if holds {
            found = Some(depth);
        }
        found.is_none()
    });
    found
}
