//! States as vectors of numbers with a schema, and back.
//!
//! What a person looks at has a number of its own: where each region is, variables, clocks, the cells of queues. What
//! still has to run stands behind them as a list of numbers, in the form of an array (see [`crate::expression::unpack`]).
//! Invariant: reading what was written gives the same state, and equal states are equal vectors.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::model::{Chart, ObjectId, VertexId};
use super::machine::Machine;
use super::numbers::{NumberReader, NumberWriter};
use super::schema::Drafter;
use super::state::{Fault, Message, ObjectState, ObjectStatus, SystemState};
use crate::expression::{Enumeration, Sort};
use crate::system::{ElementId, ElementKind, Role, Schema, Valuation};

/// What an array holds at a place that is not listed: no number of ours.
const NOTHING: i64 = i64::MIN;

/// The first place of a list of what was shown, every other time.
const FIRST_TURNED: i64 = 1 << 20;

/// Where things stand in a vector.
#[derive(Clone, Debug)]
pub struct Codec {
    /// What the numbers are.
    pub schema: Schema,
    shows: bool,
}

impl Codec {
    /// The codec of a machine; `shows` says whether what was shown last is a part of states.
    #[must_use]
    pub fn new(machine: &Machine<'_>, shows: bool) -> Self {
        let mut drafter = Drafter {
            model: machine.model,
            schema: Schema::default(),
            names: BTreeSet::new(),
        };
        for object in 0..machine.model.objects.len() {
            drafter.object(object, machine);
        }
        for script in 0..machine.model.scripts.len() {
            let name = match machine.model.scripts.len() {
                1 => "environment".to_owned(),
                _ => format!("environment.{}", script + 1),
            };
            let element =
                ElementId::new(ElementKind::Operation, ElementId::SYSTEM as usize, script);
            drafter.add(name, Sort::INTEGER, Role::Progress, None, element);
        }
        if shows {
            let element = ElementId::new(ElementKind::Operation, ElementId::SYSTEM as usize, 0);
            let labels = Sort::Enumeration(Arc::new(Enumeration {
                name: "label".into(),
                literals: std::iter::once(String::new())
                    .chain(machine.model.labels.iter().cloned())
                    .collect(),
            }));
            let list = Sort::Array {
                index: Arc::new(Sort::INTEGER),
                element: Arc::new(labels),
            };
            drafter.add("trace".into(), list, Role::Attribute, None, element);
            drafter.add(
                "trace.turn".into(),
                Sort::Boolean,
                Role::ProgramCounter,
                None,
                element,
            );
        }
        Self {
            schema: drafter.schema,
            shows,
        }
    }

    /// A state as numbers.
    #[must_use]
    pub fn encode(&self, machine: &Machine<'_>, state: &SystemState) -> Valuation {
        let mut head = Vec::with_capacity(self.schema.variables.len());
        // Lists, each with the place of its number in the head.
        let mut lists: Vec<(usize, Vec<i64>)> = Vec::new();
        for (object, it) in state.objects.iter().enumerate() {
            self.write_object(machine, object, it, &mut head, &mut lists);
        }
        for it in &state.scripts {
            head.push(i64::try_from(it.next * 2 + usize::from(it.waits)).unwrap_or(0));
        }
        if let (true, Some((labels, turn))) = (self.shows, &state.shown) {
            lists.push((
                head.len(),
                labels
                    .iter()
                    .map(|&it| i64::try_from(it + 1).unwrap_or(0))
                    .collect(),
            ));
            head.push(0);
            head.push(i64::from(*turn));
        }
        let mut vector = head;
        for (place, list) in lists {
            vector[place] = i64::try_from(vector.len()).unwrap_or(0);
            vector.push(i64::try_from(list.len()).unwrap_or(0));
            // Labels are literals, of which the first means nothing; other lists hold anything.
            let labels = self.shows && place + 2 == self.schema.variables.len();
            vector.push(if labels { 0 } else { NOTHING });
            // The same text shown twice in a row is seen, since it stands elsewhere in the list.
            let turned = labels && state.shown.as_ref().is_some_and(|it| it.1);
            let first = if turned { FIRST_TURNED } else { 0 };
            for (at, number) in list.into_iter().enumerate() {
                vector.push(first + i64::try_from(at).unwrap_or(0));
                vector.push(number);
            }
        }
        vector.into()
    }

