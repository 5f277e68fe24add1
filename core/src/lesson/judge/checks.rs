//! Criteria about answers: `expected`, `hidden`, `answers`, `tight`.

use super::{Judge, Verdict, no, numbered, refused, shown, undecided, unknown, yes};
use crate::lesson::hidden::with_hidden;
use crate::lesson::judgement::{Evidence, Judged, Met, Played};
use crate::lesson::task::Criterion;
use crate::view::{Analysis, Outcome};

impl Judge {
    /// Every check of the text is answered as expected.
    pub(super) fn expected(&self, criterion: &Criterion, analysis: &Analysis) -> Verdict {
        let checks = 0..analysis.checks.len();
        let text = (Played::Attempt, self.attempt.as_str());
        // Where nothing is expected every answer is as expected.
        let met = |outcome: &Outcome| outcome.as_expected() != Some(false);
        self.all(criterion, text, analysis, checks, met)
    }

    /// These checks of the hidden items are answered as expected.
    pub(super) fn hidden(&self, criterion: &Criterion, first: usize, last: usize) -> Verdict {
        let hidden = match self.file(self.task.hidden_file()) {
            Ok(hidden) => hidden,
            Err(missing) => return Ok(unknown(missing)),
        };
        let Some((attempt, _)) = &self.model else {
            return Ok(unknown("Hidden items belong to models."));
        };
        let both = match with_hidden(&self.kinds, attempt, hidden) {
            Ok(both) => both,
            Err(what) => return Ok(no(criterion, Some(Evidence::Missing(what)))),
        };
        let range = first.saturating_sub(1)..last;
        let Some(checks) = both.checks.get(range).filter(|it| !it.is_empty()) else {
            let count = both.checks.len();
            return Ok(unknown(format!(
                "The lesson has {count} hidden checks, and the criterion asks for `{first}-{last}`."
            )));
        };
        let text = (Played::WithHidden, both.text.as_str());
        let met = |outcome: &Outcome| outcome.as_expected() == Some(true);
        self.all(criterion, text, &both.analysis, checks.iter().copied(), met)
    }

    /// Whether all of these checks are answered so that `met` says yes. One that is not decides, whatever is unknown.
    pub(super) fn all(
        &self,
        criterion: &Criterion,
        (of, text): (Played, &str),
        analysis: &Analysis,
        checks: impl IntoIterator<Item = usize>,
        met: impl Fn(&Outcome) -> bool,
    ) -> Verdict {
        let mut open = None;
        for check in checks {
            let outcome = match self.ask(text, analysis, check)? {
                Ok(outcome) => outcome,
                Err(why) => {
                    open.get_or_insert_with(|| refused(&why));
                    continue;
                }
            };
            let evidence = || shown(of, text, analysis, check, outcome);
            if outcome.verdict.is_unknown() {
                // A check without an expectation need not be decided.
                if outcome.expected.is_some() {
                    open.get_or_insert_with(|| undecided(evidence()));
                }
            } else if !met(outcome) {
                let evidence = Evidence::Shown(Box::new(evidence()));
                return Ok(no(criterion, Some(evidence)));
            }
        }
        Ok(open.unwrap_or_else(yes))
    }

    /// Check N has this answer.
    pub(super) fn has_answer(
        &self,
        criterion: &Criterion,
        analysis: &Analysis,
        check: usize,
        word: &str,
    ) -> Verdict {
        self.one(criterion, analysis, check, |outcome| {
            outcome.answer().word() == word
        })
    }

    /// The bound of check N is the depth of its run.
    pub(super) fn tight(
        &self,
        criterion: &Criterion,
        analysis: &Analysis,
        check: usize,
    ) -> Verdict {
        let judged = self.one(criterion, analysis, check, |outcome| {
            outcome.bound.is_some() && outcome.bound == outcome.depth()
        })?;
        let Some(it) = numbered(analysis, check).filter(|_| judged.met == Met::Yes) else {
            return Ok(judged);
        };
        let may_be_shorter = match self.ask(&self.attempt, analysis, it.index)? {
            Ok(outcome) => (outcome.system.as_ref()).is_some_and(|it| it.may_be_shorter),
            Err(_) => false,
        };
        Ok(match may_be_shorter {
            true => unknown("Whether a shorter run shows the same was not decided."),
            false => judged,
        })
    }

    /// Whether the answer to a check of the attempt is such that `met` says yes.
    fn one(
        &self,
        criterion: &Criterion,
        analysis: &Analysis,
        check: usize,
        met: impl Fn(&Outcome) -> bool,
    ) -> Verdict {
        let Some(it) = numbered(analysis, check) else {
            return Ok(no(criterion, None));
        };
        let outcome = match self.ask(&self.attempt, analysis, it.index)? {
            Ok(outcome) => outcome,
            Err(why) => return Ok(refused(&why)),
        };
        let evidence = shown(Played::Attempt, &self.attempt, analysis, it.index, outcome);
        Ok(match outcome.verdict.is_unknown() {
            true => undecided(evidence),
            false if met(outcome) => Judged {
                evidence: None,
                ..yes()
            },
            false => no(criterion, Some(Evidence::Shown(Box::new(evidence)))),
        })
    }
}
