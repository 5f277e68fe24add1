//! What became of each check: one row of the list, across edits of the text.
//!
//! A row outlives the revision it was made for. Invariant: the answer of a row is an answer to the question that the
//! row asks, over the model that it asks about ([`Asked`]), of the latest text without errors. What was answered before
//! is kept beside it, for undo and for comparisons; it is no answer of the row.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{BlamedView, CheckView, Outcome};

use super::aid::Help;
use super::search::Search;
use crate::words::counted;

/// Names a row as long as the page is open.
pub type RowId = u32;

/// Where a check stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// Its turn has not come, or it has just begun.
    Waiting,
    /// The worker is at it, for long enough to be worth saying.
    Running(Search),
    /// The answer is there.
    Done,
    /// Somebody pressed Stop.
    Stopped,
    /// Its time was over, and it had to be ended.
    Overdue,
    /// There will be no answer; the text says why.
    Failed(String),
}

/// What a row asks, and of which model: as in [`lockstep_core::api::WhatIsAsked`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The model.
    pub model: Arc<str>,
    /// The question.
    pub question: Arc<str>,
}

/// An answer with the text it is about.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What was asked.
    pub asked: Asked,
    /// The text that it is about: the one that was checked, or a later one that asks the same of the same model.
    pub text: Arc<str>,
    /// What was found.
    pub outcome: Arc<Outcome>,
    /// What was found out beyond the answer.
    pub help: Help,
    /// The answer before it, to an earlier text.
    pub before: Option<Before>,
}

/// An answer to an earlier text.
#[derive(Clone, Debug)]
pub struct Before {
    /// That text.
    pub text: Arc<str>,
    /// What was found.
    pub outcome: Arc<Outcome>,
}

/// A run that is shown instead of the selected check's.
#[derive(Debug)]
pub struct ShownRun {
    /// The row that was selected; while another one is, this is not shown.
    pub row: Option<RowId>,
    /// Its check.
    pub check: CheckView,
    /// The run, in the form of an answer.
    pub outcome: Arc<Outcome>,
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

/// A check's phase and its answer.
#[derive(Clone, Debug)]
pub struct Run {
    /// What is asked.
    pub asked: Asked,
    /// Where it stands.
    pub phase: Phase,
    /// The answer to what is asked.
    pub answer: Option<Answer>,
    /// The last answer to something else that this row has asked.
    pub earlier: Option<Answer>,
    /// Whether the stage dims the earlier run instead of taking it away: until the search for the new answer takes long
    /// enough to be worth saying. Most answers come sooner, and nothing flickers.
    pub holds: bool,
}

impl Run {
    /// Waits for its first answer.
    #[must_use]
    pub fn new(asked: Asked) -> Self {
        Self {
            asked,
            phase: Phase::Waiting,
            answer: None,
            earlier: None,
            holds: false,
        }
    }

    /// Goes on with a later text, in which this is the check of an index and asks this. Where that is the same as
    /// before, the answer stays; an undone edit brings the earlier one back; else it waits.
    pub fn follow(&mut self, asked: &Asked, index: usize, text: &Arc<str>) {
        if self.asked != *asked {
            self.asked = asked.clone();
            let before = self.answer.take();
            self.answer = self.earlier.take_if(|it| it.asked == *asked);
            self.earlier = before.or(self.earlier.take());
            self.phase = match self.answer {
                Some(_) => Phase::Done,
                None => Phase::Waiting,
            };
            self.holds = self.answer.is_none();
        }
        let Some(answer) = &mut self.answer else {
            return;
        };
        if answer.text != *text {
            answer.text = Arc::clone(text);
            // Edits and places are of the text in which they were found.
            answer.help = std::mem::take(&mut answer.help).carried();
        }
        if answer.outcome.check != index {
            let outcome = (*answer.outcome).clone();
            answer.outcome = Arc::new(Outcome {
                check: index,
                ..outcome
            });
        }
    }

    /// Takes the answer to what is asked.
    pub fn take(&mut self, text: Arc<str>, outcome: Arc<Outcome>) {
        let (before, help) = match (self.answer.take(), &self.earlier) {
            (Some(it), _) => (it.before, it.help.carried()),
            (None, Some(it)) => {
                let (text, outcome) = (Arc::clone(&it.text), Arc::clone(&it.outcome));
                (Some(Before { text, outcome }), it.help.clone().carried())
            }
            (None, None) => (None, Help::default()),
        };
        self.phase = Phase::Done;
        self.holds = false;
        self.answer = Some(Answer {
            asked: self.asked.clone(),
            text,
            outcome,
            help,
            before,
        });
    }

    /// What the stage shows: the answer, else for a moment the earlier one, see [`Self::holds`].
    #[must_use]
    pub fn shown(&self) -> Option<&Answer> {
        let holds = self.holds && self.phase == Phase::Waiting;
        let earlier = self.earlier.as_ref().filter(|_| holds);
        self.answer.as_ref().or(earlier)
    }
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
    pub fn new(id: RowId, view: &CheckView, asked: Asked) -> Self {
        Self {
            id,
            view: ArcRwSignal::new(Arc::new(view.clone())),
            run: ArcRwSignal::new(Run::new(asked)),
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

    fn asked(model: &str, question: &str) -> Asked {
        Asked {
            model: model.into(),
            question: question.into(),
        }
    }

    fn answered(text: &str) -> Run {
        let mut run = Run::new(asked("m", "q"));
        run.take(text.into(), Arc::new(Outcome::unanswered(0, Kind::Reach)));
        run
    }

    #[test]
    fn another_question_or_another_model_waits_and_undo_brings_the_answer_back() {
        for other in [asked("m", "other"), asked("other", "q")] {
            let mut run = answered("one");
            run.follow(&other, 0, &"two".into());
            assert_eq!(run.phase, Phase::Waiting);
            assert!(run.answer.is_none());
            // The stage has it for a moment, and no longer than that.
            assert!(run.shown().is_some_and(|it| &*it.text == "one"));
            run.holds = false;
            assert!(run.shown().is_none());
            run.follow(&asked("m", "q"), 0, &"one".into());
            assert_eq!(run.phase, Phase::Done);
            assert!(run.answer.is_some() && run.earlier.is_none());
        }
    }

    #[test]
    fn the_same_question_over_the_same_model_keeps_its_answer_at_its_new_place() {
        let mut run = answered("one");
        run.follow(&asked("m", "q"), 1, &"// why\none".into());
        assert_eq!(run.phase, Phase::Done);
        let answer = run.answer.as_ref().expect("it was kept");
        assert_eq!((&*answer.text, answer.outcome.check), ("// why\none", 1));
        // What the user has stopped stays stopped.
        run.phase = Phase::Stopped;
        run.follow(&asked("m", "q"), 1, &"one".into());
        assert_eq!(run.phase, Phase::Stopped);
    }

    #[test]
    fn what_was_answered_before_an_edit_can_be_compared_with_what_came_after() {
        let mut run = answered("one");
        run.follow(&asked("m", "other"), 0, &"two".into());
        run.follow(&asked("m", "another"), 0, &"three".into());
        run.take(
            "three".into(),
            Arc::new(Outcome::unanswered(0, Kind::Reach)),
        );
        let before = run.answer.and_then(|it| it.before);
        assert!(before.is_some_and(|it| &*it.text == "one"));
    }

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
            expect_written: false,
            forbidden: false,
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
