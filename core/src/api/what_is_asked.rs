//! What the answers to a text depend on: its model, and for each check the question.
//!
//! Both are the text's own tokens, so two texts that differ in comments and layout alone ask the same of the same
//! model. Whatever is not known to belong to one check only counts as a part of the model: an answer may be thrown away
//! for nothing, but none is kept for another question or another model.

use super::read_text::ReadText;
use crate::text::{TokenRole, Utf16};
use crate::view::{Analysis, Kind, StructureKind};

/// What the checks of a text ask, and of what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhatIsAsked {
    /// The model.
    pub model: String,
    /// The questions, one per check of the analysis.
    pub questions: Vec<String>,
}

/// Whose a token is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Model,
    Check(usize),
    Scenario(usize),
}

impl ReadText {
    /// What the checks of an analysis of this text ask. Linear in the text, but for the logarithm of the checks.
    #[must_use]
    pub fn what_is_asked(&self, analysis: &Analysis) -> WhatIsAsked {
        let mut parts = vec![Part::Model; self.spans().len()];
        self.find_checks(analysis, &mut parts);
        if analysis.structure.kind() == StructureKind::Machines {
            // A scenario of machines matters to the checks that play it. One over objects stays in the model: its
            // messages may be what the environment can send.
            self.find_scenarios(analysis, &mut parts);
        }
        let mut model = String::new();
        let mut checks = vec![String::new(); analysis.checks.len()];
        let mut scenarios = vec![String::new(); analysis.scenarios.len()];
        let mut end = 0;
        let mut gap = String::new();
        for (&(span, role), part) in self.spans().iter().zip(&parts) {
            gap.push_str(self.text().get(end..span.start).unwrap_or_default());
            end = span.end;
            if role == TokenRole::Comment {
                gap.push(' ');
                continue;
            }
            let into = match *part {
                Part::Model => &mut model,
                Part::Check(index) => &mut checks[index],
                Part::Scenario(index) => &mut scenarios[index],
            };
            // What stands before the first of them belongs to nothing.
            if !into.is_empty() {
                into.push_str(between(&gap));
            }
            into.push_str(span.text(self.text()));
            gap.clear();
        }
        let questions = analysis.checks.iter().zip(checks).map(|(check, written)| {
            let played = check.scenario.filter(|_| check.kind == Kind::Scenario);
            let played = played.and_then(|it| scenarios.get(it));
            let played = played.map_or("", String::as_str);
            // Where no line asks, the title is all there is.
            format!("{}\n{}\n{played}", check.title, written)
        });
        WhatIsAsked {
            questions: questions.collect(),
            model,
        }
    }

    /// Marks the tokens of the lines that ask.
    fn find_checks(&self, analysis: &Analysis, parts: &mut [Part]) {
        let written = analysis.checks.iter().filter(|it| !it.implicit);
        let ranges = written.map(|it| (it.range.from, it.range.to, it.index));
        let mut ranges: Vec<_> = ranges.collect();
        ranges.sort_unstable();
        let mut utf16 = Utf16::new(self.text());
        for ((span, _), part) in self.spans().iter().zip(parts) {
            let (from, to) = (utf16.at(span.start), utf16.at(span.end));
            let next = ranges.partition_point(|range| range.0 <= from);
            let range = next.checked_sub(1).and_then(|at| ranges.get(at));
            if let Some(&(_, end, index)) = range.filter(|range| to <= range.1)
                && end > from
                && index < analysis.checks.len()
            {
                *part = Part::Check(index);
            }
        }
    }

    /// Marks the tokens of scenarios: from the word that begins one, before its name, to the brace that ends it.
    fn find_scenarios(&self, analysis: &Analysis, parts: &mut [Part]) {
        let mut utf16 = Utf16::new(self.text());
        let spans = self.spans();
        let starts: Vec<u32> = spans.iter().map(|(span, _)| utf16.at(span.start)).collect();
        let word = |at: usize| spans.get(at).map_or("", |(span, _)| span.text(self.text()));
        for (index, scenario) in analysis.scenarios.iter().enumerate() {
            let Ok(name) = starts.binary_search(&scenario.range.from) else {
                continue;
            };
            let mut from = name;
            while from > 0 && ["scenario", "neg"].contains(&word(from - 1)) {
                from -= 1;
            }
            let mut depth = 0_usize;
            let ends = |at: &usize| {
                match word(*at) {
                    "{" => depth += 1,
                    "}" => depth = depth.saturating_sub(1),
                    _ => return false,
                }
                depth == 0
            };
            if let Some(to) = (name..spans.len()).find(ends) {
                parts[from..=to].fill(Part::Scenario(index));
            }
        }
    }
}

