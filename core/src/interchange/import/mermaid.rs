//! What all Mermaid diagrams have in common: the statement that says which one it is, behind comments and front matter.

use super::lines::Lines;

/// Whether the first statement, without what ends it, is a head.
pub(super) fn begins(text: &str, is_head: impl Fn(&str) -> bool) -> bool {
    let mut lines = Lines::of(text);
    let mut first = statement(&mut lines);
    if first == Some("---") {
        lines.skip_past(|line| line == "---");
        first = statement(&mut lines);
    }
    first.is_some_and(|line| is_head(line.trim_end_matches(';').trim_end()))
}

/// The next line that is not empty, without its comment.
fn statement<'t>(lines: &mut Lines<'t>) -> Option<&'t str> {
    loop {
        let (_, line) = lines.next()?;
        let line = line.split("%%").next().unwrap_or_default().trim();
        if !line.is_empty() {
            return Some(line);
        }
    }
}
