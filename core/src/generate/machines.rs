//! Random communicating machines with a scenario over them.
//!
//! The shapes are those on which published encodings differ from the definitions: effect sets,
//! relays (trigger = effect), ε/ε transitions, self-loops, several pending senders of one symbol.

use super::Random;
use crate::language::limits::WAYS;
use crate::language::machines::scenario::{Message, Scenario};
use crate::language::machines::{Composition, Condition, Machine, Place, State, Transition};
use crate::language::questions::Mode;
use crate::language::{Lifeline, Model, Question, Symbol};
use crate::text::Span;

/// How large random models are; each pair is a smallest and a largest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Machines.
    pub machines: (usize, usize),
    /// Lifelines.
    pub lifelines: (usize, usize),
    /// States of a machine.
    pub states: (usize, usize),
    /// Transitions of a machine.
    pub transitions: (usize, usize),
    /// Symbols of the model.
    pub symbols: (usize, usize),
    /// Effects of a transition that has any.
    pub effects: (usize, usize),
    /// Messages of the scenario.
    pub messages: (usize, usize),
    /// How many of a hundred transitions have a trigger.
    pub trigger_percent: usize,
    /// How many of a hundred transitions have effects.
    pub effect_percent: usize,
}

impl Default for Shape {
    /// Small enough for the interpreter, rich enough for every known disagreement.
    fn default() -> Self {
        Self {
            machines: (2, 4),
            lifelines: (2, 5),
            states: (1, 3),
            transitions: (1, 4),
            symbols: (1, 4),
            effects: (1, 3),
            messages: (1, 5),
            trigger_percent: 60,
            effect_percent: 60,
        }
    }
}

/// A random model: machines, lifelines for `system`, and one scenario over the same lifelines.
///
/// Half of the scenarios are read off a random run, some of these with one message changed; the
/// others are random messages.
#[must_use]
pub fn model(shape: &Shape, random: &mut Random) -> Model {
    let draw = |random: &mut Random, (low, high)| random.between(low, high);
    let symbols: Vec<String> = (0..draw(random, shape.symbols))
        .map(|index| format!("a{index}"))
        .collect();
    let machines: Vec<_> = (0..draw(random, shape.machines))
        .map(|index| machine(index, shape, symbols.len(), random))
        .collect();
    let system: Vec<_> = (0..draw(random, shape.lifelines))
        .map(|index| Lifeline {
            name: format!("l{index}"),
            machine: random.between(0, machines.len() - 1),
            span: Span::default(),
        })
        .collect();
    let mut model = Model {
        symbols,
        machines,
        system: system.clone(),
        ..Model::default()
    };
    let count = draw(random, shape.messages);
    let messages = if random.percent(60) {
        walk(&model, count, random)
    } else {
        Vec::new()
    };
    let messages = vary(messages, count, &model, random);
    model.scenarios.push(Scenario {
        name: "random".into(),
        forbidden: random.percent(30),
        lifelines: system,
        messages,
        span: Span::default(),
    });
    model
}

fn machine(index: usize, shape: &Shape, symbols: usize, random: &mut Random) -> Machine {
    let count = random.between(shape.states.0, shape.states.1);
    let states = (0..count)
        .map(|state| State {
            name: format!("s{state}"),
            label: None,
            is_final: random.percent(15),
            span: Span::default(),
        })
        .collect();
    let transitions = (0..random.between(shape.transitions.0, shape.transitions.1))
        .map(|_| transition(count, shape, symbols, random))
        .collect();
    Machine {
        name: format!("M{index}"),
        states,
        initial: 0,
        transitions,
        span: Span::default(),
    }
}

fn transition(states: usize, shape: &Shape, symbols: usize, random: &mut Random) -> Transition {
    let trigger = random
        .percent(shape.trigger_percent)
        .then(|| random.between(0, symbols - 1));
    let mut effects: Vec<Symbol> = Vec::new();
    if random.percent(shape.effect_percent) {
        for _ in 0..random.between(shape.effects.0, shape.effects.1) {
            let symbol = random.between(0, symbols - 1);
            if !effects.contains(&symbol) {
                effects.push(symbol);
            }
        }
    }
    Transition {
        source: random.between(0, states - 1),
        trigger,
        effects,
        target: random.between(0, states - 1),
        span: Span::default(),
    }
}

