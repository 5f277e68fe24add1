//! Tidiness: the rules of `docs/architecture.md` that a program can watch.
//!
//! Each rule is a function from a file to findings, with a test that shows it finding something; one
//! test then runs all of them over the repository.

mod chapters;
mod circles;
mod rules;
mod source;

/// A finding: what is wrong, with the line (from 1) where there is one.
type Finding = (Option<usize>, String);

#[test]
fn the_repository_keeps_its_rules() {
    let sources = source::all();
    assert!(
        sources.len() > 50,
        "only {} files were found",
        sources.len()
    );
    let mut findings = Vec::new();
    for source in &sources {
        for rule in rules::ALL {
            for (line, what) in rule(source) {
                let line = line.map_or_else(String::new, |line| format!(":{line}"));
                findings.push(format!("{}{line}: {what}", source.path));
            }
        }
    }
    assert!(findings.is_empty(), "\n{}\n", findings.join("\n"));
}

/// Else `trunk serve` shows a page that is older than what it was made from.
#[test]
fn trunk_watches_all_that_the_page_is_made_of() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect("it is there");
    let settings = read("Trunk.toml");
    let line = settings.lines().find(|it| it.starts_with("watch = "));
    let line = line.expect("Trunk.toml says what is watched");
    let watched: Vec<_> = line.split('"').skip(1).step_by(2).collect();
    let index = read("web/index.html");
    let linked = index.split("href=\"../").skip(1);
    let folders = linked.map(|it| it.split('/').next().unwrap_or_default());
    for needed in folders.chain(["web", "core", "Cargo.lock", "package.json"]) {
        assert!(watched.contains(&needed), "{needed} is not watched");
    }
    for path in watched {
        assert!(root.join(path).exists(), "{path} is watched and not there");
    }
}
