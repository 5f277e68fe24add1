//! Class models whose operations have OCL contracts: which sequences of calls exist?
//!
//! The question is that of M. Soeken, R. Wille and R. Drechsler, "Verifying dynamic aspects of UML models"; the language is
//! ours, with the words of USE and OCL. [`semantics`] is the step relation, word for word; [`ClassSystem`] what runs.

pub mod ast;
mod check;
mod check_contracts;
mod check_frames;
mod check_questions;
mod check_system;
mod check_types;
mod domain;
pub mod kind;
pub mod model;
pub mod ocl;
mod parse;
mod parse_checks;
mod parse_contracts;
mod parse_system;
pub mod print;
mod schema;
pub mod semantics;
mod symmetry;
mod system;
pub mod waive;
mod wide;
mod words;

pub use kind::{Classes, LANGUAGE};
pub use model::ClassModel;
pub use symmetry::{Cluster, Clusters, Symmetry};
pub use system::{Breaking, ClassSystem};
