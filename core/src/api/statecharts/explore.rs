//! What more a visit of statecharts can tell: how far scenarios can be played and why not further, other runs that show the
//! same answer, how soon objects are in their states, what is to blame for a "no", and what tells two readings apart.

use super::blame::DemandsOfCharts;
use super::search::{OpenedChart, Statecharts};
use super::{compared, soon};
use crate::api::kind::{Asked, Demands, Explorable, Explore, Found, Opened, OtherRuns, Soonest};
use crate::api::request::{Host, Means, Refusal};
use crate::engine::{Coverage, Limits, Watch};
use crate::language::statechart::model::Subject;
use crate::system::Trace;
use crate::view::{CauseView, Detail, Outcome, ReasonView, SystemEvidenceView, SystemStepView};
use crate::wording::unplayed;

impl Explore for Statecharts {
    fn open<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Explorable + 'm>> {
        Some(Box::new(OpenedChart::new(it)?))
    }

    fn compare(&self, it: Asked<'_>, host: &mut dyn Host) -> Result<Outcome, Refusal> {
        compared::answered(it, host)
    }

    fn soonest(&self, it: Asked<'_>, most: &Limits, watch: &mut dyn Watch) -> Option<Soonest> {
        soon::soonest(it, most, watch)
    }

    fn demands<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Demands + 'm>> {
        Some(Box::new(DemandsOfCharts::new(it)?))
    }
}

impl Explorable for OpenedChart<'_> {
    fn others(&self, shown: &[Vec<SystemStepView>]) -> Option<Box<dyn OtherRuns + '_>> {
        Some(Box::new(self.beside(shown)?))
    }

    fn progress(&self, trace: &Trace) -> Vec<usize> {
        self.space.progress(trace).unwrap_or_default()
    }

    /// Where a scenario cannot be played to its end in what was visited, a run of as many messages as there can be is looked for.
    fn explain(
        &self,
        Found {
            finding, mut trace, ..
        }: Found,
        means: &Means<'_, '_>,
        again: &dyn Fn() -> Result<Found, Refusal>,
        (outcome, evidence): (&mut Outcome, &mut SystemEvidenceView),
    ) -> Result<(), Refusal> {
        let Subject::Scenario(number, _) = self.property.subject else {
            return Ok(());
        };
        let most = self.space.most_played();
        let is_open = finding.way.is_some() || matches!(finding.coverage, Coverage::Open(_));
        if !is_open && most > 0 {
            self.space.look_for(most);
            trace = again()?.trace;
        }
        let why = match is_open {
            true => None,
            false => self.space.unplayed(most),
        };
        if let Some(trace) = trace.filter(|it| self.confirmed(it, means.meter).is_some()) {
            if evidence.run.is_empty() {
                evidence.run = self.entries(&trace);
            }
            evidence.done = self.progress(&trace);
        }
        let reason = why.map(|why| ReasonView {
            sentence: unplayed::sentence(
                self.model,
                self.text,
                (number, most as usize),
                &why,
                (&*outcome, self.property.reading),
            ),
            cause: match why.has_no_room {
                true => CauseView::NeverTaken,
                false => CauseView::NeverOffered,
            },
            sender_places: Vec::new(),
            receiver_places: Vec::new(),
            waits: Vec::new(),
        });
        outcome.detail = Detail::Scenario {
            prefix: Some(most),
            reason,
            blame: None,
        };
        Ok(())
    }
}
