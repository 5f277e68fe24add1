//! Weighs the built page: what travels over the wire, compressed as static hosts do.
//!
//! The first view is everything that is needed until the first verdict; the rest may come later.
//! Which is which stands in the built `index.html`: a file that only a `prefetch` link names is
//! later, and so are the service worker and fonts of other scripts, which a browser loads when a text needs them. Examples,
//! licences and source maps are loaded by nothing that runs by itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::html;
use crate::offline;
use crate::process;
use crate::workspace::Workspace;

/// Most bytes, brotli, of the first view. What keeps the page below it stands in
/// docs/decisions/0006-size-of-the-page.md.
const FIRST_VIEW: u64 = 500_000;
/// Most bytes, brotli, of everything that the page may load.
const ALL: u64 = 850_000;

/// The fonts that the first view is set in; those of other scripts wait for a text that needs them.
const FIRST_FONTS: [&str; 3] = ["sans-latin-400", "sans-latin-600", "mono-latin-400"];

/// Prints the sizes; false says that a budget is passed.
pub fn weigh(workspace: &Workspace, dist: &Path) -> Result<bool> {
    let index = fs::read_to_string(dist.join("index.html"))
        .context("there is no built page; `cargo xtask build` makes one")?;
    let prefetched: BTreeSet<PathBuf> = html::links(&index)
        .iter()
        .filter(|link| link.get("rel") == Some("prefetch"))
        .filter_map(|link| link.get("href").map(|href| dist.join(href)))
        .collect();
    let later = |file: &Path| {
        let name = file.to_string_lossy();
        prefetched.contains(file)
            || name.ends_with(offline::NAME)
            || (name.ends_with(".woff2") && !FIRST_FONTS.iter().any(|it| name.contains(it)))
    };
    let files = loadable(dist)?;
    let sizes = brotli(workspace, &files)?;

    println!("{:>9}  {:>9}  file", "raw", "brotli");
    let (mut first, mut all) = (0, 0);
    for (file, packed) in files.iter().zip(sizes) {
        let raw = fs::metadata(file)?.len();
        let name = file.strip_prefix(dist).unwrap_or(file).display();
        let note = if later(file) { "  (later)" } else { "" };
        println!("{raw:>9}  {packed:>9}  {name}{note}");
        all += packed;
        if !later(file) {
            first += packed;
        }
    }
    let mut kept = true;
    for (what, size, budget) in [("first view", first, FIRST_VIEW), ("all", all, ALL)] {
        let verdict = if size <= budget { "within" } else { "OVER" };
        println!("{what}: {size} bytes, {verdict} the budget of {budget}");
        kept &= size <= budget;
    }
    Ok(kept)
}

/// What the page may load by itself: everything but examples, source maps and licence texts.
fn loadable(dist: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut dirs = vec![dist.to_path_buf()];
    while let Some(dir) = dirs.pop() {
        for entry in fs::read_dir(dir)? {
            let path = entry?.path();
            let name = path.to_string_lossy();
            if path.is_dir() {
                dirs.extend((path != dist.join("examples")).then_some(path));
            } else if ![".map", ".LEGAL.txt", ".nojekyll"]
                .iter()
                .any(|it| name.ends_with(it))
            {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The size of each file after brotli at its best, as node's zlib does it.
fn brotli(workspace: &Workspace, files: &[PathBuf]) -> Result<Vec<u64>> {
    let mut node = Command::new("node");
    node.arg(workspace.root().join("xtask/brotli-sizes.mjs"));
    let text = process::output(node.args(files)).context("node could not compress the files")?;
    let sizes: Vec<u64> = text.lines().filter_map(|line| line.parse().ok()).collect();
    if sizes.len() != files.len() {
        bail!("node gave {} sizes for {} files", sizes.len(), files.len());
    }
    Ok(sizes)
}
