//! What the page and its worker say to each other: plain data, one message each way at a time, as
//! bytes.
//!
//! Every answer repeats the ticket of its request. The page forgets a ticket when the text it was
//! written for is gone, so an answer to an old question finds nobody waiting and is dropped.
//!
//! A message crosses as bytes: both sides are the same program, so the order of the fields says which
//! they are, and neither side carries code that looks for names.

use js_sys::Uint8Array;
use lockstep_core::api::{
    AllRuns, BothView, DepthsView, EncodedView, FormulaFile, NextWitnessView, Outcome, PlaceView,
    PrintedView, Progress, Refusal, Repairs, RunRequest, SimulatedRun, SimulationOptions,
    SpaceRequest, SpaceView, StepView, StructureKind,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

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
    /// The answers to a check by both of its readings.
    SideBySide,
    /// The formulas that Lockstep writes for a check.
    Encoding,
    /// The papers' formulas of a check.
    Formulas,
    /// What one of the papers' formulas says with the repairs whose names stand in [`Request::simulation`].
    Printed,
    /// All clauses of one of them, as files.
    Clauses(Edition),
    /// How soon the lifelines of a check are where.
    Depths,
    /// Another run that shows the answer.
    Another,
    /// A run of a transition system that is made by hand.
    Run,
    /// All runs at once.
    AllRuns,
    /// One of all runs.
    RunTo,
    /// The state space of a transition system.
    Space,
}

/// A way to write a check as a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edition {
    /// Our own encoding.
    Delivery,
    /// The papers', word for word.
    Printed,
    /// The papers', with every repair.
    Mended,
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
    /// What kind of model the text holds.
    pub kind: StructureKind,
    /// What is asked about it.
    pub wants: Wanted,
    /// Which engine is to answer, as [`lockstep_core::api::Options`] names them; empty for any.
    pub engine: String,
    /// Milliseconds until the answer is "unknown", or what was found so far is shown.
    pub limit_ms: Option<f64>,
    /// The runs that another one is to differ from.
    pub shown: Vec<Vec<StepView>>,
    /// What is to be simulated, a [`Simulation`], packed once more as [`Simulated`] is; for [`Wanted::Printed`] the names
    /// of repairs; empty in all other requests.
    pub simulation: Vec<u8>,
}

/// What is to be simulated, for the requests that do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// The run that is made by hand.
    pub run: RunRequest,
    /// How all runs are seen.
    pub options: SimulationOptions,
    /// How many steps are followed.
    pub steps: usize,
    /// Of all runs the one that leads to this node, and how it ends there.
    pub to: (usize, Option<String>),
    /// What state space is drawn.
    pub space: SpaceRequest,
}

/// What came of a request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Done {
    /// The outcome of a check, with blame where that was wanted.
    Answer(Box<Outcome>),
    /// Proposals.
    Repairs(Box<Repairs>),
    /// Our own formulas.
    Encoding(Box<EncodedView>),
    /// The papers' formulas.
    Formulas(Box<BothView>),
    /// What a paper's formula says.
    Printed(Box<PrintedView>),
    /// Files.
    Clauses(Box<FormulaFile>),
    /// Depths.
    Depths(Box<DepthsView>),
    /// Another run, or that there is none.
    Another(Box<NextWitnessView>),
    /// What came of a simulation, packed once more: see [`Simulated`].
    Simulated(Vec<u8>),
}

/// What came of a simulation. Only the parts of the program that run models read it, and so only they have the code
/// for that; to all others it is bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Simulated {
    /// A run by hand, or one of all.
    Run(Box<SimulatedRun>),
    /// The global states of one of all runs of machines.
    States(Vec<Vec<PlaceView>>),
    /// All runs.
    AllRuns(Box<AllRuns>),
    /// The state space.
    Space(Box<SpaceView>),
}