    /// The state of some numbers; `None` for what is none of this machine.
    #[must_use]
    pub fn decode(&self, machine: &Machine<'_>, at: &[i64]) -> Option<SystemState> {
        let mut reader = Reader { vector: at, at: 0 };
        let mut objects = Vec::with_capacity(machine.model.objects.len());
        for object in 0..machine.model.objects.len() {
            objects.push(self.read_object(machine, object, &mut reader)?);
        }
        let mut scripts = Vec::new();
        for _ in &machine.model.scripts {
            let number = usize::try_from(reader.next()?).ok()?;
            scripts.push(super::state::ScriptState {
                next: number / 2,
                waits: number % 2 == 1,
            });
        }
        let shown = match self.shows {
            true => {
                let labels = reader.list()?.into_iter();
                let labels = labels.map(|it| usize::try_from(it).ok()?.checked_sub(1));
                Some((labels.collect::<Option<Vec<_>>>()?, reader.next()? == 1))
            }
            false => None,
        };
        Some(SystemState {
            objects,
            scripts,
            shown,
        })
    }

    fn write_object(
        &self,
        machine: &Machine<'_>,
        object: ObjectId,
        it: &ObjectState,
        head: &mut Vec<i64>,
        lists: &mut Vec<(usize, Vec<i64>)>,
    ) {
        let chart = machine.structure(object).chart;
        for (region, of) in chart.regions.iter().enumerate() {
            let active = of.vertices.iter().position(|&vertex| it.active[vertex]);
            let place = match active {
                Some(place) => place + 1,
                None if it.complete[region] => of.vertices.len() + 1,
                None => 0,
            };
            let vertex = active.map(|place| of.vertices[place]);
            let marks = vertex.map_or(0, |vertex| {
                i64::from(it.entered[vertex]) + 2 * i64::from(it.raised[vertex])
            });
            head.extend([i64::try_from(place).unwrap_or(0), marks]);
        }
        head.extend(&it.values);
        for vertex in timed(machine, object) {
            head.push(i64::from(it.clocks[vertex]));
        }
        head.push(i64::try_from(it.pool.len()).unwrap_or(0));
        for cell in 0..chart.queue {
            let message = it.pool.get(cell);
            head.push(message.map_or(0, |it| i64::try_from(it.event + 1).unwrap_or(0)));
            for parameter in 0..machine.most_parameters {
                head.push(
                    message
                        .and_then(|it| it.arguments.get(parameter).copied())
                        .unwrap_or(0),
                );
            }
        }
        let (status, about) = match it.status {
            ObjectStatus::Run => (0, 0),
            ObjectStatus::Final => (1, 0),
            ObjectStatus::Terminated => (2, 0),
            ObjectStatus::Fault(fault) => fault.number(),
        };
        head.extend([status, i64::try_from(about).unwrap_or(0)]);
        lists.push((head.len(), rest(it)));
        head.push(0);
    }

    fn read_object(
        &self,
        machine: &Machine<'_>,
        object: ObjectId,
        reader: &mut Reader<'_>,
    ) -> Option<ObjectState> {
        let chart = machine.structure(object).chart;
        let mut it = ObjectState::of(chart);
        for (region, of) in chart.regions.iter().enumerate() {
            let (place, marks) = (usize::try_from(reader.next()?).ok()?, reader.next()?);
            match place.checked_sub(1) {
                Some(place) if place < of.vertices.len() => {
                    let vertex = of.vertices[place];
                    it.active.set(vertex, true);
                    it.entered.set(vertex, marks & 1 == 1);
                    it.raised.set(vertex, marks & 2 == 2);
                }
                Some(_) => it.complete.set(region, true),
                None => {}
            }
        }
        for _ in &chart.variables {
            it.values.push(reader.next()?);
        }
        for vertex in timed(machine, object) {
            it.clocks.set(vertex, u32::try_from(reader.next()?).ok()?);
        }
        let length = usize::try_from(reader.next()?).ok()?;
        for cell in 0..chart.queue {
            let event = usize::try_from(reader.next()?).ok()?;
            let arguments = (0..machine.most_parameters)
                .map(|_| reader.next())
                .collect::<Option<Vec<_>>>()?;
            if let (true, Some(event)) = (cell < length, event.checked_sub(1)) {
                let count = machine.model.events.get(event)?.parameters.len();
                let arguments = arguments[..count.min(arguments.len())].to_vec();
                it.pool.push(Message {
                    event,
                    arguments,
                    caller: None,
                });
            }
        }
        let (status, about) = (reader.next()?, usize::try_from(reader.next()?).ok()?);
        it.status = match status {
            0 => ObjectStatus::Run,
            1 => ObjectStatus::Final,
            2 => ObjectStatus::Terminated,
            3 => ObjectStatus::Fault(Fault::NoWayOut(about)),
            4 => ObjectStatus::Fault(Fault::Value(about)),
            5 => ObjectStatus::Fault(Fault::NoReceiver),
            6 => ObjectStatus::Fault(Fault::Overflow),
            7 => ObjectStatus::Fault(Fault::Endless),
            8 => ObjectStatus::Fault(Fault::Beyond64Bits(about)),
            _ => return None,
        };
        let list = reader.list()?;
        if !list.is_empty() {
            read_rest(chart, &mut it, &list)?;
        }
        Some(it)
    }
}

