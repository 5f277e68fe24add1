//! Values of OCL. null is a value: the content of an empty slot. invalid is no answer.
//!
//! Invariant: collections are canonical (sets without order, bags sorted) and never hold invalid, so that two collections are equal
//! exactly if they hold the same values.

use std::collections::BTreeSet;

/// A value, or invalid.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// No answer.
    Invalid,
    /// The content of an empty slot or end.
    Null,
    /// A truth value.
    Boolean(bool),
    /// A mathematical integer.
    Integer(i128),
    /// A literal of an enumeration, by its number.
    Literal(usize),
    /// A text, by its number among those of the model.
    Text(usize),
    /// An object of the system, by its number.
    Object(usize),
    /// A set.
    Set(BTreeSet<Value>),
    /// A bag, sorted.
    Bag(Vec<Value>),
}

impl Value {
    /// The truth value for a connective; `None` for null and invalid, which are the same there.
    #[must_use]
    pub fn truth(&self) -> Option<bool> {
        match self {
            Self::Boolean(it) => Some(*it),
            _ => None,
        }
    }

    /// The value of a connective; `None` is invalid.
    #[must_use]
    pub fn of_truth(truth: Option<bool>) -> Self {
        truth.map_or(Self::Invalid, Self::Boolean)
    }

    /// Whether a clause with this value holds.
    #[must_use]
    pub fn is_true(&self) -> bool {
        *self == Self::Boolean(true)
    }

    /// The bag of some values; invalid where one of them is.
    #[must_use]
    pub fn bag(mut values: Vec<Self>) -> Self {
        values.sort();
        match values.first() {
            // It is the least of all.
            Some(Self::Invalid) => Self::Invalid,
            _ => Self::Bag(values),
        }
    }

    /// The set of some values; invalid where one of them is.
    #[must_use]
    pub fn set(values: impl IntoIterator<Item = Self>) -> Self {
        let values: BTreeSet<_> = values.into_iter().collect();
        match values.first() {
            Some(Self::Invalid) => Self::Invalid,
            _ => Self::Set(values),
        }
    }

    /// The elements behind `->`: one value is a set of one, null is the empty set. `None` for invalid.
    #[must_use]
    pub fn elements(&self) -> Option<Vec<Self>> {
        match self {
            Self::Invalid => None,
            Self::Null => Some(Vec::new()),
            Self::Set(all) => Some(all.iter().cloned().collect()),
            Self::Bag(all) => Some(all.clone()),
            one => Some(vec![one.clone()]),
        }
    }
}
