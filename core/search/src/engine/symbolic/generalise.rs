//! Generalising: from a cube that is excluded to a larger set of states that is.
//!
//! Bits are left out one by one, as long as what remains is excluded, too. Where a state is in the way that is not excluded
//! itself, though it could be, it is, and the question is asked again (Hassan, Bradley and Somenzi, *Better
//! generalization in IC3*, 2013). High bits of numbers are left out first: low ones, which say most, remain.

use super::ic3::Ic3;
use crate::engine::Stop;
use crate::symbolic::{Bit, Cube};

/// So many bits may in vain be tried to be left out one after the other before a cube is taken as it is.
const MOST_FAILURES: usize = 4;
/// So many states are put out of the way of one bit.
const MOST_IN_THE_WAY: usize = 3;

impl Ic3<'_, '_> {
    /// A larger set of states around a cube that is excluded from the frame all the same, given the part of the cube
    /// that is enough for that.
    pub(super) fn generalise(
        &mut self,
        cube: &Cube,
        core: Cube,
        frame: usize,
    ) -> Result<Cube, Stop> {
        let small = self.apart_from_start(core, cube)?;
        self.smaller(small, frame, MOST_IN_THE_WAY)
    }

    /// As few bits of a cube as are enough for it to be excluded.
    fn smaller(&mut self, cube: Cube, frame: usize, most_in_the_way: usize) -> Result<Cube, Stop> {
        let mut small = cube;
        let mut order: Vec<Bit> = small.clone();
        order.reverse();
        let mut failures = 0;
        for bit in order {
            if failures == MOST_FAILURES {
                break;
            }
            let Ok(position) = small.binary_search(&bit) else {
                continue;
            };
            let mut without = small.clone();
            without.remove(position);
            match self.excluded(&without, frame, most_in_the_way)? {
                Some(core) => {
                    small = self.apart_from_start(core, &without)?;
                    failures = 0;
                }
                None => failures += 1,
            }
        }
        Ok(small)
    }

    /// The part of a cube that is enough for it to be excluded, if it can be once so many states are out of the way.
    fn excluded(
        &mut self,
        cube: &Cube,
        frame: usize,
        most_in_the_way: usize,
    ) -> Result<Option<Cube>, Stop> {
        if cube.is_empty() || self.meets_start(cube)? {
            return Ok(None);
        }
        let mut left = most_in_the_way;
        loop {
            let (state, inputs) = match self.asked_for(cube, frame)? {
                Err(core) => return Ok(Some(core)),
                Ok(found) => found,
            };
            if frame < 2 || left == 0 {
                return Ok(None);
            }
            left -= 1;
            let state = self.lifting.lifted(state, &inputs, Some(cube))?;
            if self.meets_start(&state)? {
                return Ok(None);
            }
            let Some(core) = self.excluding(&state, frame - 1)? else {
                return Ok(None);
            };
            let core = self.apart_from_start(core, &state)?;
            let highest = self.highest(&core, frame - 1)?;
            let core = self.smaller(core, highest, 0)?;
            self.keep(core, highest);
        }
    }

    /// A part of a cube with as many more of its bits as it takes to hold of no start state.
    fn apart_from_start(&mut self, mut part: Cube, cube: &Cube) -> Result<Cube, Stop> {
        for &bit in cube {
            if !self.meets_start(&part)? {
                break;
            }
            if let Err(position) = part.binary_search(&bit) {
                part.insert(position, bit);
            }
        }
        Ok(part)
    }
}
