//! `lockstep check`: reads the files, answers their checks, prints.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use lockstep_core::api::{self, DiagnosticView, Options, Outcome, Refusal};

use crate::answer::{self, Failure, answer};
use crate::args;
use crate::export;
use crate::fuzz;
use crate::human;
use crate::json;
use crate::printed;
use crate::snippet::Source;
use crate::style::{Meaning, Style};
use crate::systems;
use crate::witnesses;
use lockstep_core::interchange::Names;
use serde::Serialize;

/// Most diagnostics of one file that are printed; the rest is counted.
const MOST_DIAGNOSTICS: usize = 50;

/// How a run ended. The worst of all files and checks counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Every expectation was met.
    AsExpected,
    /// Some answer is not the expected one.
    Unexpected,
    /// Some file, option or other input is bad.
    BadInput,
}

impl Verdict {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::AsExpected => 0,
            Self::Unexpected => 1,
            Self::BadInput => 2,
        }
    }
}

/// Runs the command.
pub fn run(args: &args::Check) -> Verdict {
    let repairs = match fuzz::repairs(&args.repair) {
        Ok(repairs) => repairs.iter().map(|it| it.name().to_string()).collect(),
        Err(what) => {
            complain(&format!("error: {what}"));
            return Verdict::BadInput;
        }
    };
    let mut run = Run {
        args,
        options: options(args),
        repairs,
        out: Style::of(&io::stdout()),
        err: Style::of(&io::stderr()),
        records: Vec::new(),
        verdict: Verdict::AsExpected,
    };
    for file in &args.files {
        run.file(file);
    }
    if args.json {
        // Serialising plain data with string keys cannot fail.
        let text = serde_json::to_string_pretty(&run.records).unwrap_or_default();
        print(&text);
    }
    run.verdict
}

fn options(args: &args::Check) -> Options {
    Options {
        engine: args.engine.clone(),
        encoding: match args.encoding.as_str() {
            // Lockstep's own answer never rests on the papers' formulas.
            "paper" => String::new(),
            name => name.into(),
        },
        solver: args.solver.clone().unwrap_or_default(),
        max_memory: Some(args::bytes(args.memory)),
        timeout_ms: args.timeout.map(|seconds| seconds * 1000.0),
        blame: args.explain,
        ..Options::default()
    }
}

/// What `--json` prints of a check.
#[derive(Serialize)]
#[serde(untagged)]
enum Record {
    Machines(Box<json::Record>),
    System(Box<systems::Record>),
}

struct Run<'a> {
    args: &'a args::Check,
    options: Options,
    /// What is mended in the papers' formulas.
    repairs: Vec<String>,
    out: Style,
    err: Style,
    records: Vec<Record>,
    verdict: Verdict,
}

