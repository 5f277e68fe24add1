//! A search that lasts: how long it has, and how far it got. What it has covered never falls, whichever engine tells.

use leptos::prelude::window;
use lockstep_core::api::Progress;

/// How far a search got.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Search {
    /// Whole seconds since it began.
    pub seconds: u32,
    /// Every run of at most so many steps has been covered, by one engine or another.
    pub covered: u32,
    /// What the engine at work has told last.
    pub progress: Progress,
}

impl Search {
    /// Takes what an engine tells.
    pub fn hear(&mut self, progress: Progress) {
        self.covered = self.covered.max(progress.depth);
        self.progress = progress;
    }

    /// The seconds at which something is to be said to who cannot see them: every ten of the first minute, then every
    /// minute.
    #[must_use]
    pub fn told_at(&self) -> u32 {
        let each = if self.seconds < 60 { 10 } else { 60 };
        self.seconds / each * each
    }
}

/// Milliseconds on the clock of the page.
#[must_use]
pub fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_bound_never_falls_when_another_engine_goes_on() {
        let mut search = Search::default();
        let told = [3, 14, 0, 5, 15].map(|depth| Progress {
            depth,
            ..Progress::default()
        });
        let covered = told.map(|progress| {
            search.hear(progress);
            search.covered
        });
        assert_eq!(covered, [3, 14, 14, 14, 15]);
    }

    #[test]
    fn what_is_said_of_the_seconds_is_not_said_every_second() {
        let at = |seconds| {
            let search = Search {
                seconds,
                ..Search::default()
            };
            search.told_at()
        };
        assert_eq!(
            [0, 9, 10, 29, 59, 60, 119, 120].map(at),
            [0, 0, 10, 20, 50, 60, 60, 120]
        );
    }
}
