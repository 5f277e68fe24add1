//! The fuzz lab: random models on which somebody and the definitions part ways, made small.
//!
//! A [`Hunt`] draws models by a seed, asks its [`Subject`] and the interpreter the same questions,
//! and compares. What it finds is shrunk ([`shrink`]) until nothing can be left out, and told with
//! both answers. For the product's own engines there must be nothing to find; for the printed
//! encodings there is plenty, and each is a lesson.
//!
//! The same seed gives the same models, answers and shrunken models for ever.

mod charts;
mod class_judge;
mod classes;
mod disagreement;
mod examine;
mod hunt;
pub mod judge;
mod repaired;
mod shrink;
mod subject;

pub use charts::{Asking, ExaminedCharts, Plain, examine_charts, plain};
pub use class_judge::defined;
pub use classes::{ClassSubject, Depth, ExaminedClasses, WrongAnswer, examine_classes};
pub use disagreement::tell;
pub use examine::{Difference, Examined, Said, examine};
pub use hunt::{Found, Hunt};
pub use shrink::shrink;
pub use subject::Subject;