/// What has no number of its own, as a list; empty where there is nothing of it.
fn rest(it: &ObjectState) -> Vec<i64> {
    let callers: Vec<usize> = (0..it.pool.len())
        .filter(|&at| it.pool[at].caller.is_some())
        .collect();
    let history: Vec<usize> = (0..it.history.len())
        .filter(|&at| it.history[at].is_some())
        .collect();
    let joined: Vec<usize> = it.joined.iter().collect();
    let nothing = it.completions.is_empty()
        && it.deferred.is_empty()
        && it.activities.is_empty()
        && it.dispatched.is_empty()
        && it.current.is_none()
        && it.rest.is_done()
        && callers.is_empty()
        && it.internal == 0
        && history.is_empty()
        && joined.is_empty();
    if nothing {
        return Vec::new();
    }
    let mut out = NumberWriter::default();
    out.index(it.completions.len());
    it.completions.iter().for_each(|&it| out.index(it));
    out.index(it.deferred.len());
    for (message, by) in &it.deferred {
        out.message(message);
        out.index(*by);
    }
    out.index(it.activities.len());
    it.activities.iter().for_each(|it| out.activity(it));
    out.list(&it.dispatched);
    out.index(usize::from(it.current.is_some()));
    if let Some(current) = &it.current {
        out.message(current);
    }
    out.index(callers.len());
    for at in callers {
        out.index(at);
        out.index(it.pool[at].caller.unwrap_or(0));
    }
    out.index(it.internal);
    out.index(history.len());
    for region in history {
        out.index(region);
        out.index(it.history[region].unwrap_or(0));
    }
    out.index(joined.len());
    joined.into_iter().for_each(|it| out.index(it));
    out.term(&it.rest);
    out.numbers
}

fn read_rest(chart: &Chart, it: &mut ObjectState, list: &[i64]) -> Option<()> {
    let mut reader = NumberReader::new(list);
    let vertices = chart.vertices.len();
    let vertex = |index: usize| (index < vertices).then_some(index);
    for _ in 0..reader.index()? {
        it.completions.push(vertex(reader.index()?)?);
    }
    for _ in 0..reader.index()? {
        let message = reader.message()?;
        it.deferred.push((message, vertex(reader.index()?)?));
    }
    for _ in 0..reader.index()? {
        it.activities.push(reader.activity()?);
    }
    it.dispatched = reader.list()?;
    if reader.index()? == 1 {
        it.current = Some(reader.message()?);
    }
    for _ in 0..reader.index()? {
        let (at, caller) = (reader.index()?, reader.index()?);
        it.pool.get_mut(at)?.caller = Some(caller);
    }
    it.internal = reader.index()?;
    if it.internal > it.pool.len() {
        return None;
    }
    for _ in 0..reader.index()? {
        let (region, last) = (reader.index()?, reader.index()?);
        *it.history.get_mut(region)? = Some(vertex(last)?);
    }
    for _ in 0..reader.index()? {
        let segment = reader.index()?;
        it.joined.set(segment, segment < chart.transitions.len());
    }
    it.rest = reader.term()?;
    reader.is_at_end().then_some(())
}

/// The states of an object with a clock.
pub(super) fn timed(machine: &Machine<'_>, object: ObjectId) -> Vec<VertexId> {
    let chart = machine.structure(object).chart;
    let is_timed = |&it: &VertexId| {
        chart.vertices[it]
            .outgoing
            .iter()
            .any(|&it| !chart.transitions[it].after.is_empty())
    };
    (0..chart.vertices.len()).filter(is_timed).collect()
}

/// Reads the head of a vector, and lists from behind it.
struct Reader<'v> {
    vector: &'v [i64],
    at: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<i64> {
        let number = self.vector.get(self.at).copied();
        self.at += 1;
        number
    }

    fn list(&mut self) -> Option<Vec<i64>> {
        let start = usize::try_from(self.next()?).ok()?;
        let count = usize::try_from(*self.vector.get(start)?).ok()?;
        let numbers = (0..count.min(self.vector.len()))
            .map(|it| self.vector.get(start + 3 + 2 * it).copied());
        numbers.collect()
    }
}
