//! Finds Chromium, and installs it where it is missing and that is possible.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::process;
use crate::workspace::Workspace;

/// Where Chromium or a browser of its family usually lies.
const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
];

/// Chromium's engine without the windows of a browser. It opens a page in about half the time that the whole browser takes.
const SHELL: &str = "chromium-headless-shell";

/// The browser for measurements and for what is tried in a whole browser; the environment variable `CHROMIUM` overrides the
/// search.
pub fn chromium(workspace: &Workspace) -> Result<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM").map(PathBuf::from) {
        if !works(&path) {
            bail!("CHROMIUM names {}, which does not run", path.display());
        }
        return Ok(path);
    }
    if let Some(path) = find() {
        return Ok(path);
    }
    println!("Chromium is missing, trying to install it");
    install(workspace, "chromium");
    find().map_or_else(
        || {
            bail!(
                "the browser tests need Chromium and it could not be installed; \
                 install it (Debian: apt install chromium), or name one with CHROMIUM=/path, \
                 or leave these tests out with `cargo xtask test --no-browser`"
            )
        },
        Ok,
    )
}

/// The quicker browser for most tests; `None` where it cannot be had, or where `CHROMIUM` names the browser for all of them.
pub fn headless_shell(workspace: &Workspace) -> Option<PathBuf> {
    if std::env::var_os("CHROMIUM").is_some() {
        return None;
    }
    on_path(&[SHELL]).or_else(|| {
        println!("{SHELL} is missing, trying to install it");
        install(workspace, SHELL);
        on_path(&[SHELL])
    })
}

fn find() -> Option<PathBuf> {
    on_path(&NAMES)
}

/// The first of some programs that is there and runs.
fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let dirs: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let candidates = names
        .iter()
        .flat_map(|name| dirs.iter().map(move |dir| dir.join(name)));
    candidates
        .filter(|path| path.is_file())
        .find(|path| works(path))
}

/// Ubuntu has a `chromium-browser` that only says how to install the real one.
fn works(path: &Path) -> bool {
    process::output(Command::new(path).arg("--version")).is_some()
}

/// A package of Debian, as root or where sudo asks for no password. Failures are no errors here: what
/// counts is whether a browser can be found afterwards.
fn install(workspace: &Workspace, package: &str) {
    let root = process::output(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0");
    for arguments in [
        vec!["apt-get", "update", "--quiet"],
        vec![
            "apt-get",
            "install",
            "--yes",
            "--no-install-recommends",
            package,
        ],
    ] {
        let mut command = Command::new(if root { "env" } else { "sudo" });
        if !root {
            command.args(["-n", "env"]);
        }
        command
            .arg("DEBIAN_FRONTEND=noninteractive")
            .args(arguments);
        if process::status(command.current_dir(workspace.root())).is_err() {
            return;
        }
    }
}
