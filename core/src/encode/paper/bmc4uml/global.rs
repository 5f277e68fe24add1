//! w: a global state as bits (3.1 of the paper), and what they say.
//!
//! For each object its active states, its completed states, its queue, its variables and one clock for each region that
//! directly contains time states. All that is a number, clocks included, has `int_size` bits, which hold `maxint` only if
//! it is no power of two; [`Repair::Integers`] mends that. What the paper has not, an environment with an order, takes
//! bits that it does not count.
//!
//! [`Repair::Integers`]: super::super::Repair::Integers

use super::super::{Repair, Repairs};
use super::queue::{Index, Queue, bits_for, number};
use crate::cnf::{Assignment, Lit};
use crate::encode::symbolic::{Bits, Word};
use crate::encode::transitions::cell::Cell;
use crate::expression::Sort;
use crate::language::statechart::Structure;
use crate::language::statechart::model::{
    Chart, EventId, ObjectId, RegionId, StatechartModel, VertexId, VertexKind,
};
use crate::language::statechart::semantics::{
    Message, ObjectState, ObjectStatus, ScriptState, StatechartSystem, SystemState,
};

/// The largest number of an integer without a range: six bits, as in the paper's measurements.
const UNBOUNDED: i64 = 31;

/// A model, and how its states are written.
#[derive(Debug)]
pub(super) struct Sheet<'m> {
    pub(super) model: &'m StatechartModel,
    pub(super) structures: Vec<Structure<'m>>,
    pub(super) repairs: Repairs,
    /// int_size.
    pub(super) size: usize,
    /// For each statechart the events that its objects can receive.
    pub(super) receives: Vec<Vec<EventId>>,
}

/// The bits of an object.
#[derive(Clone, Debug)]
pub(super) struct Own {
    /// S_i: whether each state is active.
    pub(super) active: Vec<Lit>,
    /// Cmpl(o_i): whether each state is completed, where that matters to it.
    pub(super) completed: Vec<Option<Lit>>,
    pub(super) queue: Queue,
    /// V_i.
    pub(super) values: Vec<Cell>,
    /// Reg(Γ_i): the clocks of regions.
    pub(super) clocks: Vec<Option<Word>>,
}

/// w.
#[derive(Clone, Debug)]
pub(super) struct Global {
    pub(super) objects: Vec<Own>,
    /// The next stimulus of each script that has an order.
    pub(super) scripts: Vec<Option<Index>>,
}

impl<'m> Sheet<'m> {
    pub(super) fn new(model: &'m StatechartModel, repairs: Repairs) -> Self {
        let most = usize::try_from(maxint(model)).unwrap_or(usize::MAX);
        let size = match repairs.has(Repair::Integers) {
            true => bits_for(most + 1) + 1,
            false => bits_for(most) + 1,
        };
        Self {
            structures: model.charts.iter().map(Structure::new).collect(),
            receives: crate::encode::statecharts::received(model),
            model,
            repairs,
            size,
        }
    }

