//! Once a frame: what asks for sizes has the browser lay everything out, so it comes when the step
//! has been drawn, and only once however often it was asked for.

use leptos::prelude::*;

/// Whether something waits for the next frame.
#[derive(Clone, Copy)]
pub struct NextFrame(StoredValue<bool>);

impl NextFrame {
    /// Nothing waits yet.
    pub fn new() -> Self {
        Self(StoredValue::new(false))
    }

    /// Does it before the next frame; nothing where it, or something before it, already waits.
    pub fn run(self, act: impl FnOnce() + 'static) {
        if self.0.get_value() {
            return;
        }
        self.0.set_value(true);
        request_animation_frame(move || {
            // `None`: the value was set, so whoever asked for it is still there.
            if self.0.try_set_value(false).is_none() {
                untrack(act);
            }
        });
    }
}
