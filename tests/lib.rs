//! Tests across chapters.
