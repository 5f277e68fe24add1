//! Diagnostics as data: what is wrong, where, and what to do next.
//!
//! Wording, colours and squiggles are the shells' business; a diagnostic only names its parts.

use super::{Fix, Span};

/// How bad a finding is. Errors stop the checks, warnings do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The model is usable, but probably not what its author meant.
    Warning,
    /// The model cannot be checked before this is mended.
    Error,
}

/// A second place that explains the first: "the other declaration is here".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What there is to see.
    pub text: String,
}

/// One finding about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A stable name in kebab-case, such as `unknown-state`; tests and documentation use it.
    pub code: &'static str,
    /// The place to mark.
    pub span: Span,
    /// One sentence for the author of the model.
    pub title: String,
    /// Further places.
    pub labels: Vec<Label>,
    /// The next action, where there is an obvious one.
    pub hint: Option<String>,
    /// Edits that would mend it, the likeliest first.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(code: &'static str, span: Span, title: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            span,
            title: title.into(),
            labels: Vec::new(),
            hint: None,
            fixes: Vec::new(),
        }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(code: &'static str, span: Span, title: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, span, title)
        }
    }

    /// Adds a second place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds the next action.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds an edit that would mend it, after those that are likelier.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }
}
