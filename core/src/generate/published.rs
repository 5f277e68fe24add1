//! The instance generator of the sequence checker's evaluation (its section 7.1), with the three
//! classes of its Table 1.
//!
//! Machines are drawn first; then a simulator writes a sequence that they can play, which keeps
//! for each lifeline the set of places in which it may be. Where the paper leaves a choice:
//! sequences start in the initial states, only ε-moves happen between two messages, "no state is
//! isolated" means that every state is touched by a transition, and every second instance has a
//! message removed (never the first).

use std::collections::BTreeSet;

use super::Random;
use crate::language::machines::scenario::{Message, Scenario};
use crate::language::machines::{Machine, Place, State, Transition};
use crate::language::questions::Mode;
use crate::language::{Answer, Check, Lifeline, LifelineId, Model, Question, Symbol};
use crate::text::Span;

/// A column of Table 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its name.
    pub name: &'static str,
    /// Smallest and largest number of states of a machine.
    pub states: (usize, usize),
    /// Smallest and largest number of transitions of a machine.
    pub transitions: (usize, usize),
    /// Lifelines; the machines are always 3.
    pub lifelines: usize,
    /// Messages of the sequence.
    pub messages: usize,
}

impl Class {
    /// The three classes.
    pub const ALL: [Self; 3] = [
        Self {
            name: "small",
            states: (2, 3),
            transitions: (4, 6),
            lifelines: 3,
            messages: 4,
        },
        Self {
            name: "medium",
            states: (4, 6),
            transitions: (8, 12),
            lifelines: 5,
            messages: 10,
        },
        Self {
            name: "large",
            states: (7, 10),
            transitions: (21, 30),
            lifelines: 8,
            messages: 20,
        },
    ];

    /// The class of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name == name)
    }

    /// The bound k of the evaluation: the largest number of states.
    #[must_use]
    pub fn bound(&self) -> u32 {
        u32::try_from(self.states.1).expect("a class has few states")
    }
}

/// Probability in percent of a trigger, and of an effect, other than ε.
const PERCENT: usize = 90;
/// Number of machines.
const MACHINES: usize = 3;

/// The instance of a number: a model with one scenario and one check within the class's bound.
#[must_use]
pub fn instance(class: &Class, seed: u64, number: u64) -> Model {
    let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(number));
    let remove = number % 2 == 1;
    // Some draws of machines cannot play so many messages; they are drawn again.
    loop {
        let mut model = machines(class, &mut random);
        model.system = lifelines(class, &mut random);
        let wanted = class.messages + usize::from(remove);
        let Some(mut messages) = sequence(&model, wanted, &mut random) else {
            continue;
        };
        if remove {
            messages.remove(random.between(1, messages.len() - 1));
        }
        model.scenarios.push(Scenario {
            name: format!("{} {number}", class.name),
            forbidden: false,
            lifelines: model.system.clone(),
            messages,
            span: Span::default(),
        });
        let question = Question::Scenario {
            scenario: 0,
            mode: Mode::Strict,
        };
        model.checks.push(Check {
            title: format!("{} {number}", class.name),
            expected: Some(Answer::Consistent),
            ..Check::asking(question, Some(class.bound()))
        });
        return model;
    }
}

/// Draws symbols: a fresh one until the alphabet is full, then any.
struct Alphabet {
    used: usize,
    size: usize,
}

impl Alphabet {
    fn draw(&mut self, random: &mut Random) -> Symbol {
        if self.used < self.size {
            self.used += 1;
            return self.used - 1;
        }
        random.between(0, self.size - 1)
    }
}

fn machines(class: &Class, random: &mut Random) -> Model {
    let mut alphabet = Alphabet {
        used: 0,
        size: class.states.0,
    };
    let machines = (0..MACHINES)
        .map(|index| machine(index, class, &mut alphabet, random))
        .collect();
    Model {
        symbols: (0..alphabet.size)
            .map(|index| format!("a{index}"))
            .collect(),
        machines,
        ..Model::default()
    }
}

fn machine(index: usize, class: &Class, alphabet: &mut Alphabet, random: &mut Random) -> Machine {
    let states = random.between(class.states.0, class.states.1);
    let transitions = random.between(class.transitions.0, class.transitions.1);
    let ends = loop {
        let ends: Vec<(usize, usize)> = (0..transitions)
            .map(|_| (random.between(0, states - 1), random.between(0, states - 1)))
            .collect();
        let touched = |state: usize| ends.iter().any(|&(from, to)| from == state || to == state);
        if (0..states).all(touched) && ends.iter().any(|&(from, _)| from == 0) {
            break ends;
        }
    };
    let spontaneous = ends.iter().position(|&(from, _)| from == 0);
    let transitions = ends
        .iter()
        .enumerate()
        .map(|(number, &(source, target))| {
            let has_trigger = Some(number) != spontaneous && random.percent(PERCENT);
            let trigger = has_trigger.then(|| alphabet.draw(random));
            let has_effect = trigger.is_none() || random.percent(PERCENT);
            let effects = has_effect.then(|| alphabet.draw(random));
            Transition {
                source,
                trigger,
                effects: effects.into_iter().collect(),
                target,
                span: Span::default(),
            }
        })
        .collect();
    let state = |state| State {
        name: format!("s{state}"),
        label: None,
        is_final: false,
        span: Span::default(),
    };
    Machine {
        name: format!("M{index}"),
        states: (0..states).map(state).collect(),
        initial: 0,
        transitions,
        span: Span::default(),
    }
}

