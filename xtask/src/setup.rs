//! Fetches what a fresh clone misses: the wasm target, the npm packages of the lock file, and the
//! checker of proofs that the tests compare with.
//!
//! Every step first looks whether there is something to do, so a second run costs nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;
use crate::workspace::Workspace;

const WASM: &str = "wasm32-unknown-unknown";

/// Makes sure that Rust can compile for the browser. `rust-toolchain.toml` names the target too,
/// but a machine may have rustup's automatic installation switched off.
pub fn wasm_target(workspace: &Workspace) -> Result<()> {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "target-libdir", "--target", WASM]);
    let libdir = process::output(rustc.current_dir(workspace.root()));
    if libdir.is_some_and(|dir| Path::new(dir.trim()).is_dir()) {
        return Ok(());
    }
    println!("installing the Rust target {WASM}");
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", WASM]);
    process::run(rustup.current_dir(workspace.root()))
        .with_context(|| format!("the Rust target {WASM} is missing; install it with your system's Rust, or install rustup"))
}

/// Makes sure that `node_modules` is what `package-lock.json` says.
///
/// npm takes seconds to find out by itself, so the lock file of the last installation is kept
/// beside the packages and compared.
pub fn npm_packages(workspace: &Workspace) -> Result<()> {
    node()?;
    let root = workspace.root();
    let lock = fs::read(root.join("package-lock.json")).context("cannot read package-lock.json")?;
    let installed = root.join("node_modules/.installed-lock.json");
    if fs::read(&installed).is_ok_and(|last| last == lock) {
        return Ok(());
    }
    println!("installing the npm packages of package-lock.json");
    let mut npm = Command::new("npm");
    // No package of ours needs its install scripts, so none gets to run one.
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    npm.args(["--loglevel", "error"]);
    process::run(npm.current_dir(root))?;
    fs::write(&installed, lock).context("cannot note what was installed")
}

/// Somebody else's checker of DRAT proofs (crates.io, MIT), so that ours are not believed on our word.
/// Fixed, because a test runs it.
const PROOF_CHECKER: &str = "rate@0.3.0";

/// The checker of proofs, compiled once per target directory. Where that fails the tests that need
/// it skip, and say so.
pub fn proof_checker(workspace: &Workspace) -> PathBuf {
    let root = workspace.target().join("tools");
    let program = root.join("bin").join("rate");
    if !program.is_file() {
        println!("installing {PROOF_CHECKER}, which checks proofs");
        let mut cargo = Command::new("cargo");
        cargo.args(["install", "--quiet", "--locked", PROOF_CHECKER, "--root"]);
        cargo.arg(&root).env_remove("CARGO_TARGET_DIR");
        if let Err(error) = process::run(&mut cargo) {
            println!("skipped: {PROOF_CHECKER} could not be installed: {error:#}");
        }
    }
    program
}

fn node() -> Result<()> {
    let Some(version) = process::output(Command::new("node").arg("--version")) else {
        bail!(
            "Node.js is missing; install version 20 or newer (Debian and Ubuntu: apt install nodejs npm)"
        );
    };
    let major = version.trim().trim_start_matches('v').split('.').next();
    match major.and_then(|major| major.parse::<u32>().ok()) {
        Some(major) if major < 18 => {
            bail!(
                "Node.js {} is too old; install version 20 or newer",
                version.trim()
            )
        }
        _ => Ok(()),
    }
}
