//! The criteria of a task, one a line: `criterion :: sentence`.

use super::finding;
use crate::lesson::document::Finding;
use crate::lesson::task::{Criterion, Demand, OpenLines, Part, Same};
use crate::text::similar;

/// The words of criteria with how each is written.
const FORMS: [(&str, &str); 16] = [
    ("open", "open 9-10, after 13` or `open all"),
    ("expected", "expected"),
    ("hidden", "hidden 1-3"),
    ("keeps", "keeps SCENARIO"),
    ("contains", "contains LINE"),
    ("asks", "asks N QUESTION"),
    ("answers", "answers N ANSWER"),
    ("every-length", "every-length N"),
    ("tight", "tight N"),
    ("tight-first", "tight-first N"),
    ("inductive", "inductive N start`, `step` or `implies"),
    ("lies", "lies PAPER REPAIR,REPAIR"),
    ("cured", "cured PAPER REPAIR,REPAIR"),
    ("proof", "proof FILE"),
    (
        "same-traces",
        "same-traces machine M reference=FILE` or `same-traces reference=FILE",
    ),
    (
        "same-refusals",
        "same-refusals machine M reference=FILE` or `same-refusals reference=FILE",
    ),
];

/// Reads a criterion; one that is broken is reported and left out.
pub fn criterion(text: &str, line: u32, findings: &mut Vec<Finding>) -> Option<Criterion> {
    let (written, sentence) = match text.split_once(" :: ") {
        Some((written, sentence)) => (written.trim(), sentence.trim()),
        None => (text.trim(), ""),
    };
    let (word, rest) = written.split_once(' ').unwrap_or((written, ""));
    let Some((_, form)) = FORMS.iter().find(|it| it.0 == word) else {
        let words: Vec<_> = FORMS.iter().map(|it| it.0).collect();
        let hint = match similar(word, words.iter().copied()) {
            Some(meant) => format!("Did you mean `{meant}`?"),
            None => format!("Criteria are {}.", words.join(", ")),
        };
        findings.push(finding(line, format!("`{word}` is no criterion"), hint));
        return None;
    };
    let Some(demand) = demand(word, rest.trim()) else {
        let title = format!("This criterion `{word}` is incomplete");
        findings.push(finding(line, title, format!("Expected `{form}`.")));
        return None;
    };
    if sentence.is_empty() && word != "open" {
        let title = format!("This criterion `{word}` has no sentence");
        let hint = "Expected ` :: ` and what the page says where it is not met.";
        findings.push(finding(line, title, hint));
    }
    Some(Criterion {
        written: written.to_owned(),
        demand,
        sentence: sentence.to_owned(),
        line,
    })
}

/// What a criterion demands; `None` where it is not written as it should be.
fn demand(word: &str, rest: &str) -> Option<Demand> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    Some(match (word, words.as_slice()) {
        ("open", _) => Demand::Open(open(rest)?),
        ("expected", []) => Demand::Expected,
        ("hidden", [range]) => {
            let (first, last) = numbers(range)?;
            Demand::Hidden(first, last)
        }
        ("keeps", [_, ..]) => Demand::Keeps(rest.trim_matches('"').to_owned()),
        ("contains", [_, ..]) => Demand::Contains(rest.to_owned()),
        ("asks", [check, _, ..]) => Demand::Asks(number(check)?, words[1..].join(" ")),
        ("answers", [check, answer]) => Demand::Answers(number(check)?, (*answer).to_owned()),
        ("every-length", [check]) => Demand::EveryLength(number(check)?),
        ("tight", [check]) => Demand::Tight(number(check)?),
        ("tight-first", [line]) => Demand::TightFirst(number(line)?),
        ("inductive", [check, part]) => {
            let part = match *part {
                "start" => Part::Start,
                "step" => Part::Step,
                "implies" => Part::Implies,
                _ => return None,
            };
            Demand::Inductive(number(check)?, part)
        }
        ("lies", [paper, repairs]) => Demand::Lies((*paper).to_owned(), listed(repairs)),
        ("cured", [paper, repairs]) => Demand::Cured((*paper).to_owned(), listed(repairs)),
        ("proof", [file]) => Demand::Proof((*file).to_owned()),
        ("same-traces" | "same-refusals", words) => {
            let (machine, reference) = match words {
                ["machine", machine, reference] => (Some((*machine).to_owned()), reference),
                [reference] => (None, reference),
                _ => return None,
            };
            let reference = reference.strip_prefix("reference=")?;
            Demand::Same(Same {
                refusals: word == "same-refusals",
                machine,
                reference: (!reference.is_empty()).then(|| reference.to_owned())?,
            })
        }
        _ => return None,
    })
}

