//! Everything that can happen in a state of the system, one macro-step at a time (sections 3, 4 and 6): dispatches, threads, do
//! behaviours, what comes from outside, and time.

use std::collections::BTreeSet;

use super::super::model::{ObjectId, Reading, TransitionId};
use super::actions::{Amount, Refused};
use super::code::Operation;
use super::machine::{MOST_WAYS, Machine};
use super::moment::{Cut, Moment};
use super::oracle::every_way;
use super::rules::Rule;
use super::state::{Message, ObjectState, ObjectStatus, Report, SystemState};
use super::term::{Action, Term};

/// What kind of thing happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// An object begins: its top regions are entered.
    Begin(ObjectId),
    /// A thread of the running step of an object goes on.
    Thread(ObjectId),
    /// An object dispatches a completion event.
    Completion(ObjectId),
    /// An object dispatches the event at the head of its pool.
    Event(ObjectId),
    /// A timed transition of an object fires.
    Timed(ObjectId),
    /// A do behaviour of an object goes on.
    Activity(ObjectId),
    /// A script sends something.
    Script(usize),
    /// Somebody sends what no script does.
    ByHand,
    /// Time passes.
    Time(u32),
    /// A rule of the BMC4UML paper for an object: completed states without a way out are forgotten together.
    Forget(ObjectId),
}

impl Move {
    /// Whether it is a step that counts: what follows a dispatch is not.
    #[must_use]
    pub fn counts(self) -> bool {
        !matches!(self, Self::Thread(_))
    }
}

/// Something that happens, with what it leads to.
#[derive(Clone, Debug)]
pub struct Successor {
    /// What.
    pub what: Move,
    /// The state after it.
    pub after: SystemState,
    /// What it shows.
    pub report: Report,
}

/// Is asked, before each way that a step can go, whether to follow more of them.
#[derive(Clone, Copy, Default)]
pub(super) struct Pace<'w>(Option<&'w dyn Fn() -> bool>);

impl<'w> Pace<'w> {
    /// Follows ways for as long as this says so.
    pub(super) fn while_wanted(goes_on: &'w dyn Fn() -> bool) -> Self {
        Self(Some(goes_on))
    }
}

impl std::fmt::Debug for Pace<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Pace").field(&self.0.is_some()).finish()
    }
}

/// All that can happen in a state.
#[derive(Clone, Debug, Default)]
pub struct Successors<'w> {
    /// What leads somewhere.
    pub all: Vec<Successor>,
    /// The objects whose queue would hold more than is looked at.
    pub beyond: Vec<ObjectId>,
    /// Whether a sender waits for room in a queue.
    pub blocked: bool,
    /// What is not told, of which object and why.
    pub cut: BTreeSet<(ObjectId, Cut)>,
    /// What one object does by itself: what it sends goes nowhere, and what it could not send to itself is told.
    pub(super) alone: Option<Vec<(Report, Refused)>>,
    /// Whether more is to be followed: one step can go in thousands of ways.
    pub(super) pace: Pace<'w>,
    /// Whether that was denied: there is more than is listed.
    pub(super) is_stopped: bool,
}

impl Successors<'_> {
    /// Whether to follow one more way; never again once it was denied.
    pub(super) fn goes_on(&mut self) -> bool {
        self.is_stopped = self.is_stopped || self.pace.0.is_some_and(|goes_on| !goes_on());
        !self.is_stopped
    }

    pub(super) fn add(&mut self, what: Move, result: Result<SystemState, Refused>, report: Report) {
        match result {
            Ok(mut after) => {
                if let Some((labels, turn)) = &mut after.shown
                    && !report.labels.is_empty()
                {
                    labels.clone_from(&report.labels);
                    *turn = !*turn;
                }
                // Two ways to decide what is open can come to the same.
                let apart = self.alone.is_some();
                let known = self.all.iter().any(|it| {
                    it.what == what
                        && it.after == after
                        && it.report.labels == report.labels
                        && !(apart && it.report.sent != report.sent)
                });
                if !known {
                    self.all.push(Successor {
                        what,
                        after,
                        report,
                    });
                }
            }
            Err(Refused::Round(object)) => {
                self.cut.insert((object, Cut::Round));
            }
            Err(why) => {
                match why {
                    Refused::Round(_) => {}
                    Refused::Blocked => self.blocked = true,
                    Refused::BeyondBound(object) if self.beyond.contains(&object) => {}
                    Refused::BeyondBound(object) => self.beyond.push(object),
                }
                if let Some(refused) = &mut self.alone {
                    refused.push((report, why));
                }
            }
        }
    }
}

