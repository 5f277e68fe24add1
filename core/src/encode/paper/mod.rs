//! The encodings as the papers print them: teaching material and benchmark, not an engine.
//!
//! Both papers make every symbol one Boolean per index: "somebody waits to get rid of it". That
//! abstraction and slips of the pen make their formulas accept what the definitions forbid and
//! reject what they allow; each slip can be mended by its [`Repair`]. With all of them the formulas
//! are sound, and stay incomplete: two machines cannot wait with the same symbol at once, and no
//! transition can pass on the symbol that triggered it. [`super::delivery`] has neither limit.
//!
//! - [`gsc`](self): goals, φ_init ∧ φ_goal ∧ φ_1 ∧ … ∧ φ_8 of the Global State Checker.
//! - [`mscp`](self): strict scenarios, φ_init ∧ φ_1 ∧ … ∧ φ_8 ∧ φ_seq of the sequence checker.
//! - [`bmc4uml`](self): statecharts, path_k of the third paper, whose slips are others: see [`PrintedCharts`].
//! - class models, f of the fourth paper: see [`PrintedClasses`].
//!
//! The bound is fixed when the formula is written, as in the papers: asking for a smaller one means
//! writing another formula.

mod bmc4uml;
mod claim;
mod gsc;
mod instance;
mod ledger;
mod mscp;
mod page;
mod rejection;
mod repair;
mod smallest;
#[cfg(test)]
mod tests;
mod verdict;

pub use crate::encode::classes::printed::{
    ClassFault, ClassFlaw, ClassInstance, ClassPart, ClassPath, ClassSheet, PrintedClasses,
    Smallest, UncoveredClasses,
};
pub use bmc4uml::{
    ChartFault, ChartFlaw, ChartInstance, ChartRejection, FoundCharts, Part, PrintedCharts, Taken,
    UncoveredChart, smallest_of_charts,
};
pub use claim::Claim;
pub use instance::{Asked, Instance, Uncovered};
pub(in crate::encode) use ledger::Ledger;
pub use rejection::Rejection;
pub use repair::{Repair, Repairs};
pub use smallest::{Found, Unanswered, smallest};
pub use verdict::{Fault, Flaw};

use super::{Example, FormulaCount, TooLarge};
use crate::cnf::{Assignment, Formula};
use page::{Page, Range};

/// How a printed encoding is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// What is mended.
    pub repairs: Repairs,
    /// Time steps for each message of a scenario: 4 as printed, 3 suffice, 2 do not.
    pub factor: usize,
    /// Whether a pair that excludes each other is written in both orders, as "for all s₁ ≠ s₂" says
    /// literally. The clause counts that the second paper publishes only come out this way.
    pub both_orders: bool,
    /// Most clauses of a formula.
    pub max_clauses: u64,
}

impl Default for Style {
    /// As printed, with each pair once, and a limit far beyond the papers' instances.
    fn default() -> Self {
        Self {
            repairs: Repairs::NONE,
            factor: 4,
            both_orders: false,
            max_clauses: 5_000_000,
        }
    }
}

impl Style {
    /// As printed but for these repairs.
    #[must_use]
    pub fn with(repairs: Repairs) -> Self {
        Self {
            repairs,
            ..Self::default()
        }
    }
}

/// A printed formula φ as clauses.
#[derive(Clone, Debug)]
pub struct Printed {
    page: Page,
    counts: Vec<FormulaCount>,
}

/// One of the formulas whose conjunction is φ: what is written for each index of its range.
struct Conjunct {
    name: &'static str,
    text: &'static str,
    range: Range,
    write: fn(&mut Page, usize),
}

impl Printed {
    /// Writes φ for an instance and a bound, linear in its size.
    ///
    /// # Errors
    /// Where it would have more clauses than the style allows.
    pub fn new(instance: &Instance<'_>, k: usize, style: &Style) -> Result<Self, TooLarge> {
        let conjuncts: &[Conjunct] = match instance.asked() {
            Asked::Goal(_) => &gsc::FORMULAS,
            Asked::Messages(_) => &mscp::FORMULAS,
        };
        let mut page = Page::new(instance, k, style)?;
        let mut counts = Vec::with_capacity(conjuncts.len());
        for conjunct in conjuncts {
            let first = page.formula().clause_count();
            for index in page.range(conjunct.range) {
                (conjunct.write)(&mut page, index);
                page.check_size()?;
            }
            counts.push(FormulaCount {
                name: conjunct.name,
                text: conjunct.text,
                clauses: page.formula().clause_count() - first,
                variables: page.variables_from(first),
            });
        }
        Ok(Self { page, counts })
    }

    /// The clauses.
    #[must_use]
    pub fn formula(&self) -> &Formula {
        self.page.formula()
    }

    /// What each formula came to, in the order of the paper.
    #[must_use]
    pub fn counts(&self) -> &[FormulaCount] {
        &self.counts
    }

    /// What each formula came to, with a clause of it. Linear in the size of φ.
    #[must_use]
    pub fn formulas(&self) -> Vec<(FormulaCount, Option<Example>)> {
        let mut first = 0;
        let counts = self.counts.iter().map(|count| {
            let clauses = self.page.formula().clauses_from(first).take(count.clauses);
            first += count.clauses;
            (*count, Example::choose(clauses, |var| self.page.says(var)))
        });
        counts.collect()
    }

    /// What a satisfying assignment says about each index: the path that the paper's tool shows. It
    /// need not be one by the definitions, see [`Instance::first_impossible`].
    #[must_use]
    pub fn decode(&self, assignment: &Assignment) -> Vec<Claim> {
        self.page.decode(assignment)
    }
}
