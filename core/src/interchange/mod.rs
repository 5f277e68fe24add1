//! How models travel: links, and later other tools' formats.

pub mod share;