impl Machine<'_> {
    /// All that can happen: of UML's and SCXML's readings.
    pub(super) fn moves(&self, state: &SystemState, amount: Amount) -> Successors<'static> {
        let mut found = Successors::default();
        if state
            .objects
            .iter()
            .any(|it| matches!(it.status, ObjectStatus::Fault(_)))
        {
            return found;
        }
        let mut idle = true;
        for object in 0..state.objects.len() {
            idle &= self.object_moves(state, object, amount, &mut found);
        }
        idle &= found.beyond.is_empty() && !found.blocked;
        self.script_moves(state, &mut found);
        if idle {
            self.time_moves(state, &mut found);
        }
        found
    }

    /// What an object can do; whether all of it can wait for time to pass, if there is room for what is sent.
    pub(super) fn object_moves(
        &self,
        state: &SystemState,
        object: ObjectId,
        amount: Amount,
        found: &mut Successors,
    ) -> bool {
        let before = found.all.len();
        let own = &state.objects[object];
        for (number, _) in own.activities.iter().enumerate() {
            self.activity_move(state, object, number, found);
        }
        if !own.rest.is_done() {
            let begins = own.active.is_empty()
                && own.history.iter().all(Option::is_none)
                && self.has_not_begun(own, object);
            let what = if begins {
                Move::Begin(object)
            } else {
                Move::Thread(object)
            };
            let mut threads = own.rest.threads();
            if self.version(Rule::Order) != Reading::Uml {
                // No interleaving: the first one goes on until it ends.
                threads.truncate(1);
            } else if found.alone.is_some() && self.is_calm(object, own) {
                // Every order leads to the same state, and no answer depends on it.
                threads.truncate(1);
            }
            for thread in threads {
                self.every(state, (object, what), found, |after, oracle, report| {
                    self.macro_step(after, object, &thread, amount, oracle, report)
                });
            }
            return false;
        }
        let waits = |found: &Successors, from: usize| {
            let mut all = found.all[from..].iter();
            all.all(|it| matches!(it.what, Move::Timed(_)))
        };
        if own.status != ObjectStatus::Run {
            if self.takes_events(own) {
                self.event_moves(state, object, found);
            }
            return waits(found, before);
        }
        if self.is_scxml(Rule::Completion) {
            let begins = waits(found, before);
            let from = found.all.len();
            let at_some_moment = self.scxml_moves(state, object, found);
            return begins && at_some_moment.is_some_and(|it| waits(found, from + it));
        }
        let completes = !own.completions.is_empty();
        if completes {
            self.completion_moves(state, object, found);
        }
        if !completes || self.model.loosened.completion {
            self.event_moves(state, object, found);
            self.timed_moves(state, object, found);
        }
        waits(found, before)
    }

    /// Whether nothing but the default entry of all top regions is left to do.
    #[must_use]
    pub fn has_not_begun(&self, state: &ObjectState, object: ObjectId) -> bool {
        let chart = self.structure(object).chart;
        let whole = Term::parallel(chart.top().map(|it| Action::Default(it).into()));
        state.rest == whole
    }

    /// Runs a step for every way to decide what is open in it.
    fn every(
        &self,
        state: &SystemState,
        (object, what): (ObjectId, Move),
        found: &mut Successors,
        mut step: impl FnMut(
            &mut SystemState,
            &mut super::oracle::Oracle,
            &mut Report,
        ) -> Result<(), Refused>,
    ) {
        let all = every_way(MOST_WAYS, |oracle| {
            if !found.goes_on() {
                return;
            }
            let mut after = state.clone();
            let mut report = Report::default();
            let result = step(&mut after, oracle, &mut report);
            found.add(what, result.map(|()| after), report);
        });
        if !all {
            found.cut.insert((object, Cut::Ways));
        }
    }

    /// SCXML's macrostep (W3C, 2015, appendix D): transitions without an event as soon as they are open, whether their
    /// sources have ended or not; then what the object has raised itself; then what comes from elsewhere, or the time.
    ///
    /// How many of the moves are transitions without an event, where at some moment none is open.
    fn scxml_moves(
        &self,
        state: &SystemState,
        object: ObjectId,
        found: &mut Successors,
    ) -> Option<usize> {
        let own = &state.objects[object];
        let before = found.all.len();
        let mut is_closed = false;
        self.at_every_moment(object, found, |moment, found| {
            let eventless = self.open_eventless(object, own, moment);
            is_closed |= eventless.is_empty();
            for set in self.selections(object, own, &eventless) {
                let mut after = state.clone();
                self.begin(&mut after, object, &set, moment);
                found.add(Move::Completion(object), Ok(after), moment.report(object));
            }
        });
        if !is_closed && !self.model.loosened.completion {
            return None;
        }
        let eventless = found.all.len() - before;
        self.event_moves(state, object, found);
        if own.internal == 0 {
            self.timed_moves(state, object, found);
        }
        is_closed.then_some(eventless)
    }

    /// The head of the pool: a do behaviour takes it, transitions fire, it is deferred, or it is discarded.
    fn event_moves(&self, state: &SystemState, object: ObjectId, found: &mut Successors) {
        let own = &state.objects[object];
        let Some(message) = own.pool.first().cloned() else {
            return;
        };
        let what = Move::Event(object);
        let mut waiting = false;
        for (number, activity) in own.activities.iter().enumerate() {
            let accepted = self.codes[self.chart_of(object)].accepted(activity.at);
            if !activity.waits || !accepted.is_some_and(|it| it.contains(&message.event)) {
                continue;
            }
            waiting = true;
            let mut after = state.clone();
            after.objects[object].take_head();
            self.accept(&mut after, object, number, &message);
            found.add(what, Ok(after), Report::default());
        }
        self.at_every_moment(object, found, |moment, found| {
            let enabled = self.enabled(object, own, &message, moment);
            let is_kept = self.version(Rule::Discarding) == Reading::Bmc4uml
                && self.is_due(object, own, moment);
            let mut add = |after: SystemState| found.add(what, Ok(after), moment.report(object));
            if let Some(deferring) = self.deferring(object, own, message.event, &enabled) {
                if !waiting {
                    let mut after = state.clone();
                    let own = &mut after.objects[object];
                    own.take_head();
                    own.deferred.push((message.clone(), deferring));
                    add(after);
                }
                return;
            }
            let sets = self.selections(object, own, &enabled);
            if sets.is_empty() && !waiting && !is_kept {
                let mut after = state.clone();
                let own = &mut after.objects[object];
                own.current = own.take_head();
                self.settle(&mut after, object);
                add(after);
            }
            for set in sets {
                let mut after = state.clone();
                let own = &mut after.objects[object];
                own.current = own.take_head();
                self.begin(&mut after, object, &set, moment);
                add(after);
            }
        });
    }

    /// A step of an object begins with some transitions.
    pub(super) fn begin(
        &self,
        state: &mut SystemState,
        object: ObjectId,
        transitions: &[TransitionId],
        moment: &Moment<'_>,
    ) {
        let own = &mut state.objects[object];
        self.freeze(object, own, Some(moment));
        let segments = transitions
            .iter()
            .map(|&it| Term::from(Action::Segment(it)));
        own.rest = if transitions.len() > 1 && self.is_scxml(Rule::Order) {
            Action::Microstep(transitions.to_vec()).into()
        } else {
            Term::parallel(segments)
        };
    }

    /// A do behaviour takes an event and goes on behind its `accept`.
    fn accept(&self, state: &mut SystemState, object: ObjectId, number: usize, message: &Message) {
        let code = &self.codes[self.chart_of(object)];
        let activity = &mut state.objects[object].activities[number];
        activity.at = code.settled(code.settled(activity.at) + 1);
        activity.waits = false;
        activity.data.clone_from(&message.arguments);
        if let Some(caller) = message.caller {
            state.scripts[caller].waits = false;
        }
    }

    /// One step of a do behaviour: an action, registering for an event, or its end.
    fn activity_move(
        &self,
        state: &SystemState,
        object: ObjectId,
        number: usize,
        found: &mut Successors,
    ) {
        let activity = &state.objects[object].activities[number];
        let what = Move::Activity(object);
        let code = &self.codes[self.chart_of(object)];
        let at = code.settled(activity.at);
        if activity.waits
            || !matches!(
                state.objects[object].status,
                ObjectStatus::Run | ObjectStatus::Final
            )
        {
            return;
        }
        if let Some(events) = code.accepted(at) {
            let mut after = state.clone();
            let own = &mut after.objects[object];
            own.activities[number].waits = true;
            // An event that its own state has deferred is taken at once.
            let owner = own.activities[number].state;
            let kept = own
                .deferred
                .iter()
                .position(|(it, by)| *by == owner && events.contains(&it.event));
            if let Some(kept) = kept {
                let (message, _) = own.deferred.remove(kept);
                self.accept(&mut after, object, number, &message);
            }
            return found.add(what, Ok(after), Report::default());
        }
        if let Operation::End = code.operations[at] {
            let mut after = state.clone();
            let own = &mut after.objects[object];
            let ended = own.activities.remove(number);
            if !self.is_scxml(Rule::Completion) {
                self.check_completion(own, object, ended.state);
            }
            return found.add(what, Ok(after), Report::default());
        }
        self.every(state, (object, what), found, |after, oracle, report| {
            let data = after.objects[object].activities[number].data.clone();
            let owner = after.objects[object].activities[number].state;
            let rest = self.run(after, object, at, &data, Amount::Statement, oracle, report)?;
            let own = &mut after.objects[object];
            if let Some(activity) = own.activities.iter_mut().find(|it| it.state == owner) {
                activity.at = rest.unwrap_or_else(|| end_of(code, at));
            }
            self.settle(after, object);
            Ok(())
        });
    }

    fn timed_moves(&self, state: &SystemState, object: ObjectId, found: &mut Successors) {
        let own = &state.objects[object];
        for transition in self.due(object, own) {
            self.at_every_moment(object, found, |moment, found| {
                if self.is_open(object, own, transition, None, moment) {
                    let mut after = state.clone();
                    self.begin(&mut after, object, &[transition], moment);
                    found.add(Move::Timed(object), Ok(after), moment.report(object));
                }
            });
        }
    }
}

/// Where the behaviour that a position is in ends.
fn end_of(code: &super::code::Code<'_>, at: usize) -> usize {
    let rest = code.operations[at..]
        .iter()
        .position(|it| matches!(it, Operation::End));
    at + rest.unwrap_or(0)
}
