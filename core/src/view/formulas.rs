//! Encodings, open: Lockstep's own formulas and the papers' as printed.

use serde::{Deserialize, Serialize};

use super::PlaceView;

/// What one formula of an encoding came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConjunctView {
    /// Its name.
    pub name: String,
    /// The formula.
    pub text: String,
    /// Clauses that it became.
    pub clauses: u64,
    /// Variables that occur in them.
    pub variables: u64,
    /// One of its clauses in words; numbers in it are indices. Empty where it has none; of statecharts and class models what it says.
    pub example: String,
}

/// A check as a formula of the delivery encoding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EncodedView {
    /// The bound, in transactions.
    pub k: u32,
    /// What it asks and what the answer is, in one or two sentences.
    pub sentence: String,
    /// Clauses of all formulas together.
    pub clauses: u64,
    /// Variables of all formulas together.
    pub variables: u64,
    /// The formulas whose conjunction it is.
    pub formulas: Vec<ConjunctView>,
}

/// A formula as a DIMACS file, with its proof where it cannot be satisfied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FormulaFile {
    /// The clauses: "within the bound there is a path to this". Satisfiable exactly if there is.
    pub dimacs: String,
    /// A DRAT proof in text that the clauses cannot be satisfied; it was checked.
    pub drat: Option<String>,
}

/// What a printed encoding says of a check, next to what the definitions say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PrintedView {
    /// The paper: `gsc` (goals), `mscp` (scenarios), `bmc4uml` (statecharts) or `ocl` (class models).
    pub paper: String,
    /// The names of what is mended in its formulas; repairs of the other paper are left out.
    pub repairs: Vec<String>,
    /// Whether that is all that can be mended in them.
    pub all_repairs: bool,
    /// What the printed formulas answer: the word of an answer, `unknown` where a limit was hit.
    pub answer: String,
    /// The smallest k at which they say yes.
    pub k: Option<u32>,
    /// A larger k at which they say no again.
    #[serde(default)]
    pub lost: Option<u32>,
    /// The largest k that was tried, unless a smaller one was enough.
    pub up_to: u32,
    /// What the definitions answer to the same question; `unknown` where a limit was hit.
    pub defined: String,
    /// The smallest k by the definitions, as the paper counts: ε-moves before the first message of
    /// a scenario count.
    pub defined_k: Option<u32>,
    /// How the answers differ: `wrong yes`, `wrong no` or `other k`; `None` where they agree or one
    /// of them is unknown.
    pub difference: Option<String>,
    /// For a yes: the path that the formulas claim, one entry for each index.
    pub path: Vec<ClaimView>,
    /// Of statecharts and class models, in the place of `path`: each state of it in words; of a "no" the run by the definitions.
    pub told: Vec<String>,
    /// The first thing that is wrong with that path by the definitions.
    pub flaw: Option<FlawView>,
    /// For a wrong no: a shortest run by the definitions and where the formulas rule it out.
    pub rejected: Option<RejectedView>,
    /// Each conjunct of the last formula that was written.
    pub formulas: Vec<ConjunctView>,
    /// One sentence.
    pub sentence: String,
}

/// One index of a claimed path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClaimView {
    /// For each lifeline where it is said to be: in one place, unless a formula is broken.
    pub places: Vec<Vec<PlaceView>>,
    /// The symbols that are said to wait for a receiver.
    pub waiting: Vec<String>,
}

/// What is wrong with a claimed path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FlawView {
    /// The index at which it shows.
    pub index: usize,
    /// One sentence.
    pub sentence: String,
}

/// A run by the definitions that the printed formulas do not have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RejectedView {
    /// The run, one state for each index; of statecharts and class models it is told.
    pub run: Vec<Vec<PlaceView>>,
    /// The first index whose state the formulas rule out after those before it.
    pub index: usize,
    /// The names of the formulas that do so together.
    pub formulas: Vec<String>,
}

/// What the formulas say as printed, and mended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BothView {
    /// Word for word.
    pub as_printed: PrintedView,
    /// With every repair.
    pub mended: PrintedView,
}
