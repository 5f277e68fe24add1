//! The service worker of a built page: `web/js/offline.js` with the list of the files it keeps.
//!
//! A file whose name carries a fingerprint never changes. The others are listed with a fingerprint of
//! their contents, so that a page is never put together from two builds. The version is that of the
//! whole list: any change of any file makes another one, and a browser then fetches the new page.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::page::Profile;
use crate::scripts::{self, Bundle};
use crate::workspace::Workspace;

/// The service worker's file, beside the page, so that it may answer for all of it.
pub const NAME: &str = "offline.js";

/// Files that no page asks for, by their endings.
const UNKEPT: [&str; 4] = [".map", ".LEGAL.txt", ".nojekyll", "LICENSE.txt"];
/// The measurements, which no page asks for either.
const MEASUREMENTS: &str = "/split_bench";

/// Writes the service worker of the page in `out`, which has all its other files.
pub fn write(workspace: &Workspace, profile: Profile, out: &Path) -> Result<()> {
    let js = workspace.root().join("web/js");
    let mut bundle = Bundle {
        dev: profile == Profile::Dev,
        ..Bundle::default()
    };
    if profile == Profile::Dev {
        // Development builds keep nothing, and take back what another build has left.
        bundle
            .entries
            .push(("offline".into(), js.join("no-offline.js")));
    } else {
        let mut files = Vec::new();
        list(out, out, &mut files)?;
        files.sort_by(|(a, _), (b, _)| a.cmp(b));
        let list = workspace.target().join("page-files.js");
        fs::write(&list, module(&files))?;
        bundle
            .entries
            .push(("offline".into(), js.join("offline.js")));
        bundle.aliases.push(("page-files".into(), list));
    }
    scripts::bundle(workspace, &bundle, out)?;
    Ok(())
}

/// What stands in the head of a page that has one; web/js/frame/offline.js looks for it.
pub fn head(profile: Profile) -> &'static str {
    match profile {
        Profile::Page => "\n    <meta name=\"offline\" content=\"offline.js\">",
        Profile::Dev => "",
    }
}

/// The files below `dir` as addresses relative to the page, with the fingerprints of those that need
/// one.
fn list(root: &Path, dir: &Path, files: &mut Vec<(String, Option<u32>)>) -> Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let name = path.strip_prefix(root)?.to_str();
        let name = name.with_context(|| format!("{} has no Unicode name", path.display()))?;
        if path.is_dir() {
            list(root, &path, files)?;
        } else if !UNKEPT.iter().any(|ending| name.ends_with(ending))
            && !name.contains(MEASUREMENTS)
        {
            let name = name.replace('\\', "/");
            let hashed = name.starts_with("assets/");
            let print = (!hashed).then(|| fs::read(&path).map(|bytes| fingerprint(&bytes)));
            let name = if name == "index.html" {
                "./".into()
            } else {
                name
            };
            files.push((name, print.transpose()?));
        }
    }
    Ok(())
}

/// The list as a module: each file with its fingerprint or null, and the version of them all.
fn module(files: &[(String, Option<u32>)]) -> String {
    let files: Vec<Value> = files
        .iter()
        .map(|(name, print)| json!([name, print]))
        .collect();
    let files = Value::from(files).to_string();
    let version = format!("{:08x}", fingerprint(files.as_bytes()));
    format!("export const VERSION = \"{version}\";\nexport const FILES = {files};\n")
}

/// FNV-1a of 32 bits, as `web/js/offline.js` computes it.
fn fingerprint(bytes: &[u8]) -> u32 {
    let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    bytes.iter().fold(0x811c_9dc5, step)
}

#[cfg(test)]
mod tests {
    use super::{fingerprint, module};

    #[test]
    fn the_fingerprint_is_that_of_the_reference() {
        // From the authors' page of test vectors.
        for (text, print) in [
            ("", 0x811c_9dc5),
            ("a", 0xe40c_292c),
            ("foobar", 0xbf9c_f968),
        ] {
            assert_eq!(fingerprint(text.as_bytes()), print, "{text}");
        }
    }

    #[test]
    fn every_change_of_a_file_is_another_version() {
        let version = |print| {
            let files = [
                ("./".to_string(), Some(print)),
                ("assets/a-1.js".to_string(), None),
            ];
            let module = module(&files);
            assert!(module.contains("[[\"./\",") && module.contains("[\"assets/a-1.js\",null]"));
            module.lines().next().unwrap().to_string()
        };
        assert_ne!(version(1), version(2));
        assert_eq!(version(1), version(1));
    }
}
