//! States of single objects, each once and by number, with what is known of them.
//!
//! The interpreter is asked once for each state of an object what the object does there and what an event does to it;
//! after that both are numbers. This is the collapse compression of Spin (Holzmann, 1997), with the steps kept as well.
//!
//! Where objects are alike, a state is also split into its *skeleton* (references to such objects left out) and the
//! objects that it refers to, in order: so exchanging objects renames a state by a look-up.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::references::References;
use crate::budget::Meter;
use crate::language::statechart::model::{ChartId, ObjectId};
use crate::language::statechart::semantics::{
    Cut, Deed, Delay, Machine, Message, Move, ObjectState, ObjectStatus, Refused,
};

/// Number of a state of an object, among those of its statechart.
pub(super) type LocalId = u32;
/// Number of an event with what it brings.
pub(super) type MessageId = u32;

/// Something that an object does.
#[derive(Debug)]
pub(super) struct KnownDeed {
    /// Whether it is a step that counts.
    pub(super) counts: bool,
    /// Whether it belongs to a step, or to a do behaviour, that is running.
    pub(super) goes_on: bool,
    /// The object after it; `None` where it has no room for its own event.
    pub(super) after: Option<LocalId>,
    /// Whether that is so because of the bound of the analysis.
    pub(super) is_bound: bool,
    /// What it sends to others, in order.
    pub(super) sent: Vec<(ObjectId, MessageId)>,
    /// All that it sends, to itself as well, in order.
    pub(super) calls: Vec<(ObjectId, MessageId)>,
    /// Scripts whose call returns.
    pub(super) released: Vec<usize>,
    /// Whether it ends the run since a value needs more than 64 bits.
    pub(super) exceeds_bits: bool,
}

/// What is known of an object in a state.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) deeds: Vec<KnownDeed>,
    /// Whether it lets time pass.
    pub(super) waits: bool,
    /// The least time to where something is due, and to where it must fire: all that they can be.
    pub(super) delays: Vec<Delay>,
    /// What it does that is not told.
    pub(super) cut: Vec<Cut>,
    /// Whether it is enough to follow what it does next, in questions about goals and about deadlocks.
    pub(super) comes_first: (bool, bool),
}

/// What becomes of an object to which an event is sent.
#[derive(Clone, Debug)]
pub(super) enum Arrival {
    /// This state, and scripts whose call returns.
    At(LocalId, Rc<[usize]>),
    /// Whoever sends it waits for room.
    Blocked,
    /// Nobody looks at more events than this.
    Beyond,
}

/// The states of the objects of one statechart.
#[derive(Debug, Default)]
struct Chart {
    states: Vec<Rc<ObjectState>>,
    numbers: BTreeMap<Rc<ObjectState>, LocalId>,
    /// For each state its skeleton and the objects that it refers to.
    split: Vec<(u32, Rc<[ObjectId]>)>,
    skeletons: BTreeMap<ObjectState, u32>,
    joined: BTreeMap<(u32, Rc<[ObjectId]>), LocalId>,
}

/// The states of all objects that were met.
#[derive(Debug)]
pub(super) struct Locals {
    references: References,
    /// For each object its statechart, and whether others are alike.
    objects: Vec<(ChartId, bool)>,
    /// Whether any objects are alike.
    splits: bool,
    /// Whether the run can end in the middle of a step of an object, since a queue overflows.
    can_overflow: bool,
    charts: Vec<Chart>,
    messages: Vec<Message>,
    message_numbers: BTreeMap<Message, MessageId>,
    known: Vec<Vec<Option<Rc<Known>>>>,
    arrivals: Vec<Vec<Vec<(MessageId, Arrival)>>>,
    later: Vec<Vec<Vec<(u32, LocalId)>>>,
    /// Bytes that all of this takes.
    bytes: u64,
}

/// What an entry of a table takes besides what it counts for itself: its place in lists that double and in a map.
const ENTRY: usize = 96;

impl Locals {
    pub(super) fn new(
        machine: &Machine<'_>,
        references: References,
        alike: &[Vec<ObjectId>],
    ) -> Self {
        let objects = 0..machine.model.objects.len();
        let objects = objects.map(|it| {
            let is_alike = alike.iter().any(|class| class.contains(&it));
            (machine.chart_of(it), is_alike)
        });
        let objects: Vec<_> = objects.collect();
        Self {
            references,
            splits: !alike.is_empty(),
            can_overflow: machine.can_overflow(),
            charts: machine
                .model
                .charts
                .iter()
                .map(|_| Chart::default())
                .collect(),
            messages: Vec::new(),
            message_numbers: BTreeMap::new(),
            known: objects.iter().map(|_| Vec::new()).collect(),
            arrivals: objects.iter().map(|_| Vec::new()).collect(),
            later: objects.iter().map(|_| Vec::new()).collect(),
            bytes: 0,
            objects,
        }
    }

