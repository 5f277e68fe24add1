//! What the page and its worker say to each other: plain data, one message each way at a time.
//!
//! Every answer repeats the ticket of its request. The page forgets a ticket when the text it was
//! written for is gone, so an answer to an old question finds nobody waiting and is dropped.

use lockstep_core::api::{Outcome, Progress, Refusal, Repairs};
use serde::{Deserialize, Serialize};

/// Names one request: which text it is about, and which question about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// Counts the requests of this page.
    pub number: u32,
    /// The revision of the document that the request carries.
    pub revision: u32,
}

/// What a request is to find out. How far to search for it is the worker's to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wanted {
    /// The answer to a check.
    Answer,
    /// The answer once more, with what is to blame for it.
    Blame,
    /// Edits that mend a check.
    Repairs,
}

/// From the page to the worker: a question about one check of a text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// Comes back with the answer.
    pub ticket: Ticket,
    /// The whole text.
    pub text: String,
    /// Index of the check.
    pub index: usize,
    /// What is asked about it.
    pub wants: Wanted,
}

/// From the worker to the page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// The worker has started and takes requests.
    Ready,
    /// How far a request got.
    Progress {
        /// The request.
        ticket: Ticket,
        /// Its counters.
        progress: Progress,
    },
    /// The end of a request.
    Answer {
        /// The request.
        ticket: Ticket,
        /// The outcome, or why it was not tried.
        result: Result<Box<Outcome>, Refusal>,
    },
    /// The end of a request for repairs.
    Repairs {
        /// The request.
        ticket: Ticket,
        /// The proposals, or why none were looked for.
        result: Result<Box<Repairs>, Refusal>,
    },
    /// The end of a request that needs a part of the program which could not be fetched.
    Unfetched {
        /// The request.
        ticket: Ticket,
    },
    /// The worker hit a defect and is about to die; `message` says where.
    Panicked {
        /// The panic's message and place.
        message: String,
    },
}
