//! The three formulas: start states, one call ([`super::step`]), and what is looked for.

use std::collections::BTreeSet;

use super::Unsupported;
use super::evaluate::{Limits, Undefined, World};
use super::layout::Place;
use super::question::{Question, Wanted};
use super::release::{Released, has_slot, properties};
use super::touched::Touched;
use super::value::{Cell, One};
use crate::cnf::{ClauseSink, Formula, Lit, gate};
use crate::encode::symbolic::Bits;
use crate::language::classes::model::{ClassModel, From, Operation, Slot};
use crate::language::classes::ocl::value::Value;
use crate::language::classes::semantics::{Call, Guards};

/// What all three formulas need to know.
pub(super) struct Shape<'m> {
    pub(super) model: &'m ClassModel,
    pub(super) calls: &'m [Call],
    pub(super) question: Question<'m>,
    pub(super) undefined: Undefined,
    pub(super) limits: Limits<'m>,
    /// How each slot is kept.
    pub(super) places: Vec<Place>,
    /// The bits of all slots, with the first that engines expect; those of stages come after them.
    pub(super) slots_end: usize,
    /// What runs have named of alike objects.
    pub(super) touched: Touched,
    /// For each call the slots that it may release.
    pub(super) may_release: Vec<BTreeSet<usize>>,
}

/// The values of a state, and what holds where its bits stand for values.
pub(super) struct Read {
    pub(super) values: Vec<One>,
    pub(super) fits: Vec<Lit>,
}

impl<'m> Shape<'m> {
    /// The places of all slots; constant are those that no call can release and whose value is given.
    pub(super) fn new(
        model: &'m ClassModel,
        (calls, question): (&'m [Call], Question<'m>),
        undefined: Undefined,
        limits: Limits<'m>,
    ) -> Result<Self, Unsupported> {
        let mut shape = Self {
            model,
            calls,
            question,
            undefined,
            limits,
            places: Vec::new(),
            slots_end: 0,
            touched: Touched::default(),
            may_release: Vec::new(),
        };
        let mut all = BTreeSet::new();
        for operation in &model.operations {
            match shape.keeps_nothing(operation) {
                true => all.extend(model.all_properties()),
                false => all.extend(properties(operation)),
            }
        }
        let slots = model.layout.slots.iter().enumerate();
        let named = slots.filter(|it| has_slot(&all, *it.1)).map(|it| it.0);
        let named = named.collect();
        shape.lay_out(&named);
        shape.may_release = shape.possible_releases()?;
        // With objects in view fewer slots can change than by the names of properties.
        let changing: BTreeSet<_> = shape.may_release.iter().flatten().copied().collect();
        shape.lay_out(&changing);
        Ok(shape)
    }

    fn lay_out(&mut self, changing: &BTreeSet<usize>) {
        let mut next = 1;
        self.places = (0..self.model.layout.slots.len())
            .map(|slot| {
                let given = match self.question.from {
                    From::System => self.model.start.get(slot).and_then(Option::as_ref),
                    From::Valid(_) => None,
                };
                let is_fixed = !(self.question.runs && changing.contains(&slot));
                let place = match given.filter(|_| is_fixed) {
                    Some(value) => Place::fixed(value.clone()),
                    None => self.place(slot, next),
                };
                next += place.width;
                place
            })
            .collect();
        self.slots_end = next;
    }

    fn place(&self, slot: usize, first: usize) -> Place {
        let domain = self.model.slot_domain(slot);
        match (self.undefined, self.model.layout.slots[slot]) {
            (Undefined::Word, Slot::Attribute { .. }) => {
                Place::with_undefined(self.model, domain, first)
            }
            _ => Place::of(self.model, domain, first),
        }
    }

    /// How many bits a state has.
    pub(super) fn bits(&self) -> usize {
        self.stages_end() + self.touched.bits
    }

    /// Where the bits end that say how far a run has got; those of what it has named come after them.
    pub(super) fn stages_end(&self) -> usize {
        self.slots_end + self.question.stages()
    }

    /// Whether a call of an operation may change everything.
    pub(super) fn keeps_nothing(&self, operation: &Operation) -> bool {
        self.question.is_open || operation.keeps_nothing
    }