/// The first messages of a random run, in an order that the run allows.
fn walk(model: &Model, count: usize, random: &mut Random) -> Vec<Message> {
    let composition = Composition::new(model, &model.system, &[]);
    let mut state = composition.initial();
    let mut messages = Vec::new();
    for _ in 0..count * 6 {
        let sets = composition.admissible(&state);
        if sets.is_empty() || messages.len() >= count {
            break;
        }
        let set = random.choose(&sets).clone();
        messages.extend(set.deliveries.iter().map(|d| Message {
            from: set.sender,
            to: d.receiver,
            symbol: d.symbol,
            span: Span::default(),
        }));
        state = composition
            .apply(&state, &vec![set])
            .expect("admissible sets can be applied");
    }
    messages
}

/// Changes a scenario a little, and fills it up with random messages where it is empty.
fn vary(
    mut messages: Vec<Message>,
    count: usize,
    model: &Model,
    random: &mut Random,
) -> Vec<Message> {
    let lifelines = model.system.len();
    let fresh = |random: &mut Random| {
        let from = random.between(0, lifelines - 1);
        Message {
            from,
            to: (from + random.between(1, lifelines - 1)) % lifelines,
            symbol: random.between(0, model.symbols.len() - 1),
            span: Span::default(),
        }
    };
    if messages.is_empty() {
        return (0..count).map(|_| fresh(random)).collect();
    }
    match random.between(0, 3) {
        0 => {
            let at = random.between(0, messages.len() - 1);
            messages[at] = fresh(random);
        }
        1 if messages.len() > 1 => {
            messages.remove(random.between(0, messages.len() - 1));
        }
        _ => {}
    }
    messages
}

/// A random goal: a place for some lifelines of the system, original or intermediate.
#[must_use]
pub fn goal(model: &Model, random: &mut Random) -> Vec<(usize, Place)> {
    let mut goal = Vec::new();
    for (lifeline, instance) in model.system.iter().enumerate() {
        let machine = &model.machines[instance.machine];
        if random.percent(60) {
            let place = if random.percent(75) {
                random.between(0, machine.states.len() - 1)
            } else {
                random.between(0, machine.place_count() - 1)
            };
            goal.push((lifeline, machine.place_at(place)));
        }
    }
    goal
}

/// A random condition over lifelines of the system, which can be false in as many ways as the language allows.
#[must_use]
pub fn condition(model: &Model, random: &mut Random) -> Condition {
    let drawn = condition_of(model, 3, random);
    match drawn.ways(false) <= WAYS {
        true => drawn,
        false => Condition::Not(Box::new(condition_of(model, 0, random))),
    }
}

fn condition_of(model: &Model, depth: usize, random: &mut Random) -> Condition {
    let parts = |random: &mut Random| -> Vec<Condition> {
        let count = random.between(1, 3);
        let parts = (0..count).map(|_| condition_of(model, depth - 1, random));
        parts.collect()
    };
    match if depth == 0 { 0 } else { random.between(0, 4) } {
        0 => {
            let lifeline = random.between(0, model.system.len() - 1);
            let machine = &model.machines[model.system[lifeline].machine];
            let last = match random.percent(75) {
                true => machine.states.len() - 1,
                false => machine.place_count() - 1,
            };
            Condition::At(lifeline, machine.place_at(random.between(0, last)))
        }
        1 => Condition::All(parts(random)),
        2 => Condition::Any(parts(random)),
        _ => Condition::Not(Box::new(condition_of(model, depth - 1, random))),
    }
}

/// A question about a random model: a strict scenario for the kind 0, a loose one for 1, a random goal for 2, a random condition for 4,
/// and a deadlock for every other kind.
#[must_use]
pub fn question(kind: u64, model: &Model, random: &mut Random) -> Question {
    let scenario = |mode| Question::Scenario { scenario: 0, mode };
    match kind {
        0 => scenario(Mode::Strict),
        1 => scenario(Mode::Loose),
        2 => Question::Reach {
            goal: goal(model, random),
        },
        4 => Question::Always {
            condition: condition(model, random),
        },
        _ => Question::Deadlock,
    }
}
