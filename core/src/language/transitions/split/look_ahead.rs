//! Looking ahead: whether a transition that has begun can be completed.
//!
//! Depth first over the fragments, with memory: what was found for a pseudostate holds for ever, since only the
//! transition that has begun goes on there.

use std::collections::BTreeMap;

use super::Rules;
use super::system::{SplitSystem, State};
use crate::expression::Value;
use crate::language::transitions::configuration::Encounter;
use crate::system::Flow;

/// Whether a transition that has begun can be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// It can.
    Reaches,
    /// It cannot.
    DeadEnd,
    /// No way was found, but a limit kept some from being tried.
    Unknown,
}

/// Most bytes that looking ahead takes in all, and what a state takes there beside its values: it is on the way and known.
const MOST_BYTES: u64 = 60_000_000;
const BYTES_OF_A_PLACE: usize = 200;

impl SplitSystem<'_> {
    /// Whether looking ahead has given up somewhere: what is offered then may not be possible to complete.
    #[must_use]
    pub fn gave_up(&self) -> bool {
        self.gave_up.get()
    }

    pub(super) fn is_offered(&self, values: &[Value]) -> bool {
        self.split.rules != Rules::Corrected || self.ahead(values) != Ahead::DeadEnd
    }

    /// Whether a stable state can be reached by fragments of the transition that has begun.
    #[must_use]
    pub fn ahead(&self, values: &[Value]) -> Ahead {
        if self.is_stable(values) {
            return Ahead::Reaches;
        }
        if let Some(&known) = self.known.borrow().get(values) {
            return known;
        }
        // Depth first with memory. What is open lies on the way to what is being looked at.
        let mut open: Vec<(State, std::vec::IntoIter<State>)> = Vec::new();
        let mut seen: BTreeMap<State, Ahead> = BTreeMap::new();
        let mut limited = false;
        let bytes_of_one = (size_of_val(values) + BYTES_OF_A_PLACE) as u64;
        let most = (MOST_BYTES / bytes_of_one) as usize;
        let first: State = values.into();
        let next = self.successors(&first, &mut limited);
        seen.insert(first.clone(), Ahead::DeadEnd);
        open.push((first, next));
        let mut found = Ahead::DeadEnd;
        'search: while let Some((_, rest)) = open.last_mut() {
            let Some(state) = rest.next() else {
                open.pop();
                continue;
            };
            if seen.len() + self.known.borrow().len() >= most {
                found = Ahead::Unknown;
                self.gave_up.set(true);
                break 'search;
            }
            let known = self.known.borrow().get(&state).copied();
            if self.is_stable(&state) || known == Some(Ahead::Reaches) {
                found = Ahead::Reaches;
                break 'search;
            }
            limited |= known == Some(Ahead::Unknown);
            if known.is_none() && !seen.contains_key(&state) {
                let next = self.successors(&state, &mut limited);
                seen.insert(state.clone(), Ahead::DeadEnd);
                open.push((state, next));
            }
        }
        if found == Ahead::DeadEnd && limited {
            found = Ahead::Unknown;
        }
        let mut known = self.known.borrow_mut();
        match found {
            // From all that was seen nothing else can be reached than what was seen.
            Ahead::DeadEnd => known.extend(seen),
            Ahead::Reaches => {
                let way = open.into_iter().map(|(state, _)| (state, Ahead::Reaches));
                known.extend(way);
            }
            // What lies on the way has been looked at for as long: it is not looked at again.
            Ahead::Unknown => {
                let way = open.into_iter().map(|(state, _)| (state, Ahead::Unknown));
                known.extend(way);
                known.insert(values.into(), Ahead::Unknown);
            }
        }
        found
    }

    fn successors(&self, values: &State, limited: &mut bool) -> std::vec::IntoIter<State> {
        let mut found = Vec::new();
        let mut encounter = Encounter::default();
        for fragment in self.waiting(values) {
            // Nobody breaks off.
            let _ = self.outcomes(fragment, values, &mut encounter, &mut |after, _| {
                found.push(after.into());
                Flow::Continue(())
            });
        }
        *limited |= !encounter.is_complete();
        found.into_iter()
    }
}
