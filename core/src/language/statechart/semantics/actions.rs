//! What each action becomes, and what it changes (section 3, first table), and macro-steps.
//!
//! A macro-step of a thread is at most one behaviour, then all silent actions up to, not including, the next behaviour, the
//! end of the thread, or a parallel. Whether `ensure` is a behaviour is seen when it is reached: a state that is active
//! by then is not entered again.

use super::super::model::{ObjectId, Reading, RegionId, TransitionId, VertexId};
use super::machine::{MOST_ACTIONS, Machine};
use super::oracle::Oracle;
use super::rules::Rule;
use super::state::{
    Activity, Fault, Message, ObjectState, ObjectStatus, Put, Report, Sending, SystemState,
};
use super::term::{Action, Term};

/// How much of a behaviour one step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// All of it.
    Behaviour,
    /// One statement.
    Statement,
}

/// Why a step does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A queue has no room, and its sender waits.
    Blocked,
    /// A queue has no room, and what would follow is not looked at.
    BeyondBound(ObjectId),
    /// The step never ends, and reads an input each time it goes round.
    Round(ObjectId),
}

impl Machine<'_> {
    /// One macro-step of a thread of an object.
    pub(super) fn macro_step(
        &self,
        state: &mut SystemState,
        object: ObjectId,
        thread: &[usize],
        amount: Amount,
        oracle: &mut Oracle,
        report: &mut Report,
    ) -> Result<(), Refused> {
        let whole = std::mem::take(&mut state.objects[object].rest);
        let mut term = whole.thread(thread).cloned().unwrap_or_default();
        // What others of the object see while the thread runs: a state that two threads enter is entered once, since
        // both look at what is active, not at each other's terms.
        if let Some((action, _)) = term.first()
            && self.is_visible(&state.objects[object], object, action)
        {
            term = self.visible(state, object, term, amount, oracle, report)?;
        }
        let mut left = MOST_ACTIONS;
        // Where an input was read, and after how many actions the last one was.
        let mut met = Vec::new();
        let mut last_read = MOST_ACTIONS;
        while state.objects[object].status == ObjectStatus::Run
            || state.objects[object].status == ObjectStatus::Final
        {
            let Some((action, frozen)) = term.first() else {
                break;
            };
            if self.is_visible(&state.objects[object], object, action) {
                break;
            }
            let here = (&state.objects[object], &term);
            let goes_round = met.iter().any(|(own, term)| (own, term) == here);
            let is_over = left == 0 || term.size() > MOST_ACTIONS;
            if goes_round || (is_over && !met.is_empty() && last_read <= MOST_ACTIONS / 2) {
                return Err(Refused::Round(object));
            }
            if is_over {
                state.objects[object].status = ObjectStatus::Fault(Fault::Endless);
                break;
            }
            left -= 1;
            let (action, frozen) = (action.clone(), frozen.map(<[i64]>::to_vec));
            let may_read = matches!(action, Action::Enter(..)) && self.has_inputs(object);
            let before = may_read.then(|| (state.objects[object].clone(), term.clone()));
            let read = report.read.len();
            let becomes = self.silent(state, object, action, frozen.as_deref(), oracle, report)?;
            if let Some(before) = before.filter(|_| report.read.len() > read) {
                met.push(before);
                last_read = left;
            }
            term = term.replace_first(becomes);
        }
        let it = &mut state.objects[object];
        if matches!(it.status, ObjectStatus::Run | ObjectStatus::Final) {
            it.rest = whole.with_thread(thread, term);
        }
        self.settle(state, object);
        Ok(())
    }

    /// Whether events can be sent to an object: one that has come to its end takes none, but in the BMC4UML reading, which knows
    /// no end: its rule 4 removes them one by one.
    #[must_use]
    pub fn takes_events(&self, own: &ObjectState) -> bool {
        let is_endless =
            self.version(Rule::End) == Reading::Bmc4uml && own.status == ObjectStatus::Final;
        own.status == ObjectStatus::Run || is_endless
    }

    /// What ends with a step, and with an object.
    pub(super) fn settle(&self, state: &mut SystemState, object: ObjectId) {
        let it = &mut state.objects[object];
        if matches!(it.status, ObjectStatus::Terminated | ObjectStatus::Fault(_)) {
            it.completions.clear();
            it.deferred.clear();
            it.activities.clear();
            it.forget_pool();
            it.rest = Term::Done;
        }
        if !it.rest.is_done() {
            return;
        }
        it.dispatched.clear();
        let ended = it.current.take();
        if it.status == ObjectStatus::Final && !self.takes_events(it) {
            it.forget_pool();
        }
        // A call returns when the step that handled it has ended its firing.
        if let Some(caller) = ended.and_then(|it| it.caller) {
            state.scripts[caller].waits = false;
        }
    }

    /// Whether an action is a behaviour here and now.
    fn is_visible(&self, state: &ObjectState, object: ObjectId, action: &Action) -> bool {
        match action {
            Action::Run(_) => true,
            Action::Ensure(vertex, ..) => {
                !state.active[*vertex]
                    && self.structure(object).chart.vertices[*vertex]
                        .entry
                        .is_some()
            }
            _ => false,
        }
    }

    /// Does the behaviour with which a term begins.
    fn visible(
        &self,
        state: &mut SystemState,
        object: ObjectId,
        mut term: Term,
        amount: Amount,
        oracle: &mut Oracle,
        report: &mut Report,
    ) -> Result<Term, Refused> {
        let action = term.first().map(|it| it.0.clone());
        if let Some(Action::Ensure(vertex, explicit, beside)) = action {
            let becomes = self.activate(state, object, vertex, &explicit, *beside);
            let entry = self.structure(object).chart.vertices[vertex].entry;
            let run = entry.map_or(Term::Done, |it| {
                Action::Run(self.codes[self.chart_of(object)].starts[it]).into()
            });
            term = term.replace_first(Term::sequence([run, becomes]));
        }
        let Some((Action::Run(position), _)) = term.first() else {
            return Ok(term);
        };
        let position = *position;
        let data = state.objects[object]
            .current
            .as_ref()
            .map_or(Vec::new(), |it| it.arguments.clone());
        let rest = self.run(state, object, position, &data, amount, oracle, report)?;
        let becomes = rest.map_or(Term::Done, |it| Action::Run(it).into());
        Ok(term.replace_first(becomes))
    }

    /// Makes a state active; what then is still to be done, its entry behaviour aside.
    fn activate(
        &self,
        state: &mut SystemState,
        object: ObjectId,
        vertex: VertexId,
        explicit: &[RegionId],
        beside: Term,
    ) -> Term {
        let chart = self.structure(object).chart;
        let it = &chart.vertices[vertex];
        let own = &mut state.objects[object];
        own.active.set(vertex, true);
        own.clocks.set(vertex, 0);
        own.complete.set(it.region, false);
        let mut entries = Vec::new();
        let mut beside = Some(beside);
        for &region in &it.regions {
            own.complete.set(region, false);
            if explicit.contains(&region) {
                // SCXML enters what comes first in the text first.
                if self.is_scxml(Rule::Order) {
                    entries.extend(beside.take());
                }
                continue;
            }
            match chart.regions[region].initial {
                Some(_) => entries.push(Action::Default(region).into()),
                None => own.complete.set(region, true),
            }
        }
        entries.extend(beside);
        let activity = it
            .activity
            .map_or(Term::Done, |_| Action::StartActivity(vertex).into());
        Term::sequence([
            activity,
            Action::Entered(vertex).into(),
            Term::parallel(entries),
        ])
    }

    /// check(s): a state that is entered and has nothing left to do raises its completion event, once.
    pub(super) fn check_completion(
        &self,
        state: &mut ObjectState,
        object: ObjectId,
        vertex: VertexId,
    ) {
        let chart = self.structure(object).chart;
        let regions = &chart.vertices[vertex].regions;
        let busy = state.activities.iter().any(|it| it.state == vertex);
        if state.active[vertex]
            && state.entered[vertex]
            && !busy
            && regions.iter().all(|&it| state.complete[it])
            && !state.raised[vertex]
        {
            state.raised.set(vertex, true);
            state.completions.push(vertex);
            self.put_in_order(object, state);
        }
    }

    /// What SCXML raises when a region of a state has come to its end: `done.state.ID` of the child that ends, the region
    /// itself or its state, and of the `<parallel>` around that if all its children have ended.
    fn done(
        &self,
        state: &mut SystemState,
        object: ObjectId,
        (region, owner): (RegionId, VertexId),
        report: &mut Report,
    ) -> Result<(), Refused> {
        let structure = self.structure(object);
        let outer = structure.chart.vertices[owner].region;
        let (of_child, parallel) = match structure.is_child(region) {
            true => (self.done_region(object, region), Some(owner)),
            false => {
                let around = structure.chart.regions[outer].owner;
                let is_around =
                    |it: &VertexId| structure.is_parallel(*it) && !structure.is_child(outer);
                (self.done_event(object, owner), around.filter(is_around))
            }
        };
        let ended = parallel.filter(|&it| self.has_ended(&state.objects[object], object, it));
        let of_parallel = ended.and_then(|it| self.done_event(object, it));
        for event in of_child.into_iter().chain(of_parallel) {
            let message = Message {
                event,
                arguments: Vec::new(),
                caller: None,
            };
            let sending = Sending {
                from: Some(object),
                to: object,
                message,
                put: Put::default(),
            };
            self.raise(state, sending, report)?;
        }
        Ok(())
    }

    /// W3C's `isInFinalState`: all regions of a state have ended; one that stands for the composite state in it has as soon as
    /// that has.
    fn has_ended(&self, state: &ObjectState, object: ObjectId, vertex: VertexId) -> bool {
        let structure = self.structure(object);
        let chart = structure.chart;
        let is_parallel = structure.is_parallel(vertex);
        chart.vertices[vertex].regions.iter().all(|&region| {
            let inner = state.active_in(&chart.regions[region].vertices);
            let stands_for = is_parallel && !structure.is_child(region);
            let inner = inner.filter(|&it| stands_for && !chart.vertices[it].regions.is_empty());
            state.complete[region] || inner.is_some_and(|it| self.has_ended(state, object, it))
        })
    }

    /// What an action that is not seen becomes.
    fn silent(
        &self,
        state: &mut SystemState,
        object: ObjectId,
        action: Action,
        frozen: Option<&[i64]>,
        oracle: &mut Oracle,
        report: &mut Report,
    ) -> Result<Term, Refused> {
        let chart = self.structure(object).chart;
        let own = &mut state.objects[object];
        Ok(match action {
            Action::Run(_) => Term::Done,
            Action::Exit(vertex) => {
                if !own.active[vertex] {
                    return Ok(Term::Done);
                }
                let it = &chart.vertices[vertex];
                let children = it
                    .regions
                    .iter()
                    .filter_map(|&it| own.active_in(&chart.regions[it].vertices));
                let mut children: Vec<Term> = children.map(|it| Action::Exit(it).into()).collect();
                if self.is_scxml(Rule::Order) {
                    // What comes last in the text is left first.
                    children.reverse();
                }
                let children = Term::parallel(children);
                if self.is_scxml(Rule::History) {
                    self.remember(own, object, vertex, false);
                }
                let exit = it.exit.map_or(Term::Done, |it| {
                    Action::Run(self.codes[self.chart_of(object)].starts[it]).into()
                });
                Term::sequence([
                    children,
                    Action::Abort(vertex).into(),
                    exit,
                    Action::Leave(vertex).into(),
                ])
            }
            Action::Abort(vertex) => {
                own.activities.retain(|it| it.state != vertex);
                Term::Done
            }
            Action::Leave(vertex) => {
                self.leave(own, object, vertex, report);
                Term::Done
            }
            Action::Complete(region) => {
                own.complete.set(region, true);
                match chart.regions[region].owner {
                    Some(owner) => {
                        if !self.is_scxml(Rule::Completion) {
                            self.check_completion(own, object, owner);
                        }
                        if self.is_scxml(Rule::Done) {
                            self.done(state, object, (region, owner), report)?;
                        }
                    }
                    None if chart.top().all(|it| own.complete[it]) => {
                        own.status = ObjectStatus::Final;
                    }
                    None => {}
                }
                Term::Done
            }
            Action::Reopen(region) => {
                own.complete.set(region, false);
                Term::Done
            }
            Action::Entered(vertex) => {
                own.entered.set(vertex, true);
                if !self.is_scxml(Rule::Completion) {
                    self.check_completion(own, object, vertex);
                }
                Term::Done
            }
            Action::Default(region) => {
                let initial = chart.regions[region].initial;
                let segment = initial.and_then(|it| chart.vertices[it].outgoing.first());
                segment.map_or(Term::Done, |&it| Action::Segment(it).into())
            }
            Action::Restore(region) => self.restore(own, object, region),
            Action::Ensure(vertex, explicit, beside) => match own.active[vertex] {
                true => *beside,
                false => self.activate(state, object, vertex, &explicit, *beside),
            },
            Action::StartActivity(vertex) => {
                let Some(behaviour) = chart.vertices[vertex].activity else {
                    return Ok(Term::Done);
                };
                let at = self.codes[self.chart_of(object)].starts[behaviour];
                let data = own
                    .current
                    .as_ref()
                    .map_or(Vec::new(), |it| it.arguments.clone());
                own.activities.push(Activity {
                    state: vertex,
                    at,
                    waits: false,
                    data,
                });
                own.activities.sort();
                Term::Done
            }
            Action::Segment(transition) => {
                report.fired.push((object, transition));
                match self.at_once(object, own, &[transition]) {
                    Some(it) => self.followed(object, it, report),
                    None => self.segment(object, own, transition),
                }
            }
            Action::Microstep(all) => {
                report.fired.extend(all.iter().map(|&it| (object, it)));
                match self.at_once(object, own, &all) {
                    Some(it) => self.followed(object, it, report),
                    None => self.microstep(object, own, &all),
                }
            }
            Action::Enter(vertex, by) => {
                self.enter(own, object, vertex, by, frozen, (oracle, report))
            }
        })
    }

    fn leave(
        &self,
        state: &mut ObjectState,
        object: ObjectId,
        vertex: VertexId,
        report: &mut Report,
    ) {
        let chart = self.structure(object).chart;
        let it = &chart.vertices[vertex];
        state.active.set(vertex, false);
        state.entered.set(vertex, false);
        state.raised.set(vertex, false);
        state.clocks.set(vertex, 0);
        state.completions.retain(|&it| it != vertex);
        self.put_in_order(object, state);
        let is_remembered = !self.is_scxml(Rule::History);
        if is_remembered {
            state.history[it.region] = Some(vertex);
        }
        for &region in &it.regions {
            if state.complete[region] && is_remembered {
                state.history[region] = None;
            }
            state.complete.set(region, false);
        }
        // What it deferred goes to the front of the pool, in its order.
        let (freed, kept) = std::mem::take(&mut state.deferred)
            .into_iter()
            .partition(|it: &(Message, _)| it.1 == vertex);
        state.deferred = kept;
        let freed: Vec<(Message, VertexId)> = freed;
        if !freed.is_empty() {
            report.freed.push((object, vertex));
        }
        let front = state.internal;
        state
            .pool
            .splice(front..front, freed.into_iter().map(|it| it.0));
        if !self.keeps_history(object, it.region) {
            state.history[it.region] = None;
        }
    }

    /// What transitions that are taken at once become, and the segments that follow by themselves as fired.
    fn followed(
        &self,
        object: ObjectId,
        (term, ways): (Term, Vec<TransitionId>),
        report: &mut Report,
    ) -> Term {
        report.fired.extend(ways.into_iter().map(|it| (object, it)));
        term
    }
}
