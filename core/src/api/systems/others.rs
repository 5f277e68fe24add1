//! Another run of a transition system that shows the same answer: asked with the runs that were shown, so that nobody has to
//! keep a search alive between two requests.

use super::run;
use super::search::settings;
use crate::api::check::{Host, Refusal};
use crate::api::found::visited;
use crate::api::host_watch::HostWatch;
use crate::api::kind::ended;
use crate::api::report::covers_view;
use crate::api::search_options::SearchOptions;
use crate::budget::Meter;
use crate::engine::Coverage;
use crate::engine::systems::{Others, Visit, Way};
use crate::language::transitions::read;
use crate::question::systems::SystemSpace;
use crate::text::Severity;
use crate::view::{NextWitnessView, Options, SystemStepView};
use crate::wording::systems as wording;

/// What looks for another run of a check, by the text, the number of the check and the runs that are known: one such function
/// for transition systems, one for statecharts.
pub type NextSystemWitness = fn(
    &str,
    usize,
    &[Vec<SystemStepView>],
    &Options,
    &mut dyn Host,
) -> Result<NextWitnessView, Refusal>;

/// A shortest run that shows the positive answer to a check and is none of those in `shown`: after some step the values are
/// others, or it is longer. A run ends where it shows what was looked for first. Found by visiting states, and replayed.
///
/// Asking again with the answer added to `shown` gives one run after the other, shortest first, each once.
///
/// # Errors
/// Refuses texts with errors, and checks that do not exist. Limits are no errors: [`NextWitnessView::covers`] then says
/// `open`.
pub fn next_system_witness(
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
    let chosen = SearchOptions::new(options, host.capabilities().solvers)?;
    let gate = HostWatch::new(host, options.timeout_ms);
    let started = gate.now_ms();
    let space = SystemSpace::new(&model, &property.subject, settings(property, options));
    let known = shown.iter().map(|run| {
        let states = run.iter().map(|it| it.state.clone());
        states.collect::<Vec<_>>()
    });
    let known: Vec<_> = known.collect();
    let values = |at: &[i64]| run::state(space.system(), &space.valuation(at));
    let others = Others::new(&space, &values, &known);
    let finding = visited(Visit::new(&others, property.within), &chosen.limits, &gate);
    let mut coverage = gate.why_open(finding.coverage);
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
    if let Some(Way::States(states)) = &finding.way {
        let states: Vec<_> = states.iter().map(|it| others.below(it).into()).collect();
        let mut watch = gate.watch();
        let meter = Meter::new(&mut watch, chosen.limits.memory);
        let trace = space.run_along(&states, &meter);
        let trace = trace.filter(|it| space.confirms(it, &meter));
        match (trace, meter.ended()) {
            (Some(trace), _) => {
                view.run = run::steps(space.system(), &trace);
                view.depth = Some(finding.depth);
            }
            (None, Some(_)) => {
                coverage = gate.why_open(Coverage::Open(ended(&meter)));
                view.covers = covers_view(coverage);
            }
            (None, None) => return Err(Refusal::Defect("a run did not replay".into())),
        }
    }
    view.sentence = wording::another(
        (view.depth, finding.shortest),
        property.within,
        coverage,
        finding.reached,
    );
    view.search_ms = gate.now_ms() - started;
    Ok(view)
}
