//! Tests across the core's chapters. The test files beside this one are their own crates.

pub use lockstep_core::api::Clockless;
use lockstep_core::text::Diagnostic;

/// Every place that a diagnostic names must be a part of the text.
pub fn spans_fit(findings: &[Diagnostic], text: &str) {
    for finding in findings {
        let labels = finding.labels.iter().map(|it| it.span);
        for span in labels.chain([finding.span]) {
            let part = text.get(span.start..span.end);
            assert!(part.is_some(), "{finding:?}\n{text}");
        }
    }
}

pub mod judge;
