//! Branches that cannot be completed, and what stops them, as data for whoever shows them.

use crate::api::patch::range;
use crate::api::property::one_line;
use crate::explain::refused;
use crate::language::statechart::semantics::StatechartSystem;
use crate::language::transitions::TransitionModel;
use crate::language::transitions::branches::Branch;
use crate::system::Valuation;
use crate::text::LineIndex;
use crate::view::{BlockedChoice, StoppedBy};
use crate::wording::{refused::hindrance, stopped};

/// Those of some branches that cannot be completed; the model is that of the system that runs.
pub(super) fn blocked(
    text: &str,
    model: &TransitionModel,
    branches: &[Branch],
    relation: impl Fn(&Branch) -> &'static str,
) -> Vec<BlockedChoice> {
    let lines = LineIndex::new(text);
    let told = |branch: &Branch| BlockedChoice {
        what: format!(
            "{}: {}",
            relation(branch),
            stopped::written(text, branch.span)
        ),
        range: range(&lines, branch.span),
        reasons: branch
            .reasons
            .iter()
            .map(|it| StoppedBy {
                what: stopped::reason(text, model, it),
                range: range(&lines, it.span),
                later: it.later,
            })
            .collect(),
    };
    let all = branches.iter().filter(|it| it.is_blocked());
    all.map(told).collect()
}

/// The transitions of active states that cannot fire next, of statecharts.
pub(super) fn refused_transitions(
    text: &str,
    system: &StatechartSystem<'_>,
    at: &Valuation,
) -> Vec<BlockedChoice> {
    let (lines, model) = (LineIndex::new(text), system.machine().model);
    let Some(state) = system.state(at) else {
        return Vec::new();
    };
    let all = refused(system, &state).into_iter().map(|it| {
        let object = &model.objects[it.object];
        let span = model.charts[object.chart].transitions[it.transition].span;
        let reasons = it.why.iter().map(|why| StoppedBy {
            what: hindrance(text, model, &it, why),
            range: range(&lines, span),
            later: false,
        });
        BlockedChoice {
            what: format!("{}: {}", object.name, one_line(span.text(text))),
            range: range(&lines, span),
            reasons: reasons.collect(),
        }
    });
    all.collect()
}
