//! Transition systems: texts, definitions, splitting, and the published verdicts.
#![allow(clippy::unwrap_used, missing_docs)]

mod corpus;
mod examples;
mod explore;
mod meaning;
mod reading;
mod splitting;
