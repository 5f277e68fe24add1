//! `lockstep check`: reads the files, answers their checks, prints.

use std::io;
use std::path::Path;
use std::sync::Arc;

use lockstep_core::api::{self, DiagnosticView, Kinds, Options, Outcome, Refusal, StructureKind};

use crate::answer::{Failure, answer};
use crate::args;
use crate::compared;
use crate::exit_status::ExitStatus;
use crate::export;
use crate::fuzz;
use crate::human;
use crate::input;
use crate::json;
use crate::output::{self, complain, print};
use crate::printed;
use crate::snippet::Source;
use crate::stems::stems;
use crate::style::{Meaning, Style};
use crate::systems;
use crate::witnesses;
use lockstep_core::interchange::Names;
use serde::Serialize;

/// Most diagnostics of one file that are printed; the rest is counted.
const MOST_DIAGNOSTICS: usize = 50;

/// Runs the command.
pub fn run(args: &args::Check) -> ExitStatus {
    let repairs = match fuzz::repairs(&args.repair) {
        Ok(repairs) => repairs.iter().map(|it| it.name().to_string()).collect(),
        Err(what) => {
            output::error(&what);
            return ExitStatus::Bad;
        }
    };
    let mut run = Run {
        args,
        options: options(args),
        repairs,
        out: Style::of(&io::stdout()),
        err: Style::of(&io::stderr()),
        records: Vec::new(),
        status: ExitStatus::AsExpected,
    };
    for (file, stem) in args.files.iter().zip(&stems(&args.files)) {
        run.file(file, stem);
    }
    if args.json {
        // Serialising plain data with string keys cannot fail.
        let text = serde_json::to_string_pretty(&run.records).unwrap_or_default();
        print(&text);
    }
    run.status
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
        missing_default: args.missing == args::Missing::Default,
        ..Options::default()
    }
}

/// What `--json` prints of a check.
#[derive(Serialize)]
#[serde(untagged)]
enum Record {
    Machines(Box<json::Record>),
    System(Box<systems::Record>),
    Compared(Box<compared::Record>),
}

struct Run<'a> {
    args: &'a args::Check,
    options: Options,
    /// What is mended in the papers' formulas.
    repairs: Vec<String>,
    out: Style,
    err: Style,
    records: Vec<Record>,
    status: ExitStatus,
}

