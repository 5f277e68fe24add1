//! Values, and how they travel in a vector of numbers.
//!
//! An array is a total map: a default, and the places that hold something else. Invariant: a [`Map`] is
//! canonical, so that two arrays are equal exactly if they hold the same value everywhere, which over a
//! finite index is not a matter of the default that somebody wrote.
//!
//! In a vector a value takes one number. An array does not fit into one: its number is the place in the
//! same vector, behind the numbers of all variables, where its map stands as `count, default, place,
//! value, place, value, …`. Maps stand in the order of the variables, so equal values make equal vectors.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Sort;

/// A value of any sort.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A Boolean (0 or 1), an integer, or the number of a literal.
    Number(i64),
    /// A total map.
    Array(Arc<Map>),
}

/// A total map from numbers to values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Map {
    default: Value,
    /// Places whose value is not the default.
    entries: BTreeMap<i64, Value>,
}

impl Map {
    /// The map that holds one value everywhere.
    #[must_use]
    pub fn constant(default: Value) -> Self {
        Self {
            default,
            entries: BTreeMap::new(),
        }
    }

    /// The value at a place.
    #[must_use]
    pub fn read(&self, place: i64) -> &Value {
        self.entries.get(&place).unwrap_or(&self.default)
    }

    /// The map that differs in one place. `places` is how many places there are, where that is finite.
    /// O(entries).
    #[must_use]
    pub fn write(&self, place: i64, value: Value, index: &Sort) -> Self {
        let mut map = self.clone();
        if value == map.default {
            map.entries.remove(&place);
        } else {
            map.entries.insert(place, value);
        }
        map.canonical(index)
    }

    /// Over a finite index the default is the value that most places hold, the smallest of several:
    /// what it is in the text cannot be observed.
    fn canonical(mut self, index: &Sort) -> Self {
        let (Some(size), Some(first)) = (index.size(), index.least()) else {
            return self;
        };
        let listed = self.entries.len() as u64;
        let others = size.saturating_sub(listed);
        // While more than half of the places are not listed, nothing else can be as frequent.
        if others > listed {
            return self;
        }
        let mut counts: BTreeMap<&Value, u64> = BTreeMap::new();
        if others > 0 {
            counts.insert(&self.default, others);
        }
        for value in self.entries.values() {
            *counts.entry(value).or_default() += 1;
        }
        let most = counts.values().copied().max().unwrap_or(0);
        let found = counts.iter().find(|&(_, &count)| count == most);
        let Some(default) = found.map(|(&value, _)| value.clone()) else {
            return self;
        };
        if default != self.default {
            // The index has at most twice as many places as are listed, so that counting them is cheap.
            let size = i64::try_from(size).unwrap_or(i64::MAX);
            for place in first..first.saturating_add(size) {
                let old = &self.default;
                self.entries.entry(place).or_insert_with(|| old.clone());
            }
            self.entries.retain(|_, value| *value != default);
            self.default = default;
        }
        self
    }

    /// The value of all places that are not among [`Self::entries`].
    #[must_use]
    pub fn default_value(&self) -> &Value {
        &self.default
    }

    /// Places whose value is not the default, in ascending order.
    pub fn entries(&self) -> impl Iterator<Item = (i64, &Value)> {
        self.entries.iter().map(|(&place, value)| (place, value))
    }
}

impl Value {
    /// A truth value.
    #[must_use]
    pub fn boolean(truth: bool) -> Self {
        Self::Number(i64::from(truth))
    }

    /// Whether it is the number 1, which is what `true` is.
    #[must_use]
    pub fn is_true(&self) -> bool {
        *self == Self::Number(1)
    }

    /// The number; `None` for an array.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Array(_) => None,
        }
    }

    /// Whether it is a value of a sort, with every number in its range.
    #[must_use]
    pub fn fits(&self, sort: &Sort) -> bool {
        match (self, sort) {
            (Self::Number(number), Sort::Integer { range }) => {
                range.is_none_or(|(low, high)| (low..=high).contains(number))
            }
            (Self::Number(number), Sort::Boolean) => (0..2).contains(number),
            (Self::Number(number), Sort::Enumeration(it)) => {
                usize::try_from(*number).is_ok_and(|at| at < it.literals.len())
            }
            (Self::Array(map), Sort::Array { index, element }) => {
                let places = map.entries().map(|(place, _)| Self::Number(place));
                let values = map.entries().map(|(_, value)| value);
                places.into_iter().all(|it| it.fits(index))
                    && values
                        .chain([map.default_value()])
                        .all(|it| it.fits(element))
            }
            _ => false,
        }
    }

    /// The value as the languages write it.
    #[must_use]
    pub fn show(&self, sort: &Sort) -> String {
        match (self, sort) {
            (Self::Number(number), sort) => sort.show(*number),
            (Self::Array(map), Sort::Array { index, element }) => {
                let mut parts = Vec::new();
                for (place, value) in map.entries() {
                    parts.push(format!("{} <- {}", index.show(place), value.show(element)));
                }
                let default = map.default_value().show(element);
                parts.push(format!("default <- {default}"));
                format!("[{}]", parts.join(", "))
            }
            (Self::Array(_), _) => "?".into(),
        }
    }
}

/// Writes values into a vector: one number for each, and the maps behind them.
#[must_use]
pub fn pack(values: &[Value]) -> Box<[i64]> {
    let mut vector = vec![0; values.len()];
    for (at, value) in values.iter().enumerate() {
        vector[at] = pack_one(value, &mut vector);
    }
    vector.into()
}

