//! What the definitions say where the printed encodings count differently.

use crate::encode::paper::{Asked, Instance};
use crate::language::Semantics;
use crate::language::machines::Composition;
use crate::language::machines::judge::explore;
use crate::language::scenario::Mode;
use crate::language::scenario::semantics::{longest_from, stands_for};

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
