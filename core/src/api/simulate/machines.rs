//! Machines made ready for showing.

use super::NoSimulation;
use super::stage::{Stage, tracked};
use crate::api::analysis::place_view;
use crate::api::systems::Fired;
use crate::language::machines::{Composition, GlobalState, Grain, MachineSystem};
use crate::language::transitions::split::SplitGrain;
use crate::system::{Step, System, Valuation};
use crate::text::Severity;
use crate::view::{PlaceView, SimulationOptions};

/// Makes the machines of a text ready and hands them on.
pub(super) fn machines<R>(
    text: &str,
    grain: Option<SplitGrain>,
    options: &SimulationOptions,
    act: impl FnOnce(&Stage<'_>) -> Result<R, NoSimulation>,
) -> Result<R, NoSimulation> {
    let (model, diagnostics) = crate::language::read(text);
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(NoSimulation::Errors);
    }
    let grain = match grain {
        None => Grain::Transaction,
        Some(_) => Grain::MessageSet,
    };
    let check = options.check.and_then(|check| model.checks.get(check));
    let (lifelines, from) = match check {
        Some(check) => (model.lifelines_of(check), &check.from[..]),
        None => (&model.system[..], &[][..]),
    };
    let system = MachineSystem::new(Composition::new(&model, lifelines, from), grain);
    let tell = |at: &Valuation, step: &Step| {
        let events = system.narrate(at, step);
        let groups = &system.schema().groups;
        let name = |group: usize| groups[group].name.as_str();
        let sent = events.messages.iter().map(|it| {
            let from = it.from.map_or("", name);
            format!("{from} -> {}: {}", name(it.to), it.what)
        });
        let sent: Vec<_> = sent.collect();
        match sent.is_empty() {
            true => "a step without messages".into(),
            false => sent.join(", "),
        }
    };
    act(&Stage {
        own: None,
        as_printed: None,
        tracked: tracked(&system, &options.track, None)?,
        system: &system,
        tell: &tell,
        blocked: &|_| Vec::new(),
        with_named: &|_, _| Vec::new(),
        starts_with: &|_| Vec::new(),
        free: Vec::new(),
        unread: Vec::new(),
        free_integers: Vec::new(),
        nameable: &|_| Vec::new(),
        refused: &|_, _, _| Vec::new(),
        executes: &|_, _| (String::new(), Fired::default()),
        declared: Vec::new(),
        stable: &|_| true,
        question: &|_, _, _| None,
        goal: &|_| None,
        undecided: &|| false,
        places: &|trace| {
            let mut state = system.global_state(&trace.start)?;
            let mut all = vec![place_views(&state)];
            for step in &trace.steps {
                // The sets of a transaction are over disjoint lifelines, so they can be taken in any order.
                for set in system.transaction(step)? {
                    state = system.composition().after(&state, &set);
                    all.push(place_views(&state));
                }
            }
            Some(all)
        },
        read: &|_| Err(NoSimulation::Option("machines have no expressions".into())),
    })
}

/// Where each lifeline is.
fn place_views(state: &GlobalState) -> Vec<PlaceView> {
    state.iter().map(|&it| place_view(it)).collect()
}
