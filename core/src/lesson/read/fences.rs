//! The fenced blocks of a lesson: model, text, bet, expect, task, hint, say.

use std::collections::BTreeSet;

use super::criteria;
use super::finding;
use super::markdown::words;
use crate::lesson::document::{
    Bet, CheckRef, Claim, Finding, Inline, ModelBlock, ModelSource, View, Words,
};
use crate::lesson::task::Task;

/// The words with which blocks begin that mean something; a block that begins with another word is code.
const WORDS: [&str; 7] = ["model", "text", "bet", "expect", "task", "hint", "say"];

/// What is shown of a model, by its word; the second word for the same is an older one.
const VIEWS: [(&str, View); 11] = [
    ("structure", View::Structure),
    ("scenario", View::Scenario),
    ("events", View::Events),
    ("values", View::Values),
    ("steps", View::Steps),
    ("states", View::States),
    ("runs", View::Runs),
    ("formulas", View::Formulas),
    ("cards", View::Structure),
    ("diagram", View::Scenario),
    ("table", View::Steps),
];

/// How many of [`VIEWS`] are named where one is expected.
const NAMED: usize = 8;

/// A fenced block.
pub struct Fence<'t> {
    /// What stands behind the marks that open it.
    pub info: &'t str,
    /// What is inside.
    pub text: &'t str,
    /// The line of its marks, from 1.
    pub line: u32,
    /// Whether it ends.
    pub ends: bool,
}

impl<'t> Fence<'t> {
    /// What stands behind the first word.
    fn options(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.info.split_whitespace().skip(1)
    }

    /// The lines inside that are not empty, with their numbers.
    fn lines(&self) -> impl DoubleEndedIterator<Item = (u32, &'t str)> + use<'t> {
        let first = self.line.saturating_add(1);
        let lines: Vec<_> = (first..)
            .zip(self.text.lines().map(str::trim))
            .filter(|(_, line)| !line.is_empty())
            .collect();
        lines.into_iter()
    }
}

/// The word of a block that means something.
pub fn special(info: &str) -> Option<&'static str> {
    let first = info.split_whitespace().next()?;
    WORDS.into_iter().find(|it| *it == first)
}

/// The one name behind the word of a block; `form` is how the line is written.
pub fn name(fence: &Fence<'_>, form: &str, findings: &mut Vec<Finding>) -> Option<String> {
    let options: Vec<_> = fence.options().collect();
    if let [name] = options.as_slice() {
        return Some((*name).to_owned());
    }
    let title = "This block needs one name";
    findings.push(finding(fence.line, title, format!("Expected `{form}`.")));
    None
}

/// `model NAME file=F` or `example=E`, and how it is shown.
pub fn model(fence: &Fence<'_>, findings: &mut Vec<Finding>) -> Option<ModelBlock> {
    const FORM: &str = "Expected `model NAME file=F` or `model NAME example=E`, and perhaps `view=…`, `check=N`, `step=N`, `read`.";
    let mut options = fence.options();
    let name = options.next().filter(|it| !it.contains('='));
    let Some(name) = name else {
        findings.push(finding(fence.line, "This model has no name", FORM));
        return None;
    };
    let mut source = None;
    let mut block = ModelBlock {
        name: name.to_owned(),
        source: ModelSource::File(String::new()),
        view: None,
        check: None,
        step: None,
        read: false,
    };
    for option in options {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        let number = value.parse::<usize>().ok();
        let broken = match (key, number) {
            ("file", _) if !value.is_empty() => {
                source = Some(ModelSource::File(value.to_owned()));
                None
            }
            ("example", _) if !value.is_empty() => {
                source = Some(ModelSource::Example(value.to_owned()));
                None
            }
            ("view", _) => {
                block.view = VIEWS.iter().find(|it| it.0 == value).map(|it| it.1);
                let names: Vec<_> = VIEWS[..NAMED].iter().map(|it| it.0).collect();
                let hint = || format!("Views are {}.", names.join(", "));
                (block.view.is_none()).then(|| (format!("There is no view `{value}`"), hint()))
            }
            ("check", Some(check)) if check > 0 => {
                block.check = Some(check);
                None
            }
            ("step", Some(step)) => {
                block.step = Some(step);
                None
            }
            ("read", _) if option == "read" => {
                block.read = true;
                None
            }
            ("check" | "step", _) => Some((
                format!("`{value}` is no number for `{key}`"),
                "Checks count from 1, steps from 0.".to_owned(),
            )),
            _ => Some((format!("`{option}` is no option of a model"), FORM.into())),
        };
        if let Some((title, hint)) = broken {
            findings.push(finding(fence.line, title, hint));
        }
    }
    match source {
        Some(source) => Some(ModelBlock { source, ..block }),
        None => {
            findings.push(finding(fence.line, "This model has no text", FORM));
            None
        }
    }
}

