//! A language is a folder and one line: Petri nets, brought into the list from outside the core, are
//! read, painted, completed, printed, diagnosed, run and checked, and no other file knows of them.

mod checks;
mod runs;
mod space;

use lockstep_core::api::{TOKEN_ROLES, analyse_with};
use lockstep_core::language::machines::Machines;
use lockstep_core::language::machines::kind::LANGUAGE as MACHINES;
use lockstep_core::language::petri::kind::{LANGUAGE as PETRI, TITLE};
use lockstep_core::language::petri::{NetSystem, Petri};
use lockstep_core::language::{Answer, Language, Languages, complete, tokens};
use lockstep_core::system::{Status, System, shortest};

const TEXT: &str = "net Fork {
  place free = 1
  place hungry = 2
  place eating
  transition take { hungry, free -> eating }
  transition put { eating -> free }
}
check reach eating = 2 expect unreachable
check reach hungry = 0, eating within 3 expect reachable
check deadlock
";

/// The languages of the program, and Petri nets.
fn languages() -> Languages {
    let mut languages = Languages::default();
    languages.bring(&PETRI);
    languages
}

/// The codes of what is wrong with a text, each with the text of its place.
fn findings(languages: &Languages, text: &str) -> Vec<String> {
    let reading = languages.read(text);
    let findings = reading.diagnostics.iter();
    findings
        .map(|it| format!("{} `{}`", it.code, it.span.text(text)))
        .collect()
}

#[test]
fn a_text_is_read_by_the_language_of_its_first_own_word() {
    let languages = languages();
    let reading = languages.read(TEXT);
    assert_eq!(reading.title.name, "Petri nets");
    assert_eq!(reading.diagnostics, []);
    assert_eq!(reading.needs, None);
    let net = reading.model::<Petri>().expect("a net");
    assert_eq!(
        (net.places.len(), net.transitions.len(), net.checks.len()),
        (3, 2, 3)
    );
    assert!(reading.model::<Machines>().is_none());
    // Words that several languages have say nothing.
    let reading = languages.read("check deadlock\nmachine A { [*] --> a }");
    assert_eq!(reading.title.name, "communicating machines");
    let model = reading.model::<Machines>().expect("machines");
    assert_eq!((model.machines.len(), model.checks.len()), (1, 1));
    let reading = languages.read("check deadlock\nnet N { place p = 1 }");
    assert_eq!(reading.title.name, "Petri nets");
    // Nor does a word that begins nothing.
    let reading = languages.read("machine net { [*] --> net; net --> place }");
    assert_eq!(reading.title.name, "communicating machines");
    assert_eq!(reading.diagnostics, []);
}

#[test]
fn what_is_printed_reads_back() {
    let languages = languages();
    let reading = languages.read(TEXT);
    assert_eq!(reading.print().expect("it was read"), TEXT);
    let dense = "net \"a b\" { place p = 1; transition t { p -> p } } check reach p = 1";
    let printed = languages.read(dense).print().expect("it was read");
    assert_eq!(
        printed,
        "net \"a b\" {\n  place p = 1\n  transition t { p -> p }\n}\ncheck reach p = 1\n"
    );
}

