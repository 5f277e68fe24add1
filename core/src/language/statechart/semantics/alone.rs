//! What one object does by itself: the same rules, with everybody else left out.
//!
//! Objects share nothing but pools. So what an object can do depends on its own state alone, except for whether there is
//! room for what it sends; and what an arriving event does depends on its receiver's state alone. Whoever knows the two
//! for every state of every object knows what the system can do, and need not ask the interpreter twice.
//!
//! The interpreter is not written anew for this: the other objects stand there as terminated ones, which take no events,
//! and what is sent to them is told in the report.

use super::super::model::{ObjectId, Reading};
use super::actions::{Amount, Refused};
use super::bmc4uml::is_quiet;
use super::machine::Machine;
use super::moment::Cut;
use super::moves::{Move, Pace, Successors};
use super::state::{
    Message, ObjectState, ObjectStatus, Put, Report, ScriptState, Sending, SystemState,
};

/// Something that an object does.
#[derive(Clone, Debug)]
pub struct Deed {
    /// What.
    pub what: Move,
    /// The object after it.
    pub after: ObjectState,
    /// What it sends to others, in order.
    pub sent: Vec<(ObjectId, Message)>,
    /// All that it sends, to itself as well, in order.
    pub calls: Vec<(ObjectId, Message)>,
    /// Scripts whose call returns.
    pub released: Vec<usize>,
}

/// All that an object can do by itself.
#[derive(Clone, Debug, Default)]
pub struct Alone {
    /// What leads somewhere, if there is room for what is sent.
    pub deeds: Vec<Deed>,
    /// Whether time can pass, as far as this object is concerned.
    waits: bool,
    /// What it does that is not told, and why.
    pub cut: Vec<Cut>,
    /// What an object cannot do since it has no room for its own event: what it sends before, and why.
    pub refused: Vec<(Vec<(ObjectId, Message)>, Refused)>,
}

impl Alone {
    /// Whether time can pass, as far as the object is concerned.
    #[must_use]
    pub fn lets_time_pass(&self) -> bool {
        self.waits
    }
}

/// What becomes of an object to which an event is sent.
#[derive(Clone, Debug)]
pub struct Received {
    /// The object after it.
    pub after: ObjectState,
    /// Scripts whose call returns.
    pub released: Vec<usize>,
}

impl Machine<'_> {
    /// What an object can do in a state of its own, macro-step by macro-step or rule by rule.
    #[must_use]
    pub fn alone(&self, object: ObjectId, own: &ObjectState) -> Alone {
        self.alone_while(object, own, &|| true)
            .expect("it is never told to stop")
    }

    /// The same, where `goes_on` is asked before each way that a step can go; `None` once it says no.
    #[must_use]
    pub fn alone_while(
        &self,
        object: ObjectId,
        own: &ObjectState,
        goes_on: &dyn Fn() -> bool,
    ) -> Option<Alone> {
        let state = self.secluded(object, own);
        let mut found = Successors {
            alone: Some(Vec::new()),
            pace: Pace::while_wanted(goes_on),
            ..Successors::default()
        };
        let waits = match self.reading {
            Reading::Bmc4uml => {
                self.rules_of(&state, object, &mut found);
                is_quiet(own)
            }
            Reading::Uml | Reading::Scxml => {
                self.object_moves(&state, object, Amount::Behaviour, &mut found)
            }
        };
        if found.is_stopped {
            return None;
        }
        let to_others = |report: Report| -> Vec<(ObjectId, Message)> {
            let others = report.sent.into_iter().filter(|it| it.to != object);
            others.map(|it| (it.to, it.message)).collect()
        };
        let refused = found.alone.unwrap_or_default();
        let waits = waits && (refused.is_empty() || self.reading == Reading::Bmc4uml);
        let cut = found.cut.into_iter().map(|it| it.1).collect();
        let deeds = found.all.into_iter().map(|mut it| Deed {
            what: it.what,
            released: released(&it.after),
            after: it.after.objects.swap_remove(object),
            calls: it
                .report
                .sent
                .iter()
                .map(|it| (it.to, it.message.clone()))
                .collect(),
            sent: to_others(it.report),
        });
        Some(Alone {
            deeds: deeds.collect(),
            waits,
            cut,
            refused: refused
                .into_iter()
                .map(|it| (to_others(it.0), it.1))
                .collect(),
        })
    }

    /// What becomes of an object when an event is sent to it.
    ///
    /// # Errors
    /// Where there is no room for it, and that means that the step does not exist.
    pub fn received(
        &self,
        object: ObjectId,
        own: &ObjectState,
        message: &Message,
    ) -> Result<Received, Refused> {
        let mut state = self.secluded(object, own);
        let sending = Sending {
            from: None,
            to: object,
            message: message.clone(),
            put: Put::default(),
        };
        self.deliver(&mut state, sending, &mut Report::default())?;
        Ok(Received {
            released: released(&state),
            after: state.objects.swap_remove(object),
        })
    }

    /// A system in which only one object is, and every script waits.
    fn secluded(&self, object: ObjectId, own: &ObjectState) -> SystemState {
        let objects = (0..self.model.objects.len()).map(|it| match it == object {
            true => own.clone(),
            false => nobody(),
        });
        let waits = ScriptState {
            next: 0,
            waits: true,
        };
        SystemState {
            objects: objects.collect(),
            scripts: vec![waits; self.model.scripts.len()],
            shown: None,
        }
    }
}

/// Scripts that wait no more.
fn released(state: &SystemState) -> Vec<usize> {
    let free = |&it: &usize| !state.scripts[it].waits;
    (0..state.scripts.len()).filter(free).collect()
}

/// An object that takes nothing.
fn nobody() -> ObjectState {
    ObjectState {
        status: ObjectStatus::Terminated,
        ..ObjectState::empty(0)
    }
}
