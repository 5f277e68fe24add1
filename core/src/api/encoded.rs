//! The encoding, open: which formulas a check becomes, with their clauses and variables.

use super::formula::{Demand, unfinished};
use super::request::{Host, Refusal, Session};
use crate::encode::{Example, FormulaCount, Unrolling};
use crate::language::{Check, Model};
use crate::view::{ConjunctView, EncodedView, FormulaFile, Options};
use crate::wording::clause;

/// A check without a bound is unrolled, and asked of the printed formulas, up to this one.
pub(super) const FAR: u32 = 14;

/// Writes the formula of [`encoded_file`] and keeps books of it. A check without a bound is
/// asked up to 14 transactions.
///
/// # Errors
/// Refuses what [`super::check`] refuses, and formulas that outgrow the limits of the options.
pub fn encoded(
    text: &str,
    index: usize,
    options: &Options,
    host: &mut dyn Host,
) -> Result<EncodedView, Refusal> {
    let session = Session::open(text, index, options, host)?;
    let (model, check, task) = (&session.model, session.check(), session.task());
    let demand = Demand::of(&session, &task, FAR)?;
    let unrolling = Unrolling::open(&task, &session.options.limits);
    let unrolling = demand
        .made(unrolling, &mut session.gate.watch())
        .map_err(|stop| Refusal::Option(unfinished(stop)))?;
    let formulas = unrolling.formulas();
    let formulas = formulas.iter().map(|it| conjunct(model, check, it));
    Ok(EncodedView {
        k: demand.bound,
        sentence: demand.sentence(check, model),
        clauses: unrolling.formula().clause_count() as u64,
        variables: unrolling.formula().var_count() as u64,
        formulas: formulas.collect(),
    })
}

/// The formula that [`encoded`] shows as a file, with its proof where it cannot be satisfied.
///
/// # Errors
/// As [`encoded`].
pub fn encoded_file(
    text: &str,
    index: usize,
    options: &Options,
    host: &mut dyn Host,
) -> Result<FormulaFile, Refusal> {
    super::formula::formula_up_to(text, index, Some(FAR), options, host)
}

/// A formula of an encoding with its clause in words.
pub(super) fn conjunct(
    model: &Model,
    check: &Check,
    (count, example): &(FormulaCount, Option<Example>),
) -> ConjunctView {
    let example = example.as_ref();
    ConjunctView {
        name: count.name.into(),
        text: count.text.into(),
        clauses: count.clauses as u64,
        variables: count.variables as u64,
        example: example.map_or_else(String::new, |it| clause::sentence(model, check, it)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Clockless, analyse};
    use crate::cnf::dimacs;

    fn example() -> &'static str {
        include_str!("../../../static/examples/machines/coffee-for-two.lks")
    }

    #[test]
    fn what_is_shown_is_what_is_saved() {
        let checks = analyse(example()).checks.len();
        for index in 0..checks {
            let view = encoded(example(), index, &Options::default(), &mut Clockless);
            let view = view.expect("every check has a formula");
            let file = encoded_file(example(), index, &Options::default(), &mut Clockless);
            let file = file.expect("every check has a formula");
            let formula = dimacs::read(&file.dimacs).expect("our own format");
            assert_eq!(view.clauses, formula.clause_count() as u64);
            let sum: u64 = view.formulas.iter().map(|it| it.clauses).sum();
            assert_eq!(sum, view.clauses);
            assert_eq!(view.sentence.ends_with("It cannot."), file.drat.is_some());
            assert!(view.formulas.iter().all(|it| !it.example.is_empty()));
        }
    }

    #[test]
    fn a_delivery_of_the_coffee_room_in_words() {
        let view = encoded(example(), 0, &Options::default(), &mut Clockless);
        let view = view.expect("the scenario has a formula");
        assert_eq!(
            view.sentence,
            "It can be satisfied exactly if the first 5 of 6 messages can be exchanged, with nothing \
             in between, after at most 6 transactions. It cannot."
        );
        let sends = view.formulas.iter().find(|it| it.name == "φ_sends");
        assert_eq!(
            sends.map(|it| it.example.as_str()),
            Some(
                "If `alice` sends `wantCoffee` to `cm` at 1, then `alice` goes from \
                 `<working//wantCoffee/waiting>` to `waiting` at 1."
            )
        );
    }
}
