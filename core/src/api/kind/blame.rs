//! The verb "blame": which demands of a model rule out what was looked for, for every kind that has some ([`Demands`]).
//!
//! A demand is waived and the same question asked again. Where waiving takes no run away, all that can go goes, large parts
//! first: what is left is enough by itself, for the last "no" was given without all others and with a certificate, and what
//! is needed among many is needed among few. Where it can take runs away again, each demand is waived alone first; where none
//! rules it out by itself, all are waived, and put back in force as long as there still is a run. What is left then is
//! asked about in every part of it: a sentence says that nothing less is enough only where that was found out.
//!
//! Every run is replayed by the definitions of the model that demands less.

use std::cell::Cell;

use super::check::Object;
use super::{Asked, Demands, Explore, KindValues, Means, Prove};
use crate::api::found::certificate;
use crate::api::patch::range;
use crate::budget::Meter;
use crate::engine::systems::{Budget, Choice};
use crate::engine::{Coverage, Limits};
use crate::text::LineIndex;
use crate::view::{CertificateView, SystemBlameView, SystemBlamedView};

/// Questions asked at most.
const MOST_TRIALS: usize = 400;
/// States of one question at most.
const MOST_STATES: u64 = 20_000;
/// States of all questions together at most, where they are answered by visits.
const MOST_VISITED: u64 = 400_000;
/// How often the engines of formulas may ask in one question whether to go on.
const MOST_ASKED: u64 = 2_000;
/// Demands that have to be waived together are asked about in every part of them, if they are no more.
const MOST_TOGETHER: usize = 5;

/// What looks for what is to blame: [`blame`], which comes with [`super::Exploring`].
pub(super) type Blame = fn(
    &KindValues,
    &dyn Demands,
    Asked<'_>,
    &Means<'_, '_>,
    CertificateView,
) -> Option<SystemBlameView>;

/// What rules out what a check looks for, given the certificate that there is nothing; `None` where the host asked to stop.
pub(super) fn blame(
    values: &KindValues,
    demands: &dyn Demands,
    asked: Asked<'_>,
    means: &Means<'_, '_>,
    proved: CertificateView,
) -> Option<SystemBlameView> {
    let prove = values.prove.filter(|_| demands.is_monotone());
    let trials = Trials {
        explore: values.explore?.value,
        prove,
        demands,
        asked,
        means,
        left: Cell::new(MOST_TRIALS),
        visited: Cell::new(match prove {
            Some(_) => u64::MAX,
            None => MOST_VISITED,
        }),
    };
    let found = match demands.is_monotone() {
        true => trials.enough(proved)?,
        false => trials.each(proved)?,
    };
    let lines = LineIndex::new(asked.text);
    let elements = found.demands.iter().map(|&(number, depth)| {
        let (span, what) = demands.demand(number);
        SystemBlamedView {
            range: range(&lines, span),
            what,
            depth,
        }
    });
    let elements: Vec<_> = elements.collect();
    Some(SystemBlameView {
        sentence: demands.sentence(&elements, (found.together, found.minimal)),
        elements,
        minimal: found.minimal,
        certificate: found.certificate,
    })
}

/// What is to blame.
struct Blamed {
    /// The demands, each with the steps after which there is a run without it, as [`SystemBlamedView::depth`] has it.
    demands: Vec<(usize, Option<u32>)>,
    /// The steps of a shortest run without all of them, where only that makes one.
    together: Option<u32>,
    minimal: bool,
    certificate: CertificateView,
}

/// What is answered without some demands.
enum Said {
    /// There is still nothing.
    Never(CertificateView),
    /// There is a run of so many steps.
    After(u32),
    Unknown,
}

/// Asks the same question of models that demand less.
struct Trials<'a, 'q, 'h> {
    explore: &'static dyn Explore,
    /// Formulas, where they answer, too.
    prove: Option<&'static dyn Prove>,
    demands: &'a dyn Demands,
    asked: Asked<'a>,
    means: &'a Means<'q, 'h>,
    left: Cell<usize>,
    visited: Cell<u64>,
}

