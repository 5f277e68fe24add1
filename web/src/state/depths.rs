//! How soon the lifelines are where, as the stage wears it.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::DepthsView;

use super::Page;
use super::aid::Aid;
use crate::protocol::Wanted;

impl Page {
    /// How soon the lifelines of the selected check are where, if somebody wants to see it; and
    /// whether that is about the text as it is now. Tracked.
    #[must_use]
    pub fn depths(&self) -> Option<(Arc<DepthsView>, bool)> {
        // A preview has other machines.
        let is_preview = self.stage_content().analysis().is_some();
        if !self.checks.wants_soon().get() || is_preview {
            return None;
        }
        let row = self.checks.selected_row()?;
        row.run.with(|run| {
            // Those of an earlier text stay, and are marked as such.
            let answer = run.answer.as_ref().or(run.earlier.as_ref())?;
            Some(match answer.help.of(Wanted::Depths) {
                Aid::There(soon) => (soon, !self.checks.is_stale(answer)),
                _ => (answer.help.depths_before.clone()?, false),
            })
        })
    }
}
