//! What is lit on one machine card at one step of a run.

use crate::system::Element;
use crate::view::{CheckView, Outcome, PlaceView};

/// How an element stands at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// The lifeline is here: in a state, or inside a transition.
    Here,
    /// It was here before the step, and has moved.
    Left,
    /// The trigger of the transition was taken in this step.
    Begun,
    /// The effects of the transition were sent in this step.
    Completed,
    /// A reach check asks for it.
    Goal,
    /// From here the lifeline could do what another one waits for after the last step of a failing scenario.
    Wanted,
}

/// What is lit on a card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardMarks {
    /// Which elements are marked, and how: a handful, each once.
    lit: Vec<(Mark, Element)>,
    /// What the lifeline waits for after the last step of a failing scenario, or in a deadlock.
    pub wait: Option<Wait>,
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
    /// Marks an element. O(marks).
    pub fn set(&mut self, mark: Mark, element: Element) {
        if !self.has(mark, element) {
            self.lit.push((mark, element));
        }
    }

    /// Whether an element is marked so.
    #[must_use]
    pub fn has(&self, mark: Mark, element: Element) -> bool {
        self.lit.contains(&(mark, element))
    }

    /// All elements that are marked so.
    pub fn all(&self, mark: Mark) -> impl Iterator<Item = Element> + '_ {
        let of = move |&(it, element): &(Mark, Element)| (it == mark).then_some(element);
        self.lit.iter().filter_map(of)
    }

    /// Where the lifeline is; `None` without a run.
    #[must_use]
    pub fn place(&self) -> Option<PlaceView> {
        self.all(Mark::Here).find_map(place)
    }

    /// The place that a reach check asks for.
    #[must_use]
    pub fn goal(&self) -> Option<PlaceView> {
        self.all(Mark::Goal).find_map(place)
    }

    /// Whether it has moved in this step.
    #[must_use]
    pub fn has_moved(&self) -> bool {
        self.all(Mark::Begun)
            .chain(self.all(Mark::Completed))
            .next()
            .is_some()
    }

    /// How a transition stands.
    #[must_use]
    pub fn stroke(&self, transition: Element) -> Stroke {
        if self.has(Mark::Here, transition) {
            let stuck = self
                .wait
                .as_ref()
                .is_some_and(|wait| !wait.sends.is_empty());
            return if stuck { Stroke::Stuck } else { Stroke::Inside };
        }
        match self.has(Mark::Completed, transition) {
            true => Stroke::Completed,
            false => Stroke::Idle,
        }
    }
}

/// The element that a place is.
#[must_use]
pub fn element(place: PlaceView) -> Element {
    match place {
        PlaceView::State(state) => Element::state(state),
        PlaceView::Transition(transition) => Element::transition(transition),
    }
}

/// The place that an element is; `None` where a lifeline cannot be there.
fn place(element: Element) -> Option<PlaceView> {
    let state = element.as_state().map(PlaceView::State);
    state.or_else(|| element.as_transition().map(PlaceView::Transition))
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
    let mut marks = CardMarks::default();
    let goals = check.iter().flat_map(|check| &check.goal);
    for &(_, place) in goals.filter(|(of, _)| *of == lifeline).take(1) {
        marks.set(Mark::Goal, element(place));
    }
    let Some(outcome) = outcome else { return marks };
    let last = outcome.trace.len().saturating_sub(1);
    let step = step.min(last);
    let Some(view) = outcome.trace.get(step) else {
        return marks;
    };
    let here = view.state.get(lifeline).copied();
    if let Some(here) = here {
        marks.set(Mark::Here, element(here));
    }
    let moves = view.moves.iter().filter(|half| half.lifeline == lifeline);
    for (number, half) in moves.enumerate() {
        if number == 0 {
            marks.set(Mark::Left, element(half.from));
        }
        let mark = if half.begins {
            Mark::Begun
        } else {
            Mark::Completed
        };
        marks.set(mark, Element::transition(half.transition));
    }
    if step == last
        && let Some(reason) = outcome.reason()
    {
        // The reason speaks about all runs of the prefix: only what holds in this one is marked.
        let is_here =
            |wait: &&crate::view::WaitView| wait.lifeline == lifeline && Some(wait.place) == here;
        marks.wait = reason.waits.iter().find(is_here).map(|wait| Wait {
            sends: wait.sends.clone(),
            takes: wait.takes.clone(),
        });
        let partners = reason.waits.iter().flat_map(|wait| &wait.partners);
        for &(_, place) in partners.filter(|(of, _)| *of == lifeline) {
            marks.set(Mark::Wanted, element(place));
        }
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
        let zero = Element::transition(0);
        assert_eq!(cm.place(), Some(PlaceView::Transition(0)));
        assert!(cm.all(Mark::Left).eq([Element::state(0)]));
        assert_eq!(cm.stroke(zero), Stroke::Inside);
        assert!(cm.has(Mark::Begun, zero) && !cm.has(Mark::Completed, zero));
        let alice = marks(None, Some(&outcome), 2, 0);
        assert_eq!(alice.stroke(zero), Stroke::Completed);
        assert!(alice.has(Mark::Completed, zero) && !alice.has(Mark::Begun, zero));
    }

    #[test]
    fn who_does_not_move_has_nothing_lit() {
        let bob = marks(None, Some(&sample::outcome()), 2, 1);
        assert_eq!(bob.place(), Some(PlaceView::State(0)));
        assert!(bob.all(Mark::Left).next().is_none() && !bob.has_moved());
    }

    #[test]
    fn the_wait_shows_after_the_last_step_only() {
        let outcome = sample::outcome();
        let at = |step| marks(None, Some(&outcome), step, 2);
        assert_eq!(at(9).wait, None);
        assert_eq!(at(10).stroke(Element::transition(4)), Stroke::Stuck);
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
        let wanted = |step| {
            let marks = marks(None, Some(&outcome), step, helper);
            marks.all(Mark::Wanted).collect::<Vec<_>>()
        };
        assert_eq!((wanted(9), wanted(10)), (vec![], vec![element(place)]));
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
        assert_eq!((cm.goal(), cm.place()), (Some(PlaceView::State(2)), None));
        assert_eq!(marks(Some(&check), None, 0, 0), CardMarks::default());
    }
}
