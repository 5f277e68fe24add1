//! The host of a search on the command line: it tells the time, and the core keeps the limits by it.

use std::time::Instant;

use lockstep_core::api::{Capabilities, Host, Progress};

use crate::jobs::Seat;

/// Milliseconds since it was made; how much memory a search takes is told to the pool of its job.
pub struct Clock {
    started: Instant,
    seat: Seat,
}

impl Clock {
    /// A clock that starts now, of a search that runs alone.
    pub fn start() -> Self {
        Self::of(&Seat::alone())
    }

    /// A clock that starts now, of a search for a job.
    pub fn of(seat: &Seat) -> Self {
        Self {
            started: Instant::now(),
            seat: seat.clone(),
        }
    }
}

impl Host for Clock {
    fn now_ms(&self) -> f64 {
        self.started.elapsed().as_secs_f64() * 1000.0
    }

    fn progress(&mut self, progress: &Progress) -> bool {
        self.seat.may_go_on(progress)
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::ALL
    }
}
