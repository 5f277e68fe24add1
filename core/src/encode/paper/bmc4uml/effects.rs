//! TEffect: what firing does to the bits of a state, one gate after the other.
//!
//! Exits from the inside to the outside, the effect, entries from the outside to the inside. Nothing branches: what
//! happens under a condition only chooses between an old value and a new one. What is left undefined in print (a value
//! that does not fit, an event sent to nobody) has no step.

use super::super::Repair;
use super::global::{Global, Sheet, finals};
use super::queue::number;
use crate::cnf::Lit;
use crate::encode::symbolic::{Bits, Word};
use crate::encode::transitions::cell::Cell;
use crate::encode::transitions::term::term;
use crate::expression::{Sort, Term};
use crate::language::statechart::Structure;
use crate::language::statechart::model::{
    BehaviourId, EventId, Guard, ObjectId, Overflow, Statement, StatementKind, TransitionId,
    TransitionKind, VertexId, VertexKind,
};

/// A state while something happens to it.
#[derive(Clone, Debug)]
pub(super) struct Effect {
    pub(super) now: Global,
    /// Whether what happens has a step at all.
    pub(super) goes: Lit,
    /// What the event at hand brings.
    pub(super) data: Vec<Cell>,
}

/// What writes gates about the states of a model.
pub(super) struct Pen<'w, 'm, 'b, 's> {
    pub(super) sheet: &'w Sheet<'m>,
    pub(super) bits: &'b mut Bits<'s>,
}

impl Pen<'_, '_, '_, '_> {
    pub(super) fn begin(&self, state: &Global) -> Effect {
        Effect {
            now: state.clone(),
            goes: self.bits.constant(true),
            data: Vec::new(),
        }
    }

    /// The value of an expression of an object, and whether it has one.
    fn value(&mut self, at: &Effect, object: ObjectId, of: &Term) -> (Cell, Lit) {
        let own = self.sheet.model.objects[object].reference;
        let mut values = at.now.objects[object].values.clone();
        values.push(self.constant(own));
        values.extend(at.data.iter().cloned());
        let most = self.sheet.model.events.iter().map(|it| it.parameters.len());
        let missing = most.max().unwrap_or(0).saturating_sub(at.data.len());
        values.extend(std::iter::repeat_n(self.constant(0), missing));
        let found = term(self.bits, of, &values).expect("statecharts have no arrays");
        let defined = self.bits.and(!found.stops.undefined, !found.stops.beyond);
        (found.cell, defined)
    }

    fn constant(&self, number: i64) -> Cell {
        Cell::Number(Word::constant(self.bits, number, Word::width_of(number)))
    }

    /// Whether an expression is true.
    pub(super) fn is_true(&mut self, at: &Effect, object: ObjectId, of: &Term) -> Lit {
        let (cell, defined) = self.value(at, object, of);
        self.bits.and(cell.flag(), defined)
    }

    /// guard(t).
    pub(super) fn guard(&mut self, at: &Effect, object: ObjectId, transition: TransitionId) -> Lit {
        match &self.sheet.chart(object).transitions[transition].guard {
            Guard::True => self.bits.constant(true),
            Guard::Else => self.bits.constant(false),
            Guard::Term(term) => self.is_true(at, object, term),
        }
    }

    /// Demands something where a condition holds.
    fn demand(&mut self, at: &mut Effect, condition: Lit, wanted: Lit) {
        let fine = self.bits.or(!condition, wanted);
        at.goes = self.bits.and(at.goes, fine);
    }

    fn word(cell: &Cell, no: Lit) -> Word {
        match cell {
            Cell::Flag(lit) => Word(vec![*lit, no]),
            Cell::Number(word) => word.clone(),
            Cell::Row(..) => unreachable!("statecharts have no arrays"),
        }
    }

    /// Whether a value is one of a sort, and has room.
    fn fits(&mut self, cell: &Cell, sort: &Sort) -> Lit {
        let Cell::Number(word) = cell else {
            return self.bits.constant(true);
        };
        let room = word.fits(self.bits, self.sheet.size.min(word.width()));
        let of = cell.is_of(self.bits, sort);
        self.bits.and(room, of)
    }

