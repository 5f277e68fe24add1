//! Blame: a smallest set of demands that cannot be met together.
//!
//! Deletion in a fixed order: a demand is given up for good where the rest is still impossible.
//! Runs of demands are tried at once and halved where that fails, which gives the same set as one
//! by one, because impossibility is monotone. Failed cores of the solver are not used: the set
//! depends on the model and the order only, not on the solver.
//!
//! Neither half of the result rests on the solver's word. That a demand is needed is shown by an
//! assignment that is looked up in the formula; that those which are left cannot be met together is
//! proved once more, and the proof checked.

use super::{Limits, Stop, Watch};
use crate::encode::Demands;
use crate::network::Task;
use crate::network::relaxation::Relaxation;
use crate::sat::proof::{self, Certificate, NoCertificate};
use crate::sat::{self, Answer, Backend, Solver};

/// Demands that cannot be met together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blamed {
    /// Their numbers, ascending.
    pub demands: Vec<usize>,
    /// Of the proof that they cannot; it was checked.
    pub certificate: Certificate,
}

/// The demands, out of all, that are impossible together; from each of these sets none can be
/// left out. Demands that stand first in `order` are given up first.
///
/// `None` where the aim can be had under all demands, and where the solver's evidence for anything
/// it said does not hold, which would be a defect: then nobody is blamed. About `n log m` questions for `n` demands
/// found among `m`.
///
/// # Errors
/// Where a limit was hit or somebody asked to stop.
pub fn blame(
    task: &Task,
    relaxation: &Relaxation,
    order: &[usize],
    max_clauses: u64,
    (solver, stop): (Backend, Option<sat::Stop<'_>>),
    watch: &mut dyn Watch,
) -> Result<Option<Blamed>, Stop> {
    let limits = Limits {
        clauses: max_clauses,
        ..Limits::default()
    };
    let demands = Demands::new(task, relaxation, &limits, watch)?;
    let mut search = Search {
        demands,
        solver: solver.create(stop),
        watch,
        kept: Vec::new(),
        is_sound: true,
    };
    search.solver.read_formula(search.demands.formula(), &mut 0);
    if search.is_possible(order)? {
        return Ok(None);
    }
    search.reduce(order, &[])?;
    if !search.is_sound {
        return Ok(None);
    }
    let mut demands = search.kept;
    demands.sort();
    let selected: Vec<_> = (demands.iter().map(|&it| search.demands.selector(it))).collect();
    match proof::certify(search.demands.formula(), &selected, stop) {
        Ok(certificate) => Ok(Some(Blamed {
            demands,
            certificate,
        })),
        Err(NoCertificate::Interrupted) => Err(Stop::Asked),
        Err(NoCertificate::Memory) => Err(Stop::Memory),
        Err(NoCertificate::Satisfiable(_) | NoCertificate::Rejected(_)) => Ok(None),
    }
}

struct Search<'t, 's, 'w> {
    demands: Demands<'t>,
    solver: Box<dyn Solver + 's>,
    watch: &'w mut dyn Watch,
    /// Demands that are needed.
    kept: Vec<usize>,
    /// Whether every assignment of the solver held in the formula.
    is_sound: bool,
}

impl Search<'_, '_, '_> {
    /// Whether the aim can be had under the kept demands and these.
    fn is_possible(&mut self, demanded: &[usize]) -> Result<bool, Stop> {
        if !self.watch.keep_going(super::Reached::default()) {
            return Err(Stop::Asked);
        }
        let all = self.kept.iter().chain(demanded);
        let assumptions: Vec<_> = all.map(|&it| self.demands.selector(it)).collect();
        let Answer::Satisfiable(assignment) = self.solver.solve_under(&assumptions)? else {
            return Ok(false);
        };
        let selected = assumptions.iter().all(|&it| assignment.value(it));
        self.is_sound &= selected && self.demands.formula().holds_in(&assignment);
        Ok(true)
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
