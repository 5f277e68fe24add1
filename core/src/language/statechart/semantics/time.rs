//! Time (section 6): when it can pass, how far, and what it does to clocks.

use super::super::model::ObjectId;
use super::machine::Machine;
use super::moves::{Move, Successors};
use super::state::{ObjectState, ObjectStatus, Report, SystemState};

impl Machine<'_> {
    /// Time passes where nobody can do anything else, to where something is due, and no further than something must.
    pub(super) fn time_moves(&self, state: &SystemState, found: &mut Successors) {
        let Some((least, most)) = self.delays(state) else {
            return;
        };
        for passed in least.max(1)..=most {
            let mut after = state.clone();
            self.pass(&mut after, passed);
            found.add(Move::Time(passed), Ok(after), Report::default());
        }
    }

    /// X1 and X2: the least time to where a timed transition is due, and to where one must fire.
    pub(super) fn delays(&self, state: &SystemState) -> Option<(u32, u32)> {
        let all = state.objects.iter().enumerate();
        all.filter_map(|(object, own)| self.delays_of(object, own))
            .reduce(|one, other| (one.0.min(other.0), one.1.min(other.1)))
    }

    /// The same of one object.
    #[must_use]
    pub fn delays_of(&self, object: ObjectId, own: &ObjectState) -> Option<(u32, u32)> {
        let mut delays: Option<(u32, u32)> = None;
        if own.status != ObjectStatus::Run {
            return None;
        }
        let chart = self.structure(object).chart;
        for (transition, it) in chart.transitions.iter().enumerate() {
            let clock = own.clocks[it.source];
            if !own.active[it.source] || !self.holds(object, transition, &own.values, None) {
                continue;
            }
            for &(from, to) in it.after.iter().filter(|it| clock <= it.1) {
                let (first, last) = (from.saturating_sub(clock), to - clock);
                let (least, most) = delays.get_or_insert((first, last));
                *least = (*least).min(first);
                *most = (*most).min(last);
            }
        }
        delays
    }

    /// Lets time pass.
    pub(super) fn pass(&self, state: &mut SystemState, time: u32) {
        for (object, own) in state.objects.iter_mut().enumerate() {
            self.pass_of(object, own, time);
        }
    }

    /// Lets time pass for an object; a clock stops behind all that it is compared with.
    pub fn pass_of(&self, object: ObjectId, own: &mut ObjectState, time: u32) {
        let chart = self.structure(object).chart;
        for (vertex, it) in chart.vertices.iter().enumerate() {
            let bounds = it
                .outgoing
                .iter()
                .flat_map(|&it| &chart.transitions[it].after)
                .map(|it| it.1);
            if let Some(most) = bounds.max().filter(|_| own.active[vertex]) {
                own.clocks.set(
                    vertex,
                    own.clocks[vertex].saturating_add(time).min(most + 1),
                );
            }
        }
    }
}
