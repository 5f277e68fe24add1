//! States that count as one, where a model has parts that are alike.
//!
//! A *symmetry* of a system maps steps to steps, starts to starts, and keeps what a question asks. The states that symmetries map
//! to each other are an orbit; they are equally many steps away from the start, so it is enough to visit one of each.

/// Orbits of the states of a system, under symmetries that its question does not tell apart.
pub trait Orbits {
    /// Makes a state the representative of its orbit.
    fn represent(&self, state: &mut [i64]);

    /// How many states there are in the orbit of a representative; the largest number where that is too large for one.
    fn size(&self, representative: &[i64]) -> u64;
}
