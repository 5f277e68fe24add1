//! `lockstep bench`: the papers' tables and other figures, measured here and now.
//!
//! What is measured stands in the crate `lockstep-bench`, which also runs in the browser; this is
//! its command line.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use lockstep_bench::against::{self, Kept};
use lockstep_bench::report::Report;
use lockstep_bench::systems::{self, Published};
use lockstep_bench::{Setting, named};
use lockstep_core::sat;

use crate::exit_status::ExitStatus;
use crate::input;
use crate::output;
use crate::peer;

/// The options of `lockstep bench`.
#[derive(Debug, Args)]
pub struct Bench {
    /// What to measure
    #[arg(value_name = "WHAT", value_parser = PossibleValuesParser::new(
        lockstep_bench::ALL.map(|it| clap::builder::PossibleValue::new(it.name).help(it.about))
    ))]
    what: String,

    /// Class of instances: small, medium or large, of `classes` how the names of the questions begin; all where left out
    #[arg(long, value_name = "CLASS")]
    class: Option<String>,

    /// Instances per class, largest N, or number of states, as fits
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    count: u64,

    /// Seed of the generator
    #[arg(long, value_name = "N", default_value_t = 7)]
    seed: u64,

    /// SAT solver [default: the faster one for each encoding]
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,

    /// Measure the printed encoding too (its semantics is stricter than the definitions)
    #[arg(long)]
    printed: bool,

    /// Write each formula of the printed encoding into this directory, for other solvers
    #[arg(long, value_name = "DIR")]
    dimacs: Option<PathBuf>,

    /// Of `systems`: a directory with published models (`models/*.xsts`, `properties/*.prop`)
    #[arg(long, value_name = "DIR")]
    published: Option<PathBuf>,

    /// Measure other programs as well, if they are installed: of `systems` and `statecharts` Spin, of `classes` Boolector and Bitwuzla
    #[arg(long)]
    beside: bool,

    /// Ask the checks of this model (*.lks) as well, where `promise` is measured; any number of them
    #[arg(long, value_name = "FILE")]
    model: Vec<PathBuf>,

    /// Measure so many times, and report the medians with the least and the most [default: 1, with --against 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    runs: Option<u32>,

    /// Say what is better, worse and the same beyond noise as in this report, which `--json` has written
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,

    /// List every instance in the JSON
    #[arg(long)]
    each: bool,

    /// Print JSON instead of a Markdown table
    #[arg(long)]
    json: bool,
}

/// This thread's processor time in milliseconds: what others do on the machine counts little.
#[cfg(unix)]
fn clock() -> impl Fn() -> f64 {
    || {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        now.tv_sec as f64 * 1000.0 + now.tv_nsec as f64 / 1e6
    }
}

/// Milliseconds since the start.
#[cfg(not(unix))]
fn clock() -> impl Fn() -> f64 {
    let started = std::time::Instant::now();
    move || started.elapsed().as_secs_f64() * 1000.0
}

/// Runs the command.
pub fn run(args: &Bench) -> ExitStatus {
    match report(args) {
        Ok((text, status)) => {
            output::print(text.trim_end());
            status
        }
        Err(what) => {
            output::error(&what);
            ExitStatus::Bad
        }
    }
}

fn report(args: &Bench) -> Result<(String, ExitStatus), String> {
    // What is wrong with the file is said before anything is measured.
    let kept = args.against.as_deref().map(kept).transpose()?;
    let clock = clock();
    let mut setting = Setting::new(&clock);
    setting.class.clone_from(&args.class);
    setting.count = args.count;
    setting.seed = args.seed;
    setting.printed = args.printed || args.dimacs.is_some();
    setting.each = args.each;
    for path in &args.model {
        let name = path.display().to_string();
        setting.models.push((name, input::read(path)?));
    }
    if let Some(name) = &args.solver {
        let found = sat::named(name).filter(|_| !name.is_empty());
        setting.solver = Some(found.ok_or_else(|| format!("there is no solver `{name}`"))?);
    }
    if let Some(dir) = &args.dimacs {
        fs::create_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    }
    let lost = RefCell::new(None);
    let keep = |name: &str, text: &str| {
        if let Some(dir) = &args.dimacs {
            let path = dir.join(name).with_extension("cnf");
            if let Err(what) = output::save(&path, text) {
                lost.borrow_mut().get_or_insert(what);
            }
        }
    };
    if args.dimacs.is_some() {
        setting.keep = Some(&keep);
    }
    setting.published = published(args.published.as_deref());
    let peers = if args.beside {
        peer::installed()
    } else {
        Vec::new()
    };
    setting.beside = peers.iter().map(|it| &**it).collect();
    let measurement = named(&args.what).ok_or("there is no such measurement")?;
    let runs = args.runs.unwrap_or(if kept.is_some() { 5 } else { 1 });
    let runs: Result<Vec<_>, _> = (0..runs).map(|_| (measurement.run)(&setting)).collect();
    let report = runs.and_then(Report::of_runs).map_err(|error| error.0)?;
    if let Some(what) = lost.take() {
        return Err(what);
    }
    if let (Some(kept), Some(path)) = (kept, &args.against) {
        let beside = against::compare(&kept, &report);
        let beside = beside.map_err(|what| format!("{}: {what}", path.display()))?;
        let status = match beside.worse {
            0 => ExitStatus::AsExpected,
            _ => ExitStatus::Unexpected,
        };
        let text = if args.json {
            beside.json()
        } else {
            beside.markdown()
        };
        return Ok((text, status));
    }
    let text = if args.json {
        report.json()
    } else {
        report.markdown()
    };
    Ok((text, ExitStatus::AsExpected))
}

/// A report that was kept.
fn kept(path: &Path) -> Result<Kept, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    against::read(&text).map_err(|what| format!("{name}: {what}"))
}

/// Published models that are in a directory.
fn published(directory: Option<&Path>) -> Vec<Published> {
    let Some(directory) = directory else {
        return Vec::new();
    };
    systems::published(&|path| fs::read_to_string(directory.join(path)).ok())
}
