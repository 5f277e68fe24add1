//! One pending call at a time: a later one replaces an earlier one that has not happened yet.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

/// A timer that can be set anew.
#[derive(Clone, Copy)]
pub struct Timer(StoredValue<Option<TimeoutHandle>>);

impl Timer {
    /// A timer with nothing pending.
    #[must_use]
    pub fn new() -> Self {
        Self(StoredValue::new(None))
    }

    /// Calls `action` after `milliseconds`, instead of whatever was pending.
    pub fn after(&self, milliseconds: u64, action: impl FnOnce() + 'static) {
        self.cancel();
        let timer = *self;
        let handle = set_timeout_with_handle(
            move || {
                timer.0.set_value(None);
                action();
            },
            Duration::from_millis(milliseconds),
        );
        self.0.set_value(handle.ok());
    }

    /// Forgets what was pending.
    pub fn cancel(&self) {
        if let Some(handle) = self.0.get_value() {
            handle.clear();
            self.0.set_value(None);
        }
    }
}
