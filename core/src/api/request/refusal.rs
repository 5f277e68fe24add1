//! Why a request was not answered.

use serde::{Deserialize, Serialize};

/// Why a check was not answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Refusal {
    /// The text has errors; [`crate::api::analyse`] names them.
    Errors,
    /// There is no check of that number.
    NoSuchCheck,
    /// An option has a value that does not exist; the text names it and the values that do.
    Option(String),
    /// It needs a value of its kind of model that is not there; of machines the means that [`super::Host::capabilities`] lacks count
    /// as [`KindValue::Prove`].
    Capabilities(KindValue),
    /// The evidence did not hold: a defect of Lockstep, never of the model. The answer is withheld.
    Defect(String),
}

/// What a kind of model may lack, beyond [`crate::api::Search`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KindValue {
    /// What more a visit of states can tell: [`crate::api::Explore`].
    Explore,
    /// Formulas, their engines and solvers: [`crate::api::Prove`].
    Prove,
    /// Edits of a text that may change an answer: [`crate::api::Repair`].
    Repair,
    /// Two readings of a check: [`crate::api::Compare`].
    Compare,
}
