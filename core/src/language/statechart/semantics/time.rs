//! Time (section 6): when it can pass, how far, and what it does to clocks.

use std::collections::BTreeSet;

use super::super::model::{ObjectId, TransitionId};
use super::machine::Machine;
use super::moment::{Cut, Moment};
use super::moves::{Move, Successors};
use super::state::{ObjectState, ObjectStatus, Report, SystemState};

/// The least time to where something is due, and to where it must fire; nothing where time does not matter.
pub type Delay = Option<(u32, u32)>;

/// What inputs were.
type Read = Vec<(ObjectId, usize, i64)>;

/// What two things that wait for time allow together.
#[must_use]
pub fn earliest(one: Delay, other: Delay) -> Delay {
    match (one, other) {
        (Some(one), Some(other)) => Some((one.0.min(other.0), one.1.min(other.1))),
        (one, other) => one.or(other),
    }
}

impl Machine<'_> {
    /// Time passes where nobody can do anything else, to where something is due, and no further than something must.
    pub(super) fn time_moves(&self, state: &SystemState, found: &mut Successors) {
        let mut told = BTreeSet::new();
        for (bounds, read) in self.delays(state, found) {
            let (least, most) = bounds.unwrap_or((1, 0));
            for passed in least.max(1)..=most {
                if !told.insert(passed) {
                    continue;
                }
                let mut after = state.clone();
                self.pass(&mut after, passed);
                let read = read.clone();
                let report = Report {
                    read,
                    ..Report::default()
                };
                found.add(Move::Time(passed), Ok(after), report);
            }
        }
    }

    /// X1 and X2: the least time to where a timed transition is due, and to where one must fire; with what inputs are for that.
    fn delays(&self, state: &SystemState, found: &mut Successors) -> Vec<(Delay, Read)> {
        let mut all: Vec<(Delay, Read)> = vec![(None, Read::new())];
        for (object, own) in state.objects.iter().enumerate() {
            let mut with: Vec<(Delay, Read)> = Vec::new();
            let whole = self.each_delay(object, own, &mut |delay, moment| {
                for (before, read) in &all {
                    let both = earliest(*before, delay);
                    if with.iter().all(|it| it.0 != both) {
                        let own = moment.read().map(|it| (object, it.0, it.1));
                        with.push((both, read.iter().copied().chain(own).collect()));
                    }
                }
            });
            if !whole {
                found.cut.insert((object, Cut::Ways));
            }
            all = with;
        }
        all
    }

    /// The same of one object: all that they can be.
    #[must_use]
    pub fn delays_of(&self, object: ObjectId, own: &ObjectState) -> Vec<Delay> {
        let mut all = Vec::new();
        self.each_delay(object, own, &mut |delay, _| {
            if !all.contains(&delay) {
                all.push(delay);
            }
        });
        all
    }

    fn each_delay(
        &self,
        object: ObjectId,
        own: &ObjectState,
        visit: &mut dyn FnMut(Delay, &Moment<'_>),
    ) -> bool {
        self.each_moment(object, |moment| {
            let delay = self.delay_at(object, own, moment);
            visit(delay, moment);
        })
    }

    fn delay_at(&self, object: ObjectId, own: &ObjectState, moment: &mut Moment<'_>) -> Delay {
        let mut delays: Delay = None;
        if own.status != ObjectStatus::Run {
            return None;
        }
        let chart = self.structure(object).chart;
        for (transition, it) in chart.transitions.iter().enumerate() {
            let clock = own.clocks[it.source];
            if it.after.is_empty()
                || !own.active[it.source]
                || !self.holds(object, transition, &own.values, None, moment)
            {
                continue;
            }
            for &(from, to) in it.after.iter().filter(|it| clock <= it.1) {
                delays = earliest(delays, Some((from.saturating_sub(clock), to - clock)));
            }
        }
        delays
    }

    /// The transitions of active states whose time has come, whatever their guards say.
    pub(super) fn due(&self, object: ObjectId, own: &ObjectState) -> Vec<TransitionId> {
        let chart = self.structure(object).chart;
        let is_due = |it: &TransitionId| {
            let it = &chart.transitions[*it];
            let clock = own.clocks[it.source];
            let mut times = it.after.iter();
            own.active[it.source] && times.any(|&(from, to)| (from..=to).contains(&clock))
        };
        (0..chart.transitions.len()).filter(is_due).collect()
    }

    /// Whether one of them can be taken.
    pub(super) fn is_due(&self, object: ObjectId, own: &ObjectState, at: &mut Moment<'_>) -> bool {
        let mut due = self.due(object, own).into_iter();
        due.any(|it| self.is_open(object, own, it, None, at))
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