/// A question; its last line is `F N KEY: choices`.
pub fn bet(fence: &Fence<'_>, findings: &mut Vec<Finding>) -> Option<Bet> {
    const FORM: &str = "Expected the question, and as the last line `FILE N KEY: CHOICE CHOICE …` with at least two choices.";
    let mut lines: Vec<_> = fence.lines().collect();
    let Some((line, last)) = lines.pop() else {
        findings.push(finding(fence.line, "This bet is empty", FORM));
        return None;
    };
    let (place, choices) = last.split_once(':').unwrap_or((last, ""));
    let choices: Vec<String> = choices.split_whitespace().map(str::to_owned).collect();
    let place: Vec<_> = place.split_whitespace().collect();
    let [file, number, key] = place.as_slice() else {
        findings.push(finding(
            line,
            "This line does not say which answer is meant",
            FORM,
        ));
        return None;
    };
    let check = check_ref(file, number, line, findings)?;
    let different: BTreeSet<&String> = choices.iter().collect();
    if choices.len() < 2 || choices.len() > different.len() {
        findings.push(finding(
            line,
            "This bet has too few different choices",
            FORM,
        ));
        return None;
    }
    if lines.is_empty() {
        findings.push(finding(fence.line, "This bet asks nothing", FORM));
        return None;
    }
    let question: Vec<_> = lines.iter().map(|(_, it)| *it).collect();
    Some(Bet {
        question: words(&question.join("\n")),
        check,
        key: (*key).to_owned(),
        choices,
        line: fence.line,
    })
}

/// Lines `F N: key=value …` and `F formulas: N:NAME=CLAUSES …`.
pub fn claims(fence: &Fence<'_>, findings: &mut Vec<Finding>) -> Vec<Claim> {
    const FORM: &str =
        "Expected `FILE N: KEY=VALUE …` or `FILE formulas: N:NAME=CLAUSES …` in each line.";
    let mut claims = Vec::new();
    for (line, text) in fence.lines() {
        let (place, wanted) = text.split_once(':').unwrap_or((text, ""));
        let place: Vec<_> = place.split_whitespace().collect();
        let ([file, number], false) = (place.as_slice(), wanted.trim().is_empty()) else {
            findings.push(finding(
                line,
                "This line claims nothing about a check",
                FORM,
            ));
            continue;
        };
        for want in wanted.split_whitespace() {
            let claim = match *number {
                "formulas" => clauses(file, want, line),
                _ => check_ref(file, number, line, findings).and_then(|check| {
                    let (key, value) = want.split_once('=')?;
                    Some(Claim::Value {
                        check,
                        key: key.to_owned(),
                        value: value.to_owned(),
                        line,
                    })
                }),
            };
            match claim {
                Some(claim) => claims.push(claim),
                None => {
                    let title = format!("`{want}` is no claim about an answer");
                    findings.push(finding(line, title, FORM));
                }
            }
        }
    }
    if claims.is_empty() && fence.lines().next().is_none() {
        findings.push(finding(fence.line, "This block claims nothing", FORM));
    }
    claims
}

/// `N:NAME=CLAUSES`.
fn clauses(file: &str, want: &str, line: u32) -> Option<Claim> {
    let (name, clauses) = want.split_once('=')?;
    let (number, formula) = name.split_once(':')?;
    Some(Claim::Clauses {
        check: CheckRef {
            file: file.to_owned(),
            check: number.parse().ok().filter(|it| *it > 0)?,
        },
        formula: formula.to_owned(),
        clauses: clauses.parse().ok()?,
        line,
    })
}

fn check_ref(file: &str, number: &str, line: u32, findings: &mut Vec<Finding>) -> Option<CheckRef> {
    let check = number.parse().ok().filter(|it: &usize| *it > 0);
    if check.is_none() {
        let title = format!("`{number}` is no number of a check");
        let hint = "Checks count from 1; of a transition system 1 is the `prop`.";
        findings.push(finding(line, title, hint));
    }
    Some(CheckRef {
        file: file.to_owned(),
        check: check?,
    })
}

/// `task file=F` with criteria, one a line.
pub fn task(fence: &Fence<'_>, findings: &mut Vec<Finding>) -> Option<Task> {
    const FORM: &str =
        "Expected `task file=F`, and criteria as lines `CRITERION :: SENTENCE` inside.";
    let options: Vec<_> = fence.options().collect();
    let file = match options.as_slice() {
        [only] => only.strip_prefix("file=").filter(|it| !it.is_empty()),
        _ => None,
    };
    let Some(file) = file else {
        findings.push(finding(fence.line, "This task has no start text", FORM));
        return None;
    };
    let lines = fence.lines();
    let criteria: Vec<_> = lines
        .filter_map(|(line, text)| criteria::criterion(text, line, findings))
        .collect();
    if fence.lines().next().is_none() {
        findings.push(finding(fence.line, "This task has no criteria", FORM));
    }
    Some(Task {
        file: file.to_owned(),
        criteria,
        line: fence.line,
    })
}

