//! The formulas of a check of class models as SMT-LIB 2 text: ours, or that of the paper.

use super::classes::{self, Asker};
use super::named;
use crate::api::classes::encoding;
use crate::api::encoded::FAR;
use crate::api::formula::unfinished;
use crate::api::request::{Host, HostWatch, Refusal, SearchOptions};
use crate::encode::paper::{PrintedClasses, Unanswered};
use crate::engine::Stop;
use crate::language::classes::semantics::calls;
use crate::view::Options;

/// Writes what is looked for within k calls as SMT-LIB 2 text, k being the check's bound, or without one the last that the printed
/// formulas are asked with: our formula, or with `repairs` the printed one, for exactly k calls unless that is mended. Of the printed
/// one, that no call leads anywhere is written as far as it was needed to solve it.
///
/// # Errors
/// Refuses what [`super::printed_classes`] refuses; of our formula, what cannot be written as bits. The text says why.
pub fn script_of_classes(
    text: &str,
    index: usize,
    repairs: Option<&[String]>,
    options: &Options,
    host: &mut dyn Host,
) -> Result<String, Refusal> {
    let chosen = SearchOptions::new(options, host.capabilities().solvers)?;
    let model = classes::asked(text, index)?;
    let gate = HostWatch::new(host, options.timeout_ms);
    let stop = || gate.should_stop();
    let k = classes::bound(&model, index).unwrap_or(FAR);
    let Some(repairs) = repairs else {
        let written = encoding(&model, index, (chosen.limits.memory, &stop));
        let written = written.ok_or_else(|| {
            let why = "this question cannot be written as one formula, or not as one of this size";
            Refusal::Option(why.into())
        })?;
        let calls = calls(&model, model.integers);
        let about = format!("what is asked, within k = {k} calls");
        return Ok(written.script((&model, &calls), k as usize, &about));
    };
    let repairs = classes::concerning(named(repairs)?);
    let instance = classes::instance(&model, index)?;
    let solver = chosen.solver;
    let asker = Asker {
        instance: &instance,
        repairs,
        chosen,
        stop: &stop,
    };
    let too_large = |_: Unanswered| Refusal::Option(unfinished(Stop::Clauses));
    let sheet = asker.sheet(repairs).map_err(too_large)?;
    let mut printed = PrintedClasses::new(&sheet, k as usize).map_err(too_large)?;
    if printed.is_refined() {
        printed.path(solver).map_err(too_large)?;
    }
    Ok(printed.script(&classes::title(repairs, k)))
}
