//! Refutations that can be checked: "unsatisfiable" with its evidence.
//!
//! Incremental solving and DRAT proofs do not mix, so [`prove`] asks once more: a fresh solver, all
//! clauses, the assumptions as unit clauses, and the proof kept in memory. [`Proof::check`] then
//! follows it step by step. The checker shares nothing with the solver but the types of formulas,
//! so that a mistake in the search cannot hide in it. [`certify`] does both.
//!
//! A [`Proof`] can be written as a DIMACS and a DRAT file, for checkers that others wrote.

mod checker;
mod database;
pub mod drat;

use std::fmt;

use super::varisat::refute;
use super::{Answer, Interrupted, Stop};
use crate::cnf::{Assignment, ClauseSink, Formula, Lit, dimacs};
use checker::Checker;

/// A lemma takes some microseconds, in a large formula some milliseconds.
const LEMMAS_PER_QUESTION: usize = 16;

/// A formula and the steps that refute it, as the solver claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    formula: Formula,
    drat: Vec<u8>,
}

/// The testimony that a proof was followed to its end. Only [`Proof::check`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Certificate {
    /// Clauses of the formula, those of the assumptions included.
    pub clauses: usize,
    /// Lemmas that were found to follow, up to the contradiction.
    pub lemmas: usize,
    /// Clauses that the proof gave up on its way.
    pub deletions: usize,
    /// Size of the proof in binary DRAT, in bytes.
    pub bytes: usize,
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCertificate {
    /// The formula is satisfiable under the assumptions, by this assignment.
    Satisfiable(Assignment),
    /// [`Stop`] ended the search or the check.
    Interrupted,
    /// Search and proof would have taken more memory than allowed.
    Memory,
    /// The proof does not hold.
    Rejected(Rejection),
}

/// What is wrong with a proof. A proof of our own solver that is rejected is a defect of this
/// program; nothing may be concluded from its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The bytes are no binary DRAT from this offset on.
    Malformed(usize),
    /// A lemma, given with its number among the lemmas (from 1), does not follow by unit
    /// propagation.
    DoesNotFollow(usize, Vec<Lit>),
    /// The proof ends before it reaches a contradiction.
    NoContradiction,
}

impl fmt::Display for Rejection {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(byte) => write!(out, "the proof is malformed at byte {byte}"),
            Self::DoesNotFollow(number, clause) => {
                write!(
                    out,
                    "lemma {number} of the proof, {clause:?}, does not follow"
                )
            }
            Self::NoContradiction => write!(out, "the proof ends without a contradiction"),
        }
    }
}

impl std::error::Error for Rejection {}