/// Lifelines of random machines, each machine at least once where there are enough lifelines.
fn lifelines(class: &Class, random: &mut Random) -> Vec<Lifeline> {
    let lifeline = |index: usize, machine: usize| Lifeline {
        name: format!("l{index}"),
        machine,
        span: Span::default(),
    };
    (0..class.lifelines)
        .map(|index| match index {
            _ if index < MACHINES => lifeline(index, index),
            _ => lifeline(index, random.between(0, MACHINES - 1)),
        })
        .collect()
}

/// A sequence of messages that the machines can play, or `None` where the draw got stuck.
fn sequence(model: &Model, count: usize, random: &mut Random) -> Option<Vec<Message>> {
    let mut places: Vec<BTreeSet<Place>> = (0..model.system.len())
        .map(|lifeline| {
            let initial = model.machines[model.system[lifeline].machine].initial;
            settle(model, lifeline, BTreeSet::from([Place::State(initial)]))
        })
        .collect();
    let mut messages = Vec::new();
    while messages.len() < count {
        let possible = possible(model, &places);
        if possible.is_empty() {
            return None;
        }
        let (from, symbol, to) = *random.choose(&possible);
        let machine = |lifeline: LifelineId| &model.machines[model.system[lifeline].machine];
        let sent = places[from].iter().filter_map(|&place| match place {
            Place::Intermediate(t) if machine(from).transitions[t].effects == [symbol] => {
                Some(Place::State(machine(from).transitions[t].target))
            }
            _ => None,
        });
        let taken = places[to].iter().flat_map(|&place| {
            let transitions = machine(to).transitions.iter().enumerate();
            transitions
                .filter(move |(_, t)| Place::State(t.source) == place && t.trigger == Some(symbol))
                .map(|(index, _)| Place::Intermediate(index))
        });
        let (sent, taken) = (sent.collect(), taken.collect());
        places[from] = settle(model, from, sent);
        places[to] = settle(model, to, taken);
        messages.push(Message {
            from,
            to,
            symbol,
            span: Span::default(),
        });
    }
    Some(messages)
}

/// The places that ε-moves lead to.
fn settle(model: &Model, lifeline: LifelineId, mut places: BTreeSet<Place>) -> BTreeSet<Place> {
    let machine = &model.machines[model.system[lifeline].machine];
    let mut open: Vec<Place> = places.iter().copied().collect();
    while let Some(place) = open.pop() {
        for (index, transition) in machine.transitions.iter().enumerate() {
            let next = match place {
                Place::State(s) if s == transition.source && transition.trigger.is_none() => {
                    Place::Intermediate(index)
                }
                Place::Intermediate(t) if t == index && transition.effects.is_empty() => {
                    Place::State(transition.target)
                }
                _ => continue,
            };
            if places.insert(next) {
                open.push(next);
            }
        }
    }
    places
}

/// Every message that some place of its sender offers and some place of its receiver takes.
fn possible(model: &Model, places: &[BTreeSet<Place>]) -> Vec<(LifelineId, Symbol, LifelineId)> {
    let mut possible = BTreeSet::new();
    let machine = |lifeline: LifelineId| &model.machines[model.system[lifeline].machine];
    for (from, offered) in places.iter().enumerate() {
        for &place in offered {
            let Place::Intermediate(t) = place else {
                continue;
            };
            for &symbol in &machine(from).transitions[t].effects {
                for (to, ready) in places.iter().enumerate() {
                    let takes = machine(to).transitions.iter().any(|t| {
                        t.trigger == Some(symbol) && ready.contains(&Place::State(t.source))
                    });
                    if to != from && takes {
                        possible.insert((from, symbol, to));
                    }
                }
            }
        }
    }
    possible.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Limits, Unwatched, explicit};
    use crate::question::task;

    #[test]
    fn instances_keep_their_class_and_half_of_them_can_be_played() {
        for class in [Class::ALL[0], Class::ALL[1]] {
            for number in 0..60 {
                let model = instance(&class, 7, number);
                assert_eq!(model.scenarios[0].messages.len(), class.messages);
                assert_eq!(model.system.len(), class.lifelines);
                for machine in &model.machines {
                    assert!((class.states.0..=class.states.1).contains(&machine.states.len()));
                    let count = machine.transitions.len();
                    assert!((class.transitions.0..=class.transitions.1).contains(&count));
                }
                assert_eq!(
                    model,
                    instance(&class, 7, number),
                    "same seed, same instance"
                );
                if number % 2 == 0 && class.name == "small" {
                    let task = task(&model, &model.checks[0]);
                    let found = explicit::solve(&task, &Limits::default(), &mut Unwatched);
                    assert_eq!((found.value, found.depth), (4, 0), "instance {number}");
                }
            }
        }
    }
}
