//! Branches that cannot be completed, and what stops them, as data for whoever shows them.

use crate::api::patch::range;
use crate::language::transitions::TransitionModel;
use crate::language::transitions::branches::Branch;
use crate::text::LineIndex;
use crate::view::{BlockedChoice, StoppedBy};
use crate::wording::stopped;

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
