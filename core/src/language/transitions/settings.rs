//! What the text leaves open: missing values, how far unbounded ones are tried, which states count.

use super::model::{DeclaredVariable, Property};
use crate::expression::{Map, Sort, Value};
use std::sync::Arc;

/// How a system is read where the sources differ, and how far it is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The value of variables that the text gives none.
    pub missing: Missing,
    /// Which states a property is about.
    pub observe: Observe,
    /// The integers that are tried where any integer is possible.
    pub window: Window,
    /// The most substeps that one step may be made of, counting all its ways, before it is given up.
    pub most_substeps: u64,
}

/// The value of variables that the text gives none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Any value of the type, as in Theta.
    Free,
    /// The default of the type, as in the thesis (2.2.4).
    Default,
}

/// Which states a property is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observe {
    /// Those after `init` and after each `trans`.
    Stable,
    /// Also that of the declared values, and those after each `env`.
    Every,
}

/// Some integers, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The smallest.
    pub low: i64,
    /// The largest.
    pub high: i64,
}

impl Settings {
    /// Those of a check: which states it is about, the text says.
    #[must_use]
    pub fn of(property: &Property) -> Self {
        Self {
            observe: property.observe,
            ..Self::default()
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            missing: Missing::Free,
            observe: Observe::Stable,
            window: Window { low: -8, high: 8 },
            most_substeps: 20_000_000,
        }
    }
}

/// The values of one variable that are tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The values, in ascending order.
    pub values: Vec<Value>,
    /// Whether these are all there are.
    pub all: bool,
}

/// A type with more values than these is tried in the window only.
const MOST_VALUES: u64 = 1 << 16;

impl Window {
    /// The values of a variable that are tried: all, or those of the window where they are too many.
    #[must_use]
    pub fn values_of(self, variable: &DeclaredVariable) -> Tried {
        self.values(&variable.sort)
    }

    /// The values of a sort that are tried.
    #[must_use]
    pub fn values(self, sort: &Sort) -> Tried {
        match sort {
            Sort::Boolean => numbers(0, 1, true),
            Sort::Enumeration(it) => {
                let last = i64::try_from(it.literals.len()).unwrap_or(i64::MAX) - 1;
                numbers(0, last, true)
            }
            Sort::Integer { range } => match range {
                Some((low, high)) if sort.size().is_some_and(|it| it <= MOST_VALUES) => {
                    numbers(*low, *high, true)
                }
                Some((low, high)) => {
                    let nearest = |it: i64| it.clamp(*low, *high);
                    numbers(nearest(self.low), nearest(self.high), false)
                }
                None => numbers(self.low, self.high, false),
            },
            Sort::Array { index, element } => self.arrays(index, element),
        }
    }

    /// The values of a sort, of which those outside of a range need not be tried.
    #[must_use]
    pub fn values_between(self, sort: &Sort, low: i64, high: i64) -> Tried {
        let tried = self.values(sort);
        let few = high
            .checked_sub(low)
            .is_some_and(|it| it < MOST_VALUES.cast_signed());
        match sort {
            Sort::Integer { range: None } if few && !tried.all => numbers(low, high, true),
            _ => tried,
        }
    }

    /// Every array where there are few; else those that hold one value everywhere.
    fn arrays(self, index: &Sort, element: &Sort) -> Tried {
        let elements = self.values(element);
        let places = index.size().and_then(|it| u32::try_from(it).ok());
        let count = places.and_then(|it| (elements.values.len() as u64).checked_pow(it));
        let few = elements.all && count.is_some_and(|it| it <= MOST_VALUES);
        let constant = |value: &Value| Map::constant(value.clone());
        let mut maps: Vec<Map> = elements.values.iter().map(constant).collect();
        if let (true, Some(places), Some(first)) = (few, places, index.least()) {
            maps.truncate(1);
            for place in first..first + i64::from(places) {
                let written = maps.iter().flat_map(|map| {
                    let values = elements.values.iter();
                    values.map(move |value| map.write(place, value.clone(), index))
                });
                maps = written.collect();
            }
        }
        let mut values: Vec<_> = maps
            .into_iter()
            .map(|it| Value::Array(Arc::new(it)))
            .collect();
        values.sort();
        Tried { values, all: few }
    }
}

fn numbers(low: i64, high: i64, all: bool) -> Tried {
    Tried {
        values: (low..=high).map(Value::Number).collect(),
        all,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_are_all_tried_and_many_in_the_window() {
        let window = Window { low: -2, high: 3 };
        let count = |sort: &Sort| {
            let tried = window.values(sort);
            (tried.values.len(), tried.all)
        };
        let range = |low, high| Sort::Integer {
            range: Some((low, high)),
        };
        let array = |index: Sort, element: Sort| Sort::Array {
            index: Arc::new(index),
            element: Arc::new(element),
        };
        assert_eq!(count(&Sort::Boolean), (2, true));
        assert_eq!(count(&Sort::INTEGER), (6, false));
        assert_eq!(count(&range(-100, 100)), (201, true));
        assert_eq!(count(&range(0, 1 << 40)), (4, false));
        assert_eq!(count(&range(50, 1 << 40)), (1, false));
        assert_eq!(count(&array(Sort::Boolean, range(0, 2))), (9, true));
        assert_eq!(count(&array(Sort::INTEGER, Sort::Boolean)), (2, false));
        assert_eq!(count(&array(range(0, 99), Sort::Boolean)), (2, false));
        let nested = array(Sort::Boolean, array(Sort::Boolean, Sort::Boolean));
        let tried = window.values(&nested).values;
        assert_eq!(tried.len(), 16);
        assert!(tried.windows(2).all(|two| two[0] < two[1]), "each once");
    }
}
