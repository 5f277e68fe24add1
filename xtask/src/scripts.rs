//! Bundling: everything of `web/js` and every stylesheet goes through one run of esbuild.
//!
//! esbuild also gives the files their fingerprints and, because a file's fingerprint covers what it
//! imports, a changed file changes the name of all that load it. What users get goes through terser
//! then (`xtask/minify.mjs`), which finds more to leave out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::process;
use crate::setup;
use crate::workspace::Workspace;

/// What to bundle.
#[derive(Default)]
pub struct Bundle {
    /// Output name without extension, and the source file.
    pub entries: Vec<(String, PathBuf)>,
    /// Import names that stand for files which exist only during the build.
    pub aliases: Vec<(String, PathBuf)>,
    /// Whether names get a fingerprint.
    pub hashed: bool,
    /// Whether to leave the output readable and add source maps.
    pub dev: bool,
}

/// The scripts that Rust may load by name: `web/js/entry-NAME.js` or `.ts`, in alphabetical order.
pub fn entries(workspace: &Workspace) -> Result<Vec<(String, PathBuf)>> {
    let dir = workspace.root().join("web/js");
    let mut entries = Vec::new();
    for file in fs::read_dir(&dir).with_context(|| format!("cannot list {}", dir.display()))? {
        let path = file?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.and_then(|name| name.strip_prefix("entry-"));
        let name = name.and_then(|name| name.strip_suffix(".js").or(name.strip_suffix(".ts")));
        if let Some(name) = name {
            entries.push((name.to_string(), path));
        }
    }
    entries.sort();
    Ok(entries)
}

/// Bundles into `out` and returns each output's file name by its canonical source path.
pub fn bundle(
    workspace: &Workspace,
    bundle: &Bundle,
    out: &Path,
) -> Result<BTreeMap<PathBuf, String>> {
    if bundle.entries.is_empty() {
        return Ok(BTreeMap::new());
    }
    let report = workspace.target().join("esbuild.json");
    let mut esbuild = Command::new("node");
    esbuild.current_dir(workspace.root());
    esbuild.arg(workspace.npm_script("esbuild/bin/esbuild"));
    for (name, source) in &bundle.entries {
        esbuild.arg(format!("{name}={}", source.display()));
    }
    for (name, path) in &bundle.aliases {
        esbuild.arg(format!("--alias:{name}={}", path.display()));
    }
    esbuild.arg(format!("--outdir={}", out.display()));
    esbuild.arg(format!("--metafile={}", report.display()));
    esbuild.args([
        "--bundle",
        "--format=esm",
        "--target=es2022",
        "--log-level=warning",
        // elkjs compares with -0, knowing what that means.
        "--log-override:equals-negative-zero=silent",
        // The bindings list the link module of parts once for each function of it.
        "--log-override:duplicate-object-key=silent",
    ]);
    esbuild.args([
        "--loader:.wasm=file",
        "--loader:.woff2=file",
        "--loader:.svg=file",
    ]);
    // Licence texts of packages move into a file beside each script.
    esbuild.arg("--legal-comments=linked");
    if bundle.hashed {
        esbuild.args(["--entry-names=[name]-[hash]", "--asset-names=[name]-[hash]"]);
    } else {
        esbuild.args(["--entry-names=[name]", "--asset-names=[name]"]);
    }
    esbuild.arg(if bundle.dev {
        "--sourcemap"
    } else {
        "--minify"
    });
    let terser = bundle.hashed && !bundle.dev;
    if terser {
        // The fingerprint has to cover what terser will make of the file.
        let version = fs::read_to_string(workspace.npm_script("terser/package.json"))?;
        let version: Value = serde_json::from_str(&version)?;
        esbuild.arg(format!("--banner:js=// terser {}", version["version"]));
    }
    process::run(&mut esbuild)?;
    let outputs = outputs(workspace, &report)?;
    if terser {
        let mut node = Command::new("node");
        node.current_dir(workspace.root());
        node.arg("xtask/minify.mjs");
        node.args(outputs.values().map(|name| out.join(name)));
        process::run(&mut node)?;
    }
    Ok(outputs)
}

/// Reads esbuild's report: which source file became which output file.
fn outputs(workspace: &Workspace, report: &Path) -> Result<BTreeMap<PathBuf, String>> {
    let text = fs::read(report).context("cannot read esbuild's report")?;
    let report: Value = serde_json::from_slice(&text).context("esbuild's report is not JSON")?;
    let Some(files) = report["outputs"].as_object() else {
        bail!("esbuild's report names no outputs");
    };
    let mut outputs = BTreeMap::new();
    for (output, about) in files {
        // An asset such as a wasm file has no entry point; its only input is the file itself.
        let source = about["entryPoint"].as_str().or_else(|| {
            let inputs = about["inputs"].as_object()?;
            let only = inputs.keys().next().filter(|_| inputs.len() == 1);
            only.map(String::as_str)
        });
        let name = Path::new(output).file_name().and_then(|name| name.to_str());
        if let (Some(source), Some(name)) = (source, name)
            && !name.ends_with(".map")
        {
            let source = fs::canonicalize(workspace.root().join(source))?;
            outputs.insert(source, name.to_string());
        }
    }
    Ok(outputs)
}

/// Trunk's post-build hook: the scripts under the names that `index.html` writes, in `js/`.
pub fn for_trunk(workspace: &Workspace, out: Option<PathBuf>) -> Result<()> {
    let staging = std::env::var_os("TRUNK_STAGING_DIR").map(|dir| PathBuf::from(dir).join("js"));
    let Some(out) = out.or(staging) else {
        bail!("say where to with --out DIR (Trunk says it through TRUNK_STAGING_DIR)");
    };
    setup::npm_packages(workspace)?;
    let all = Bundle {
        entries: entries(workspace)?,
        ..Bundle::default()
    };
    bundle(workspace, &all, &out)?;
    Ok(())
}
