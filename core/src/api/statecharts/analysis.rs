//! From the text of statecharts to everything that can be said without solving.
//!
//! It comes in the form that transition systems have: the operations are transitions and segments, numbered through all
//! statecharts, and the variables are what a run shows of its states.

use std::collections::BTreeSet;

use super::search::kind;
use super::showing::{Entry, entries, title};
use crate::api::analysis::diagnostic_view;
use crate::api::patch;
use crate::api::property::{expectation, in_own_words, one_line};
use crate::expression::{Term, TermKind};
use crate::language::Reading;
use crate::language::questions::Mode;
use crate::language::statechart::ast::Item;
use crate::language::statechart::model::{Atom, ObjectId, ScenarioMessage, Subject};
use crate::language::statechart::semantics::{Grain, StatechartSystem};
use crate::language::statechart::{ENVIRONMENT, StatechartModel, Statecharts, print};
use crate::system::{ElementKind, System};
use crate::text::{LineIndex, Severity, Span};
use crate::view::{
    Analysis, CheckView, LifelineView, MessageView, OperationShape, OperationView, PlaceView,
    ScenarioView, Structure, SystemView, VariableView,
};
use crate::wording::unplayed::sent;

/// What a reading of a text of statecharts says, in the form that all kinds of model share.
pub(in crate::api) fn analysis_of(text: &str, reading: &Reading) -> Analysis {
    let lines = LineIndex::new(text);
    let diagnostics = reading
        .diagnostics
        .iter()
        .map(|it| diagnostic_view(&lines, it))
        .collect();
    let has_errors = reading
        .diagnostics
        .iter()
        .any(|it| it.severity == Severity::Error);
    let (Some(document), Some(model)) = (
        reading.document::<Statecharts>(),
        reading.model::<Statecharts>(),
    ) else {
        return Analysis {
            structure: Structure::Statecharts(Box::default()),
            ..Analysis::default()
        };
    };
    let range = |span: Span| patch::range(&lines, span);
    let written = document.items.iter().filter_map(|item| match item {
        Item::Check(it) => {
            let title = print::subject_with(&it.subject, |it| {
                in_own_words(it.span.text(text), print::expression(it))
            });
            Some((title, it.expect.is_some()))
        }
        _ => None,
    });
    let written: Vec<(String, bool)> = written.collect();
    let implicit = written.is_empty();
    let written = match implicit {
        true => vec![(String::new(), false); model.scenarios.len()],
        false => written,
    };
    let scenario = |subject: &Subject| match *subject {
        Subject::Scenario(number, mode) => (Some(number), mode == Mode::Loose),
        _ => (None, false),
    };
    let checks = model.properties.iter().zip(written).enumerate();
    let checks = checks.map(|(index, (property, (title, expect_written)))| CheckView {
        index,
        kind: kind(&property.subject),
        title: match property.subject {
            // A name is shown as it is, without the quotes that a text needs.
            Subject::Scenario(number, mode) => {
                let loose = if mode == Mode::Loose { " loose" } else { "" };
                let reading = match property.reading == model.reading {
                    true => String::new(),
                    false => format!(" semantics {}", property.reading.word()),
                };
                format!("{}{loose}{reading}", model.scenarios[number].name)
            }
            _ if property.reading == model.reading => title,
            Subject::Same(_) => title,
            _ => format!("{title} semantics {}", property.reading.word()),
        },
        scenario: scenario(&property.subject).0,
        loose: scenario(&property.subject).1,
        goal: wanted(&property.subject),
        lifelines: Vec::new(),
        bound: property.within,
        expected: expectation(kind(&property.subject), property.expected),
        expect_written,
        forbidden: scenario(&property.subject)
            .0
            .is_some_and(|it| model.scenarios[it].forbidden),
        implicit,
        range: range(property.span),
    });
    let operations = model
        .charts
        .iter()
        .flat_map(|chart| &chart.transitions)
        .map(|it| OperationView {
            shape: OperationShape::Sequence,
            text: one_line(it.span.text(text)),
            range: range(it.span),
            parts: Vec::new(),
        });
    Analysis {
        diagnostics,
        structure: Structure::Statecharts(Box::new(SystemView {
            variables: match has_errors {
                true => Vec::new(),
                false => variables(model, &lines),
            },
            operations: operations.collect(),
            ..SystemView::default()
        })),
        scenarios: match has_errors {
            true => Vec::new(),
            false => scenarios_of(model, &lines),
        },
        checks: match has_errors {
            true => Vec::new(),
            false => checks.collect(),
        },
        has_errors,
        ..Analysis::default()
    }
}

