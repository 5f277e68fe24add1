//! The kinds of edits, one file each. A new kind is a file and a line in [`ALL`].
//!
//! A kind lists its candidates for a situation with a cost: what the reason of the failure points
//! at is cheap, what is tried only because it can be tried is dear. The search asks no more of
//! them; whether an edit mends anything is found out, not believed.

mod add_transition;
mod drop_message;
mod effects;
mod insert_message;
mod mark_final;
mod move_message;
mod redirect;
mod trigger;

use super::situation::Situation;
use crate::edit::change::Change;

/// A candidate: one edit as its author would count it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Small is likely and little; the unit is arbitrary.
    pub cost: u32,
    /// What it changes; several changes for a moved message or a whole message set.
    pub changes: Vec<Change>,
    /// What it does, as an instruction: "let `cm` send `repaired` to `alice`".
    pub title: String,
}

/// A kind of edits.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// Lists the candidates, in a fixed order.
    pub candidates: fn(&Situation<'_>) -> Vec<Edit>,
}

/// All kinds; those that ask less of the author first.
pub const ALL: [Kind; 8] = [
    mark_final::KIND,
    insert_message::KIND,
    move_message::KIND,
    drop_message::KIND,
    redirect::KIND,
    effects::KIND,
    trigger::KIND,
    add_transition::KIND,
];

/// All candidates of all kinds, the cheapest first; ties in the order of [`ALL`]. No two do the
/// same.
#[must_use]
pub fn candidates(situation: &Situation<'_>) -> Vec<Edit> {
    let mut all: Vec<Edit> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for kind in ALL {
        let mut edits = (kind.candidates)(situation);
        edits.sort_by_key(|edit| edit.cost);
        all.extend(
            edits
                .into_iter()
                .filter(|edit| seen.insert(edit.changes.clone())),
        );
    }
    all.sort_by_key(|edit| edit.cost);
    all
}
