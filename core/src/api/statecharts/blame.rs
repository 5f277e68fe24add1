//! Which guards, delays, queues, deferrals, orders and priorities rule out what was looked for.
//!
//! A demand is waived ([`without`]) and the same question asked again, by explicit search. What each single demand rules out
//! by itself comes first. Where there is none, all are waived; if there is a run then, demands are put back in force as
//! long as there still is one, and what is left is asked about in every part of it: for waiving more can take runs
//! away again, and a sentence says that nothing less is enough only where that was found out. Every run is replayed by the
//! definitions of the statecharts that demand less.

use std::cell::Cell;

use crate::api::found::visited;
use crate::api::kind::{Asked, Means};
use crate::api::patch::range;
use crate::engine::systems::{Visit, Way};
use crate::engine::{Coverage, Limits};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{Property, Subject};
use crate::language::statechart::waive::{Demand, demands, without};
use crate::question::statecharts::ChartSpace;
use crate::text::LineIndex;
use crate::view::{CertificateView, SystemBlameView, SystemBlamedView};
use crate::wording::blamed as wording;

/// Questions asked at most.
const MOST_TRIALS: usize = 400;
/// States of one question at most.
const MOST_STATES: u64 = 20_000;
/// States of all questions together at most.
const MOST_WORK: u64 = 400_000;
/// Demands that have to be waived together are asked about in every part of them, if they are no more.
const MOST_TOGETHER: usize = 5;

/// What rules out what a question looks for; `None` for deadlocks and scenarios, and where somebody asked to stop.
pub(super) fn blame(
    it: Asked<'_>,
    means: &Means<'_, '_>,
    proved: CertificateView,
) -> Option<SystemBlameView> {
    let (text, model) = (it.text, it.model::<StatechartModel>());
    let property = model.properties.get(it.check)?;
    let subject = &property.subject;
    if !matches!(subject, Subject::Reach(_) | Subject::Always(_)) {
        return None;
    }
    let trials = Trials {
        model,
        property,
        means,
        left: Cell::new(MOST_TRIALS),
        work: Cell::new(MOST_WORK),
    };
    let all = demands(model);
    let mut open = 0;
    let mut found: Vec<(Demand, Option<u32>)> = Vec::new();
    for &one in &all {
        match trials.ask(&[one]) {
            Said::After(depth) => found.push((one, Some(depth))),
            Said::Never => {}
            Said::Unknown => open += 1,
        }
        if means.gate.should_stop() {
            return None;
        }
    }
    let mut together = None;
    let mut minimal = open == 0;
    if found.is_empty() {
        (found, minimal) = match trials.ask(&all) {
            Said::After(depth) => {
                let (kept, depth, minimal) = trials.least(all, depth, minimal);
                together = Some(depth);
                (kept.into_iter().map(|it| (it, None)).collect(), minimal)
            }
            // Not even without all of them.
            Said::Never => (Vec::new(), minimal),
            Said::Unknown => (Vec::new(), false),
        };
        if means.gate.should_stop() {
            return None;
        }
    }
    let lines = LineIndex::new(text);
    let elements: Vec<_> = found
        .iter()
        .map(|&(demand, depth)| SystemBlamedView {
            range: range(&lines, demand.span(model).unwrap_or(property.span)),
            what: wording::demand(text, model, property.reading, demand),
            depth,
        })
        .collect();
    Some(SystemBlameView {
        sentence: wording::blame(subject, &elements, (together, minimal), property.reading),
        elements,
        minimal,
        certificate: proved,
    })
}

/// What is answered without some demands.
enum Said {
    Never,
    /// There is a run of so many steps, and no shorter one.
    After(u32),
    Unknown,
}

/// Asks the same question of statecharts that demand less.
struct Trials<'a, 'q, 'h> {
    model: &'a StatechartModel,
    property: &'a Property,
    means: &'a Means<'q, 'h>,
    left: Cell<usize>,
    work: Cell<u64>,
}

impl Trials<'_, '_, '_> {
    fn ask(&self, waived: &[Demand]) -> Said {
        let (left, work) = (self.left.get(), self.work.get());
        if left == 0 || work == 0 {
            return Said::Unknown;
        }
        self.left.set(left - 1);
        let model = without(self.model, waived);
        let space = ChartSpace::new(&model, self.property);
        let most = self.means.budget.limits;
        let limits = Limits {
            states: most.states.min(MOST_STATES).min(work),
            ..most
        };
        let visit = Visit::new(&space, self.property.within);
        let finding = visited(visit, &limits, self.means.gate);
        self.work.set(work.saturating_sub(finding.reached.states));
        if let Some(Way::States(rows)) = &finding.way {
            let run = space.run_along(rows);
            return match run.is_some_and(|it| space.confirms(&it)) {
                true => Said::After(finding.depth),
                false => Said::Unknown,
            };
        }
        match finding.coverage {
            Coverage::Open(_) => Said::Unknown,
            Coverage::Every | Coverage::Bound => Said::Never,
        }
    }

    /// Some of these without which there is a run, as there is after so many steps without all of them; and whether it is
    /// known that there is none without fewer of them.
    fn least(
        &self,
        mut kept: Vec<Demand>,
        mut depth: u32,
        singles: bool,
    ) -> (Vec<Demand>, u32, bool) {
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
    fn fewer(&self, kept: &[Demand], minimal: &mut bool) -> Option<(Vec<Demand>, u32)> {
        for size in 2..kept.len().saturating_sub(1) {
            for chosen in 0..1_u32 << kept.len() {
                if chosen.count_ones() as usize != size {
                    continue;
                }
                let is_in = |it: &usize| chosen >> it & 1 == 1;
                let some: Vec<_> = (0..kept.len()).filter(is_in).map(|it| kept[it]).collect();
                match self.ask(&some) {
                    Said::After(depth) => return Some((some, depth)),
                    Said::Never => {}
                    Said::Unknown => *minimal = false,
                }
            }
        }
        None
    }
}
