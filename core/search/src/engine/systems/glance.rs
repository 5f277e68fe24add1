//! A first look: the head start of explicit search, and nobody else.

use super::portfolio::Budget;
use super::visit::Visit;
use super::{Finding, Space, settled};
use crate::engine::{Coverage, Stop, Watch};

/// What explicit search finds within its head start; `None` where that decides nothing. The answer is the one that
/// [`super::search`] gives.
#[must_use]
pub fn glance(space: &dyn Space, budget: &Budget, watch: &mut dyn Watch) -> Option<Finding> {
    if space.is_settled() {
        return Some(settled());
    }
    let mut visit = Visit::new(space, budget.within);
    let finding = visit.go_on(budget.head_start, &budget.limits, watch)?;
    let is_sure = match finding.way {
        Some(_) => finding.shortest,
        None => match finding.coverage {
            Coverage::Every | Coverage::Bound | Coverage::Open(Stop::Asked) => true,
            Coverage::Open(_) => false,
        },
    };
    is_sure.then_some(finding)
}
