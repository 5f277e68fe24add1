//! The test of every building block: its truth table, by trying everything.

use super::{Assignment, ClauseSink, Formula, Lit};

/// Asserts that the clauses say exactly `meaning` about `inputs` fresh literals.
///
/// Helper variables that `encode` makes are existential: an assignment of the inputs is allowed
/// where some assignment of the helpers satisfies all clauses. Costs 2^variables evaluations.
pub fn assert_means(
    inputs: usize,
    encode: impl FnOnce(&mut Formula, &[Lit]),
    meaning: impl Fn(&[bool]) -> bool,
) -> Formula {
    let mut formula = Formula::new();
    let lits: Vec<Lit> = (0..inputs).map(|_| formula.new_lit()).collect();
    encode(&mut formula, &lits);
    let helpers = formula.var_count() - inputs;
    assert!(inputs + helpers <= 20, "too large to try everything");
    for input in 0..1_u32 << inputs {
        let values: Vec<bool> = (0..inputs).map(|bit| input >> bit & 1 == 1).collect();
        let allowed = (0..1_u32 << helpers).any(|helper| {
            let assignment: Assignment = values
                .iter()
                .copied()
                .chain((0..helpers).map(|bit| helper >> bit & 1 == 1))
                .collect();
            formula.holds_in(&assignment)
        });
        assert_eq!(allowed, meaning(&values), "for the inputs {values:?}");
    }
    formula
}
