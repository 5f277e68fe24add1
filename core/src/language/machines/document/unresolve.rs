//! Back from a model to a document, for models that no text came from: random and shrunken ones.

use super::ast::{
    AtSyntax, Bound, CheckSyntax, ConditionSyntax, Document, Item, PlaceSyntax, Subject,
    SystemSyntax,
};
use crate::language::machines::ast::{MachineSyntax, Statement, TransitionSyntax};
use crate::language::machines::scenario::Scenario;
use crate::language::machines::scenario::ast::{LifelinesSyntax, MessageSyntax, ScenarioSyntax};
use crate::language::machines::{Condition, Machine, Place};
use crate::language::questions::Mode;
use crate::language::{Check, Lifeline, LifelineId, Model, Name, Question};
use crate::text::Span;

/// A document that resolves to a model with the same meaning. States, symbols and checks may be
/// numbered anew, and transitions that are written alike are told apart no more.
#[must_use]
pub fn unresolve(model: &Model) -> Document {
    let mut items: Vec<Item> = Vec::new();
    for it in &model.machines {
        items.push(Item::Machine(machine(model, it)));
    }
    if !is_usual_system(model) {
        items.push(Item::System(SystemSyntax {
            lifelines: lifelines(model, &model.system),
            span: Span::default(),
        }));
    }
    for it in &model.scenarios {
        items.push(Item::Scenario(scenario(model, it)));
    }
    for it in model.checks.iter().filter(|check| !check.implicit) {
        items.push(Item::Check(check(model, it)));
    }
    Document { items }
}

/// Whether the system is what the language assumes by itself, or not there at all.
fn is_usual_system(model: &Model) -> bool {
    let usual = || {
        let pairs = model.system.iter().zip(&model.machines).enumerate();
        let mut fits = pairs
            .map(|(index, (line, machine))| line.machine == index && line.name == machine.name);
        model.system.len() == model.machines.len() && fits.all(|fits| fits)
    };
    model.system.is_empty() || usual()
}

fn name(text: &str) -> Name {
    Name {
        text: text.into(),
        span: Span::default(),
    }
}

fn machine(model: &Model, machine: &Machine) -> MachineSyntax {
    let span = Span::default();
    let state = |index: usize| name(&machine.states[index].name);
    let symbol = |index: usize| name(&model.symbols[index]);
    let mut statements = vec![Statement::Initial {
        state: state(machine.initial),
        span,
    }];
    for (index, it) in machine.states.iter().enumerate() {
        let mut transitions = machine.transitions.iter();
        let used = transitions.any(|t| t.source == index || t.target == index);
        if it.label.is_some() || !(used || it.is_final || index == machine.initial) {
            statements.push(Statement::State {
                name: state(index),
                label: it.label.as_deref().map(name),
                span,
            });
        }
    }
    statements.extend(machine.transitions.iter().map(|it| {
        Statement::Transition(TransitionSyntax {
            source: state(it.source),
            target: state(it.target),
            trigger: it.trigger.map(symbol),
            effects: it.effects.iter().map(|&effect| symbol(effect)).collect(),
            span,
        })
    }));
    let finals = (0..machine.states.len()).filter(|&index| machine.states[index].is_final);
    statements.extend(finals.map(|index| Statement::Final {
        state: state(index),
        span,
    }));
    MachineSyntax {
        name: name(&machine.name),
        statements,
        in_doubt: false,
    }
}

/// One line for neighbours of one machine.
pub(super) fn lifelines(model: &Model, lifelines: &[Lifeline]) -> Vec<LifelinesSyntax> {
    let groups = lifelines.chunk_by(|one, next| one.machine == next.machine);
    groups
        .map(|group| LifelinesSyntax {
            names: group.iter().map(|it| name(&it.name)).collect(),
            machine: name(&model.machines[group[0].machine].name),
        })
        .collect()
}

pub(super) fn scenario(model: &Model, scenario: &Scenario) -> ScenarioSyntax {
    let messages = scenario.messages.iter().map(|it| MessageSyntax {
        from: name(&scenario.lifelines[it.from].name),
        to: name(&scenario.lifelines[it.to].name),
        symbol: name(&model.symbols[it.symbol]),
        span: Span::default(),
    });
    ScenarioSyntax {
        name: name(&scenario.name),
        forbidden: scenario.forbidden,
        lifelines: lifelines(model, &scenario.lifelines),
        messages: messages.collect(),
        in_doubt: false,
    }
}

fn condition(model: &Model, lifelines: &[Lifeline], it: &Condition) -> ConditionSyntax {
    let each = |all: &[Condition]| {
        all.iter()
            .map(|it| condition(model, lifelines, it))
            .collect()
    };
    match it {
        Condition::At(lifeline, at) => {
            ConditionSyntax::At(place(model, &lifelines[*lifeline], *at))
        }
        Condition::Not(part) => ConditionSyntax::Not(Box::new(condition(model, lifelines, part))),
        Condition::All(all) => match &all[..] {
            [only] => condition(model, lifelines, only),
            all => ConditionSyntax::And(each(all)),
        },
        Condition::Any(all) => match &all[..] {
            [only] => condition(model, lifelines, only),
            all => ConditionSyntax::Or(each(all)),
        },
    }
}

pub(super) fn check(model: &Model, check: &Check) -> CheckSyntax {
    let lifelines = model.lifelines_of(check);
    let places = |list: &[(LifelineId, Place)]| {
        let all = list.iter();
        all.map(|&(index, at)| place(model, &lifelines[index], at))
            .collect()
    };
    let subject = match &check.question {
        Question::Deadlock => Subject::Deadlock,
        Question::Reach { goal } => Subject::Reach { goal: places(goal) },
        Question::Always { condition } => Subject::Always {
            condition: self::condition(model, lifelines, condition),
        },
        Question::Scenario { scenario, mode } => Subject::Scenario {
            name: name(&model.scenarios[*scenario].name),
            mode: (*mode != Mode::default()).then_some(*mode),
        },
    };
    CheckSyntax {
        subject,
        from: places(&check.from),
        within: check.bound.map(|transactions| Bound {
            transactions,
            span: Span::default(),
        }),
        expect: check
            .expected
            .filter(|_| check.expect_written)
            .map(|answer| (answer, Span::default())),
        span: Span::default(),
    }
}

fn place(model: &Model, lifeline: &Lifeline, place: Place) -> PlaceSyntax {
    let machine = &model.machines[lifeline.machine];
    let state = |index: usize| name(&machine.states[index].name);
    let symbol = |index: usize| name(&model.symbols[index]);
    let at = match place {
        Place::State(index) => AtSyntax::State(state(index)),
        Place::Intermediate(index) => {
            let transition = &machine.transitions[index];
            AtSyntax::Intermediate {
                source: state(transition.source),
                trigger: transition.trigger.map(symbol),
                effects: transition.effects.iter().map(|&it| symbol(it)).collect(),
                target: state(transition.target),
            }
        }
    };
    PlaceSyntax {
        lifeline: name(&lifeline.name),
        at,
        span: Span::default(),
    }
}
