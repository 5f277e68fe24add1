//! Nothing: this package exists for its benches, see `steps.rs`.
