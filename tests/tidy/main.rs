//! Tidiness: the rules of `docs/architecture.md` that a program can watch.
//!
//! Each rule is a function from a file to findings, with a test that shows it finding something; one
//! test then runs all of them over the repository.

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
