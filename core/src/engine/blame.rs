//! Blame: a smallest set of demands that cannot be met together.
//!
//! Deletion in a fixed order: a demand is given up for good where the rest is still impossible.
//! Runs of demands are tried at once and halved where that fails, which gives the same set as one
//! by one, because impossibility is monotone. Failed cores of the solver are not used: the set
//! depends on the model and the order only, not on the solver.

use super::{Stop, Watch};
use crate::encode::Demands;
use crate::network::Task;
use crate::network::relaxation::Relaxation;
use crate::sat::{Answer, Solver};
use crate::sorting;

/// The demands, out of all, that are impossible together; from each of these sets none can be
/// left out. Demands that stand first in `order` are given up first.
///
/// `None` where the aim can be had under all demands. About `n log m` questions for `n` demands
/// found among `m`.
///
/// # Errors
/// Where a limit was hit or somebody asked to stop.
pub fn blame(
    task: &Task,
    relaxation: &Relaxation,
    order: &[usize],
    max_clauses: u64,
    solver: Box<dyn Solver + '_>,
    watch: &mut dyn Watch,
) -> Result<Option<Vec<usize>>, Stop> {
    let demands = Demands::new(task, relaxation, max_clauses)?;
    let mut search = Search {
        demands,
        solver,
        watch,
        kept: Vec::new(),
    };
    search.solver.read_formula(search.demands.formula(), &mut 0);
    if search.is_possible(order)? {
        return Ok(None);
    }
    search.reduce(order, &[])?;
    let mut kept = search.kept;
    sorting::by_key(&mut kept, |&demand| demand);
    Ok(Some(kept))
}

struct Search<'t, 's, 'w> {
    demands: Demands<'t>,
    solver: Box<dyn Solver + 's>,
    watch: &'w mut dyn Watch,
    /// Demands that are needed.
    kept: Vec<usize>,
}

impl Search<'_, '_, '_> {
    /// Whether the aim can be had under the kept demands and these.
    fn is_possible(&mut self, demanded: &[usize]) -> Result<bool, Stop> {
        if !self.watch.keep_going(super::Reached::default()) {
            return Err(Stop::Asked);
        }
        let all = self.kept.iter().chain(demanded);
        let assumptions: Vec<_> = all.map(|&it| self.demands.selector(it)).collect();
        let answer = self.solver.solve_under(&assumptions)?;
        Ok(matches!(answer, Answer::Satisfiable(_)))
    }

    /// Gives up what can be given up of `open`, while `rest` is still demanded.
    fn reduce(&mut self, open: &[usize], rest: &[usize]) -> Result<(), Stop> {
        if open.is_empty() || !self.is_possible(rest)? {
            return Ok(());
        }
        if let [only] = open {
            self.kept.push(*only);
            return Ok(());
        }
        let (first, second) = open.split_at(open.len() / 2);
        self.reduce(first, &[second, rest].concat())?;
        self.reduce(second, rest)
    }
}
