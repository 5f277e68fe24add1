//! Sets of small numbers, as bits.

/// A set of numbers below a fixed limit: places of a component, or prefixes of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceSet {
    words: Vec<u64>,
}

impl PlaceSet {
    /// The empty set of numbers below `limit`.
    #[must_use]
    pub fn empty(limit: usize) -> Self {
        Self {
            words: vec![0; limit.div_ceil(64)],
        }
    }

    /// The set of all numbers below `limit`.
    #[must_use]
    pub fn full(limit: usize) -> Self {
        let mut set = Self::empty(limit);
        for member in 0..limit {
            set.insert(member);
        }
        set
    }

    /// Adds a member; says whether it is new. The member must be below the limit.
    pub fn insert(&mut self, member: usize) -> bool {
        let word = &mut self.words[member / 64];
        let bit = 1 << (member % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Takes a member out, if it is one.
    pub fn remove(&mut self, member: usize) {
        if let Some(word) = self.words.get_mut(member / 64) {
            *word &= !(1 << (member % 64));
        }
    }

    /// Whether a number is in the set; false for numbers past the limit.
    #[must_use]
    pub fn contains(&self, member: usize) -> bool {
        self.words
            .get(member / 64)
            .is_some_and(|word| word >> (member % 64) & 1 == 1)
    }

    /// Whether the set has no member.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The greatest member.
    #[must_use]
    pub fn last(&self) -> Option<usize> {
        let mut words = self.words.iter().enumerate().rev();
        let (index, word) = words.find(|(_, word)| **word != 0)?;
        Some(index * 64 + 63 - word.leading_zeros() as usize)
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| index * 64 + bit)
        })
    }

    /// Adds all members of another set of the same limit.
    pub fn union_with(&mut self, other: &Self) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Adds all members of another set of the same limit; says whether any is new.
    pub fn absorb(&mut self, other: &Self) -> bool {
        let mut is_new = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            is_new |= more & !*word != 0;
            *word |= more;
        }
        is_new
    }

    /// Keeps only the members that another set of the same limit has too.
    pub fn intersect_with(&mut self, other: &Self) {
        for (word, kept) in self.words.iter_mut().zip(&other.words) {
            *word &= kept;
        }
    }

    /// The bits, 64 members to a word.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_back_in_order() {
        let mut set = PlaceSet::empty(130);
        for member in [129, 0, 64, 63] {
            assert!(set.insert(member));
        }
        assert!(!set.insert(64));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 129]);
        assert!(!set.contains(1) && !set.contains(500));
        assert_eq!(set.last(), Some(129));
        assert_eq!(PlaceSet::empty(130).last(), None);
        let mut other = PlaceSet::full(130);
        other.intersect_with(&set);
        assert_eq!(other, set);
        for absent_or_not in [63, 63, 1, 500] {
            set.remove(absent_or_not);
        }
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 64, 129]);
    }
}
