//! The branches of a state of a split system, with what stops each that cannot be completed.
//!
//! A fragment whose turn it is may be stopped by what it assumes itself; or it leads into a pseudostate from which
//! no stable state can be reached. Then what stops it is whatever ends the ways that follow, and it is
//! [`Stopped::later`].

use std::collections::BTreeSet;

use super::Rules;
use super::look_ahead::Ahead;
use super::system::{SplitSystem, State};
use crate::expression::{Value, pack};
use crate::language::transitions::branches::{Branch, Stopped};
use crate::language::transitions::configuration::{Encounter, Obstacle};
use crate::language::transitions::model::{Initial, OperationKind, VariableId};
use crate::system::{Flow, LabelId, Step, Valuation};

impl SplitSystem<'_> {
    /// What could be decided in a state, in the order of the text: every fragment whose turn it is, with at most so
    /// many ways.
    #[must_use]
    pub fn branches(&self, at: &Valuation, most: usize) -> Vec<Branch> {
        let mut found = Vec::new();
        let Some(values) = self.schema.values(at) else {
            return found;
        };
        for fragment in self.waiting(&values) {
            let origins = &self.split.fragments[fragment].origins;
            let label = LabelId::try_from(fragment).expect("the language limits texts");
            let operation = self.split.model.trans[fragment];
            let span = self.split.model.operations[operation].span;
            let branch = Branch::new(label, origins.first().copied(), span);
            let mut branch = branch.freeing(&self.split.model, operation);
            branch.asks = self.asked(fragment);
            let mut dead: Vec<State> = Vec::new();
            let mut encounter = Encounter::default();
            let _ = self.outcomes(
                fragment,
                &values,
                &mut encounter,
                &mut |after, decisions| {
                    if self.split.rules == Rules::Corrected && self.ahead(after) == Ahead::DeadEnd {
                        dead.push(after.into());
                        return Flow::Continue(());
                    }
                    let step = Step {
                        label,
                        choice: decisions.into(),
                    };
                    branch.way(step, most, || pack(after))
                },
            );
            let own = |later| move |it: &Obstacle| self.stopped(it, later);
            branch.close(&encounter, own(false));
            branch.close(&self.behind(dead), own(true));
            // Whose turn it is by its counter only was never there to be decided.
            if !branch.ways.is_empty() || !branch.reasons.is_empty() || !branch.complete {
                found.push(branch);
            }
        }
        found
    }

    /// The variable that a fragment gives a value and nothing else.
    fn asked(&self, fragment: usize) -> Option<VariableId> {
        let model = &self.split.model;
        let values = model
            .parts(model.trans[fragment])
            .into_iter()
            .filter_map(|it| match model.operations[it].kind {
                OperationKind::Havoc(variable)
                | OperationKind::Declare(variable, Initial::Missing) => Some(variable),
                _ => None,
            });
        let values: Vec<_> = values.collect();
        let alone = self.split.fragments[fragment].origins.len() == 1;
        match values[..] {
            [only] if alone => Some(only),
            _ => None,
        }
    }

    /// What stops all ways that lead on from some pseudostates.
    fn behind(&self, dead: Vec<State>) -> Encounter {
        let mut encounter = Encounter::default();
        let mut seen: BTreeSet<State> = dead.iter().cloned().collect();
        let mut open = dead;
        while let Some(values) = open.pop() {
            for fragment in self.waiting(&values) {
                let _ = self.outcomes(fragment, &values, &mut encounter, &mut |after, _| {
                    if seen.insert(after.into()) {
                        open.push(after.into());
                    }
                    Flow::Continue(())
                });
            }
        }
        encounter
    }

    /// What stops some way, in terms of the text; guards that splitting added say nothing.
    fn stopped(&self, obstacle: &Obstacle, later: bool) -> Option<Stopped> {
        let operation = *self.split.sources.get(&obstacle.operation)?;
        Some(Stopped {
            span: self.split.model.operations[obstacle.operation].span,
            operation,
            cause: obstacle.cause,
            later,
        })
    }

    /// The values of a state; `None` for what is none.
    #[must_use]
    pub fn values(&self, at: &Valuation) -> Option<Box<[Value]>> {
        self.schema.values(at)
    }
}
