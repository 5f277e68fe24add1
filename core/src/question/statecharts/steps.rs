//! The steps of the whole system over states of objects that are numbers.
//!
//! A row has a number for each object, one for each script (twice its next stimulus, and one if it waits), and how many
//! goals have been met. Of rows that differ only in which of some alike objects is where one stands for all.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::alike::classes;
use super::locals::{Arrival, Known, LocalId, Locals};
use super::observer::{Call, Observer};
use super::references::References;
use crate::budget::Meter;
use crate::language::statechart::model::{ObjectId, Property, Reading, Stimulus, Subject};
use crate::language::statechart::semantics::{
    Cut, Machine, Message, ObjectStatus, SystemState, earliest,
};

/// Steps over rows.
#[derive(Debug)]
pub(super) struct Steps {
    pub(super) locals: Locals,
    /// Classes of objects that are alike.
    classes: Vec<Vec<ObjectId>>,
    /// Objects that are alike to no other.
    others: Vec<ObjectId>,
    /// Objects whose queue would have held more than is looked at.
    beyond: BTreeSet<ObjectId>,
    /// Whether a run has ended since a value needs more than 64 bits.
    pub(super) exceeds_bits: bool,
    /// What is not told, of which object and why.
    cut: BTreeSet<(ObjectId, Cut)>,
    /// Whether a run can end in the middle of a step, or before an object has begun.
    ends_anywhere: bool,
    /// Whether steps that count are looked at, or the others: a bound may leave the former out.
    pub(super) looks_at: bool,
    /// Who watches what is sent.
    pub(super) observer: Option<Observer>,
}

/// What follows a row.
#[derive(Debug, Default)]
pub(super) struct Followers {
    /// The rows, one behind the other, before alike objects are put in order.
    rows: Vec<u32>,
    /// For each whether the step counts.
    counts: Vec<bool>,
    /// Whether somebody would send more than is looked at.
    pub(super) is_bounded: bool,
    /// Whether something follows, or would, without an event from outside.
    goes_on_alone: bool,
}

impl Followers {
    fn clear(&mut self) {
        self.rows.clear();
        self.counts.clear();
        self.is_bounded = false;
        self.goes_on_alone = false;
    }

    /// Whether something follows, or would if more were looked at, without an event from outside.
    pub(super) fn goes_on_alone(&self) -> bool {
        self.goes_on_alone
    }

    /// Whether something follows, or would if more were looked at.
    pub(super) fn any(&self) -> bool {
        self.is_bounded || !self.is_empty()
    }

    /// Whether nothing follows.
    pub(super) fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The rows, each with whether the step counts.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&[u32], bool)> {
        let width = self.rows.len() / self.counts.len().max(1);
        let rows = self.rows.chunks_exact(width.max(1));
        rows.zip(self.counts.iter().copied())
    }

    /// The rows, to be put in order.
    pub(super) fn rows_mut(&mut self) -> impl Iterator<Item = &mut [u32]> {
        let width = self.rows.len() / self.counts.len().max(1);
        self.rows.chunks_exact_mut(width.max(1))
    }

    fn add(&mut self, row: &[u32], counts: bool) {
        self.rows.extend_from_slice(row);
        self.counts.push(counts);
    }
}

impl Steps {
    pub(super) fn new(machine: &Machine<'_>, property: &Property) -> Self {
        let references = References::new(machine.model);
        let classes = classes(machine.model, property, &references);
        let others = (0..machine.model.objects.len())
            .filter(|it| !classes.iter().any(|class| class.contains(it)));
        Self {
            locals: Locals::new(machine, references, &classes),
            others: others.collect(),
            classes,
            beyond: BTreeSet::new(),
            cut: BTreeSet::new(),
            exceeds_bits: false,
            ends_anywhere: property.subject.seeks_ends()
                || matches!(property.subject, Subject::Scenario(..)),
            looks_at: true,
            observer: Observer::new(machine.model, property),
        }
    }

    /// Classes of objects that are alike.
    pub(super) fn classes(&self) -> &[Vec<ObjectId>] {
        &self.classes
    }

    /// The objects whose queue would have held more than is looked at; with each those that are alike to it.
    pub(super) fn beyond(&self) -> Vec<ObjectId> {
        let mut all = self.beyond.clone();
        for class in &self.classes {
            if class.iter().any(|it| all.contains(it)) {
                all.extend(class);
            }
        }
        all.into_iter().collect()
    }

    /// What was not told, of which object and why; with each object those that are alike to it.
    pub(super) fn cut(&self) -> BTreeSet<(ObjectId, Cut)> {
        let mut all = self.cut.clone();
        for class in &self.classes {
            for &(object, why) in &self.cut {
                if class.contains(&object) {
                    all.extend(class.iter().map(|&it| (it, why)));
                }
            }
        }
        all
    }

