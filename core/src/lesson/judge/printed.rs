//! Criteria about the papers' printed formulas: `lies`, `cured`.

use super::{Judge, Verdict, Waits, no, unknown, yes};
use crate::lesson::judgement::{Evidence, Judged};
use crate::lesson::question::{Answer, Question};
use crate::lesson::task::Criterion;
use crate::view::{Analysis, PrintedView};

/// The difference that a formula shows that says yes where the definitions say no.
const WRONG_YES: &str = "wrong yes";

/// What the formulas of a paper say about the checks of a text.
struct Said {
    /// The first check with a wrong yes.
    wrong: Option<(usize, PrintedView)>,
    /// The first check that was answered at all.
    first: Option<(usize, PrintedView)>,
    /// Whether some answer was not decided.
    open: bool,
}

impl Judge {
    /// With these repairs the printed formulas give a wrong yes to some check.
    pub(super) fn lies(
        &self,
        criterion: &Criterion,
        analysis: &Analysis,
        paper: &str,
        repairs: &[String],
    ) -> Verdict {
        let said = self.said(analysis, paper, repairs)?;
        Ok(match said {
            Said {
                wrong: Some(it), ..
            } => Judged {
                evidence: Some(evidence(it)),
                ..yes()
            },
            Said { open: true, .. } => undecided(),
            Said { first, .. } => no(criterion, first.map(evidence)),
        })
    }

    /// With these repairs they give a wrong yes to no check.
    pub(super) fn cured(
        &self,
        criterion: &Criterion,
        analysis: &Analysis,
        paper: &str,
        repairs: &[String],
    ) -> Verdict {
        let said = self.said(analysis, paper, repairs)?;
        Ok(match said {
            Said {
                wrong: Some(it), ..
            } => no(criterion, Some(evidence(it))),
            Said { open: true, .. } => undecided(),
            Said { .. } => yes(),
        })
    }

    fn said(&self, analysis: &Analysis, paper: &str, repairs: &[String]) -> Result<Said, Waits> {
        let mut said = Said {
            wrong: None,
            first: None,
            open: false,
        };
        for check in 0..analysis.checks.len() {
            let question = Question {
                text: self.attempt.clone(),
                kind: analysis.structure.kind(),
                check,
                printed: Some(repairs.to_vec()),
            };
            // What a paper does not encode is none of its answers.
            let Answer::Printed(view) = self.known(question)? else {
                continue;
            };
            if view.paper != paper {
                continue;
            }
            if view.difference.as_deref() == Some(WRONG_YES) {
                said.wrong.get_or_insert((check, (**view).clone()));
            }
            let open = crate::language::Answer::Unknown.word();
            said.open |= view.answer == open || view.defined == open;
            said.first.get_or_insert((check, (**view).clone()));
        }
        Ok(said)
    }
}

fn evidence((check, view): (usize, PrintedView)) -> Evidence {
    Evidence::Printed(check, Box::new(view))
}

fn undecided() -> Judged {
    unknown("What the printed formulas say was not decided within the limits.")
}
