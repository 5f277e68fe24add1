//! The gate between a search and the host: clock, timeout, progress and the wish to stop.

use std::cell::{Cell, RefCell};

use super::host::{Capabilities, Host, Progress};
use crate::engine::{Coverage, Reached, Stop, Watch};
use crate::sat::{self, Backend, Solver};

/// Shares one host among everybody who may have to stop.
pub(in crate::api) struct HostWatch<'h> {
    host: RefCell<&'h mut dyn Host>,
    deadline: Option<f64>,
    reached: Cell<Reached>,
    proving: Cell<bool>,
    repairing: Cell<Option<u64>>,
    stopped: Cell<bool>,
    late: Cell<bool>,
    /// Whether a solver was wanted of a host that has not all there is.
    missed: Cell<bool>,
}

impl<'h> HostWatch<'h> {
    pub(in crate::api) fn new(host: &'h mut dyn Host, timeout_ms: Option<f64>) -> Self {
        let deadline = timeout_ms.map(|timeout| host.now_ms() + timeout);
        Self {
            host: RefCell::new(host),
            deadline,
            reached: Cell::new(Reached::default()),
            proving: Cell::new(false),
            repairing: Cell::new(None),
            stopped: Cell::new(false),
            late: Cell::new(false),
            missed: Cell::new(false),
        }
    }

    pub(in crate::api) fn now_ms(&self) -> f64 {
        self.host.borrow().now_ms()
    }

    /// What there is to answer with.
    pub(in crate::api) fn capabilities(&self) -> Capabilities {
        self.host.borrow().capabilities()
    }

    /// A fresh solver. Where the host has not all there is, it is noted that somebody wanted one.
    pub(in crate::api) fn solver<'s>(
        &self,
        backend: Backend,
        stop: sat::Stop<'s>,
    ) -> Box<dyn Solver + 's> {
        if !self.capabilities().complete {
            self.missed.set(true);
        }
        backend.create(Some(stop))
    }

    /// Whether somebody wanted what the host has not.
    pub(in crate::api) fn missed(&self) -> bool {
        self.missed.get()
    }

    /// From here on the proof of an answer is being checked.
    pub(in crate::api) fn proving(&self, reached: Reached) {
        self.reached.set(reached);
        self.proving.set(true);
    }

    /// From here on edits are being tried; so many were already.
    pub(in crate::api) fn repairing(&self, tried: u64) {
        self.repairing.set(Some(tried));
    }

    /// Tells the host how far the search got; once it wants to stop, it stays stopped.
    pub(in crate::api) fn should_stop(&self) -> bool {
        if self.stopped.get() {
            return true;
        }
        let progress = self.progress();
        let late = self
            .deadline
            .is_some_and(|deadline| self.now_ms() >= deadline);
        let stop = !self.host.borrow_mut().progress(&progress) || late;
        self.stopped.set(stop);
        self.late.set(late);
        stop
    }

    /// Why a search ended, given what the engine knows of it.
    pub(in crate::api) fn why(&self, stop: Stop) -> Stop {
        match stop {
            Stop::Asked if self.late.get() => Stop::Late,
            stop => stop,
        }
    }

    /// What a search covers; where it ended early with why, as [`Self::why`] has it.
    pub(in crate::api) fn why_open(&self, coverage: Coverage) -> Coverage {
        match coverage {
            Coverage::Open(stop) => Coverage::Open(self.why(stop)),
            coverage => coverage,
        }
    }

    pub(in crate::api) fn watch(&self) -> impl Watch + '_ {
        Forwarded(self)
    }

    fn progress(&self) -> Progress {
        let reached = self.reached.get();
        let (engine, what) = if let Some(tried) = self.repairing.get() {
            ("repair", format!("{tried} edits tried"))
        } else if self.proving.get() {
            ("proof", "checking the proof".to_string())
        } else if reached.clauses > 0 {
            (
                "sat",
                format!("nothing within {} transactions so far", reached.depth),
            )
        } else if reached.depth == 0 && reached.states > 0 {
            // Where two readings are compared, they count their steps differently.
            (
                "explicit",
                format!("{} states so far", crate::text::grouped(reached.states)),
            )
        } else {
            (
                "explicit",
                format!("paths of up to {} transactions covered", reached.depth),
            )
        };
        Progress {
            engine: engine.into(),
            depth: reached.depth,
            states: reached.states,
            clauses: reached.clauses,
            bytes: reached.bytes,
            what,
        }
    }
}

struct Forwarded<'g, 'h>(&'g HostWatch<'h>);

impl Watch for Forwarded<'_, '_> {
    fn keep_going(&mut self, reached: Reached) -> bool {
        self.0.reached.set(reached);
        !self.0.should_stop()
    }

    fn now_ms(&self) -> f64 {
        self.0.now_ms()
    }
}