/// A hint.
pub fn hint(fence: &Fence<'_>, findings: &mut Vec<Finding>) -> Option<Words> {
    let found = words(fence.text);
    if found.is_empty() {
        let hint = "Expected a sentence with the next step.";
        findings.push(finding(fence.line, "This hint is empty", hint));
    }
    Some(found).filter(|it: &Vec<Inline>| !it.is_empty())
}

/// Sentences, one a line.
pub fn say(fence: &Fence<'_>, findings: &mut Vec<Finding>) -> Option<Vec<Words>> {
    let found: Vec<_> = fence.lines().map(|(_, line)| words(line)).collect();
    if found.is_empty() {
        let hint = "Expected the sentences that one should be able to say, one a line.";
        findings.push(finding(fence.line, "This block is empty", hint));
    }
    Some(found).filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use crate::lesson::read;
    use crate::lesson::{Block, ModelSource, View};

    fn lesson(blocks: &str) -> crate::lesson::Lesson {
        read(&format!("# A\n\nGoal.\n## B\n{blocks}"))
    }

    #[test]
    fn a_model_has_its_options() {
        let lesson = lesson("```model m file=a.lks view=cards check=2 step=0 read\n```\n");
        assert_eq!(lesson.findings, []);
        let model = lesson.models().next().expect("it was read");
        assert_eq!(model.source, ModelSource::File("a.lks".into()));
        assert_eq!(model.view, Some(View::Structure));
        assert_eq!(
            (model.check, model.step, model.read),
            (Some(2), Some(0), true)
        );
    }

    #[test]
    fn bets_claims_hints_and_sentences_are_read() {
        let lesson = lesson(
            "```bet\nHow *soon*?\na.lks 1 depth: 3 6\n```\n```expect\na.lks 1: answer=none depth=3\n\
             a.lks formulas: 2:φ_1=16\n```\n```task file=a.lks\nexpected :: Not yet.\n```\n\
             ```hint\nLook.\n```\n```hint\nLook again.\n```\n```say\nOne.\nTwo.\n```\n```text b.lks\nx\n```\n",
        );
        assert_eq!(lesson.findings, []);
        assert_eq!(lesson.claims.len(), 3);
        assert_eq!(lesson.hints().count(), 2);
        assert_eq!(lesson.texts, [("b.lks".into(), "x\n".into())]);
        let bet = lesson.bets().next().expect("it was read");
        assert_eq!(bet.choices, ["3", "6"]);
        assert!(matches!(lesson.blocks().last(), Some(Block::Say(it)) if it.len() == 2));
        assert_eq!(lesson.files(), ["a.lks"]);
    }

    #[test]
    fn what_is_broken_is_said_at_its_line() {
        let rows = [
            ("```model\n```\n", 5, "This model has no name"),
            ("```model m\n```\n", 5, "This model has no text"),
            ("```model m file=a view=x\n```\n", 5, "There is no view `x`"),
            (
                "```model m file=a check=0\n```\n",
                5,
                "`0` is no number for `check`",
            ),
            (
                "```model m file=a big\n```\n",
                5,
                "`big` is no option of a model",
            ),
            (
                "```model m file=a\n```\n```model m file=b\n```\n",
                7,
                "There is a second model `m`",
            ),
            ("```text\n```\n", 5, "This block needs one name"),
            ("```bet\n```\n", 5, "This bet is empty"),
            (
                "```bet\nWhat?\n```\n",
                6,
                "This line does not say which answer is meant",
            ),
            (
                "```bet\nWhat?\na.lks 1 depth: 3\n```\n",
                7,
                "This bet has too few different choices",
            ),
            (
                "```bet\na.lks 1 depth: 3 4\n```\n",
                5,
                "This bet asks nothing",
            ),
            (
                "```bet\nWhat?\na.lks x depth: 3 4\n```\n",
                7,
                "`x` is no number of a check",
            ),
            ("```expect\n\n```\n", 5, "This block claims nothing"),
            (
                "```expect\na.lks 1\n```\n",
                6,
                "This line claims nothing about a check",
            ),
            (
                "```expect\na.lks 1: x\n```\n",
                6,
                "`x` is no claim about an answer",
            ),
            (
                "```expect\na.lks formulas: φ=1\n```\n",
                6,
                "`φ=1` is no claim about an answer",
            ),
            ("```task\n```\n", 5, "This task has no start text"),
            ("```task file=a.lks\n```\n", 5, "This task has no criteria"),
            ("```hint\n```\n", 5, "This hint is empty"),
            ("```say\n```\n", 5, "This block is empty"),
        ];
        for (blocks, line, title) in rows {
            let found = lesson(blocks).findings;
            let expected = found.iter().any(|it| it.line == line && it.title == title);
            assert!(expected, "{blocks}: {found:?}");
        }
    }
}
