//! Why a scenario cannot be played on.

use serde::{Deserialize, Serialize};

use super::PlaceView;

/// Why the failing message fails, over all runs of the longest prefix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReasonView {
    /// The reason in one sentence.
    pub sentence: String,
    /// What goes wrong.
    pub cause: CauseView,
    /// The places the sender can be in after the prefix, within the bound; empty where they are not
    /// all known.
    pub sender_places: Vec<PlaceView>,
    /// The same of the receiver.
    pub receiver_places: Vec<PlaceView>,
    /// What the blocked lifelines wait for instead.
    pub waits: Vec<WaitView>,
}

/// What goes wrong at the failing message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CauseView {
    /// In no run of the prefix can the sender offer it.
    NeverOffered,
    /// In no run of the prefix can the receiver take it.
    NeverTaken,
    /// Each is possible, but never in the same state.
    NeverMeet,
    /// It can follow, but not within the bound.
    NoTransactionLeft,
}

/// What one lifeline waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WaitView {
    /// Which lifeline.
    pub lifeline: usize,
    /// In which place.
    pub place: PlaceView,
    /// Symbols it still has to send before it can go on.
    pub sends: Vec<String>,
    /// Symbols it could take instead.
    pub takes: Vec<String>,
    /// Who could take what it sends, or send what it takes, and can be there after the prefix: lifeline
    /// and place.
    pub partners: Vec<(usize, PlaceView)>,
}
