//! Gates that know constants and what was built before.
//!
//! An and-inverter graph written as clauses while it grows: a gate with a constant input is folded, and a gate that
//! was built before is not built again (Kuehlmann and Krohm, *Equivalence checking using cuts and heaps*, 1997).
//! x ∧ y and x ⊕ y are the gates; all others are made of them.
//!
//! What is written is *total*: whatever values the free literals have, the rest can be given values, in one way. What
//! is demanded beyond that is kept apart ([`Bits::demands`]), so that whoever writes can say whether it holds.

use std::collections::BTreeMap;

use crate::cnf::{ClauseSink, Lit, gate};

/// A sink for gates.
pub struct Bits<'s> {
    sink: &'s mut dyn ClauseSink,
    truth: Lit,
    ands: BTreeMap<(Lit, Lit), Lit>,
    xors: BTreeMap<(Lit, Lit), Lit>,
    inputs: Vec<Lit>,
    demands: Vec<Vec<Lit>>,
}

impl<'s> Bits<'s> {
    /// Gates that are written into a sink. One variable and one clause, for what is always true.
    pub fn new(sink: &'s mut dyn ClauseSink) -> Self {
        let truth = sink.new_lit();
        sink.add_clause(&[truth]);
        Self {
            sink,
            truth,
            ands: BTreeMap::new(),
            xors: BTreeMap::new(),
            inputs: Vec::new(),
            demands: Vec::new(),
        }
    }

    /// The literal that always has a value.
    #[must_use]
    pub fn constant(&self, value: bool) -> Lit {
        if value { self.truth } else { !self.truth }
    }

    /// The value of a literal that always has the same.
    #[must_use]
    pub fn known(&self, lit: Lit) -> Option<bool> {
        (lit.var() == self.truth.var()).then(|| lit == self.truth)
    }

    /// A literal that somebody is free to set.
    pub fn free(&mut self) -> Lit {
        let lit = self.sink.new_lit();
        self.inputs.push(lit);
        lit
    }

    /// A literal that clauses yet to be written determine, see [`Self::define`].
    pub fn guess(&mut self) -> Lit {
        self.sink.new_lit()
    }

    /// Writes a clause about guesses. All of them together determine the guesses, and exclude nothing else.
    pub fn define(&mut self, clause: &[Lit]) {
        self.sink.add_clause(clause);
    }

    /// Demands that one of the literals holds.
    pub fn demand(&mut self, clause: &[Lit]) {
        self.demands.push(clause.to_vec());
    }

    /// How many gates there are.
    #[must_use]
    pub fn gates(&self) -> usize {
        self.ands.len() + self.xors.len()
    }

    /// The literals that somebody was free to set.
    #[must_use]
    pub fn inputs(&self) -> &[Lit] {
        &self.inputs
    }

    /// Writes all that was demanded, as clauses.
    pub fn insist(mut self) {
        for clause in std::mem::take(&mut self.demands) {
            self.sink.add_clause(&clause);
        }
    }

    /// Holds exactly where all does that was demanded: ⋀ ⋁ lits.
    pub fn holds(&mut self) -> Lit {
        let mut all = Vec::new();
        for clause in std::mem::take(&mut self.demands) {
            let open = |it: &&Lit| self.known(**it) != Some(false);
            let open: Vec<_> = clause.iter().filter(open).copied().collect();
            if open.iter().all(|&it| self.known(it) != Some(true)) {
                all.push(gate::or(&mut *self.sink, &open));
            }
        }
        all.sort_unstable();
        all.dedup();
        gate::and(&mut *self.sink, &all)
    }

    /// Both.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match (self.known(a), self.known(b)) {
            (Some(false), _) | (_, Some(false)) => return self.constant(false),
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            (None, None) if a == b => return a,
            (None, None) if a == !b => return self.constant(false),
            (None, None) => {}
        }
        let key = (a.min(b), a.max(b));
        if let Some(&built) = self.ands.get(&key) {
            return built;
        }
        let built = gate::and(&mut *self.sink, &[a, b]);
        self.ands.insert(key, built);
        built
    }

    /// At least one.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Exactly one.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        match (self.known(a), self.known(b)) {
            (Some(value), _) => return if value { !b } else { b },
            (_, Some(value)) => return if value { !a } else { a },
            (None, None) if a == b => return self.constant(false),
            (None, None) if a == !b => return self.constant(true),
            (None, None) => {}
        }
        // x ⊕ y, ¬x ⊕ ¬y, and their opposites are one gate.
        let flips = a.is_negated() != b.is_negated();
        let (a, b) = (a.var().positive(), b.var().positive());
        let key = (a.min(b), a.max(b));
        let built = match self.xors.get(&key) {
            Some(&built) => built,
            None => {
                let out = self.sink.new_lit();
                for clause in [[!out, a, b], [!out, !a, !b], [out, !a, b], [out, a, !b]] {
                    self.sink.add_clause(&clause);
                }
                self.xors.insert(key, out);
                out
            }
        };
        if flips { !built } else { built }
    }

    /// The same value.
    pub fn equal(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// The second where the first holds, else the third.
    pub fn choose(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if then == otherwise {
            return then;
        }
        let then = self.and(condition, then);
        let otherwise = self.and(!condition, otherwise);
        self.or(then, otherwise)
    }

    /// All of them; true without any.
    pub fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let truth = self.constant(true);
        lits.into_iter().fold(truth, |all, lit| self.and(all, lit))
    }

    /// One of them; false without any.
    pub fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let falsehood = self.constant(false);
        lits.into_iter()
            .fold(falsehood, |any, lit| self.or(any, lit))
    }

    /// The sum of three bits and its carry: a full adder.
    pub fn add(&mut self, a: Lit, b: Lit, carry: Lit) -> (Lit, Lit) {
        let half = self.xor(a, b);
        let sum = self.xor(half, carry);
        let both = self.and(a, b);
        let carried = self.and(half, carry);
        (sum, self.or(both, carried))
    }
}
