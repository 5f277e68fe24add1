//! The books of an encoding: to which of its formulas each clause belongs, and what its variables say.
//!
//! Clauses are only ever appended, so a formula of the encoding is known by the numbers at which its
//! clauses begin. Books are kept for people who look into the encoding, never for a search.

use super::example::{Example, Meaning};
use crate::cnf::{Formula, Lit, Var};

/// What one formula of an encoding came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaCount {
    /// Its name.
    pub name: &'static str,
    /// The formula itself.
    pub text: &'static str,
    /// Clauses that it became.
    pub clauses: usize,
    /// Variables that occur in them.
    pub variables: usize,
}

/// The books of one growing formula whose parts are numbered.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// From which clause on clauses belong to which part.
    begins: Vec<(usize, usize)>,
    /// By the number of a variable; those beyond the end are helpers.
    says: Vec<Meaning>,
}

impl Account {
    /// The clauses from this number on belong to this part.
    pub fn begin(&mut self, clause: usize, part: usize) {
        if self.begins.last().is_none_or(|&(_, last)| last != part) {
            self.begins.push((clause, part));
        }
    }

    /// What a literal says.
    pub fn note(&mut self, lit: Lit, meaning: Meaning) {
        let index = lit.var().index();
        if self.says.len() <= index {
            self.says.resize(index + 1, Meaning::Helper);
        }
        self.says[index] = meaning;
    }

    /// What each part came to, with a clause of it; parts without clauses are left out. Linear in the
    /// size of the formula for each part.
    pub fn close(
        &self,
        formula: &Formula,
        parts: &[(&'static str, &'static str)],
    ) -> Vec<(FormulaCount, Option<Example>)> {
        let all = parts.iter().enumerate().map(|(part, &(name, text))| {
            let clauses = || self.clauses(formula, part);
            let count = FormulaCount {
                name,
                text,
                clauses: clauses().count(),
                variables: variables_in(clauses(), formula.var_count()),
            };
            let says = |var: Var| self.says.get(var.index()).copied();
            let example = Example::choose(clauses(), |var| says(var).unwrap_or(Meaning::Helper));
            (count, example)
        });
        all.filter(|(count, _)| count.clauses > 0).collect()
    }

    fn clauses<'f>(&'f self, formula: &'f Formula, part: usize) -> impl Iterator<Item = &'f [Lit]> {
        let ends = self.begins.iter().skip(1).map(|&(clause, _)| clause);
        let ends = ends.chain([formula.clause_count()]);
        let runs = self.begins.iter().zip(ends);
        let runs = runs.filter(move |((_, of), _)| *of == part);
        runs.flat_map(move |(&(from, _), to)| formula.clauses_from(from).take(to - from))
    }
}

/// How many different variables occur in clauses over this many.
pub fn variables_in<'c>(clauses: impl Iterator<Item = &'c [Lit]>, all: usize) -> usize {
    let mut occurs = vec![false; all];
    for lit in clauses.flatten() {
        occurs[lit.var().index()] = true;
    }
    occurs.iter().filter(|&&it| it).count()
}

#[cfg(test)]
mod tests {
    use crate::budget::{Limits, Unwatched};
    use crate::cnf::Assignment;
    use crate::encode::{Meaning, Unrolling};
    use crate::sample::task;
    use crate::sat::{self, Answer};
    use lockstep_core::generate::{Random, Shape, model, question};
    use lockstep_core::language::Check;

    #[test]
    fn books_change_nothing_and_miss_nothing() {
        let (mut clauses, mut examples, mut places) = (0, 0, 0);
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let model = model(&Shape::default(), &mut random);
            let question = question(seed % 5, &model, &mut random);
            let task = task(&model, &Check::asking(question, None));
            let written = |mut unrolling: Unrolling<'_>| {
                unrolling
                    .extend_to(3, &mut Unwatched)
                    .expect("small formulas fit");
                let demanded = unrolling.demand_value(3, task.objective.max(), &mut Unwatched);
                unrolling.ask(demanded.expect("small formulas fit"));
                (unrolling.formula().clone(), unrolling.formulas())
            };
            let (plain, nothing) = written(Unrolling::new(&task, &Limits::default()));
            let (open, formulas) = written(Unrolling::open(&task, &Limits::default()));
            assert_eq!(nothing, Vec::new());
            assert!(plain.clauses().eq(open.clauses()), "seed {seed}");
            let counted: usize = formulas.iter().map(|(count, _)| count.clauses).sum();
            assert_eq!(counted, open.clause_count(), "seed {seed}");
            clauses += counted;
            for (count, example) in &formulas {
                let example = example.as_ref().expect("a formula with clauses has one");
                assert!(count.variables > 0, "seed {seed}: {}", count.name);
                let all = example.premises.iter().chain(&example.conclusions);
                examples += usize::from(all.clone().all(|it| *it != Meaning::Helper));
            }
            // A model is at the places that the books say.
            let mut unrolling = Unrolling::open(&task, &Limits::default());
            unrolling
                .extend_to(2, &mut Unwatched)
                .expect("small formulas fit");
            let mut solver = sat::ALL[0].create(None);
            solver.read_formula(unrolling.formula(), &mut 0);
            let Ok(Answer::Satisfiable(assignment)) = solver.solve_under(&[]) else {
                panic!("seed {seed}: standing still is a path");
            };
            places += compared(&unrolling, &assignment);
        }
        assert!(clauses > 10_000 && examples > 2_000 && places > 1_000);
    }

    /// How many places of the last frame are where the books say.
    fn compared(unrolling: &Unrolling<'_>, assignment: &Assignment) -> usize {
        let account = unrolling.account.as_ref().expect("the books are open");
        let path = unrolling.decode(assignment, unrolling.depth());
        let end = path.last().expect("a path has a first state");
        let mut compared = 0;
        for (number, meaning) in account.says.iter().enumerate() {
            if let Meaning::At {
                lifeline,
                place,
                index,
            } = *meaning
                && index == unrolling.depth()
            {
                let holds = assignment.is_true(crate::cnf::Var::from_index(number));
                assert_eq!(holds, end[lifeline] == place);
                compared += 1;
            }
        }
        compared
    }
}
