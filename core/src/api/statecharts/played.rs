//! Scenarios: how far they can be played, with a run, and why not further.

use super::check::{Asked, Found};
use super::{engines, run};
use crate::api::check::Refusal;
use crate::engine::Coverage;
use crate::language::statechart::model::Subject;
use crate::question::statecharts::ChartSpace;
use crate::view::{CauseView, Detail, Kind, Outcome, ReasonView, SystemEvidenceView};
use crate::wording::unplayed;

/// Which kind of question it is.
pub(in crate::api) fn kind(subject: &Subject) -> Kind {
    match subject {
        Subject::Always(_) => Kind::Always,
        Subject::Reach(_) => Kind::Reach,
        Subject::Deadlock | Subject::DeadlockAlone => Kind::Deadlock,
        Subject::Scenario(..) => Kind::Scenario,
        Subject::Same(_) => Kind::Same,
    }
}

/// Adds to an answer how far a scenario can be played in what was visited; and where that is not to its end, a run of as many
/// messages as there can be, and why there are no more.
pub(super) fn explain(
    asked: &Asked<'_, '_>,
    space: &ChartSpace<'_>,
    text: &str,
    Found {
        finding, mut trace, ..
    }: Found,
    (outcome, evidence): (&mut Outcome, &mut SystemEvidenceView),
) -> Result<(), Refusal> {
    let Subject::Scenario(number, _) = asked.property.subject else {
        return Ok(());
    };
    let most = space.most_played();
    let is_open = finding.way.is_some() || matches!(finding.coverage, Coverage::Open(_));
    if !is_open && most > 0 {
        space.look_for(most);
        trace = engines::by_visiting(asked, space)?.trace;
    }
    let why = match is_open {
        true => None,
        false => space.unplayed(most),
    };
    if let Some(trace) = trace.filter(|it| space.confirms(it)) {
        if evidence.run.is_empty() {
            evidence.run = run::steps(space.system(), text, &trace);
        }
        evidence.done = space.progress(&trace).unwrap_or_default();
    }
    let reason = why.map(|why| ReasonView {
        sentence: unplayed::sentence(
            asked.model,
            text,
            (number, most as usize),
            &why,
            (&*outcome, asked.property.reading),
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
