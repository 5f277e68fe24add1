//! A printed formula as a DIMACS file, for other people's tools.

use super::{MOST, instance};
use crate::api::encoded::FAR;
use crate::api::formula::{proved, unfinished};
use crate::api::request::{Host, Refusal, Session};
use crate::cnf::dimacs;
use crate::encode::paper::{Asked, Printed};
use crate::engine::Stop;
use crate::sat::proof::{self, NoCertificate};
use crate::view::{FormulaFile, Options};

/// Writes the papers' formula of a check, with the repairs of these names, for k = the check's bound
/// (without a bound: for the last k that [`printed`](super::printed) tries). With its proof, checked,
/// where it cannot be satisfied.
///
/// # Errors
/// Refuses what [`super::printed`] refuses, and formulas that outgrow the limits of the options.
pub fn printed_formula(
    text: &str,
    index: usize,
    repairs: &[String],
    options: &Options,
    host: &mut dyn Host,
) -> Result<FormulaFile, Refusal> {
    let session = Session::open(text, index, options, host)?;
    let check = session.check();
    let (instance, style) = instance(&session, repairs)?;
    let stop = || session.gate.should_stop();
    let k = check.bound.unwrap_or(FAR).min(MOST);
    let printed = Printed::new(&instance, k as usize, &style)
        .map_err(|_| Refusal::Option(unfinished(Stop::Clauses)))?;
    let paper = match instance.asked() {
        Asked::Goal(_) => "gsc",
        Asked::Messages(_) => "mscp",
    };
    let named: Vec<_> = style.repairs.iter().map(|it| it.name()).collect();
    let named = match named.as_slice() {
        [] => "as printed".to_string(),
        some => format!("with {}", some.join(", ")),
    };
    let title = format!("{}: {paper} {named}, k = {k}", check.title);
    let formula = printed.formula();
    match proof::prove_within(session.options.limits.memory, formula, &[], Some(&stop)) {
        // Whoever asks for the file can ask their own solver, too.
        Err(NoCertificate::Satisfiable(_) | NoCertificate::Interrupted | NoCertificate::Memory) => {
            Ok(FormulaFile {
                dimacs: dimacs::write(formula, &title),
                drat: None,
            })
        }
        proof => proved(proof, &title, &stop),
    }
}