/// The states that a run which answers a check has active: those that its goals name without a `not` before them; of what is to
/// hold always, those that its opposite names so. Each goal counts, also where one comes after the other.
fn wanted(subject: &Subject) -> Vec<(ObjectId, PlaceView)> {
    /// Adds the states that are active where a term is true, or where it is not.
    fn named(term: &Term, holds: bool, atoms: &[Atom], all: &mut BTreeSet<(ObjectId, usize)>) {
        match &term.kind {
            TermKind::Variable(number) if holds => {
                if let Some(&Atom::In(object, vertex)) = atoms.get(*number) {
                    all.insert((object, vertex));
                }
            }
            TermKind::And(parts) | TermKind::Or(parts) => {
                parts.iter().for_each(|it| named(it, holds, atoms, all));
            }
            TermKind::Not(part) => named(part, !holds, atoms, all),
            TermKind::Implies(parts) => {
                named(&parts[0], !holds, atoms, all);
                named(&parts[1], holds, atoms, all);
            }
            _ => {}
        }
    }
    let mut all = BTreeSet::new();
    match subject {
        Subject::Reach(goals) => goals
            .iter()
            .for_each(|it| named(&it.term, true, &it.atoms, &mut all)),
        Subject::Always(invariant) => {
            named(&invariant.term, false, &invariant.atoms, &mut all);
        }
        _ => {}
    }
    let place = |(object, vertex)| (object, PlaceView::State(vertex));
    all.into_iter().map(place).collect()
}

/// The scenarios with their lifelines: the environment first where it sends something, then the objects that take part.
fn scenarios_of(model: &StatechartModel, lines: &LineIndex<'_>) -> Vec<ScenarioView> {
    let all = model.scenarios.iter().map(|scenario| {
        let ends = |it: &ScenarioMessage| [it.from, Some(it.to)];
        let taking: BTreeSet<Option<ObjectId>> = scenario.messages.iter().flat_map(ends).collect();
        let taking: Vec<_> = taking.into_iter().collect();
        let lifelines = taking.iter().map(|it| match it {
            None => LifelineView {
                name: ENVIRONMENT.into(),
                machine: model.charts.len(),
                range: patch::range(lines, scenario.span),
            },
            Some(object) => LifelineView {
                name: model.objects[*object].name.clone(),
                machine: model.objects[*object].chart,
                range: patch::range(lines, model.objects[*object].span),
            },
        });
        let place = |it: Option<ObjectId>| taking.binary_search(&it).unwrap_or(0);
        let messages = scenario.messages.iter().map(|it| MessageView {
            from: place(it.from),
            to: place(Some(it.to)),
            symbol: sent(model, it),
            range: Some(patch::range(lines, it.span)),
            plays: None,
        });
        ScenarioView {
            name: scenario.name.clone(),
            forbidden: scenario.forbidden,
            range: patch::range(lines, scenario.span),
            lifelines: lifelines.collect(),
            messages: messages.collect(),
        }
    });
    all.collect()
}

/// What is shown of a state, with where it is declared.
fn variables(model: &StatechartModel, lines: &LineIndex<'_>) -> Vec<VariableView> {
    let system = StatechartSystem::new(model, model.reading, Grain::Behaviour, false);
    let schema = system.schema();
    let place = |entry| match entry {
        Entry::Queue(object) => model.objects[object].span,
        Entry::Variable(number) => {
            let it = &schema.variables[number];
            let object = &model.objects[it.group.unwrap_or(0)];
            let chart = &model.charts[object.chart];
            let index = it.element.element().index;
            match it.element.kind {
                ElementKind::Region => chart.regions[index].span,
                ElementKind::Attribute => chart.variables[index].span,
                ElementKind::State => chart.vertices[index].span,
                _ => object.span,
            }
        }
    };
    let view = |entry| {
        let (name, sort) = title(model, schema, entry);
        VariableView {
            name,
            values: Vec::new(),
            before_value: String::new(),
            condition: String::new(),
            member: None,
            control: sort == "region",
            sort,
            range: patch::range(lines, place(entry)),
        }
    };
    entries(schema).into_iter().map(view).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Kinds;

    #[test]
    fn a_check_names_the_states_that_its_run_ends_in() {
        let chart = "statechart Door {\n  [*] --> Shut\n  Shut --> Open : go\n  Open --> Ajar : go\n  Ajar --> Shut : go\n}\n\
                     system {\n  a : Door\n  b : Door\n}\n";
        let named = |check: &str| {
            let analysis = Kinds::whole().analyse(&format!("{chart}{check}\n"));
            assert!(!analysis.has_errors, "{check}: {:?}", analysis.diagnostics);
            let goal = analysis.checks[0].goal.iter();
            let state = |it: &(usize, PlaceView)| match it.1 {
                PlaceView::State(vertex) => (it.0, vertex),
                PlaceView::Transition(_) => panic!("statecharts are in states"),
            };
            goal.map(state).collect::<Vec<_>>()
        };
        let both = named("check reach a.Open and b.Ajar");
        assert_eq!(both.len(), 2);
        assert_eq!(named("check always not (a.Open and b.Ajar)"), both);
        assert_eq!(named("check always a.Open => not b.Ajar"), both);
        assert_eq!(named("check always not a.Open or b.Ajar"), both[..1]);
        assert_eq!(named("check reach not a.Open"), []);
    }
}