#[test]
fn its_mistakes_are_named_with_their_places() {
    let languages = languages();
    for (text, expected) in [
        ("net N { place p; place p }", vec!["duplicate-place `p`"]),
        ("net N { transition t { p -> } }", vec!["unknown-place `p`"]),
        ("net N { place p\n q }", vec!["unknown-statement `q`"]),
        ("net N { place p = x }", vec!["bad-count `x`"]),
        ("net N { place p\n", vec!["unclosed-block `{`"]),
        (
            "net N { place p }\nnets M { }",
            vec!["unknown-statement `nets`"],
        ),
        // What all languages share.
        (
            "net N { place p }\ncheck deadlock within 3.5",
            vec!["bad-bound `3.5`"],
        ),
        (
            "net N { place p }\ncheck reach p expect none",
            vec!["wrong-answer `none`"],
        ),
        (
            "net N { place p }\ncheck always",
            vec!["expected-subject `always`"],
        ),
        // It has no scenarios, so that word begins nothing.
        (
            "net N { place p }\nscenario s { a -> b : c }",
            vec!["unknown-statement `scenario`"],
        ),
    ] {
        let found = findings(&languages, text);
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn one_text_holds_one_kind_of_model() {
    let languages = languages();
    let text = "machine A { [*] --> a }\nnet N { place p = 1 }\ncheck deadlock";
    let reading = languages.read(text);
    let [mixed] = reading.diagnostics.as_slice() else {
        panic!("{:?}", reading.diagnostics);
    };
    assert_eq!((mixed.code, mixed.span.text(text)), ("mixed-kinds", "net"));
    let places: Vec<_> = mixed.labels.iter().map(|it| it.span.text(text)).collect();
    assert_eq!(places, ["machine"]);
    assert_eq!(
        mixed.title,
        "`net` belongs to Petri nets, and this text holds communicating machines"
    );
    // What can be read is kept, and a block that was left open ends before the foreign item.
    let model = reading.model::<Machines>().expect("machines");
    assert_eq!((model.machines.len(), model.checks.len()), (1, 1));
    let text = "machine A {\n [*] --> a\nnet N { place p = 1 }";
    assert_eq!(
        findings(&languages, text),
        ["unclosed-block `{`", "mixed-kinds `net`"]
    );
    let text = "net N { place p = 1 }\nmachine A { [*] --> a }";
    assert_eq!(findings(&languages, text), ["mixed-kinds `machine`"]);
}

#[test]
fn a_language_whose_part_is_missing_is_asked_for_and_then_there() {
    let mut languages = Languages::of(&[&MACHINES]);
    // Nobody knows the word yet.
    assert_eq!(
        findings(&languages, "net N { place p = 1 }"),
        ["unknown-statement `net`"]
    );
    languages.announce(&TITLE);
    let reading = languages.read(TEXT);
    assert_eq!(reading.needs, Some("petri"));
    assert_eq!(reading.title.name, "Petri nets");
    let codes: Vec<_> = reading.diagnostics.iter().map(|it| it.code).collect();
    assert_eq!(codes, ["needs-part"]);
    assert!(reading.model::<Petri>().is_none() && reading.print().is_none());
    // Comments, numbers and the word are painted all the same, and nothing else is offered.
    assert!(!tokens(&languages, TEXT).is_empty());
    assert!(complete(&languages, TEXT, 20).list.is_empty());
    // A text of another kind needs nothing.
    assert_eq!(languages.read("machine A { [*] --> a }").needs, None);
    // The page is told so, and checks nothing meanwhile.
    let analysis = analyse_with(&languages, TEXT);
    assert_eq!(analysis.needs.as_deref(), Some("petri"));
    assert!(analysis.has_errors && analysis.checks.is_empty());
    languages.bring(&PETRI);
    let analysis = analyse_with(&languages, TEXT);
    assert_eq!((analysis.needs, analysis.has_errors), (None, false));
    let reading = languages.read(TEXT);
    assert_eq!((reading.needs, reading.diagnostics.len()), (None, 0));
}

#[test]
fn its_tokens_are_painted() {
    let text = "net N { // one\n  place p = 1\n  transition t { p -> q }\n}\ncheck reach p = 0 expect reachable";
    let painted: Vec<_> = tokens(&languages(), text)
        .into_iter()
        .map(|(span, role)| (span.text(text), TOKEN_ROLES[role as usize]))
        .filter(|(_, role)| !["punctuation", "operator"].contains(role))
        .map(|(text, role)| format!("{text} {role}"))
        .collect();
    assert_eq!(
        painted.join(", "),
        "net keyword, N declaration, // one comment, place keyword, p name, 1 number, \
         transition keyword, t declaration, p name, q name, check keyword, reach keyword, p name, \
         0 number, expect keyword, reachable constant"
    );
}

/// What is offered at the `|` of a text.
fn offered(text: &str) -> String {
    let caret = text.find('|').expect("a caret");
    let found = complete(&languages(), &text.replace('|', ""), caret);
    let labels: Vec<_> = found.list.iter().map(|it| it.label.as_str()).collect();
    labels.join(", ")
}

#[test]
fn what_can_be_written_is_offered() {
    for (text, expected) in [
        ("net N {\n  |\n}", "place, transition"),
        ("net N {\n  place p\n  place |\n}", ""),
        ("net N {\n  place p\n  transition t { | }\n}", "p"),
        (
            "net N {\n  place p; place q\n  transition t { p -> | }\n}",
            "p, q",
        ),
        ("net N { place p }\ncheck |", "deadlock, reach"),
        ("net N { place p }\ncheck reach |", "p"),
        ("net N { place p }\ncheck reach p |", "from, within, expect"),
        ("net N { place p }\n|", "net"),
    ] {
        assert_eq!(offered(text), expected, "{text}");
    }
    // As long as a text is of no kind yet, it can become one of any.
    assert!(
        offered("|").contains(", net, type, var"),
        "{}",
        offered("|")
    );
    assert!(offered("|").starts_with("machine"));
    assert!(!offered("machine A { [*] --> a }\n|").contains("net"));
}

#[test]
fn no_text_brings_it_down() {
    let languages = languages();
    for end in 0..=TEXT.len() {
        let text = &TEXT[..end];
        let reading = languages.read(text);
        for finding in &reading.diagnostics {
            assert!(text.get(finding.span.start..finding.span.end).is_some());
        }
        let _ = (tokens(&languages, text), complete(&languages, text, end));
    }
}

#[test]
fn its_system_runs_and_answers() {
    let reading = languages().read(TEXT);
    let net = reading.model::<Petri>().expect("a net");
    let system = NetSystem::new(net);
    assert_eq!(system.schema().variable("eating"), Some(2));
    let answers = net.checks.iter().map(|check| {
        let bound = check.bound.map_or(100, |bound| bound as usize);
        let found = shortest(&system, bound, |state| match &check.goal {
            None => system.status(state) == Status::Stuck,
            Some(goal) => goal.iter().all(|&(place, count)| match count {
                Some(count) => state[place] == count,
                None => state[place] > 0,
            }),
        });
        let answer = match (&check.goal, found) {
            (None, Some(_)) => Answer::Deadlock,
            (None, None) => Answer::None,
            (Some(_), Some(_)) => Answer::Reachable,
            (Some(_), None) => Answer::Unreachable,
        };
        assert!(
            check.expected.is_none_or(|expected| expected == answer),
            "{check:?}"
        );
        (answer, found)
    });
    let answers: Vec<_> = answers.collect();
    assert_eq!(
        answers,
        [
            (Answer::Unreachable, None),
            (Answer::Reachable, Some(3)),
            (Answer::Deadlock, Some(4)),
        ]
    );
}

/// Two languages cannot have the same own word, or nobody could tell whose a text is.
#[test]
fn own_words_are_of_one_language() {
    let languages = languages();
    let titles: Vec<_> = languages.titles().collect();
    for title in &titles {
        for item in title.vocabulary.items.iter().filter(|it| it.is_own) {
            let having = titles
                .iter()
                .filter(|it| it.vocabulary.item(item.word).is_some());
            assert_eq!(having.count(), 1, "{}", item.word);
        }
    }
    let machines: &[&Language] = &[&PETRI];
    assert_eq!(Languages::of(machines).titles().count(), 1);
}
