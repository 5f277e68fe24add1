//! f for one k, as clauses.

use super::super::evaluate::World;
use super::super::question::Wanted;
use super::super::shape::Read;
use super::super::step::Duty;
use super::super::value::One;
use super::stuck::Successor;
use super::{ClassPart, ClassSheet};
use crate::cnf::{Assignment, ClauseSink, Formula, Lit};
use crate::encode::FormulaCount;
use crate::encode::classes::Unsupported;
use crate::encode::paper::{Ledger, Repair, Unanswered};
use crate::encode::symbolic::Bits;
use crate::language::classes::ocl::value::Value;
use crate::language::classes::semantics::Guards;
use crate::symbolic::Side;

/// Sets the formula that clauses are counted under.
pub(super) type Set<'s> = &'s dyn Fn(ClassPart);

/// A state of a formula.
pub(super) struct State {
    pub(super) bits: Vec<Lit>,
    pub(super) values: Vec<One>,
}

/// How the call of a step is chosen.
pub(in super::super) struct Chosen {
    /// ω, the least bit first.
    pub(in super::super) omega: Vec<Lit>,
    /// For each call the literal that says that it happens.
    pub(in super::super) selectors: Vec<Lit>,
    /// Holds where no call happens, from here on.
    pub(in super::super) rest: Option<Lit>,
}

/// f for one k.
pub struct PrintedClasses<'s, 'i> {
    pub(in super::super) sheet: &'s ClassSheet<'i>,
    pub(super) ledger: Ledger,
    /// σ₀ … σ_k.
    pub(in super::super) states: Vec<Vec<Lit>>,
    /// For each step how its call is chosen.
    pub(in super::super) steps: Vec<Chosen>,
}

impl<'s, 'i> PrintedClasses<'s, 'i> {
    /// Writes f, which of a check for deadlocks lacks what is learned while it is solved.
    ///
    /// # Errors
    /// Where it would have more gates than allowed, or where writing was stopped.
    pub fn new(sheet: &'s ClassSheet<'i>, k: usize) -> Result<Self, Unanswered> {
        let mut ledger = Ledger::default();
        let part = ledger.part();
        let set = |it: ClassPart| part.set(it as usize);
        let width = sheet.shape.bits();
        set(ClassPart::Initial);
        let rows = (0..=k).map(|_| (0..width).map(|_| ledger.new_lit()).collect());
        let rows: Vec<Vec<Lit>> = rows.collect();
        Side(&sheet.initial).write(&mut ledger, &rows[0]);
        let mut bits = Bits::new(&mut ledger);
        let mut states = Vec::new();
        for row in &rows {
            states.push(sheet.state(&mut bits, &set, row)?);
        }
        let mut steps: Vec<Chosen> = Vec::new();
        for pair in states.windows(2) {
            let rest = match sheet.repairs.has(Repair::AtMostK) {
                true => Some(bits.guess()),
                false => None,
            };
            if let Some(rest) = rest {
                set(ClassPart::Rest);
                if let Some(before) = steps.last().and_then(|it| it.rest) {
                    bits.define(&[!before, rest]);
                }
                same(&mut bits, !rest, &pair[0].bits, &pair[1].bits);
            }
            steps.push(sheet.step(&mut bits, &set, (&pair[0], &pair[1]), rest)?);
        }
        set(ClassPart::Task);
        for it in sheet.task(&mut bits, &states)? {
            bits.define(&[it]);
        }
        drop(bits);
        Ok(Self {
            sheet,
            ledger,
            states: rows,
            steps,
        })
    }

    /// The clauses.
    #[must_use]
    pub fn formula(&self) -> &Formula {
        &self.ledger.formula
    }

    /// Whether it lacks what is learned while it is solved.
    #[must_use]
    pub fn is_refined(&self) -> bool {
        self.sheet.successors.is_some()
    }

