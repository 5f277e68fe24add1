//! The layout engine of the built page: elkjs, reduced to what the page's layouts need.
//!
//! elkjs holds eight families of layouts and a framework for models; the page uses one layout with
//! one set of options. `xtask/layout` traces what of it that runs and leaves the rest out, which takes
//! half a minute: the result is kept under a name that covers all it depends on.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;
use crate::workspace::Workspace;

/// What `web/js/entry-layout.js` imports it as.
pub const NAME: &str = "layout-engine";

/// The engine as its authors publish it, for builds that should be quick.
pub fn whole(workspace: &Workspace) -> PathBuf {
    workspace.npm_script("elkjs/lib/elk-worker.min.js")
}

/// The reduced engine; makes it where the last one made was of other files.
pub fn reduced(workspace: &Workspace) -> Result<PathBuf> {
    let options = workspace.root().join("web/js/layout/options.js");
    let scripts = workspace.root().join("xtask/layout");
    let mut inputs = vec![
        options.clone(),
        workspace.npm_script("elkjs/package.json"),
        workspace.npm_script("acorn/package.json"),
        workspace.npm_script("terser/package.json"),
    ];
    for entry in fs::read_dir(&scripts).context("cannot list xtask/layout")? {
        inputs.push(entry?.path());
    }
    inputs.sort();
    let mut hasher = DefaultHasher::new();
    for input in &inputs {
        let text = fs::read(input).with_context(|| format!("cannot read {}", input.display()))?;
        text.hash(&mut hasher);
    }
    let out = workspace.target().join("layout-engine");
    fs::create_dir_all(&out)?;
    let out = out.join(format!("{:016x}.cjs", hasher.finish()));
    if !out.exists() {
        println!("reducing the layout engine to what the page needs");
        // Written beside its place, so that a run that was interrupted leaves nothing behind.
        let unfinished = out.with_extension("unfinished");
        let mut node = Command::new("node");
        node.current_dir(workspace.root());
        node.arg(scripts.join("main.mjs"))
            .arg(&options)
            .arg(&unfinished);
        process::run(&mut node)?;
        fs::rename(&unfinished, &out)?;
    }
    Ok(out)
}
