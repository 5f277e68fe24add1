//! What the definitions say of a transition that has begun by other rules.
//!
//! By the thesis' rules a run can come to where nothing goes on inside a transition. There are two ways to get there: it
//! took a branch that no way completes (then the corrected rules do not offer that branch), or the rules lose a run that
//! the definitions have. Which one it is, is decided here, by the operations that were executed and the values that were
//! chosen: the corrected splitting is followed along them, without looking ahead.

use std::collections::BTreeSet;

use super::look_ahead::Ahead;
use super::system::{SplitSystem, State};
use crate::expression::{Value, pack};
use crate::language::transitions::configuration::Encounter;
use crate::language::transitions::model::{OperationId, OperationKind, Relation, TransitionModel};
use crate::system::{Flow, LabelId, System, Valuation};

/// States that are looked at most on the way.
const MOST: usize = 20_000;

/// A part of a transition: what it executes, and the values that it chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Begun {
    operations: Vec<OperationId>,
    chosen: Vec<i64>,
}

impl Begun {
    /// Adds a step of a split system: what rules put together and what they leave empty makes no difference.
    pub fn add(
        &mut self,
        source: &TransitionModel,
        system: &SplitSystem<'_>,
        label: LabelId,
        choice: &[i64],
    ) {
        for &operation in system.origins(label) {
            leaves(source, operation, &mut self.operations);
        }
        self.chosen.extend(choice);
    }

    /// Whether one of two is the beginning of the other.
    fn agrees(&self, other: &Self) -> bool {
        fn one_begins<T: PartialEq>(one: &[T], other: &[T]) -> bool {
            one.iter().zip(other).all(|(one, other)| one == other)
        }
        one_begins(&self.operations, &other.operations) && one_begins(&self.chosen, &other.chosen)
    }

    /// Whether nothing of the other one is left that this one has not.
    fn covers(&self, other: &Self) -> bool {
        self.operations.len() >= other.operations.len() && self.chosen.len() >= other.chosen.len()
    }
}

/// The operations that one consists of which are no mere order of others.
fn leaves(source: &TransitionModel, operation: OperationId, found: &mut Vec<OperationId>) {
    match &source.operations[operation].kind {
        OperationKind::Sequence(parts, _) => {
            for &part in parts {
                leaves(source, part, found);
            }
        }
        // Nothing is forked into nothing by the corrected rules.
        OperationKind::Parallel(parts) => {
            let mut within = Vec::new();
            for &part in parts {
                leaves(source, part, &mut within);
            }
            found.extend((!within.is_empty()).then_some(operation));
        }
        _ => found.push(operation),
    }
}

impl SplitSystem<'_> {
    /// The stable state with the same values as one of the same system that was split by other rules.
    #[must_use]
    pub fn same_stable_state(
        &self,
        source: &TransitionModel,
        other: &SplitSystem<'_>,
        at: &Valuation,
    ) -> Option<Valuation> {
        let theirs = other.values(at)?;
        let turn = other.turn(&theirs);
        let mut start = None;
        self.initial(&mut |it| {
            start = Some(it);
            Flow::Break(())
        });
        let mut values = self.values(&start?)?;
        values[..source.globals].clone_from_slice(&theirs[..source.globals]);
        let phases = self.split.phases?;
        values[phases.init] = Value::boolean(turn == Relation::Init);
        values[phases.trans] = Value::boolean(turn == Relation::Trans);
        Some(pack(&values))
    }

    /// Whether a transition that begins in a stable state, and begins like this, can be completed.
    #[must_use]
    pub fn completes(&self, source: &TransitionModel, from: &Valuation, begun: &Begun) -> Ahead {
        let Some(values) = self.values(from) else {
            return Ahead::DeadEnd;
        };
        let mut seen: BTreeSet<(State, Begun)> = BTreeSet::new();
        let mut open = vec![(values, Begun::default())];
        let mut limited = false;
        while let Some((at, so_far)) = open.pop() {
            // The first one is where nothing has begun.
            if !seen.is_empty() && so_far.covers(begun) {
                match self.ahead(&at) {
                    Ahead::Reaches => return Ahead::Reaches,
                    Ahead::Unknown => limited = true,
                    Ahead::DeadEnd => {}
                }
                continue;
            }
            if seen.len() == MOST {
                return Ahead::Unknown;
            }
            seen.insert((at.clone(), so_far.clone()));
            for fragment in self.waiting(&at) {
                let label = LabelId::try_from(fragment).expect("the language limits texts");
                let (mut encounter, mut is_met) = (Encounter::default(), false);
                let _ = self.outcomes(fragment, &at, &mut encounter, &mut |after, choice| {
                    let mut next = so_far.clone();
                    next.add(source, self, label, choice);
                    let is_over = self.is_stable(after) && !next.covers(begun);
                    if next.agrees(begun) && !is_over {
                        is_met |= next.chosen.len() <= begun.chosen.len();
                        let next = (State::from(after), next);
                        if !seen.contains(&next) {
                            open.push(next);
                        }
                    }
                    Flow::Continue(())
                });
                // That other values were not tried is nothing where this one was.
                limited |= !is_met && !encounter.is_complete();
            }
        }
        match limited {
            true => Ahead::Unknown,
            false => Ahead::DeadEnd,
        }
    }
}
