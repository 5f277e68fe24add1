//! What is wrong with the clauses of a check, in any language.

use super::Answer;
use super::ast::{CheckSyntax, Subject};
use crate::language::limits;
use crate::language::names::{shown_list, writing};
use crate::text::{Diagnostic, Findings, Span, grouped};

/// The K of `within`, at most [`limits::BOUND`].
pub fn bound<G, C>(syntax: &CheckSyntax<G, C>, findings: &mut Findings) -> Option<u32> {
    let bound = syntax.within?;
    if bound.transactions > limits::BOUND {
        let most = grouped(u64::from(limits::BOUND));
        let title = format!("The bound is larger than {most}");
        let hint = "Write a smaller number, or leave `within` out to ask about every length.";
        findings.push(Diagnostic::error("bound-too-large", bound.span, title).hint(hint));
    }
    Some(bound.transactions.min(limits::BOUND))
}

/// The answer after `expect`, where its subject can give it.
pub fn expected<G, C>(syntax: &CheckSyntax<G, C>, findings: &mut Findings) -> Option<Answer> {
    let (answer, span) = syntax.expect?;
    fits(&syntax.subject, answer, span, findings).then_some(answer)
}

/// Reports an answer that this kind of question never gives.
fn fits<G, C>(
    subject: &Subject<G, C>,
    answer: Answer,
    span: Span,
    findings: &mut Findings,
) -> bool {
    let answers = subject.answers();
    let fits = answers.contains(&answer);
    if !fits {
        let article = if matches!(subject, Subject::Always { .. }) {
            "An"
        } else {
            "A"
        };
        let title = format!(
            "{article} {} never answers `{}`",
            subject.what(),
            answer.word()
        );
        let hint = format!("It answers {}.", shown_list(answers.map(Answer::word)));
        let finding = Diagnostic::error("wrong-answer", span, title).hint(hint);
        let fixes = answers.map(|it| writing(span, it.word()));
        findings.push(fixes.into_iter().fold(finding, Diagnostic::fix));
    }
    fits
}
