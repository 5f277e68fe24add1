//! The papers' printed formulas beside the definitions: what they answer, and where they part.
//!
//! What a printed formula says is never an answer of Lockstep: it is shown next to the answer of the
//! definitions, with the verdict of the definitions on the path that it claims, or with the formulas
//! that rule out a run which the definitions allow.

mod both;
mod compare;
mod file;

pub use both::{BothView, both, every_repair};
pub use compare::printed;
pub use file::printed_formula;

use serde::{Deserialize, Serialize};

use super::chosen::Chosen;
use super::encoded::ConjunctView;
use super::{PlaceView, Refusal};
use crate::encode::paper::{Instance, Repair, Repairs, Style};
use crate::language::{Check, Model};

/// No larger bound is tried: each is another formula.
const MOST: u32 = 64;

/// What a printed encoding says of a check, next to what the definitions say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PrintedView {
    /// The paper: `gsc` (goals) or `mscp` (scenarios).
    pub paper: String,
    /// The names of what is mended in its formulas; repairs of the other paper are left out.
    pub repairs: Vec<String>,
    /// Whether that is all that can be mended in them.
    pub all_repairs: bool,
    /// What the printed formulas answer: the word of an answer, `unknown` where a limit was hit.
    pub answer: String,
    /// The smallest k at which they say yes.
    pub k: Option<u32>,
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
    /// The run, one state for each index.
    pub run: Vec<Vec<PlaceView>>,
    /// The first index whose state the formulas rule out after those before it.
    pub index: usize,
    /// The names of the formulas that do so together.
    pub formulas: Vec<String>,
}

/// The check as the papers encode it, and how their formulas are to be written.
fn instance<'m>(
    (model, check): (&'m Model, &'m Check),
    repairs: &[String],
    chosen: &Chosen,
) -> Result<(Instance<'m>, Style), Refusal> {
    let named = repairs.iter().map(|name| {
        Repair::named(name).ok_or_else(|| Refusal::Option(format!("there is no repair `{name}`")))
    });
    let repairs: Repairs = named.collect::<Result<_, _>>()?;
    let instance = Instance::new(model, check).map_err(|why| Refusal::Option(why.text().into()))?;
    let style = Style {
        max_clauses: chosen.limits.clauses,
        ..Style::with(repairs)
    };
    Ok((instance, style))
}
