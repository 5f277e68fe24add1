//! The checker: does a lemma follow from the clauses at hand by unit propagation?
//!
//! A clause C follows from F where F ∧ ¬C leads to a conflict by unit propagation alone (*reverse
//! unit propagation*, Goldberg and Novikov, DATE 2003; Van Gelder 2008). Every lemma that passes is
//! implied by the formula, and so is a contradiction in the end. The steps beyond this that DRAT
//! allows (*resolution asymmetric tautologies*, which only keep satisfiability) are rejected: the
//! solver here never takes them.
//!
//! Since everything in the database is implied, deletions only serve speed. What is known for good,
//! the trail between two lemmas, stays known; units and pairs are kept when a proof deletes them.
//!
//! Propagation watches two literals of each clause (Moskewicz et al., DAC 2001). Invariant between
//! two lemmas: a watched literal is not false, or a literal of its clause is true for good.

use super::database::{ClauseRef, Database};
use crate::cnf::{Formula, Lit};

/// A clause that must be looked at when the literal whose list this is in becomes false.
#[derive(Clone, Copy, Debug)]
struct Watch {
    /// The clause; [`PAIR`] for clauses of two literals, which need no place of their own.
    clause: ClauseRef,
    /// Some other literal of the clause: while it is true there is nothing to do.
    other: Lit,
}

const PAIR: ClauseRef = ClauseRef::MAX;

/// A value by the code of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Open,
    True,
    False,
}

/// Clauses, and what follows from them by unit propagation.
#[derive(Debug)]
pub struct Checker {
    clauses: Database,
    /// By the code of the watched literal.
    watches: Vec<Vec<Watch>>,
    /// By the code of a literal.
    values: Vec<Value>,
    /// What holds, in the order in which it was found.
    trail: Vec<Lit>,
    /// Up to here the trail has been propagated.
    propagated: usize,
    refuted: bool,
    /// The clause at hand, its literals sorted and each of them once.
    clause: Vec<Lit>,
}

impl Checker {
    /// Takes the clauses of a formula for granted.
    pub fn new(formula: &Formula) -> Self {
        let codes = formula.var_count() * 2;
        let mut checker = Self {
            clauses: Database::new(),
            watches: vec![Vec::new(); codes],
            values: vec![Value::Open; codes],
            trail: Vec::new(),
            propagated: 0,
            refuted: false,
            clause: Vec::new(),
        };
        for clause in formula.clauses() {
            checker.take(clause);
            checker.attach();
        }
        checker.refuted = checker.refuted || checker.propagate();
        checker
    }

    /// Whether the clauses contradict each other by unit propagation: the proof is complete.
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Adds a clause if it follows, and tells whether it does.
    pub fn add_lemma(&mut self, clause: &[Lit]) -> bool {
        self.take(clause);
        if !self.follows() {
            return false;
        }
        self.attach();
        self.refuted = self.refuted || self.propagate();
        true
    }

    /// Forgets a clause of more than two literals, and tells whether it was there.
    pub fn delete(&mut self, clause: &[Lit]) -> bool {
        self.take(clause);
        let found = self.clause.len() > 2 && self.clauses.delete(&self.clause);
        if self.clauses.is_wasteful() {
            let moves = self.clauses.compact();
            for watches in &mut self.watches {
                watches.retain_mut(|watch| {
                    if watch.clause == PAIR {
                        return true;
                    }
                    let place = moves.new_place(watch.clause);
                    watch.clause = place.unwrap_or(watch.clause);
                    place.is_some()
                });
            }
        }
        found
    }

    /// Makes a clause the one at hand. A proof may speak of variables that the formula lacks.
    fn take(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend_from_slice(clause);
        self.clause.sort_unstable();
        self.clause.dedup();
        if let Some(last) = self.clause.last() {
            let codes = (last.var().index() + 1) * 2;
            if codes > self.values.len() {
                self.values.resize(codes, Value::Open);
                self.watches.resize(codes, Vec::new());
            }
        }
    }

