//! Lines of checks that are written beside those that a text has.

use crate::language::read;
use crate::view::Analysis;

/// The lines that ask what is asked anyway where a text has no `check` line: that each scenario can be
/// played. They must be written before the first such line, or the scenarios would no longer be
/// checked. Empty where the text has one.
#[must_use]
pub fn implicit_lines(analysis: &Analysis) -> String {
    let implicit = analysis.checks.iter().filter(|check| check.implicit);
    let vocabulary = analysis.structure.kind().title().vocabulary;
    let lines = implicit.map(|check| format!("check {}\n", vocabulary.written(&check.title)));
    lines.collect()
}

/// The line that asks the same as the check of an index, for every length: without its `within`, and
/// without an expected answer, which was meant for the bound. `None` where it has no bound.
#[must_use]
pub fn unbounded_line(text: &str, index: usize) -> Option<String> {
    let (model, _) = read(text);
    let check = model.checks.get(index)?;
    check.bound?;
    let span = check.span;
    let line = text.get(span.start..span.end)?;
    if check.implicit || !line.starts_with("check") {
        return None;
    }
    let mut kept = Vec::new();
    let mut words = words(line).into_iter();
    while let Some(word) = words.next() {
        match word {
            "within" | "expect" => {
                words.next();
            }
            word => kept.push(word),
        }
    }
    Some(kept.join(" "))
}

/// The words of a line; what stands in quotes belongs to one word.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut is_quoted) = (0, false);
    for (at, letter) in line.char_indices() {
        is_quoted ^= letter == '"';
        if letter.is_whitespace() && !is_quoted {
            words.push(&line[start..at]);
            start = at + letter.len_utf8();
        }
    }
    words.push(&line[start..]);
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::analyse;

    #[test]
    fn without_its_bound_a_check_asks_the_same() {
        let model = "machine A {\n  [*] --> \"b within 3\"\n  \"b within 3\" --> c : / \"x y\"\n}\n\
                     machine B { [*] --> d\n d --> e : \"x y\" }\n\
                     scenario \"a within 2\" {\n  A -> B : \"x y\"\n}\n";
        let lines = [
            (
                "check \"a within 2\" strict within 3 expect consistent",
                "check \"a within 2\" strict",
            ),
            (
                "check \"a within 2\"  loose   within 4",
                "check \"a within 2\" loose",
            ),
            (
                "check reach A.\"b within 3\", B.d within 5 // within",
                "check reach A.\"b within 3\", B.d",
            ),
            ("check deadlock within 1 expect none", "check deadlock"),
            (
                "check reach B.e from A.c within 2 expect unreachable",
                "check reach B.e from A.c",
            ),
        ];
        for (line, expected) in lines {
            let before = format!("{model}{line}\n");
            let analysis = analyse(&before);
            assert!(!analysis.has_errors, "{line}: {:?}", analysis.diagnostics);
            assert_eq!(unbounded_line(&before, 0).as_deref(), Some(expected));
            let after = analyse(&format!("{before}{expected}\n"));
            let [one, other] = after.checks.as_slice() else {
                panic!("{expected}: {:?}", after.checks);
            };
            assert_eq!(
                (&one.goal, one.loose, one.scenario),
                (&other.goal, other.loose, other.scenario)
            );
            assert_eq!(other.bound, None);
            // It has no bound to give up any more.
            assert_eq!(unbounded_line(&format!("{model}{expected}\n"), 0), None);
        }
        assert_eq!(unbounded_line("machine A { [*] --> a }\n", 0), None);
    }

    #[test]
    fn scenarios_are_still_checked_after_the_first_question() {
        let text = "machine A {\n  [*] --> b\n  b --> c : / x\n}\nmachine B {\n  [*] --> d\n  d --> e : x\n}\n\
                    scenario \"it's a check\" {\n  A -> B : x\n}\nscenario check {\n  A -> B : x\n}\n\
                    neg scenario twice {\n  A -> B : x\n  A -> B : x\n}\n";
        let before = analyse(text);
        assert!(!before.has_errors, "{:?}", before.diagnostics);
        let lines = implicit_lines(&before);
        let after = analyse(&format!("{text}{lines}check reach A.c\n"));
        assert!(!after.has_errors, "{lines}: {:?}", after.diagnostics);
        assert_eq!(after.checks.len(), before.checks.len() + 1);
        for (one, other) in before.checks.iter().zip(&after.checks) {
            assert_eq!((&one.title, one.scenario), (&other.title, other.scenario));
            assert!(one.implicit && !other.implicit);
        }
        assert_eq!(implicit_lines(&after), "");
    }
}
