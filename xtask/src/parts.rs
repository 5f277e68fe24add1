//! Cuts the compiled program into its first part and the parts that load when they are needed.
//!
//! `web/src/parts.rs` declares them; the linker leaves its relocations in the file, so that
//! `wasm_split_cli_support` can follow what each part alone uses, code and data, and write it to a
//! file of its own. What several parts share and the first does not becomes a file that they load
//! together. wasm-bindgen then sees the first part only.
//!
//! The first part imports one function per part from a *link module*, which fetches the files. The
//! one that comes with the cutter finds them by their unbundled names, so ours is written here: it
//! imports each file for esbuild to fingerprint, and leaves the fetching to `web/js/parts.js`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use wasm_split_cli_support::{Options, transform};

use crate::program::{self, Role};

/// The name by which the bindings import the link module.
const LINK: &str = "lockstep-parts";
/// Files with fewer bytes lie together in one. They are what few parts share, there is one for each set of parts, and
/// packed by itself such a file takes three times as much.
const SMALL: usize = 1_000;
/// The name of the file in which they lie.
const TOGETHER: &str = "chunk_small";
/// The part that every worker begins with: it is fetched there ahead of the program (`web/js/parts.js`).
pub const FIRST: &str = "search";
/// What several parts share and one first verdict brings as a whole: it lies together in one file, since each file is
/// packed by itself and what stands in one cannot shorten another.
struct Family {
    /// The name of the file.
    file: &'static str,
    /// Parts that all must share it.
    with: &'static [&'static str],
    /// Parts that may share it beside those; with none, all may. Another one's reader would fetch what is not for it.
    only: &'static [&'static str],
}

/// The first family that takes a file has it.
const FAMILIES: [Family; 2] = [
    Family {
        file: "chunk_searches",
        with: &["search", "systems_search", "statecharts_search"],
        only: &[],
    },
    Family {
        file: "chunk_machines",
        with: &["search", "solver"],
        only: &["formulas", "repairs", "running", "views"],
    },
];

/// A program that has been cut up.
pub struct Parts {
    /// The first part, for wasm-bindgen.
    pub first: PathBuf,
    /// The link module; the bindings import it under [`LINK`].
    pub link: PathBuf,
    /// All files of parts but the first.
    pub later: Vec<PartFile>,
}

/// A file that comes later.
pub struct PartFile {
    /// The compiled file.
    pub path: PathBuf,
    /// The parts that need it.
    pub parts: Vec<String>,
}

impl Parts {
    /// The name under which the bindings import the link module, and the module.
    pub fn alias(&self) -> (String, PathBuf) {
        (LINK.into(), self.link.clone())
    }
}

/// Cuts a program up into files in `out`, which must not hold those of an earlier one.
pub fn cut(compiled: &Path, out: &Path) -> Result<Parts> {
    fs::create_dir_all(out)?;
    let program =
        fs::read(compiled).with_context(|| format!("cannot read {}", compiled.display()))?;
    let name = compiled.file_name().context("a program has a name")?;
    let first = out.join(name);
    let mut options = Options::new(&program);
    options.output_dir = out;
    options.main_out_path = &first;
    options.link_name = LINK;
    let cut = transform(options)
        .map_err(|error| anyhow!("{error:#}"))
        .context("cannot cut the program into parts")?;
    // The cutter's own link module.
    fs::remove_file(out.join(LINK))?;
    let link = out.join("link.js");
    let files: BTreeMap<_, _> = cut.prefetch_map.into_iter().collect();
    let mut paths = cut.split_modules;
    paths.sort();
    let mut later = Vec::new();
    let mut places = Places::new();
    let mut shelves: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut named: BTreeMap<String, String> = BTreeMap::new();
    for path in paths {
        let part = compact(&fs::read(&path)?)?;
        let name = path.file_stem().and_then(|name| name.to_str());
        let name = name.context("a file has a name")?.to_owned();
        let parts = parts_with(&files, &name);
        // A part's own file keeps its name: it is what people see in the network's list.
        if !name.starts_with("chunk_") {
            fs::write(&path, part)?;
            later.push(PartFile { path, parts });
            continue;
        }
        let shelf = shelf(&parts, part.len());
        // What has no name is called like the first of what lies there.
        let shelf = match shelf.starts_with("chunk_") {
            true => shelf,
            false => named.entry(shelf).or_insert_with(|| name.clone()).clone(),
        };
        let bytes = shelves.entry(shelf.clone()).or_default();
        places.insert(name, (shelf, bytes.len()..bytes.len() + part.len()));
        bytes.extend(part);
    }
    for (shelf, bytes) in shelves {
        let path = out.join(format!("{shelf}.wasm"));
        fs::write(&path, bytes)?;
        let needed = |part: &&String| {
            let on_it = |file: &String| places.get(file).is_some_and(|place| place.0 == shelf);
            files[*part].iter().any(on_it)
        };
        let parts = files.keys().filter(needed).cloned().collect();
        later.push(PartFile { path, parts });
    }
    fs::write(&link, link_module(&files, &places))?;
    Ok(Parts { first, link, later })
}

