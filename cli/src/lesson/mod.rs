//! `lockstep lesson`: checks what lessons claim, their bets, and attempts at their tasks.

mod shipped;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use lockstep_core::api::Options;
use lockstep_core::lesson::{self, Attempt, Files, Report, examine};
use serde::Serialize;

use crate::answer;
use crate::args;
use crate::exit_status::ExitStatus;
use crate::input;
use crate::output::{self, complain, print};
use crate::style::{Meaning, Style};

/// The name of a lesson's text in its folder.
const TEXT: &str = "lesson.md";

/// The options of `lockstep lesson`.
#[derive(Debug, Args)]
pub struct Lesson {
    /// Lessons (lesson.md) or their folders [default: the lessons that come with Lockstep]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print a JSON array with one object per lesson instead
    #[arg(long)]
    json: bool,

    /// Answer `unknown` after this many seconds per check
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    timeout: Option<f64>,

    /// Answer `unknown` rather than take more memory than so many megabytes
    #[arg(long, value_name = "MB", default_value_t = args::MEMORY, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: u64,
}

/// What `--json` prints of a lesson.
#[derive(Serialize)]
struct Record {
    lesson: String,
    title: String,
    as_expected: bool,
    #[serde(flatten)]
    report: Report,
}

/// Runs the command.
pub fn run(args: &Lesson) -> ExitStatus {
    let mut run = Run {
        options: Options {
            max_memory: Some(args::bytes(args.memory)),
            timeout_ms: args.timeout.map(|seconds| seconds * 1000.0),
            ..Options::default()
        },
        is_json: args.json,
        records: Vec::new(),
        status: ExitStatus::AsExpected,
    };
    if args.files.is_empty() {
        for lesson in shipped::ALL {
            let files = lesson.files();
            let text = files.get(TEXT).cloned().unwrap_or_default();
            run.lesson(lesson.name.to_owned(), &lesson::read(&text), &files);
        }
    }
    for path in &args.files {
        match read(path) {
            Ok((lesson, files)) => run.lesson(path.display().to_string(), &lesson, &files),
            Err(what) => {
                output::error(&what);
                run.status = ExitStatus::Bad;
            }
        }
    }
    if args.json {
        // Serialising plain data with string keys cannot fail.
        let text = serde_json::to_string_pretty(&run.records).unwrap_or_default();
        print(&text);
    }
    run.status
}

struct Run {
    options: Options,
    is_json: bool,
    records: Vec<Record>,
    status: ExitStatus,
}

impl Run {
    fn lesson(&mut self, name: String, lesson: &lesson::Lesson, files: &Files) {
        let options = &self.options;
        let report = examine(lesson, files, &mut |it| answer::question(it, options));
        let status = match () {
            () if !report.findings.is_empty() => ExitStatus::Bad,
            () if !report.is_as_expected() => ExitStatus::Unexpected,
            () => ExitStatus::AsExpected,
        };
        self.status = self.status.max(status);
        let bad = Style::of(&io::stderr()).paint(Meaning::Bad, "error");
        for it in &report.findings {
            complain(&format!(
                "{bad}: {name}, line {}: {}. {}",
                it.line, it.title, it.hint
            ));
        }
        if self.is_json {
            self.records.push(Record {
                lesson: name,
                title: lesson.title.clone(),
                as_expected: report.is_as_expected(),
                report,
            });
            return;
        }
        let style = Style::of(&io::stdout());
        for line in lines(style, &name, &report) {
            print(&line);
        }
    }
}

/// A lesson with the files that it needs, and attempts at its task.
fn read(path: &Path) -> Result<(lesson::Lesson, Files), String> {
    let path = match path.is_dir() {
        true => path.join(TEXT),
        false => path.to_owned(),
    };
    let text = input::read(&path)?;
    let lesson = lesson::read(&text);
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut names: Vec<String> = lesson.files().into_iter().map(str::to_owned).collect();
    names.extend(attempts(folder, &lesson));
    let mut files = Files::new();
    for name in names {
        // Files of a lesson stand beside it, not somewhere else.
        let is_beside = Path::new(&name).file_name().is_some_and(|it| *it == *name);
        let path = folder.join(&name);
        if is_beside && path.is_file() {
            files.insert(name, input::read(&path)?);
        }
    }
    Ok((lesson, files))
}

/// The files in a folder that are attempts at the task of a lesson.
fn attempts(folder: &Path, lesson: &lesson::Lesson) -> Vec<String> {
    let Some(task) = lesson.task() else {
        return Vec::new();
    };
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|it| it.file_name().into_string().ok());
    let mut names: Vec<_> = names.filter(|it| task.is_attempt(it)).collect();
    names.sort();
    names
}

/// What is said of a lesson: one line where all is as it should be, else one for each thing that is not.
fn lines(style: Style, name: &str, report: &Report) -> Vec<String> {
    let bad = style.paint(Meaning::Bad, "NO");
    let mut lines = Vec::new();
    for it in report.claims.iter().chain(&report.bets) {
        if !it.holds {
            let (line, claim, sentence) = (it.line, &it.claim, &it.sentence);
            lines.push(format!("{bad} {name}, line {line}: {claim}: {sentence}"));
        }
    }
    for it in report.attempts.iter().filter(|it| !it.as_expected) {
        lines.push(format!("{bad} {name}: {}", unlike(it)));
    }
    if lines.is_empty() && report.findings.is_empty() {
        let good = style.paint(Meaning::Good, "ok");
        let attempts = report.attempts.iter();
        let right = attempts.filter(|it| it.expected).count();
        lines.push(format!(
            "{good} {name}: {}, {}, {} at the task: {right} right, {} not",
            counted(report.claims.len(), "claim"),
            counted(report.bets.len(), "bet"),
            counted(report.attempts.len(), "attempt"),
            report.attempts.len() - right
        ));
    }
    lines
}

/// How an attempt differs from what it is meant to be.
fn unlike(attempt: &Attempt) -> String {
    let file = &attempt.file;
    if !attempt.expected {
        return format!("{file} is meant to miss a criterion, and none is known to be missed.");
    }
    let mut criteria = attempt.criteria.iter();
    match criteria.find(|it| it.met != "yes") {
        Some(it) => format!("{file} does not meet `{}`: {}", it.criterion, it.sentence),
        None => format!("{file} meets no criterion, since there is none."),
    }
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    }
}
