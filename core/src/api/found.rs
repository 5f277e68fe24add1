//! What the engines of systems find, as an answer shows it: the same of transition systems and of statecharts.
//!
//! Machines are answered by engines that know their networks, and bring other evidence: see [`super::report`].

use super::check::Refusal;
use super::host_watch::HostWatch;
use super::kind::Means;
use super::report::stop_view;
use super::search_options::SearchOptions;
use crate::engine::systems::{self, Budget, Engine, Evidence, Finding, Formulas, Space, Visit};
use crate::engine::{Coverage, Limits, Stop};
use crate::sat::Backend;
use crate::view::{CertificateView, Extent, Verdict, Work};
use crate::wording::systems::reached;

/// What a search may use; explicit search begins alone, with so many states.
pub(super) fn budget(chosen: &SearchOptions, within: Option<u32>, head_start: u64) -> Budget {
    Budget {
        choice: chosen.over_states,
        within,
        head_start,
        limits: chosen.limits,
    }
}

/// Goes on with a visit of states until it has found something, or may not go on.
pub(super) fn visited(mut visit: Visit<'_>, limits: &Limits, gate: &HostWatch<'_>) -> Finding {
    let mut watch = gate.watch();
    loop {
        let most = u64::from(u32::MAX);
        if let Some(finding) = visit.go_on(most, limits, &mut watch) {
            return finding;
        }
    }
}

/// Has all engines take turns.
pub(super) fn by_turns(
    space: &dyn Space,
    formulas: &dyn Formulas,
    means: &Means<'_, '_>,
) -> Result<Finding, Refusal> {
    let found = systems::search(
        space,
        formulas,
        &means.budget,
        &|stop| means.solver.create(Some(stop)),
        means.stop,
        &mut means.gate.watch(),
    );
    found.map_err(|error| Refusal::Defect(format!("a proof did not hold: {error:?}")))
}

/// What the answer took.
pub(super) fn work(finding: &Finding, solver: Backend) -> Work {
    let by_formulas = finding.engine != Engine::Explicit;
    let reached = &finding.reached;
    Work {
        engine: finding.engine.name().into(),
        states: (reached.states > 0).then_some(reached.states),
        clauses: (reached.clauses > 0).then_some(reached.clauses),
        solver: by_formulas.then(|| solver.name.into()),
        encoding: by_formulas.then(|| "bits".into()),
        ..Work::default()
    }
}

/// The answer where no run was found, with what makes it sure: nothing, where a limit was hit or there is no evidence.
pub(super) fn absent(finding: &Finding, gate: &HostWatch<'_>) -> (Verdict, CertificateView) {
    let extent = match finding.coverage {
        Coverage::Every => Ok(Extent::Every),
        Coverage::Bound => Ok(Extent::Bound),
        Coverage::Open(stop) => Err(stop),
    };
    let certificate = certificate(&finding.evidence);
    match extent.and_then(|it| Ok((it, certificate.ok_or(Stop::Size)?))) {
        Ok((extent, certificate)) => (Verdict::Absent(extent), certificate),
        Err(stop) => {
            let stop = gate.why(stop);
            let reached = reached(stop, finding.reached);
            let verdict = Verdict::Unknown(stop_view(stop));
            (verdict, CertificateView::Open { reached })
        }
    }
}

/// Why a "no" is one, as it is shown.
pub(super) fn certificate(evidence: &Evidence) -> Option<CertificateView> {
    match *evidence {
        Evidence::None => None,
        Evidence::Visited(states) => Some(CertificateView::Exhausted { states }),
        Evidence::Proof { lemmas, .. } => Some(CertificateView::Proof { lemmas }),
    }
}
