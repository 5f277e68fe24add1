//! A formula as SMT-LIB 2 text in the logic QF_BV (Barrett, Fontaine and Tinelli, *The SMT-LIB Standard*, 2.6).
//!
//! Every variable is a constant of sort Bool. Clauses that define a variable as the conjunction, disjunction or exclusive
//! disjunction of earlier ones become one equation, as [`super::gate`] writes them; all others are assertions of their own. Nothing
//! beyond `declare-fun` and `assert` is used, which old solvers read as well.

use std::fmt::Write as _;

use super::{Formula, Lit, Var};

/// The formula as a script that asks whether it can be satisfied. `about` are comment lines at the top, and `says` the meaning of a
/// variable, if it has one.
#[must_use]
pub fn write(formula: &Formula, about: &str, says: &dyn Fn(Var) -> Option<String>) -> String {
    let clauses: Vec<_> = formula.clauses().collect();
    let mut script = Script {
        text: String::new(),
        is_known: vec![false; formula.var_count()],
    };
    for line in about.lines() {
        script.line(format_args!("; {line}"));
    }
    script.line(format_args!("(set-logic QF_BV)"));
    for index in 0..formula.var_count() {
        let var = Var::from_index(index);
        if let Some(meaning) = says(var) {
            script.is_known[index] = true;
            script.line(format_args!(
                "(declare-fun {} () Bool) ; {meaning}",
                name(var)
            ));
        }
    }
    let mut at = 0;
    while at < clauses.len() {
        let gate = Gate::at(&clauses[at..]).filter(|it| {
            let is_free = |var: Var| !script.is_known[var.index()];
            is_free(it.out) && it.inputs.iter().all(|input| input.var() < it.out)
        });
        match gate {
            Some(gate) => {
                script.gate(&gate);
                at += gate.clauses;
            }
            None => {
                script.declare(clauses[at]);
                let clause = terms("or", "false", clauses[at]);
                script.line(format_args!("(assert {clause})"));
                at += 1;
            }
        }
    }
    script.line(format_args!("(check-sat)"));
    script.line(format_args!("(exit)"));
    script.text
}

struct Script {
    text: String,
    /// Whether a variable has been declared, by its number.
    is_known: Vec<bool>,
}

impl Script {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{line}").expect("writing into a string cannot fail");
    }

    fn declare(&mut self, lits: &[Lit]) {
        for lit in lits {
            let index = lit.var().index();
            if !std::mem::replace(&mut self.is_known[index], true) {
                self.line(format_args!("(declare-fun {} () Bool)", name(lit.var())));
            }
        }
    }

    fn gate(&mut self, gate: &Gate) {
        self.declare(&gate.inputs);
        self.declare(&[gate.out.positive()]);
        let value = terms(gate.operator, "true", &gate.inputs);
        self.line(format_args!("(assert (= {} {value}))", name(gate.out)));
    }
}

fn name(var: Var) -> String {
    format!("x{}", var.index() + 1)
}

fn term(lit: Lit) -> String {
    let name = name(lit.var());
    match lit.is_negated() {
        true => format!("(not {name})"),
        false => name,
    }
}

/// An operator over some literals: what it is without any is `none`.
fn terms(operator: &str, none: &str, lits: &[Lit]) -> String {
    match lits {
        [] => none.to_owned(),
        [one] => term(*one),
        some => {
            let all: Vec<_> = some.iter().map(|it| term(*it)).collect();
            format!("({operator} {})", all.join(" "))
        }
    }
}

/// The definition of a variable, which takes the first clauses of a list.
struct Gate {
    out: Var,
    operator: &'static str,
    inputs: Vec<Lit>,
    clauses: usize,
}

impl Gate {
    fn at(clauses: &[&[Lit]]) -> Option<Self> {
        match clauses.first()?.len() {
            2 => Self::conjunction(clauses),
            3 => Self::exclusion(clauses),
            _ => None,
        }
    }

    /// (l ∨ x₁), …, (l ∨ xₙ), (¬l ∨ ¬x₁ ∨ … ∨ ¬xₙ): ¬l ↔ x₁ ∧ … ∧ xₙ.
    fn conjunction(clauses: &[&[Lit]]) -> Option<Self> {
        let first = clauses[0];
        let lit = first.iter().copied().max_by_key(|it| it.var())?;
        let others = clauses.iter().map_while(|clause| match **clause {
            [a, b] if a == lit => Some(b),
            [a, b] if b == lit => Some(a),
            _ => None,
        });
        let inputs: Vec<_> = others.collect();
        let last = clauses.get(inputs.len())?;
        let mut wanted: Vec<_> = inputs.iter().map(|it| !*it).chain([!lit]).collect();
        let mut found = last.to_vec();
        wanted.sort_unstable();
        found.sort_unstable();
        let clauses = inputs.len() + 1;
        (wanted == found).then(|| match lit.is_negated() {
            true => Self {
                out: lit.var(),
                operator: "and",
                inputs,
                clauses,
            },
            false => Self {
                out: lit.var(),
                operator: "or",
                inputs: inputs.into_iter().map(|it| !it).collect(),
                clauses,
            },
        })
    }