    /// What each formula came to; those without clauses are left out.
    #[must_use]
    pub fn counts(&self) -> Vec<(ClassPart, FormulaCount)> {
        let repairs = self.sheet.repairs;
        let texts = ClassPart::ALL.map(|it| it.text(repairs));
        let counts = self.ledger.account.close(&self.ledger.formula, &texts);
        let part = |count: &FormulaCount| {
            let mut all = ClassPart::ALL.into_iter();
            all.find(|it| it.text(repairs).0 == count.name)
        };
        let counts = counts.into_iter();
        counts.filter_map(|it| Some((part(&it.0)?, it.0))).collect()
    }

    /// The clauses say besides that a call does not lead from σ_k to a state; see [`super::stuck`].
    pub(super) fn refine(&mut self, successor: &Successor) -> Result<(), Unsupported> {
        self.ledger.part().set(ClassPart::Task as usize);
        let last = &self.states[self.states.len() - 1];
        let mut bits = Bits::new(&mut self.ledger);
        let leads = self.sheet.leads_to(&mut bits, last, successor)?;
        bits.define(&[!leads]);
        Ok(())
    }

    /// The values of a state in an assignment.
    pub(super) fn values(&self, at: usize, assignment: &Assignment) -> Option<Vec<Value>> {
        let row = self.row(at, assignment);
        let places = self.sheet.shape.places.iter();
        places.map(|it| it.decode(&row)).collect()
    }

    /// The bits of a state in an assignment.
    pub(super) fn row(&self, at: usize, assignment: &Assignment) -> Vec<bool> {
        let row = self.states[at].iter();
        row.map(|it| assignment.value(*it)).collect()
    }
}

