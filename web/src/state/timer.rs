//! One pending call at a time: a later one replaces an earlier one that has not happened yet.
//!
//! What is called is said once, by the owner of the timer, and ends with the owner: nobody else can
//! leave something behind that happens when its own signals are gone.

use std::rc::Rc;
use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

/// What a timer calls.
type Tick = Rc<dyn Fn()>;

/// A timer that can be set anew.
#[derive(Clone, Copy)]
pub struct Timer {
    tick: StoredValue<Option<Tick>, LocalStorage>,
    pending: StoredValue<Option<TimeoutHandle>>,
}

impl Timer {
    /// A timer with nothing pending, which is cancelled when its owner ends.
    #[must_use]
    pub fn new() -> Self {
        let timer = Self {
            tick: StoredValue::new_local(None),
            pending: StoredValue::new(None),
        };
        on_cleanup(move || timer.cancel());
        timer
    }

    /// Says what is called; its owner does so once.
    pub fn on_tick(&self, tick: impl Fn() + 'static) {
        self.tick.set_value(Some(Rc::new(tick)));
    }

    /// Calls it after so many milliseconds, instead of whenever that was pending for.
    pub fn after(&self, milliseconds: u64) {
        self.cancel();
        let timer = *self;
        let handle = set_timeout_with_handle(
            move || {
                timer.pending.set_value(None);
                // Called with nothing borrowed: it may set the timer again.
                if let Some(tick) = timer.tick.get_value() {
                    tick();
                }
            },
            Duration::from_millis(milliseconds),
        );
        self.pending.set_value(handle.ok());
    }

    /// Calls it after so many milliseconds at the latest.
    pub fn within(&self, milliseconds: u64) {
        if !self.is_pending() {
            self.after(milliseconds);
        }
    }

    /// Whether it will be called.
    #[must_use]
    pub fn is_pending(&self) -> bool {
        self.pending.with_value(Option::is_some)
    }

    /// Forgets what was pending.
    pub fn cancel(&self) {
        if let Some(handle) = self.pending.get_value() {
            handle.clear();
            self.pending.set_value(None);
        }
    }
}
