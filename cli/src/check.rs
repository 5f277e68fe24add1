//! `lockstep check`: reads the files, has their checks answered side by side, and prints in the order of the text.
//!
//! Invariant: what is printed is the same whatever `--jobs` says; only times differ.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use lockstep_core::api::{self, DiagnosticView, Options, StructureKind};

use crate::args;
use crate::checked::{Asking, Model, Record, Written};
use crate::exit_status::ExitStatus;
use crate::fuzz;
use crate::input;
use crate::jobs::Jobs;
use crate::model_file::{self, ModelFile, ReadWith};
use crate::output::{self, complain, print};
use crate::snippet::{Origin, Source};
use crate::stems::stems;
use crate::style::{Meaning, Style};

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
    let most = args
        .jobs
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let mut run = Run {
        asking: Arc::new(Asking {
            args: args.clone(),
            options: options(args),
            repairs,
            out: Style::of(&io::stdout()),
        }),
        err: Style::of(&io::stderr()),
        jobs: Jobs::new(most, args::bytes(args.memory)),
        turns: VecDeque::new(),
        answered: BTreeMap::new(),
        records: Vec::new(),
        status: ExitStatus::AsExpected,
    };
    run.files(args);
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

/// What is printed in its turn.
enum Turn {
    /// For standard error: what was found when a file was read, and what that makes of the command's end.
    Said(Vec<String>, ExitStatus),
    /// What comes of a job about a file.
    Job(usize, Arc<Model>),
}

struct Run {
    asking: Arc<Asking>,
    err: Style,
    jobs: Jobs<Written>,
    /// What is to be printed next.
    turns: VecDeque<Turn>,
    /// What is to be printed of a job when its turn comes.
    answered: BTreeMap<usize, Written>,
    records: Vec<Record>,
    status: ExitStatus,
}

impl Run {
    /// Answers the checks of all files.
    fn files(&mut self, args: &args::Check) {
        let stems = stems(&args.files);
        let mut files = args.files.iter().zip(&stems);
        loop {
            self.print_answered();
            self.jobs.begin();
            // A file is read no sooner than one of its checks could begin: it may be a pipe that is fed slowly.
            if self.jobs.has_room()
                && let Some((file, stem)) = files.next()
            {
                self.file(file, stem);
                continue;
            }
            if self.jobs.is_empty() {
                return;
            }
            if let Some((number, ended)) = self.jobs.wait() {
                let broken = |what: String| Written::bug(&self.name_of(number), &what);
                let written = ended.unwrap_or_else(broken);
                self.answered.insert(number, written);
            }
        }
    }

    /// Reads a file and asks its checks; what is written about them bears the name `stem`.
    fn file(&mut self, path: &Path, stem: &str) {
        let name = path.display().to_string();
        let args = &self.asking.args;
        let with = ReadWith {
            questions: args.with.as_deref(),
            classes: args.classes.as_deref(),
        };
        let ModelFile {
            text,
            origins,
            mut said,
        } = match model_file::read(path, with) {
            Ok(file) => file,
            Err(what) => {
                let what = output::as_error(&what);
                return self
                    .turns
                    .push_back(Turn::Said(vec![what], ExitStatus::Bad));
            }
        };
        let mut analysis = input::analyse(path, &text);
        let diagnostics = std::mem::take(&mut analysis.diagnostics);
        said.extend(self.diagnostics(&origins, &text, &diagnostics));
        if analysis.has_errors {
            return self.turns.push_back(Turn::Said(said, ExitStatus::Bad));
        }
        let model = Arc::new(Model {
            name,
            stem: stem.to_owned(),
            text: text.into(),
            analysis: Arc::new(analysis),
        });
        said.extend(self.warnings(&model));
        self.turns
            .push_back(Turn::Said(said, ExitStatus::AsExpected));
        self.ask(&model);
    }

    /// Asks all checks of a file.
    fn ask(&mut self, model: &Arc<Model>) {
        for index in 0..model.checks().len() {
            let (asked, asking) = (Arc::clone(model), Arc::clone(&self.asking));
            let job = move |seat: &_| asked.check(index, &asking, seat);
            let number = self.jobs.add(job);
            self.turns.push_back(Turn::Job(number, Arc::clone(model)));
        }
        if model.readings(&self.asking).is_some() {
            let (asked, asking) = (Arc::clone(model), Arc::clone(&self.asking));
            let job = move |seat: &_| asked.compare(&asking, seat);
            let number = self.jobs.add(job);
            self.turns.push_back(Turn::Job(number, Arc::clone(model)));
        }
    }

    /// The file that a job is about.
    fn name_of(&self, job: usize) -> String {
        let mut turns = self.turns.iter();
        let of = turns.find_map(|turn| match turn {
            Turn::Job(number, model) if *number == job => Some(model.name.clone()),
            _ => None,
        });
        of.unwrap_or_default()
    }

    /// Prints what there is up to the first job that has not ended.
    fn print_answered(&mut self) {
        while let Some(turn) = self.turns.pop_front() {
            match turn {
                Turn::Said(said, status) => {
                    said.iter().for_each(|it| complain(it));
                    self.status = self.status.max(status);
                }
                Turn::Job(number, model) => match self.answered.remove(&number) {
                    Some(written) => self.print(written, &model),
                    None => return self.turns.push_front(Turn::Job(number, model)),
                },
            }
        }
    }

    fn print(&mut self, written: Written, model: &Arc<Model>) {
        written.errors.iter().for_each(|it| output::error(it));
        written.lines.iter().for_each(|it| print(it));
        self.records.extend(written.records);
        self.status = self.status.max(written.status);
        if written.ends_file {
            let (jobs, answered) = (&mut self.jobs, &mut self.answered);
            self.turns.retain(|turn| match turn {
                Turn::Job(number, of) if Arc::ptr_eq(of, model) => {
                    jobs.forget(*number);
                    answered.remove(number);
                    false
                }
                _ => true,
            });
        }
    }

    /// What is not done for a file, or was not asked of it.
    fn warnings(&self, model: &Model) -> Vec<String> {
        let open = self.err.paint(Meaning::Open, "warning");
        let name = &model.name;
        let args = &self.asking.args;
        let is_written = args.smt2.is_none() || api::scripts_of(model.kind()).is_some();
        let scripts = (!is_written).then(|| {
            format!("{open}: --smt2 writes formulas of class models only; nothing is written about {name}")
        });
        if model.kind() == StructureKind::Machines {
            let nothing = model.checks().is_empty();
            let what = format!("{open}: {name} has no scenario and no check; nothing was asked");
            return nothing.then_some(what).into_iter().chain(scripts).collect();
        }
        let asked = [
            ("--dimacs", args.dimacs.is_some()),
            ("--proof", args.proof.is_some()),
        ];
        let unwritten = asked.iter().filter(|it| it.1).map(|(option, _)| {
            format!(
                "{open}: {option} writes formulas of machines only; nothing is written about {name}"
            )
        });
        unwritten.chain(scripts).collect()
    }

    fn diagnostics(
        &self,
        origins: &[Origin],
        text: &str,
        diagnostics: &[DiagnosticView],
    ) -> Vec<String> {
        let source = Source::new(origins, text);
        let first = diagnostics.iter().take(MOST_DIAGNOSTICS);
        let mut said: Vec<_> = first.map(|it| source.show(self.err, it)).collect();
        if let Some(more) = diagnostics.len().checked_sub(MOST_DIAGNOSTICS + 1) {
            let name = origins.first().map_or("", |it| &*it.name);
            said.push(format!("and {} more findings in {name}", more + 1));
        }
        said
    }
}
