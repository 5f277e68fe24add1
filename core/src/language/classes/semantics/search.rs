//! All ways to fill some slots, one after the other.
//!
//! Slots are filled in their order. Where links can no longer fit their multiplicities nothing further is tried: this leaves out
//! no valid state. After [`MOST_TRIED`] values the search ends and says so.

use super::super::model::{ClassModel, Slot};
use super::super::ocl::value::Value;
use crate::system::Flow;

/// How many values are tried at most where the states after a call, or the first ones, are listed.
pub const MOST_TRIED: u64 = 400_000;

/// How much has been tried, and how much may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    count: u64,
    most: u64,
}

impl Default for Tried {
    fn default() -> Self {
        Self::at_most(MOST_TRIED)
    }
}

impl Tried {
    /// Nothing yet, and so much at most.
    #[must_use]
    pub fn at_most(most: u64) -> Self {
        Self { count: 0, most }
    }

    /// Counts one more; `false` where it is enough.
    pub fn goes_on(&mut self) -> bool {
        self.count += 1;
        self.count <= self.most
    }

    /// Whether something was left out.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.count > self.most
    }
}

/// Calls `visit` with the state for all values of some slots.
pub(super) fn fill(
    model: &ClassModel,
    state: &mut Vec<Value>,
    slots: &[(usize, Vec<Value>)],
    tried: &mut Tried,
    visit: &mut dyn FnMut(&[Value], &mut Tried) -> Flow,
) -> Flow {
    let Some(((slot, values), rest)) = slots.split_first() else {
        return visit(state, tried);
    };
    let before = state[*slot].clone();
    for value in values {
        if !tried.goes_on() {
            break;
        }
        state[*slot].clone_from(value);
        if !can_fit(model, state, *slot, rest) {
            continue;
        }
        let flow = fill(model, state, rest, tried, visit);
        if flow.is_break() {
            state[*slot] = before;
            return flow;
        }
    }
    state[*slot] = before;
    Flow::Continue(())
}

/// Whether the objects of a link can still have as many links as they must; `open` is still to be filled.
fn can_fit(model: &ClassModel, state: &[Value], slot: usize, open: &[(usize, Vec<Value>)]) -> bool {
    let Slot::Link {
        association,
        objects,
    } = model.layout.slots[slot]
    else {
        return true;
    };
    [0, 1].into_iter().all(|side| {
        // The links that the object at this side has with those at the other one.
        let (mut set, mut left) = (0_u32, 0_u32);
        for (&(of, pair), place) in &model.layout.links {
            if of != association || pair[side] != objects[side] {
                continue;
            }
            if open.iter().any(|it| it.0 == *place) {
                left += 1;
            } else {
                set += u32::from(state[*place].is_true());
            }
        }
        let end = &model.associations[association].ends[1 - side];
        end.is_waived || (end.high.is_none_or(|it| set <= it) && set + left >= end.low)
    })
}
