//! What became of each check: one row of the list, across edits of the text.
//!
//! A row outlives the revision it was made for: while a new answer is computed, or while the text
//! has errors, the last answer stays on the screen, marked as being of an earlier text.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{BlamedView, CheckView, Outcome, Progress};

use super::help::Help;
use super::stage::comparison::Before;
use crate::words::counted;

/// Names a row as long as the page is open.
pub type RowId = u32;

/// Where a check stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// Its turn has not come, or it has just begun.
    Waiting,
    /// The worker is at it, for long enough to be worth saying.
    Running(Option<Progress>),
    /// The answer is there.
    Done,
    /// Somebody pressed Stop.
    Stopped,
    /// Its time was over, and it had to be ended.
    Overdue,
    /// There will be no answer; the text says why.
    Failed(String),
}

/// An answer with the text it is about.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The text that was checked.
    pub text: Arc<str>,
    /// What was found.
    pub outcome: Arc<Outcome>,
    /// What was found out beyond the answer.
    pub help: Help,
    /// The answer before it, to an earlier text.
    pub before: Option<Before>,
}

/// What is to blame, of whatever kind of model.
#[derive(Clone, Debug, PartialEq)]
pub struct Blamed {
    /// The places in the text, with what they demand.
    pub elements: Vec<BlamedView>,
    /// What they are together.
    pub note: String,
    /// One sentence that says it all, where there are no elements.
    pub sentence: String,
}

impl Blamed {
    /// What is to blame for an answer, where that was found out.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Option<Self> {
        if let Some(blame) = outcome.system.as_ref().and_then(|it| it.blame.clone()) {
            let elements = blame.elements.into_iter();
            let elements = elements.map(|it| BlamedView {
                range: it.range,
                what: it.what,
            });
            return Some(Self {
                elements: elements.collect(),
                note: blame.sentence.clone(),
                sentence: blame.sentence,
            });
        }
        let blame = outcome.blame()?;
        let within = counted(blame.within as usize, "transaction");
        Some(Self {
            elements: blame.elements.clone(),
            note: format!(
                "Up to {within}, all of these together; without any one of them it could happen."
            ),
            sentence: blame.sentence.clone(),
        })
    }
}

/// A check's phase and its last answer, which may be of an earlier text.
#[derive(Clone, Debug)]
pub struct Run {
    /// Where it stands.
    pub phase: Phase,
    /// The last answer.
    pub answer: Option<Answer>,
}

/// A row of the list of checks.
#[derive(Clone)]
pub struct Row {
    /// Stays the same while the check is edited.
    pub id: RowId,
    /// The check as written.
    pub view: ArcRwSignal<Arc<CheckView>>,
    /// What became of it.
    pub run: ArcRwSignal<Run>,
}

impl Row {
    /// A row that waits for its first answer.
    #[must_use]
    pub fn new(id: RowId, view: &CheckView) -> Self {
        Self {
            id,
            view: ArcRwSignal::new(Arc::new(view.clone())),
            run: ArcRwSignal::new(Run {
                phase: Phase::Waiting,
                answer: None,
            }),
        }
    }
}

/// For each check of the new text the position of the old one that it continues, if any.
///
/// First come checks that ask the same, in order; then what is left over continues the check at
/// the same position, if it is of the same kind: somebody is changing its bound or its goal.
#[must_use]
pub fn continued(old: &[Arc<CheckView>], new: &[CheckView]) -> Vec<Option<usize>> {
    let mut free = vec![true; old.len()];
    let mut from: Vec<Option<usize>> = new
        .iter()
        .map(|check| {
            let same = (0..old.len()).find(|&at| free[at] && asks_the_same(&old[at], check))?;
            free[same] = false;
            Some(same)
        })
        .collect();
    for (at, check) in new.iter().enumerate() {
        if from[at].is_none() && free.get(at) == Some(&true) && old[at].kind == check.kind {
            free[at] = false;
            from[at] = Some(at);
        }
    }
    from
}

fn asks_the_same(a: &CheckView, b: &CheckView) -> bool {
    a.kind == b.kind
        && a.title == b.title
        && a.loose == b.loose
        && a.bound == b.bound
        && a.expected == b.expected
}

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_core::api::{Kind, Range};

    fn check(kind: Kind, title: &str, bound: Option<u32>) -> CheckView {
        CheckView {
            index: 0,
            kind,
            title: title.to_owned(),
            scenario: None,
            loose: false,
            goal: Vec::new(),
            lifelines: Vec::new(),
            bound,
            expected: None,
            implicit: false,
            range: Range::default(),
        }
    }

    #[test]
    fn a_check_is_followed_through_insertions_and_edits() {
        let old = [
            Arc::new(check(Kind::Scenario, "a", Some(6))),
            Arc::new(check(Kind::Deadlock, "deadlock", Some(20))),
        ];
        let inserted = [
            check(Kind::Reach, "reach P.x", None),
            check(Kind::Scenario, "a", Some(6)),
            check(Kind::Deadlock, "deadlock", Some(20)),
        ];
        assert_eq!(continued(&old, &inserted), [None, Some(0), Some(1)]);

        let edited = [
            check(Kind::Scenario, "a", Some(6)),
            check(Kind::Deadlock, "deadlock", Some(200)),
        ];
        assert_eq!(continued(&old, &edited), [Some(0), Some(1)]);
    }

    #[test]
    fn twins_are_told_apart_by_their_order() {
        let old = [
            Arc::new(check(Kind::Deadlock, "deadlock", None)),
            Arc::new(check(Kind::Deadlock, "deadlock", None)),
        ];
        let new = [
            check(Kind::Deadlock, "deadlock", None),
            check(Kind::Deadlock, "deadlock", None),
            check(Kind::Deadlock, "deadlock", None),
        ];
        assert_eq!(continued(&old, &new), [Some(0), Some(1), None]);
    }
}
