//! Tests across the core's chapters. The test files beside this one are their own crates.

use lockstep_core::api::{Host, Progress};

/// A host without a clock, for tests: time never passes, and nothing is stopped.
#[derive(Clone, Copy, Debug)]
pub struct Clockless;

impl Host for Clockless {
    fn now_ms(&self) -> f64 {
        0.0
    }

    fn progress(&mut self, _progress: &Progress) -> bool {
        true
    }
}
