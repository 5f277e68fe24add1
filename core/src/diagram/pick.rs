//! Which element of the model stands at a place of the text: the one selection that all views share.

use crate::view::{Analysis, Range};

/// An element that text and diagrams both show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked {
    /// A state of a machine.
    State {
        /// Index of the machine.
        machine: usize,
        /// Index of the state in it.
        state: usize,
    },
    /// A transition of a machine.
    Transition {
        /// Index of the machine.
        machine: usize,
        /// Index of the transition in it.
        transition: usize,
    },
    /// A message of a scenario.
    Message {
        /// Index of the scenario.
        scenario: usize,
        /// Index of the message in it.
        message: usize,
    },
}

/// The element whose place in the text holds the UTF-16 offsets `from` to `to`; where several do,
/// the one with the smallest place. O(elements).
#[must_use]
pub fn pick(analysis: &Analysis, from: u32, to: u32) -> Option<Picked> {
    let mut best: Option<(u32, Picked)> = None;
    let mut offer = |range: Range, picked: Picked| {
        let width = range.to.saturating_sub(range.from);
        let holds = range.from <= from && to <= range.to;
        if holds && best.is_none_or(|(least, _)| width < least) {
            best = Some((width, picked));
        }
    };
    for (machine, view) in analysis.machines.iter().enumerate() {
        for (state, it) in view.states.iter().enumerate() {
            offer(it.range, Picked::State { machine, state });
        }
        for (transition, it) in view.transitions.iter().enumerate() {
            let picked = Picked::Transition {
                machine,
                transition,
            };
            offer(it.range, picked);
        }
    }
    for (scenario, view) in analysis.scenarios.iter().enumerate() {
        for (message, it) in view.messages.iter().enumerate() {
            if let Some(range) = it.range {
                offer(range, Picked::Message { scenario, message });
            }
        }
    }
    best.map(|(_, picked)| picked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::analyse;

    const COFFEE: &str = include_str!("../../../static/examples/machines/coffee-for-two.lks");

    #[test]
    fn the_smallest_element_around_the_caret_is_picked() {
        let analysis = analyse(COFFEE);
        let (machine, transition) = (1, 2);
        let line = analysis.machines[machine].transitions[transition].range;
        let whole = Picked::Transition {
            machine,
            transition,
        };
        assert_eq!(pick(&analysis, line.from, line.to), Some(whole));
        assert_eq!(pick(&analysis, line.to, line.to), Some(whole));

        let state = analysis.machines[0].states[1].range;
        let picked = Picked::State {
            machine: 0,
            state: 1,
        };
        assert_eq!(pick(&analysis, state.from, state.to), Some(picked));

        let message = analysis.scenarios[0].messages[3].range;
        let at = message
            .expect("messages of a scenario stand in the text")
            .from;
        let picked = Picked::Message {
            scenario: 0,
            message: 3,
        };
        assert_eq!(pick(&analysis, at, at), Some(picked));
        assert_eq!(pick(&analysis, u32::MAX, u32::MAX), None);
    }
}
