//! Completion events: which of an object is handled, and what comes of it (section 4.1).

use super::super::model::{ObjectId, Reading, TransitionId, VertexId};
use super::machine::Machine;
use super::moment::Moment;
use super::moves::{Move, Successors};
use super::rules::Rule;
use super::state::{ObjectState, SystemState};

impl Machine<'_> {
    /// The first completion event: one of its transitions, or it is gone for good.
    pub(super) fn completion_moves(
        &self,
        state: &SystemState,
        object: ObjectId,
        found: &mut Successors,
    ) {
        if self.version(Rule::Completion) == Reading::Bmc4uml {
            return self.completions_at_once(state, object, found);
        }
        let mut begun = state.clone();
        let vertex = begun.objects[object].completions.remove(0);
        let what = Move::Completion(object);
        self.at_every_moment(object, found, |moment, found| {
            let open = self.open_completions(object, &begun.objects[object], vertex, moment);
            if open.is_empty() {
                let mut after = begun.clone();
                self.settle(&mut after, object);
                return found.add(what, Ok(after), moment.report(object));
            }
            for transition in open {
                let mut after = begun.clone();
                self.begin(&mut after, object, &[transition], moment);
                found.add(what, Ok(after), moment.report(object));
            }
        });
    }

    /// BMC4UML's version (its rules 1 and 2): all completion events that no transition wants vanish together, and then any of the
    /// others is handled.
    fn completions_at_once(&self, state: &SystemState, object: ObjectId, found: &mut Successors) {
        let what = Move::Completion(object);
        self.at_every_moment(object, found, |moment, found| {
            let own = &state.objects[object];
            let mut unwanted = Vec::new();
            let mut wanted = Vec::new();
            for &vertex in &own.completions {
                let open = self.open_completions(object, own, vertex, moment);
                match open.is_empty() {
                    true => unwanted.push(vertex),
                    false => wanted.extend(open.into_iter().map(|it| (vertex, it))),
                }
            }
            if !unwanted.is_empty() {
                let mut after = state.clone();
                let completions = &mut after.objects[object].completions;
                completions.retain(|it| !unwanted.contains(it));
                self.settle(&mut after, object);
                return found.add(what, Ok(after), moment.report(object));
            }
            for (vertex, transition) in wanted {
                let mut after = state.clone();
                after.objects[object].completions.retain(|&it| it != vertex);
                self.begin(&mut after, object, &[transition], moment);
                found.add(what, Ok(after), moment.report(object));
            }
        });
    }

    /// The transitions that wait for the completion of a state and can be taken.
    fn open_completions(
        &self,
        object: ObjectId,
        own: &ObjectState,
        vertex: VertexId,
        moment: &mut Moment<'_>,
    ) -> Vec<TransitionId> {
        let chart = self.structure(object).chart;
        let mut open = chart.vertices[vertex].outgoing.clone();
        open.retain(|&it| {
            chart.transitions[it].is_completion()
                && own.active[vertex]
                && self.is_open(object, own, it, None, moment)
        });
        open
    }
}
