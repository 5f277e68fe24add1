//! The build: from the web crate, `web/js` and `static` to a directory of static files.
//!
//! `web/index.html` is the one list of what the page consists of, for this build and for Trunk's.
//! The steps: cargo compiles the binary of the `rel="rust"` link; for users it is cut into parts
//! ([`parts`]); wasm-bindgen writes its JavaScript bindings; esbuild bundles bindings, stylesheets
//! and each `web/js/entry-NAME.js` into `assets/`, with a fingerprint in every name; then the links
//! of `index.html` are rewritten to these names, the lessons get their plain pages ([`lessons`]), and the service worker is
//! told all names ([`offline`]).
//!
//! **How Rust reaches a script.** Not through `#[wasm_bindgen(module = …)]` on the script itself:
//! that would tie it to the first download and to a name at compile time. `index.html` has
//! `<link data-asset="NAME" …>` for each entry, this build sets its `href`, and
//! `web/js/assets.js` (a few lines, imported from Rust with `#[wasm_bindgen(module =
//! "/js/assets.js")]`) turns a name into an address or loads the module. The `rel` of the link says
//! when the browser fetches it: `modulepreload` with the first view, `part` when somebody asks,
//! and what is `data-later`, too, is fetched in advance once the first verdict stands there.
//!
//! All addresses are relative, so the directory works under any path of a static host.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::html::{self, Link};
use crate::lessons;
use crate::offline;
use crate::parts;
use crate::process;
use crate::scripts::{self, Bundle};
use crate::setup;
use crate::workspace::Workspace;

/// Which cargo profile to build with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// What users get.
    Page,
    /// Compiles faster, keeps names and source maps, answers slower.
    Dev,
}

impl Profile {
    /// The profile's name and the directory that cargo builds it in.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Page => ("page", "page"),
            Self::Dev => ("dev", "debug"),
        }
    }
}

/// Which kinds of model the page has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// Those that users get.
    Shipped,
    /// Those of tests, too: they show that a kind needs nothing from the rest of the page.
    WithToys,
}

/// What the page may do, as a `<meta>` because static hosts set no headers: nothing but its own
/// files, WebAssembly, and the inline styles that the editor and moving diagrams need.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; \
     connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// The part that no browser fetches before somebody asks for it: the measurements.
const UNFETCHED: &str = "bench";

/// Builds the page into `out`, which is replaced when everything else has worked.
pub fn build(workspace: &Workspace, profile: Profile, kinds: Kinds, out: &Path) -> Result<()> {
    let started = Instant::now();
    setup::wasm_target(workspace)?;
    setup::npm_packages(workspace)?;

    let index = fs::read_to_string(workspace.index()).context("cannot read web/index.html")?;
    let parts = Parts::of(workspace, &index)?;
    compile(workspace, profile, kinds)?;
    let bindings = workspace.target().join("bindings").join(profile.names().1);
    let later = bind(workspace, profile, &parts.page, &bindings)?;

    // Built beside its place and then moved there: a page that is being served never loses its
    // files because of a compile error.
    let staging = workspace.target().join("page-staging");
    remove(&staging)?;
    fs::create_dir_all(staging.join("assets"))?;
    let names = bundle(
        workspace,
        profile,
        &parts,
        &bindings,
        later.as_ref(),
        &staging,
    )?;
    let page = html::replace_links(&index, |link| rewrite(workspace, link, &names, &staging))?;
    let policy = format!(
        "<head>\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">{}",
        offline::head(profile)
    );
    let later = format!("{}  </head>", later_links(&names)?);
    let page = page
        .replacen("<head>", &policy, 1)
        .replacen("  </head>", &later, 1);
    fs::write(staging.join("index.html"), page)?;
    // GitHub Pages would otherwise look for a site to generate.
    fs::write(staging.join(".nojekyll"), "")?;
    lessons::write(workspace, &staging)?;
    offline::write(workspace, profile, &staging)?;
    install(&staging, out)?;
    println!(
        "built {} in {:.0} s",
        out.display(),
        started.elapsed().as_secs_f64()
    );
    Ok(())
}

