//! `lockstep bench`: the papers' tables, measured here and now.
//!
//! Every figure comes with its seed, and every answer is given by two engines that must agree.

use std::io::{self, Write};
use std::time::Instant;

use clap::{Args, ValueEnum};
use lockstep_core::encode::paper::{Instance, Printed, Repairs, Style};
use lockstep_core::engine::bmc::Bmc;
use lockstep_core::engine::portfolio::{self, Choice};
use lockstep_core::engine::{Coverage, Finding, Limits, Unwatched};
use lockstep_core::generate::published::{Class, instance};
use lockstep_core::language::Model;
use lockstep_core::network::Task;
use lockstep_core::question::task;
use lockstep_core::sat::{self, Backend};
use serde::Serialize;

use crate::check::Verdict;

/// The options of `lockstep bench`.
#[derive(Debug, Args)]
pub struct Bench {
    /// Which table to measure
    #[arg(value_enum)]
    table: Table,

    /// Class of instances: small, medium or large; all three where left out
    #[arg(long, value_name = "CLASS")]
    class: Option<String>,

    /// Instances per class
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: u64,

    /// Seed of the generator
    #[arg(long, value_name = "N", default_value_t = 7)]
    seed: u64,

    /// SAT solver for the formulas
    #[arg(long, value_name = "NAME", default_value = "")]
    solver: String,

    /// Measure the printed encoding too (its semantics is stricter than the definitions)
    #[arg(long)]
    printed: bool,

    /// Print JSON instead of a Markdown table
    #[arg(long)]
    json: bool,
}

/// The tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Table {
    /// Table 2 of the sequence checker: generated instances of three classes
    Table2,
}

/// One line of a table: a class, a method, and the mean over its consistent or inconsistent part.
#[derive(Debug, Serialize)]
struct Row {
    class: &'static str,
    method: &'static str,
    answer: &'static str,
    instances: usize,
    encode_ms: f64,
    solve_ms: f64,
    median_ms: f64,
    worst_ms: f64,
    variables: u64,
    clauses: u64,
}

/// One instance by one method.
struct Sample {
    consistent: bool,
    prefix: u32,
    encode_ms: f64,
    total_ms: f64,
    variables: u64,
    clauses: u64,
}

/// Runs the command.
pub fn run(args: &Bench) -> Verdict {
    let Some(solver) = sat::named(&args.solver) else {
        return bad(&format!("there is no solver `{}`", args.solver));
    };
    let classes = match &args.class {
        None => Class::ALL.to_vec(),
        Some(name) => match Class::named(name) {
            Some(class) => vec![class],
            None => {
                return bad(&format!(
                    "there is no class `{name}`; classes are small, medium, large"
                ));
            }
        },
    };
    let Table::Table2 = args.table;
    let mut rows = Vec::new();
    for class in classes {
        match measure(&class, args, solver) {
            Ok(more) => rows.extend(more),
            Err(what) => return bad(&what),
        }
    }
    let text = if args.json {
        serde_json::to_string_pretty(&rows).unwrap_or_default()
    } else {
        markdown(&rows, args)
    };
    writeln!(io::stdout().lock(), "{text}").ok();
    Verdict::AsExpected
}

fn bad(what: &str) -> Verdict {
    writeln!(io::stderr().lock(), "error: {what}").ok();
    Verdict::BadInput
}

fn measure(class: &Class, args: &Bench, solver: Backend) -> Result<Vec<Row>, String> {
    let mut by_portfolio = Vec::new();
    let mut by_delivery = Vec::new();
    let mut by_print = Vec::new();
    for number in 0..args.count {
        let model = instance(class, args.seed, number);
        let one = portfolio(&model, solver);
        let two = delivery(&model, solver);
        let (Some(one), Some(two)) = (one, two) else {
            return Err(format!("{} {number} hit a limit", class.name));
        };
        if (one.consistent, one.prefix) != (two.consistent, two.prefix) {
            return Err(format!("{} {number}: two engines disagree", class.name));
        }
        by_portfolio.push(one);
        by_delivery.push(two);
        if args.printed {
            by_print.extend(printed(&model, class, solver));
        }
    }
    let mut rows = Vec::new();
    for (method, samples) in [
        ("portfolio", by_portfolio),
        ("delivery", by_delivery),
        ("printed", by_print),
    ] {
        for (answer, consistent) in [("consistent", true), ("inconsistent", false)] {
            let part: Vec<_> = samples
                .iter()
                .filter(|s| s.consistent == consistent)
                .collect();
            if !part.is_empty() {
                rows.push(row(class.name, method, answer, &part));
            }
        }
    }
    Ok(rows)
}

