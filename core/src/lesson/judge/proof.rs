//! The criterion `proof`: a refutation that was written by hand.
//!
//! The lines are followed by the checker that follows the proofs of solvers. It stops where the clauses contradict each other
//! by unit propagation; a proof has to say so: its last line is the empty clause.

use super::{Judge, no, unknown, yes};
use crate::cnf::{Formula, Lit, dimacs};
use crate::explain::list;
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
    match Proof::new(formula.clone(), bytes).check(None) {
        Err(NoCertificate::Rejected(Rejection::DoesNotFollow(number, _))) => {
            let above = number.saturating_sub(1).min(lemmas.len());
            let (line, lemma) = match lemmas.get(above) {
                Some((line, lemma)) => (*line, &lemma[..]),
                None => (last, &[][..]),
            };
            return Err(fault(line, &why_not(&formula, &lemmas[..above], lemma)));
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

/// Why a line does not follow: what its opposite forces.
fn why_not(formula: &Formula, above: &[Lemma], lemma: &[Lit]) -> String {
    let clauses: Vec<&[Lit]> = formula
        .clauses()
        .chain(above.iter().map(|(_, it)| &it[..]))
        .collect();
    let assumed: Vec<Lit> = lemma.iter().map(|&it| !it).collect();
    let forced = forced(&clauses, &assumed).unwrap_or_default();
    let set = |all: &[Lit]| {
        let all = all.iter().map(|it| format!("`{}`", it.to_dimacs()));
        list(&all.collect::<Vec<_>>(), "and")
    };
    let begins = match &assumed[..] {
        [] => "the clauses and the lines above it force".to_owned(),
        all => format!("its opposite, {}, forces", set(all)),
    };
    format!(
        "does not follow: {begins} {}, and no clause is false then",
        set(&forced)
    )
}

/// What is forced where some literals are assumed, in order: of a clause whose other literals are false the last one has to be
/// true. `None` where a clause is false in the end. Quadratic, for proofs that people write.
fn forced(clauses: &[&[Lit]], assumed: &[Lit]) -> Option<Vec<Lit>> {
    let mut set = assumed.to_vec();
    loop {
        let mut next = None;
        for clause in clauses {
            let mut open = clause.iter().filter(|&&it| !set.contains(&!it));
            match (open.next(), open.next()) {
                (None, _) => return None,
                (Some(&only), None) if !set.contains(&only) => next = next.or(Some(only)),
                _ => {}
            }
        }
        match next {
            Some(it) => set.push(it),
            None => return Some(set.split_off(assumed.len())),
        }
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

    /// Clauses that can all be true: lines fail.
    const LESS: &str = "p cnf 4 4\n1 2 0\n3 4 0\n-1 -3 0\n2 3 -4 0\n";

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

    #[test]
    fn a_line_that_does_not_follow_says_what_is_forced() {
        let rows = [
            (
                CUPS,
                "-1 -2 0\n0\n",
                "Line 2 does not follow: the clauses and the lines above it force nothing, and no clause is false then.",
            ),
            (
                LESS,
                "1 0\n",
                "Line 1 does not follow: its opposite, `-1`, forces `2`, and no clause is false then.",
            ),
            (
                LESS,
                "2 0\n-2 -4 0\n",
                "Line 2 does not follow: its opposite, `2` and `4`, forces nothing, and no clause is false then.",
            ),
        ];
        for (formula, text, sentence) in rows {
            let formula = dimacs::read(formula).expect("it is one");
            let said = refutes(formula, text).err().map(|it| it.sentence);
            assert_eq!(said.as_deref(), Some(sentence), "{text:?}");
        }
    }

    /// The explanation agrees with the checker on every line of two literals, and of one.
    #[test]
    fn what_is_forced_is_what_the_checker_sets() {
        let literals = || (1..=4).flat_map(|it| [it, -it]);
        let mut fail = 0;
        for first in literals() {
            for second in literals() {
                let text = format!("{first} {second} 0\n0\n");
                let read = dimacs::read(LESS).expect("it is one");
                let fault = refutes(read.clone(), &text).expect_err("the clauses can be true");
                let clauses: Vec<&[Lit]> = read.clauses().collect();
                let opposite = [first, second].map(|it| !Lit::from_dimacs(it).expect("not 0"));
                let follows = forced(&clauses, &opposite).is_none() || first == -second;
                assert_eq!(fault.line > 1, follows, "{text:?}: {}", fault.sentence);
                fail += usize::from(!follows);
            }
        }
        assert!(fail > 20, "{fail} lines do not follow");
    }
}