/// What `index.html` asks to be built.
struct Parts {
    page: String,
    styles: Vec<PathBuf>,
    /// Stylesheets that only parts of the program need.
    later_styles: Vec<PathBuf>,
}

impl Parts {
    fn of(workspace: &Workspace, index: &str) -> Result<Self> {
        let mut page = None;
        let mut styles = Vec::new();
        let mut later_styles = Vec::new();
        for link in html::links(index) {
            if link.get("data-trunk").is_none() {
                continue;
            }
            match link.get("rel") {
                Some("rust") => page = link.get("data-bin").map(String::from),
                Some("css") if link.get("data-part").is_some() => {
                    later_styles.push(source(workspace, &link)?);
                }
                Some("css") => styles.push(source(workspace, &link)?),
                _ => {}
            }
        }
        Ok(Self {
            page: page.context("web/index.html has no rel=\"rust\" link with data-bin")?,
            styles,
            later_styles,
        })
    }
}

/// The file that a link of `index.html` names.
fn source(workspace: &Workspace, link: &Link) -> Result<PathBuf> {
    let href = link
        .get("href")
        .context("a data-trunk link needs an href")?;
    fs::canonicalize(workspace.root().join("web").join(href))
        .with_context(|| format!("web/index.html names {href}, which cannot be read"))
}

fn compile(workspace: &Workspace, profile: Profile, kinds: Kinds) -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(workspace.root());
    cargo.args(["rustc", "--locked", "--package", "lockstep-web", "--bins"]);
    cargo.args(["--target", "wasm32-unknown-unknown"]);
    cargo.args(["--profile", profile.names().0]);
    cargo.args(["--config", &without_paths()?]);
    if kinds == Kinds::WithToys {
        cargo.args(["--features", "toy-kinds"]);
    }
    if profile == Profile::Page {
        cargo.args(["--", "--cfg", "lockstep_parts", "-Clink-arg=--emit-relocs"]);
    }
    process::run(&mut cargo)
}

/// A cargo setting that takes the paths of this machine out of the panic messages of packages: the
/// same commit makes the same page everywhere, and it tells nobody where it was built.
fn without_paths() -> Result<String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let user = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    let sources = home
        .or(user)
        .context("neither CARGO_HOME nor HOME is set")?;
    let flag = format!("--remap-path-prefix={}=crates", sources.display());
    let flag = serde_json::Value::from(flag);
    Ok(format!("target.wasm32-unknown-unknown.rustflags=[{flag}]"))
}

/// Writes the JavaScript bindings of a compiled binary, and the wasm file that fits them. What users
/// get is cut into parts before.
fn bind(
    workspace: &Workspace,
    profile: Profile,
    binary: &str,
    out: &Path,
) -> Result<Option<parts::Parts>> {
    let compiled = workspace.target().join("wasm32-unknown-unknown");
    let compiled = compiled.join(profile.names().1).join(binary);
    let compiled = compiled.with_extension("wasm");
    let cut = match profile {
        Profile::Page => {
            let into = out.join("parts");
            remove(&into)?;
            Some(parts::cut(&compiled, &into)?)
        }
        Profile::Dev => None,
    };
    Bindgen::new()
        .input_path(cut.as_ref().map_or(&compiled, |parts| &parts.first))
        .web(true)?
        // The parts that come later find the table of functions among the exports.
        .keep_lld_exports(cut.is_some())
        .typescript(false)
        .debug(profile == Profile::Dev)
        .remove_name_section(profile == Profile::Page)
        .remove_producers_section(profile == Profile::Page)
        .generate(out)
        .with_context(|| format!("cannot write the bindings of {binary}"))?;
    Ok(cut)
}

/// The built names, by what they were built from.
struct Names {
    outputs: std::collections::BTreeMap<PathBuf, String>,
    page: PathBuf,
    /// The stylesheets of the first view in one, and the first of them, whose link becomes the one to it; and the same
    /// of those that come later.
    styles: [(PathBuf, Option<PathBuf>); 2],
    page_wasm: PathBuf,
    /// The files of the program that come later, each with the parts that need it.
    later: Vec<(PathBuf, String)>,
    entries: Vec<(String, PathBuf)>,
}

