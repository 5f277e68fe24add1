//! How soon each object can be in each of its states, as plain data and in words.

use super::search::limits;
use crate::api::check::{Host, Refusal};
use crate::api::host_watch::HostWatch;
use crate::api::search_options::SearchOptions;
use crate::engine::Coverage;
use crate::language::statechart::read;
use crate::question::statecharts::{ChartSpace, everything, is_state};
use crate::text::Severity;
use crate::view::{DepthsView, LifelineDepthsView, Options, Soon};

/// Finds out how soon each object of a text can be in each of its states, ends of regions included, from the start, by the
/// reading of a check. What counts are steps, as in answers, and states in which no step is running.
///
/// # Errors
/// Refuses a text with errors and a check that does not exist. Limits are no errors: the answers are
/// then [`Soon::NotWithin`].
pub fn chart_depths(
    text: &str,
    index: usize,
    options: &Options,
    host: &mut dyn Host,
) -> Result<DepthsView, Refusal> {
    let (model, diagnostics) = read(text);
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(Refusal::Errors);
    }
    let property = model.properties.get(index).ok_or(Refusal::NoSuchCheck)?;
    let chosen = SearchOptions::new(options, host.capabilities().solvers)?;
    let gate = HostWatch::new(host, options.timeout_ms);
    let asked = everything(property.reading);
    let space = ChartSpace::new(&model, &asked);
    let (soonest, finding) = space.soonest(&chosen.limits, &mut gate.watch());
    // All were found, or everything was visited.
    let whole = finding.way.is_some() || !matches!(finding.coverage, Coverage::Open(_));
    let limit = match whole {
        true => Soon::Never,
        false => Soon::NotWithin(finding.reached.depth),
    };
    let lifelines = model.objects.iter().zip(soonest).map(|(object, soonest)| {
        let chart = &model.charts[object.chart];
        let states = soonest.into_iter().enumerate();
        let states = states.filter(|it| is_state(chart.vertices[it.0].kind));
        LifelineDepthsView {
            name: object.name.clone(),
            machine: chart.name.clone(),
            states: states
                .map(|(vertex, soon)| (chart.path(vertex), soon.map_or(limit, Soon::After)))
                .collect(),
            transitions: Vec::new(),
        }
    });
    let lifelines: Vec<_> = lifelines.collect();
    let met = (&space.beyond()[..], &space.cut());
    let bounds = limits(&model, met, space.exceeds_bits()).in_words();
    Ok(DepthsView {
        sentence: sentence(&lifelines, limit, &bounds),
        never: lifelines.iter().filter_map(never).collect(),
        lifelines,
        ..DepthsView::default()
    })
}

/// How many states are not reached, and what that depends on.
fn sentence(all: &[LifelineDepthsView], limit: Soon, bounds: &str) -> String {
    let states = all.iter().flat_map(|it| &it.states);
    let missing = states.filter(|it| it.1 == limit).count();
    let are = match missing {
        0 => return "Every state is reached.".into(),
        1 => "1 state is".to_owned(),
        more => format!("{more} states are"),
    };
    match limit {
        Soon::NotWithin(depth) => {
            let steps = if depth == 1 { "step" } else { "steps" };
            format!(
                "{are} not reached within {depth} {steps}{bounds}; beyond, not everything was searched."
            )
        }
        _ => format!("{are} never reached{bounds}."),
    }
}

/// What an object never comes to.
fn never(it: &LifelineDepthsView) -> Option<String> {
    let states = it.states.iter().filter(|it| it.1 == Soon::Never);
    let states: Vec<_> = states.map(|it| format!("`{}`", it.0)).collect();
    (!states.is_empty()).then(|| format!("`{}`: {}", it.name, states.join(", ")))
}
