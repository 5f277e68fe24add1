//! Sets of small numbers, as bits.

/// A set of numbers below a fixed limit: places of a component, or prefixes of a scenario.
///
/// There is one for each place of each lifeline in every question, so those with up to 64 members, which nearly all of
/// them have, are a number and no memory of their own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceSet {
    words: Words,
}

/// The bits of a set, 64 members to a word. The limit says which it is, so sets of one limit are of one form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Words {
    One(u64),
    Many(Box<[u64]>),
}

impl Default for PlaceSet {
    fn default() -> Self {
        Self::empty(0)
    }
}

impl PlaceSet {
    /// The empty set of numbers below `limit`.
    #[must_use]
    #[inline]
    pub fn empty(limit: usize) -> Self {
        let words = match limit.div_ceil(64) {
            0 | 1 => Words::One(0),
            many => Words::Many(vec![0; many].into_boxed_slice()),
        };
        Self { words }
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

    /// The set with these bits, 64 members to a word: as many words as its limit asks for.
    #[must_use]
    #[inline]
    pub fn from_words(words: &[u64]) -> Self {
        let words = match words {
            [] => Words::One(0),
            &[word] => Words::One(word),
            many => Words::Many(many.into()),
        };
        Self { words }
    }

    /// Adds a member; says whether it is new. The member must be below the limit.
    #[inline]
    pub fn insert(&mut self, member: usize) -> bool {
        let word = &mut self.words_mut()[member / 64];
        let bit = 1 << (member % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Takes a member out, if it is one.
    pub fn remove(&mut self, member: usize) {
        if let Some(word) = self.words_mut().get_mut(member / 64) {
            *word &= !(1 << (member % 64));
        }
    }

    /// Whether a number is in the set; false for numbers past the limit.
    #[must_use]
    #[inline]
    pub fn contains(&self, member: usize) -> bool {
        self.words()
            .get(member / 64)
            .is_some_and(|word| word >> (member % 64) & 1 == 1)
    }

    /// Whether the set has no member.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// The greatest member.
    #[must_use]
    #[inline]
    pub fn last(&self) -> Option<usize> {
        let mut words = self.words().iter().enumerate().rev();
        let (index, word) = words.find(|(_, word)| **word != 0)?;
        Some(index * 64 + 63 - word.leading_zeros() as usize)
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words().iter().enumerate().flat_map(|(index, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                // Without a member left there is no bit to take away.
                left &= left.checked_sub(1)?;
                Some(index * 64 + bit)
            })
        })
    }

    /// Adds all members of another set of the same limit.
    #[inline]
    pub fn union_with(&mut self, other: &Self) {
        for (word, more) in self.words_mut().iter_mut().zip(other.words()) {
            *word |= more;
        }
    }

    /// Keeps only the members that another set of the same limit has too.
    #[inline]
    pub fn intersect_with(&mut self, other: &Self) {
        for (word, kept) in self.words_mut().iter_mut().zip(other.words()) {
            *word &= kept;
        }
    }

    /// The bits, 64 members to a word.
    #[must_use]
    #[inline]
    pub fn words(&self) -> &[u64] {
        match &self.words {
            Words::One(word) => std::slice::from_ref(word),
            Words::Many(words) => words,
        }
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        match &mut self.words {
            Words::One(word) => std::slice::from_mut(word),
            Words::Many(words) => words,
        }
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