impl Names {
    /// The built file's address, relative to the page.
    fn address(&self, source: &Path) -> Result<String> {
        let source = fs::canonicalize(source)?;
        let name = self.outputs.get(&source);
        let name = name.ok_or_else(|| anyhow!("esbuild made nothing of {}", source.display()))?;
        Ok(format!("assets/{name}"))
    }

    /// The source behind a `data-asset` name.
    fn asset(&self, name: &str) -> Result<&Path> {
        let entry = self.entries.iter().find(|(entry, _)| entry == name);
        entry.map(|(_, path)| path.as_path()).with_context(|| {
            format!("index.html asks for the asset {name}, but there is no web/js/entry-{name}.js")
        })
    }
}

fn bundle(
    workspace: &Workspace,
    profile: Profile,
    parts: &Parts,
    bindings: &Path,
    later: Option<&parts::Parts>,
    staging: &Path,
) -> Result<Names> {
    let js = workspace.root().join("web/js");
    let entries = scripts::entries(workspace)?;
    // One stylesheet for all of the first view: it is packed better than many, and asked for once.
    let style = joined(&parts.styles, bindings.join("style.css"))?;
    let later_style = joined(&parts.later_styles, bindings.join("style-later.css"))?;
    let mut names = Names {
        styles: [
            (style, parts.styles.first().cloned()),
            (later_style, parts.later_styles.first().cloned()),
        ],
        outputs: std::collections::BTreeMap::new(),
        page: js.join("boot.js"),
        page_wasm: bindings.join(format!("{}_bg.wasm", parts.page)),
        later: (later.iter().flat_map(|parts| &parts.later))
            .map(|file| (file.path.clone(), file.parts.join(" ")))
            .collect(),
        entries,
    };
    let mut all = Bundle {
        entries: names.entries.clone(),
        aliases: Vec::new(),
        hashed: true,
        dev: profile == Profile::Dev,
    };
    all.entries.push(("page".into(), names.page.clone()));
    let script = bindings.join(format!("{}.js", parts.page));
    all.aliases.push(("lockstep-bindings".into(), script));
    all.aliases
        .push(("lockstep-wasm".into(), names.page_wasm.clone()));
    if let Some(later) = later {
        all.aliases.push(later.alias());
        all.aliases
            .push(("lockstep-part-loader".into(), js.join("parts.js")));
    }
    for (style, _) in &names.styles {
        let name = style
            .file_stem()
            .map(|it| it.to_string_lossy().into_owned());
        all.entries.push((name.unwrap_or_default(), style.clone()));
    }
    names.outputs = scripts::bundle(workspace, &all, &staging.join("assets"))?;
    Ok(names)
}

/// Writes one stylesheet that takes others in.
fn joined(styles: &[PathBuf], into: PathBuf) -> Result<PathBuf> {
    let imports = styles.iter().map(|style| {
        let path = serde_json::Value::from(style.to_string_lossy());
        format!("@import {path};\n")
    });
    fs::write(&into, imports.collect::<String>())?;
    Ok(into)
}

/// The links to the files of the program that come later. They stand behind everything else in the head: nothing of the
/// first view waits until they have been read.
fn later_links(names: &Names) -> Result<String> {
    let mut links = String::new();
    for (file, parts) in &names.later {
        let file = names.address(file)?;
        // Browsers fetch nothing for a relation that they do not know. What the first verdict does without would stand in
        // its way; web/js/frame/later.js makes these links ones that are fetched when idle. What it begins with the worker
        // fetches for itself (web/js/parts.js).
        let is_first = parts.split_whitespace().any(|it| it == parts::FIRST);
        let later = match is_first || parts == UNFETCHED {
            true => "",
            false => " data-later",
        };
        links += &format!(
            "    <link rel=\"part\" href=\"{file}\" as=\"fetch\" data-part=\"{parts}\" crossorigin{later}>\n"
        );
    }
    Ok(links)
}

