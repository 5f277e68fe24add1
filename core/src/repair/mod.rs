//! Repair: the smallest edits that make a failing check pass and leave all others as they are.
//!
//! Both papers ask for it: after "which message fails" and "why" comes "what would mend it". A
//! desired scenario may be edited as well as the machines; a forbidden one, a goal and a deadlock
//! only through the machines, for editing the question is no answer.
//!
//! Three rings of trust. [`kinds`] lists candidates, guided by the reason of the failure; the
//! search tries them on the resolved model, where a trial is cheap; what survives becomes an edit
//! of the *text*, which is read anew and checked in full, every check with its evidence, before
//! anybody sees it. Invariant: no proposal is returned whose text was not re-checked.
//!
//! Edits of class models are listed as edits of the text at once ([`classes`]): each is read, checked and compared as a whole text.
//!
//! Order: one edit before two; then how much that some run does today no run does afterwards, for a check
//! is also mended where next to nothing happens any more; then cost, the number of new warnings, and how
//! many better proposals change the same places; ties in the order in which candidates are listed. Budgets
//! count checks, because the core has no clock.

pub mod classes;
pub mod kinds;
mod life;
mod search;
mod situation;
#[cfg(test)]
mod tests;
mod text_edit;

pub use crate::edit::{Line, preview};
pub use life::Lost;
pub use situation::Situation;
pub use text_edit::{Size, TextEdit};

use std::collections::BTreeMap;

use crate::edit::Page;
use crate::language::machines::document;
use crate::language::{Answer, Model, read};
use crate::text::{Patch, Severity, apply};
use life::{Losses, weight};
use search::{Candidate, Search, keeps};

/// How far to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most edits of a proposal: 1 or 2.
    pub edits: usize,
    /// Most proposals of each size.
    pub proposals: usize,
    /// Most checks on edited models.
    pub checks: u64,
}

/// How far a search for repairs got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Candidates that were tried.
    pub tried: u64,
    /// Checks that this took.
    pub checks: u64,
    /// Whether every candidate was tried.
    pub complete: bool,
}

/// Somebody asked to stop, or the budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Who answers checks for the search.
pub trait Judge {
    /// The answer to a check of an edited model, with how much of its objective can be had; need
    /// not come with evidence. [`Answer::Unknown`] turns a candidate down.
    ///
    /// # Errors
    /// Ends the search.
    fn answer(
        &mut self,
        model: &Model,
        index: usize,
        tally: &Tally,
    ) -> Result<(Answer, u32), Stopped>;

    /// The answers to all checks of a text, each with its evidence examined; `None` where some
    /// check has no answer that stands.
    ///
    /// # Errors
    /// Ends the search.
    fn recheck(&mut self, text: &str, tally: &Tally) -> Result<Option<Vec<Answer>>, Stopped>;
}

/// Edits that mend a check, verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// What each edit does, as an instruction.
    pub titles: Vec<String>,
    /// What changes in the text.
    pub patches: Vec<Patch>,
    /// The text afterwards.
    pub text: String,
    /// How many warnings the text has gained.
    pub new_warnings: usize,
    /// What no run does any more; `None` where there is too much to tell.
    pub lost: Option<Lost>,
    /// Other checks that come to be as expected, too; all that are not here answer as before.
    pub mends_too: Vec<usize>,
}

/// What decides which proposal comes first: what is lost, then what it costs.
type Rank = (usize, u32);

/// Proposals for a situation, best first, and how much was tried. `before` are the answers to all
/// checks of the text as it is.
pub fn propose(
    text: &str,
    situation: Situation<'_>,
    before: &[Answer],
    limits: &Limits,
    judge: &mut dyn Judge,
) -> (Vec<Proposal>, Tally) {
    let (document, findings) = document::parse(text);
    debug_assert!(findings.iter().all(|it| it.severity != Severity::Error));
    let page = Page::new(text, &document);
    let mut search = Search::new(situation, before, judge, limits.checks);
    let found = search.run(limits.edits);
    let mut tally = search.tally;
    let mut losses = Losses::new(situation);
    let mut proposals = Vec::new();
    for size in 1..=limits.edits {
        let sized = found.iter().filter(|it| it.edits.len() == size);
        let mut sized: Vec<_> = sized
            .filter_map(|it| written(&page, situation.model, it, &mut losses))
            .collect();
        sized.sort_by_key(|(rank, _)| *rank);
        spread(&mut sized);
        let mut room = limits.proposals;
        for (_, mut proposal) in sized {
            if room == 0 {
                break;
            }
            match judge.recheck(&proposal.text, &tally) {
                Ok(Some(after)) if mends(situation, before, &after) => {
                    let others = (0..before.len()).filter(|&it| it != situation.index);
                    proposal.mends_too = others.filter(|&it| before[it] != after[it]).collect();
                    proposals.push(proposal);
                    room -= 1;
                }
                Ok(_) => {}
                Err(Stopped) => {
                    tally.complete = false;
                    return (proposals, tally);
                }
            }
        }
    }
    (proposals, tally)
}

/// Sets back what differs from a better proposal only in what it puts into the same places, so that
/// ten triggers of one transition do not hide what else there is.
fn spread(sorted: &mut [(Rank, Proposal)]) {
    let mut seen: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
    for ((_, cost), proposal) in sorted.iter_mut() {
        let places = proposal.patches.iter().map(|patch| patch.span.start);
        let before = seen.entry(places.collect()).or_default();
        *cost += *before;
        *before += 1;
    }
    sorted.sort_by_key(|(rank, _)| *rank);
}

/// Whether the answers are as wanted: the check is mended and all others are kept.
fn mends(situation: Situation<'_>, before: &[Answer], after: &[Answer]) -> bool {
    after.len() == before.len()
        && after[situation.index] == situation.wanted
        && (0..before.len())
            .filter(|&index| index != situation.index)
            .all(|index| keeps(situation, index, before[index], after[index]))
}

/// A candidate as an edit of the text, with its rank; `None` where the text cannot be edited so.
fn written(
    page: &Page<'_>,
    model: &Model,
    candidate: &Candidate,
    losses: &mut Losses<'_>,
) -> Option<(Rank, Proposal)> {
    let changes = candidate.changes();
    let patches = page.patches(model, &changes)?;
    let text = apply(page.text(), &patches);
    let warnings = |text: &str| {
        let (_, findings) = read(text);
        let errors = findings.iter().any(|it| it.severity == Severity::Error);
        (!errors).then_some(findings.len())
    };
    let new_warnings = warnings(&text)?.saturating_sub(warnings(page.text())?);
    let proposal = Proposal {
        titles: candidate.edits.iter().map(|it| it.title.clone()).collect(),
        patches,
        text,
        new_warnings,
        lost: losses.of(&changes),
        mends_too: Vec::new(),
    };
    let cost = candidate.cost() + u32::try_from(new_warnings).unwrap_or(u32::MAX / 2);
    let weight = weight(proposal.lost.as_ref(), &changes);
    Some(((weight, cost), proposal))
}