/// From the worker to the page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// The worker has started and takes requests.
    Ready,
    /// The worker begins to compute for a request, or waits for a part of the program.
    Computing {
        /// The request.
        ticket: Ticket,
        /// False while it waits.
        now: bool,
    },
    /// How far a request got.
    Progress {
        /// The request.
        ticket: Ticket,
        /// Its counters.
        progress: Progress,
    },
    /// The end of a request.
    Done {
        /// The request.
        ticket: Ticket,
        /// What was found out, or why it was not tried.
        result: Result<Done, Refusal>,
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

/// A message as it crosses.
///
/// # Errors
/// Says what cannot be written; no message of ours is such.
pub fn packed(message: &impl Serialize) -> Result<JsValue, String> {
    Ok(Uint8Array::from(bytes(message)?.as_slice()).into())
}

/// A message, or a part of one, as bytes.
///
/// # Errors
/// As [`packed`].
pub fn bytes(message: &impl Serialize) -> Result<Vec<u8>, String> {
    postcard::to_allocvec(message).map_err(|error| error.to_string())
}

/// The message that has crossed.
///
/// # Errors
/// Says why it cannot be read: it is not one of ours.
pub fn unpacked<T: DeserializeOwned>(data: &JsValue) -> Result<T, String> {
    let bytes: &Uint8Array = data.dyn_ref().ok_or("it is not a list of bytes")?;
    read(&bytes.to_vec())
}

/// What stands in bytes.
///
/// # Errors
/// As [`unpacked`].
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    postcard::from_bytes(bytes).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gallery;
    use lockstep_core::api::{self, Clockless, KindValue, Options, RepairOptions};

    /// What becomes of a message that crosses.
    fn crossed<T: Serialize + DeserializeOwned>(message: &T) -> T {
        let bytes = postcard::to_allocvec(message).expect("a message can be written");
        postcard::from_bytes(&bytes).expect("what was written can be read")
    }

    #[test]
    fn answers_and_repairs_cross_unchanged() {
        let text = gallery::FIRST;
        let checks = api::analyse(text).checks.len();
        assert!(checks > 1);
        for engine in ["auto", "sat"] {
            for index in 0..checks {
                let options = Options {
                    engine: engine.to_owned(),
                    blame: true,
                    ..Options::default()
                };
                let outcome = api::check(text, index, &options, &mut Clockless);
                let outcome = outcome.expect("the example has answers");
                assert_eq!(crossed(&outcome), outcome);
            }
        }
        let repairs = api::repair(text, 0, &RepairOptions::default(), &mut Clockless);
        let repairs = repairs.expect("the example can be mended");
        assert!(!repairs.proposals.is_empty());
        assert_eq!(crossed(&repairs), repairs);
    }

    #[test]
    fn requests_and_refusals_cross_unchanged() {
        let request = Request {
            ticket: Ticket {
                number: 7,
                revision: 300,
            },
            text: "machine Käse { }".to_owned(),
            index: 2,
            kind: StructureKind::Machines,
            wants: Wanted::Blame,
            engine: "sat".to_owned(),
            limit_ms: Some(10_000.0),
            shown: Vec::new(),
            simulation: bytes(&Simulation::default()).expect("it can be written"),
        };
        let back = crossed(&request);
        let simulation: Simulation = read(&back.simulation).expect("it can be read");
        assert_eq!(simulation, Simulation::default());
        assert_eq!((back.ticket, back.index), (request.ticket, request.index));
        assert_eq!((back.text, back.wants), (request.text, request.wants));
        assert_eq!(
            (back.engine, back.limit_ms),
            (request.engine, request.limit_ms)
        );
        for refusal in [
            Refusal::Errors,
            Refusal::NoSuchCheck,
            Refusal::Option("a".to_owned()),
            Refusal::Capabilities(KindValue::Explore),
            Refusal::Defect("b".to_owned()),
        ] {
            assert_eq!(crossed(&refusal), refusal);
        }
    }
}
