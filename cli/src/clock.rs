//! The host of a search on the command line: it tells the time, and the core keeps the limits by it.

use std::time::Instant;

use lockstep_core::api::{Host, Progress};

/// Milliseconds since it was made; nobody is told how far a search got.
pub struct Clock(Instant);

impl Clock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Host for Clock {
    fn now_ms(&self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1000.0
    }

    fn progress(&mut self, _progress: &Progress) -> bool {
        true
    }
}