    fn statements(&mut self, at: &mut Effect, object: ObjectId, when: Lit, all: &[Statement]) {
        for it in all {
            match &it.kind {
                StatementKind::Trace(_) | StatementKind::Accept(_) => {}
                StatementKind::Assign(variable, value) => {
                    let (value, defined) = self.value(at, object, value);
                    let sort = &self.sheet.chart(object).variables[*variable].sort;
                    let fits = self.fits(&value, sort);
                    let fine = self.bits.and(defined, fits);
                    self.demand(at, when, fine);
                    let old = &mut at.now.objects[object].values[*variable];
                    *old = match (value, &*old) {
                        (Cell::Number(new), Cell::Number(old)) => {
                            let new = new.resized(old.width());
                            Cell::Number(Word::choose(self.bits, when, &new, old))
                        }
                        (new, old) => Cell::choose(self.bits, when, &new, old),
                    };
                }
                StatementKind::If(question, then, otherwise) => {
                    let (answer, defined) = self.value(at, object, question);
                    self.demand(at, when, defined);
                    let yes = self.bits.and(when, answer.flag());
                    let no = self.bits.and(when, !answer.flag());
                    self.statements(at, object, yes, then);
                    self.statements(at, object, no, otherwise);
                }
                StatementKind::Send {
                    to,
                    chart,
                    event,
                    arguments,
                } => {
                    let (to, mut fine) = self.value(at, object, to);
                    let mut brought = Vec::new();
                    let parameters = &self.sheet.model.events[*event].parameters;
                    for (it, (_, sort)) in arguments.iter().zip(parameters) {
                        let (value, defined) = self.value(at, object, it);
                        let fits = self.fits(&value, sort);
                        let both = self.bits.and(defined, fits);
                        fine = self.bits.and(fine, both);
                        brought.push(Self::word(&value, self.bits.constant(false)));
                    }
                    let mut somebody = self.bits.constant(false);
                    for (receiver, it) in self.sheet.model.objects.iter().enumerate() {
                        if it.chart != *chart {
                            continue;
                        }
                        let own = self.constant(it.reference);
                        let here = to.word().equals(self.bits, own.word());
                        somebody = self.bits.or(somebody, here);
                        let here = self.bits.and(when, here);
                        self.call(at, here, receiver, *event, &brought);
                    }
                    fine = self.bits.and(fine, somebody);
                    self.demand(at, when, fine);
                }
            }
        }
    }

    /// A call, where a condition holds.
    pub(super) fn call(
        &mut self,
        at: &mut Effect,
        when: Lit,
        to: ObjectId,
        event: EventId,
        brought: &[Word],
    ) {
        let Some(code) = self.sheet.code(to, event) else {
            return;
        };
        let mut put = when;
        let full = at.now.objects[to].queue.is_full(self.bits);
        match self.sheet.chart(to).overflow {
            Overflow::Drop => put = self.bits.and(put, !full),
            Overflow::Bound | Overflow::Block | Overflow::Error => self.demand(at, put, !full),
        }
        let code = number(self.bits, code, self.sheet.code_width(to));
        at.now.objects[to]
            .queue
            .push(self.bits, put, &code, brought);
    }

    /// Whether all top regions of an object are in final states.
    pub(super) fn ended(&mut self, state: &Global, object: ObjectId) -> Lit {
        let chart = self.sheet.chart(object);
        let top: Vec<Lit> = chart
            .top()
            .map(|it| self.in_final(state, object, it))
            .collect();
        self.bits.all(top)
    }

    /// Whether an object has ended or rests: what is active and has nothing active inside, final states aside, is marked or
    /// lies in a state that is.
    pub(super) fn may_stay(&mut self, state: &Global, object: ObjectId) -> Lit {
        let structure = Structure::new(self.sheet.chart(object));
        let vertices = &structure.chart.vertices;
        let active = &state.objects[object].active;
        let all = (0..vertices.len()).filter(|&it| vertices[it].kind != VertexKind::Final);
        let all: Vec<_> = all.collect();
        let (mut some, mut others) = (Vec::new(), Vec::new());
        for &vertex in &all {
            let inner = all.iter().filter(|&&it| structure.is_inside(it, vertex));
            let inner = self.bits.any(inner.map(|&it| active[it]));
            let leaf = self.bits.and(active[vertex], !inner);
            let mut around = structure.ancestors(vertex).iter();
            match vertices[vertex].rests || around.any(|&it| vertices[it].rests) {
                true => some.push(leaf),
                false => others.push(leaf),
            }
        }
        let (some, others) = (self.bits.any(some), self.bits.any(others));
        let rests = self.bits.and(some, !others);
        let ended = self.ended(state, object);
        self.bits.or(ended, rests)
    }