    pub(super) fn chart(&self, object: ObjectId) -> &'m Chart {
        &self.model.charts[self.model.objects[object].chart]
    }

    pub(super) fn structure(&self, object: ObjectId) -> &Structure<'m> {
        &self.structures[self.model.objects[object].chart]
    }

    /// The number of an event among those that an object can receive.
    pub(super) fn code(&self, object: ObjectId, event: EventId) -> Option<usize> {
        let receives = &self.receives[self.model.objects[object].chart];
        receives.iter().position(|&it| it == event)
    }

    /// How many bits say which event it is.
    pub(super) fn code_width(&self, object: ObjectId) -> usize {
        bits_for(self.receives[self.model.objects[object].chart].len())
    }

    fn parameters(&self, object: ObjectId) -> usize {
        let receives = self.receives[self.model.objects[object].chart].iter();
        let counts = receives.map(|&it| self.model.events[it].parameters.len());
        counts.max().unwrap_or(0)
    }

    /// What a word of a queue is as a value of a sort.
    pub(super) fn cell(sort: &Sort, word: &Word) -> Cell {
        match sort {
            Sort::Boolean => Cell::Flag(word.0[0]),
            _ => Cell::Number(word.clone()),
        }
    }

    /// A state whose bits come from somewhere, one after the other.
    pub(super) fn state(&self, next: &mut dyn FnMut() -> Lit) -> Global {
        let mut bits = |count: usize| (0..count).map(|_| next()).collect::<Vec<_>>();
        let mut objects = Vec::new();
        for object in 0..self.model.objects.len() {
            let chart = self.chart(object);
            let counted = self.repairs.has(Repair::Queues);
            let active = bits(chart.vertices.len());
            let completed = (0..chart.vertices.len())
                .map(|it| completes(chart, it).then(|| bits(1)[0]))
                .collect();
            let cells = (0..chart.queue).map(|_| {
                let code = bits(self.code_width(object));
                let words = (0..self.parameters(object)).map(|_| Word(bits(self.size)));
                (code, words.collect::<Vec<_>>())
            });
            let cells = cells.collect();
            let queue = Queue {
                cells,
                first: bits(bits_for(chart.queue)),
                last: bits(bits_for(chart.queue)),
                fill: counted.then(|| bits(bits_for(chart.queue + 1))),
            };
            let values = chart.variables.iter().map(|it| match it.sort {
                Sort::Boolean => Cell::Flag(bits(1)[0]),
                _ => Cell::Number(Word(bits(self.size))),
            });
            let values = values.collect();
            let clocks = (0..chart.regions.len())
                .map(|it| is_timed(chart, it).then(|| Word(bits(self.size))))
                .collect();
            objects.push(Own {
                active,
                completed,
                queue,
                values,
                clocks,
            });
        }
        let scripts = self.model.scripts.iter();
        let scripts = scripts.map(|it| it.in_order.then(|| bits(bits_for(it.stimuli.len() + 1))));
        Global {
            objects,
            scripts: scripts.collect(),
        }
    }

    /// g⁰; nothing where a value that a variable starts with does not fit.
    pub(super) fn initial(&self, bits: &Bits<'_>) -> Option<Global> {
        let no = bits.constant(false);
        let mut state = self.state(&mut || no);
        for (object, own) in state.objects.iter_mut().enumerate() {
            let chart = self.chart(object);
            for initial in chart.top().filter_map(|it| chart.regions[it].initial) {
                own.active[initial] = !no;
                own.completed[initial] = Some(!no);
            }
            for (value, variable) in own.values.iter_mut().zip(&chart.variables) {
                let start = variable.initial.number().unwrap_or(0);
                match value {
                    Cell::Flag(it) => *it = bits.constant(start != 0),
                    _ if Word::width_of(start) > self.size => return None,
                    Cell::Number(it) => *it = Word::constant(bits, start, self.size),
                    Cell::Row(..) => {}
                }
            }
            let none = number(bits, 0, own.queue.first.len());
            own.queue.first.clone_from(&none);
            own.queue.last = none;
        }
        Some(state)
    }

    /// The state of the definitions that bits stand for.
    pub(super) fn decoded(&self, at: &Global, values: &Assignment) -> SystemState {
        let holds = |lit: Lit| values.value(lit);
        let index = |it: &[Lit]| {
            let bits = it.iter().enumerate();
            bits.map(|(at, &lit)| usize::from(holds(lit)) << at)
                .sum::<usize>()
        };
        let word = |it: &Word| {
            let bits = it.0.iter().enumerate();
            let sum: i64 = bits.map(|(at, &lit)| i64::from(holds(lit)) << at).sum();
            sum - (i64::from(holds(it.sign())) << it.width())
        };
        let cell = |it: &Cell| match it {
            Cell::Flag(lit) => i64::from(holds(*lit)),
            Cell::Number(it) => word(it),
            Cell::Row(..) => 0,
        };
        let objects = at.objects.iter().enumerate().map(|(object, own)| {
            let chart = self.chart(object);
            let receives = &self.receives[self.model.objects[object].chart];
            let mut state = ObjectState::of(chart);
            state.active = own.active.iter().map(|&it| holds(it)).collect();
            let completed = own.completed.iter();
            state.raised = completed.map(|it| it.is_some_and(&holds)).collect();
            state.values = own.values.iter().map(cell).collect();
            let (first, last) = (index(&own.queue.first), index(&own.queue.last));
            let size = own.queue.cells.len().max(1);
            let count = match &own.queue.fill {
                Some(fill) => index(fill),
                None => (size + last - first) % size,
            };
            for at in 0..count {
                let (code, brought) = &own.queue.cells[(first + at) % size];
                let Some(&event) = receives.get(index(code)) else {
                    continue;
                };
                let parameters = &self.model.events[event].parameters;
                let pairs = brought.iter().zip(parameters);
                state.pool.push(Message {
                    event,
                    arguments: pairs.map(|(it, of)| cell(&Self::cell(&of.1, it))).collect(),
                    caller: None,
                });
            }
            for vertex in (0..chart.vertices.len()).filter(|&it| state.active[it]) {
                if let (Some(most), Some(clock)) = (
                    longest(chart, vertex),
                    &own.clocks[chart.vertices[vertex].region],
                ) {
                    let clock = u32::try_from(word(clock)).unwrap_or(0);
                    state.clocks.set(vertex, clock.min(most + 1));
                }
            }
            let finals = |it: RegionId| finals(chart, it).any(|it| state.active[it]);
            if chart.top().all(finals) {
                state.status = ObjectStatus::Final;
            }
            state
        });
        let scripts = at.scripts.iter().map(|it| ScriptState {
            next: it.as_ref().map_or(0, |it| index(it)),
            waits: false,
        });
        SystemState {
            objects: objects.collect(),
            scripts: scripts.collect(),
            shown: None,
        }
    }

    /// Whether a state of the definitions can be written: every number has its bits.
    pub(super) fn holds(&self, state: &SystemState) -> bool {
        let fits = |&it: &i64| Word::width_of(it) <= self.size;
        state.objects.iter().enumerate().all(|(object, own)| {
            let variables = self.chart(object).variables.iter().zip(&own.values);
            let mut numbers = variables.filter(|it| it.0.sort != Sort::Boolean);
            let mut brought = own.pool.iter().flat_map(|it| &it.arguments);
            let mut clocks = own.clocks.iter().map(i64::from);
            numbers.all(|it| fits(it.1)) && brought.all(fits) && clocks.all(|it| fits(&it))
        })
    }
}