impl ClassSheet<'_> {
    /// Demands that a state is legal: α < bv(n), multiplicities and invariants.
    pub(super) fn state(
        &self,
        bits: &mut Bits<'_>,
        set: Set<'_>,
        row: &[Lit],
    ) -> Result<State, Unsupported> {
        set(ClassPart::Attributes);
        bits.define(&[!row[0]]);
        let Read { values, fits } = self.shape.read(bits, row)?;
        for it in fits {
            bits.define(&[it]);
        }
        set(ClassPart::Invariants);
        let world = self.shape.world(&values, &values);
        for it in world.valid(bits, Guards::All)? {
            bits.define(&[it]);
        }
        Ok(State {
            bits: row.to_vec(),
            values,
        })
    }

    /// Demands that one state follows another by a call, unless `rest` holds.
    pub(super) fn step(
        &self,
        bits: &mut Bits<'_>,
        set: Set<'_>,
        (before, after): (&State, &State),
        rest: Option<Lit>,
    ) -> Result<Chosen, Unsupported> {
        set(ClassPart::Selection);
        let chosen = self.chosen(bits, rest);
        let world = self.shape.world(&before.values, &after.values);
        for (number, selector) in chosen.selectors.iter().enumerate() {
            if bits.known(*selector) == Some(false) {
                continue;
            }
            set(ClassPart::Pre);
            let clause = &mut |bits: &mut Bits<'_>, duty, clause: &[Lit]| {
                set(match duty {
                    Duty::Pre => ClassPart::Pre,
                    Duty::Post => ClassPart::Post,
                    Duty::Frame => ClassPart::Frame,
                });
                bits.define(&[&[!*selector], clause].concat());
            };
            self.shape.contract(bits, world, number, clause)?;
        }
        set(ClassPart::Frame);
        for slot in 0..self.shape.places.len() {
            let both = chosen.selectors.iter().zip(&self.shape.may_release);
            let may = both.filter(|it| it.1.contains(&slot)).map(|it| *it.0);
            let may: Vec<_> = may.collect();
            if may.len() < chosen.selectors.len() {
                let may = bits.any(may);
                let same = before.values[slot].same(bits, &after.values[slot]);
                bits.define(&[may, same]);
            }
        }
        set(ClassPart::Task);
        self.progress(bits, world, (before, after), &chosen)?;
        Ok(chosen)
    }

    /// ω, which stands for a call unless `rest` holds.
    fn chosen(&self, bits: &mut Bits<'_>, rest: Option<Lit>) -> Chosen {
        let width = self.instance.selection_bits(self.repairs);
        let omega: Vec<_> = (0..width).map(|_| bits.guess()).collect();
        let (yes, no) = (bits.constant(true), bits.constant(false));
        let mut selectors = Vec::new();
        for number in 0..self.instance.calls.len() {
            let is_written = number >> width == 0;
            let word = omega.iter().enumerate();
            let word = word.map(|(at, bit)| match number >> at & 1 {
                1 => *bit,
                _ => !*bit,
            });
            let code = bits.all(word);
            let code = if is_written { code } else { no };
            let happens = rest.map_or(yes, |it| !it);
            selectors.push(bits.and(code, happens));
        }
        let any = bits.any(selectors.iter().copied());
        let clause: Vec<_> = rest.into_iter().chain([any]).collect();
        bits.define(&clause);
        Chosen {
            omega,
            selectors,
            rest,
        }
    }

    /// How far a run has got with what is looked for.
    fn progress(
        &self,
        bits: &mut Bits<'_>,
        world: World<'_>,
        (before, after): (&State, &State),
        chosen: &Chosen,
    ) -> Result<(), Unsupported> {
        let stages = self.shape.slots_end..;
        let met = &before.bits[stages.clone()];
        let met = match self.shape.question.wanted {
            Wanted::Goals(_) => self.shape.goals_met(bits, &after.values, met)?,
            Wanted::Calls(sequence, is_strict) => {
                let world = world.of_state(world.before);
                let asked = (sequence, is_strict);
                self.shape
                    .calls_met(bits, world, asked, (met, &chosen.selectors))?
            }
            _ => Vec::new(),
        };
        let goes = bits.holds();
        let rest: Vec<_> = chosen.rest.into_iter().collect();
        bits.define(&[&rest[..], &[goes]].concat());
        for (&place, &value) in after.bits[stages].iter().zip(&met) {
            bits.define(&[&rest[..], &[!place, value]].concat());
            bits.define(&[&rest[..], &[place, !value]].concat());
        }
        Ok(())
    }

    /// τ: of some state; of the last one that it is none to end in, where deadlocks are looked for.
    fn task(&self, bits: &mut Bits<'_>, states: &[State]) -> Result<Vec<Lit>, Unsupported> {
        let mut all = Vec::new();
        if matches!(self.shape.question.wanted, Wanted::Stuck) {
            let last = &states[states.len() - 1].values;
            let world = self.shape.world(last, last);
            for it in &self.instance.model.finals {
                all.push(!world.holds(bits, it, &[])?);
            }
            return Ok(all);
        }
        for state in states {
            let world = self.shape.world(&state.values, &state.values);
            let met = state.bits[self.shape.slots_end..].last();
            let mut here = met.copied().unwrap_or(bits.constant(true));
            let conditions = match self.shape.question.wanted {
                Wanted::Goals(goals) => goals.last().map_or(&[][..], std::slice::from_ref),
                Wanted::Calls(sequence, _) => &sequence.last,
                Wanted::Violated(it) => {
                    here = !world.holds(bits, it, &[])?;
                    &[]
                }
                _ => &[],
            };
            for condition in conditions {
                let holds = world.holds(bits, condition, &[])?;
                here = bits.and(here, holds);
            }
            all.push(here);
        }
        Ok(vec![bits.any(all)])
    }
}

/// Where a literal does not hold, two rows of bits are the same.
fn same(bits: &mut Bits<'_>, unless: Lit, one: &[Lit], other: &[Lit]) {
    for (&a, &b) in one.iter().zip(other) {
        bits.define(&[unless, !a, b]);
        bits.define(&[unless, a, !b]);
    }
}