/// What separates two tokens, as far as a parser can tell.
fn between(gap: &str) -> &str {
    if !gap.trim().is_empty() {
        gap
    } else if gap.contains(['\n', '\r']) {
        "\n"
    } else if gap.is_empty() {
        ""
    } else {
        " "
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Kinds;

    const MACHINES: &str = "machine A {\n  [*] --> a\n  a --> b : / go\n}\nmachine B {\n  [*] --> c\n  c --> d : go\n}\n\
                            scenario one {\n  a : A\n  b : B\n  a -> b : go\n}\nneg scenario two {\n  a : A\n  b : B\n}\n\
                            check one\ncheck reach A.b within 3\ncheck two within 4\n";
    const SYSTEM: &str = "var x : 0..100 = 0\n\ntrans {\n  assume x < 5;\n  x := x + 1;\n}\ninit {}\nenv {}\ncheck reach x == 3\n\
                          check always x < 9\n";

    fn asked(text: &str) -> WhatIsAsked {
        let kinds = Kinds::whole();
        let read = kinds.read(text);
        let analysis = kinds.analysis_of(&read);
        assert!(!analysis.has_errors, "{:?}", analysis.diagnostics);
        assert!(!analysis.checks.is_empty());
        read.what_is_asked(&analysis)
    }

    /// Which questions change by an edit, and whether the model does.
    fn changed(text: &str, from: &str, to: &str) -> (bool, Vec<usize>) {
        assert!(text.contains(from));
        let (before, after) = (asked(text), asked(&text.replacen(from, to, 1)));
        let pairs = before.questions.iter().zip(&after.questions).enumerate();
        let other = pairs.filter(|(_, (before, after))| before != after);
        (
            before.model != after.model,
            other.map(|(at, _)| at).collect(),
        )
    }

    #[test]
    fn a_check_that_is_edited_asks_something_else_and_the_others_do_not() {
        assert_eq!(
            changed(MACHINES, "A.b within 3", "A.a within 3"),
            (false, vec![1])
        );
        assert_eq!(changed(MACHINES, "within 3", "within 4"), (false, vec![1]));
        assert_eq!(
            changed(SYSTEM, "x == 3", "x == 3 && x == 4"),
            (false, vec![0])
        );
        assert_eq!(
            changed(SYSTEM, "check always x < 9", "check always x < 8"),
            (false, vec![1])
        );
        // One more in front of the others leaves theirs as they are.
        let more = asked(&MACHINES.replacen("check one", "check deadlock\ncheck one", 1));
        assert_eq!(more.questions[1..], asked(MACHINES).questions);
        assert_eq!(more.model, asked(MACHINES).model);
    }

    #[test]
    fn a_scenario_of_machines_belongs_to_the_checks_that_play_it() {
        assert_eq!(
            changed(MACHINES, "a -> b : go\n", "a -> b : go\n  a -> b : go\n"),
            (false, vec![0])
        );
        assert_eq!(
            changed(MACHINES, "neg scenario two", "scenario two"),
            (false, vec![2])
        );
        let more = asked(&MACHINES.replacen("neg", "scenario three {\n  a : A\n}\nneg", 1));
        assert_eq!(more.model, asked(MACHINES).model);
    }

    #[test]
    fn comments_and_layout_change_nothing_and_the_model_does() {
        for text in [MACHINES, SYSTEM] {
            assert_eq!(
                changed(text, "\ncheck", "\n// why \u{1f512}\n\n   check"),
                (false, vec![])
            );
            assert_eq!(changed(text, "{\n", "{   /* what */\n\n"), (false, vec![]));
            assert_eq!(
                changed(text, &text[..1], &format!("// first\n\n{}", &text[..1])),
                (false, vec![])
            );
        }
        assert_eq!(changed(MACHINES, "c --> d", "c --> c"), (true, vec![]));
        assert_eq!(changed(SYSTEM, "x < 5", "x < 6"), (true, vec![]));
        assert_eq!(changed(SYSTEM, "100 = 0", "100 = 1"), (true, vec![]));
    }
}