/// With what something that several parts share lies together: a file with a name, or the parts that share all of it. Parts that
/// always come after another one of them find it there, so they are no reason for a file of its own; neither are measurements
/// and lessons.
fn shelf(parts: &[String], bytes: usize) -> String {
    if bytes < SMALL {
        return TOGETHER.into();
    }
    let counts = |it: &&String| {
        let is_there = |other: &String| program::comes_after(it, other);
        !is_beside(it) && !parts.iter().any(is_there)
    };
    let sharers: Vec<String> = parts.iter().filter(counts).cloned().collect();
    let takes = |family: &&Family| {
        let is_in = |part: &&str| sharers.iter().any(|it| it == part);
        let may = |part: &String| {
            let part = &part.as_str();
            family.only.is_empty() || family.only.contains(part) || family.with.contains(part)
        };
        family.with.iter().all(is_in) && sharers.iter().all(may)
    };
    if let Some(family) = FAMILIES.iter().find(takes) {
        return family.file.into();
    }
    match sharers.is_empty() {
        // What only measurements and lessons share.
        true => parts.join(" "),
        false => sharers.join(" "),
    }
}

/// Whether what a part shares with others is no reason for a file of its own.
fn is_beside(part: &str) -> bool {
    matches!(
        program::role(part),
        Role::Lesson | Role::Judge | Role::Unasked
    )
}

/// Where each shared file lies: in which one, and where in it.
type Places = BTreeMap<String, (String, Range<usize>)>;

/// The parts that need a file.
fn parts_with(parts: &BTreeMap<String, Vec<String>>, file: &str) -> Vec<String> {
    let needed_by = parts
        .iter()
        .filter(|(_, files)| files.iter().any(|it| it == file));
    needed_by.map(|(part, _)| part.clone()).collect()
}

/// The link module of parts and the files that each needs: a part's own, and places in shared ones.
fn link_module(parts: &BTreeMap<String, Vec<String>>, places: &Places) -> String {
    let own = parts
        .values()
        .flatten()
        .filter(|it| !places.contains_key(*it));
    let shared = places.values().map(|(shelf, _)| shelf);
    let files: BTreeSet<&String> = own.chain(shared).collect();
    let mut text = String::from("import { part } from \"lockstep-part-loader\";\n");
    for file in files {
        writeln!(text, "import {file} from \"./{file}.wasm\";").expect("strings take everything");
    }
    for (part, files) in parts {
        let found = files.iter().map(|it| match places.get(it) {
            None => it.clone(),
            Some((shelf, at)) => format!("[{shelf}, {}, {}]", at.start, at.end),
        });
        let files = found.collect::<Vec<_>>().join(", ");
        let ahead = if part == FIRST { ", true" } else { "" };
        // The name that the program imports; leptos' macro makes it.
        writeln!(
            text,
            "export const __wasm_split_load_{part} = part([{files}]{ahead});"
        )
        .expect("strings take everything");
    }
    text
}

/// A part as short as can be: without names and unused types, and with indices written in as few
/// bytes as they need. The linker leaves room in them for its relocations; wasm-bindgen does the
/// same to the first part.
fn compact(part: &[u8]) -> Result<Vec<u8>> {
    let mut config = walrus::ModuleConfig::new();
    config.generate_name_section(false);
    config.generate_producers_section(false);
    let mut module = config.parse(part)?;
    walrus::passes::gc::run(&mut module);
    Ok(module.emit_wasm())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Places, link_module, parts_with, shelf};

    #[test]
    fn a_shared_file_is_imported_once_and_loaded_by_both() {
        let files = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let parts = BTreeMap::from([
            ("a".to_owned(), files(&["chunk_1", "split_a"])),
            ("b".to_owned(), files(&["chunk_1", "split_b"])),
        ]);
        let text = link_module(&parts, &Places::new());
        assert_eq!(text.matches("import chunk_1 from").count(), 1);
        assert!(text.contains("export const __wasm_split_load_a = part([chunk_1, split_a]);"));
        assert!(text.contains("export const __wasm_split_load_b = part([chunk_1, split_b]);"));
        assert!(!text.contains("true"));
        let first = BTreeMap::from([(super::FIRST.to_owned(), files(&["split_search"]))]);
        let ahead = link_module(&first, &Places::new());
        assert!(ahead.contains("_search = part([split_search], true);"));
        assert_eq!(parts_with(&parts, "chunk_1"), ["a", "b"]);
        assert_eq!(parts_with(&parts, "split_b"), ["b"]);
        let place = ("chunk_small".to_owned(), 40..72);
        let text = link_module(&parts, &Places::from([("chunk_1".to_owned(), place)]));
        assert!(!text.contains("import chunk_1 from"));
        assert_eq!(text.matches("import chunk_small from").count(), 1);
        assert!(text.contains("_a = part([[chunk_small, 40, 72], split_a]);"));
    }

    #[test]
    fn what_one_verdict_brings_lies_together_and_measurements_do_not_count() {
        let at = |parts: &[&str]| {
            let parts: Vec<String> = parts.iter().map(|&part| part.to_owned()).collect();
            shelf(&parts, 5_000)
        };
        assert_eq!(at(&["bench", "search", "solver"]), "chunk_machines");
        assert_eq!(at(&["search", "solver", "views"]), "chunk_machines");
        let all = ["search", "solver", "statecharts_search", "systems_search"];
        assert_eq!(at(&all), "chunk_searches");
        assert_eq!(
            at(&["simulation", "systems", "systems_search"]),
            at(&["systems_search"])
        );
        assert_ne!(at(&["simulation", "systems"]), at(&["systems_search"]));
        assert_ne!(at(&["search", "solver", "systems"]), "chunk_machines");
        assert_eq!(
            at(&["bench", "dialogs", "views"]),
            at(&["dialogs", "views"])
        );
        assert_eq!(
            at(&["dialogs", "judge", "learn", "views"]),
            at(&["dialogs", "views"])
        );
        assert_ne!(at(&["judge", "learn"]), at(&["learn", "markdown"]));
        assert_eq!(shelf(&["dialogs".to_owned()], 10), "chunk_small");
    }
}