    /// Calls with the same by and to whoever is alike.
    pub(super) fn everybody(&self, calls: &BTreeSet<Call>) -> Vec<Call> {
        let like = |object: ObjectId| match self.classes.iter().find(|it| it.contains(&object)) {
            Some(class) => class.clone(),
            None => vec![object],
        };
        let mut all = BTreeSet::new();
        for &(from, to, event) in calls {
            let senders = from.map_or(vec![None], |it| like(it).into_iter().map(Some).collect());
            for sender in senders {
                for receiver in like(to).into_iter().filter(|&it| sender != Some(it)) {
                    all.insert((sender, receiver, event));
                }
            }
        }
        all.into_iter().collect()
    }

    /// The row of a state, without goals.
    pub(super) fn row(&mut self, state: &SystemState) -> Vec<u32> {
        let objects = state.objects.iter().cloned().enumerate();
        let mut row: Vec<u32> = objects
            .map(|(object, it)| self.locals.number(object, it))
            .collect();
        for it in &state.scripts {
            let next = u32::try_from(it.next).expect("stimuli are written one by one");
            row.push(next * 2 + u32::from(it.waits));
        }
        row
    }

    /// All rows that follow one and that have to be followed; none, and `false`, where the meter ends it.
    pub(super) fn follow(
        &mut self,
        machine: &Machine<'_>,
        row: &[u32],
        meter: &Meter<'_>,
        found: &mut Followers,
    ) -> bool {
        found.clear();
        let count = machine.model.objects.len();
        let failed = |object: ObjectId| {
            let own = self.locals.state(object, row[object]);
            matches!(own.status, ObjectStatus::Fault(_))
        };
        if (0..count).any(failed) {
            return true;
        }
        let locals = &mut self.locals;
        let known = |it: ObjectId| locals.known(machine, it, row[it], meter);
        let Some(all): Option<Vec<Rc<Known>>> = (0..count).map(known).collect() else {
            return false;
        };
        let is_first = |it: &Known| match self.ends_anywhere {
            true => it.comes_first.1,
            false => it.comes_first.0,
        };
        let alone = match machine.reading {
            Reading::Bmc4uml => None,
            Reading::Uml | Reading::Scxml => all.iter().position(|it| is_first(it)),
        };
        let mut after = Vec::with_capacity(row.len());
        let followed = alone.map_or(0..count, |it| it..it + 1);
        for object in followed {
            for &why in &all[object].cut {
                self.cut.insert((object, why));
                found.is_bounded = true;
            }
            for deed in all[object]
                .deeds
                .iter()
                .filter(|it| alone.is_none() || it.goes_on)
            {
                after.clear();
                after.extend_from_slice(row);
                if let Some(own) = deed.after {
                    after[object] = own;
                }
                let mut arrives = true;
                for &(to, message) in &deed.sent {
                    arrives = arrives && self.send(machine, &mut after, to, message, found);
                }
                if !arrives {
                    let calls = deed.calls.iter().map(|it| (Some(object), it.0, it.1));
                    self.refused(row, deed.counts, calls);
                }
                for &script in &deed.released {
                    after[count + script] &= !1;
                }
                match deed.after {
                    _ if !arrives => {}
                    Some(_) => {
                        self.exceeds_bits |= deed.exceeds_bits;
                        let calls = deed.calls.iter().map(|it| (Some(object), it.0, it.1));
                        self.add(found, &mut after, deed.counts, calls);
                    }
                    None if deed.is_bound => self.is_beyond(object, found),
                    None => {}
                }
            }
        }
        found.goes_on_alone = found.any();
        if alone.is_some() {
            return true;
        }
        self.scripts(machine, row, &mut after, found);
        if all.iter().all(|it| it.waits) {
            for time in passing(&all) {
                found.goes_on_alone = true;
                after.clear();
                let objects = row[..count].iter().enumerate();
                after.extend(
                    objects.map(|(object, &it)| self.locals.later(machine, object, it, time)),
                );
                after.extend_from_slice(&row[count..]);
                self.add(found, &mut after, true, std::iter::empty());
            }
        }
        true
    }

    /// Tells the observer of a row that was met.
    pub(super) fn observe(&mut self, row: &[u32]) {
        let Some(observer) = &mut self.observer else {
            return;
        };
        let Some((&done, row)) = row.split_last() else {
            return;
        };
        let sender = observer.next(done).and_then(|it| it.from);
        if let Some(sender) = sender.filter(|&it| self.locals.state(it, row[it]).is_stable()) {
            observer.seen[done as usize].senders.insert(row[sender]);
        }
    }

    /// Adds a row, once for each number of messages that have been sent then.
    fn add(
        &mut self,
        found: &mut Followers,
        row: &mut [u32],
        counts: bool,
        calls: impl Iterator<Item = (Option<ObjectId>, ObjectId, u32)>,
    ) {
        let Some(observer) = &mut self.observer else {
            return found.add(row, counts);
        };
        let before = *row.last().expect("a row ends with what has been played");
        let locals = &self.locals;
        let calls = calls.map(|(from, to, message)| (from, to, locals.of_number(message)));
        let (stays, goes_on) = observer.after(before, calls, counts == self.looks_at);
        for done in stays.into_iter().chain(goes_on) {
            *row.last_mut()
                .expect("a row ends with what has been played") = done;
            found.add(row, counts);
        }
    }

