//! `lockstep convert`: diagrams and state machines of other tools as texts of ours, with a report of what was left out.

use std::path::{Path, PathBuf};

use clap::Args;
use lockstep_core::api::{NoSimulation, StructureKind, taken_apart};
use lockstep_core::interchange::import::{self, Class, Imported};
use serde_json::json;

use crate::exit_status::ExitStatus;
use crate::input;
use crate::output::{self, complain, print};

/// The options of `lockstep convert`.
#[derive(Debug, Args)]
pub struct Convert {
    /// Diagrams and state machines of other tools; the notation is recognised by the text
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the text into this file instead; for one FILE only
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Statecharts whose objects take part in what FILE draws: its sequence diagram becomes a scenario behind their text
    #[arg(long, value_name = "MODEL")]
    onto: Option<PathBuf>,

    /// Write the transition systems in FILE taken apart instead, so that every choice, or every statement, is a step of its own
    #[arg(long, value_name = "GRAIN", conflicts_with = "onto")]
    split: Option<String>,

    /// By which rules they are taken apart, as of `lockstep simulate`: corrected, printed or literal
    #[arg(
        long,
        value_name = "RULES",
        default_value = "corrected",
        requires = "split"
    )]
    rules: String,

    /// Print a JSON array instead: for each file its notation, class and text, and what was left out
    #[arg(long)]
    json: bool,
}

/// Runs the command. Ends with 0 where every file is [`Class::Exact`], 1 where one is wider or lossy, 2 where a file could
/// not be read.
pub fn run(args: &Convert) -> ExitStatus {
    if args.out.is_some() && args.files.len() > 1 {
        output::error("--out takes the text of one file; convert them one by one");
        return ExitStatus::Bad;
    }
    if let Some(grain) = &args.split {
        return split(args, grain);
    }
    let model = match args.onto.as_deref().map(input::read).transpose() {
        Ok(model) => model,
        Err(what) => {
            output::error(&what);
            return ExitStatus::Bad;
        }
    };
    let mut status = ExitStatus::AsExpected;
    let mut converted = Vec::new();
    for file in &args.files {
        match convert(file, model.as_deref()) {
            Ok(imported) => {
                if imported.class() != Class::Exact {
                    status = status.max(ExitStatus::Unexpected);
                }
                converted.push((file, imported));
            }
            Err(what) => {
                output::error(&what);
                status = ExitStatus::Bad;
            }
        }
    }
    if args.json {
        print(&as_json(&converted));
    }
    for (file, imported) in &converted {
        if !args.json {
            report(file, imported).iter().for_each(|it| complain(it));
        }
        if let Some(out) = &args.out {
            if let Err(what) = output::save(out, &imported.text) {
                output::error(&what);
                return ExitStatus::Bad;
            }
        } else if !args.json {
            print(imported.text.trim_end());
        }
    }
    status
}

fn convert(file: &Path, model: Option<&str>) -> Result<Imported, String> {
    let text = input::read(file)?;
    let name = file.display();
    if let Some(model) = model {
        return match import::onto(&text, model) {
            Some(found) => found.map_err(|what| format!("{name}: {what}")),
            None => Err(format!(
                "{name} cannot come in as a scenario: --onto takes a sequence diagram of Mermaid or PlantUML, and statecharts"
            )),
        };
    }
    let found = import::from_any(&text).or_else(|| import::use_model(&text).map(Ok));
    match found {
        Some(found) => found.map_err(|what| format!("{name}: {what}")),
        None => {
            let known = import::all_notations().chain([import::CLASS_MODELS[0]]);
            let known: Vec<_> = known.collect();
            let known = known.join(", ");
            Err(format!(
                "{name} is in no notation that can be converted; there are: {known}"
            ))
        }
    }
}

/// Writes transition systems taken apart.
fn split(args: &Convert, grain: &str) -> ExitStatus {
    let mut split = Vec::new();
    for file in &args.files {
        match split_one(file, grain, &args.rules) {
            Ok(text) => split.push((file, text)),
            Err(what) => {
                output::error(&what);
                return ExitStatus::Bad;
            }
        }
    }
    if args.json {
        let files = split.iter().map(|(file, text)| {
            json!({
                "file": file.display().to_string(),
                "notation": "transition system",
                "class": "exact",
                "text": text,
                "left_out": [],
            })
        });
        let files: serde_json::Value = files.collect();
        print(&format!("{files:#}"));
    }
    for (_, text) in &split {
        if let Some(out) = &args.out {
            if let Err(what) = output::save(out, text) {
                output::error(&what);
                return ExitStatus::Bad;
            }
        } else if !args.json {
            print(text.trim_end());
        }
    }
    ExitStatus::AsExpected
}

fn split_one(file: &Path, grain: &str, rules: &str) -> Result<String, String> {
    let text = input::read(file)?;
    let name = file.display();
    if input::analyse(file, &text).structure.kind() != StructureKind::Transitions {
        return Err(format!(
            "{name} holds no transition system: only these are taken apart"
        ));
    }
    taken_apart(&text, grain, rules).map_err(|why| match why {
        NoSimulation::Option(what) => what,
        _ => format!("{name} has errors; `lockstep check {name}` names them"),
    })
}

/// What the text is worth where it is not exact, and what was left out, each at its place.
pub fn report(file: &Path, imported: &Imported) -> Vec<String> {
    let (name, class) = (file.display(), imported.class());
    let whole =
        (class != Class::Exact).then(|| format!("{name}: {}. {}", class.name(), class.sentence()));
    let parts = imported.left_out.iter().map(|it| {
        let (line, class) = (it.line, it.class.name());
        format!("{name}:{line}: {} ({class})\n  | {}", it.why, it.what)
    });
    whole.into_iter().chain(parts).collect()
}

fn as_json(converted: &[(&PathBuf, Imported)]) -> String {
    let files = converted.iter().map(|(file, imported)| {
        let left_out = imported
            .left_out
            .iter()
            .map(|it| json!({ "line": it.line, "what": it.what, "why": it.why, "class": it.class.name() }));
        json!({
            "file": file.display().to_string(),
            "notation": imported.notation,
            "class": imported.class().name(),
            "text": imported.text,
            "left_out": left_out.collect::<Vec<_>>(),
        })
    });
    let files: serde_json::Value = files.collect();
    format!("{files:#}")
}
