//! What is shown of a text of a kind before anything is asked, for kinds without drawings of their own: [`ShownKind`].
//!
//! It is apart from what opens checks, so that what reads texts comes without the definitions.

use crate::api::analysis::{diagnostic_view, variable_view};
use crate::api::patch;
use crate::api::property::expectation;
use crate::expression::Sort;
use crate::language::questions::ExpectedAnswer;
use crate::language::{self, Reading};
use crate::text::{LineIndex, Severity, Span};
use crate::view::{
    Analysis, CheckView, GenericStructure, GraphView, Kind, KindName, MemberView, OperationShape,
    OperationView, Range, Structure, SystemView, VariableView,
};

/// A value that runs list of each state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownVariable {
    /// Its name.
    pub name: String,
    /// Its values.
    pub sort: Sort,
    /// As [`VariableView::before_value`].
    pub before_value: String,
    /// As [`VariableView::condition`].
    pub condition: String,
    /// As [`VariableView::member`].
    pub member: Option<MemberView>,
    /// Where it is declared.
    pub span: Span,
}

/// Something that a step can fire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownOperation {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
}

/// A check as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownCheck {
    /// What it asks, without its bound and what is expected.
    pub title: String,
    /// Which kind of question it is.
    pub kind: Kind,
    /// The bound after `within`.
    pub within: Option<u32>,
    /// The answer after `expect`.
    pub expected: Option<ExpectedAnswer>,
    /// Whether no line asks it.
    pub is_implicit: bool,
    /// The whole check.
    pub span: Span,
}

/// A kind of model without drawings of its own.
pub trait ShownKind: language::ModelKind {
    /// What runs list of their states, in the order of [`crate::system::Schema::variables`].
    fn variables(model: &Self::Model) -> Vec<ShownVariable>;

    /// What steps can fire, by the numbers that [`crate::system::System::narrate`] has for it.
    fn operations(model: &Self::Model) -> Vec<ShownOperation>;

    /// The checks of a text without errors.
    fn checks(document: &Self::Document, model: &Self::Model) -> Vec<ShownCheck>;

    /// Graphs of what the text describes, also of one with errors. `range` says where something is written.
    fn graphs(model: &Self::Model, range: &dyn Fn(Span) -> Range) -> Vec<GraphView>;

    /// The objects that steps call, as `name : Class`; `None` where steps are no calls.
    fn lifelines(model: &Self::Model) -> Option<Vec<String>> {
        let _ = model;
        None
    }
}

/// What a reading of a text says, in the form that all kinds of model share. Linear in the text, but for logarithms.
pub(in crate::api) fn analysis_of<K: ShownKind>(text: &str, reading: &Reading) -> Analysis {
    let (Some(document), Some(model)) = (reading.document::<K>(), reading.model::<K>()) else {
        return Analysis::default();
    };
    let lines = LineIndex::new(text);
    let range = |span| patch::range(&lines, span);
    let diagnostics = &reading.diagnostics;
    let has_errors = diagnostics.iter().any(|it| it.severity == Severity::Error);
    let checks = match has_errors {
        true => Vec::new(),
        false => K::checks(document, model),
    };
    let checks = checks.into_iter().enumerate();
    Analysis {
        diagnostics: (diagnostics.iter())
            .map(|it| diagnostic_view(&lines, it))
            .collect(),
        checks: checks.map(|(index, it)| check(index, it, range)).collect(),
        has_errors,
        structure: Structure::Generic(Box::new(GenericStructure {
            kind: KindName::new(K::TITLE),
            system: system::<K>(model, range),
            graphs: K::graphs(model, &range),
            lifelines: K::lifelines(model),
        })),
        ..Analysis::default()
    }
}

fn check(index: usize, it: ShownCheck, range: impl Fn(Span) -> Range) -> CheckView {
    CheckView {
        index,
        kind: it.kind,
        title: it.title,
        scenario: None,
        loose: false,
        goal: Vec::new(),
        lifelines: Vec::new(),
        bound: it.within,
        expected: expectation(it.kind, it.expected),
        expect_written: it.expected.is_some(),
        forbidden: false,
        implicit: it.is_implicit,
        range: range(it.span),
    }
}

fn system<K: ShownKind>(model: &K::Model, range: impl Fn(Span) -> Range) -> SystemView {
    let variables = K::variables(model).into_iter();
    let variables = variables.map(|it| VariableView {
        before_value: it.before_value,
        condition: it.condition,
        member: it.member,
        ..variable_view(&it.name, &it.sort, false, range(it.span))
    });
    let operations = K::operations(model).into_iter().map(|it| OperationView {
        shape: OperationShape::Assign,
        text: it.name,
        range: range(it.span),
        parts: Vec::new(),
    });
    SystemView {
        variables: variables.collect(),
        operations: operations.collect(),
        ..SystemView::default()
    }
}
