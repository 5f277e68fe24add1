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

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use wasm_split_cli_support::{Options, transform};

/// The name by which the bindings import the link module.
const LINK: &str = "lockstep-parts";
/// Files with fewer bytes lie together in one. They are what few parts share, there is one for each set of parts, and
/// packed by itself such a file takes three times as much.
const SMALL: usize = 1_000;
/// The name of the file in which they lie.
const TOGETHER: &str = "chunk_small";

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
    let (mut small, mut bytes) = (Vec::new(), Vec::new());
    for path in paths {
        let part = compact(&fs::read(&path)?)?;
        let name = path.file_stem().and_then(|name| name.to_str());
        let name = name.context("a file has a name")?.to_owned();
        // A part's own file keeps its name: it is what people see in the network's list.
        if part.len() < SMALL && name.starts_with("chunk_") {
            small.push((name, bytes.len()..bytes.len() + part.len()));
            bytes.extend(part);
            continue;
        }
        fs::write(&path, part)?;
        let parts = parts_with(&files, &name);
        later.push(PartFile { path, parts });
    }
    fs::write(&link, link_module(&files, &small))?;
    if !small.is_empty() {
        let path = out.join(format!("{TOGETHER}.wasm"));
        fs::write(&path, bytes)?;
        let needed = |part: &&String| {
            files[*part]
                .iter()
                .any(|it| small.iter().any(|own| own.0 == *it))
        };
        let parts = files.keys().filter(needed).cloned().collect();
        later.push(PartFile { path, parts });
    }
    Ok(Parts { first, link, later })
}

/// The parts that need a file.
fn parts_with(parts: &BTreeMap<String, Vec<String>>, file: &str) -> Vec<String> {
    let needed_by = parts
        .iter()
        .filter(|(_, files)| files.iter().any(|it| it == file));
    needed_by.map(|(part, _)| part.clone()).collect()
}

/// The link module of parts and the files that each needs, some of which lie together in one: where in it.
fn link_module(parts: &BTreeMap<String, Vec<String>>, small: &[(String, Range<usize>)]) -> String {
    let place = |file: &String| small.iter().find(|it| it.0 == *file).map(|it| &it.1);
    let together = TOGETHER.to_owned();
    let mut files: Vec<&String> = parts.values().flatten().collect();
    files.retain(|it| place(it).is_none());
    files.extend((!small.is_empty()).then_some(&together));
    files.sort();
    files.dedup();
    let mut text = String::from("import { part } from \"lockstep-part-loader\";\n");
    for file in &files {
        writeln!(text, "import {file} from \"./{file}.wasm\";").expect("strings take everything");
    }
    for (part, files) in parts {
        let own = files.iter().map(|it| match place(it) {
            None => it.clone(),
            Some(at) => format!("[{TOGETHER}, {}, {}]", at.start, at.end),
        });
        let files = own.collect::<Vec<_>>().join(", ");
        // The name that the program imports; leptos' macro makes it.
        writeln!(
            text,
            "export const __wasm_split_load_{part} = part([{files}]);"
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

    use super::{link_module, parts_with};

    #[test]
    fn a_shared_file_is_imported_once_and_loaded_by_both() {
        let files = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let parts = BTreeMap::from([
            ("a".to_owned(), files(&["chunk_1", "split_a"])),
            ("b".to_owned(), files(&["chunk_1", "split_b"])),
        ]);
        let text = link_module(&parts, &[]);
        assert_eq!(text.matches("import chunk_1 from").count(), 1);
        assert!(text.contains("export const __wasm_split_load_a = part([chunk_1, split_a]);"));
        assert!(text.contains("export const __wasm_split_load_b = part([chunk_1, split_b]);"));
        assert_eq!(parts_with(&parts, "chunk_1"), ["a", "b"]);
        assert_eq!(parts_with(&parts, "split_b"), ["b"]);
        let text = link_module(&parts, &[("chunk_1".to_owned(), 40..72)]);
        assert!(!text.contains("import chunk_1 from"));
        assert!(text.contains("_a = part([[chunk_small, 40, 72], split_a]);"));
    }
}