impl Global {
    /// All bits, in one order.
    pub(super) fn lits(&self) -> Vec<Lit> {
        let mut all = Vec::new();
        for own in &self.objects {
            all.extend(&own.active);
            all.extend(own.completed.iter().flatten());
            all.extend(own.queue.lits());
            all.extend(own.values.iter().flat_map(Cell::lits));
            all.extend(own.clocks.iter().flatten().flat_map(|it| &it.0));
        }
        all.extend(self.scripts.iter().flatten().flatten());
        all
    }
}

/// The definitions, for whoever judges what bits say.
pub(super) fn definitions(model: &StatechartModel) -> StatechartSystem<'_> {
    use crate::language::statechart::model::Reading;
    use crate::language::statechart::semantics::Grain;
    StatechartSystem::new(model, Reading::Bmc4uml, Grain::Behaviour, false)
}

/// maxint: the largest number that anything must hold, clocks that have gone on behind all bounds included.
fn maxint(model: &StatechartModel) -> i64 {
    let of_sort = |sort: &Sort| match sort {
        Sort::Boolean | Sort::Array { .. } => 1,
        Sort::Enumeration(it) => i64::try_from(it.literals.len()).unwrap_or(i64::MAX) - 1,
        Sort::Integer { range: None } => UNBOUNDED,
        Sort::Integer {
            range: Some((low, high)),
        } => low.saturating_abs().max(high.saturating_abs()),
    };
    let variables = model.charts.iter().flat_map(|it| &it.variables);
    let parameters = model.events.iter().flat_map(|it| &it.parameters);
    let sorts = variables
        .map(|it| &it.sort)
        .chain(parameters.map(|it| &it.1));
    let transitions = model.charts.iter().flat_map(|it| &it.transitions);
    let delays = transitions
        .flat_map(|it| &it.after)
        .map(|it| i64::from(it.1) + 1);
    sorts
        .map(of_sort)
        .chain(delays)
        .max()
        .unwrap_or(1)
        .clamp(1, i64::from(u32::MAX))
}

/// Whether a vertex is ever completed: an initial pseudostate, or the source of a completion transition.
pub(super) fn completes(chart: &Chart, vertex: VertexId) -> bool {
    let it = &chart.vertices[vertex];
    let mut outgoing = it.outgoing.iter();
    it.kind == VertexKind::Initial || outgoing.any(|&it| chart.transitions[it].is_completion())
}

/// Whether a region directly contains a time state.
fn is_timed(chart: &Chart, region: RegionId) -> bool {
    let mut vertices = chart.regions[region].vertices.iter();
    vertices.any(|&it| longest(chart, it).is_some())
}

/// The largest bound of the timed transitions that leave a vertex; none where it is no time state.
pub(super) fn longest(chart: &Chart, vertex: VertexId) -> Option<u32> {
    let outgoing = chart.vertices[vertex].outgoing.iter();
    let bounds = outgoing.flat_map(|&it| &chart.transitions[it].after);
    bounds.map(|it| it.1).max()
}

/// The final states of a region.
pub(super) fn finals(chart: &Chart, region: RegionId) -> impl Iterator<Item = VertexId> + '_ {
    let all = chart.regions[region].vertices.iter().copied();
    all.filter(|&it| chart.vertices[it].kind == VertexKind::Final)
}
