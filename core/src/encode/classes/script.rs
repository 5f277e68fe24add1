//! Formulas of a bounded number of calls as SMT-LIB 2 text, with what each variable says.
//!
//! Of ours the relation is unrolled: a start state, k steps, and a state that is looked for among σ₀ … σ_k. After the first such
//! state no step is demanded, so that the text can be satisfied exactly where there is one within k calls.

use std::collections::BTreeMap;

use super::Encoding;
use super::layout::Place;
use super::printed::PrintedClasses;
use crate::cnf::{Formula, Lit, Var, gate, smtlib};
use crate::language::classes::model::ClassModel;
use crate::language::classes::semantics::Call;

/// What variables say.
#[derive(Default)]
struct Meanings(BTreeMap<Var, String>);

impl Meanings {
    /// The slots of a state, each bit by what it says of its slot.
    fn state(&mut self, model: &ClassModel, places: &[Place], (at, row): (usize, &[Lit])) {
        for (slot, place) in places.iter().enumerate() {
            for bit in 0..place.width {
                let name = model.slot_name(slot);
                let which = place.bit_name(bit);
                let var = row[place.first + bit].var();
                self.0.insert(var, format!("state {at}: {name}{which}"));
            }
        }
    }

    /// The calls of a step. A literal that several calls share is left without a meaning.
    fn calls(&mut self, model: &ClassModel, calls: &[Call], (at, row): (usize, &[Lit])) {
        for (call, lit) in calls.iter().zip(row) {
            let shown = call.shown(model);
            let not = if lit.is_negated() { "not " } else { "" };
            let meaning = format!("call {}: {not}{shown}", at + 1);
            self.0.entry(lit.var()).or_insert(meaning);
        }
    }

    fn script(&self, formula: &Formula, about: &str) -> String {
        smtlib::write(formula, about, &|var| self.0.get(&var).cloned())
    }
}

impl Encoding {
    /// What is looked for within k calls, as SMT-LIB 2 text with these comments at its top.
    #[must_use]
    pub fn script(&self, (model, calls): (&ClassModel, &[Call]), k: usize, about: &str) -> String {
        let relation = &self.relation;
        let mut formula = Formula::new();
        let states: Vec<_> = (0..=k).map(|_| relation.state(&mut formula)).collect();
        relation.start_at(&mut formula, &states[0]);
        let mut meanings = Meanings::default();
        let mut met = relation.bad_at(&mut formula, &states[0]);
        for (at, pair) in states.windows(2).enumerate() {
            let onward = relation.step_into(&mut formula, &pair[0], &pair[1]);
            gate::implies_any(&mut formula, &[!met], &[onward.holds]);
            let bad = relation.bad_at(&mut formula, &pair[1]);
            met = gate::or(&mut formula, &[met, bad]);
            meanings.calls(model, calls, (at, &onward.choices));
        }
        for (at, row) in states.iter().enumerate() {
            meanings.state(model, &self.places, (at, row));
        }
        gate::implies_any(&mut formula, &[], &[met]);
        meanings.script(&formula, about)
    }
}

impl PrintedClasses<'_, '_> {
    /// f as SMT-LIB 2 text with these comments at its top.
    #[must_use]
    pub fn script(&self, about: &str) -> String {
        let instance = self.sheet.instance;
        let (model, calls) = (instance.model(), instance.calls());
        let mut meanings = Meanings::default();
        for (at, chosen) in self.steps.iter().enumerate() {
            for (bit, lit) in chosen.omega.iter().enumerate() {
                let meaning = format!("ω_{at}, bit {bit}");
                meanings.0.insert(lit.var(), meaning);
            }
            if let Some(rest) = chosen.rest {
                let meaning = format!("no call from {} on", at + 1);
                meanings.0.insert(rest.var(), meaning);
            }
            meanings.calls(model, calls, (at, &chosen.selectors));
        }
        for (at, row) in self.states.iter().enumerate() {
            meanings.state(model, &self.sheet.shape.places, (at, row));
        }
        meanings.script(self.formula(), about)
    }
}
