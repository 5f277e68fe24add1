//! What is written: the paper's statecharts, of a size that formulas can take.

use super::Beyond;
use crate::expression::{Arithmetic, Term, TermKind};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::Structure;
use crate::language::statechart::model::{
    Chart, Guard, Property, Reading, Statement, StatementKind, Stimulus, Subject, TransitionKind,
    VertexKind,
};

/// Cells of a queue at most.
const MOST_CELLS: usize = 8;
/// The longest delay.
const LONGEST: u32 = 64;

/// Whether a check can be written.
pub(super) fn check(model: &StatechartModel, property: &Property) -> Result<(), Beyond> {
    if property.reading != Reading::Bmc4uml {
        return Err(Beyond::Reading);
    }
    covers(model, property)
}

/// The same of a check in any reading.
pub(in crate::encode) fn covers(
    model: &StatechartModel,
    property: &Property,
) -> Result<(), Beyond> {
    for chart in &model.charts {
        of_chart(chart)?;
    }
    for script in &model.scripts {
        let calls = |it: &Stimulus| matches!(it, Stimulus::Event { call: true, .. });
        if script.stimuli.iter().any(calls) {
            return Err(Beyond::Construct);
        }
    }
    of_subject(&property.subject)
}

/// Whether a question can be written.
pub(super) fn of_subject(subject: &Subject) -> Result<(), Beyond> {
    match subject {
        Subject::Always(query) => of_term(&query.term),
        Subject::Reach(goals) => goals.iter().try_for_each(|it| of_term(&it.term)),
        Subject::Deadlock | Subject::DeadlockAlone => Ok(()),
        Subject::Scenario(..) => Err(Beyond::Scenario),
        Subject::Same(_) => Err(Beyond::Reading),
    }
}

fn of_chart(chart: &Chart) -> Result<(), Beyond> {
    if !chart.inputs.is_empty() {
        return Err(Beyond::Inputs);
    }
    let structure = Structure::new(chart);
    for it in &chart.vertices {
        let known = matches!(
            it.kind,
            VertexKind::State | VertexKind::Initial | VertexKind::Final
        );
        if !known || it.activity.is_some() || !it.deferred.is_empty() {
            return Err(Beyond::Construct);
        }
    }
    for it in &chart.transitions {
        let inside = structure.is_inside(it.target, it.source);
        let leaves = it.kind != TransitionKind::Internal;
        let jumps = leaves && structure.common_region(it.source, it.target).is_none();
        if jumps || (it.kind == TransitionKind::Local && inside) {
            return Err(Beyond::Construct);
        }
        if it.after.iter().any(|it| it.1 > LONGEST) {
            return Err(Beyond::Size);
        }
        if let Guard::Term(term) = &it.guard {
            of_term(term)?;
        }
    }
    for it in &chart.behaviours {
        of_statements(&it.statements)?;
    }
    match chart.queue <= MOST_CELLS {
        true => Ok(()),
        false => Err(Beyond::Size),
    }
}

fn of_statements(statements: &[Statement]) -> Result<(), Beyond> {
    for it in statements {
        match &it.kind {
            StatementKind::Trace(_) => {}
            StatementKind::Accept(_) => return Err(Beyond::Construct),
            StatementKind::Assign(_, term) => of_term(term)?,
            StatementKind::Send { to, arguments, .. } => {
                of_term(to)?;
                arguments.iter().try_for_each(of_term)?;
            }
            StatementKind::If(condition, then, otherwise) => {
                of_term(condition)?;
                of_statements(then)?;
                of_statements(otherwise)?;
            }
        }
    }
    Ok(())
}

fn of_term(term: &Term) -> Result<(), Beyond> {
    let mut divides = false;
    term.each(&mut |it| {
        if let TermKind::Arithmetic(_, rest) = &it.kind {
            divides |= rest.iter().any(|it| {
                matches!(
                    it.0,
                    Arithmetic::Divide | Arithmetic::Modulo | Arithmetic::Remainder
                )
            });
        }
    });
    match divides {
        true => Err(Beyond::Division),
        false => Ok(()),
    }
}
