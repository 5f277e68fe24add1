//! Sharing: a link that holds the whole model. Whoever opens it computes everything anew.

pub mod link;