    /// Whether the clause at hand follows: all its literals false, and propagation meets a conflict.
    fn follows(&mut self) -> bool {
        let known = self.trail.len();
        let mut conflict = self.refuted;
        for at in 0..self.clause.len() {
            let lit = self.clause[at];
            match self.values[lit.code()] {
                Value::Open => self.assign(!lit),
                Value::True => conflict = true,
                Value::False => {}
            }
        }
        let conflict = conflict || self.propagate();
        for lit in self.trail.drain(known..) {
            self.values[lit.code()] = Value::Open;
            self.values[(!lit).code()] = Value::Open;
        }
        self.propagated = known;
        conflict
    }

    /// Adds the clause at hand. Literals that are not false come first, to be watched; where there
    /// is but one it holds for good, where there is none the formula is refuted.
    fn attach(&mut self) {
        let values = &self.values;
        let mut front = 0;
        for wanted in [Value::True, Value::Open] {
            // What stands before the front is in its place; nothing there is wanted again.
            for at in 0..self.clause.len() {
                if at >= front && values[self.clause[at].code()] == wanted {
                    self.clause.swap(front, at);
                    front += 1;
                }
            }
        }
        let is = |at: usize, value| {
            let lit: Option<&Lit> = self.clause.get(at);
            lit.is_none_or(|lit| values[lit.code()] == value)
        };
        let conflict = is(0, Value::False);
        let unit = !conflict && is(0, Value::Open) && is(1, Value::False);
        if let &[first, second, ..] = &self.clause[..] {
            let clause = match self.clause.len() {
                2 => PAIR,
                _ => self.clauses.insert(&self.clause),
            };
            for (lit, other) in [(first, second), (second, first)] {
                self.watches[lit.code()].push(Watch { clause, other });
            }
        }
        if conflict {
            self.refuted = true;
        } else if unit {
            self.assign(self.clause[0]);
        }
    }

    fn assign(&mut self, lit: Lit) {
        self.values[lit.code()] = Value::True;
        self.values[(!lit).code()] = Value::False;
        self.trail.push(lit);
    }

    /// Finds what follows from the trail; true where it leads to a conflict.
    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            if self.visit_watches_of(!lit) {
                return true;
            }
        }
        false
    }

    /// Looks at every clause that watches a literal which has become false; true on conflict.
    fn visit_watches_of(&mut self, falsified: Lit) -> bool {
        // New watches go to literals that are not false, never into this list.
        let mut watches = std::mem::take(&mut self.watches[falsified.code()]);
        let mut kept = 0;
        let mut at = 0;
        let mut conflict = false;
        while at < watches.len() && !conflict {
            let watch = watches[at];
            at += 1;
            if let Some(stays) = self.visit(falsified, watch) {
                watches[kept] = stays;
                kept += 1;
                match self.values[stays.other.code()] {
                    Value::True => {}
                    Value::Open => self.assign(stays.other),
                    Value::False => conflict = true,
                }
            }
        }
        watches.drain(kept..at);
        self.watches[falsified.code()] = watches;
        conflict
    }

    /// What becomes of one watch of a literal that has become false. A watch that stays names the
    /// one literal by which the clause can still hold.
    fn visit(&mut self, falsified: Lit, watch: Watch) -> Option<Watch> {
        if watch.clause == PAIR || self.values[watch.other.code()] == Value::True {
            return Some(watch);
        }
        let literals = self.clauses.literals(watch.clause);
        if literals.is_empty() {
            return None;
        }
        let falsified = falsified.code() as u32;
        if literals[0] == falsified {
            literals.swap(0, 1);
        }
        let other = Lit::from_code(literals[0] as usize);
        let stays = Watch { other, ..watch };
        if self.values[other.code()] == Value::True {
            return Some(stays);
        }
        let is_false = |&code: &u32| self.values[code as usize] == Value::False;
        let Some(found) = literals[2..].iter().position(|code| !is_false(code)) else {
            return Some(stays);
        };
        literals.swap(1, found + 2);
        self.watches[literals[1] as usize].push(stays);
        None
    }
}
