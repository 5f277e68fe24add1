//! The matrix as plain data: every combination of states with its depth, from one search.

use serde::{Deserialize, Serialize};

use super::analysis::place_view;
use super::check::{Host, Refusal, checkable, prove};
use super::gate::Gate;
use super::{PlaceView, sentence};
use crate::engine::{Coverage, Limits};
use crate::language::machines::Place;
use crate::language::{Lifeline, Model};
use crate::question::{self, Choice, Combinations, Group, Known, Matrix, Means, Unsound};
use crate::sat::{self, proof::NoCertificate};

/// Most combinations of one matrix: more can neither be shown nor read.
const MOST_COMBINATIONS: u64 = 250_000;

/// What the shell wants of a matrix.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatrixOptions {
    /// The scenario whose lifelines play; `None` for those of the system.
    pub scenario: Option<usize>,
    /// Indices of the lifelines to combine; empty means all.
    pub lifelines: Vec<usize>,
    /// Which choices of them make a combination.
    pub choice: ChoiceView,
    /// Whether places inside transitions count as well as states.
    pub intermediate: bool,
    /// Where some lifelines start instead of in their initial states: lifeline and state by index.
    pub from: Vec<(usize, usize)>,
    /// Most transactions; `None` is no limit.
    pub within: Option<u32>,
    /// Most global states; `None` is the default.
    pub max_states: Option<u64>,
    /// Milliseconds until the search ends where it is; `None` is no limit.
    pub timeout_ms: Option<f64>,
}

/// Which choices of lifelines make a combination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChoiceView {
    /// All of them.
    #[default]
    Full,
    /// Any one.
    Each,
    /// Any two.
    Pairs,
    /// Any, also none.
    Partial,
}

/// What is known of a combination without a depth, or of all of them together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CoversView {
    /// It is never reached.
    Every,
    /// It is not reached within the bound.
    Bound,
    /// It is not reached within [`MatrixView::depth`] transactions; beyond, nothing is known.
    Open,
}

/// Every combination with the fewest transactions to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatrixView {
    /// The combinations, one group for each choice of lifelines.
    pub groups: Vec<MatrixGroupView>,
    /// How many combinations there are.
    pub count: u64,
    /// How many of them have a depth.
    pub reachable: u64,
    /// How many have the depth 0, 1, 2 and so on, up to the greatest depth.
    pub by_depth: Vec<u64>,
    /// The K that was asked for.
    pub bound: Option<u32>,
    /// What is known of all of those without a depth.
    pub covers: CoversView,
    /// Whether one visit of the global states decided everything.
    pub visited: bool,
    /// How many were asked about one by one, because there are more states than can be visited.
    pub asked: u64,
    /// Every run of at most so many transactions was covered.
    pub depth: u32,
    /// Global states that were visited.
    pub states: u64,
    /// One sentence that states the result and what it covers.
    pub sentence: String,
    /// Milliseconds spent on searching.
    pub search_ms: f64,
}

/// The combinations of one choice of lifelines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatrixGroupView {
    /// Indices of the lifelines, in ascending order.
    pub lifelines: Vec<usize>,
    /// One row for each combination; the last lifeline's place changes fastest.
    pub rows: Vec<MatrixRowView>,
}

/// One combination.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatrixRowView {
    /// One place for each lifeline of the group.
    pub places: Vec<PlaceView>,
    /// The fewest transactions to a global state with these places, by a run that was replayed.
    pub depth: Option<u32>,
    /// What is known where there is no depth.
    pub covers: CoversView,
}

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
    for &(lifeline, state) in &options.from {
        let machine = lifelines.get(lifeline);
        let machine = machine
            .ok_or_else(|| no_such("lifeline", lifeline))?
            .machine;
        if state >= model.machines[machine].states.len() {
            return Err(no_such("state", state));
        }
        from.push((lifeline, Place::State(state)));
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
    let gate = Gate::new(host, options.timeout_ms);
    let default = Limits::default();
    let limits = Limits {
        states: options.max_states.unwrap_or(default.states),
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
    gate: &Gate<'_>,
) -> Result<Matrix, Refusal> {
    let stop = || gate.should_stop();
    let mut means = Means {
        limits,
        solvers: &|| sat::ALL[0].create(Some(&stop)),
        prove: &|answered| match prove(answered, &stop) {
            Some(Ok(_)) => Ok(true),
            Some(Err(NoCertificate::Interrupted)) | None => Ok(false),
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
    view.sentence = sentence::matrix(&view, found);
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