/// `all`, or `9-10, 12, after 13`.
fn open(rest: &str) -> Option<OpenLines> {
    let mut lines = OpenLines {
        all: rest == "all",
        ..OpenLines::default()
    };
    if lines.all {
        return Some(lines);
    }
    for part in rest.split(',').map(str::trim) {
        match part.strip_prefix("after ") {
            Some(line) => lines.after.push(number(line.trim())?),
            None => lines.ranges.push(numbers(part)?),
        }
    }
    Some(lines)
}

/// `N` or `N-M`, both from 1 and in order.
fn numbers(text: &str) -> Option<(usize, usize)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (number(first)?, number(last)?);
    (first <= last).then_some((first, last))
}

fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|it| *it > 0)
}

fn listed(names: &str) -> Vec<String> {
    let names = names.split(',').map(str::trim);
    names
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<Demand>, Vec<Finding>) {
        let mut findings = Vec::new();
        let found = criterion(text, 7, &mut findings);
        (found.map(|it| it.demand), findings)
    }

    #[test]
    fn every_criterion_is_read_as_it_is_written() {
        let rows = [
            (
                "open all",
                Demand::Open(OpenLines {
                    all: true,
                    ..OpenLines::default()
                }),
            ),
            (
                "open 2-6, 9, after 13",
                Demand::Open(OpenLines {
                    all: false,
                    ranges: vec![(2, 6), (9, 9)],
                    after: vec![13],
                }),
            ),
            ("hidden 2 :: x", Demand::Hidden(2, 2)),
            (
                "keeps \"coffee for two\" :: x",
                Demand::Keeps("coffee for two".into()),
            ),
            (
                "contains a --> b : after(0, 3) :: x",
                Demand::Contains("a --> b : after(0, 3)".into()),
            ),
            (
                "asks 2  reach a  == 4 :: x",
                Demand::Asks(2, "reach a == 4".into()),
            ),
            ("inductive 2 step :: x", Demand::Inductive(2, Part::Step)),
            (
                "lies gsc range,environ :: x",
                Demand::Lies("gsc".into(), vec!["range".into(), "environ".into()]),
            ),
            (
                "same-refusals machine M reference=r.lks :: x",
                Demand::Same(Same {
                    refusals: true,
                    machine: Some("M".into()),
                    reference: "r.lks".into(),
                }),
            ),
            (
                "same-traces reference=r.lks :: x",
                Demand::Same(Same {
                    refusals: false,
                    machine: None,
                    reference: "r.lks".into(),
                }),
            ),
        ];
        for (text, demand) in rows {
            assert_eq!(read(text), (Some(demand), vec![]), "{text}");
        }
    }

    #[test]
    fn what_is_no_criterion_is_said() {
        let rows = [
            (
                "expeced :: x",
                "`expeced` is no criterion",
                "Did you mean `expected`?",
            ),
            (
                "wrong :: x",
                "`wrong` is no criterion",
                "Criteria are open, expected",
            ),
            (
                "open 0",
                "This criterion `open` is incomplete",
                "Expected `open 9-10, after 13`",
            ),
            (
                "open 5-2",
                "This criterion `open` is incomplete",
                "Expected",
            ),
            (
                "hidden x :: x",
                "This criterion `hidden` is incomplete",
                "Expected `hidden 1-3`.",
            ),
            (
                "inductive 2 on :: x",
                "This criterion `inductive` is incomplete",
                "`implies`",
            ),
            (
                "same-traces machine M :: x",
                "This criterion `same-traces` is incomplete",
                "reference=FILE",
            ),
            (
                "tight 1",
                "This criterion `tight` has no sentence",
                "Expected ` :: `",
            ),
        ];
        for (text, title, hint) in rows {
            let (_, findings) = read(text);
            let found = findings.first().expect("it is broken");
            assert_eq!((found.line, found.title.as_str()), (7, title));
            assert!(found.hint.contains(hint), "{}", found.hint);
        }
    }
}
