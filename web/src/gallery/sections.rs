//! Where the examples of each kind of model begin, and what they are called together. The order is that of the menu.

/// Where in [`super::ALL`] the transition systems begin, and what they are called together.
pub const SYSTEMS: (usize, &str) = (8, "Transition systems");

/// Where in [`super::ALL`] the statecharts begin, and what they are called together.
pub const CHARTS: (usize, &str) = (17, "Statecharts");

/// Where in [`super::ALL`] the class models begin, and what they are called together.
pub const CLASSES: (usize, &str) = (29, "Class models");

/// Where in [`super::ALL`] the examples of the papers' formulas begin, and what they are called together.
pub const FORMULAS: (usize, &str) = (38, "Where the printed formulas go wrong");

/// Where in [`super::ALL`] the examples of the thesis' splitting begin, and what they are called together.
pub const SPLITTING: (usize, &str) = (59, "Where the printed splitting goes wrong");
