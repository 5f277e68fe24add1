//! Sorts: which values a variable can have, and what the number of a value stands for.

use std::sync::Arc;

use super::value::{Map, Value};

/// A named list of literals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Enumeration {
    /// The name as declared.
    pub name: String,
    /// The literals in the order of the text; the number of a value is an index here.
    pub literals: Vec<String>,
}

/// Which values there are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// 0 is false, 1 is true.
    Boolean,
    /// Mathematical integers; with a range, only those from the first to the second, both included.
    Integer {
        /// Smallest and largest value.
        range: Option<(i64, i64)>,
    },
    /// The literals of an enumeration.
    Enumeration(Arc<Enumeration>),
    /// A total map from an index to an element.
    Array {
        /// What is between the brackets.
        index: Arc<Sort>,
        /// What is found there.
        element: Arc<Sort>,
    },
}

impl Sort {
    /// All integers.
    pub const INTEGER: Self = Self::Integer { range: None };

    /// The number of its values where that is finite and below 2⁶³.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        match self {
            Self::Boolean => Some(2),
            Self::Enumeration(it) => Some(it.literals.len() as u64),
            Self::Integer { range: None } | Self::Array { .. } => None,
            Self::Integer {
                range: Some((low, high)),
            } => high.abs_diff(*low).checked_add(u64::from(low <= high)),
        }
    }

    /// Its smallest value; `None` where there is none, or no smallest one.
    #[must_use]
    pub fn least(&self) -> Option<i64> {
        match self {
            Self::Boolean => Some(0),
            Self::Enumeration(it) => (!it.literals.is_empty()).then_some(0),
            Self::Integer { range } => range.map(|(low, _)| low),
            Self::Array { .. } => None,
        }
    }

    /// The value that a variable has where nothing else is said: `false`, 0 or the nearest to it, the first
    /// literal, the array of nothing else.
    #[must_use]
    pub fn default_value(&self) -> Value {
        match self {
            Self::Boolean | Self::Enumeration(_) | Self::Integer { range: None } => {
                Value::Number(0)
            }
            Self::Integer {
                range: Some((low, high)),
            } => Value::Number(0.clamp(*low, *high)),
            Self::Array { element, .. } => {
                Value::Array(Arc::new(Map::constant(element.default_value())))
            }
        }
    }

    /// Whether values of another sort can be put where this one is wanted, ranges aside: those are
    /// looked at when it happens.
    #[must_use]
    pub fn takes(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer { .. }, Self::Integer { .. }) => true,
            _ => self == other,
        }
    }

    /// The type as the languages write it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Boolean => "boolean".into(),
            Self::Integer { range: None } => "integer".into(),
            Self::Integer {
                range: Some((low, high)),
            } => format!("{low}..{high}"),
            Self::Enumeration(it) => it.name.clone(),
            Self::Array { index, element } => format!("[{}] -> {}", index.name(), element.name()),
        }
    }

    /// A value as the languages write it; a number where it stands for nothing of this sort.
    #[must_use]
    pub fn show(&self, value: i64) -> String {
        let literal = usize::try_from(value).ok();
        match self {
            Self::Boolean if value == 0 => "false".into(),
            Self::Boolean if value == 1 => "true".into(),
            Self::Enumeration(it) => match literal.and_then(|at| it.literals.get(at)) {
                Some(literal) => literal.clone(),
                None => value.to_string(),
            },
            _ => value.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finite_sorts_count_their_values() {
        let light = Sort::Enumeration(Arc::new(Enumeration {
            name: "Light".into(),
            literals: vec!["Red".into(), "Green".into()],
        }));
        assert_eq!(light.size(), Some(2));
        assert_eq!((light.show(1), light.show(2)), ("Green".into(), "2".into()));
        let range = |low, high| Sort::Integer {
            range: Some((low, high)),
        };
        assert_eq!(range(-1, 2).size(), Some(4));
        assert_eq!(range(3, 3).size(), Some(1));
        assert_eq!(Sort::INTEGER.size(), None);
        assert_eq!(range(i64::MIN, i64::MAX).size(), None);
        assert_eq!(range(3, 5).default_value(), Value::Number(3));
        assert_eq!(range(-5, -3).default_value(), Value::Number(-3));
    }
}