    fn in_final(&mut self, state: &Global, object: ObjectId, region: usize) -> Lit {
        let active = &state.objects[object].active;
        let finals = finals(self.sheet.chart(object), region).map(|it| active[it]);
        self.bits.any(finals)
    }

    /// Fires transitions whose sources are active, one whole after the other.
    pub(super) fn fire_all(&mut self, at: &mut Effect, object: ObjectId, all: &[TransitionId]) {
        for &it in all {
            self.fire(at, object, it);
        }
    }

    fn behaviour(&mut self, at: &mut Effect, object: ObjectId, when: Lit, it: Option<BehaviourId>) {
        if let Some(it) = it {
            let statements = &self.sheet.chart(object).behaviours[it].statements;
            self.statements(at, object, when, statements);
        }
    }

    fn fire(&mut self, at: &mut Effect, object: ObjectId, transition: TransitionId) {
        let (chart, structure) = (self.sheet.chart(object), self.sheet.structure(object));
        let it = &chart.transitions[transition];
        let always = self.bits.constant(true);
        if it.kind == TransitionKind::Internal {
            return self.behaviour(at, object, always, it.effect);
        }
        let region = structure.common_region(it.source, it.target);
        let directly = |vertex: &VertexId| Some(chart.vertices[*vertex].region) == region;
        let up = |vertex: VertexId| {
            let around = structure.ancestors(vertex).iter().copied();
            std::iter::once(vertex).chain(around)
        };
        if let Some(outermost) = up(it.source).find(directly) {
            self.exit(at, object, always, outermost);
        }
        self.behaviour(at, object, always, it.effect);
        let mut way: Vec<VertexId> = Vec::new();
        for vertex in up(it.target) {
            way.push(vertex);
            if directly(&vertex) {
                break;
            }
        }
        way.reverse();
        for (number, &vertex) in way.iter().enumerate() {
            self.enter(at, object, vertex, way.get(number + 1).copied());
        }
    }

    /// Leaves a vertex with all that is active inside, where a condition says that it is active.
    fn exit(&mut self, at: &mut Effect, object: ObjectId, when: Lit, vertex: VertexId) {
        let chart = self.sheet.chart(object);
        let it = &chart.vertices[vertex];
        for &region in &it.regions {
            for &inner in &chart.regions[region].vertices {
                let active = at.now.objects[object].active[inner];
                let here = self.bits.and(when, active);
                self.exit(at, object, here, inner);
            }
        }
        self.behaviour(at, object, when, it.exit);
        let own = &mut at.now.objects[object];
        own.active[vertex] = self.bits.and(own.active[vertex], !when);
        if let Some(completed) = &mut own.completed[vertex] {
            *completed = self.bits.and(*completed, !when);
        }
    }

    /// Enters a vertex; its regions by default, but for the one in which the next vertex on the way is.
    fn enter(
        &mut self,
        at: &mut Effect,
        object: ObjectId,
        vertex: VertexId,
        next: Option<VertexId>,
    ) {
        let (chart, structure) = (self.sheet.chart(object), self.sheet.structure(object));
        let it = &chart.vertices[vertex];
        let yes = self.bits.constant(true);
        let own = &mut at.now.objects[object];
        own.active[vertex] = yes;
        if super::global::longest(chart, vertex).is_some() {
            own.clocks[it.region] = Some(Word::constant(self.bits, 0, self.sheet.size));
        }
        if let Some(completed) = &mut own.completed[vertex] {
            *completed = self.bits.constant(it.regions.is_empty());
        }
        self.behaviour(at, object, yes, it.entry);
        for &region in &it.regions {
            let explicit = next.is_some_and(|it| structure.region_in(vertex, it) == Some(region));
            if let (false, Some(initial)) = (explicit, chart.regions[region].initial) {
                let own = &mut at.now.objects[object];
                own.active[initial] = yes;
                own.completed[initial] = Some(yes);
            }
        }
        if it.kind == VertexKind::Final
            && let Some(owner) = chart.regions[it.region].owner
            && let Some(before) = at.now.objects[object].completed[owner]
        {
            let regions = chart.vertices[owner].regions.iter();
            let all: Vec<Lit> = regions
                .map(|&it| self.in_final(&at.now, object, it))
                .collect();
            let all = self.bits.all(all);
            at.now.objects[object].completed[owner] = Some(self.bits.or(before, all));
        }
    }

    /// Whether something is to be mended.
    pub(super) fn has(&self, repair: Repair) -> bool {
        self.sheet.repairs.has(repair)
    }
}
