//! Clauses with where their literals occur.
//!
//! Invariants: clauses are sorted, have each variable once, and two literals at least; a literal that is a clause by itself is in
//! [`Clauses::values`] and occurs in no other. Lists of occurrences may name clauses that are gone or have lost the literal.

use std::collections::VecDeque;

use crate::cnf::{ClauseSink, Formula, Lit, Var};

/// Literals that are derived for each of a formula, at most.
const DERIVED_PER_LITERAL: usize = 4;

/// The number of a clause.
pub(super) type Number = u32;

/// A clause; without literals where it is gone.
#[derive(Debug, Default)]
struct Clause {
    lits: Box<[Lit]>,
    /// A bit for each of its variables: clauses whose bits are not among another one's are not part of it.
    signature: u64,
    is_queued: bool,
}

/// How one clause relates to another one.
enum Part {
    No,
    /// Its literals are among the other one's.
    Whole,
    /// They are, but for this one, whose negation is in the other one.
    But(Lit),
}

#[derive(Debug)]
pub(super) struct Clauses {
    all: Vec<Clause>,
    /// By the code of a literal.
    occurrences: Vec<Vec<Number>>,
    /// By the code of a literal, how many clauses have it.
    counts: Vec<usize>,
    /// By the index of a variable, its value where clauses of one literal give it.
    values: Vec<Option<bool>>,
    is_refuted: bool,
    /// Clauses that have not been compared with all others.
    queue: VecDeque<Number>,
    touched: Vec<Var>,
    is_touched: Vec<bool>,
    derived: Formula,
    /// So many literals of that are enough.
    most_derived: usize,
    /// Looks at literals that are left.
    work: u64,
}

impl Clauses {
    /// The clauses of a formula, of which so many literals are looked at.
    pub(super) fn of(formula: &Formula, work: u64) -> Self {
        let vars = formula.var_count();
        let mut derived = Formula::new();
        for _ in 0..vars {
            derived.new_var();
        }
        let mut clauses = Self {
            all: Vec::new(),
            occurrences: vec![Vec::new(); 2 * vars],
            counts: vec![0; 2 * vars],
            values: vec![None; vars],
            is_refuted: false,
            queue: VecDeque::new(),
            touched: Vec::new(),
            is_touched: vec![false; vars],
            derived,
            most_derived: DERIVED_PER_LITERAL.saturating_mul(formula.literal_count()),
            work,
        };
        for it in 0..vars {
            clauses.touch(Var::from_index(it));
        }
        // Values first, so that a clause is shortened once.
        for is_unit in [true, false] {
            let some = formula.clauses().filter(|it| (it.len() == 1) == is_unit);
            some.for_each(|it| clauses.add(it, false));
        }
        clauses
    }

    /// Whether nothing is left to be done, or no work, or enough has been derived.
    pub(super) fn is_done(&self) -> bool {
        self.is_refuted || self.work == 0 || self.derived.literal_count() > self.most_derived
    }

    /// The variables whose clauses have changed since this was asked.
    pub(super) fn touched(&mut self) -> Vec<Var> {
        for it in &self.touched {
            self.is_touched[it.index()] = false;
        }
        std::mem::take(&mut self.touched)
    }

    fn touch(&mut self, var: Var) {
        if !std::mem::replace(&mut self.is_touched[var.index()], true) {
            self.touched.push(var);
        }
    }

    /// How many pairs of clauses a variable has.
    pub(super) fn cost(&self, var: Var) -> usize {
        let count = |lit: Lit| self.counts[lit.code()];
        count(var.positive()).saturating_mul(count(var.negative()))
    }

    /// How many literals a clause has.
    pub(super) fn len(&self, number: Number) -> usize {
        self.all[number as usize].lits.len()
    }

    /// The literals of a clause.
    pub(super) fn look_at(&mut self, number: Number) -> &[Lit] {
        let lits = &self.all[number as usize].lits;
        self.work = self.work.saturating_sub(lits.len() as u64);
        lits
    }

    /// The clauses that have a literal, by their numbers.
    pub(super) fn with(&mut self, lit: Lit) -> Vec<Number> {
        let mut list = std::mem::take(&mut self.occurrences[lit.code()]);
        self.work = self.work.saturating_sub(list.len() as u64);
        let has = |it: &Number| self.all[*it as usize].lits.binary_search(&lit).is_ok();
        list.retain(has);
        self.occurrences[lit.code()].clone_from(&list);
        list
    }

    /// What two clauses say together without a variable, and whether that is anything.
    pub(super) fn resolve(
        &mut self,
        (one, other): (Number, Number),
        var: Var,
        resolvent: &mut Vec<Lit>,
    ) -> bool {
        let [short, long] = match self.len(one) <= self.len(other) {
            true => [one, other],
            false => [other, one],
        };
        self.work = self.work.saturating_sub(self.len(short) as u64);
        let [few, many] = [short, long].map(|it| &self.all[it as usize].lits);
        let mut few = few.iter().filter(|it| it.var() != var);
        if few.any(|it| many.binary_search(&!*it).is_ok()) {
            return false;
        }
        resolvent.clear();
        for number in [one, other] {
            let lits = self.look_at(number);
            resolvent.extend(lits.iter().filter(|it| it.var() != var));
        }
        resolvent.sort_unstable();
        resolvent.dedup();
        true
    }

    /// Adds a clause that follows.
    pub(super) fn derive(&mut self, clause: &[Lit]) {
        self.add(clause, true);
    }