    /// For each call the slots that it releases in some pair of states.
    fn possible_releases(&self) -> Result<Vec<BTreeSet<usize>>, Unsupported> {
        let mut formula = Formula::new();
        let mut bits = Bits::new(&mut formula);
        let any = |bits: &mut Bits<'_>| {
            let state: Vec<_> = (0..self.slots_end).map(|_| bits.free()).collect();
            self.read(bits, &state)
        };
        let (before, after) = (any(&mut bits)?.values, any(&mut bits)?.values);
        let world = self.world(&before, &after);
        let mut all = Vec::new();
        for call in self.calls {
            let operation = &self.model.operations[call.operation];
            if self.keeps_nothing(operation) {
                all.push((0..self.places.len()).collect());
                continue;
            }
            let stack = self.stack(&mut bits, call)?.0;
            let released = world.released(&mut bits, operation, &stack)?;
            let may = released
                .iter()
                .filter(|it| bits.known(*it.1) != Some(false));
            all.push(may.map(|it| *it.0).collect());
        }
        Ok(all)
    }

    pub(super) fn world<'w>(&'w self, before: &'w [One], after: &'w [One]) -> World<'w> {
        World {
            model: self.model,
            before,
            after,
            undefined: self.undefined,
            limits: &self.limits,
        }
    }

    /// The values of a state.
    pub(super) fn read(&self, bits: &mut Bits<'_>, state: &[Lit]) -> Result<Read, Unsupported> {
        let mut read = Read {
            values: Vec::new(),
            fits: Vec::new(),
        };
        for place in &self.places {
            let (value, fits) = place.read(bits, state)?;
            read.values.push(value);
            read.fits.push(fits);
        }
        Ok(read)
    }

    /// What a precondition finds on the stack: `self` and the arguments.
    pub(super) fn own_stack(&self, bits: &Bits<'_>, call: &Call) -> Result<Vec<Cell>, Unsupported> {
        let own = Value::Object(call.object);
        let all = [&own].into_iter().chain(&call.arguments);
        all.map(|it| One::constant(bits, it).map(Cell::One))
            .collect()
    }

    /// What a postcondition finds on the stack: any result comes last. And what holds where that is one.
    pub(super) fn stack(
        &self,
        bits: &mut Bits<'_>,
        call: &Call,
    ) -> Result<(Vec<Cell>, Lit), Unsupported> {
        let mut stack = self.own_stack(bits, call)?;
        let mut fits = bits.constant(true);
        if let Some(domain) = self.model.operations[call.operation].result {
            let place = Place::of(self.model, domain, 0);
            let own: Vec<_> = (0..place.width).map(|_| bits.free()).collect();
            let (value, is_one) = place.read(bits, &own)?;
            stack.push(Cell::One(value));
            fits = is_one;
        }
        Ok((stack, fits))
    }

    /// Valid states that agree with what is given.
    pub(super) fn initial(&self) -> Result<Formula, Unsupported> {
        let mut formula = Formula::new();
        let state: Vec<_> = (0..self.bits()).map(|_| formula.new_lit()).collect();
        let mut bits = Bits::new(&mut formula);
        bits.demand(&[!state[0]]);
        let Read { values, fits } = self.read(&mut bits, &state)?;
        fits.iter().for_each(|it| bits.demand(&[*it]));
        let world = self.world(&values, &values);
        for it in world.valid(&mut bits, self.question.first)? {
            bits.demand(&[it]);
        }
        match &self.question.from {
            From::System => {
                for (given, value) in self.model.start.iter().zip(&values) {
                    if let Some(given) = given {
                        let given = One::constant(&bits, given)?;
                        let same = value.same(&mut bits, &given);
                        bits.demand(&[same]);
                    }
                }
            }
            From::Valid(condition) => {
                let holds = world.holds(&mut bits, condition, &[])?;
                bits.demand(&[holds]);
            }
        }
        let none = vec![bits.constant(false); self.question.stages()];
        let met = match self.question.wanted {
            Wanted::Goals(_) => self.goals_met(&mut bits, &values, &none)?,
            _ => none,
        };
        bits.insist();
        for (&place, &value) in state[self.slots_end..].iter().zip(&met) {
            gate::equals(&mut formula, place, value);
        }
        for &named in &state[self.stages_end()..] {
            formula.add_clause(&[!named]);
        }
        Ok(formula)
    }

    /// Which goals but the last have been met, given those before: each once those before it have been met, in the same state or
    /// earlier.
    pub(super) fn goals_met(
        &self,
        bits: &mut Bits<'_>,
        values: &[One],
        before: &[Lit],
    ) -> Result<Vec<Lit>, Unsupported> {
        let Wanted::Goals(goals) = self.question.wanted else {
            return Ok(Vec::new());
        };
        let world = self.world(values, values);
        let mut met = bits.constant(true);
        let mut all = Vec::new();
        for (goal, before) in goals.iter().zip(before) {
            let here = world.holds(bits, goal, &[])?;
            let here = bits.and(met, here);
            met = bits.or(*before, here);
            all.push(met);
        }
        Ok(all)
    }

    /// What is looked for.
    pub(super) fn property(&self) -> Result<(Formula, Lit), Unsupported> {
        let mut formula = Formula::new();
        let state: Vec<_> = (0..self.bits()).map(|_| formula.new_lit()).collect();
        let mut bits = Bits::new(&mut formula);
        let Read { values, fits } = self.read(&mut bits, &state)?;
        let world = self.world(&values, &values);
        let met = state[self.slots_end..self.stages_end()].last().copied();
        let mut all = vec![!state[0]];
        match self.question.wanted {
            Wanted::Goals(goals) => {
                all.extend(met);
                if let Some(goal) = goals.last() {
                    all.push(world.holds(&mut bits, goal, &[])?);
                }
            }
            Wanted::Violated(it) => all.push(!world.holds(&mut bits, it, &[])?),
            Wanted::Calls(sequence, _) => {
                all.extend(met);
                for condition in &sequence.last {
                    all.push(world.holds(&mut bits, condition, &[])?);
                }
            }
            Wanted::Broken(it) => all.push(!world.instances_keep(&mut bits, it)?),
            Wanted::Stuck => {
                for it in &self.model.finals {
                    all.push(!world.holds(&mut bits, it, &[])?);
                }
                for call in 0..self.calls.len() {
                    all.push(!self.leads(&mut bits, &values, call)?);
                }
            }
            Wanted::Breaks(of) => all.push(self.breaks(&mut bits, &state, &values, of)?),
            Wanted::Any => {}
        }
        all.extend(fits);
        if self.question.runs {
            all.extend(world.valid(&mut bits, Guards::All)?);
        }
        let bad = bits.all(all);
        Ok((formula, bad))
    }
}

/// What holds where a slot is released.
pub(super) fn released_at(bits: &Bits<'_>, released: &Released, slot: usize) -> Lit {
    let here = released.get(&slot).copied();
    here.unwrap_or(bits.constant(false))
}
