//! `cargo xtask bench`: the measurements of `lockstep bench`, in the page's worker as users have it.
//!
//! The page is built as for users, opened in Chromium, and its worker is asked for a measurement
//! (`web/src/worker/measure.rs`): the code that is measured is the code that everybody downloads.
//! `--native` runs the same beside it as the command line does, `--sat4j N` has Sat4j solve the printed
//! formulas of the first N instances, and both are told as ratios ([`beside`]).
//! `cargo xtask bench page` and `bench steady` measure the page itself.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::args::Args;
use crate::beside::{self, Solved};
use crate::page::{self, Kinds, Profile};
use crate::workspace::Workspace;
use crate::{browser, process, serve};

/// Where Debian's package `sat4j` has it.
const SAT4J: &str = "/usr/share/java/org.sat4j.core.jar";

/// What is to be measured.
struct Wish {
    what: String,
    class: String,
    solver: String,
    count: u32,
    seed: u32,
    printed: bool,
    each: bool,
    /// A directory with published transition systems.
    published: Option<PathBuf>,
}

/// Reads the arguments, measures, and prints the report as JSON, or what was compared as a table.
pub fn run(workspace: &Workspace, mut args: Args) -> Result<()> {
    let url = args.value("--url")?;
    let published = args.value("--published")?.map(PathBuf::from);
    let mut native = args.flag("--native");
    let printed = args.flag("--printed");
    let each = args.flag("--each");
    let class = args.value("--class")?.unwrap_or_default();
    let solver = args.value("--solver")?.unwrap_or_default();
    let mut number = |name, usual: u32| -> Result<u32> {
        let text = args.value(name)?;
        let number = text.map_or(Ok(usual), |text| text.parse());
        number.with_context(|| format!("{name} needs a number"))
    };
    let (count, seed) = (number("--count", 0)?, number("--seed", 7)?);
    let sat4j = number("--sat4j", 0)?;
    let what = args
        .command()
        .context("what is to be measured? See `lockstep bench --help`")?;
    args.finish()?;
    native |= sat4j > 0;
    let chromium = browser::chromium(workspace)?;
    let url = match url {
        Some(url) => url,
        None => {
            page::build(workspace, Profile::Page, Kinds::Shipped, &workspace.dist())?;
            serve::background(&workspace.dist(), "/")?
        }
    };
    let script = |script: &str, args: &[String]| {
        let mut node = Command::new("node");
        node.current_dir(workspace.root());
        node.arg(format!("cli/bench/page/{script}"));
        node.arg(&url).args(args);
        node.env("LOCKSTEP_CHROMIUM", &chromium);
        node
    };
    match what.as_str() {
        "page" => return process::run(&mut script("view.mjs", &[count.max(1).to_string()])),
        "steady" => {
            let numbers = [count.max(1), seed].map(|it| it.to_string());
            return process::run(&mut script("steady.mjs", &numbers));
        }
        "table2" => {}
        _ if sat4j > 0 => bail!("--sat4j solves the formulas of table2"),
        _ => {}
    }
    let wish = Wish {
        each: each || sat4j > 0,
        what,
        class,
        solver,
        count,
        seed,
        printed,
        published,
    };
    // Sat4j before anything else: it can be missing.
    let solved = match sat4j {
        0 => Vec::new(),
        count => by_sat4j(
            workspace,
            &Wish {
                count,
                ..wish.but()
            },
        )?,
    };
    // Published models are longer than an argument may be.
    let asked = workspace.target().join("measurement.json");
    fs::write(&asked, request(&wish)?).context("the request cannot be written")?;
    let mut measure = script("measure.mjs", &[asked.display().to_string()]);
    if !native {
        return process::run(&mut measure);
    }
    let ours = natively(workspace, &wish, None)?;
    let theirs = process::output(&mut measure).context("the page could not be measured")?;
    let theirs = serde_json::from_str(&theirs).context("the page's report is not JSON")?;
    print!("{}", beside::table(&ours, &theirs));
    if sat4j > 0 {
        print!("{}", beside::peer("Sat4j", &solved, &ours, &theirs));
    }
    Ok(())
}

impl Wish {
    /// The same wish once more.
    fn but(&self) -> Self {
        Self {
            what: self.what.clone(),
            class: self.class.clone(),
            published: self.published.clone(),
            solver: self.solver.clone(),
            ..*self
        }
    }
}

/// What the page's worker is asked.
fn request(wish: &Wish) -> Result<String> {
    let mut published = BTreeMap::new();
    for folder in ["models", "properties"] {
        let Some(directory) = &wish.published else {
            break;
        };
        let directory = directory.join(folder);
        let entries = fs::read_dir(&directory);
        let entries = entries.with_context(|| format!("cannot read {}", directory.display()))?;
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            published.insert(format!("{folder}/{name}"), fs::read_to_string(&path)?);
        }
    }
    let request = json!({
        "what": wish.what, "class": wish.class, "count": wish.count, "seed": wish.seed,
        "solver": wish.solver, "printed": wish.printed, "each": wish.each,
        "published": published,
    });
    Ok(request.to_string())
}

/// The report of the command line; formulas of the printed encoding go into a directory.
fn natively(workspace: &Workspace, wish: &Wish, formulas: Option<&Path>) -> Result<Value> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(workspace.root());
    cargo.args(["run", "--locked", "--quiet", "--release"]);
    cargo.args(["--package", "lockstep-cli", "--", "bench", &wish.what]);
    cargo.arg("--json");
    cargo.args(["--count", &wish.count.to_string()]);
    cargo.args(["--seed", &wish.seed.to_string()]);
    for (name, value) in [("--class", &wish.class), ("--solver", &wish.solver)] {
        if !value.is_empty() {
            cargo.args([name, value]);
        }
    }
    for (name, wanted) in [("--printed", wish.printed), ("--each", wish.each)] {
        if wanted {
            cargo.arg(name);
        }
    }
    if let Some(dir) = &wish.published {
        cargo.arg("--published").arg(dir);
    }
    if let Some(dir) = formulas {
        cargo.arg("--dimacs").arg(dir);
    }
    let report = process::output(&mut cargo).context("`lockstep bench` failed")?;
    serde_json::from_str(&report).context("the report of `lockstep bench` is not JSON")
}

/// What Sat4j makes of the printed formulas of these instances, with the paper's procedure.
fn by_sat4j(workspace: &Workspace, wish: &Wish) -> Result<Vec<Solved>> {
    if !Path::new(SAT4J).exists() {
        bail!("{SAT4J} is missing; Debian's package sat4j has it");
    }
    let formulas = workspace.target().join("formulas");
    if formulas.exists() {
        fs::remove_dir_all(&formulas).context("cannot remove the formulas of an earlier run")?;
    }
    natively(workspace, wish, Some(&formulas))?;
    let mut java = Command::new("java");
    java.current_dir(workspace.root());
    java.args(["-Xmx6g", "-cp", SAT4J, "cli/bench/peers/Sat4j.java"]);
    java.arg(&formulas);
    let lines = process::output(&mut java).context("Sat4j could not be run")?;
    fs::remove_dir_all(&formulas)?;
    Ok(lines.lines().filter_map(Solved::read).collect())
}
