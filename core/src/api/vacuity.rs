//! What an answer rests on that can never happen, found by asking once more without it.

use super::request::Session;
use crate::engine::{Coverage, Finding, Limits, explicit};
use crate::explain::{self, Idle};
use crate::language::Question;
use crate::language::questions::Mode;
use crate::network::{Firing, Places, Unmet, after, schedule, unmet};
use crate::question::{messages_of, path_steps, task_on};
use crate::view::{IdleView, VacuityView};

/// The second question is asked of so many states at most: nothing is said where that does not decide it.
const LIMITS: Limits = Limits {
    states: 50_000,
    transactions: 500_000,
    clauses: 0,
    memory: 100_000_000,
    solving: 0,
    few_states: 0,
};

/// What a "no" rests on; `None` for other answers, where it rests on nothing of the kind, and where a limit
/// was hit.
pub(super) fn vacuity(session: &Session<'_>, finding: &Finding) -> Option<VacuityView> {
    if finding.met || matches!(finding.coverage, Coverage::Open(_)) {
        return None;
    }
    let (model, check) = (&session.model, session.check());
    let network = session.task().network;
    let (demands, waived) = unmet(&network);
    if demands.is_empty() {
        return None;
    }
    let task = task_on(waived, model, check);
    let limits = LIMITS.at_most(&session.options.limits);
    let found = explicit::solve(&task, &limits, &mut session.gate.watch());
    if !found.met {
        return None;
    }
    let mut steps = path_steps(&task, &found).ok()?;
    if let Question::Scenario {
        scenario,
        mode: Mode::Strict,
    } = check.question
    {
        // It is played behind the path.
        let messages = messages_of(&model.scenarios[scenario].messages);
        let end = found.path.last()?;
        let played = schedule(&task.network, end, &messages, messages.len())?;
        steps.extend(played.into_iter().map(|step| step.firings));
    }
    let needed = needed(&demands, network.start, &steps);
    let idle: Vec<_> = needed
        .iter()
        .filter_map(|it| Idle::of(model, check, it))
        .collect();
    if idle.is_empty() {
        return None;
    }
    let view = |it: &Idle| IdleView {
        lifeline: it.lifeline,
        transition: it.transition,
        symbol: model.symbols[it.symbol].clone(),
        never_starts: it.never_starts,
    };
    Some(VacuityView {
        sentence: explain::vacuity(model, check, &idle),
        idle: idle.iter().map(view).collect(),
    })
}

/// The demands without which these steps are none, in the order of the steps.
fn needed(demands: &[Unmet], start: Places, steps: &[Vec<Firing>]) -> Vec<Unmet> {
    let mut needed: Vec<Unmet> = Vec::new();
    let mut places = start;
    for step in steps {
        for firing in step {
            let from = places[firing.actor];
            let waived = demands
                .iter()
                .filter(|it| it.allows(firing.actor, from, firing.to));
            for demand in waived {
                if !needed.contains(demand) {
                    needed.push(*demand);
                }
            }
        }
        places = after(&places, step);
    }
    needed
}