    /// Tells the observer of a step that there is no room for.
    fn refused(
        &mut self,
        row: &[u32],
        counts: bool,
        calls: impl Iterator<Item = (Option<ObjectId>, ObjectId, u32)>,
    ) {
        if let Some(observer) = self.observer.as_mut().filter(|_| counts == self.looks_at) {
            let locals = &self.locals;
            let before = *row.last().expect("a row ends with what has been played");
            observer.refused(
                before,
                calls.map(|(from, to, message)| (from, to, locals.of_number(message))),
            );
        }
    }

    /// Sends an event; whether the step exists.
    fn send(
        &mut self,
        machine: &Machine<'_>,
        row: &mut [u32],
        to: ObjectId,
        message: u32,
        found: &mut Followers,
    ) -> bool {
        match self.locals.arrival(machine, to, row[to], message) {
            Arrival::At(local, released) => {
                row[to] = local;
                let objects = machine.model.objects.len();
                for &script in &*released {
                    row[objects + script] &= !1;
                }
                return true;
            }
            Arrival::Blocked => {}
            Arrival::Beyond => self.is_beyond(to, found),
        }
        false
    }

    fn is_beyond(&mut self, object: ObjectId, found: &mut Followers) {
        self.beyond.insert(object);
        found.is_bounded = true;
    }

    /// What comes from outside, in its order or in any.
    fn scripts(
        &mut self,
        machine: &Machine<'_>,
        row: &[u32],
        after: &mut Vec<u32>,
        found: &mut Followers,
    ) {
        let objects = machine.model.objects.len();
        for (number, script) in machine.model.scripts.iter().enumerate() {
            let at = row[objects + number];
            if at & 1 == 1 {
                continue;
            }
            let next = (at / 2) as usize;
            let offered = match script.in_order {
                true => next..script.stimuli.len().min(next + 1),
                false => 0..script.stimuli.len(),
            };
            let then = at + if script.in_order { 2 } else { 0 };
            for stimulus in &script.stimuli[offered] {
                let begun = |after: &mut Vec<u32>, waits: bool| {
                    after.clear();
                    after.extend_from_slice(row);
                    after[objects + number] = then + u32::from(waits);
                };
                let Stimulus::Event {
                    event,
                    arguments,
                    call,
                    to,
                } = stimulus
                else {
                    begun(after, false);
                    self.add(found, after, true, std::iter::empty());
                    continue;
                };
                let message = self.locals.message(&Message {
                    event: *event,
                    arguments: arguments.clone(),
                    caller: call.then_some(number),
                });
                for &object in to {
                    begun(after, *call);
                    let call = std::iter::once((None, object, message));
                    match self.send(machine, after, object, message, found) {
                        true => self.add(found, after, true, call),
                        false => self.refused(row, true, call),
                    }
                }
            }
        }
    }

    /// Puts alike objects in order, and exchanges references to them accordingly.
    ///
    /// They stand in the order of their skeletons; of those with the same, who is referred to earlier comes first. Any order
    /// would be right, since all are alike; the better it is, the fewer rows there are.
    pub(super) fn put_in_order(&mut self, machine: &Machine<'_>, row: &mut [u32]) {
        for number in 0..self.classes.len() {
            let class = &self.classes[number];
            let mut seen = 0_u32;
            let mut masks = vec![0_u64; class.len()];
            let earlier = self.classes[..number].iter().flatten();
            for &holder in self.others.iter().chain(earlier) {
                for named in self.locals.split(holder, row[holder]).1 {
                    if let Ok(place) = class.binary_search(named) {
                        masks[place] |= 1 << (seen % 64);
                    }
                    seen += 1;
                }
            }
            let mut order: Vec<(u32, u64, usize)> = (0..class.len())
                .map(|it| {
                    (
                        self.locals.split(class[it], row[class[it]]).0,
                        masks[it],
                        it,
                    )
                })
                .collect();
            if order.is_sorted() {
                continue;
            }
            order.sort_unstable();
            let class = class.clone();
            let moved: Vec<LocalId> = order.iter().map(|it| row[class[it.2]]).collect();
            for (&object, local) in class.iter().zip(moved) {
                row[object] = local;
            }
            // Who stood at a place of the order now stands at the place of its rank.
            let mut becomes = vec![0; class.len()];
            for (rank, it) in order.iter().enumerate() {
                becomes[it.2] = class[rank];
            }
            let to = |object: ObjectId| match class.binary_search(&object) {
                Ok(place) => becomes[place],
                Err(_) => object,
            };
            let objects = row.iter_mut().take(machine.model.objects.len());
            for (object, it) in objects.enumerate() {
                *it = self.locals.renamed(machine, object, *it, &to);
            }
        }
    }
}

/// How much time can pass where all objects let it.
fn passing(all: &[Rc<Known>]) -> BTreeSet<u32> {
    let mut delays = BTreeSet::from([None]);
    for known in all {
        let with = |&before: &_| known.delays.iter().map(move |&it| earliest(before, it));
        delays = delays.iter().flat_map(with).collect();
    }
    let times = delays.into_iter().flatten();
    times
        .flat_map(|(least, most): (u32, u32)| least.max(1)..=most)
        .collect()
}