fn pack_one(value: &Value, vector: &mut Vec<i64>) -> i64 {
    let map = match value {
        Value::Number(number) => return *number,
        Value::Array(map) => map,
    };
    let start = vector.len();
    vector.resize(start + 2 + 2 * map.entries.len(), 0);
    vector[start] = to_number(map.entries.len());
    vector[start + 1] = pack_one(&map.default, vector);
    for (at, (&place, value)) in map.entries.iter().enumerate() {
        vector[start + 2 + 2 * at] = place;
        vector[start + 3 + 2 * at] = pack_one(value, vector);
    }
    to_number(start)
}

/// Reads the values of some sorts from a vector; `None` where it is not what [`pack`] writes.
#[must_use]
pub fn unpack<'s>(
    vector: &[i64],
    sorts: impl IntoIterator<Item = &'s Sort, IntoIter: ExactSizeIterator>,
) -> Option<Box<[Value]>> {
    let sorts = sorts.into_iter();
    let mut reader = Reader {
        vector,
        next: sorts.len(),
    };
    let mut values = Vec::new();
    for (at, sort) in sorts.enumerate() {
        values.push(reader.value(*vector.get(at)?, sort)?);
    }
    (reader.next == vector.len()).then(|| values.into())
}

/// Reads maps in the order in which they are written, each of them once.
struct Reader<'v> {
    vector: &'v [i64],
    /// Where the next map must stand.
    next: usize,
}

impl Reader<'_> {
    fn value(&mut self, number: i64, sort: &Sort) -> Option<Value> {
        let Sort::Array { index, element } = sort else {
            let value = Value::Number(number);
            return value.fits(sort).then_some(value);
        };
        let start = usize::try_from(number).ok()?;
        let count = usize::try_from(*self.vector.get(start)?).ok()?;
        if start != self.next || count > self.vector.len() {
            return None;
        }
        self.next = start + 2 + 2 * count;
        let default = self.value(*self.vector.get(start + 1)?, element)?;
        let mut map = Map::constant(default);
        for at in 0..count {
            let place = *self.vector.get(start + 2 + 2 * at)?;
            let value = self.value(*self.vector.get(start + 3 + 2 * at)?, element)?;
            let last = map.entries.last_key_value();
            let ascending = last.is_none_or(|(&last, _)| last < place);
            if !ascending || !Value::Number(place).fits(index) || value == map.default {
                return None;
            }
            map.entries.insert(place, value);
        }
        let canonical = map.clone().canonical(index) == map;
        canonical.then(|| Value::Array(Arc::new(map)))
    }
}

fn to_number(index: usize) -> i64 {
    i64::try_from(index).expect("no vector has 2⁶³ numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(number: i64) -> Value {
        Value::Number(number)
    }

    fn array(map: Map) -> Value {
        Value::Array(Arc::new(map))
    }

    const SMALL: Sort = Sort::Integer {
        range: Some((-1, 1)),
    };

    #[test]
    fn arrays_are_equal_if_they_hold_the_same_everywhere() {
        // Every way to fill three places with three values, from every default, in both orders.
        let mut by_content: BTreeMap<Vec<Value>, Map> = BTreeMap::new();
        let values = || (0..3).map(number);
        for default in values() {
            for (a, b, c) in (0..27).map(|it| (it / 9, it / 3 % 3, it % 3)) {
                for order in [[-1, 0, 1], [1, 0, -1], [0, 1, -1]] {
                    let mut map = Map::constant(default.clone());
                    for place in order {
                        let value = [a, b, c][usize::try_from(place + 1).unwrap()];
                        map = map.write(place, number(value), &SMALL);
                    }
                    let content: Vec<_> = (-1..2).map(|it| map.read(it).clone()).collect();
                    assert_eq!(content, [number(a), number(b), number(c)]);
                    let first = by_content.entry(content).or_insert_with(|| map.clone());
                    assert_eq!(*first, map);
                }
            }
        }
        assert_eq!(by_content.len(), 27);
    }

    #[test]
    fn what_is_written_back_is_as_if_it_never_was() {
        let map = Map::constant(number(0));
        let there = map.write(7, number(3), &Sort::INTEGER);
        assert_ne!(map, there);
        assert_eq!(map, there.write(7, number(0), &Sort::INTEGER));
        let huge = Sort::Integer {
            range: Some((0, i64::MAX)),
        };
        assert_eq!(there.write(9, number(3), &huge).entries().count(), 2);
    }

    #[test]
    fn vectors_hold_what_they_were_made_of() {
        let inner = Sort::Array {
            index: Arc::new(Sort::INTEGER),
            element: Arc::new(Sort::Boolean),
        };
        let outer = Sort::Array {
            index: Arc::new(SMALL),
            element: Arc::new(inner.clone()),
        };
        let row = Map::constant(number(0)).write(900, number(1), &Sort::INTEGER);
        let table = Map::constant(array(Map::constant(number(1))));
        let table = table.write(0, array(row.clone()), &SMALL);
        let values = [array(row), number(-5), array(table)];
        let sorts = [inner, Sort::INTEGER, outer];
        let vector = pack(&values);
        assert_eq!(vector[1], -5);
        assert_eq!(unpack(&vector, &sorts).as_deref(), Some(&values[..]));
        let shown = "[0 <- [900 <- true, default <- false], default <- [default <- true]]";
        assert_eq!(values[2].show(&sorts[2]), shown);
        for at in 0..vector.len() {
            for wrong in [-1, 0, 1, 2, 99, i64::MAX] {
                let mut vector = vector.clone();
                vector[at] = wrong;
                if let Some(values) = unpack(&vector, &sorts) {
                    assert_eq!(pack(&values), vector, "only what is canonical is read");
                }
            }
            assert_eq!(unpack(&vector[..at], &sorts), None);
        }
    }
}
