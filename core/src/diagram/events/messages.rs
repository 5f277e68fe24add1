//! What becomes of each event of a run: who sends it, where it waits, and when it is taken.
//!
//! Each entry of a run says where what waits comes from ([`QueueChange`]), so that events of one name are told apart:
//! what waits after an entry is what waited before it or was sent at it, and what is neither taken nor waits is forgotten.

use crate::view::{Dispatch, Event, QueueChange, Sender, SystemStepView};

/// What sends where no object does.
pub use crate::language::statechart::ENVIRONMENT;

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
    /// Its receiver ends at this step, and with it all that waits.
    Forgotten(usize),
    /// It did not come to wait: the queue had no room for it, or nobody was there any more.
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
}

impl Sending {
    /// The step at which it stops waiting.
    #[must_use]
    pub fn end(&self) -> Option<usize> {
        match self.fate {
            Fate::Waits => None,
            Fate::Lost => Some(self.sent),
            Fate::Taken(step)
            | Fate::Discarded(step)
            | Fate::Deferred(step)
            | Fate::Forgotten(step) => Some(step),
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
    /// For each object what waits for it after the last entry, by number, what is put aside last.
    pub waiting: Vec<Vec<usize>>,
}

/// Follows the events of a run of objects with these names; the environment has the number behind them.
/// O(steps + events · waiting).
#[must_use]
pub fn messages(objects: &[String], run: &[SystemStepView]) -> Messages {
    let mut found = Messages {
        waiting: vec![Vec::new(); objects.len()],
        ..Messages::default()
    };
    for (step, entry) in run.iter().enumerate() {
        found.follow(objects, step, entry);
    }
    found
}

/// What an entry says of one event.
struct Told {
    event: String,
    to: usize,
    fate: Fate,
}

impl Messages {
    fn follow(&mut self, objects: &[String], step: usize, entry: &SystemStepView) {
        let lifeline = |name: &str| objects.iter().position(|it| it == name);
        let mut passed = 0;
        let mut taken = None;
        // What may wait after the step: what waited before it, and what it sends.
        let mut candidates = self.waiting.clone();
        for told in &entry.events {
            match told {
                Event::Time(time) => passed += time,
                Event::Sent {
                    from,
                    to,
                    event,
                    is_lost,
                } => {
                    let from = match from {
                        Sender::Object(name) => lifeline(name).unwrap_or(objects.len()),
                        Sender::Environment | Sender::Hand => objects.len(),
                    };
                    if let Some(to) = lifeline(to) {
                        candidates[to].push(self.all.len());
                        let fate = if *is_lost { Fate::Lost } else { Fate::Waits };
                        self.send(event.to_string(), (from, to), step, fate);
                    }
                }
                Event::Dispatched { by, event, becomes } => {
                    let told = |to| Told {
                        event: event.to_string(),
                        to,
                        fate: match becomes {
                            Dispatch::Taken => Fate::Taken(step),
                            Dispatch::Deferred => Fate::Deferred(step),
                            Dispatch::Discarded => Fate::Discarded(step),
                        },
                    };
                    taken = taken.or_else(|| lifeline(by).map(told));
                }
            }
        }
        self.passed.push(passed);
        for QueueChange { object, from } in &entry.queues {
            let Some(before) = candidates.get(*object) else {
                continue;
            };
            let mut now: Vec<usize> = from
                .iter()
                .filter_map(|&it| before.get(it).copied())
                .collect();
            let gone = before.iter().filter(|it| !now.contains(it));
            let mut gone: Vec<usize> = gone.copied().collect();
            gone.retain(|&it| self.all[it].fate == Fate::Waits);
            let own = taken.as_ref().filter(|it| it.to == *object);
            match own.map(|it| (it.fate, &it.event)) {
                // What is put aside waits on, as another one.
                Some((Fate::Deferred(_), event)) => {
                    let head = before.first().copied();
                    let place = now.iter().position(|&it| Some(it) == head);
                    if let (Some(head), Some(place)) = (head, place) {
                        now[place] = self.all.len();
                        self.put_aside(head, event, step);
                    }
                }
                // It is the first of what is gone; what else is gone is forgotten.
                Some((fate, event)) if !gone.is_empty() => {
                    let it = &mut self.all[gone.remove(0)];
                    debug_assert_eq!(it.event, *event, "what is taken is what waited");
                    it.fate = fate;
                }
                _ => {}
            }
            for it in gone {
                self.all[it].fate = Fate::Forgotten(step);
            }
            self.waiting[*object] = now;
        }
    }

    fn send(&mut self, event: String, (from, to): (usize, usize), step: usize, fate: Fate) {
        self.all.push(Sending {
            event,
            from,
            to,
            sent: step,
            aside: false,
            fate,
        });
    }

    fn put_aside(&mut self, head: usize, event: &str, step: usize) {
        let it = &mut self.all[head];
        it.fate = Fate::Deferred(step);
        let to = it.to;
        self.all.push(Sending {
            event: event.to_owned(),
            from: to,
            to,
            sent: step,
            aside: true,
            fate: Fate::Waits,
        });
    }
}