/// What stands in the built page instead of a link; `None` leaves the link as it is.
fn rewrite(
    workspace: &Workspace,
    link: &Link,
    names: &Names,
    staging: &Path,
) -> Result<Option<String>> {
    if let Some(asset) = link.get("data-asset") {
        let address = names.address(names.asset(asset)?)?;
        return Ok(Some(link.with_href(&address)));
    }
    // A font lies beside the stylesheets, which name it, too; its link asks for it before they have come.
    if let (Some("font"), Some(href)) = (link.get("as"), link.get("href")) {
        let font = workspace.root().join("static/style").join(href);
        return Ok(Some(link.with_href(&names.address(&font)?)));
    }
    if link.get("data-trunk").is_none() {
        return Ok(None);
    }
    let text = match link.get("rel") {
        Some("rust") => {
            let script = names.address(&names.page)?;
            let wasm = names.address(&names.page_wasm)?;
            // The download of the wasm file need not wait until the script has been read.
            format!(
                "<script type=\"module\" data-asset=\"bindings\" src=\"{script}\"></script>\n    \
                 <link rel=\"preload\" href=\"{wasm}\" as=\"fetch\" type=\"application/wasm\" crossorigin>"
            )
        }
        Some("css") => {
            let own = Some(source(workspace, link)?);
            let Some((style, _)) = names.styles.iter().find(|it| it.1 == own) else {
                return Ok(Some(String::new()));
            };
            let address = names.address(style)?;
            match link.get("data-part") {
                None => format!("<link rel=\"stylesheet\" href=\"{address}\">"),
                // A sheet for paper holds nothing up; boot.js makes it one for everything.
                Some(parts) => format!(
                    "<link rel=\"stylesheet\" href=\"{address}\" media=\"print\" data-part=\"{parts}\">"
                ),
            }
        }
        Some("icon") => {
            let from = source(workspace, link)?;
            let name = file_name(&from)?;
            copy(&from, &staging.join(name))?;
            // Browsers look at the content; a `type` would only have to be kept in step with it.
            format!("<link rel=\"icon\" href=\"{name}\">")
        }
        // Trunk copies what a stylesheet refers to; esbuild finds it by itself.
        Some("copy-dir") if link.get("data-bundled").is_some() => String::new(),
        Some("copy-dir" | "copy-file") => {
            let from = source(workspace, link)?;
            let into = staging.join(link.get("data-target-path").unwrap_or(""));
            let to = match link.get("rel") {
                Some("copy-dir") if link.get("data-target-path").is_some() => into,
                _ => into.join(file_name(&from)?),
            };
            copy(&from, &to)?;
            String::new()
        }
        rel => bail!("web/index.html has a data-trunk link that xtask does not know: {rel:?}"),
    };
    Ok(Some(text))
}

fn file_name(path: &Path) -> Result<&str> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.with_context(|| format!("{} has no Unicode name", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let path = entry?.path();
            copy(&path, &to.join(file_name(&path)?))?;
        }
        return Ok(());
    }
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

fn remove(dir: &Path) -> Result<()> {
    if dir.exists() {
        fs::remove_dir_all(dir).with_context(|| format!("cannot replace {}", dir.display()))?;
    }
    Ok(())
}

/// Puts the staged page in its place.
fn install(staging: &Path, out: &Path) -> Result<()> {
    // Only a directory that looks like a page of ours is ever replaced.
    let empty = || fs::read_dir(out).is_ok_and(|mut dir| dir.next().is_none());
    if out.exists() && !out.join(".nojekyll").exists() && !empty() {
        bail!(
            "{} is not empty and holds no built page; name another directory",
            out.display()
        );
    }
    remove(out)?;
    if let Some(parent) = out.parent() {
        fs::create_dir_all(parent)?;
    }
    // A rename is quicker, but cannot cross file systems.
    if fs::rename(staging, out).is_err() {
        copy(staging, out)?;
        remove(staging)?;
    }
    Ok(())
}
