//! Which assumptions, conditions, assignments and initial values rule out what was looked for.
//!
//! A demand is waived, and the same question asked again: if there is still nothing, it was not needed. What is left
//! in the end is enough by itself, for the last "no" was given without all others and with a certificate; and of each
//! it is known that without it, too, there is a run, which the definitions have replayed. Waiving takes no run away
//! ([`waive`]), so what is needed among many is needed among few.

use std::cell::Cell;

use super::formulas::Encoded;
use super::prove::trace;
use crate::api::found::certificate;
use crate::api::host_watch::HostWatch;
use crate::api::patch::range;
use crate::budget::{Asking, Meter};
use crate::engine::systems::{Budget, Choice, HEAD_START, search};
use crate::engine::{Coverage, Limits};
use crate::language::transitions::waive::{Demand, demands, without};
use crate::language::transitions::{Property, Settings, Subject, TransitionModel};
use crate::question::systems::SystemSpace;
use crate::sat::Backend;
use crate::text::LineIndex;
use crate::view::{CertificateView, SystemBlameView, SystemBlamedView};
use crate::wording::systems as wording;

/// Models with more demands are not looked into.
const MOST_DEMANDS: usize = 300;
/// Questions asked at most.
const MOST_TRIALS: usize = 400;
/// How often the engines of one question may ask whether to go on.
const MOST_WORK: u64 = 2_000;
/// Substeps of one step, and states, of a question.
const MOST_SUBSTEPS: u64 = 20_000;
const MOST_STATES: u64 = 20_000;
/// Explicit search takes part where no demand that is waived frees more values.
const FEW_VALUES: u64 = 16;

/// What rules out what a property looks for, given the certificate that there is nothing; `None` for questions about
/// deadlocks, for models that are too large, and where somebody asked to stop.
pub(super) fn blame(
    text: &str,
    model: &TransitionModel,
    property: &Property,
    (solver, limits, settings): (Backend, Limits, Settings),
    proved: CertificateView,
    gate: &HostWatch<'_>,
) -> Option<SystemBlameView> {
    let all = demands(model);
    if matches!(property.subject, Subject::Deadlock) || all.len() > MOST_DEMANDS {
        return None;
    }
    let stop = || gate.should_stop();
    let trials = Trials {
        model,
        property,
        solver,
        settings,
        limits: Limits {
            states: limits.states.min(MOST_STATES),
            ..limits
        },
        stop: &stop,
    };
    let mut left = MOST_TRIALS;
    let mut waived: Vec<Demand> = Vec::new();
    let mut kept = all;
    let mut needed: Vec<(Demand, u32)> = Vec::new();
    let mut certificate = proved;
    // Large parts first: most of a model has nothing to do with what is asked.
    let mut size = kept.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < kept.len() {
            if stop() {
                return None;
            }
            let end = kept.len().min(at + size);
            let tried: Vec<_> = waived.iter().chain(&kept[at..end]).copied().collect();
            let said = match left {
                0 => Said::Unknown,
                _ => trials.ask(&tried),
            };
            left = left.saturating_sub(1);
            match said {
                Said::Never(proof) => {
                    kept.drain(at..end);
                    waived = tried;
                    certificate = proof;
                    continue;
                }
                Said::After(depth) if size == 1 => needed.push((kept[at], depth)),
                Said::After(_) | Said::Unknown => {}
            }
            at = end;
        }
        size = match size {
            1 => 0,
            _ => size.div_ceil(2),
        };
    }
    let lines = LineIndex::new(text);
    let elements: Vec<_> = kept
        .iter()
        .map(|demand| SystemBlamedView {
            range: range(&lines, demand.span(model)),
            what: wording::demand(text, model, *demand),
            depth: needed.iter().find(|it| it.0 == *demand).map(|it| it.1),
        })
        .collect();
    let minimal = elements.iter().all(|it| it.depth.is_some());
    Some(SystemBlameView {
        sentence: wording::blame(&property.subject, &elements, minimal),
        elements,
        minimal,
        certificate,
    })
}

/// What is answered without some demands.
enum Said {
    /// There is still nothing.
    Never(CertificateView),
    /// There is something after so many firings at most.
    After(u32),
    Unknown,
}

/// Asks the same question of smaller and smaller models.
struct Trials<'a> {
    model: &'a TransitionModel,
    property: &'a Property,
    solver: Backend,
    settings: Settings,
    limits: Limits,
    stop: &'a dyn Fn() -> bool,
}

impl Trials<'_> {
    fn ask(&self, waived: &[Demand]) -> Said {
        let model = without(self.model, waived);
        let settings = Settings {
            most_substeps: MOST_SUBSTEPS,
            ..self.settings
        };
        let space = SystemSpace::new(&model, &self.property.subject, settings);
        let frees = |it: &Demand| it.frees(self.model).is_some_and(|it| it <= FEW_VALUES);
        let budget = Budget {
            choice: match waived.iter().all(frees) {
                true => Choice::Auto,
                false => Choice::Sat,
            },
            within: self.property.within,
            head_start: HEAD_START,
            limits: self.limits,
        };
        let work = Cell::new(0);
        let stop = || {
            work.set(work.get() + 1);
            work.get() > MOST_WORK || (self.stop)()
        };
        let of = (&model, &self.property.subject, settings);
        let formulas = Encoded::new(of, self.limits.memory, &stop);
        let finding = search(
            &space,
            &formulas,
            &budget,
            &|stop| self.solver.create(Some(stop)),
            &stop,
            &mut Asking(self.stop),
        );
        let Ok(finding) = finding else {
            return Said::Unknown;
        };
        if let Some(way) = &finding.way {
            let mut watch = Asking(self.stop);
            let meter = Meter::new(&mut watch, self.limits.memory);
            let run = trace(&space, &formulas, way, &meter);
            return match run.is_some_and(|it| space.confirms(&it, &meter)) {
                true => Said::After(finding.depth),
                false => Said::Unknown,
            };
        }
        match finding.coverage {
            Coverage::Open(_) => Said::Unknown,
            Coverage::Every | Coverage::Bound => match certificate(&finding.evidence) {
                Some(certificate) => Said::Never(certificate),
                None => Said::Unknown,
            },
        }
    }
}
