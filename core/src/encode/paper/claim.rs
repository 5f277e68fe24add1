//! What a satisfying assignment of a printed formula claims about one index.

use crate::language::machines::{GlobalState, Place, TransitionId};
use crate::language::{LifelineId, Symbol};

/// One index of the path that a printed encoding claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// For each lifeline all places whose variables are true; one, unless a formula is broken.
    pub places: Vec<Vec<Place>>,
    /// The transitions whose variables are true: what begins before the next index. Empty at the
    /// last index, where the papers leave these variables without any meaning.
    pub begun: Vec<(LifelineId, TransitionId)>,
    /// The symbols that wait to be consumed.
    pub waiting: Vec<Symbol>,
}

impl Claim {
    /// The global state; `None` where some lifeline is nowhere or in two places.
    #[must_use]
    pub fn state(&self) -> Option<GlobalState> {
        self.places
            .iter()
            .map(|places| match places[..] {
                [place] => Some(place),
                _ => None,
            })
            .collect()
    }
}