fn row(class: &'static str, method: &'static str, answer: &'static str, part: &[&Sample]) -> Row {
    let mean =
        |of: &dyn Fn(&Sample) -> f64| part.iter().map(|s| of(s)).sum::<f64>() / part.len() as f64;
    let mut totals: Vec<_> = part.iter().map(|s| s.total_ms).collect();
    totals.sort_by(f64::total_cmp);
    Row {
        class,
        method,
        answer,
        instances: part.len(),
        encode_ms: mean(&|s| s.encode_ms),
        solve_ms: mean(&|s| s.total_ms - s.encode_ms),
        median_ms: totals[totals.len() / 2],
        worst_ms: totals[totals.len() - 1],
        variables: mean(&|s| s.variables as f64) as u64,
        clauses: mean(&|s| s.clauses as f64) as u64,
    }
}

fn ms(started: Instant) -> f64 {
    started.elapsed().as_secs_f64() * 1000.0
}

fn sample(task: &Task, finding: &Finding, total_ms: f64) -> Option<Sample> {
    (!matches!(finding.coverage, Coverage::Open(_))).then(|| Sample {
        consistent: finding.value == task.objective.max(),
        prefix: finding.value,
        encode_ms: 0.0,
        total_ms,
        variables: 0,
        clauses: 0,
    })
}

/// The whole question by the portfolio, failing message and shortest run included.
fn portfolio(model: &Model, solver: Backend) -> Option<Sample> {
    let started = Instant::now();
    let limits = Limits::default();
    let mut task = task(model, &model.checks[0]);
    let ceilings = portfolio::prepare(&mut task, Choice::Auto, &limits);
    let solvers = || solver.create(None);
    let answered = portfolio::solve(
        &task,
        ceilings,
        Choice::Auto,
        &limits,
        &solvers,
        &mut Unwatched,
    );
    sample(&task, &answered.finding, ms(started))
}

/// The delivery encoding alone, one incremental solver for all prefixes.
fn delivery(model: &Model, solver: Backend) -> Option<Sample> {
    let started = Instant::now();
    let task = task(model, &model.checks[0]);
    let mut bmc = Bmc::new(&task, &Limits::default(), solver.create(None));
    let finding = bmc.run(&mut Unwatched);
    let sampled = sample(&task, &finding, ms(started))?;
    Some(Sample {
        variables: bmc.formula().var_count() as u64,
        clauses: bmc.formula().clause_count() as u64,
        ..sampled
    })
}

/// The printed encoding with its unsound points mended, as the paper uses it: solve, and while
/// there is no model remove the last message and solve again.
fn printed(model: &Model, class: &Class, solver: Backend) -> Option<Sample> {
    let style = Style::with(Repairs::ALL);
    let bound = class.bound() as usize;
    let (mut encode_ms, mut total_ms) = (0.0, 0.0);
    let mut size = None;
    let count = model.scenarios[0].messages.len();
    for prefix in (0..=count).rev() {
        let mut cropped = model.clone();
        cropped.scenarios[0].messages.truncate(prefix);
        let instance = Instance::new(&cropped, &cropped.checks[0]).ok()?;
        let started = Instant::now();
        let printed = Printed::new(&instance, bound, &style).ok()?;
        encode_ms += ms(started);
        let formula = printed.formula();
        let mut solver = solver.create(None);
        solver.read_formula(formula, &mut 0);
        let answer = solver.solve().ok()?;
        total_ms += ms(started);
        let (variables, clauses) =
            *size.get_or_insert((formula.var_count(), formula.clause_count()));
        if matches!(answer, sat::Answer::Satisfiable(_)) {
            return Some(Sample {
                consistent: prefix == count,
                prefix: prefix as u32,
                encode_ms,
                total_ms,
                variables: variables as u64,
                clauses: clauses as u64,
            });
        }
    }
    None
}

fn markdown(rows: &[Row], args: &Bench) -> String {
    let mut text = format!(
        "Table 2, seed {}, {} instances per class, failing message included; times in ms.\n\n\
         | class | method | answer | instances | encode | solve | median | worst | variables | clauses |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
        args.seed, args.count
    );
    for row in rows {
        text += &format!(
            "| {} | {} | {} | {} | {:.3} | {:.3} | {:.3} | {:.3} | {} | {} |\n",
            row.class,
            row.method,
            row.answer,
            row.instances,
            row.encode_ms,
            row.solve_ms,
            row.median_ms,
            row.worst_ms,
            row.variables,
            row.clauses
        );
    }
    text
}
