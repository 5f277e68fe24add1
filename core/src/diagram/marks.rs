//! What is lit on one machine card at one step of a run.

use crate::view::{CheckView, Outcome, PlaceView};

/// How an element of a card stands at a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardMarks {
    /// Where the lifeline is; `None` without a run.
    pub place: Option<PlaceView>,
    /// Where it was before the step, if it has moved.
    pub left: Option<PlaceView>,
    /// The half-steps of this step.
    pub fired: Vec<Fired>,
    /// The place that a reach check asks for.
    pub goal: Option<PlaceView>,
    /// What the lifeline waits for after the last step of a failing scenario, or in a deadlock.
    pub wait: Option<Wait>,
    /// Places in which it could do what another one waits for after the last step of a failing
    /// scenario.
    pub wanted: Vec<PlaceView>,
}

/// A half-step of the current step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fired {
    /// Which transition of the machine.
    pub transition: usize,
    /// True: its trigger was taken; false: its effects were sent.
    pub begins: bool,
}

/// What a blocked lifeline waits for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wait {
    /// Symbols that it still has to send.
    pub sends: Vec<String>,
    /// Symbols that it could take instead.
    pub takes: Vec<String>,
}

impl Wait {
    /// The wait in a few words: `waiting to send repaired`.
    #[must_use]
    pub fn words(&self) -> String {
        match (self.sends.is_empty(), self.takes.is_empty()) {
            (true, true) => "waiting".to_owned(),
            (false, true) => format!("waiting to send {}", self.sends.join(" and ")),
            (true, false) => format!("waiting for {}", self.takes.join(" or ")),
            (false, false) => format!(
                "waiting to send {} or for {}",
                self.sends.join(" and "),
                self.takes.join(" or ")
            ),
        }
    }
}

/// How a transition stands at a step, the strongest word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// The lifeline is inside it and can never go on in this run.
    Stuck,
    /// The lifeline is inside it: started, effects not yet sent.
    Inside,
    /// It has been completed in this step.
    Completed,
    /// Neither.
    Idle,
}

impl CardMarks {
    /// How a transition stands.
    #[must_use]
    pub fn stroke(&self, transition: usize) -> Stroke {
        if self.place == Some(PlaceView::Transition(transition)) {
            let stuck = self
                .wait
                .as_ref()
                .is_some_and(|wait| !wait.sends.is_empty());
            return if stuck { Stroke::Stuck } else { Stroke::Inside };
        }
        let completed = self
            .fired
            .iter()
            .any(|fired| fired.transition == transition && !fired.begins);
        if completed {
            Stroke::Completed
        } else {
            Stroke::Idle
        }
    }

    /// Whether the trigger of a transition was taken in this very step.
    #[must_use]
    pub fn trigger_lit(&self, transition: usize) -> bool {
        self.fired.contains(&Fired {
            transition,
            begins: true,
        })
    }

    /// Whether the effects of a transition were sent in this very step.
    #[must_use]
    pub fn effects_lit(&self, transition: usize) -> bool {
        self.fired.contains(&Fired {
            transition,
            begins: false,
        })
    }
}

