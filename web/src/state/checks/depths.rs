//! How soon: asked for as long as somebody wants to see it, again with every answer.

use leptos::prelude::*;

use super::Checks;
use super::workers::Busy;
use crate::persist;
use crate::protocol::Wanted;
use crate::state::aid::Aid;

/// Stored while somebody wants to see it.
pub(super) const KEY: &str = "lockstep.soon";

impl Checks {
    /// Whether somebody wants to see how soon.
    #[must_use]
    pub fn wants_soon(&self) -> Signal<bool> {
        self.wants_soon.into()
    }

    /// Shows how soon, or no more, and remembers it.
    pub fn want_soon(&self, want: bool) {
        self.wants_soon.set(want);
        if want {
            // A storage that refuses this opens the page without it again.
            let _ = persist::write(KEY, "");
            return self.ask_for(&|help| help.clear_failures(&[Wanted::Depths]));
        }
        persist::forget(KEY);
        self.give_up_if(&is_soon);
        self.send_next();
    }

    /// Stops looking how soon.
    pub fn stop_soon(&self) {
        self.give_up_if(&is_soon);
        self.ask_for(&|help| help.set(Wanted::Depths, Aid::Failed("Stopped.".to_owned())));
    }
}

fn is_soon(busy: &Busy) -> bool {
    busy.job.wants == Wanted::Depths
}
