//! What happens with events in words: `a -> b: request(s2) (lost)`, `b: request(s2) (deferred)`, `+3`; what waits,
//! `a, b(1) | late`; and what was read, `b: "x > 0" = true`.

use std::fmt::{Display, Formatter, Result};

use crate::language::statechart::{ENVIRONMENT, print};
use crate::view::{Dispatch, EMPTY, Event, InputRead, Occurrence, Queue, Sender};

/// What is said of a step that begins since its time has come.
pub(crate) const TIMED: &str = "the time has come";

impl Display for Event {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        match self {
            Self::Time(passed) => write!(to, "+{passed}"),
            Self::Dispatched { by, event, becomes } => {
                let becomes = match becomes {
                    Dispatch::Taken => "",
                    Dispatch::Deferred => " (deferred)",
                    Dispatch::Discarded => " (discarded)",
                };
                write!(to, "{by}: {event}{becomes}")
            }
            Self::Sent {
                from,
                to: receiver,
                event,
                is_lost,
            } => {
                let lost = if *is_lost { " (lost)" } else { "" };
                write!(to, "{from} -> {receiver}: {event}{lost}")
            }
        }
    }
}

impl Display for Sender {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        to.write_str(match self {
            Self::Object(name) => name,
            Self::Environment | Self::Hand => ENVIRONMENT,
        })
    }
}

impl Display for Occurrence {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        to.write_str(&self.name)?;
        match self.arguments.is_empty() {
            true => Ok(()),
            false => write!(to, "({})", self.arguments.join(", ")),
        }
    }
}

impl Display for InputRead {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        let name = print::name(&self.name);
        write!(to, "{}: {name} = {}", self.object, self.value)
    }
}

impl Display for Queue {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        let listed = |all: &[Occurrence]| {
            let all: Vec<_> = all.iter().map(Occurrence::to_string).collect();
            all.join(", ")
        };
        match self.pool.is_empty() {
            true => write!(to, "{EMPTY}")?,
            false => to.write_str(&listed(&self.pool))?,
        }
        match self.deferred.is_empty() {
            true => Ok(()),
            false => write!(to, " | {}", listed(&self.deferred)),
        }
    }
}
