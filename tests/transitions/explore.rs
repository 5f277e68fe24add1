//! Plain breadth-first search over the definitions: what every verdict is compared with.

use std::collections::BTreeSet;

use lockstep_core::expression::Term;
use lockstep_core::language::transitions::{Settings, Subject, TransitionModel};
use lockstep_core::language::transitions::{TransitionSystem, read};
use lockstep_core::system::{Flow, System};
use lockstep_core::text::Severity;

/// The model of a text without errors.
pub fn model(text: &str) -> TransitionModel {
    let (model, findings) = read(text);
    let errors = findings.iter().filter(|it| it.severity == Severity::Error);
    let errors: Vec<_> = errors.map(|it| (&it.title, it.span)).collect();
    assert!(errors.is_empty(), "{errors:?}");
    model
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The fewest firings to a state in which the term is false, in the states that are looked at.
    pub violated: Option<usize>,
    /// Whether every state was visited, and every way followed to its end.
    pub complete: bool,
    /// How many states were visited.
    pub states: usize,
}

/// Looks for the nearest state in which a term is false.
pub fn search(model: &TransitionModel, settings: Settings, always: &Term, most: usize) -> Found {
    let system = TransitionSystem::new(model, settings);
    let mut layer = Vec::new();
    let mut seen = BTreeSet::new();
    let all = system.declared(&mut |values| {
        let at = system.valuation(values, lockstep_core::language::transitions::Relation::Init);
        if seen.insert(at.clone()) {
            layer.push(at);
        }
        Flow::Continue(())
    });
    let mut complete = all;
    for firings in 0.. {
        for at in &layer {
            if system.is_observed(at) && system.truth(at, always) != Ok(true) {
                return Found {
                    violated: Some(firings),
                    complete,
                    states: seen.len(),
                };
            }
        }
        let mut next = Vec::new();
        for at in &layer {
            let encounter = system.expand(at, &mut |step, after| {
                debug_assert_eq!(system.apply(at, &step).as_ref(), Some(&after));
                if seen.insert(after.clone()) {
                    next.push(after);
                }
                Flow::Continue(())
            });
            complete &= encounter.is_complete();
        }
        if next.is_empty() || seen.len() > most {
            complete &= next.is_empty();
            break;
        }
        layer = next;
    }
    Found {
        violated: None,
        complete,
        states: seen.len(),
    }
}

/// The term of a property that must always hold.
pub fn always(model: &TransitionModel) -> &Term {
    match &model.properties[0].subject {
        Subject::Always(term) => term,
        other => panic!("{other:?} is no invariant"),
    }
}
