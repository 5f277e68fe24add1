//! The verb "check": from a text and the number of a check to an answer with its evidence, for every kind that has values.
//!
//! Visits answer most checks. Where they do not, the refusal says which value would go on. A run that is found is
//! replayed by the definitions before it is shown.

use super::start::start;
use super::{Asked, Explorable, Found, KindValue, KindValues, Means, Opened, Provable};
use crate::api::found;
use crate::api::property;
use crate::api::request::{Host, HostWatch, Refusal, SearchOptions};
use crate::budget::{Ended, Meter};
use crate::engine::systems::{Finding, Visit, Way, glance};
use crate::engine::{Coverage, Stop};
use crate::system::Valuation;
use crate::view::{
    BlockedChoice, CallView, CertificateView, Kind, Options, Outcome, StopView, SystemEvidenceView,
    Verdict,
};

impl KindValues {
    /// Answers one check of a text of this kind.
    ///
    /// # Errors
    /// As [`crate::api::check`]; [`Refusal::Capabilities`] names the value that is missing where the check needs more than
    /// there is.
    pub fn check(
        &self,
        text: &str,
        index: usize,
        options: &Options,
        host: &mut dyn Host,
    ) -> Result<Outcome, Refusal> {
        let model = self.read(text)?;
        let asked = Asked::new((text, &*model), index, options);
        let head = self.search.head(asked).ok_or(Refusal::NoSuchCheck)?;
        if head.kind == Kind::Same {
            return self.explore()?.value.compare(asked, host);
        }
        let blamer = match options.blame {
            true => Some(self.explore()?),
            false => None,
        };
        let demands = blamer.and_then(|it| it.value.demands(asked));
        if demands.as_ref().is_some_and(|it| it.is_monotone())
            && self.search.offers(KindValue::Prove)
        {
            self.prove()?;
        }
        let there = host.capabilities();
        let solvers = self.prove.map_or(there.solvers, |it| it.solvers());
        let explore = match head.kind {
            Kind::Scenario => Some(self.explore()?.value),
            _ => None,
        };
        let chosen = SearchOptions::new(options, solvers)?;
        let needs_formulas = chosen.over_states.is_of_formulas();
        let object = match (explore, self.prove) {
            (Some(explore), prove) if prove.is_none() || !needs_formulas => {
                explore.open(asked).map(Object::Explore)
            }
            (_, Some(prove)) => prove.open(asked).map(Object::Prove),
            (_, None) => self.search.open(asked).map(Object::Search),
        };
        let object = object.ok_or(Refusal::NoSuchCheck)?;
        let opened = object.opened();
        let gate = HostWatch::new(host, options.timeout_ms);
        let mut watch = gate.watch();
        let stop = || gate.should_stop();
        let means = Means {
            budget: found::budget(&chosen, head.within, opened.head_start(self.continues)),
            solver: chosen.solver,
            complete: there.complete
                || self.prove.is_some()
                || !self.search.offers(KindValue::Prove),
            gate: &gate,
            stop: &stop,
            meter: &Meter::new(&mut watch, chosen.limits.memory),
        };
        let started = gate.now_ms();
        let found = object.search(&means)?;
        let mut outcome = Outcome {
            bound: head.within,
            expected: property::expectation(head.kind, head.expected),
            work: found::work(&found.finding, chosen.solver),
            ..Outcome::unanswered(index, head.kind)
        };
        let mut evidence = SystemEvidenceView {
            variables: opened.names(),
            ..SystemEvidenceView::default()
        };
        let last = replayed(opened, &found, &means, (&mut outcome, &mut evidence))?;
        // Trials are many, and show none of this.
        if let Some(last) = last.as_ref().filter(|_| !asked.is_trial) {
            (evidence.refused, evidence.breaking) = after_end(opened, (head.kind, last), &stop);
        }
        if outcome.verdict.is_absent() {
            evidence.invariant.clone_from(&found.invariant);
            opened.rests_on(&found.finding, &means, &mut outcome, &mut evidence);
        }
        if let (Verdict::Unknown(stop), CertificateView::Open { reached }) =
            (outcome.verdict, &mut outcome.certificate)
            && !matches!(stop, StopView::Asked | StopView::Late)
            && let Some(decides) = opened.what_decides()
        {
            reached.push_str(&decides);
        }
        let (limits, layers) = (found.limits.clone(), found.finding.layers.clone());
        if let Object::Explore(it) = &object {
            let again = || by_visits(opened, &means);
            it.explain(found, &means, &again, (&mut outcome, &mut evidence))?;
        }
        if let (Some(blamer), Some(demands), Verdict::Absent(_)) =
            (blamer, demands, outcome.verdict)
        {
            let proved = outcome.certificate.clone();
            evidence.blame = (blamer.blame)(self, &*demands, asked, &means, proved);
        }
        outcome.system = Some(evidence);
        outcome.work.solve_ms = gate.now_ms() - started;
        outcome.sentence = opened.sentence(&outcome, &limits, last.as_ref());
        if let Some(evidence) = outcome.system.as_mut().filter(|it| it.run.is_empty()) {
            evidence.layers = layers;
            // A space remembers what it has told, and what is said of it is about the search: so this comes last.
            evidence.start = start(opened, &means);
        }
        Ok(outcome)
    }
}

