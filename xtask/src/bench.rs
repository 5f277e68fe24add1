//! `cargo xtask bench`: the measurements of `lockstep bench`, in a worker of Chromium.
//!
//! The same code as natively, as a module of its own beside the page: what users download does not
//! grow by it. Built with the release profile, that is without the page's link-time optimisation.
//! `cargo xtask bench page` and `bench steady` measure the page itself instead.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::json;
use wasm_bindgen_cli_support::Bindgen;

use crate::args::Args;
use crate::page::{self, Profile};
use crate::workspace::Workspace;
use crate::{browser, process, serve, setup};

/// Reads the arguments, builds the module, and prints the report as JSON.
pub fn run(workspace: &Workspace, mut args: Args) -> Result<()> {
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
    let what = args
        .command()
        .context("what is to be measured? See `lockstep bench --help`")?;
    args.finish()?;
    if what == "page" {
        return page_itself(workspace, "view.mjs", &[count.max(1)]);
    }
    if what == "steady" {
        return page_itself(workspace, "steady.mjs", &[count.max(1), seed]);
    }

    setup::wasm_target(workspace)?;
    setup::npm_packages(workspace)?;
    let chromium = browser::chromium(workspace)?;
    let mut cargo = Command::new("cargo");
    cargo.current_dir(workspace.root());
    cargo.args([
        "build",
        "--locked",
        "--release",
        "--package",
        "lockstep-bench",
    ]);
    cargo.args(["--bin", "bench-page", "--target", "wasm32-unknown-unknown"]);
    process::run(&mut cargo)?;
    let compiled = workspace
        .target()
        .join("wasm32-unknown-unknown/release/bench-page.wasm");
    let out = workspace.target().join("bench-page");
    Bindgen::new()
        .input_path(compiled)
        .web(true)?
        .typescript(false)
        .generate(&out)
        .context("cannot write the bindings of bench-page")?;
    let sources = workspace.root().join("cli/bench/page");
    for file in ["index.html", "worker.js"] {
        fs::copy(sources.join(file), out.join(file))
            .with_context(|| format!("cannot copy {file}"))?;
    }
    let request = json!({
        "what": what, "group": class, "count": count, "seed": seed, "solver": solver,
        "printed": printed, "each": each,
    });
    let mut node = Command::new("node");
    node.current_dir(workspace.root());
    node.arg(sources.join("measure.mjs"));
    node.arg(serve::background(&out, "/")?);
    node.arg(request.to_string());
    node.env("LOCKSTEP_CHROMIUM", chromium);
    process::run(&mut node)
}

/// Builds the page as users get it and has a script measure it: how it opens and how a long run is
/// stepped, or how far drawings stay as they were.
fn page_itself(workspace: &Workspace, script: &str, numbers: &[u32]) -> Result<()> {
    page::build(workspace, Profile::Page, &workspace.dist())?;
    let chromium = browser::chromium(workspace)?;
    let mut node = Command::new("node");
    node.current_dir(workspace.root());
    node.arg(format!("cli/bench/page/{script}"));
    node.arg(serve::background(&workspace.dist(), "/")?);
    node.args(numbers.iter().map(ToString::to_string));
    node.env("LOCKSTEP_CHROMIUM", chromium);
    process::run(&mut node)
}
