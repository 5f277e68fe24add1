//! What the help on the language says is true: its texts are read without a complaint, its answers are
//! those that it expects, and lines that it shows stand in a text that can be opened.
#![allow(clippy::unwrap_used, missing_docs)]

use lockstep_core::api::{self, Analysis, Kinds, Options};
use lockstep_tests::Clockless;

const HELP: &str = include_str!("../static/help/language.md");
const TEMPLATES: [&str; 5] = [
    include_str!("../static/examples/templates/empty.lks"),
    include_str!("../static/examples/templates/scenario.lks"),
    include_str!("../static/examples/templates/channel.lks"),
    include_str!("../static/examples/templates/system.xsts"),
    include_str!("../static/examples/templates/statechart.lks"),
];

/// The fenced texts of a kind, each with the title of its topic.
fn fenced(kind: &str) -> Vec<(String, String)> {
    let mut topic = String::new();
    let mut all = Vec::new();
    let mut lines = HELP.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut topic);
        } else if let Some(fence) = line.strip_prefix("```") {
            let text: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            if fence.split(' ').next() == Some(kind) {
                all.push((topic.clone(), text.join("\n") + "\n"));
            }
        }
    }
    all
}

fn analysed(text: &str, about: &str) -> Analysis {
    let analysis = Kinds::whole().analyse(text);
    let found: Vec<_> = analysis.diagnostics.iter().map(|it| &it.title).collect();
    assert!(!analysis.has_errors, "{about}: {found:?}");
    analysis
}

fn answers_as_expected(text: &str, about: &str) {
    let analysis = analysed(text, about);
    for (index, check) in analysis.checks.iter().enumerate() {
        let options = Options::default();
        let kind = analysis.structure.kind();
        let outcome = api::check_of_kind(kind, text, index, &options, &mut Clockless).unwrap();
        assert_ne!(
            outcome.as_expected(),
            Some(false),
            "{about}: {}",
            check.title
        );
    }
}

#[test]
fn every_text_of_the_help_has_the_answers_that_it_expects() {
    let models = fenced("model");
    assert!(models.len() > 10);
    for (topic, text) in models {
        assert!(!analysed(&text, &topic).checks.is_empty(), "{topic}");
        answers_as_expected(&text, &topic);
    }
}

#[test]
fn lines_that_are_shown_stand_in_the_text_of_their_topic() {
    let models = fenced("model");
    for (topic, lines) in fenced("lines") {
        let (_, model) = models.iter().find(|(of, _)| *of == topic).unwrap();
        let model: Vec<_> = model.lines().map(str::trim).collect();
        let words = |line: &str| {
            line.split_whitespace()
                .map(String::from)
                .collect::<Vec<_>>()
        };
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let stands = model.iter().any(|it| words(it) == words(line));
            assert!(stands, "{topic}: {line}");
        }
    }
}

#[test]
fn templates_are_texts_without_errors_that_answer_as_expected() {
    for text in TEMPLATES {
        answers_as_expected(text, text.lines().next().unwrap());
    }
}