impl Run<'_> {
    fn file(&mut self, path: &Path) {
        let name = path.display().to_string();
        let text = match fs::read(path).map(String::from_utf8) {
            Ok(Ok(text)) => text,
            Ok(Err(error)) => {
                let place = error.utf8_error().valid_up_to();
                return self.bad(&format!(
                    "{name} is not UTF-8 text (byte {place}); save it as UTF-8"
                ));
            }
            Err(error) => return self.bad(&format!("cannot read {name}: {error}")),
        };
        if systems::is_system(path) {
            return self.system(&name, text.into());
        }
        let analysis = Arc::new(api::analyse(&text));
        self.diagnostics(&name, &text, &analysis.diagnostics);
        if analysis.has_errors {
            self.verdict = Verdict::BadInput;
            return;
        }
        if analysis.checks.is_empty() {
            let open = self.err.paint(Meaning::Open, "warning");
            complain(&format!(
                "{open}: {name} has no scenario and no check; nothing was asked"
            ));
        }
        let text: Arc<str> = text.into();
        for check in &analysis.checks {
            match answer(&text, check, &self.options) {
                Ok(outcome) => {
                    self.verdict = self.verdict.max(judge(&outcome));
                    let asked = (&self.options, self.repairs.as_slice());
                    let exported = [
                        export::write(self.args, path, &text, check, asked),
                        export::trace(self.args, path, &analysis, check, &outcome),
                    ];
                    for what in exported.into_iter().filter_map(Result::err) {
                        self.bad(&what);
                    }
                    let printed = (self.args.encoding == "paper")
                        .then(|| printed::ask(&text, check, &self.repairs, &self.options));
                    let others = witnesses::others(
                        &text,
                        check,
                        &outcome,
                        self.args.witnesses,
                        &self.options,
                    );
                    let names = Names::of(&analysis, check);
                    if self.args.json {
                        let mut record = json::record(&name, &analysis, check, &outcome);
                        record.printed = printed.map(|it| printed::record(names, it));
                        record.others(names, others);
                        self.records.push(Record::Machines(Box::new(record)));
                    } else {
                        print(&human::line(self.out, &name, check, &outcome));
                        for line in human::causes(self.out, &outcome) {
                            print(&line);
                        }
                        if let Some(others) = others {
                            print(&witnesses::block(self.out, names, &outcome, &others));
                        }
                        if let Some(printed) = printed {
                            print(&printed::block(self.out, names, &outcome, &printed));
                        }
                    }
                }
                // The same option would be refused at every check.
                Err(Failure::Refused(Refusal::Option(what))) => return self.bad(&what),
                Err(Failure::Refused(refusal)) => {
                    self.bug(&name, &check.title, &format!("{refusal:?}"));
                }
                Err(Failure::Broken(what)) => self.bug(&name, &check.title, &what),
            }
        }
    }

    /// The text of a transition system.
    fn system(&mut self, name: &str, text: Arc<str>) {
        let analysis = api::analyse_system(&text);
        self.diagnostics(name, &text, &analysis.diagnostics);
        if analysis.has_errors {
            self.verdict = Verdict::BadInput;
            return;
        }
        for check in &analysis.checks {
            match answer::system(&text, check, &self.options) {
                Ok(outcome) => {
                    self.verdict = self.verdict.max(judge(&outcome));
                    if self.args.json {
                        let record = systems::record(name, &analysis, check, &outcome);
                        self.records.push(Record::System(Box::new(record)));
                        continue;
                    }
                    print(&human::line(self.out, name, check, &outcome));
                    if self.args.explain {
                        for line in systems::reasons(self.out, &outcome) {
                            print(&line);
                        }
                    }
                }
                Err(Failure::Refused(Refusal::Option(what))) => return self.bad(&what),
                Err(Failure::Refused(refusal)) => {
                    self.bug(name, &check.title, &format!("{refusal:?}"));
                }
                Err(Failure::Broken(what)) => self.bug(name, &check.title, &what),
            }
        }
    }

    fn diagnostics(&self, name: &str, text: &str, diagnostics: &[DiagnosticView]) {
        let source = Source::new(name, text);
        for diagnostic in diagnostics.iter().take(MOST_DIAGNOSTICS) {
            complain(&source.show(self.err, diagnostic));
        }
        if let Some(more) = diagnostics.len().checked_sub(MOST_DIAGNOSTICS + 1) {
            complain(&format!("and {} more findings in {name}", more + 1));
        }
    }

    fn bad(&mut self, what: &str) {
        self.verdict = Verdict::BadInput;
        complain(&format!(
            "{}: {what}",
            self.err.paint(Meaning::Bad, "error")
        ));
    }

    /// Nothing the author of the model did wrong.
    fn bug(&mut self, name: &str, check: &str, what: &str) {
        self.bad(&format!(
            "{name}: {check}: {what}. This is a defect of lockstep; please report it with the file"
        ));
    }
}

/// An expectation that is not known to be met is not met.
fn judge(outcome: &Outcome) -> Verdict {
    match (outcome.expected, outcome.as_expected()) {
        (None, _) | (Some(_), Some(true)) => Verdict::AsExpected,
        (Some(_), _) => Verdict::Unexpected,
    }
}

/// Prints to standard output; a reader that has gone away, as `head` does, is no error.
fn print(line: &str) {
    writeln!(io::stdout().lock(), "{line}").ok();
}

/// Prints to standard error.
fn complain(text: &str) {
    writeln!(io::stderr().lock(), "{}", text.trim_end()).ok();
}
