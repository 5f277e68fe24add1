//! The papers' printed formulas beside the definitions: what they answer, and where they part.
//!
//! What a printed formula says is never an answer of Lockstep: it is shown next to the answer of the
//! definitions, with the verdict of the definitions on the path that it claims, or with the formulas
//! that rule out a run which the definitions allow.

mod both;
mod charts;
mod classes;
mod compare;
mod file;
mod script;
mod sentence;

pub use both::{both, every_repair};
pub use charts::{printed_charts, printed_charts_formula};
pub use classes::{printed_classes, printed_classes_formula};
pub use compare::printed;
pub use file::printed_formula;
pub use script::script_of_classes;

use super::Refusal;
use crate::api::request::{Host, Session};
use crate::encode::paper::{Instance, Repair, Repairs, Style};
use crate::view::{Options, PrintedView};

/// Asks the formulas that a paper prints of a check, with the corrections of these names: as [`printed`].
pub type Printing =
    fn(&str, usize, &[String], &Options, &mut dyn Host) -> Result<PrintedView, Refusal>;

/// Writes a formula of a check as text for other tools: ours, or a paper's with the corrections of these names; as
/// [`script_of_classes`].
pub type Scripting =
    fn(&str, usize, Option<&[String]>, &Options, &mut dyn Host) -> Result<String, Refusal>;

/// No larger bound is tried: each is another formula.
const MOST: u32 = 64;

/// The repairs of these names.
fn named(repairs: &[String]) -> Result<Repairs, Refusal> {
    let named = repairs.iter().map(|name| {
        Repair::named(name).ok_or_else(|| Refusal::Option(format!("there is no repair `{name}`")))
    });
    named.collect()
}

/// The check as the papers encode it, and how their formulas are to be written.
fn instance<'m>(
    session: &'m Session<'_>,
    repairs: &[String],
) -> Result<(Instance<'m>, Style), Refusal> {
    let repairs = named(repairs)?;
    let instance = Instance::new(&session.model, session.check())
        .map_err(|why| Refusal::Option(why.text().into()))?;
    let limits = &session.options.limits;
    let style = Style {
        // A solver takes about so many bytes for each.
        max_clauses: limits.clauses.min(limits.memory / 120),
        ..Style::with(repairs)
    };
    Ok((instance, style))
}
