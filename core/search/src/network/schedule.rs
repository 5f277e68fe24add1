//! From one local run per component to a run of all: the scenario phase of a strict witness.

use super::scenario_ranks::LocalStep;
use super::{Delivered, Firing, LocalPlace, LocalRuns, Network, ScenarioMessage};

/// One step of the scenario phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioStep {
    /// One delivering message set, or any number of ε-moves.
    pub firings: Vec<Firing>,
    /// How many messages have been exchanged after the step.
    pub done: usize,
}

/// Plays a prefix of a scenario from a state that allows it, in as few steps as its local runs
/// allow: ε-moves happen side by side, each as early as any lifeline has to wait for one.
///
/// `None` where some component does not allow the prefix.
#[must_use]
pub fn schedule(
    network: &Network,
    places: &[LocalPlace],
    messages: &[ScenarioMessage],
    prefix: usize,
) -> Option<Vec<ScenarioStep>> {
    let mut open = Vec::new();
    for (index, component) in network.components.iter().enumerate() {
        let mut run = LocalRuns::new(index, component, messages).run(places[index], prefix)?;
        run.reverse();
        open.push(run);
    }
    let mut steps = Vec::new();
    let mut done = 0;
    while done < prefix {
        let sender = messages[done].from;
        let size = open[sender].iter().rev().find(|step| step.count > 0)?.count;
        let group = &messages[done..done + size];
        let waits = |run: &[LocalStep]| run.last().is_some_and(|step| step.count == 0);
        let in_group = |index: usize| index == sender || group.iter().any(|m| m.to == index);
        while (0..open.len()).any(|index| in_group(index) && waits(&open[index])) {
            let mut firings = Vec::new();
            for (actor, run) in open.iter_mut().enumerate() {
                if waits(run) {
                    let to = run.pop().map(|step| step.to)?;
                    firings.push(Firing {
                        actor,
                        to,
                        delivered: Vec::new(),
                    });
                }
            }
            steps.push(ScenarioStep { firings, done });
        }
        let to = open[sender].pop()?.to;
        let mut delivered = Vec::new();
        for message in group {
            delivered.push(Delivered {
                symbol: message.symbol,
                receiver: message.to,
                to: open[message.to].pop()?.to,
            });
        }
        done += size;
        steps.push(ScenarioStep {
            firings: vec![Firing {
                actor: sender,
                to,
                delivered,
            }],
            done,
        });
    }
    Some(steps)
}
