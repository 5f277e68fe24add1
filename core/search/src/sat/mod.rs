//! Satisfiability solvers behind one trait, and the checking of their answers.
//!
//! A solver is a [`ClauseSink`]: encodings write into it as into a formula. It answers
//! [`Solver::solve_under`] assumptions, keeps what it learned for the next question, and can be
//! stopped from outside. [`ALL`] lists the solvers; menus and the conformance suite iterate it, and
//! a new solver is a file and one line in it.
//!
//! "Satisfiable" comes with an assignment that anybody can check. "Unsatisfiable" is worth as much
//! as the solver, unless [`proof::certify`] has asked for the reasons and followed them.

mod absent;
#[cfg(feature = "batsat")]
mod batsat;
#[cfg(test)]
mod conformance;
pub mod proof;
mod varisat;

use std::rc::Rc;

use crate::cnf::{Assignment, ClauseSink, Formula, Lit};

/// Asked now and then during a search: `true` ends it. Comes from outside, because the core has no
/// clock; solvers ask at most every few conflicts, so that reading a clock here costs nothing.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// All clauses and all assumptions hold in this assignment.
    Satisfiable(Assignment),
    /// The clauses cannot hold together with these assumptions, the *failed core*: some of those
    /// that were given, not necessarily a smallest choice, and none where the clauses alone cannot
    /// be satisfied.
    Unsatisfiable(Vec<Lit>),
}

/// Called wherever a solver asks whether to stop: somebody else may do a piece of work, and `true` ends the
/// search as well. It is called at the same places of a search in every run.
pub type Pause = Rc<dyn Fn() -> bool>;

/// A search ended without an answer, because [`Stop`] or [`Pause`] said so or because the memory that it
/// may take is used up. The solver is spent: it answers every later question with this, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// What a solver counted since it was made; `None` where it does not tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Variables that were handed out.
    pub vars: u64,
    /// Clauses that were added.
    pub clauses: u64,
    /// Questions that were asked.
    pub solves: u64,
    /// Conflicts that were met.
    pub conflicts: Option<u64>,
    /// Decisions that were made.
    pub decisions: Option<u64>,
    /// Literals that were propagated.
    pub propagations: Option<u64>,
}

/// An incremental SAT solver. The same calls in the same order give the same answers.
pub trait Solver: ClauseSink {
    /// The name in options and tables, see [`named`].
    fn name(&self) -> &'static str;

    /// Asks whether all clauses so far and all these assumptions can hold together. Assumptions
    /// count for this question only; clauses can be added after it.
    ///
    /// # Errors
    /// Where the search was stopped, now or earlier.
    fn solve_under(&mut self, assumptions: &[Lit]) -> Result<Answer, Interrupted>;

    /// What the solver counted so far.
    fn statistics(&self) -> Statistics;

    /// The bytes that it takes, counted by what it was given and has learned; about right, and the same
    /// in every run.
    fn bytes(&self) -> u64;

    /// Ends searches once they take more bytes than this. A solver that nobody can stop does not heed it
    /// before its next question.
    fn limit_bytes(&mut self, most: u64);

    /// Has somebody called in the pauses of its searches. A solver that nobody can stop has none.
    fn set_pause(&mut self, pause: Option<Pause>);

    /// Asks whether all clauses so far can hold together.
    ///
    /// # Errors
    /// As [`Solver::solve_under`].
    fn solve(&mut self) -> Result<Answer, Interrupted> {
        self.solve_under(&[])
    }

    /// Reads what a growing formula gained since it had `read` clauses, and notes the new count.
    /// Everything in the solver must come from this formula.
    fn read_formula(&mut self, formula: &Formula, read: &mut usize) {
        self.read_some(formula, read, usize::MAX);
    }

    /// As [`Self::read_formula`], but at most so many clauses; says whether there are more.
    fn read_some(&mut self, formula: &Formula, read: &mut usize, most: usize) -> bool {
        for _ in self.statistics().vars..formula.var_count() as u64 {
            self.new_var();
        }
        for clause in formula.clauses_from(*read).take(most) {
            self.add_clause(clause);
            *read += 1;
        }
        *read < formula.clause_count()
    }
}

/// About the bytes that a solver takes for a formula before it has learned anything: a clause hangs in two
/// lists, a variable has many small entries.
#[must_use]
pub fn bytes_for(vars: u64, clauses: u64, literals: u64) -> u64 {
    const VARIABLE: u64 = 250;
    const CLAUSE: u64 = 40;
    const LITERAL: u64 = 10;
    VARIABLE * vars + CLAUSE * clauses + LITERAL * literals
}

/// A solver that can be chosen by name.
#[derive(Clone, Copy, Debug)]
pub struct Backend {
    /// The name in options and tables.
    pub name: &'static str,
    /// What distinguishes it, in one sentence.
    pub about: &'static str,
    create: for<'a> fn(Option<Stop<'a>>) -> Box<dyn Solver + 'a>,
}

impl Backend {
    /// A solver without clauses. A solver that nobody can stop may be a little faster.
    #[must_use]
    pub fn create<'a>(&self, stop: Option<Stop<'a>>) -> Box<dyn Solver + 'a> {
        (self.create)(stop)
    }
}

/// All solvers, the default one first.
pub const ALL: &[Backend] = &[
    varisat::BACKEND,
    #[cfg(feature = "batsat")]
    batsat::BACKEND,
];

/// In place of [`ALL`] where no solver has arrived: one that never answers.
pub const NONE: &[Backend] = &[absent::BACKEND];

/// The solver of a name; the empty name means the default one.
#[must_use]
pub fn named(name: &str) -> Option<Backend> {
    named_among(ALL, name)
}

/// The solver of a name among some of them; the empty name means the first.
#[must_use]
pub fn named_among(some: &[Backend], name: &str) -> Option<Backend> {
    let mut all = some.iter().copied();
    if name.is_empty() {
        all.next()
    } else {
        all.find(|backend| backend.name == name)
    }
}
