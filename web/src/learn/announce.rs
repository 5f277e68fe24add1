//! What a lesson says beside its prose: why a change was refused, for as long as nothing else happens; and for screen
//! readers what has come.

use leptos::prelude::*;

use crate::state::timer::Timer;

/// Milliseconds that a refusal stands there.
const LINGER: u64 = 6_000;

/// What is said. Copies of it are handles to the same.
#[derive(Clone, Copy)]
pub struct Announcer {
    /// Why the last change was refused.
    pub refused: RwSignal<Option<String>>,
    timer: Timer,
}

impl Announcer {
    /// Nothing is said.
    pub fn new() -> Self {
        let refused = RwSignal::new(None);
        let timer = Timer::new();
        timer.on_tick(move || refused.set(None));
        Self { refused, timer }
    }

    /// A change of the text was refused.
    pub fn refuse(&self, why: &str) {
        // The lesson may be gone by now.
        if self.refused.try_set(Some(why.to_owned())).is_none() {
            self.timer.after(LINGER);
        }
    }

    /// Something was done that is allowed.
    pub fn clear(&self) {
        self.timer.cancel();
        if self.refused.with_untracked(Option::is_some) {
            self.refused.set(None);
        }
    }
}
