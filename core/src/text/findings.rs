//! A bounded collection of diagnostics.
//!
//! A text of one megabyte can contain a hundred thousand mistakes; nobody reads them, and holding
//! them all would be slow. Invariant: at most [`MOST_FINDINGS`] of each severity are kept, the rest
//! is counted, and errors are never pushed out by warnings.

use super::{Diagnostic, Severity, Span};

/// How many diagnostics are reported for one text, the last one saying how many there are more.
pub const MOST_FINDINGS: usize = 200;

/// Diagnostics of one text while they are being found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    withheld: usize,
    withheld_errors: usize,
    /// How many of the errors are of the text's form.
    of_form: usize,
}

impl Findings {
    /// Takes a diagnostic; only counts it where there are already too many.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let list = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        if list.len() < MOST_FINDINGS {
            list.push(diagnostic);
        } else {
            self.withheld += 1;
            self.withheld_errors += usize::from(diagnostic.severity == Severity::Error);
        }
    }

    /// Whether a further finding would be kept. Work that only serves its wording, such as the
    /// search for a similar name, can be spared where it would not.
    #[must_use]
    pub fn wants(&self, severity: Severity) -> bool {
        let list = match severity {
            Severity::Error => &self.errors,
            Severity::Warning => &self.warnings,
        };
        list.len() < MOST_FINDINGS
    }

    /// Changes what was found so far.
    pub fn each(&mut self, change: impl FnMut(&mut Diagnostic)) {
        let all = self.errors.iter_mut().chain(&mut self.warnings);
        all.for_each(change);
    }

    /// Takes back that characters mean nothing, within a span that another finding is about.
    pub fn forget_unknown(&mut self, within: Span) {
        self.errors.retain(|it| {
            it.code != "unknown-character"
                || it.span.start < within.start
                || it.span.end > within.end
        });
    }

    /// What is found from here on is about a text that has been read. Its form comes first: where that is broken, what its
    /// names seem to lack may follow from it.
    pub fn has_been_read(&mut self) {
        self.of_form = self.errors.len();
    }

    /// How many errors were reported, those that are only counted included.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.errors.len() + self.withheld_errors
    }

    /// Whether there is any error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// How many findings there have been, kept or not. A parser that sees the number unchanged has
    /// not been complained about in between.
    #[must_use]
    pub fn count(&self) -> usize {
        self.errors.len() + self.warnings.len() + self.withheld
    }

    /// All diagnostics, at most [`MOST_FINDINGS`] of them: errors of form, then all others, each in the order of the text.
    #[must_use]
    pub fn finish(self) -> Vec<Diagnostic> {
        let mut list = self.errors;
        list.extend(self.warnings);
        let total = list.len() + self.withheld;
        let room = if total > MOST_FINDINGS {
            MOST_FINDINGS - 1
        } else {
            MOST_FINDINGS
        };
        list.truncate(room);
        let mut others = list.split_off(self.of_form.min(list.len()));
        for part in [&mut list, &mut others] {
            part.sort_by_key(|it| {
                (
                    it.span.start,
                    it.span.end,
                    it.severity != Severity::Error,
                    it.code,
                )
            });
        }
        list.append(&mut others);
        let more = total - list.len();
        if more > 0 {
            let place = list.last().map_or(Span::default(), |last| last.span);
            list.push(
                Diagnostic::warning(
                    "more-findings",
                    place,
                    format!("There are {more} more findings"),
                )
                .hint("Mend the first ones; the others then show up here."),
            );
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_kept_before_warnings_and_the_rest_is_counted() {
        let mut findings = Findings::default();
        for at in 0..300 {
            findings.push(Diagnostic::warning("w", Span::new(at, at), "a warning"));
        }
        findings.push(Diagnostic::error("e", Span::new(7, 7), "an error"));
        let list = findings.finish();
        assert_eq!(list.len(), MOST_FINDINGS);
        assert_eq!(list.iter().filter(|it| it.code == "e").count(), 1);
        let last = list.last().expect("the list is not empty");
        assert_eq!(last.title, "There are 102 more findings");
        assert_eq!(
            list[7].code, "e",
            "an error stands before warnings of its place"
        );
    }

    #[test]
    fn what_cannot_be_read_comes_before_what_names_lack() {
        let mut findings = Findings::default();
        for (code, at) in [("form", 8), ("form", 5)] {
            findings.push(Diagnostic::error(code, Span::new(at, at), "cannot be read"));
        }
        findings.push(Diagnostic::warning("odd", Span::new(4, 4), "odd"));
        findings.has_been_read();
        for at in [6, 1] {
            findings.push(Diagnostic::error("name", Span::new(at, at), "no such name"));
        }
        let list = findings.finish();
        let list: Vec<_> = list.iter().map(|it| (it.code, it.span.start)).collect();
        assert_eq!(
            list,
            [
                ("form", 5),
                ("form", 8),
                ("name", 1),
                ("odd", 4),
                ("name", 6)
            ]
        );
    }

    #[test]
    fn a_full_list_needs_no_summary() {
        let mut findings = Findings::default();
        for at in 0..MOST_FINDINGS {
            findings.push(Diagnostic::error("e", Span::new(at, at), "an error"));
        }
        let list = findings.finish();
        assert_eq!(list.len(), MOST_FINDINGS);
        assert!(list.iter().all(|it| it.code == "e"));
    }
}
