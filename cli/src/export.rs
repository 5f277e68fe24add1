//! `--dimacs`, `--proof` and `--trace`: the formula of each check, the proof of its "no", and its run,
//! as files.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use lockstep_core::api::{
    self, Analysis, CheckView, FormulaFile, Options, Outcome, Refusal, Structure, StructureKind,
};
use lockstep_core::interchange;

use crate::args;
use crate::clock::Clock;
use crate::jobs::Seat;
use crate::output;

/// Writes the files that the options ask for: the formula that Lockstep decides by, and next to it,
/// with `--encoding paper`, the papers' formula with these repairs. Checks without a bound have no
/// formula of ours, and what the papers do not encode has none of theirs; the answer says so.
///
/// # Errors
/// Says which file could not be written, or why there is no formula.
pub fn write(
    args: &args::Check,
    stem: &str,
    text: &str,
    check: &CheckView,
    (options, repairs): (&Options, &[String]),
    seat: &Seat,
) -> Result<(), String> {
    if args.dimacs.is_none() && args.proof.is_none() {
        return Ok(());
    }
    let name = name(stem, check);
    if check.bound.is_some() {
        let files = api::formula(text, check.index, options, &mut Clock::of(seat));
        let files = files.map_err(|refusal| match refusal {
            Refusal::Option(what) => format!("{}: {what}", check.title),
            other => format!("{}: {other:?}", check.title),
        })?;
        save_formula(args, &name, &files)?;
    }
    if args.encoding == "paper" {
        let clock = &mut Clock::of(seat);
        match api::printed_formula(text, check.index, repairs, options, clock) {
            Ok(files) => save_formula(args, &format!("{name}-paper"), &files)?,
            Err(Refusal::Option(_)) => {}
            Err(other) => return Err(format!("{}: {other:?}", check.title)),
        }
    }
    Ok(())
}

fn save_formula(args: &args::Check, name: &str, files: &FormulaFile) -> Result<(), String> {
    for directory in [&args.dimacs, &args.proof].into_iter().flatten() {
        save(directory, &format!("{name}.cnf"), &files.dimacs)?;
    }
    if let (Some(directory), Some(drat)) = (&args.proof, &files.drat) {
        save(directory, &format!("{name}.drat"), drat)?;
    }
    Ok(())
}

/// Writes the formulas of a check as text for SMT solvers: ours, and with `--encoding paper` the paper's with these repairs. Of what
/// has no formula nothing is written.
///
/// # Errors
/// Says which file could not be written, or what went wrong.
pub fn scripts(
    args: &args::Check,
    stem: &str,
    text: &str,
    (kind, check): (StructureKind, &CheckView),
    (options, repairs): (&Options, &[String]),
    seat: &Seat,
) -> Result<(), String> {
    let (Some(directory), Some(write)) = (&args.smt2, api::scripts_of(kind)) else {
        return Ok(());
    };
    let printed = (args.encoding == "paper").then_some(repairs);
    let both = [Some(None), printed.map(Some)].into_iter().flatten();
    for repairs in both {
        let ending = if repairs.is_some() { "-paper" } else { "" };
        match write(text, check.index, repairs, options, &mut Clock::of(seat)) {
            Ok(script) => {
                let name = format!("{}{ending}.smt2", name(stem, check));
                save(directory, &name, &script)?;
            }
            Err(Refusal::Option(_)) => {}
            Err(other) => return Err(format!("{}: {other:?}", check.title)),
        }
    }
    Ok(())
}

/// Writes the run of an answer in the format that the options ask for. A check with neither a run nor
/// a scenario has no file.
///
/// # Errors
/// Says which file could not be written.
pub fn trace(
    args: &args::Check,
    stem: &str,
    text: &str,
    analysis: &Arc<Analysis>,
    (check, outcome): (&CheckView, &Outcome),
) -> Result<(), String> {
    let Some(directory) = &args.trace else {
        return Ok(());
    };
    let format = args.trace_as;
    let exported = match analysis.structure {
        Structure::Statecharts(_) => {
            let (objects, charts) = api::chart_scene(text);
            let of = interchange::ObjectScene {
                objects: &objects,
                charts: &charts,
                // Nothing lays out statecharts here.
                drawn: &[],
            };
            interchange::export_of_objects(format, of, analysis, check, Some(outcome), None)
        }
        _ => interchange::export(format, analysis, check, Some(outcome), None),
    };
    match exported {
        Some(text) => save(
            directory,
            &format!("{}.{}", name(stem, check), format.ending()),
            &text,
        ),
        None => Ok(()),
    }
}

/// The name of the model's file, the number of the check from 1 and its title, in letters that every file
/// system takes.
fn name(stem: &str, check: &CheckView) -> String {
    let mut name = format!("{stem}-{}-", check.index + 1);
    for letter in check.title.chars().take(60) {
        let plain = letter.is_ascii_alphanumeric();
        if plain || !name.ends_with('-') {
            name.push(if plain { letter } else { '-' });
        }
    }
    name.trim_end_matches('-').to_string()
}

fn save(directory: &Path, name: &str, content: &str) -> Result<(), String> {
    fs::create_dir_all(directory)
        .map_err(|error| format!("cannot write {}: {error}", directory.display()))?;
    output::save(&directory.join(name), content)
}
