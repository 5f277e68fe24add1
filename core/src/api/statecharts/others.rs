//! Another run of statecharts that shows the same answer: asked with the runs that were shown, so that nobody has to keep a
//! search alive between two requests.

use super::run;
use super::search::limits;
use crate::api::check::{Host, Refusal};
use crate::api::found::visited;
use crate::api::host_watch::HostWatch;
use crate::api::report::covers_view;
use crate::api::search_options::SearchOptions;
use crate::engine::systems::{Visit, Way};
use crate::language::statechart::model::Subject;
use crate::language::statechart::read;
use crate::language::statechart::semantics::StatechartSystem;
use crate::question::statecharts::ChartSpace;
use crate::question::statecharts::others::{OtherRuns, Sights};
use crate::system::{Flow, Step, System, Trace, Valuation};
use crate::text::Severity;
use crate::view::{NextWitnessView, Options, SystemStepView};
use crate::wording::statecharts as wording;

/// States that may stand for an entry of a run that was shown, at most.
const MOST_ALIKE: usize = 500;

/// A shortest run that shows the positive answer to a check and is seen as none of those in `shown`: some object takes
/// something else, or elsewhere ([`Sights`]). A run ends where it shows what was looked for first. Found by visiting the states
/// of the definitions, and replayed.
///
/// Asking again with the answer added to `shown` gives one run after the other, shortest first, each once.
///
/// # Errors
/// Refuses texts with errors, checks that do not exist or compare two readings, and runs that are not of this check. Limits are
/// no errors: [`NextWitnessView::covers`] then says `open`.
pub fn next_chart_witness(
    text: &str,
    index: usize,
    shown: &[Vec<SystemStepView>],
    options: &Options,
    host: &mut dyn Host,
) -> Result<NextWitnessView, Refusal> {
    let (model, diagnostics) = read(text);
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(Refusal::Errors);
    }
    let property = model.properties.get(index).ok_or(Refusal::NoSuchCheck)?;
    if matches!(property.subject, Subject::Same(_)) {
        return Err(Refusal::NoSuchCheck);
    }
    let chosen = SearchOptions::new(options, host.capabilities().solvers)?;
    let gate = HostWatch::new(host, options.timeout_ms);
    let started = gate.now_ms();
    let space = ChartSpace::new(&model, property);
    let system = space.system();
    let known = shown.iter().map(|it| {
        let trace = told(system, text, it)?;
        Sights::of(system, &trace)
    });
    let foreign = || Refusal::Option("a run that was shown is not of this check".into());
    let known: Option<Vec<_>> = known.collect();
    let others = OtherRuns::new(&model, property, known.ok_or_else(foreign)?);
    let finding = visited(Visit::new(&others, property.within), &chosen.limits, &gate);
    let coverage = gate.why_open(finding.coverage);
    let mut view = NextWitnessView {
        trace: Vec::new(),
        run: Vec::new(),
        done: Vec::new(),
        depth: None,
        waits: None,
        covers: covers_view(coverage),
        sentence: String::new(),
        search_ms: 0.0,
    };
    if let Some(Way::States(rows)) = &finding.way {
        let trace = others.run_along(rows).filter(|it| space.confirms(it));
        // Whoever has found it does not judge whether it is another one.
        let sights = trace.as_ref().and_then(|it| Sights::of(system, it));
        let is_new = sights.is_some_and(|it| !others.known().contains(&it));
        let trace = trace.filter(|_| is_new);
        let trace = trace.ok_or_else(|| Refusal::Defect("a run did not replay".into()))?;
        view.run = run::steps(system, text, &trace);
        view.done = space.progress(&trace).unwrap_or_default();
        view.depth = Some(finding.depth);
    }
    let met = (&others.beyond()[..], &others.cut());
    view.sentence = wording::another(
        (view.depth, property.reading),
        property.within,
        coverage,
        finding.reached,
        &limits(&model, met, false),
    );
    view.search_ms = gate.now_ms() - started;
    Ok(view)
}

/// A run of the definitions that is told like this. What is told of a state is not all of it, so all states are followed that
/// may be meant; what is seen is the same in all of them.
fn told(system: &StatechartSystem<'_>, text: &str, run: &[SystemStepView]) -> Option<Trace> {
    let start = system.valuation(&system.beginning());
    // For each entry the states that it may be about, each with the one before it and the step into it.
    let mut layers: Vec<Vec<(Valuation, usize, Option<Step>)>> =
        vec![vec![(start.clone(), 0, None)]];
    for entry in run.get(1..)? {
        let wanted = SystemStepView {
            again: None,
            ..entry.clone()
        };
        let mut layer: Vec<(Valuation, usize, Option<Step>)> = Vec::new();
        for (number, (at, ..)) in layers.last()?.iter().enumerate() {
            system.steps(at, &mut |step| {
                let after = system.apply(at, &step);
                let is_it = |after: &Valuation| {
                    run::entry(system, text, Some((at, &step)), after) == wanted
                };
                if let Some(after) = after.filter(is_it)
                    && !layer.iter().any(|it| it.0 == after)
                    && layer.len() < MOST_ALIKE
                {
                    layer.push((after, number, Some(step)));
                }
                Flow::Continue(())
            });
        }
        layers.push(layer);
    }
    let mut steps = Vec::new();
    let mut at = 0;
    for layer in layers.iter().skip(1).rev() {
        let (_, before, step) = layer.get(at)?;
        steps.push(step.clone()?);
        at = *before;
    }
    steps.reverse();
    Some(Trace { start, steps })
}
