//! The criterion `proof`: a refutation that was written by hand.
//!
//! The lines are followed by the checker that follows the proofs of solvers. It stops where the clauses contradict each other
//! by unit propagation; a proof has to say so: its last line is the empty clause.

use super::{Judge, no, unknown, yes};
use crate::cnf::{Formula, Lit, dimacs};
use crate::lesson::judgement::{Evidence, Judged, ProofFault};
use crate::lesson::task::Criterion;
use crate::sat::proof::{NoCertificate, Proof, Rejection, drat};

/// A line of a proof: its number from 1, and its clause.
type Lemma = (u32, Vec<Lit>);

impl Judge {
    /// The attempt refutes the formula of a file.
    pub(super) fn proof(&self, criterion: &Criterion, file: &str) -> Judged {
        let formula = match self.file(file) {
            Ok(text) => dimacs::read(text),
            Err(missing) => return unknown(missing),
        };
        let Ok(formula) = formula else {
            return unknown(format!(
                "The file `{file}` of the lesson is no DIMACS file."
            ));
        };
        match refutes(formula, &self.attempt) {
            Ok(()) => yes(),
            Err(fault) => no(criterion, Some(Evidence::Proof(fault))),
        }
    }
}

/// Whether the lines of a proof follow, each from the clauses and the lines above it, and the last is the empty clause.
fn refutes(formula: Formula, text: &str) -> Result<(), ProofFault> {
    let variables = formula.var_count();
    let mut lemmas: Vec<Lemma> = Vec::new();
    let mut last = 0;
    for (line, written) in (1..).zip(text.lines()) {
        let written = written.trim();
        if written.is_empty() || written.starts_with('c') {
            continue;
        }
        last = line;
        lemmas.push((line, lemma(line, written, variables)?));
    }
    let mut bytes = Vec::new();
    for (_, clause) in &lemmas {
        drat::push(&mut bytes, drat::Step::Add(clause));
    }
    let line_of = |number: usize| lemmas.get(number - 1).map_or(last, |it| it.0);
    match Proof::new(formula, bytes).check(None) {
        Err(NoCertificate::Rejected(Rejection::DoesNotFollow(number, _))) => {
            return Err(fault(
                line_of(number),
                "does not follow from the clauses and the lines above it by setting what is forced",
            ));
        }
        Err(_) => {
            return Err(fault(
                last + 1,
                "is missing: the proof does not end with `0`",
            ));
        }
        Ok(_) => {}
    }
    match lemmas.last() {
        Some((_, clause)) if clause.is_empty() => Ok(()),
        _ => Err(fault(
            last + 1,
            "is missing: the proof does not end with `0`",
        )),
    }
}

/// The clause of a line.
fn lemma(line: u32, written: &str, variables: usize) -> Result<Vec<Lit>, ProofFault> {
    let mut words: Vec<_> = written.split_whitespace().collect();
    if words.pop() != Some("0") {
        return Err(fault(line, "does not end with `0`"));
    }
    let literal = |word: &&str| {
        let literal = word.parse().ok().and_then(Lit::from_dimacs);
        let literal = literal.filter(|it| it.var().index() < variables);
        literal.ok_or_else(|| {
            let what = format!(
                "has `{word}`; the bits of the formula are 1 to {variables}, with `-` for false"
            );
            fault(line, &what)
        })
    };
    words.iter().map(literal).collect()
}

fn fault(line: u32, what: &str) -> ProofFault {
    ProofFault {
        line,
        sentence: format!("Line {line} {what}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUPS: &str =
        "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n";

    #[test]
    fn a_proof_is_followed_line_by_line() {
        let rows = [
            ("-1 0\n0\n", None),
            ("1 0\n0\n", None),
            ("c ann has not cup 1\n-1 0\n\n-3 0\n0\n", None),
            ("0\n", Some(1)),
            ("", Some(1)),
            ("-1 -2 0\n0\n", Some(2)),
            ("-1 0\n", Some(2)),
            ("-1 0\n0\n2 0\n", Some(4)),
            ("-1\n0\n", Some(1)),
            ("-1 7 0\n0\n", Some(1)),
            ("-1 x 0\n0\n", Some(1)),
            ("-1 0\nd 1 2 0\n0\n", Some(2)),
        ];
        for (text, line) in rows {
            let formula = dimacs::read(CUPS).expect("it is one");
            let fault = refutes(formula, text).err();
            assert_eq!(fault.map(|it| it.line), line, "{text:?}");
        }
    }
}