impl Run<'_> {
    /// Answers the checks of a file; what is written about them bears the name `stem`.
    fn file(&mut self, path: &Path, stem: &str) {
        let name = path.display().to_string();
        let text = match input::read(path) {
            Ok(text) => text,
            Err(what) => return self.bad(&what),
        };
        if systems::is_system(path, &text) {
            let analysis = api::analyse_system(&text);
            return self.system(
                (&name, stem),
                text.into(),
                &analysis,
                StructureKind::Transitions,
            );
        }
        if api::is_chart(&text) {
            let analysis = api::analyse_charts(&text);
            return self.system(
                (&name, stem),
                text.into(),
                &analysis,
                StructureKind::Statecharts,
            );
        }
        let analysis = Arc::new(api::analyse(&text));
        self.diagnostics(&name, &text, &analysis.diagnostics);
        if analysis.has_errors {
            self.status = ExitStatus::Bad;
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
            match answer(StructureKind::Machines, &text, check, &self.options) {
                Ok(outcome) => {
                    self.status = self.status.max(judge(&outcome));
                    let asked = (&self.options, self.repairs.as_slice());
                    let exported = [
                        export::write(self.args, stem, &text, check, asked),
                        export::trace(self.args, stem, &text, &analysis, (check, &outcome)),
                    ];
                    for what in exported.into_iter().filter_map(Result::err) {
                        self.bad(&what);
                    }
                    let printed = (self.args.encoding == "paper")
                        .then(|| printed::ask(false, &text, check, &self.repairs, &self.options));
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
                        record.printed = printed.map(|it| printed::record(Some(names), it));
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

    /// The text of a transition system, or of statecharts, with what it says.
    fn system(
        &mut self,
        (name, stem): (&str, &str),
        text: Arc<str>,
        analysis: &api::SystemAnalysis,
        kind: StructureKind,
    ) {
        let is_chart = kind == StructureKind::Statecharts;
        self.diagnostics(name, &text, &analysis.diagnostics);
        if analysis.has_errors {
            self.status = ExitStatus::Bad;
            return;
        }
        self.unwritten(name);
        let drawn = self.args.trace.is_some();
        let drawn = drawn.then(|| Arc::new(Kinds::whole().analyse(&text)));
        for check in &analysis.checks {
            match answer(kind, &text, check, &self.options) {
                Ok(outcome) => {
                    self.status = self.status.max(judge(&outcome));
                    if let Some(drawn) = &drawn {
                        let exported =
                            export::trace(self.args, stem, &text, drawn, (check, &outcome));
                        if let Err(what) = exported {
                            self.bad(&what);
                        }
                    }
                    let printed = (is_chart && self.args.encoding == "paper")
                        .then(|| printed::ask(true, &text, check, &self.repairs, &self.options));
                    let count = self.args.witnesses;
                    let others = api::values_of(kind).and_then(|it| {
                        let asked = (check, &outcome);
                        witnesses::of_system(&it, &text, asked, count, &self.options)
                    });
                    if self.args.json {
                        let mut record = systems::record(name, analysis, check, &outcome, is_chart);
                        record.others(analysis, others);
                        record.printed = printed.map(|it| printed::record(None, it));
                        self.records.push(Record::System(Box::new(record)));
                        continue;
                    }
                    print(&human::line(self.out, name, check, &outcome));
                    for line in systems::warning(analysis, &outcome) {
                        print(&line);
                    }
                    if self.args.explain {
                        for line in systems::reasons(self.out, &outcome, is_chart) {
                            print(&line);
                        }
                    }
                    if let Some(others) = others {
                        print(&witnesses::block_of_system(
                            self.out, analysis, &outcome, &others,
                        ));
                    }
                    if let Some(printed) = printed {
                        print(&printed::block_of_charts(self.out, &outcome, &printed));
                    }
                }
                Err(Failure::Refused(Refusal::Option(what))) => return self.bad(&what),
                Err(Failure::Refused(refusal)) => {
                    self.bug(name, &check.title, &format!("{refusal:?}"));
                }
                Err(Failure::Broken(what)) => self.bug(name, &check.title, &what),
            }
        }
        if let (true, Some(readings)) = (is_chart, &self.args.same) {
            match compared::ask(&text, readings, &self.options) {
                Ok(view) if self.args.json => {
                    let record = compared::record(name, analysis, &view);
                    self.records.push(Record::Compared(Box::new(record)));
                }
                Ok(view) => print(&compared::block(self.out, name, &view)),
                Err(what) => self.bad(&what),
            }
        }
    }

    /// Says which files are not written, since they are of machines only.
    fn unwritten(&self, name: &str) {
        let asked = [
            ("--dimacs", self.args.dimacs.is_some()),
            ("--proof", self.args.proof.is_some()),
        ];
        for (option, _) in asked.iter().filter(|it| it.1) {
            let open = self.err.paint(Meaning::Open, "warning");
            complain(&format!(
                "{open}: {option} writes formulas of machines only; nothing is written about {name}"
            ));
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
        self.status = ExitStatus::Bad;
        output::error(what);
    }

    /// Nothing the author of the model did wrong.
    fn bug(&mut self, name: &str, check: &str, what: &str) {
        self.bad(&format!(
            "{name}: {check}: {what}. This is a defect of lockstep; please report it with the file"
        ));
    }
}

/// An expectation that is not known to be met is not met.
fn judge(outcome: &Outcome) -> ExitStatus {
    match outcome.as_expected() {
        None | Some(true) => ExitStatus::AsExpected,
        Some(false) => ExitStatus::Unexpected,
    }
}
