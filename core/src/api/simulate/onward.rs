//! Going on by the engines: where looking around a run by hand does not find what is wanted, the same question is put as a
//! text of its own, the system from where the run is, and its answer is taken up as the rest of the run.
//!
//! So nothing of engines is needed to make a run, and whoever has them, the command line or another worker of the page,
//! asks them as it asks everything else: within limits, with proofs, and with replay.

use crate::expression::{Term, Value};
use crate::language::questions::PropertySubject;
use crate::language::transitions::print::print;
use crate::language::transitions::unresolve::document;
use crate::language::transitions::{
    Initial, Observe, Operation, OperationKind, Property, Relation, TransitionModel, watch,
};
use crate::system::Schema;
use crate::text::Span;
use crate::view::{Onward, OnwardQuestion, Outcome, RunRequest, Verdict};
use crate::wording::simulate as wording;

/// What is taken by hand is called so: a step is a firing of `trans`, and `env` and parts of a firing are chosen one by one, too.
pub(super) const UNIT: &str = "choice";

/// The question of the engines that asks for a run from a state, whose turn it is, to where a goal is true.
pub(super) fn question(
    model: &TransitionModel,
    (schema, values, turn): (&Schema, &[Value], Relation),
    goal: &str,
) -> Option<OnwardQuestion> {
    let wanted = watch::expression(model, goal).ok()?;
    let mut asked = model.clone();
    for variable in &mut asked.variables[..model.globals] {
        let number = schema.variable(&variable.name)?;
        let value = Term::constant(values[number].clone(), variable.sort.clone());
        variable.initial = Initial::Term(value);
    }
    match turn {
        Relation::Init => {}
        Relation::Trans => asked.init = asked.trans.clone(),
        Relation::Env => {
            asked.operations.push(Operation {
                kind: OperationKind::Sequence(Vec::new(), Vec::new()),
                span: Span::default(),
            });
            asked.init = vec![asked.operations.len() - 1];
        }
    }
    asked.properties = vec![Property {
        subject: PropertySubject::Reach(vec![wanted]),
        observe: Observe::Stable,
        within: None,
        expected: None,
        span: Span::default(),
    }];
    Some(OnwardQuestion {
        text: print(&document(&asked)),
        goal: goal.to_owned(),
        // The declared values are where the run is; an `init` that does nothing is no step of it.
        entries: 1 + usize::from(turn == Relation::Env),
    })
}

/// What an answer to such a question makes of a run by hand: the run to be asked for, and what there is to say.
#[must_use]
pub fn onward_by_answer(
    run: &RunRequest,
    question: &OnwardQuestion,
    outcome: &Outcome,
) -> (RunRequest, String) {
    let found = outcome.system.iter().flat_map(|it| &it.run);
    let along = found.skip(question.entries).map(|it| it.state.clone());
    let along: Vec<_> = along.collect();
    let said = match &outcome.verdict {
        Verdict::Found { .. } => wording::gone_on_by_engines(&question.goal, (along.len(), UNIT)),
        Verdict::Absent(_) => wording::never_true_by_engines(&question.goal),
        Verdict::Unknown(_) => wording::not_found_by_engines(&question.goal, &outcome.sentence),
    };
    let request = RunRequest {
        along,
        onward: Onward::Stay,
        ..run.clone()
    };
    (request, said)
}