impl Trials<'_, '_, '_> {
    fn ask(&self, waived: &[usize]) -> Said {
        let (left, visited) = (self.left.get(), self.visited.get());
        if left == 0 || visited == 0 {
            return Said::Unknown;
        }
        self.left.set(left - 1);
        let model = self.demands.without(waived);
        let asked = Asked {
            model: &*model,
            is_trial: true,
            ..self.asked
        };
        let object = match self.prove {
            Some(it) => it.open(asked).map(Object::Prove),
            None => self.explore.open(asked).map(Object::Explore),
        };
        let Some(object) = object else {
            return Said::Unknown;
        };
        let (opened, gate) = (object.opened(), self.means.gate);
        let most = self.means.budget.limits;
        let limits = Limits {
            states: most.states.min(MOST_STATES).min(visited),
            ..most
        };
        let by_formulas = self.prove.is_some() && !self.demands.is_visited_without(waived);
        let questions = Cell::new(0);
        let stop = || {
            questions.set(questions.get() + 1);
            questions.get() > MOST_ASKED || gate.should_stop()
        };
        let mut watch = gate.watch();
        let means = Means {
            budget: Budget {
                choice: match by_formulas {
                    true => Choice::Sat,
                    false => Choice::Auto,
                },
                within: self.means.budget.within,
                head_start: opened.head_start(false),
                limits,
            },
            complete: true,
            stop: &stop,
            meter: &Meter::new(&mut watch, limits.memory),
            ..*self.means
        };
        let Ok(found) = object.search(&means) else {
            return Said::Unknown;
        };
        let finding = &found.finding;
        self.visited
            .set(visited.saturating_sub(finding.reached.states));
        if finding.way.is_some() {
            let trace = found.trace.as_ref();
            let last = trace.and_then(|it| opened.confirmed(it, means.meter));
            return match last {
                Some(_) => Said::After(finding.depth),
                None => Said::Unknown,
            };
        }
        match (finding.coverage, certificate(&finding.evidence)) {
            (Coverage::Every | Coverage::Bound, Some(certificate)) => Said::Never(certificate),
            _ => Said::Unknown,
        }
    }

    /// Where waiving takes no run away: demands that together are enough, and of which as many as possible are needed.
    fn enough(&self, mut certificate: CertificateView) -> Option<Blamed> {
        let mut waived: Vec<usize> = Vec::new();
        let mut kept: Vec<_> = (0..self.demands.count()).map(|it| (it, None)).collect();
        // Large parts first: most of a model has nothing to do with what is asked.
        let mut size = kept.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < kept.len() {
                if self.means.gate.should_stop() {
                    return None;
                }
                let end = kept.len().min(at + size);
                let part = kept[at..end].iter().map(|it| it.0);
                let tried: Vec<_> = waived.iter().copied().chain(part).collect();
                match self.ask(&tried) {
                    Said::Never(proof) => {
                        kept.drain(at..end);
                        waived = tried;
                        certificate = proof;
                        continue;
                    }
                    Said::After(depth) if size == 1 => kept[at].1 = Some(depth),
                    Said::After(_) | Said::Unknown => {}
                }
                at = end;
            }
            size = match size {
                1 => 0,
                _ => size.div_ceil(2),
            };
        }
        Some(Blamed {
            minimal: kept.iter().all(|it| it.1.is_some()),
            demands: kept,
            together: None,
            certificate,
        })
    }

    /// Where waiving can take runs away: each demand that rules it out by itself, or else demands that do so together.
    fn each(&self, certificate: CertificateView) -> Option<Blamed> {
        let mut found = Blamed {
            demands: Vec::new(),
            together: None,
            minimal: true,
            certificate,
        };
        for one in 0..self.demands.count() {
            match self.ask(&[one]) {
                Said::After(depth) => found.demands.push((one, Some(depth))),
                Said::Never(_) => {}
                Said::Unknown => found.minimal = false,
            }
            if self.means.gate.should_stop() {
                return None;
            }
        }
        if found.demands.is_empty() {
            let all: Vec<_> = (0..self.demands.count()).collect();
            match self.ask(&all) {
                Said::After(depth) => {
                    let (kept, depth, minimal) = self.least(all, depth, found.minimal);
                    found.together = Some(depth);
                    found.demands = kept.into_iter().map(|it| (it, None)).collect();
                    found.minimal = minimal;
                }
                // Not even without all of them.
                Said::Never(_) => {}
                Said::Unknown => found.minimal = false,
            }
            if self.means.gate.should_stop() {
                return None;
            }
        }
        Some(found)
    }

    /// Some of these without which there is a run, as there is after so many steps without all of them; and whether it is
    /// known that there is none without fewer of them.
    fn least(
        &self,
        mut kept: Vec<usize>,
        mut depth: u32,
        singles: bool,
    ) -> (Vec<usize>, u32, bool) {
        // Large parts first: most of a model has nothing to do with what is asked.
        let mut size = kept.len().div_ceil(2);
        let mut minimal = singles;
        loop {
            let (before, mut at) = (kept.len(), 0);
            let mut unknown = false;
            while at < kept.len() && kept.len() > 1 {
                let end = kept.len().min(at + size);
                let fewer = [&kept[..at], &kept[end..]].concat();
                match self.ask(&fewer) {
                    Said::After(it) if !fewer.is_empty() => (kept, depth) = (fewer, it),
                    said => {
                        unknown |= matches!(said, Said::Unknown);
                        at = end;
                    }
                }
            }
            if size > 1 {
                size = size.div_ceil(2);
            } else if kept.len() == before {
                minimal &= !unknown;
                break;
            }
        }
        if kept.len() > MOST_TOGETHER {
            minimal = false;
        } else if let Some((fewer, it)) = self.fewer(&kept, &mut minimal) {
            (kept, depth) = (fewer, it);
        }
        (kept, depth, minimal)
    }

    /// The fewest of these that are enough, if these are not: single ones and all but one were asked about before.
    fn fewer(&self, kept: &[usize], minimal: &mut bool) -> Option<(Vec<usize>, u32)> {
        for size in 2..kept.len().saturating_sub(1) {
            for chosen in 0..1_u32 << kept.len() {
                if chosen.count_ones() as usize != size {
                    continue;
                }
                let is_in = |it: &usize| chosen >> it & 1 == 1;
                let some: Vec<_> = (0..kept.len()).filter(is_in).map(|it| kept[it]).collect();
                match self.ask(&some) {
                    Said::After(depth) => return Some((some, depth)),
                    Said::Never(_) => {}
                    Said::Unknown => *minimal = false,
                }
            }
        }
        None
    }
}