/// What is told of what comes after the last state of a run, by what was asked. Of a deadlock what is impossible, each with what forbids
/// it: all of it or, if there is no time for that, nothing, since a list that was cut short would read as the whole. Of what has to be
/// true always what could happen and must not.
pub(super) fn after_end(
    opened: &dyn Opened,
    (kind, at): (Kind, &Valuation),
    stop: &dyn Fn() -> bool,
) -> (Vec<BlockedChoice>, Option<Box<CallView>>) {
    match kind {
        Kind::Deadlock => {
            let refused = opened.refused(at, &|| !stop());
            let refused = if stop() { Vec::new() } else { refused };
            (refused, None)
        }
        Kind::Always => (Vec::new(), opened.breaking(at).map(Box::new)),
        _ => (Vec::new(), None),
    }
}

/// A check that was opened, by the smallest value that answers it.
pub(super) enum Object<'m> {
    Search(Box<dyn Opened + 'm>),
    Explore(Box<dyn Explorable + 'm>),
    Prove(Box<dyn Provable + 'm>),
}

impl<'m> Object<'m> {
    pub(super) fn opened(&self) -> &(dyn Opened + 'm) {
        match self {
            Self::Search(it) => &**it,
            Self::Explore(it) => &**it,
            Self::Prove(it) => &**it,
        }
    }

    /// Searches by all engines that there are.
    pub(super) fn search(&self, means: &Means<'_, '_>) -> Result<Found, Refusal> {
        match self {
            Self::Prove(it) => it.search(means),
            _ => by_visits(self.opened(), means),
        }
    }
}

/// Visits states; where formulas can go on elsewhere, no more than their head start.
pub(in crate::api) fn by_visits(
    opened: &dyn Opened,
    means: &Means<'_, '_>,
) -> Result<Found, Refusal> {
    let Means { budget, gate, .. } = means;
    let missing = Refusal::Capabilities(KindValue::Prove);
    if budget.choice.is_of_formulas() {
        return Err(match means.complete {
            true => Refusal::Option("this check is answered by explicit search here".into()),
            false => missing,
        });
    }
    let space = opened.space();
    let hands_over = !means.complete && opened.hands_over(budget.choice);
    let finding = match hands_over {
        true => glance(space, budget, &mut gate.watch()).ok_or(missing)?,
        false => found::visited(Visit::new(space, budget.within), &budget.limits, gate),
    };
    let trace = match &finding.way {
        Some(Way::States(rows)) => opened.run_along(rows, means.meter),
        _ => None,
    };
    Ok(Found {
        limits: opened.limits(),
        invariant: Vec::new(),
        finding,
        trace,
    })
}

/// Makes a finding sure, and an answer of it: the last state of its run, where there is one.
fn replayed(
    opened: &dyn Opened,
    found: &Found,
    means: &Means<'_, '_>,
    (outcome, evidence): (&mut Outcome, &mut SystemEvidenceView),
) -> Result<Option<Valuation>, Refusal> {
    let Found { finding, trace, .. } = found;
    let (gate, meter) = (means.gate, means.meter);
    if finding.way.is_none() {
        (outcome.verdict, outcome.certificate) = found::absent(finding, gate);
        return Ok(None);
    }
    let last = trace.as_ref().and_then(|it| {
        let last = opened.confirmed(it, meter)?;
        Some((it, last))
    });
    let Some((trace, last)) = last else {
        if meter.ended().is_none() {
            return Err(Refusal::Defect("a run did not replay".into()));
        }
        let open = Finding {
            way: None,
            coverage: Coverage::Open(ended(meter)),
            ..finding.clone()
        };
        (outcome.verdict, outcome.certificate) = found::absent(&open, gate);
        return Ok(None);
    };
    outcome.verdict = Verdict::Found {
        depth: finding.depth,
    };
    outcome.certificate = CertificateView::Replayed;
    evidence.run = opened.entries(trace);
    evidence.may_be_shorter = !finding.shortest;
    Ok(Some(last))
}

/// Why a meter has ended something.
pub(super) fn ended(meter: &Meter<'_>) -> Stop {
    match meter.ended() {
        Some(Ended::Stopped(stop)) => stop,
        Some(Ended::Turn) | None => Stop::Asked,
    }
}
