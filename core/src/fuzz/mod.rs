//! The fuzz lab: random models on which somebody and the definitions part ways, made small.

pub mod judge;
