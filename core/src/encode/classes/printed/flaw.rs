//! Where a run that f claims stops being one of the definitions, and why.

use super::{ClassInstance, ClassPath};
use crate::language::classes::model::ClassModel;
use crate::language::classes::ocl::evaluate::World;
use crate::language::classes::ocl::value::Value;
use crate::language::classes::semantics::release::released;
use crate::language::classes::semantics::{Call, Frame, is_step, stacks};

/// Where a claimed run fails, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFlaw {
    /// The index of the state that is none, or does not follow.
    pub index: usize,
    /// What is wrong.
    pub fault: ClassFault,
}

/// What is wrong with a state or a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassFault {
    /// A slot that has to have a value is ⊥.
    Undefined {
        /// The slot.
        slot: usize,
        /// The call that leads there.
        call: Option<usize>,
    },
    /// A call changes what it may not change.
    Unnamed {
        /// The call.
        call: usize,
        /// The slots.
        slots: Vec<usize>,
    },
    /// A call does not lead there.
    NoStep {
        /// The call.
        call: usize,
    },
    /// Every state follows, but what was asked is not true.
    NotThere,
}

impl ClassInstance<'_> {
    /// The first fault of a run that f claims for a question that the definitions answer otherwise.
    #[must_use]
    pub fn flaw(&self, path: &ClassPath) -> ClassFlaw {
        let model = self.model;
        for (index, state) in path.states.iter().enumerate() {
            let call = index.checked_sub(1).map(|it| path.calls[it]);
            if let Some(slot) = undefined(model, state) {
                let fault = ClassFault::Undefined { slot, call };
                return ClassFlaw { index, fault };
            }
            let Some(call) = call else { continue };
            if let Some(fault) = self.fault(call, [&path.states[index - 1], state]) {
                return ClassFlaw { index, fault };
            }
        }
        ClassFlaw {
            index: path.calls.len(),
            fault: ClassFault::NotThere,
        }
    }

    fn fault(&self, number: usize, [before, after]: [&[Value]; 2]) -> Option<ClassFault> {
        let call = &self.calls[number];
        let frame = Frame::of(self.model, self.model.checks[self.check].is_open);
        let follows = |frame| is_step(self.model, frame, before, call, after) == Ok(true);
        if follows(frame) {
            return None;
        }
        let is_open = true;
        if !follows(Frame { is_open, ..frame }) {
            return Some(ClassFault::NoStep { call: number });
        }
        let slots = unnamed(self.model, (frame, call), [before, after]);
        Some(ClassFault::Unnamed {
            call: number,
            slots,
        })
    }
}

/// The first slot that has no value and has to have one.
fn undefined(model: &ClassModel, state: &[Value]) -> Option<usize> {
    let mut slots = state.iter().enumerate();
    let slot =
        slots.find(|(slot, value)| **value == Value::Null && !model.slot_domain(*slot).is_optional);
    slot.map(|it| it.0)
}

/// The slots that a call changes without releasing them, whatever its result is.
fn unnamed(
    model: &ClassModel,
    (frame, call): (Frame, &Call),
    [before, after]: [&[Value]; 2],
) -> Vec<usize> {
    let world = World {
        model,
        before,
        after,
    };
    let operation = &model.operations[call.operation];
    let mut slots: Vec<_> = (0..before.len())
        .filter(|it| before[*it] != after[*it])
        .collect();
    for stack in stacks(model, frame, call) {
        if let Ok(released) = released(&world, operation, &stack, false) {
            slots.retain(|it| !released.contains(it));
        }
    }
    slots
}

impl ClassFlaw {
    /// The fault in one sentence; names stand in backticks.
    #[must_use]
    pub fn sentence(&self, instance: &ClassInstance<'_>) -> String {
        let model = instance.model;
        let call = |it: usize| format!("`{}`", instance.calls[it].shown(model));
        let slot = |it: usize| format!("`{}`", model.slot_name(it));
        match &self.fault {
            ClassFault::Undefined {
                slot: it,
                call: None,
            } => {
                format!("{} starts as ⊥, which is none of its values.", slot(*it))
            }
            ClassFault::Undefined {
                slot: it,
                call: Some(by),
            } => {
                let (by, it) = (call(*by), slot(*it));
                format!("{by} makes {it} ⊥, which is none of its values.")
            }
            ClassFault::Unnamed { call: by, slots } => {
                let slots: Vec<_> = slots.iter().map(|it| slot(*it)).collect();
                let (by, slots) = (call(*by), slots.join(" and "));
                format!("{by} changes {slots}, which no postcondition of it names.")
            }
            ClassFault::NoStep { call: by } => {
                let by = call(*by);
                format!("By the definitions {by} does not lead to this state.")
            }
            ClassFault::NotThere => "By the definitions what was asked is not true here.".into(),
        }
    }
}
