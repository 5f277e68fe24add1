//! What becomes of each event of a run: who sends it, where it waits, and when it is taken.

use crate::view::SystemStepView;

/// What is sent where no object sends it.
pub const ENVIRONMENT: &str = "environment";

/// What becomes of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It still waits at the end of the run.
    Waits,
    /// It is taken at this step, and something comes of it.
    Taken(usize),
    /// It is taken, and nobody wants it.
    Discarded(usize),
    /// It is put aside at this step: from there on it waits as another one.
    Deferred(usize),
    /// The queue had no room for it.
    Lost,
}

/// An event on its way, or put aside.
#[derive(Clone, Debug, PartialEq)]
pub struct Sending {
    /// The event with what it brings.
    pub event: String,
    /// The lifeline that sends it; of one that is put aside the one that does so.
    pub from: usize,
    /// The lifeline that takes it.
    pub to: usize,
    /// The step at which it is sent or put aside.
    pub sent: usize,
    /// Whether it was put aside.
    pub aside: bool,
    /// What becomes of it.
    pub fate: Fate,
    /// The place at which it waits, from the lifeline outwards.
    pub lane: usize,
}

impl Sending {
    /// The step at which it stops waiting.
    #[must_use]
    pub fn end(&self) -> Option<usize> {
        match self.fate {
            Fate::Waits => None,
            Fate::Lost => Some(self.sent),
            Fate::Taken(step) | Fate::Discarded(step) | Fate::Deferred(step) => Some(step),
        }
    }
}

/// The events of a run, and how much time passes at its steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Messages {
    /// In the order in which they are sent.
    pub all: Vec<Sending>,
    /// For each step the time that passes.
    pub passed: Vec<u64>,
}

/// Follows the events of a run. Names that are no lifeline's are left out. O(steps + events · waiting).
#[must_use]
pub fn messages(names: &[String], run: &[SystemStepView]) -> Messages {
    let lifeline = |name: &str| names.iter().position(|it| it == name);
    let mut found = Messages::default();
    for (step, entry) in run.iter().enumerate() {
        let mut passed = 0;
        for told in &entry.events {
            if let Some(time) = told.strip_prefix('+') {
                passed += time.parse().unwrap_or(0);
                continue;
            }
            let Some((who, event)) = told.split_once(": ") else {
                continue;
            };
            match who.split_once(" -> ") {
                Some((from, to)) => {
                    if let (Some(from), Some(to)) = (lifeline(from), lifeline(to)) {
                        found.send(event, (from, to), step);
                    }
                }
                None => {
                    if let Some(to) = lifeline(who) {
                        found.take(event, to, step);
                    }
                }
            }
        }
        found.passed.push(passed);
    }
    found
}

impl Messages {
    fn send(&mut self, told: &str, (from, to): (usize, usize), step: usize) {
        let (event, fate) = match told.strip_suffix(" (lost)") {
            Some(event) => (event, Fate::Lost),
            None => (told, Fate::Waits),
        };
        let lane = self.free_lane(to);
        self.all.push(Sending {
            event: event.to_owned(),
            from,
            to,
            sent: step,
            aside: false,
            fate,
            lane,
        });
    }

    /// The first lane behind all in which something waits for a lifeline, so that nothing passes anything.
    fn free_lane(&self, to: usize) -> usize {
        let waiting = self
            .all
            .iter()
            .filter(|it| it.to == to && it.fate == Fate::Waits);
        waiting.map(|it| it.lane + 1).max().unwrap_or(0)
    }

    /// A lifeline takes what has waited longest, and before that what was put aside.
    fn take(&mut self, told: &str, to: usize, step: usize) {
        let deferred = told.strip_suffix(" (deferred)");
        let discarded = told.strip_suffix(" (discarded)");
        let event = deferred.or(discarded).unwrap_or(told);
        let is_it = |it: &&mut Sending| it.to == to && it.fate == Fate::Waits && it.event == event;
        let Some(taken) = self.all.iter_mut().find(is_it) else {
            return;
        };
        taken.fate = match (deferred, discarded) {
            (Some(_), _) => Fate::Deferred(step),
            (None, Some(_)) => Fate::Discarded(step),
            (None, None) => Fate::Taken(step),
        };
        if deferred.is_some() {
            let lane = taken.lane;
            self.all.push(Sending {
                event: event.to_owned(),
                from: to,
                to,
                sent: step,
                aside: true,
                fate: Fate::Waits,
                lane,
            });
        }
    }
}
