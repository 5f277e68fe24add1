//! From the text of a transition system to everything that can be said without solving.

use crate::api::analysis::{diagnostic_view, variable_view};
use crate::api::patch;
use crate::api::property::{expectation, kind, one_line};
use crate::language::Reading;
use crate::language::transitions::ast::{PropertySyntax, TransitionDocument};
use crate::language::transitions::print;
use crate::language::transitions::{OperationKind, TransitionModel, Transitions};
use crate::text::{LineIndex, Severity, Span};
use crate::view::{
    Analysis, CheckView, OperationShape, OperationView, Range, Structure, SystemView,
};

/// What a reading of a text of a transition system says, in the form that all kinds of model share.
pub(in crate::api) fn analysis_of(text: &str, reading: &Reading) -> Analysis {
    let (document, model) = (
        reading.document::<Transitions>(),
        reading.model::<Transitions>(),
    );
    let (Some(document), Some(model)) = (document, model) else {
        return Analysis::default();
    };
    let diagnostics = &reading.diagnostics;
    let has_errors = diagnostics.iter().any(|it| it.severity == Severity::Error);
    let viewer = Viewer {
        text,
        lines: LineIndex::new(text),
        model,
    };
    let checks = match has_errors {
        true => Vec::new(),
        false => viewer.checks(document),
    };
    Analysis {
        diagnostics: diagnostics
            .iter()
            .map(|it| diagnostic_view(&viewer.lines, it))
            .collect(),
        structure: Structure::Transitions(Box::new(viewer.system())),
        checks,
        has_errors,
        ..Analysis::default()
    }
}

struct Viewer<'a> {
    text: &'a str,
    lines: LineIndex<'a>,
    model: &'a TransitionModel,
}

impl Viewer<'_> {
    fn range(&self, span: Span) -> Range {
        patch::range(&self.lines, span)
    }

    fn system(&self) -> SystemView {
        let model = self.model;
        let variables = model.variables[..model.globals].iter();
        let variables =
            variables.map(|it| variable_view(&it.name, &it.sort, it.control, self.range(it.span)));
        SystemView {
            variables: variables.collect(),
            operations: (0..model.operations.len())
                .map(|it| self.operation(it))
                .collect(),
            init: model.init.clone(),
            env: model.env.clone(),
            trans: model.trans.clone(),
        }
    }

    fn operation(&self, operation: usize) -> OperationView {
        let it = &self.model.operations[operation];
        let whole = || one_line(it.span.text(self.text).trim_end_matches(';'));
        let of = |span: Span| one_line(span.text(self.text));
        let (shape, text) = match &it.kind {
            OperationKind::Assign(..) => (OperationShape::Assign, whole()),
            OperationKind::Assume(_) => (OperationShape::Assume, whole()),
            OperationKind::Havoc(_) => (OperationShape::Havoc, whole()),
            OperationKind::Declare(..) => (OperationShape::Local, whole()),
            OperationKind::Sequence(..) => (OperationShape::Sequence, String::new()),
            OperationKind::Choice(_) => (OperationShape::Choice, "choice".into()),
            OperationKind::Parallel(_) => (OperationShape::Parallel, "par".into()),
            OperationKind::If(condition, ..) => (OperationShape::If, of(condition.span)),
            OperationKind::For {
                counter, from, to, ..
            } => {
                let name = &self.model.variables[*counter].name;
                let text = format!("for {name} from {} to {}", of(from.span), of(to.span));
                (OperationShape::For, text)
            }
        };
        OperationView {
            shape,
            text,
            range: self.range(it.span),
            parts: self.model.parts(operation),
        }
    }

    fn checks(&self, document: &TransitionDocument) -> Vec<CheckView> {
        let pairs = self.model.properties.iter().zip(&document.properties);
        let check = |(index, (property, syntax)): (usize, (_, &PropertySyntax))| {
            let property: &crate::language::transitions::Property = property;
            CheckView {
                index,
                kind: kind(&property.subject),
                title: self.title(syntax),
                scenario: None,
                loose: false,
                goal: Vec::new(),
                lifelines: Vec::new(),
                bound: property.within,
                expected: expectation(kind(&property.subject), property.expected),
                expect_written: property.expected.is_some(),
                forbidden: false,
                implicit: false,
                range: self.range(property.span),
            }
        };
        pairs.enumerate().map(check).collect()
    }

    /// A check as it is written, without its bound and what is expected.
    fn title(&self, syntax: &PropertySyntax) -> String {
        let written = |it: &crate::expression::ast::Expression| one_line(it.span.text(self.text));
        match syntax.is_prop {
            true => "prop".into(),
            false if syntax.every_state.is_some() => {
                syntax.subject.written(written) + print::EVERY_STATE
            }
            false => syntax.subject.written(written),
        }
    }
}
