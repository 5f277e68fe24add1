//! From a check to a task.

use super::violations;
use crate::language::machines::scenario::Message;
use crate::language::questions::Mode;
use crate::language::{Check, Model, Question};
use crate::network::{
    LocalPlace, LocalRuns, Network, Objective, PlaceSet, ScenarioMessage, Task, compile,
    place_number,
};

/// The messages of a scenario as networks count them: lifelines are components.
#[must_use]
pub fn messages_of(messages: &[Message]) -> Vec<ScenarioMessage> {
    messages
        .iter()
        .map(|message| ScenarioMessage {
            from: message.from,
            to: message.to,
            symbol: message.symbol,
        })
        .collect()
}

/// The task of a check.
///
/// - Strict scenario: the greatest prefix that all lifelines allow, over the states of the path
///   (decisions 4 and 6).
/// - Loose scenario: the most messages observed in their order (decision 5).
/// - Reach: all places of the goal at once, exactly (decision 7).
/// - Always: a place where the condition is false, which is in one of a few regions.
/// - Deadlock: nothing can happen and some lifeline is not in a final state (decision 8).
#[must_use]
pub fn task(model: &Model, check: &Check) -> Task {
    let network = compile(model, model.lifelines_of(check), &check.from);
    task_on(network, model, check)
}

/// The task of a check on another network with the same components and places.
#[must_use]
pub fn task_on(network: Network, model: &Model, check: &Check) -> Task {
    let lifelines = model.lifelines_of(check);
    let sizes: Vec<_> = network.components.iter().map(|c| c.places.len()).collect();
    let (observed, objective) = match &check.question {
        Question::Scenario {
            scenario,
            mode: Mode::Strict,
        } => {
            let messages = messages_of(&model.scenarios[*scenario].messages);
            let objective = prefixes(&network.components, &messages);
            (Vec::new(), objective)
        }
        Question::Scenario {
            scenario,
            mode: Mode::Loose,
        } => {
            let messages = messages_of(&model.scenarios[*scenario].messages);
            let objective = observations(&sizes, messages.len());
            (messages, objective)
        }
        Question::Reach { goal } => {
            let mut region: Vec<_> = sizes.iter().map(|&size| PlaceSet::full(size)).collect();
            for &(lifeline, place) in goal {
                let machine = &model.machines[lifelines[lifeline].machine];
                let mut only = PlaceSet::empty(sizes[lifeline]);
                only.insert(usize::from(place_number(machine, place)));
                region[lifeline].intersect_with(&only);
            }
            (Vec::new(), Objective::region(&region, &sizes))
        }
        Question::Always { condition } => {
            let regions = violations(model, lifelines, condition, &sizes);
            let regions: Vec<_> = regions.iter().map(Vec::as_slice).collect();
            (Vec::new(), Objective::one_of(&regions, &sizes))
        }
        Question::Deadlock => (Vec::new(), Objective::Stuck),
    };
    Task {
        network,
        observed,
        enough: objective.max(),
        objective,
        bound: check.bound,
    }
}

/// The task of a strict scenario as the sequence checker's paper counts: the first message can be
/// exchanged at once and the others follow it with only ε-moves in between. So ε-moves before the
/// first message belong to the path and count, which they do not in [`task`]. Value 1 where all
/// messages can be exchanged, else 0.
///
/// `None` for other checks and where some transition has several effects, which that paper has not.
#[must_use]
pub fn task_at_once(model: &Model, check: &Check) -> Option<Task> {
    let Question::Scenario {
        scenario,
        mode: Mode::Strict,
    } = check.question
    else {
        return None;
    };
    let network = compile(model, model.lifelines_of(check), &check.from);
    if network.largest_set() > 1 {
        return None;
    }
    let messages = messages_of(&model.scenarios[scenario].messages);
    let sizes: Vec<_> = network.components.iter().map(|c| c.places.len()).collect();
    let components = network.components.iter().enumerate();
    let region = components.map(|(index, component)| {
        let runs = LocalRuns::new(index, component, &messages);
        let mut places = PlaceSet::empty(component.places.len());
        for place in 0..component.places.len() {
            let number = LocalPlace::try_from(place).expect("places fit 16 bits");
            if runs.plays_at_once(number) {
                places.insert(place);
            }
        }
        places
    });
    let region: Vec<_> = region.collect();
    Some(Task {
        observed: Vec::new(),
        objective: Objective::region(&region, &sizes),
        network,
        enough: 1,
        bound: check.bound,
    })
}

fn prefixes(components: &[crate::network::Component], messages: &[ScenarioMessage]) -> Objective {
    let by_place = components
        .iter()
        .enumerate()
        .map(|(index, component)| LocalRuns::new(index, component, messages).prefixes())
        .collect();
    let max = u32::try_from(messages.len()).expect("the language limits messages");
    Objective::Allowed {
        max,
        numbers: max,
        by_place,
    }
}

/// Every component allows every number; the observer allows those up to what it has seen.
fn observations(sizes: &[usize], messages: usize) -> Objective {
    let any = PlaceSet::full(messages + 1);
    let mut by_place: Vec<Vec<PlaceSet>> =
        sizes.iter().map(|&size| vec![any.clone(); size]).collect();
    if messages > 0 {
        by_place.push(
            (0..=messages)
                .map(|seen| {
                    let mut allowed = PlaceSet::empty(messages + 1);
                    for number in 0..=seen {
                        allowed.insert(number);
                    }
                    allowed
                })
                .collect(),
        );
    }
    let max = u32::try_from(messages).expect("the language limits messages");
    Objective::Allowed {
        max,
        numbers: max,
        by_place,
    }
}