    /// (¬o ∨ a ∨ b), (¬o ∨ ¬a ∨ ¬b), (o ∨ ¬a ∨ b), (o ∨ a ∨ ¬b): o ↔ a ⊕ b.
    fn exclusion(clauses: &[&[Lit]]) -> Option<Self> {
        let &[off, a, b] = clauses[0] else {
            return None;
        };
        let out = !off;
        let wanted = [[!out, a, b], [!out, !a, !b], [out, !a, b], [out, a, !b]];
        let found = clauses.get(..4)?;
        let is_one = !out.is_negated() && found.iter().zip(&wanted).all(|(a, b)| *a == b);
        is_one.then(|| Self {
            out: out.var(),
            operator: "xor",
            inputs: vec![a, b],
            clauses: 4,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::cnf::{Assignment, ClauseSink, gate};

    /// Whether all assertions of a script hold; a reader of no more than what is written here.
    fn holds(text: &str, values: &Assignment) -> bool {
        let mut declared = BTreeMap::new();
        let mut all = true;
        for line in text.lines() {
            let line = line.split(';').next().unwrap_or("").trim();
            if let Some(rest) = line.strip_prefix("(declare-fun x") {
                let number: usize = rest.strip_suffix(" () Bool)").unwrap().parse().unwrap();
                let old = declared.insert(
                    format!("x{number}"),
                    values.is_true(Var::from_index(number - 1)),
                );
                assert_eq!(old, None, "x{number} is declared twice");
            } else if let Some(rest) = line.strip_prefix("(assert ") {
                let spaced = rest.replace('(', " ( ").replace(')', " ) ");
                let mut words = spaced.split_whitespace();
                all &= value(&mut words, &declared).unwrap();
                assert_eq!(words.next(), Some(")"), "{line}");
            }
        }
        assert!(text.ends_with("(check-sat)\n(exit)\n"));
        all
    }

    /// The value of the next term; nothing at a closing bracket.
    fn value<'w>(
        words: &mut impl Iterator<Item = &'w str>,
        declared: &BTreeMap<String, bool>,
    ) -> Option<bool> {
        let word = words.next().expect("a term");
        if word == ")" {
            return None;
        }
        if word != "(" {
            return Some(match word {
                "true" => true,
                "false" => false,
                name => declared[name],
            });
        }
        let operator = words.next().expect("an operator");
        let mut operands = Vec::new();
        while let Some(it) = value(words, declared) {
            operands.push(it);
        }
        Some(match operator {
            "not" => !operands[0],
            "and" => operands.iter().all(|it| *it),
            "or" => operands.iter().any(|it| *it),
            "xor" => operands[0] != operands[1],
            "=" => operands[0] == operands[1],
            other => panic!("{other} is not written"),
        })
    }

    #[test]
    fn a_script_says_what_the_formula_says() {
        let mut formula = Formula::new();
        let [a, b, c] = [(); 3].map(|()| formula.new_lit());
        let both = gate::and(&mut formula, &[a, !b]);
        let some = gate::or(&mut formula, &[both, c, !a]);
        let other = formula.new_lit();
        for clause in [
            [!other, a, c],
            [!other, !a, !c],
            [other, !a, c],
            [other, a, !c],
        ] {
            formula.add_clause(&clause);
        }
        gate::equals(&mut formula, b, c);
        formula.add_clause(&[some, other, !b]);
        formula.add_clause(&[!c]);
        let says = |var: Var| (var == a.var()).then(|| "a".to_owned());
        let text = write(&formula, "two\nlines", &says);
        assert!(text.starts_with("; two\n; lines\n(set-logic QF_BV)\n"));
        assert!(text.contains("(declare-fun x1 () Bool) ; a\n"), "{text}");
        assert!(text.contains("(assert (= x4 (and x1 (not x2))))"), "{text}");
        assert!(
            text.contains("(assert (= x5 (or x4 x3 (not x1))))"),
            "{text}"
        );
        assert!(text.contains("(assert (= x6 (xor x1 x3)))"), "{text}");
        for code in 0..1_usize << formula.var_count() {
            let values = (0..formula.var_count()).map(|at| code >> at & 1 == 1);
            let values: Assignment = values.collect();
            assert_eq!(holds(&text, &values), formula.holds_in(&values), "{code}");
        }
    }

    #[test]
    fn what_cannot_be_satisfied_says_so() {
        let mut formula = Formula::new();
        formula.add_clause(&[]);
        let text = write(&formula, "", &|_| None);
        assert!(text.contains("(assert false)"));
        assert!(!holds(&text, &Assignment::default()));
    }
}
