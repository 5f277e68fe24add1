//! A host behind a gate: for checks inside a longer request.

use super::host::{Capabilities, Host, Progress};
use super::watch::HostWatch;

/// Checks inside a request stop with it, and leave the telling to it. Nobody asks them again with more, so they answer with what
/// there is.
pub(in crate::api) struct Behind<'g, 'h>(&'g HostWatch<'h>);

impl<'g, 'h> Behind<'g, 'h> {
    pub(in crate::api) const fn new(gate: &'g HostWatch<'h>) -> Self {
        Self(gate)
    }
}

impl Host for Behind<'_, '_> {
    fn now_ms(&self) -> f64 {
        self.0.now_ms()
    }

    fn progress(&mut self, _progress: &Progress) -> bool {
        !self.0.should_stop()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            complete: true,
            ..self.0.capabilities()
        }
    }
}
