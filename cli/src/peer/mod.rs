//! The programs beside which `lockstep bench … --beside` measures, as far as they are installed.

mod formula;
mod spin;

use lockstep_bench::beside::Beside;

/// All that are installed.
pub fn installed() -> Vec<Box<dyn Beside>> {
    let spin = spin::Spin::installed().map(|it| Box::new(it) as Box<dyn Beside>);
    let solvers = formula::installed().into_iter();
    let solvers = solvers.map(|it| Box::new(it) as Box<dyn Beside>);
    spin.into_iter().chain(solvers).collect()
}
