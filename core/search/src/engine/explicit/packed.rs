//! Packed states: each coordinate in as few bits as its places need, in one or a few words.

use crate::network::LocalPlace;

/// A packed state.
pub(super) type Packed<const W: usize> = [u64; W];

/// Where each coordinate lies in a packed state. No coordinate straddles two words.
#[derive(Clone, Debug)]
pub(super) struct Layout<const W: usize> {
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    word: usize,
    shift: u32,
    mask: u64,
}

impl<const W: usize> Layout<W> {
    /// A layout for coordinates with so many places each, if they fit.
    pub(super) fn new(sizes: &[usize]) -> Option<Self> {
        let mut slots = Vec::with_capacity(sizes.len());
        let (mut word, mut shift) = (0, 0);
        for &size in sizes {
            let bits = usize::BITS - size.saturating_sub(1).leading_zeros();
            if shift + bits > 64 {
                (word, shift) = (word + 1, 0);
            }
            if word >= W {
                return None;
            }
            slots.push(Slot {
                word,
                shift,
                mask: if bits == 64 {
                    u64::MAX
                } else {
                    (1 << bits) - 1
                },
            });
            shift += bits;
        }
        Some(Self { slots })
    }

    pub(super) fn pack(&self, places: &[LocalPlace]) -> Packed<W> {
        let mut packed = [0; W];
        for (slot, &place) in self.slots.iter().zip(places) {
            packed[slot.word] |= u64::from(place) << slot.shift;
        }
        packed
    }

    #[inline]
    pub(super) fn unpack(&self, packed: &Packed<W>, into: &mut Vec<LocalPlace>) {
        into.clear();
        into.extend((0..self.slots.len()).map(|coordinate| self.get(packed, coordinate)));
    }

    /// One coordinate.
    #[inline]
    pub(super) fn get(&self, packed: &Packed<W>, coordinate: usize) -> LocalPlace {
        let slot = self.slots[coordinate];
        // The mask has at most 16 bits, because a place fits a `LocalPlace`.
        (packed[slot.word] >> slot.shift & slot.mask) as LocalPlace
    }

    /// The bits that change where a coordinate goes from one place to another.
    #[inline]
    pub(super) fn flips(&self, coordinate: usize, from: LocalPlace, to: LocalPlace) -> Packed<W> {
        let slot = self.slots[coordinate];
        let mut flips = [0; W];
        flips[slot.word] = u64::from(from ^ to) << slot.shift;
        flips
    }

    /// Changes one coordinate.
    #[inline]
    pub(super) fn set(&self, packed: &mut Packed<W>, coordinate: usize, place: LocalPlace) {
        let slot = self.slots[coordinate];
        let word = &mut packed[slot.word];
        *word = *word & !(slot.mask << slot.shift) | u64::from(place) << slot.shift;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_every_coordinate() {
        let sizes = [3, 1, 40_000, 2, 65_536, 7, 5000];
        let layout = Layout::<2>::new(&sizes).expect("fits two words");
        let mut places: Vec<LocalPlace> = vec![2, 0, 39_999, 1, 65_535, 6, 4999];
        let mut packed = layout.pack(&places);
        layout.set(&mut packed, 4, 17);
        places[4] = 17;
        let mut back = Vec::new();
        layout.unpack(&packed, &mut back);
        assert_eq!(back, places);
        assert_eq!(layout.get(&packed, 4), 17);
        assert!(Layout::<1>::new(&[2; 65]).is_none());
        assert!(Layout::<1>::new(&[2; 64]).is_some());
    }
}
