//! Where a run ends, and why: at a deadlock since when it could come to nothing else; by the thesis' rules also elsewhere.
//!
//! Algorithm 1 of the thesis ends every run, also one that is made by hand, in the first state that it was in before; and
//! its splitting leads into dead ends and loses runs (`split`). What is said of such an end is decided by the definitions.

use super::model::SimulatedModel;
use crate::language::transitions::TransitionModel;
use crate::language::transitions::split::{
    Ahead, Begun, SplitModel, SplitOptions, SplitSystem, split,
};
use crate::simulate::{Session, sealed_after};
use crate::system::Status;
use crate::view::step_numbers;
use crate::wording::simulate as wording;

/// Why nothing goes on where a run by the thesis' rules is.
pub enum Why {
    /// The corrected rules do not offer the step after so many, since no way completes what has begun with it.
    NotOffered(usize),
    /// The definitions go on, inside a transition or before it.
    Lost(bool),
    /// A limit kept that from being known.
    Unknown,
}

/// States that are visited at most to know since when every run gets stuck.
const MOST_SEALED: usize = 5_000;

/// Why the run ends where it is.
pub(super) fn ending(model: &dyn SimulatedModel, session: &Session<'_>) -> Option<String> {
    if !model.ends_where_it_returns() {
        return deadlock(model, session).or_else(|| undecided(model));
    }
    match covered(model, session) {
        Some(before) => Some(wording::covered(&numbers(model, session)[before])),
        None if session.choices(1).all.is_empty() => Some(match model.why_stuck(session)? {
            Why::NotOffered(step) => {
                let what = model.action(&session.states()[step], &session.trace().steps[step]);
                wording::not_offered(&numbers(model, session)[step + 1], &what.to_string())
            }
            Why::Lost(inside) => wording::lost(inside),
            Why::Unknown => wording::stuck_as_printed(),
        }),
        None => None,
    }
}

/// What is said where it is not known which steps can be completed.
pub(super) fn undecided(model: &dyn SimulatedModel) -> Option<String> {
    model.gave_up().then(wording::undecided)
}

/// Since when every run gets stuck.
fn deadlock(model: &dyn SimulatedModel, session: &Session<'_>) -> Option<String> {
    let is_stuck = || model.system().status(session.state()) == Status::Stuck;
    if !model.tells_when_sealed() || !is_stuck() {
        return None;
    }
    let states = session.states();
    let first = sealed_after(model.system(), states, MOST_SEALED)?;
    let step = first.checked_sub(1);
    let what = step.map(|it| model.action(&states[it], &session.trace().steps[it]));
    let what = what.map(|it| it.to_string());
    Some(wording::sealed(
        &numbers(model, session)[first],
        what.as_deref(),
    ))
}

/// What the entries of a run are called, the start first. O(entries).
pub(super) fn numbers(model: &dyn SimulatedModel, session: &Session<'_>) -> Vec<String> {
    let states = session.states();
    let steps = session.trace().steps;
    let start = std::iter::once(model.entry(None, &states[0]));
    let others = steps.iter().zip(states.windows(2));
    let others = others.map(|(step, it)| model.entry(Some((&it[0], step)), &it[1]));
    let run: Vec<_> = start.chain(others).collect();
    step_numbers(&run)
}

/// After how many steps a run was where it is, where it ends for that.
pub(super) fn covered(model: &dyn SimulatedModel, session: &Session<'_>) -> Option<usize> {
    let before = session.was_here_after();
    before.filter(|_| model.ends_where_it_returns())
}

/// The same system by the rules that keep the behaviour.
pub(super) fn corrected(model: &TransitionModel, options: SplitOptions) -> SplitModel {
    split(
        model,
        SplitOptions {
            rules: crate::language::transitions::split::Rules::Corrected,
            ..options
        },
    )
}

/// Why nothing goes on where a run by the thesis' rules is: what the definitions say of the transition that has begun.
pub(super) fn stuck(
    model: &TransitionModel,
    printed: &SplitSystem<'_>,
    corrected: &SplitModel,
    session: &Session<'_>,
) -> Option<Why> {
    let corrected = SplitSystem::new(corrected);
    let states = session.states();
    let is_stable = |at: &usize| {
        let values = printed.values(&states[*at]);
        values.is_some_and(|it| printed.is_stable(&it))
    };
    let last = states.len() - 1;
    let first = (0..=last).rev().find(is_stable)?;
    let from = corrected.same_stable_state(model, printed, &states[first])?;
    let mut begun = Begun::default();
    if first == last {
        // What the definitions end, too, is a deadlock and no news.
        let goes_on = corrected.completes(model, &from, &begun) == Ahead::Reaches;
        return goes_on.then_some(Why::Lost(false));
    }
    let steps = session.trace().steps;
    let mut ahead = Ahead::Unknown;
    for (number, step) in steps.iter().enumerate().skip(first) {
        begun.add(model, printed, step.label, &step.choice);
        ahead = corrected.completes(model, &from, &begun);
        if ahead == Ahead::DeadEnd {
            return Some(Why::NotOffered(number));
        }
    }
    Some(match ahead {
        Ahead::Reaches => Why::Lost(true),
        Ahead::Unknown | Ahead::DeadEnd => Why::Unknown,
    })
}
