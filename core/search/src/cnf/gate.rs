//! Gates: small formulas as clauses, after Tseitin (1968).
//!
//! The functions named after a connective demand something of given literals; [`and`] and [`or`]
//! hand out a new literal that is equivalent to the gate. Where a literal is only used in one
//! direction, the implications alone suffice (Plaisted and Greenbaum, 1986).

use super::{ClauseSink, Lit};

/// a → b. One clause.
pub fn implies(sink: &mut (impl ClauseSink + ?Sized), a: Lit, b: Lit) {
    sink.add_clause(&[!a, b]);
}

/// ⋀ premises → ⋁ conclusions. One clause; without premises a disjunction, without conclusions
/// the premises exclude each other.
pub fn implies_any(sink: &mut (impl ClauseSink + ?Sized), premises: &[Lit], conclusions: &[Lit]) {
    let negated = premises.iter().map(|&lit| !lit);
    let clause: Vec<Lit> = negated.chain(conclusions.iter().copied()).collect();
    sink.add_clause(&clause);
}

/// a → ⋀ conclusions. One clause for each conclusion.
pub fn implies_all(sink: &mut (impl ClauseSink + ?Sized), a: Lit, conclusions: &[Lit]) {
    for &conclusion in conclusions {
        implies(sink, a, conclusion);
    }
}

/// a ↔ b. Two clauses.
pub fn equals(sink: &mut (impl ClauseSink + ?Sized), a: Lit, b: Lit) {
    implies(sink, a, b);
    implies(sink, b, a);
}

/// out ↔ ⋀ inputs. One clause for each input and one more; without inputs `out` is true.
pub fn equals_and(sink: &mut (impl ClauseSink + ?Sized), out: Lit, inputs: &[Lit]) {
    implies_all(sink, out, inputs);
    implies_any(sink, inputs, &[out]);
}

/// out ↔ ⋁ inputs. One clause for each input and one more; without inputs `out` is false.
pub fn equals_or(sink: &mut (impl ClauseSink + ?Sized), out: Lit, inputs: &[Lit]) {
    for &input in inputs {
        implies(sink, input, out);
    }
    implies_any(sink, &[out], inputs);
}

/// A literal that holds exactly where all inputs do. A single input is its own gate; otherwise one
/// new variable, see [`equals_and`].
pub fn and(sink: &mut (impl ClauseSink + ?Sized), inputs: &[Lit]) -> Lit {
    if let &[input] = inputs {
        return input;
    }
    let out = sink.new_lit();
    equals_and(sink, out, inputs);
    out
}

/// A literal that holds exactly where some input does. A single input is its own gate; otherwise
/// one new variable, see [`equals_or`].
pub fn or(sink: &mut (impl ClauseSink + ?Sized), inputs: &[Lit]) -> Lit {
    if let &[input] = inputs {
        return input;
    }
    let out = sink.new_lit();
    equals_or(sink, out, inputs);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::truth_table::assert_means;

    #[test]
    fn implications() {
        assert_means(2, |f, l| implies(f, l[0], l[1]), |v| !v[0] || v[1]);
        assert_means(2, |f, l| implies(f, !l[0], !l[1]), |v| v[0] || !v[1]);
        for premises in 0..3 {
            for conclusions in 0..3 {
                let formula = assert_means(
                    premises + conclusions,
                    |f, l| implies_any(f, &l[..premises], &l[premises..]),
                    |v| {
                        let premise = v[..premises].iter().all(|&v| v);
                        !premise || v[premises..].iter().any(|&v| v)
                    },
                );
                assert_eq!(formula.clause_count(), 1);
            }
        }
        for conclusions in 0..4 {
            let formula = assert_means(
                1 + conclusions,
                |f, l| implies_all(f, l[0], &l[1..]),
                |v| !v[0] || v[1..].iter().all(|&v| v),
            );
            assert_eq!(formula.clause_count(), conclusions);
        }
    }

    #[test]
    fn equivalences() {
        assert_means(2, |f, l| equals(f, l[0], l[1]), |v| v[0] == v[1]);
        for inputs in 0..5 {
            let conjunction = assert_means(
                1 + inputs,
                |f, l| equals_and(f, l[0], &l[1..]),
                |v| v[0] == v[1..].iter().all(|&v| v),
            );
            assert_eq!(conjunction.clause_count(), inputs + 1);
            let disjunction = assert_means(
                1 + inputs,
                |f, l| equals_or(f, l[0], &l[1..]),
                |v| v[0] == v[1..].iter().any(|&v| v),
            );
            assert_eq!(disjunction.clause_count(), inputs + 1);
        }
    }

    /// The literal that a gate hands out is compared by making it equal to one more input.
    #[test]
    fn gates_with_an_output_of_their_own() {
        for inputs in 0..5 {
            let conjunction = assert_means(
                1 + inputs,
                |f, l| {
                    let out = and(f, &l[1..]);
                    equals(f, out, l[0]);
                },
                |v| v[0] == v[1..].iter().all(|&v| v),
            );
            let disjunction = assert_means(
                1 + inputs,
                |f, l| {
                    let out = or(f, &l[1..]);
                    equals(f, out, l[0]);
                },
                |v| v[0] == v[1..].iter().any(|&v| v),
            );
            let own = usize::from(inputs != 1);
            assert_eq!(conjunction.var_count(), 1 + inputs + own);
            assert_eq!(disjunction.var_count(), 1 + inputs + own);
        }
    }
}
