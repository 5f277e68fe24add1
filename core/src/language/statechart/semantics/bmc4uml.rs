//! The reading of the BMC4UML paper (its Def 2.4; section 7 of the rules): a transition function of its own over the same static
//! structure.
//!
//! One application of a rule to one object is one step. An initial pseudostate is active and completed when its region
//! is entered, so leaving it is a step. Of states only those are completed by being entered that are simple and the
//! source of a completion transition; a composite one when all its regions are in final states. A queue without room
//! keeps its sender waiting. An object whose top regions are all in final states goes on taking events, and removes them one
//! by one. Here `raised` of an object's state are its completed vertices, C.

use super::super::model::{
    Chart, ObjectId, Reading, RegionId, TransitionId, TransitionKind, VertexId, VertexKind,
};
use super::actions::{Amount, Refused};
use super::machine::{MOST_WAYS, Machine};
use super::marks::Marks;
use super::moment::{Cut, Moment};
use super::moves::{Move, Successors};
use super::oracle::every_way;
use super::rules::Rule;
use super::state::{ObjectState, ObjectStatus, Report, SystemState};
use super::term::Term;

impl Machine<'_> {
    /// The start: the initial pseudostate of each top region is active and completed.
    pub(super) fn initial_of_rules(&self, shows: bool) -> SystemState {
        let mut state = self.initial(shows);
        for (object, own) in state.objects.iter_mut().enumerate() {
            own.rest = Term::Done;
            own.dispatched.clear();
            let chart = self.structure(object).chart;
            for initial in chart.top().filter_map(|it| chart.regions[it].initial) {
                own.active.set(initial, true);
                self.complete(own, initial);
            }
        }
        state
    }

    /// Every application of a rule.
    pub(super) fn rules(&self, state: &SystemState) -> Successors<'static> {
        let mut found = Successors::default();
        if state
            .objects
            .iter()
            .any(|it| matches!(it.status, ObjectStatus::Fault(_)))
        {
            return found;
        }
        for object in 0..state.objects.len() {
            self.rules_of(state, object, &mut found);
        }
        self.script_moves(state, &mut found);
        if state.objects.iter().all(is_quiet) {
            // Rule 5.
            self.time_moves(state, &mut found);
        }
        found
    }

    /// Every application of a rule to an object, at every moment.
    pub(super) fn rules_of(&self, state: &SystemState, object: ObjectId, found: &mut Successors) {
        self.at_every_moment(object, found, |moment, found| {
            self.rules_at(state, object, moment, found);
        });
    }

    fn rules_at(
        &self,
        state: &SystemState,
        object: ObjectId,
        moment: &mut Moment<'_>,
        found: &mut Successors,
    ) {
        let chart = self.structure(object).chart;
        let own = &state.objects[object];
        let completed = self.considered(own).into_iter().map(|vertex| {
            let mut open = chart.vertices[vertex].outgoing.clone();
            open.retain(|&it| {
                chart.transitions[it].is_completion()
                    && self.holds(object, it, &own.values, None, moment)
            });
            (vertex, open)
        });
        let completed: Vec<(VertexId, Vec<TransitionId>)> = completed.collect();
        let mut stale = completed.iter().filter(|it| it.1.is_empty()).peekable();
        if stale.peek().is_some() {
            // Rule 1.
            let mut after = state.clone();
            for (vertex, _) in stale {
                after.objects[object].forget(*vertex);
            }
            found.add(Move::Forget(object), Ok(after), moment.report(object));
            if !self.model.loosened.completion {
                return;
            }
        } else if !completed.is_empty() {
            // Rule 2.
            for &transition in completed.iter().flat_map(|it| &it.1) {
                let what = Move::Completion(object);
                self.fire(state, (object, what), &[transition], moment, found);
            }
            if !self.model.loosened.completion {
                return;
            }
        }
        // Rule 3.
        let mut is_wanted = false;
        if let Some(message) = own.pool.first() {
            let enabled = self.enabled(object, own, message, moment);
            for set in self.selections(object, own, &enabled) {
                is_wanted = true;
                let mut begun = state.clone();
                let own = &mut begun.objects[object];
                own.current = own.take_head();
                self.fire(&begun, (object, Move::Event(object)), &set, moment, found);
            }
        }
        for transition in self.due(object, own) {
            if self.holds(object, transition, &own.values, None, moment) {
                is_wanted |= self.version(Rule::Discarding) == Reading::Bmc4uml;
                let what = Move::Timed(object);
                self.fire(state, (object, what), &[transition], moment, found);
            }
        }
        if !is_wanted && !own.pool.is_empty() {
            // Rule 4.
            let mut after = state.clone();
            let own = &mut after.objects[object];
            own.current = own.take_head();
            self.settle(&mut after, object);
            found.add(Move::Event(object), Ok(after), moment.report(object));
        }
    }

    /// The completed vertices of which one is handled: all of them, or by UML's version the first.
    fn considered(&self, own: &ObjectState) -> Vec<VertexId> {
        match self.version(Rule::Completion) {
            Reading::Bmc4uml => own.raised.iter().collect(),
            Reading::Uml | Reading::Scxml => own.completions.first().copied().into_iter().collect(),
        }
    }

    /// A vertex is completed; which was first is kept only where that matters.
    fn complete(&self, own: &mut ObjectState, vertex: VertexId) {
        own.raised.set(vertex, true);
        if self.version(Rule::Completion) != Reading::Bmc4uml {
            own.completions.push(vertex);
        }
    }

    /// Fires some transitions, one whole after the other, by UML's version in every order.
    fn fire(
        &self,
        state: &SystemState,
        step: (ObjectId, Move),
        transitions: &[TransitionId],
        moment: &Moment<'_>,
        found: &mut Successors,
    ) {
        if self.version(Rule::Order) == Reading::Bmc4uml {
            return self.fire_in_order(state, step, transitions, moment, found);
        }
        let all = every_way(MOST_WAYS, |oracle| {
            if !found.goes_on() {
                return;
            }
            let mut left = transitions.to_vec();
            let mut order = Vec::new();
            while !left.is_empty() {
                order.push(left.remove(oracle.choose(left.len())));
            }
            self.fire_in_order(state, step, &order, moment, found);
        });
        if !all {
            found.cut.insert((step.0, Cut::Ways));
        }
    }

    fn fire_in_order(
        &self,
        state: &SystemState,
        (object, what): (ObjectId, Move),
        transitions: &[TransitionId],
        moment: &Moment<'_>,
        found: &mut Successors,
    ) {
        every_way(1, |oracle| {
            let mut after = state.clone();
            let mut report = moment.report(object);
            let mut run = || -> Result<(), Refused> {
                for &transition in transitions {
                    report.fired.push((object, transition));
                    let mut firing = Firing {
                        machine: self,
                        state: &mut after,
                        object,
                        oracle,
                        report: &mut report,
                    };
                    firing.whole(transition)?;
                }
                self.end_of_rules(&mut after, object);
                self.settle(&mut after, object);
                Ok(())
            };
            let result = run();
            found.add(what, result.map(|()| after), report);
        });
    }

    /// An object has come to its end where all its top regions are in final states; what waits for it still has to be removed.
    fn end_of_rules(&self, state: &mut SystemState, object: ObjectId) {
        let chart = self.structure(object).chart;
        let own = &mut state.objects[object];
        let ended = chart.top().all(|it| is_in_final(chart, it, &own.active));
        if ended && own.status == ObjectStatus::Run {
            own.status = ObjectStatus::Final;
        }
    }
}

