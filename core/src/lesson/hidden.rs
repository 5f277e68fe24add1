//! Hidden items: checks and scenarios that an attempt is asked in addition to its own.
//!
//! They are read as a document of their own, with the language of the attempt, and get names that the attempt does not use. Only
//! where the two texts together consist of the tokens of the one and then of the other are they one model: so neither an
//! open brace nor an open comment of an attempt can swallow a hidden item.

use std::collections::BTreeSet;

use crate::api::{Kinds, ReadText};
use crate::text::{Span, TokenRole, quote, unquote};
use crate::view::{Analysis, CheckView};

/// An attempt with the hidden items.
pub struct WithHidden {
    /// The text of both.
    pub text: String,
    /// What it says.
    pub analysis: Analysis,
    /// The hidden checks: their numbers in the text.
    pub checks: Vec<usize>,
}

/// Merges hidden items with an attempt that has no errors.
///
/// # Errors
/// Says what does not fit, as a sentence: the items name a state that is gone, for example.
pub fn with_hidden(kinds: &Kinds, attempt: &ReadText, hidden: &str) -> Result<WithHidden, String> {
    let hidden = renamed(kinds, attempt, hidden);
    let hidden_tokens = tokens(&kinds.read_like(&hidden, attempt), 0);
    let mut text = attempt.text().to_owned();
    text.push('\n');
    let offset = text.len();
    let units = text.encode_utf16().count();
    text.push_str(&hidden);
    let both = kinds.read(&text);
    let mut expected = tokens(attempt, 0);
    expected.extend(hidden_tokens.iter().map(|it| Span {
        start: it.start + offset,
        end: it.end + offset,
    }));
    if tokens(&both, 0) != expected {
        return Err("Something in the text has no end, so nothing can follow it.".into());
    }
    let analysis = kinds.analysis_of(&both);
    if let Some(error) = analysis.diagnostics.iter().find(|it| it.error) {
        return Err(format!("{}.", error.title.trim_end_matches('.')));
    }
    let is_hidden = |it: &&CheckView| !it.implicit && it.range.from as usize >= units;
    let checks = analysis.checks.iter().filter(is_hidden);
    Ok(WithHidden {
        checks: checks.map(|it| it.index).collect(),
        text,
        analysis,
    })
}

/// The tokens of a text, comments included, moved by an offset.
fn tokens(read: &ReadText, offset: usize) -> Vec<Span> {
    let moved = |span: &Span| Span {
        start: span.start + offset,
        end: span.end + offset,
    };
    read.spans().iter().map(|(span, _)| moved(span)).collect()
}

/// Hidden items whose scenarios have names that no scenario of the attempt has.
fn renamed(kinds: &Kinds, attempt: &ReadText, hidden: &str) -> String {
    let taken: BTreeSet<String> = (named(attempt).into_iter()).map(|(_, name)| name).collect();
    let read = kinds.read_like(hidden, attempt);
    let mut text = String::with_capacity(hidden.len());
    let mut end = 0;
    for (span, name) in named(&read) {
        if taken.contains(&name) {
            text.push_str(&hidden[end..span.start]);
            let free = (2..).map(|it| format!("{name} ({it})"));
            let mut free = free.filter(|it| !taken.contains(it));
            text.push_str(&quote(&free.next().unwrap_or(name)));
            end = span.end;
        }
    }
    text.push_str(&hidden[end..]);
    text
}

/// The names of scenarios, where they are declared and where checks ask about them.
fn named(read: &ReadText) -> Vec<(Span, String)> {
    let tokens = || read.spans().iter().filter(|it| it.1 != TokenRole::Comment);
    let pairs = tokens().zip(tokens().skip(1));
    let is_word = |(span, role): &(Span, TokenRole)| {
        let word = span.text(read.text());
        *role == TokenRole::Keyword && matches!(word, "scenario" | "check")
    };
    let names = pairs.filter(|(word, (_, role))| is_word(word) && *role != TokenRole::Keyword);
    names
        .map(|(_, (span, _))| {
            let written = span.text(read.text());
            let name = match written.starts_with('"') {
                true => unquote(written),
                false => written.to_owned(),
            };
            (*span, name)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ATTEMPT: &str = "machine A {\n  [*] --> a\n  a --> b : / go\n}\nmachine B {\n  [*] --> c\n  c --> d : go\n}\n\
        scenario one {\n  x : A\n  y : B\n  x -> y : go\n}\ncheck one expect consistent\n";
    const HIDDEN: &str = "scenario one {\n  one : A\n  y : B\n  one -> y : go\n}\ncheck one expect consistent\n\
        check reach A.b, B.d expect reachable\n";

    fn merged(attempt: &str, hidden: &str) -> Result<WithHidden, String> {
        let kinds = Kinds::whole();
        with_hidden(&kinds, &kinds.read(attempt), hidden)
    }

    #[test]
    fn hidden_checks_are_found_and_names_do_not_clash() {
        let both = merged(ATTEMPT, HIDDEN).expect("it fits");
        assert_eq!(both.checks, [1, 2]);
        let titles: Vec<_> = both
            .analysis
            .checks
            .iter()
            .map(|it| it.title.as_str())
            .collect();
        assert_eq!(titles, ["one", "one (2)", "reach A.b, B.d"]);
        assert!(
            both.text.contains("  one -> y : go"),
            "a lifeline keeps its name"
        );
    }

    #[test]
    fn nothing_swallows_hidden_items() {
        for open in [
            "/* open",
            "machine C {",
            "scenario s {\n",
            "// a comment without an end",
        ] {
            let found = merged(&format!("{ATTEMPT}{open}"), HIDDEN);
            let fits = open.starts_with("//");
            assert_eq!(found.is_ok(), fits, "{open}");
        }
    }

    #[test]
    fn what_is_gone_is_named() {
        let gone = ATTEMPT.replace("a --> b", "a --> z");
        let error = merged(&gone, HIDDEN).err().expect("`b` is gone");
        assert!(error.contains("`b`"), "{error}");
    }

    #[test]
    fn transition_systems_have_hidden_checks_alone() {
        let attempt = "var x : 0..3 = 0\ntrans { x := 1; }\ninit {}\nenv {}\nprop { true }\ncheck reach x == 1";
        let both = merged(attempt, "\ncheck reach x == 3 expect unreachable\n").expect("it fits");
        assert_eq!(both.checks, [2]);
    }
}
