//! Integers outside `integers a..b`: whether a state or a call needs them.
//!
//! The bound is one of the analysis, as the number of calls is: an answer that depends on it says so, and a state where only
//! other integers would help is no deadlock. Looked for are values on both sides, as many as the bound has, and any value that a
//! postcondition says a slot equals. What is too much to look through counts as found, so that no answer claims too much;
//! a relation that only much larger numbers satisfy, such as `n > 1000 * n@pre`, is missed.

use std::cell::OnceCell;

use super::model::{ClassModel, DomainKind, From, Slot};
use super::ocl::value::Value;
use super::semantics::{
    Call, Frame, Guards, MOST_CALLS, Tried, calls, is_step, starts, successors,
};
use crate::system::Flow;

/// What is tried in one state at most.
const MOST_TRIED: u64 = 60_000;

/// Steps and first states with wider integers.
pub(super) struct Wide {
    /// Whether the model has plain integers at all.
    has_integers: bool,
    integers: (i64, i64),
    /// The invariants that states after a call keep.
    pub(super) guards: Guards,
    /// The calls with arguments from the wider bound.
    calls: OnceCell<Vec<Call>>,
}

impl Wide {
    pub(super) fn new(model: &ClassModel) -> Self {
        let (low, high) = model.integers;
        let more = high.saturating_sub(low).saturating_add(1);
        Self {
            has_integers: model.has_plain_integers(),
            integers: (low.saturating_sub(more), high.saturating_add(more)),
            guards: Guards::All,
            calls: OnceCell::new(),
        }
    }

    /// Whether a state to start in needs them.
    pub(super) fn has_start(&self, model: &ClassModel, from: &From, guards: Guards) -> bool {
        let is_open = |(number, slot): (usize, &Slot)| match *slot {
            Slot::Attribute { attribute, .. } => {
                let is_given = model.start.get(number).is_some_and(Option::is_some);
                model.attributes[attribute].domain.kind == DomainKind::Integer
                    && !(is_given && *from == From::System)
            }
            Slot::Link { .. } => false,
        };
        if !self.has_integers || !model.layout.slots.iter().enumerate().any(is_open) {
            return false;
        }
        let mut tried = Tried::at_most(MOST_TRIED);
        let mut found = false;
        let guards = (guards, self.integers);
        let listed = starts(model, from, guards, &mut tried, &mut |state| {
            found = !fits(model, state);
            match found {
                true => Flow::Break(()),
                false => Flow::Continue(()),
            }
        });
        found || listed.is_err() || tried.is_over()
    }

    /// Whether a step needs them: for its arguments, for its result, or in the state after it.
    pub(super) fn has_step(&self, model: &ClassModel, frame: Frame, before: &[Value]) -> bool {
        if !self.has_integers {
            return false;
        }
        let calls = self.calls.get_or_init(|| calls(model, self.integers));
        if calls.len() >= MOST_CALLS {
            return true;
        }
        let mut tried = Tried::at_most(MOST_TRIED);
        let mut calls = calls.iter();
        calls.any(|it| self.leads(model, frame, before, it, &mut tried))
    }

    /// Whether a call needs them.
    pub(super) fn needs(
        &self,
        model: &ClassModel,
        frame: Frame,
        before: &[Value],
        call: &Call,
    ) -> bool {
        let mut tried = Tried::at_most(MOST_TRIED);
        self.has_integers && self.leads(model, frame, before, call, &mut tried)
    }

    fn leads(
        &self,
        model: &ClassModel,
        frame: Frame,
        before: &[Value],
        call: &Call,
        tried: &mut Tried,
    ) -> bool {
        let narrow = Frame {
            guards: self.guards,
            ..frame
        };
        let wide = Frame {
            integers: self.integers,
            is_wide: true,
            ..narrow
        };
        let is_known = is_known(model, call);
        let result = model.operations[call.operation].result;
        let asks_result = result.is_some_and(|it| it.kind == DomainKind::Integer);
        let mut found = false;
        let listed = successors(model, wide, before, call, tried, &mut |after| {
            found = !is_known
                || !fits(model, after)
                || (asks_result && is_step(model, narrow, before, call, after) != Ok(true));
            match found {
                true => Flow::Break(()),
                false => Flow::Continue(()),
            }
        });
        found || listed.is_err() || tried.is_over()
    }
}

/// Whether all slots hold integers within the bound.
fn fits(model: &ClassModel, state: &[Value]) -> bool {
    let mut all = state.iter().enumerate();
    all.all(|(slot, it)| model.slot_domain(slot).number(model, it).is_some())
}

/// Whether all arguments are within the bound.
fn is_known(model: &ClassModel, call: &Call) -> bool {
    let parameters = &model.operations[call.operation].parameters;
    let mut all = call.arguments.iter().zip(parameters);
    all.all(|(it, (_, domain))| domain.number(model, it).is_some())
}
