//! Proposed edits, judged by the definitions.
//!
//! The model is written as a text, as somebody would have it who asks for repairs; each proposal is
//! applied to that text, and what comes out is read again. So nothing of the way to the user is left
//! out: printing, searching, patching, reading.

use super::examine::{Difference, Examined, Said};
use super::judge::defined;
use crate::api::{self, Clockless, RepairOptions};
use crate::language::machines::document::{print, unresolve};
use crate::language::{Answer, Check, Model, Question, read};

/// Most proposals of each size, and most checks on edited models: enough to meet every kind of edit
/// over many models.
const OPTIONS: RepairOptions = RepairOptions {
    edits: None,
    proposals: Some(2),
    checks: Some(120),
    timeout_ms: None,
};

/// Asks for repairs of the model's first check, if that is a scenario that fails. A second check,
/// for deadlock, must keep its answer.
///
/// `None` where there is nothing to repair.
pub(super) fn examine(model: &Model, bound: usize) -> Option<Examined> {
    let mut model = model.clone();
    let Question::Scenario { .. } = model.checks[0].question else {
        return None;
    };
    if defined(&model, &model.checks[0], bound).yes {
        return None;
    }
    // Deadlocks are asked of the system; a scenario alone has its own lifelines.
    if model.system.is_empty() {
        model.system.clone_from(&model.scenarios[0].lifelines);
    }
    model.checks[0].expected = Some(Answer::Consistent);
    model.checks[0].expect_written = true;
    let within = u32::try_from(bound).ok();
    model.checks.push(Check::asking(Question::Deadlock, within));
    let text = print(&unresolve(&model));
    let before = answers(&text, bound)?;
    let found = api::repair(&text, 0, &OPTIONS, &mut Clockless).ok()?;
    let mends = |proposal: &api::RepairView| {
        let after = answers(&api::with_patches(&text, &proposal.patches), bound);
        after.is_some_and(|after| after[0] && after[1] == before[1])
    };
    let wrong = found.proposals.iter().any(|it| !mends(it));
    // What is claimed is that each proposal makes the answer a yes.
    let said = |yes: bool| Said {
        yes,
        value: usize::from(yes),
        depth: 0,
    };
    Some(Examined {
        claimed: said(!found.proposals.is_empty()),
        defined: said(!found.proposals.is_empty() && !wrong),
        difference: wrong.then_some(Difference::Repair),
        claims: Vec::new(),
    })
}

/// The definitions' answers to both checks; `None` for a text with errors.
fn answers(text: &str, bound: usize) -> Option<[bool; 2]> {
    let (model, findings) = read(text);
    let error = |it: &crate::text::Diagnostic| it.severity == crate::text::Severity::Error;
    if findings.iter().any(error) {
        return None;
    }
    let [first, second] = model.checks.as_slice() else {
        return None;
    };
    Some([first, second].map(|check| defined(&model, check, bound).yes))
}