    /// Bytes that are held.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    fn holds(&mut self, bytes: usize) {
        self.bytes += (bytes + ENTRY) as u64;
    }

    /// The state of a number.
    pub(super) fn state(&self, object: ObjectId, local: LocalId) -> &Rc<ObjectState> {
        &self.charts[self.objects[object].0].states[local as usize]
    }

    /// The skeleton of a state, and the objects alike to others that it refers to.
    pub(super) fn split(&self, object: ObjectId, local: LocalId) -> (u32, &[ObjectId]) {
        let it = &self.charts[self.objects[object].0].split[local as usize];
        (it.0, &it.1)
    }

    /// The number of a state.
    pub(super) fn number(&mut self, object: ObjectId, state: ObjectState) -> LocalId {
        let chart = self.objects[object].0;
        if let Some(&known) = self.charts[chart].numbers.get(&state) {
            return known;
        }
        let number = u32::try_from(self.charts[chart].states.len()).expect("budgets are below 2³²");
        // Where objects are alike the state is kept once more, without references.
        let copies = 1 + usize::from(self.splits);
        self.holds(copies * (state.bytes() + ENTRY));
        let split = match self.splits {
            true => self.skeleton(chart, &state),
            false => (number, Rc::default()),
        };
        let state = Rc::new(state);
        let it = &mut self.charts[chart];
        it.states.push(Rc::clone(&state));
        it.numbers.insert(state, number);
        if self.splits {
            it.joined.insert((split.0, Rc::clone(&split.1)), number);
        }
        it.split.push(split);
        number
    }

    fn skeleton(&mut self, chart: ChartId, state: &ObjectState) -> (u32, Rc<[ObjectId]>) {
        let mut bare = state.clone();
        let mut named = Vec::new();
        let (references, objects) = (&self.references, &self.objects);
        references.visit(chart, &mut bare, &mut |of, number| {
            if let Some(object) = references.object(of, *number).filter(|&it| objects[it].1) {
                named.push(object);
                *number = -1;
            }
        });
        let skeletons = &mut self.charts[chart].skeletons;
        let next = u32::try_from(skeletons.len()).expect("budgets are below 2³²");
        (*skeletons.entry(bare).or_insert(next), named.into())
    }

    /// The number of a state after its references to objects have been exchanged.
    pub(super) fn renamed(
        &mut self,
        machine: &Machine<'_>,
        object: ObjectId,
        local: LocalId,
        to: &dyn Fn(ObjectId) -> ObjectId,
    ) -> LocalId {
        let chart = self.objects[object].0;
        let (skeleton, named) = &self.charts[chart].split[local as usize];
        if named.iter().all(|&it| to(it) == it) {
            return local;
        }
        let renamed: Rc<[ObjectId]> = named.iter().map(|&it| to(it)).collect();
        if let Some(&known) = self.charts[chart].joined.get(&(*skeleton, renamed)) {
            return known;
        }
        let mut state = ObjectState::clone(&self.charts[chart].states[local as usize]);
        let (references, objects) = (&self.references, &self.objects);
        references.visit(chart, &mut state, &mut |of, number| {
            if let Some(object) = references.object(of, *number).filter(|&it| objects[it].1) {
                *number = machine.model.objects[to(object)].reference;
            }
        });
        self.number(object, state)
    }

    /// The number of an event.
    pub(super) fn message(&mut self, message: &Message) -> MessageId {
        if let Some(&known) = self.message_numbers.get(message) {
            return known;
        }
        let number = u32::try_from(self.messages.len()).expect("budgets are below 2³²");
        self.holds(2 * (size_of::<Message>() + message.bytes()));
        self.messages.push(message.clone());
        self.message_numbers.insert(message.clone(), number);
        number
    }

    /// An event with what it brings.
    pub(super) fn of_number(&self, message: MessageId) -> &Message {
        &self.messages[message as usize]
    }

    /// What is known of an object in a state; `None` where the meter ends it, which counts each way that a step can go.
    pub(super) fn known(
        &mut self,
        machine: &Machine<'_>,
        object: ObjectId,
        local: LocalId,
        meter: &Meter<'_>,
    ) -> Option<Rc<Known>> {
        if let Some(Some(known)) = self.known[object].get(local as usize) {
            return Some(Rc::clone(known));
        }
        let own = Rc::clone(self.state(object, local));
        let ways = Cell::new(0);
        let wanted = || {
            ways.set(ways.get() + 1);
            let of_a_way = own.bytes() + ENTRY;
            meter.work(|| ways.get() * of_a_way as u64).is_continue()
        };
        let alone = machine.alone_while(object, &own, &wanted)?;
        let waits = alone.lets_time_pass();
        let all = alone.refused.is_empty() && alone.cut.is_empty();
        let mut comes_first = comes_first(&own, &alone.deeds, all);
        // Questions about goals are about the state in which an overflow ends the run, too.
        comes_first.0 &= !self.can_overflow;
        let cut = alone.cut;
        let mut deeds = Vec::with_capacity(alone.deeds.len());
        for it in alone.deeds {
            deeds.push(KnownDeed {
                counts: it.what.counts(),
                goes_on: goes_on(it.what),
                sent: self.sent(&it.sent),
                calls: self.sent(&it.calls),
                exceeds_bits: it.after.exceeds_bits(),
                after: Some(self.number(object, it.after)),
                is_bound: false,
                released: it.released,
            });
        }
        for (sent, why) in alone.refused {
            deeds.push(KnownDeed {
                counts: true,
                goes_on: false,
                sent: self.sent(&sent),
                calls: Vec::new(),
                after: None,
                is_bound: matches!(why, Refused::BeyondBound(_)),
                released: Vec::new(),
                exceeds_bits: false,
            });
        }
        let sent = |it: &KnownDeed| {
            let numbers = it.sent.capacity() + it.calls.capacity();
            size_of::<KnownDeed>() + numbers * size_of::<(ObjectId, MessageId)>() + ENTRY / 2
        };
        self.holds(deeds.iter().map(sent).sum());
        let known = Rc::new(Known {
            deeds,
            waits,
            delays: machine.delays_of(object, &own),
            cut,
            comes_first,
        });
        *place(&mut self.known[object], local) = Some(Rc::clone(&known));
        Some(known)
    }

    fn sent(&mut self, sent: &[(ObjectId, Message)]) -> Vec<(ObjectId, MessageId)> {
        sent.iter().map(|it| (it.0, self.message(&it.1))).collect()
    }

    /// What becomes of an object in a state to which an event is sent.
    pub(super) fn arrival(
        &mut self,
        machine: &Machine<'_>,
        object: ObjectId,
        local: LocalId,
        message: MessageId,
    ) -> Arrival {
        let known = place(&mut self.arrivals[object], local).iter();
        if let Some((_, known)) = known.clone().find(|it| it.0 == message) {
            return known.clone();
        }
        let own = Rc::clone(self.state(object, local));
        let arrival = match machine.received(object, &own, &self.messages[message as usize]) {
            Ok(it) => Arrival::At(self.number(object, it.after), it.released.into()),
            Err(Refused::Blocked) => Arrival::Blocked,
            // Nothing that is only put into a queue goes round.
            Err(Refused::BeyondBound(_) | Refused::Round(_)) => Arrival::Beyond,
        };
        self.holds(size_of::<(MessageId, Arrival)>());
        place(&mut self.arrivals[object], local).push((message, arrival.clone()));
        arrival
    }

    /// The state of an object after some time.
    pub(super) fn later(
        &mut self,
        machine: &Machine<'_>,
        object: ObjectId,
        local: LocalId,
        time: u32,
    ) -> LocalId {
        let known = place(&mut self.later[object], local).iter();
        if let Some(known) = known.clone().find(|it| it.0 == time) {
            return known.1;
        }
        let mut own = ObjectState::clone(self.state(object, local));
        machine.pass_of(object, &mut own, time);
        let number = self.number(object, own);
        self.holds(size_of::<(u32, LocalId)>());
        place(&mut self.later[object], local).push((time, number));
        number
    }
}

