//! Values read back from how they are shown: a run that is told says its states in words only.

use std::sync::Arc;

use super::Sort;
use super::value::{Map, Value};

impl Value {
    /// The value of a sort that is shown like this ([`Value::show`]); `None` where none is.
    #[must_use]
    pub fn read(shown: &str, sort: &Sort) -> Option<Self> {
        let shown = shown.trim();
        let value = match sort {
            Sort::Boolean => Self::boolean(match shown {
                "true" => true,
                "false" => false,
                _ => return None,
            }),
            Sort::Enumeration(it) => {
                let at = it.literals.iter().position(|it| it == shown)?;
                Self::Number(i64::try_from(at).ok()?)
            }
            Sort::Integer { .. } => Self::Number(shown.parse().ok()?),
            Sort::Array { index, element } => read_array(shown, index, element)?,
        };
        value.fits(sort).then_some(value)
    }
}

/// `[1 <- true, default <- false]`
fn read_array(shown: &str, index: &Sort, element: &Sort) -> Option<Value> {
    let inside = shown.strip_prefix('[')?.strip_suffix(']')?;
    let parts = parts(inside);
    let (default, listed) = parts.split_last()?;
    let default = default.trim().strip_prefix("default <- ")?;
    let mut map = Map::constant(Value::read(default, element)?);
    for part in listed {
        let (place, value) = part.split_once(" <- ")?;
        let place = Value::read(place, index)?.number()?;
        map = map.write(place, Value::read(value, element)?, index);
    }
    Some(Value::Array(Arc::new(map)))
}

/// What stands between commas that are in no inner bracket.
fn parts(inside: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, letter) in inside.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&inside[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inside[from..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::Enumeration;

    fn array(index: Sort, element: Sort) -> Sort {
        Sort::Array {
            index: Arc::new(index),
            element: Arc::new(element),
        }
    }

    #[test]
    fn what_is_shown_is_read_back() {
        let light = Sort::Enumeration(Arc::new(Enumeration {
            name: "Light".into(),
            literals: vec!["Red".into(), "Green".into()],
        }));
        let small = Sort::Integer {
            range: Some((-1, 1)),
        };
        let row = array(Sort::INTEGER, light.clone());
        let table = array(small.clone(), row.clone());
        let one = Map::constant(Value::Number(0)).write(900, Value::Number(1), &Sort::INTEGER);
        let one = Value::Array(Arc::new(one));
        let all = Map::constant(Value::Array(Arc::new(Map::constant(Value::Number(1)))));
        let all = Value::Array(Arc::new(all.write(0, one.clone(), &small)));
        let values = [
            (Value::boolean(true), Sort::Boolean),
            (Value::Number(1), light),
            (Value::Number(-7), Sort::INTEGER),
            (Value::Number(-1), small.clone()),
            (one, row),
            (all, table),
        ];
        for (value, sort) in &values {
            assert_eq!(Value::read(&value.show(sort), sort).as_ref(), Some(value));
        }
        let wrong = [
            ("2", &small),
            ("maybe", &Sort::Boolean),
            ("Blue", &values[1].1),
            ("[1 <- Red]", &values[4].1),
            ("[x <- Red, default <- Red]", &values[4].1),
        ];
        for (shown, sort) in wrong {
            assert_eq!(Value::read(shown, sort), None, "{shown}");
        }
    }
}
