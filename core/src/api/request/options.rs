//! The options of a request, looked up.

use super::refusal::Refusal;
use super::watch::HostWatch;
use crate::engine::Limits;
use crate::engine::portfolio::{self, Answered, Choice};
use crate::engine::systems;
use crate::network::Task;
use crate::sat::{self, Backend};
use crate::view::Options;

/// Trials are many and small; a model that needs more is checked, but not searched for repairs.
pub(in crate::api) fn of_trials() -> Limits {
    Limits {
        states: 100_000,
        transactions: 1_000_000,
        clauses: 300_000,
        ..Limits::default()
    }
}

/// Options that were looked up.
pub(in crate::api) struct SearchOptions {
    /// Who answers about machines; what only others have is refused by [`SearchOptions::of_machines`].
    pub(in crate::api) engine: Choice,
    /// Who answers about transition systems and statecharts.
    pub(in crate::api) over_states: systems::Choice,
    pub(in crate::api) solver: Backend,
    pub(in crate::api) limits: Limits,
}

impl SearchOptions {
    /// Looks the options up; solvers among those that there are.
    pub(in crate::api) fn new(options: &Options, solvers: &[Backend]) -> Result<Self, Refusal> {
        let name = match options.engine.as_str() {
            "" => "auto",
            name => name,
        };
        let over_states = systems::Choice::ALL.into_iter().find(|it| it.0 == name);
        let over_states = over_states.map(|it| it.1).ok_or_else(|| {
            Refusal::Option(format!(
                "there is no engine `{name}`; engines are auto, explicit and sat, and of transition systems and statecharts also bmc, induction and ic3"
            ))
        })?;
        let engine = match over_states {
            systems::Choice::Auto => Choice::Auto,
            systems::Choice::Explicit => Choice::Explicit,
            _ => Choice::Sat,
        };
        let names = |all: Vec<&str>| all.join(", ");
        let encodings = crate::encode::ALL.map(|encoding| encoding.name);
        if !options.encoding.is_empty() && !encodings.contains(&options.encoding.as_str()) {
            return Err(Refusal::Option(format!(
                "there is no encoding `{}`; encodings are {}",
                options.encoding,
                names(encodings.to_vec())
            )));
        }
        let solver = sat::named_among(solvers, &options.solver).ok_or_else(|| {
            Refusal::Option(format!(
                "there is no solver `{}`; solvers are {}",
                options.solver,
                names(solvers.iter().map(|backend| backend.name).collect())
            ))
        })?;
        let default = Limits::default();
        let limits = Limits {
            states: options.max_states.unwrap_or(default.states),
            clauses: options.max_clauses.unwrap_or(default.clauses),
            memory: options.max_memory.unwrap_or(default.memory),
            // Who says how long to wait is not kept from waiting.
            solving: match options.timeout_ms {
                Some(_) => u64::MAX,
                None => default.solving,
            },
            ..default
        };
        Ok(Self {
            engine,
            over_states,
            solver,
            limits,
        })
    }

    /// The same for machines, which some engines do not know.
    pub(in crate::api) fn of_machines(
        options: &Options,
        solvers: &[Backend],
    ) -> Result<Self, Refusal> {
        let found = Self::new(options, solvers)?;
        match found.over_states {
            systems::Choice::Auto | systems::Choice::Explicit | systems::Choice::Sat => Ok(found),
            _ => Err(Refusal::Option(format!(
                "machines are not answered by `{}`; their engines are auto, explicit and sat",
                options.engine
            ))),
        }
    }

    /// Has the engines answer a task; `then` looks at the answer while its formulas are there.
    pub(in crate::api) fn solve<R>(
        &self,
        mut task: Task,
        gate: &HostWatch<'_>,
        then: impl FnOnce(Answered<'_, '_>) -> R,
    ) -> R {
        let stop = || gate.should_stop();
        let solvers = || gate.solver(self.solver, &stop);
        let mut watch = gate.watch();
        then(portfolio::solve(
            &mut task,
            self.engine,
            &self.limits,
            &solvers,
            &mut watch,
        ))
    }
}