/// Whether a step belongs to something that is running.
fn goes_on(what: Move) -> bool {
    matches!(what, Move::Begin(_) | Move::Thread(_) | Move::Activity(_))
}

/// Whether it is enough to follow what an object does next: it has a step running, and whatever it does next sends nothing,
/// leaves as much room in its queue, and does not end it. What the others do is independent of that, and no question is
/// about a state in the middle of a step; so no answer and no depth changes (Godefroid, *Partial-order methods*, 1996: a
/// persistent set). In a question about deadlocks a run can end before the object has begun, so there beginning must not
/// be demanded, since it counts; nor in a question about a scenario, which can have been played by then.
fn comes_first(own: &ObjectState, deeds: &[Deed], all: bool) -> (bool, bool) {
    let waiting = |it: &ObjectState| it.pool.len() + it.deferred.len();
    let mut next = deeds.iter().filter(|it| goes_on(it.what)).peekable();
    let is_running = all && !own.is_stable() && next.peek().is_some();
    let is_first = is_running
        && next.all(|it| {
            it.calls.is_empty()
                && it.after.status == ObjectStatus::Run
                && waiting(&it.after) == waiting(own)
        });
    let begins = deeds.iter().any(|it| matches!(it.what, Move::Begin(_)));
    (is_first, is_first && !begins)
}

/// The entry of a number in a list that grows as is needed.
fn place<T: Default>(list: &mut Vec<T>, number: u32) -> &mut T {
    let number = number as usize;
    if list.len() <= number {
        list.resize_with(number + 1, T::default);
    }
    &mut list[number]
}