    fn add(&mut self, clause: &[Lit], mut is_derived: bool) {
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        if is_tautology(&lits) || lits.iter().any(|it| self.value(*it) == Some(true)) {
            return;
        }
        let count = lits.len();
        lits.retain(|it| self.value(*it).is_none());
        is_derived |= lits.len() < count;
        if is_derived {
            self.derived.add_clause(&lits);
        }
        match lits.as_slice() {
            [] => self.is_refuted = true,
            [only] => self.assign(*only),
            _ => {
                let number = Number::try_from(self.all.len()).expect("a formula is in memory");
                for lit in &lits {
                    self.occurrences[lit.code()].push(number);
                    self.counts[lit.code()] += 1;
                    self.touch(lit.var());
                }
                self.queue.push_back(number);
                self.all.push(Clause {
                    signature: signature(&lits),
                    lits: lits.into(),
                    is_queued: true,
                });
            }
        }
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.var().index()].map(|it| it != lit.is_negated())
    }

    /// Removes a clause.
    pub(super) fn remove(&mut self, number: Number) {
        let clause = std::mem::take(&mut self.all[number as usize]);
        for lit in &clause.lits {
            self.counts[lit.code()] -= 1;
            self.touch(lit.var());
        }
    }

    /// Gives a literal its value, and all that follows from that.
    fn assign(&mut self, lit: Lit) {
        let mut open = vec![lit];
        while let Some(lit) = open.pop() {
            match self.value(lit) {
                Some(true) => continue,
                Some(false) => {
                    self.derived.add_clause(&[]);
                    self.is_refuted = true;
                    return;
                }
                None => self.values[lit.var().index()] = Some(!lit.is_negated()),
            }
            for number in self.with(lit) {
                self.remove(number);
            }
            for number in self.with(!lit) {
                open.extend(self.strengthen(number, !lit));
            }
        }
    }

    /// Takes a literal from a clause, which follows; the last one where only that is left, which is no clause any more.
    fn strengthen(&mut self, number: Number, lit: Lit) -> Option<Lit> {
        let clause = &mut self.all[number as usize];
        let rest: Vec<_> = clause
            .lits
            .iter()
            .copied()
            .filter(|it| *it != lit)
            .collect();
        self.derived.add_clause(&rest);
        if let &[only] = rest.as_slice() {
            self.remove(number);
            return Some(only);
        }
        clause.signature = signature(&rest);
        clause.lits = rest.into();
        if !std::mem::replace(&mut clause.is_queued, true) {
            self.queue.push_back(number);
        }
        self.counts[lit.code()] -= 1;
        self.touch(lit.var());
        let vars: Vec<_> = self.all[number as usize]
            .lits
            .iter()
            .map(|it| it.var())
            .collect();
        vars.into_iter().for_each(|it| self.touch(it));
        None
    }

    /// Removes clauses that others make needless, and literals of clauses.
    pub(super) fn subsume(&mut self) {
        while let Some(number) = self.queue.pop_front() {
            if self.is_done() {
                return;
            }
            self.all[number as usize].is_queued = false;
            let clause = self.all[number as usize].lits.clone();
            let both = |it: &&Lit| self.counts[it.code()] + self.counts[(!**it).code()];
            let Some(&rarest) = clause.iter().min_by_key(both) else {
                continue;
            };
            for lit in [rarest, !rarest] {
                for other in self.with(lit) {
                    if other == number {
                        continue;
                    }
                    match self.part(number, other) {
                        Part::No => {}
                        Part::Whole => self.remove(other),
                        Part::But(lit) => {
                            if let Some(only) = self.strengthen(other, !lit) {
                                self.assign(only);
                            }
                        }
                    }
                    // What follows may have changed the clause, which is in the queue again then, or taken it.
                    if *self.all[number as usize].lits != *clause {
                        break;
                    }
                }
                if *self.all[number as usize].lits != *clause {
                    break;
                }
            }
        }
    }

    /// Whether one clause is part of another one.
    fn part(&mut self, one: Number, other: Number) -> Part {
        let (one, other) = (&self.all[one as usize], &self.all[other as usize]);
        self.work = self.work.saturating_sub(1);
        if one.lits.len() > other.lits.len() || one.signature & !other.signature != 0 {
            return Part::No;
        }
        self.work = self.work.saturating_sub(other.lits.len() as u64);
        let mut rest = other.lits.iter();
        let mut but = None;
        for &lit in &one.lits {
            match rest.find(|it| it.var() >= lit.var()) {
                Some(&it) if it == lit => {}
                Some(&it) if it == !lit && but.is_none() => but = Some(lit),
                _ => return Part::No,
            }
        }
        but.map_or(Part::Whole, Part::But)
    }

    /// Writes what is left, with the values of the variables of which `is_kept` says so.
    pub(super) fn write(&self, sink: &mut Formula, is_kept: impl Fn(Var) -> bool) {
        if self.is_refuted {
            sink.add_clause(&[]);
        }
        for (index, value) in self.values.iter().enumerate() {
            let var = Var::from_index(index);
            if let Some(value) = value.filter(|_| is_kept(var)) {
                sink.add_clause(&[var.lit(value)]);
            }
        }
        for clause in self.all.iter().filter(|it| !it.lits.is_empty()) {
            sink.add_clause(&clause.lits);
        }
    }

    /// What was derived, in its order.
    pub(super) fn into_derived(self) -> Formula {
        self.derived
    }
}

/// Whether a sorted clause has a literal beside its negation.
fn is_tautology(lits: &[Lit]) -> bool {
    lits.windows(2).any(|it| it[0] == !it[1])
}

fn signature(lits: &[Lit]) -> u64 {
    lits.iter()
        .fold(0, |all, it| all | 1 << (it.var().index() % 64))
}
