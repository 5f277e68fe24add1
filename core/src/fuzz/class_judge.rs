//! What the definitions say of a check of a class model: a visit of the interpreter's states one by one, which knows nothing of alike
//! objects, of formulas, or of states as numbers.

use std::collections::BTreeSet;

use super::classes::Depth;
use crate::language::classes::ClassSystem;
use crate::language::classes::model::{ClassModel, From, Subject};
use crate::language::classes::ocl::term::Term;
use crate::language::classes::ocl::value::Value;
use crate::language::questions::PropertySubject;
use crate::system::{Flow, Status, System, Valuation};

/// Pairs of a state and the number of goals that were met, in one visit at most.
const MOST_VISITED: usize = 2_000;

/// How many states there are that multiplicities and invariants allow.
pub(super) fn valid_states(model: &ClassModel) -> usize {
    let everywhere = From::Valid(Term::Constant(Value::Boolean(true)));
    let mut count = 0;
    let system = ClassSystem::new(model).starting(everywhere);
    system.initial(&mut |_| {
        count += 1;
        Flow::Continue(())
    });
    count
}

/// What the definitions say of a check, by a visit of all states that its runs meet; `None` where something is not known, or where
/// there are too many.
#[must_use]
pub fn defined(model: &ClassModel, check: usize) -> Option<Depth> {
    let asked = model.checks.get(check)?;
    let system = ClassSystem::of_check(model, check);
    let within = asked.within.map(|within| match &asked.subject {
        Subject::Calls(sequence, true) => within.saturating_add(sequence.calls.len() as u32),
        _ => within,
    });
    let mut layer = Vec::new();
    system.initial(&mut |at| {
        layer.push(at);
        Flow::Continue(())
    });
    if !system.tells_every_start() {
        return None;
    }
    // With each state how many of the goals before the last one have been met.
    let mut layer: Vec<_> = layer.into_iter().map(|it| (it, 0)).collect();
    let mut known = BTreeSet::new();
    for depth in 0.. {
        if layer.is_empty() || within.is_some_and(|it| depth > it) {
            return Some(None);
        }
        let mut next = Vec::new();
        for (at, mut met) in layer {
            if is_wanted(model, (&asked.subject, &system), &at, &mut met)? {
                return Some(Some(depth));
            }
            if !known.insert((at.clone(), met)) {
                continue;
            }
            system.steps(&at, &mut |step| {
                // A step's choice is the state after it.
                next.push((step.choice, met));
                Flow::Continue(())
            });
            if !system.tells_every_step(&at) || known.len() > MOST_VISITED {
                return None;
            }
        }
        layer = next;
    }
    None
}

/// Whether a state is what is looked for, given how many goals have been met before; those that it meets are counted.
fn is_wanted(
    model: &ClassModel,
    (subject, system): (&Subject, &ClassSystem<'_>),
    at: &Valuation,
    met: &mut usize,
) -> Option<bool> {
    Some(match subject {
        Subject::Property(PropertySubject::Reach(goals)) => {
            while *met < goals.len() && system.holds(&goals[*met], at)? {
                *met += 1;
            }
            *met == goals.len()
        }
        Subject::Property(PropertySubject::Always(it)) => !system.holds(it, at)?,
        Subject::Property(PropertySubject::Deadlock) => system.status(at) == Status::Stuck,
        Subject::Calls(..) => system.has_happened(at)?,
        Subject::Preserves(it) => !system.preserves(*it, at)?,
        Subject::Consistent => true,
        Subject::Independent(Some(it)) => system.is_broken(Some(*it), at)?,
        Subject::Independent(None) => {
            let all = (0..model.invariants.len()).map(|it| system.is_independent(it));
            all.collect::<Option<Vec<_>>>()?.iter().all(|it| *it)
        }
    })
}