/// Whether an object lets time pass: nothing is completed, and nothing waits.
pub(super) fn is_quiet(it: &ObjectState) -> bool {
    it.raised.is_empty() && it.pool.is_empty()
}

/// Whether a final state of a region is active.
fn is_in_final(chart: &Chart, region: RegionId, active: &Marks) -> bool {
    chart.regions[region]
        .vertices
        .iter()
        .any(|&it| active[it] && chart.vertices[it].kind == VertexKind::Final)
}

/// Whether being completed matters to a vertex.
fn is_sensitive(chart: &Chart, vertex: VertexId) -> bool {
    chart.vertices[vertex]
        .outgoing
        .iter()
        .any(|&it| chart.transitions[it].is_completion())
}

/// A transition while it fires: exits from the inside to the outside, its effect, entries from the outside to the inside.
struct Firing<'f, 'm> {
    machine: &'f Machine<'m>,
    state: &'f mut SystemState,
    object: ObjectId,
    oracle: &'f mut super::oracle::Oracle,
    report: &'f mut Report,
}

impl Firing<'_, '_> {
    fn whole(&mut self, transition: TransitionId) -> Result<(), Refused> {
        let structure = self.machine.structure(self.object);
        let chart = structure.chart;
        let it = &chart.transitions[transition];
        if it.kind == TransitionKind::Internal {
            return self.behaviour(it.effect);
        }
        let region = structure.common_region(it.source, it.target);
        if let Some(outermost) = self.machine.below(self.object, it.source, region, true) {
            self.exit(outermost)?;
        }
        self.behaviour(it.effect)?;
        let mut way: Vec<VertexId> = vec![it.target];
        for &state in structure.ancestors(it.target) {
            if Some(chart.vertices[way[way.len() - 1]].region) == region {
                break;
            }
            way.push(state);
        }
        way.reverse();
        for (number, &vertex) in way.iter().enumerate() {
            self.enter(vertex, way.get(number + 1).copied())?;
        }
        Ok(())
    }

