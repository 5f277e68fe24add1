//! The matrix as plain data: every combination of states with its depth, from one search.

use super::analysis::place_view;
use super::check::prove;
use super::request::{Host, HostWatch, Refusal, checkable};
use crate::engine::{Coverage, Limits};
use crate::language::machines::Place;
use crate::language::{Lifeline, Model};
use crate::question::{self, Choice, Combinations, Group, Known, Matrix, Means, Unsound};
use crate::sat::{self, proof::NoCertificate};
use crate::view::{
    ChoiceView, CoversView, MatrixGroupView, MatrixOptions, MatrixRowView, MatrixView, PlaceView,
};
use crate::wording::answer;

/// Most combinations of one matrix: more can neither be shown nor read.
const MOST_COMBINATIONS: u64 = 250_000;

/// Finds every combination of the lifelines' states, and how soon: by one visit of the global states,
/// and where there are too many of them by bounds and by a search for each that is left.
///
/// # Errors
/// Refuses a text with errors, a scenario or lifelines that do not exist, and more combinations
/// than anybody can read. Limits are no errors: [`MatrixView::covers`] then says `open`.
pub fn matrix(
    text: &str,
    options: &MatrixOptions,
    host: &mut dyn Host,
) -> Result<MatrixView, Refusal> {
    let model = checkable(text)?;
    let lifelines: &[Lifeline] = match options.scenario {
        None => &model.system,
        Some(index) => {
            let scenario = model.scenarios.get(index);
            &scenario
                .ok_or_else(|| no_such("scenario", index))?
                .lifelines
        }
    };
    if let Some(&index) = options.lifelines.iter().find(|&&it| it >= lifelines.len()) {
        return Err(no_such("lifeline", index));
    }
    let mut from = Vec::new();
    for &(lifeline, place) in &options.from {
        let machine = lifelines.get(lifeline);
        let machine = machine
            .ok_or_else(|| no_such("lifeline", lifeline))?
            .machine;
        let machine = &model.machines[machine];
        let (place, what, index, count) = match place {
            PlaceView::State(it) => (Place::State(it), "state", it, machine.states.len()),
            PlaceView::Transition(it) => {
                let count = machine.transitions.len();
                (Place::Intermediate(it), "transition", it, count)
            }
        };
        if index >= count {
            return Err(no_such(what, index));
        }
        from.push((lifeline, place));
    }
    let all: Vec<_> = (0..lifelines.len()).collect();
    let of = if options.lifelines.is_empty() {
        &all
    } else {
        &options.lifelines
    };
    let choice = match options.choice {
        ChoiceView::Full => Choice::Full,
        ChoiceView::Each => Choice::Each,
        ChoiceView::Pairs => Choice::Pairs,
        ChoiceView::Partial => Choice::Partial,
    };
    // The choices themselves double with every lifeline.
    let too_many = choice == Choice::Partial && of.len() >= 18;
    let asked = (!too_many)
        .then(|| Combinations::new(&model, lifelines, of, choice, options.intermediate))
        .map(|asked| asked.starting(from))
        .filter(|asked| asked.count() <= MOST_COMBINATIONS)
        .ok_or_else(|| {
            Refusal::Option(format!(
                "there are more than {MOST_COMBINATIONS} combinations; ask for fewer lifelines, \
                 or for pairs"
            ))
        })?;
    let gate = HostWatch::new(host, options.timeout_ms);
    let default = Limits::default();
    let limits = Limits {
        states: options.max_states.unwrap_or(default.states),
        memory: options.max_memory.unwrap_or(default.memory),
        ..default
    };
    let started = gate.now_ms();
    let found = search(&asked, options.within, &limits, &gate)?;
    let mut view = view(&model, lifelines, &found, options);
    view.search_ms = gate.now_ms() - started;
    Ok(view)
}

/// Finds out about every combination with all means that there are.
pub(super) fn search(
    asked: &Combinations<'_>,
    within: Option<u32>,
    limits: &Limits,
    gate: &HostWatch<'_>,
) -> Result<Matrix, Refusal> {
    let stop = || gate.should_stop();
    let mut means = Means {
        limits,
        solvers: &|| sat::ALL[0].create(Some(&stop)),
        prove: &|answered| match prove(answered, &stop) {
            Some(Ok(_)) => Ok(true),
            Some(Err(NoCertificate::Interrupted | NoCertificate::Memory)) | None => Ok(false),
            Some(Err(_)) => Err(Unsound),
        },
        watch: &mut gate.watch(),
    };
    question::matrix(asked, within, &mut means)
        .map_err(|_| Refusal::Defect("a run did not replay, or a proof did not hold".into()))
}

fn no_such(what: &str, index: usize) -> Refusal {
    Refusal::Option(format!("there is no {what} with the index {index}"))
}

fn view(
    model: &Model,
    lifelines: &[Lifeline],
    found: &Matrix,
    options: &MatrixOptions,
) -> MatrixView {
    let groups = found.groups.iter().map(|group| MatrixGroupView {
        lifelines: group.lifelines.clone(),
        rows: group
            .rows(model, lifelines)
            .map(|(places, known)| MatrixRowView {
                places: places.into_iter().map(place_view).collect(),
                depth: known.depth(),
                covers: covers(known),
            })
            .collect(),
    });
    let known = || found.groups.iter().flat_map(Group::known).copied();
    let depths = || known().filter_map(Known::depth);
    let mut by_depth = vec![0; depths().max().map_or(0, |depth| depth as usize + 1)];
    for depth in depths() {
        by_depth[depth as usize] += 1;
    }
    let covers = known().map(covers).fold(CoversView::Every, worse);
    let mut view = MatrixView {
        groups: groups.collect(),
        count: known().count() as u64,
        reachable: by_depth.iter().sum(),
        by_depth,
        bound: options.within,
        covers,
        visited: !matches!(found.visit, Coverage::Open(_)),
        asked: found.asked,
        depth: found.reached.depth,
        states: found.reached.states,
        sentence: String::new(),
        search_ms: 0.0,
    };
    view.sentence = answer::matrix(&view, found);
    view
}

fn covers(known: Known) -> CoversView {
    match known {
        Known::After(_) | Known::Never => CoversView::Every,
        Known::NotWithin => CoversView::Bound,
        Known::Open => CoversView::Open,
    }
}

/// What can be said of two together.
fn worse(one: CoversView, other: CoversView) -> CoversView {
    match (one, other) {
        (CoversView::Open, _) | (_, CoversView::Open) => CoversView::Open,
        (CoversView::Bound, _) | (_, CoversView::Bound) => CoversView::Bound,
        (CoversView::Every, CoversView::Every) => CoversView::Every,
    }
}
