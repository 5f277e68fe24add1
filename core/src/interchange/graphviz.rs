//! All runs of a model as a graph in the language of GraphViz (`dot`).
//!
//! A node is what changes at once, an edge what can change next; where runs begin an arrow comes from nowhere, where they can end the
//! node has the word for it, and edges that lead back are dashed.

use std::fmt::Write;

use crate::view::AllRuns;

/// The graph of all runs.
#[must_use]
pub fn graphviz(all: &AllRuns) -> String {
    let mut out = String::from("digraph runs {\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for (number, node) in all.nodes.iter().enumerate() {
        let changes = node
            .changes
            .iter()
            .map(|it| format!("{} = {}", it.name, it.value));
        let mut lines: Vec<String> = changes.collect();
        if lines.is_empty() {
            lines.push("…".into());
        }
        lines.extend(node.ends.iter().map(|it| format!("[{it}]")));
        let lines: Vec<_> = lines.iter().map(|it| escaped(it)).collect();
        let ends = if node.ends.is_empty() {
            ""
        } else {
            ", peripheries=2"
        };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  n{number} [label=\"{}\"{ends}];", lines.join("\\n"));
    }
    for start in &all.starts {
        let _ = writeln!(
            out,
            "  start{start} [shape=point];\n  start{start} -> n{start};"
        );
    }
    for (number, node) in all.nodes.iter().enumerate() {
        for (to, leads_back) in &node.next {
            let style = if *leads_back {
                " [style=dashed, constraint=false]"
            } else {
                ""
            };
            let _ = writeln!(out, "  n{number} -> n{to}{style};");
        }
    }
    if !all.complete {
        out.push_str("  label=\"A limit kept some states from being followed.\";\n");
    }
    out.push_str("}\n");
    out
}

/// A text inside of double quotes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            it if it.is_control() => out.push(' '),
            it => out.push(it),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::graphviz;
    use crate::view::{AllRuns, RunNode, ShownValue};

    #[test]
    fn starts_ends_and_ways_back_are_drawn() {
        let node = |value: &str, ends: &[&str], next: &[(usize, bool)]| RunNode {
            changes: vec![ShownValue {
                name: "log".into(),
                value: value.into(),
                changed: true,
            }],
            ends: ends.iter().map(|it| (*it).to_owned()).collect(),
            why: None,
            next: next.to_vec(),
        };
        let all = AllRuns {
            tracked: vec!["log".into()],
            nodes: vec![
                node("say \"a\\b\"", &[], &[(1, false)]),
                node("2", &["stuck"], &[(0, true)]),
            ],
            starts: vec![0],
            runs: 1,
            states: 2,
            complete: false,
            unread: Vec::new(),
        };
        let drawn = graphviz(&all);
        for part in [
            "digraph runs {",
            "n0 [label=\"log = say \\\"a\\\\b\\\"\"];",
            "n1 [label=\"log = 2\\n[stuck]\", peripheries=2];",
            "start0 -> n0;",
            "n0 -> n1;",
            "n1 -> n0 [style=dashed, constraint=false];",
            "label=\"A limit kept",
        ] {
            assert!(drawn.contains(part), "{part} is missing in\n{drawn}");
        }
        assert!(drawn.ends_with("}\n"));
    }
}
