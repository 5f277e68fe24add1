//! From the text of statecharts to everything that can be said without solving.
//!
//! It comes in the form that transition systems have: the operations are transitions and segments, numbered through all
//! statecharts, and the variables are what a run shows of its states.

use crate::api::analysis::diagnostic_view;
use crate::api::patch;
use crate::language::Languages;
use crate::language::questions::ExpectedAnswer;
use crate::language::statechart::ast::Item;
use crate::language::statechart::model::Subject;
use crate::language::statechart::semantics::{Grain, StatechartSystem};
use crate::language::statechart::{LANGUAGE, StatechartModel, Statecharts, print};
use crate::system::{Role, Schema, System};
use crate::text::{LineIndex, Severity, Span};
use crate::view::{
    CheckView, Expected, Kind, OperationShape, OperationView, SystemAnalysis, SystemView,
    VariableView,
};

/// Whether a text holds statecharts.
#[must_use]
pub fn is_chart(text: &str) -> bool {
    Languages::whole().read(text).title.name == LANGUAGE.title.name
}

/// Reads the text of statecharts.
#[must_use]
pub fn analyse_charts(text: &str) -> SystemAnalysis {
    let reading = Languages::of(&[&LANGUAGE]).read(text);
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
        return SystemAnalysis::default();
    };
    let range = |span: Span| patch::range(&lines, span);
    let written = document.items.iter().filter_map(|item| match item {
        Item::Check(it) => Some(print::subject(&it.subject)),
        _ => None,
    });
    let checks = model.properties.iter().zip(written).enumerate();
    let checks = checks.map(|(index, (property, title))| CheckView {
        index,
        kind: kind(&property.subject),
        title: match property.reading == model.reading {
            true => title,
            false => format!("{title} semantics {}", property.reading.word()),
        },
        scenario: None,
        loose: false,
        goal: Vec::new(),
        lifelines: Vec::new(),
        bound: property.within,
        expected: property.expected.map(expected),
        implicit: false,
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
    SystemAnalysis {
        diagnostics,
        system: SystemView {
            variables: match has_errors {
                true => Vec::new(),
                false => variables(model),
            },
            operations: operations.collect(),
            ..SystemView::default()
        },
        checks: match has_errors {
            true => Vec::new(),
            false => checks.collect(),
        },
        has_errors,
    }
}

/// The variables that are shown of a state.
fn variables(model: &StatechartModel) -> Vec<VariableView> {
    let system = StatechartSystem::new(model, model.reading, Grain::Behaviour, false);
    let schema = system.schema();
    let shown = shown(schema)
        .into_iter()
        .map(|number| &schema.variables[number]);
    let views = shown.map(|it| VariableView {
        name: it.name.clone(),
        sort: it.sort.name(),
        values: Vec::new(),
        control: it.role == Role::Location,
        range: crate::view::Range::default(),
    });
    views.collect()
}

/// What is shown of a state: where regions are, variables, clocks, and how many events wait.
pub(in crate::api) fn shown(schema: &Schema) -> Vec<usize> {
    let is_shown = |role| {
        matches!(
            role,
            Role::Location | Role::Attribute | Role::Link | Role::Clock | Role::QueueLength
        )
    };
    (0..schema.variables.len())
        .filter(|&it| is_shown(schema.variables[it].role))
        .collect()
}

/// Which kind of question it is.
pub(super) fn kind(subject: &Subject) -> Kind {
    match subject {
        Subject::Always(_) => Kind::Always,
        Subject::Reach(_) => Kind::Reach,
        Subject::Deadlock => Kind::Deadlock,
    }
}

/// What an answer after `expect` expects.
pub(super) fn expected(answer: ExpectedAnswer) -> Expected {
    match answer {
        ExpectedAnswer::Violated | ExpectedAnswer::Reachable | ExpectedAnswer::Deadlock => {
            Expected::Found
        }
        ExpectedAnswer::Holds | ExpectedAnswer::Unreachable | ExpectedAnswer::None => {
            Expected::Absent
        }
    }
}

/// Text with single blanks between its words.
pub(super) fn one_line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ")
}
