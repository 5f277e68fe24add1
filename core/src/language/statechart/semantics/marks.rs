//! Which of many things are marked, and how long states have been active: of thousands few are, so only those are kept.
//!
//! A state of an object is cloned at every step and kept in tables; it takes room for what is active, not for the statechart.

use std::ops::Index;

use super::room::bytes_of;

/// Which of many things, by number, are marked.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks(Vec<u32>);

impl Marks {
    /// Marks a thing, or takes its mark away.
    pub fn set(&mut self, at: usize, marked: bool) {
        match (self.0.binary_search(&number(at)), marked) {
            (Err(place), true) => self.0.insert(place, number(at)),
            (Ok(place), false) => drop(self.0.remove(place)),
            (Ok(_), true) | (Err(_), false) => {}
        }
    }

    /// What is marked, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().map(|&it| it as usize)
    }

    /// Whether nothing is marked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Bytes that it takes beside itself.
    pub(super) fn bytes(&self) -> usize {
        bytes_of(&self.0)
    }
}

impl Index<usize> for Marks {
    type Output = bool;

    fn index(&self, at: usize) -> &bool {
        match self.0.binary_search(&number(at)) {
            Ok(_) => &true,
            Err(_) => &false,
        }
    }
}

impl FromIterator<bool> for Marks {
    fn from_iter<T: IntoIterator<Item = bool>>(all: T) -> Self {
        let marked = all.into_iter().enumerate().filter(|it| it.1);
        Self(marked.map(|it| number(it.0)).collect())
    }
}

/// For each of many states how long it has been active; most have not been at all.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clocks(Vec<(u32, u32)>);

impl Clocks {
    /// Sets the clock of a state.
    pub fn set(&mut self, at: usize, time: u32) {
        match (self.0.binary_search_by_key(&number(at), |it| it.0), time) {
            (Ok(place), 0) => drop(self.0.remove(place)),
            (Ok(place), _) => self.0[place].1 = time,
            (Err(_), 0) => {}
            (Err(place), _) => self.0.insert(place, (number(at), time)),
        }
    }

    /// The times that are not 0.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().map(|it| it.1)
    }

    /// Bytes that it takes beside itself.
    pub(super) fn bytes(&self) -> usize {
        bytes_of(&self.0)
    }
}

impl Index<usize> for Clocks {
    type Output = u32;

    fn index(&self, at: usize) -> &u32 {
        match self.0.binary_search_by_key(&number(at), |it| it.0) {
            Ok(place) => &self.0[place].1,
            Err(_) => &0,
        }
    }
}

fn number(at: usize) -> u32 {
    u32::try_from(at).expect("texts are shorter than 2³² bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_clocks_are_what_was_set_last() {
        let (mut marks, mut clocks) = (Marks::default(), Clocks::default());
        let mut wanted = [0_u32; 40];
        for step in 0..2_000_u32 {
            let at = (step * 17 % 40) as usize;
            wanted[at] = step * step % 3;
            marks.set(at, wanted[at] > 0);
            clocks.set(at, wanted[at]);
            assert!((0..40).all(|it| clocks[it] == wanted[it] && marks[it] == (wanted[it] > 0)));
        }
        assert_eq!(marks, wanted.iter().map(|&it| it > 0).collect());
        assert_eq!(marks.iter().count(), clocks.iter().count());
        assert_eq!(marks.is_empty(), wanted.iter().all(|&it| it == 0));
    }
}
