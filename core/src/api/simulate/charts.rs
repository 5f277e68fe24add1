//! Statecharts made ready for showing, and the traces of all their runs.

use super::blocked::refused_transitions;
use super::stage::{Own, Stage, Tracked, Wanted};
use super::{NoSimulation, SimulatedKind, outside};
use crate::api::statecharts::{condition, entry, names, told, values, who};
use crate::api::systems::Fired;
use crate::expression::{Sort, Term, Value};
use crate::language::statechart::model::{Query, Subject};
use crate::language::statechart::read;
use crate::language::statechart::semantics::scenario::progress;
use crate::language::statechart::semantics::{Grain, StatechartSystem};
use crate::simulate::Executions;
use crate::system::{Role, Step, System, Valuation};
use crate::text::Severity;
use crate::view::{SimulationOptions, TraceView};

/// Traces that are listed at most.
const MOST_TRACES: usize = 100_000;

/// Makes the system of a text ready and hands it on.
pub(super) fn charts_staged(
    text: &str,
    options: &SimulationOptions,
    all_runs: bool,
    act: &mut dyn FnMut(&Stage<'_>),
) -> Result<(), NoSimulation> {
    charts(text, grain(&options.grain, all_runs)?, options, |stage| {
        act(stage);
        Ok(())
    })
}

/// Makes the system of a text ready.
fn charts<R>(
    text: &str,
    grain: Grain,
    options: &SimulationOptions,
    act: impl FnOnce(&Stage<'_>) -> Result<R, NoSimulation>,
) -> Result<R, NoSimulation> {
    let (model, diagnostics) = read(text);
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(NoSimulation::Errors);
    }
    let shows = options.track.iter().any(|it| it == "trace");
    // Any event can be sent by hand; nothing else asks for such steps.
    let system = StatechartSystem::new(&model, model.reading, grain, shows).open();
    let tell = |at: &Valuation, step: &Step| told(&system, text, at, step);
    let list = |at: &Valuation| values(&system, at);
    let enter =
        |step: Option<(&Valuation, &Step)>, after: &Valuation| entry(&system, text, step, after);
    let wanted = |written: &str| {
        let (_, query) = condition(text, written).map_err(NoSimulation::Option)?;
        Ok(holds(&system, query, true))
    };
    let goal = |check: usize| match &model.properties.get(check)?.subject {
        Subject::Always(query) => Some((holds(&system, query.clone(), false), "violated")),
        Subject::Reach(goals) => {
            let word = if goals.len() == 1 {
                "goal"
            } else {
                "last goal"
            };
            Some((holds(&system, goals.last()?.clone(), true), word))
        }
        Subject::Deadlock | Subject::DeadlockAlone | Subject::Scenario(..) | Subject::Same(_) => {
            None
        }
    };
    act(&Stage {
        as_printed: None,
        own: Some(Own {
            list: &list,
            enter: &enter,
            fires: &|at, step| {
                let report = system.taken(at, step).map(|it| it.1);
                report.map_or_else(Vec::new, |it| it.fired)
            },
            played: &|check, run| match model.properties.get(check)?.subject {
                Subject::Scenario(number, mode) => {
                    progress(&system, &model.scenarios[number], mode, run)
                }
                _ => None,
            },
            wanted: &wanted,
            sends: &|at| outside::sends(&system, at),
            sent: &|at, what| outside::step_told(&system, at, what),
            sent_nearby: &|shown| outside::nearby(&system, shown),
            goal: &goal,
        }),
        tracked: tracked(&system, &options.track)?,
        system: &system,
        tell: &tell,
        blocked: &|at| refused_transitions(text, &system, at),
        with_named: &|_, _| Vec::new(),
        starts_with: &|_| Vec::new(),
        free: Vec::new(),
        unread: Vec::new(),
        free_integers: Vec::new(),
        nameable: &|_| Vec::new(),
        question: &|_, _, _| None,
        refused: &|_, _, _| Vec::new(),
        stable: &|at| system.state(at).is_some_and(|it| system.is_stable(&it)),
        goal: &|_| None,
        undecided: &|| false,
        executes: &|at, step| {
            let taken = system.taken(at, step);
            (
                taken.map_or_else(String::new, |it| who(&system, it.0)),
                Fired::default(),
            )
        },
        declared: names(&system),
        places: &|_| None,
        read: &|name| {
            let found = tracked(&system, &[name.to_owned()])?.into_iter().next();
            let term = found
                .map(|it| it.term)
                .filter(|it| it.sort == Sort::Boolean);
            term.ok_or_else(|| NoSimulation::Option(format!("`{name}` is neither true nor false")))
        },
    })
}

/// Whether no step is running in a state and a condition has this value.
fn holds<'s>(system: &'s StatechartSystem<'_>, query: Query, value: bool) -> Wanted<'s> {
    Box::new(move |at| {
        let state = system.state(at).filter(|it| system.is_stable(it));
        state.is_some_and(|it| system.holds(&it, &query) == value)
    })
}

/// The grain of a name; without one, behaviours where all runs are wanted, and else steps.
fn grain(name: &str, all_runs: bool) -> Result<Grain, NoSimulation> {
    match name {
        "" | "transition" => Ok(if all_runs {
            Grain::Behaviour
        } else {
            Grain::Step
        }),
        "step" => Ok(Grain::Step),
        "behaviour" => Ok(Grain::Behaviour),
        "statement" => Ok(Grain::Statement),
        other => Err(NoSimulation::Option(format!(
            "there is no grain `{other}`; grains of statecharts are step, behaviour and statement"
        ))),
    }
}

/// What is to be shown: variables by their names, or everything but what only says how far a step is.
fn tracked(system: &StatechartSystem<'_>, track: &[String]) -> Result<Vec<Tracked>, NoSimulation> {
    let schema = system.schema();
    let variable = |number: usize| Tracked {
        name: schema.variables[number].name.clone(),
        term: Term::variable(number, schema.variables[number].sort.clone()),
    };
    if track.is_empty() {
        let is_shown = |role| {
            matches!(
                role,
                Role::Location | Role::Attribute | Role::Link | Role::Clock | Role::QueueLength
            )
        };
        let all = 0..schema.variables.len();
        return Ok(all
            .filter(|&it| is_shown(schema.variables[it].role))
            .map(variable)
            .collect());
    }
    let find = |name: &String| {
        schema.variable(name).map(variable).ok_or_else(|| {
            let known: Vec<_> = schema
                .variables
                .iter()
                .filter(|it| it.role != Role::ProgramCounter)
                .map(|it| it.name.as_str())
                .collect();
            NoSimulation::Option(format!(
                "there is no `{name}`; there are trace, {}",
                known.join(", ")
            ))
        })
    };
    track.iter().map(find).collect()
}

/// The labels that a list holds, in its order.
pub(super) fn labels(value: &Value, sort: &Sort) -> Vec<String> {
    match (value, sort) {
        (Value::Array(map), Sort::Array { element, .. }) => map
            .entries()
            .map(|(_, value)| value.show(element))
            .collect(),
        _ => Vec::new(),
    }
}

/// What all runs show, as far as so many steps are followed: each list of labels once for each way to end.
///
/// # Errors
/// As [`super::simulate_all`].
pub fn simulate_traces(
    text: &str,
    grain: &str,
    steps: usize,
) -> Result<Vec<TraceView>, NoSimulation> {
    let options = SimulationOptions {
        grain: grain.to_owned(),
        track: vec!["trace".into()],
        ..SimulationOptions::default()
    };
    super::stage::with_stage(text, SimulatedKind::STATECHARTS, &options, true, |stage| {
        let (_, graph) = super::all::visited(stage, steps)?;
        let sort = stage
            .system
            .schema()
            .variable("trace")
            .map(|it| stage.system.schema().variables[it].sort.clone());
        let sort = sort.unwrap_or(Sort::INTEGER);
        Ok(listed(&graph, &sort))
    })
}

/// Every path from a start to an end, loops not gone round.
fn listed(graph: &Executions, sort: &Sort) -> Vec<TraceView> {
    let mut all = Vec::new();
    let mut open: Vec<(usize, Vec<String>)> = graph
        .starts
        .iter()
        .rev()
        .map(|&it| (it, Vec::new()))
        .collect();
    while let Some((node, mut so_far)) = open.pop() {
        let it = &graph.nodes[node];
        so_far.extend(it.changes.iter().flat_map(|(_, value)| labels(value, sort)));
        let loops = it.next.iter().any(|it| it.back);
        let ends = it
            .ends
            .iter()
            .map(|it| super::all::word(*it))
            .chain(loops.then_some("loop"));
        all.extend(ends.map(|end| TraceView {
            trace: so_far.clone(),
            end: end.to_owned(),
        }));
        if all.len() >= MOST_TRACES {
            break;
        }
        open.extend(
            it.next
                .iter()
                .rev()
                .filter(|it| !it.back)
                .map(|it| (it.to, so_far.clone())),
        );
    }
    all.sort();
    all.dedup();
    all
}
