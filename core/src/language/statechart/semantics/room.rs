//! How much room states of objects take: what a search holds of them is counted, so that a limit of memory is one.

use super::state::{Activity, Message, ObjectState};
use super::term::{Action, Term};

/// What an allocation takes beside what is in it.
const HEAD: usize = 16;

/// Bytes of a list that is not empty, without what its items hold.
pub(super) fn bytes_of<T>(items: &Vec<T>) -> usize {
    match items.capacity() {
        0 => 0,
        room => room * size_of::<T>() + HEAD,
    }
}

impl Message {
    /// Bytes that it holds beside itself.
    #[must_use]
    pub fn bytes(&self) -> usize {
        bytes_of(&self.arguments)
    }
}

impl Term {
    fn bytes(&self) -> usize {
        match self {
            Self::Done => 0,
            Self::Act(Action::Ensure(_, explicit, beside)) => {
                bytes_of(explicit) + HEAD + size_of::<Self>() + beside.bytes()
            }
            Self::Act(Action::Microstep(all)) => bytes_of(all),
            Self::Act(_) => 0,
            Self::Sequence(parts) | Self::Parallel(parts) => {
                bytes_of(parts) + parts.iter().map(Self::bytes).sum::<usize>()
            }
            Self::Frozen(values, inner) => {
                bytes_of(values) + HEAD + size_of::<Self>() + inner.bytes()
            }
        }
    }
}

impl ObjectState {
    /// Bytes that it takes, with all that it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let marks = [
            &self.active,
            &self.complete,
            &self.entered,
            &self.raised,
            &self.joined,
        ];
        let messages = self.pool.iter().chain(self.current.as_ref());
        let messages = messages.chain(self.deferred.iter().map(|it| &it.0));
        let data = |it: &Activity| bytes_of(&it.data);
        size_of::<Self>()
            + marks.iter().map(|it| it.bytes()).sum::<usize>()
            + self.clocks.bytes()
            + bytes_of(&self.completions)
            + bytes_of(&self.pool)
            + bytes_of(&self.deferred)
            + messages.map(Message::bytes).sum::<usize>()
            + bytes_of(&self.activities)
            + self.activities.iter().map(data).sum::<usize>()
            + bytes_of(&self.history)
            + bytes_of(&self.values)
            + bytes_of(&self.dispatched)
            + self.rest.bytes()
    }
}
