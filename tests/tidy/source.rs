//! The repository's own files, and what in them is code that runs outside tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Directories that hold nothing that we write.
const NOT_OURS: [&str; 6] = [".git", "target", "node_modules", "dist", "gen", ".results"];

/// The kinds of files that somebody writes and reads.
const KINDS: [&str; 10] = [
    "rs", "js", "mjs", "ts", "html", "css", "md", "toml", "lks", "json",
];

/// A file of the repository.
#[derive(Debug)]
pub struct Source {
    /// Its path from the root, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Whether the whole file is only compiled for tests.
    pub for_tests: bool,
}

impl Source {
    /// A file that does not exist, for testing the rules.
    pub fn sample(path: &str, text: &str) -> Self {
        Self {
            path: path.into(),
            text: text.into(),
            for_tests: is_test_path(path),
        }
    }

    /// Whether the path ends with `.extension`.
    pub fn is(&self, extension: &str) -> bool {
        Path::new(&self.path)
            .extension()
            .is_some_and(|it| it == extension)
    }

    /// The lines (numbered from 1) that are code and run outside tests: comment lines are left
    /// out, and everything from an inline test module on, which stands last by our convention.
    pub fn code(&self) -> Vec<(usize, &str)> {
        if self.for_tests {
            return Vec::new();
        }
        let mut lines = Vec::new();
        let mut previous = "";
        for (index, line) in self.text.lines().enumerate() {
            let opens_module = line.starts_with("mod ") && line.ends_with('{');
            if opens_module && previous.trim() == "#[cfg(test)]" {
                break;
            }
            if !line.trim_start().starts_with("//") {
                lines.push((index + 1, line));
            }
            previous = line;
        }
        lines
    }
}

/// Every file of the repository that somebody writes and reads, in a fixed order.
pub fn all() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sources = Vec::new();
    walk(&root, "", &mut sources);
    let test_modules: BTreeSet<String> = sources.iter().flat_map(test_modules).collect();
    for source in &mut sources {
        let stem = source.path.trim_end_matches(".rs").trim_end_matches("/mod");
        source.for_tests |= test_modules.contains(stem);
    }
    sources
}

fn walk(dir: &Path, prefix: &str, sources: &mut Vec<Source>) {
    let entries = fs::read_dir(dir).expect("the repository can be read");
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry
            .file_name()
            .into_string()
            .expect("our file names are Unicode");
        let path = format!("{prefix}{name}");
        let kind = entry.file_type().expect("the repository can be read");
        if kind.is_dir() {
            if !NOT_OURS.contains(&name.as_str()) {
                walk(&entry.path(), &format!("{path}/"), sources);
            }
            continue;
        }
        let extension = Path::new(&name).extension().and_then(|it| it.to_str());
        if extension.is_some_and(|it| KINDS.contains(&it)) {
            let text = fs::read_to_string(entry.path());
            let text = text.unwrap_or_else(|error| panic!("{path}: {error}"));
            let for_tests = is_test_path(&path);
            sources.push(Source {
                path,
                text,
                for_tests,
            });
        }
    }
}

/// Files below a directory of tests, at the root or in a crate.
fn is_test_path(path: &str) -> bool {
    path.starts_with("tests/") || path.contains("/tests/") || path.ends_with("/tests.rs")
}

/// The modules that a file declares for tests only, as paths without extension.
fn test_modules(source: &Source) -> Vec<String> {
    let mut modules = Vec::new();
    let mut lines = source.text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            continue;
        }
        let next = lines
            .peek()
            .map(|next| next.trim_start_matches("pub ").trim());
        let name = next.and_then(|next| next.strip_prefix("mod "));
        if let Some(name) = name.and_then(|name| name.strip_suffix(';')) {
            let (dir, file) = source.path.rsplit_once('/').unwrap_or(("", &source.path));
            modules.push(match file {
                "mod.rs" | "lib.rs" | "main.rs" => format!("{dir}/{name}"),
                _ => format!("{dir}/{}/{name}", file.trim_end_matches(".rs")),
            });
        }
    }
    modules
}

#[cfg(test)]
mod tests {
    use super::{Source, test_modules};

    #[test]
    fn code_is_what_runs_outside_tests() {
        let text = "//! About.\nfn f() {}\n    // why\n#[cfg(test)]\nmod tests {\nfn g() {}\n}\n";
        let source = Source::sample("core/src/a.rs", text);
        let code: Vec<_> = source.code().into_iter().map(|(line, _)| line).collect();
        assert_eq!(code, [2, 4]);
        assert_eq!(Source::sample("tests/a.rs", text).code(), []);
    }

    #[test]
    fn modules_for_tests_are_known_by_their_declaration() {
        let text = "#[cfg(test)]\nmod sample;\nmod other;\n";
        let of = |path| test_modules(&Source::sample(path, text));
        assert_eq!(of("core/src/a/mod.rs"), ["core/src/a/sample"]);
        assert_eq!(of("core/src/a.rs"), ["core/src/a/sample"]);
    }
}
