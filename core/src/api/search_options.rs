//! The options of a request, looked up.

use super::Refusal;
use super::host_watch::HostWatch;
use crate::engine::Limits;
use crate::engine::portfolio::{self, Answered, Choice};
use crate::network::Task;
use crate::sat::{self, Backend};
use crate::view::Options;

/// Options that were looked up.
pub(super) struct SearchOptions {
    pub(super) engine: Choice,
    pub(super) solver: Backend,
    pub(super) limits: Limits,
}

impl SearchOptions {
    /// Looks the options up; solvers among those that there are.
    pub(super) fn new(options: &Options, solvers: &[Backend]) -> Result<Self, Refusal> {
        let engine = match options.engine.as_str() {
            "" | "auto" => Choice::Auto,
            "explicit" => Choice::Explicit,
            "sat" => Choice::Sat,
            other => {
                return Err(Refusal::Option(format!(
                    "there is no engine `{other}`; engines are auto, sat and explicit"
                )));
            }
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
            solver,
            limits,
        })
    }

    /// Has the engines answer a task; `then` looks at the answer while its formulas are there.
    pub(super) fn solve<R>(
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
