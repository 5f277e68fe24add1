//! What the environment of the text sends: each script in its order, or any of its stimuli again and again.

use super::super::model::Stimulus;
use super::machine::Machine;
use super::moves::{Move, Successors};
use super::state::{Message, Put, Report, Sending, SystemState};

impl Machine<'_> {
    /// What comes from outside, in its order or in any.
    pub(super) fn script_moves(&self, state: &SystemState, found: &mut Successors) {
        for (number, script) in self.model.scripts.iter().enumerate() {
            let at = state.scripts[number];
            if at.waits {
                continue;
            }
            let offered = match script.in_order {
                true => at.next..script.stimuli.len().min(at.next + 1),
                false => 0..script.stimuli.len(),
            };
            for stimulus in offered {
                self.stimulus(state, number, stimulus, found);
            }
        }
    }

    fn stimulus(
        &self,
        state: &SystemState,
        number: usize,
        stimulus: usize,
        found: &mut Successors,
    ) {
        let script = &self.model.scripts[number];
        let what = Move::Script(number);
        let mut begun = state.clone();
        if script.in_order {
            begun.scripts[number].next += 1;
        }
        match &script.stimuli[stimulus] {
            Stimulus::Trace(label) => {
                let report = Report {
                    labels: vec![*label],
                    ..Report::default()
                };
                found.add(what, Ok(begun), report);
            }
            Stimulus::Event {
                event,
                arguments,
                call,
                to,
            } => {
                for &object in to {
                    let mut after = begun.clone();
                    let mut report = Report::default();
                    after.scripts[number].waits = *call;
                    let caller = call.then_some(number);
                    let message = Message {
                        event: *event,
                        arguments: arguments.clone(),
                        caller,
                    };
                    let result = self.deliver(
                        &mut after,
                        Sending {
                            from: None,
                            to: object,
                            message,
                            put: Put::default(),
                        },
                        &mut report,
                    );
                    found.add(what, result.map(|()| after), report);
                }
            }
        }
    }
}