/// The marks of one lifeline after `step` entries of the run (clamped to the run). The goal is
/// marked with and without a run. O(moves of the step).
#[must_use]
pub fn marks(
    check: Option<&CheckView>,
    outcome: Option<&Outcome>,
    step: usize,
    lifeline: usize,
) -> CardMarks {
    let goal = check.and_then(|check| {
        let of = |(of, _): &&(usize, PlaceView)| *of == lifeline;
        check.goal.iter().find(of).map(|&(_, place)| place)
    });
    let mut marks = CardMarks {
        goal,
        ..CardMarks::default()
    };
    let Some(outcome) = outcome else { return marks };
    let last = outcome.trace.len().saturating_sub(1);
    let step = step.min(last);
    let Some(view) = outcome.trace.get(step) else {
        return marks;
    };
    marks.place = view.state.get(lifeline).copied();
    for half in view.moves.iter().filter(|half| half.lifeline == lifeline) {
        marks.left = marks.left.or(Some(half.from));
        marks.fired.push(Fired {
            transition: half.transition,
            begins: half.begins,
        });
    }
    if step == last
        && let Some(reason) = outcome.reason()
    {
        // The reason speaks about all runs of the prefix: only what holds in this one is marked.
        let here = |wait: &&crate::view::WaitView| {
            wait.lifeline == lifeline && Some(wait.place) == marks.place
        };
        marks.wait = reason.waits.iter().find(here).map(|wait| Wait {
            sends: wait.sends.clone(),
            takes: wait.takes.clone(),
        });
        let partners = reason.waits.iter().flat_map(|wait| &wait.partners);
        let of = |&&(of, _): &&(usize, PlaceView)| of == lifeline;
        marks.wanted = partners.filter(of).map(|&(_, place)| place).collect();
    }
    if step == last
        && let Some(waits) = outcome.waits()
    {
        let wait = waits.holds.get(lifeline).map(|hold| Wait {
            sends: hold.sends.clone(),
            takes: hold.takes.clone(),
        });
        marks.wait = wait.filter(|wait| *wait != Wait::default());
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::sample;

    #[test]
    fn a_begun_transition_is_entered_and_its_trigger_lit() {
        let outcome = sample::outcome();
        let cm = marks(None, Some(&outcome), 2, 2);
        assert_eq!(cm.place, Some(PlaceView::Transition(0)));
        assert_eq!(cm.left, Some(PlaceView::State(0)));
        assert_eq!(cm.stroke(0), Stroke::Inside);
        assert!(cm.trigger_lit(0) && !cm.effects_lit(0));
        let alice = marks(None, Some(&outcome), 2, 0);
        assert_eq!(alice.stroke(0), Stroke::Completed);
        assert!(alice.effects_lit(0) && !alice.trigger_lit(0));
    }

    #[test]
    fn who_does_not_move_has_nothing_lit() {
        let bob = marks(None, Some(&sample::outcome()), 2, 1);
        assert_eq!(bob.place, Some(PlaceView::State(0)));
        assert_eq!((bob.left, bob.fired.len()), (None, 0));
    }

    #[test]
    fn the_wait_shows_after_the_last_step_only() {
        let outcome = sample::outcome();
        let at = |step| marks(None, Some(&outcome), step, 2);
        assert_eq!(at(9).wait, None);
        assert_eq!(at(10).stroke(4), Stroke::Stuck);
        assert_eq!(at(10_000), at(10));
        let words = at(10).wait.map(|wait| wait.words());
        assert_eq!(words.as_deref(), Some("waiting to send repaired"));
    }

    #[test]
    fn who_could_help_is_marked_where_it_could() {
        let outcome = sample::outcome();
        let reason = outcome.reason().expect("the sample has a reason");
        let &(helper, place) = reason.waits[0]
            .partners
            .first()
            .expect("somebody could help");
        let wanted = |step| marks(None, Some(&outcome), step, helper).wanted;
        assert_eq!((wanted(9), wanted(10)), (vec![], vec![place]));
    }

    #[test]
    fn in_a_deadlock_each_waits_for_its_symbols() {
        let hold = |sends: &[&str], takes: &[&str]| crate::view::HoldView {
            sends: sends.iter().map(|&it| it.to_owned()).collect(),
            takes: takes.iter().map(|&it| it.to_owned()).collect(),
        };
        let mut outcome = sample::outcome();
        let waits = Some(crate::view::WaitGraphView {
            holds: vec![hold(&["x"], &[]), hold(&[], &["y"]), hold(&[], &[])],
            ..Default::default()
        });
        outcome.detail = crate::view::Detail::Deadlock { waits };
        let words = |lifeline, step| {
            let wait = marks(None, Some(&outcome), step, lifeline).wait;
            wait.map(|wait| wait.words())
        };
        assert_eq!(words(0, 10).as_deref(), Some("waiting to send x"));
        assert_eq!(words(1, 10).as_deref(), Some("waiting for y"));
        assert_eq!((words(2, 10), words(0, 9)), (None, None));
    }

    #[test]
    fn goals_are_marked_without_a_run() {
        let mut check = sample::coffee().checks[0].clone();
        check.goal = vec![(2, PlaceView::State(2))];
        let cm = marks(Some(&check), None, 0, 2);
        assert_eq!((cm.goal, cm.place), (Some(PlaceView::State(2)), None));
        assert_eq!(marks(Some(&check), None, 0, 0), CardMarks::default());
    }
}