    fn behaviour(&mut self, behaviour: Option<usize>) -> Result<(), Refused> {
        let Some(behaviour) = behaviour else {
            return Ok(());
        };
        let at = self.machine.codes[self.machine.chart_of(self.object)].starts[behaviour];
        let current = &self.state.objects[self.object].current;
        let data = current
            .as_ref()
            .map_or(Vec::new(), |it| it.arguments.clone());
        let (machine, object) = (self.machine, self.object);
        machine.run(
            self.state,
            object,
            at,
            &data,
            Amount::Behaviour,
            self.oracle,
            self.report,
        )?;
        Ok(())
    }

    fn exit(&mut self, vertex: VertexId) -> Result<(), Refused> {
        let chart = self.machine.structure(self.object).chart;
        if !self.state.objects[self.object].active[vertex] {
            return Ok(());
        }
        for &region in &chart.vertices[vertex].regions {
            let inner = self.state.objects[self.object].active_in(&chart.regions[region].vertices);
            if let Some(inner) = inner {
                self.exit(inner)?;
            }
        }
        self.behaviour(chart.vertices[vertex].exit)?;
        let own = &mut self.state.objects[self.object];
        own.active.set(vertex, false);
        own.forget(vertex);
        own.clocks.set(vertex, 0);
        Ok(())
    }

    /// Enters a vertex; its regions by default, but for the one in which the next vertex on the way is.
    fn enter(&mut self, vertex: VertexId, next: Option<VertexId>) -> Result<(), Refused> {
        let structure = self.machine.structure(self.object);
        let chart = structure.chart;
        let it = &chart.vertices[vertex];
        let own = &mut self.state.objects[self.object];
        own.active.set(vertex, true);
        own.clocks.set(vertex, 0);
        let simple = it.kind == VertexKind::State && it.regions.is_empty();
        let completed = it.kind == VertexKind::Initial || (simple && is_sensitive(chart, vertex));
        own.forget(vertex);
        if completed {
            self.machine.complete(own, vertex);
        }
        self.behaviour(it.entry)?;
        for &region in &it.regions {
            let explicit =
                next.is_some_and(|next| structure.region_in(vertex, next) == Some(region));
            if let (false, Some(initial)) = (explicit, chart.regions[region].initial) {
                let own = &mut self.state.objects[self.object];
                own.active.set(initial, true);
                self.machine.complete(own, initial);
            }
        }
        if it.kind == VertexKind::Final
            && let Some(owner) = chart.regions[it.region].owner
        {
            let own = &mut self.state.objects[self.object];
            let all = chart.vertices[owner]
                .regions
                .iter()
                .all(|&it| is_in_final(chart, it, &own.active));
            if all && is_sensitive(chart, owner) {
                self.machine.complete(own, owner);
            }
        }
        Ok(())
    }
}