impl From<Interrupted> for NoCertificate {
    fn from(Interrupted: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Shows that the formula cannot hold under the assumptions: [`prove`] and [`Proof::check`].
///
/// # Errors
/// Where it can hold, where the proof is rejected, and where it was stopped.
pub fn certify(
    formula: &Formula,
    assumptions: &[Lit],
    stop: Option<Stop<'_>>,
) -> Result<Certificate, NoCertificate> {
    certify_within(u64::MAX, formula, assumptions, stop)
}

/// As [`certify`], in at most so many bytes besides the formula.
///
/// # Errors
/// As [`certify`], and where that is not enough.
pub fn certify_within(
    memory: u64,
    formula: &Formula,
    assumptions: &[Lit],
    stop: Option<Stop<'_>>,
) -> Result<Certificate, NoCertificate> {
    let proof = prove_within(memory, formula, assumptions, stop)?;
    if proof.bytes_to_check() > memory {
        return Err(NoCertificate::Memory);
    }
    proof.check(stop)
}

/// Solves the formula and the assumptions once more, from scratch, and keeps the solver's proof.
///
/// # Errors
/// Where they can hold together, and where the search was stopped.
pub fn prove(
    formula: &Formula,
    assumptions: &[Lit],
    stop: Option<Stop<'_>>,
) -> Result<Proof, NoCertificate> {
    prove_within(u64::MAX, formula, assumptions, stop)
}

/// As [`prove`], in at most so many bytes besides the formula.
///
/// # Errors
/// As [`prove`], and where that is not enough.
pub fn prove_within(
    memory: u64,
    formula: &Formula,
    assumptions: &[Lit],
    stop: Option<Stop<'_>>,
) -> Result<Proof, NoCertificate> {
    let memory = memory
        .checked_sub(formula.bytes())
        .ok_or(NoCertificate::Memory)?;
    let mut formula = formula.clone();
    for &assumption in assumptions {
        formula.add_clause(&[assumption]);
    }
    let mut drat = Vec::new();
    let answer = match refute(&formula, &mut drat, memory, stop) {
        Err(Interrupted) if !stop.is_some_and(|stop| stop()) => Err(NoCertificate::Memory),
        answer => answer.map_err(NoCertificate::from),
    };
    match answer? {
        Answer::Satisfiable(assignment) => Err(NoCertificate::Satisfiable(assignment)),
        Answer::Unsatisfiable(_) => Ok(Proof { formula, drat }),
    }
}

impl Proof {
    /// The claim that these bytes, binary DRAT, refute this formula.
    #[must_use]
    pub fn new(formula: Formula, drat: Vec<u8>) -> Self {
        Self { formula, drat }
    }

    /// What is refuted: the clauses and one unit clause for each assumption.
    #[must_use]
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The steps in binary DRAT.
    #[must_use]
    pub fn drat(&self) -> &[u8] {
        &self.drat
    }

    /// The formula as a DIMACS file, with a comment at its top.
    #[must_use]
    pub fn dimacs(&self, comment: &str) -> String {
        dimacs::write(&self.formula, comment)
    }

    /// The steps as a DRAT file in text, as drat-trim and its successors read it.
    ///
    /// # Errors
    /// Where the bytes are no binary DRAT.
    pub fn drat_text(&self) -> Result<String, Rejection> {
        drat::to_text(&self.drat)
    }

    /// About the bytes that a check takes besides, at most: all clauses of the formula and of the proof
    /// with two watches each. A byte of the proof is at most a literal.
    fn bytes_to_check(&self) -> u64 {
        let (clauses, literals) = (self.formula.clause_count(), self.formula.literal_count());
        let given = 50 * clauses + 8 * literals + 60 * self.formula.var_count();
        self.formula.bytes() + 7 * self.drat.len() as u64 + given as u64
    }

    /// Follows the proof: every lemma must follow from the clauses at hand by unit propagation, and
    /// the last of them must be a contradiction. Linear in the number of steps, each a propagation.
    ///
    /// # Errors
    /// Where the proof does not hold, and where [`Stop`] ended the check.
    pub fn check(&self, stop: Option<Stop<'_>>) -> Result<Certificate, NoCertificate> {
        let mut certificate = Certificate {
            clauses: self.formula.clause_count(),
            lemmas: 0,
            deletions: 0,
            bytes: self.drat.len(),
        };
        let mut checker = Checker::new(&self.formula);
        let mut steps = drat::Steps::new(&self.drat);
        while !checker.is_refuted() {
            match steps.next_step().map_err(NoCertificate::Rejected)? {
                None => return Err(NoCertificate::Rejected(Rejection::NoContradiction)),
                Some(drat::Step::Delete(clause)) => {
                    certificate.deletions += usize::from(checker.delete(clause));
                }
                Some(drat::Step::Add(clause)) => {
                    certificate.lemmas += 1;
                    if !checker.add_lemma(clause) {
                        let rejection =
                            Rejection::DoesNotFollow(certificate.lemmas, clause.to_vec());
                        return Err(NoCertificate::Rejected(rejection));
                    }
                    if certificate.lemmas.is_multiple_of(LEMMAS_PER_QUESTION)
                        && stop.is_some_and(|stop| stop())
                    {
                        return Err(NoCertificate::Interrupted);
                    }
                }
            }
        }
        Ok(certificate)
    }
}

/// Shows that each of some clauses follows from a formula by unit propagation, after those before it: how many there are.
///
/// # Errors
/// Where one does not follow, and where [`Stop`] ended the check.
pub fn follow<'c>(
    formula: &Formula,
    clauses: impl Iterator<Item = &'c [Lit]>,
    stop: Option<Stop<'_>>,
) -> Result<u64, NoCertificate> {
    let mut checker = Checker::new(formula);
    let mut count: u64 = 0;
    for clause in clauses {
        count += 1;
        if !checker.add_lemma(clause) {
            let number = usize::try_from(count).unwrap_or(usize::MAX);
            let rejection = Rejection::DoesNotFollow(number, clause.to_vec());
            return Err(NoCertificate::Rejected(rejection));
        }
        if count.is_multiple_of(LEMMAS_PER_QUESTION as u64) && stop.is_some_and(|stop| stop()) {
            return Err(NoCertificate::Interrupted);
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests;
