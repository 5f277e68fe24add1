//! What the editor paints and offers comes from the parser, also where the text is broken.

use lockstep_core::api::{self, TOKEN_ROLES};
use lockstep_core::generate::{Random, document, mutated};
use lockstep_core::language::machines::document::print;
use lockstep_core::language::{Completions, Languages};
use lockstep_core::text::{Span, TokenRole};
use lockstep_seeds::seeds;

fn tokens(text: &str) -> Vec<(Span, TokenRole)> {
    lockstep_core::language::tokens(&Languages::default(), text)
}

fn complete(text: &str, offset: usize) -> Completions {
    lockstep_core::language::complete(&Languages::default(), text, offset)
}

/// The tokens of a text, as `text role`, apart from punctuation and operators.
fn painted(text: &str) -> String {
    let plain = [TokenRole::Punctuation, TokenRole::Operator];
    let words: Vec<_> = tokens(text)
        .into_iter()
        .filter(|(_, role)| !plain.contains(role))
        .map(|(span, role)| format!("{} {}", span.text(text), TOKEN_ROLES[role as usize]))
        .collect();
    words.join(", ")
}

#[test]
fn a_token_is_painted_as_what_it_stands_for() {
    for (text, expected) in [
        (
            "machine A { // why\n  [*] --> b\n  b --> [*]\n  b --> c : x / y\n  c --> b : / ε\n}",
            "machine keyword, A declaration, // why comment, [*] pseudo, b name, b name, [*] pseudo, \
             b name, c name, x event, y event, c name, b name, ε pseudo",
        ),
        (
            "machine \"A 1\" {\n  state b as \"long\"\n  \"b c\" --> b : \"x\" / y\n}",
            "machine keyword, \"A 1\" declaration, state keyword, b declaration, as keyword, \
             \"long\" string, \"b c\" string, b name, \"x\" string, y event",
        ),
        // What is a keyword follows from where it stands.
        (
            "machine check {\n  state --> reach : from / within\n  state system\n}",
            "machine keyword, check declaration, state name, reach name, from event, within event, \
             state keyword, system declaration",
        ),
        (
            "neg scenario s { a, b : A; a -> b : x /* to b */; }",
            "neg keyword, scenario keyword, s declaration, a name, b name, A type, a name, b name, \
             x event, /* to b */ comment",
        ),
        (
            "system { a : A }\ncheck s loose from a.b within 3 expect consistent",
            "system keyword, a name, A type, check keyword, s name, loose keyword, from keyword, \
             a name, b name, within keyword, 3 number, expect keyword, consistent constant",
        ),
        (
            "check reach a.<b//x/c>, a.d // and so on",
            "check keyword, reach keyword, a name, b name, x event, c name, a name, d name, \
             // and so on comment",
        ),
    ] {
        assert_eq!(painted(text), expected, "{text}");
    }
}

#[test]
fn what_is_broken_is_painted_as_far_as_it_can_be_read() {
    for (text, expected) in [
        (
            "machine A {\n  b -->\n  b --> c : x",
            "machine keyword, A declaration, b name, b name, c name, x event",
        ),
        // The name is being changed: the block is still one.
        (
            "machine {\n  b --> c : x\n}",
            "machine keyword, b name, c name, x event",
        ),
        ("scenario {\n  b : A\n}", "scenario keyword, b name, A type"),
        // The brace is missing, and the next item begins.
        (
            "machine A {\n  b --> c : x\ncheck deadlock",
            "machine keyword, A declaration, b name, c name, x event, check keyword, deadlock keyword",
        ),
        (
            "machine A {\n  b $ --> c // d\n}",
            "machine keyword, A declaration, b name, c name, // d comment",
        ),
        (
            "/* never ends\nmachine A {",
            "/* never ends\nmachine A { comment",
        ),
        (
            "machin A { b --> c }",
            "machin keyword, A declaration, b name, c name",
        ),
        (
            "machine \"A { // c",
            "machine keyword, \"A declaration, // c comment",
        ),
        ("a <- b // c", "a name, b name, // c comment"),
    ] {
        assert_eq!(painted(text), expected, "{text}");
    }
}

/// A random text, every other one broken.
fn some(seed: u64) -> String {
    let text = print(&document(seed));
    if seed.is_multiple_of(2) {
        return text;
    }
    mutated(&text, &mut Random::new(seed))
}

/// All of a text is painted but its blanks, whatever was done to it.
#[test]
fn no_token_is_lost_or_painted_twice() {
    for seed in seeds(0..2_000) {
        let text = some(seed);
        let mut end = 0;
        for (span, _) in tokens(&text) {
            assert!(span.start >= end && span.start < span.end, "{seed}\n{text}");
            let between = &text[end..span.start];
            let is_blank = |it: char| it.is_whitespace() || it == ';' || it == '\u{feff}';
            assert!(between.chars().all(is_blank), "{seed}: {between:?}\n{text}");
            end = span.end;
        }
    }
}

const MODEL: &str = "machine Client {
  [*] --> Ready
  Ready   --> Waiting : / request
  Waiting --> Ready   : reply
}
machine Server {
  [*] --> Free
  Free --> Busy : request
  Busy --> Free : / reply
}
";

/// What is offered at the `|` of a text behind the model.
fn offered(text: &str) -> String {
    let text = format!("{MODEL}{text}");
    let caret = text.find('|').expect("a caret");
    let found = complete(&text.replace('|', ""), caret);
    let labels: Vec<_> = found.list.iter().map(|it| it.label.as_str()).collect();
    labels.join(", ")
}

#[test]
fn each_place_has_its_own_words_and_names() {
    let items =
        "machine, scenario, neg scenario, check reach, check always, check deadlock, check, system";
    for (text, expected) in [
        ("|", items),
        ("mach|", items),
        ("ch|\ncheck deadlock", items),
        // A machine: its own states, all symbols.
        ("machine C {\n  [*] --> One\n  One --> |", "One"),
        ("machine C {\n  [*] --> One\n  |", "state, One"),
        (
            "machine C {\n  [*] --> One\n  |\n  One --> Two\n}",
            "state, One, Two",
        ),
        ("machine C {\n  a --> b : re|", "request, reply"),
        ("machine C {\n  a --> b : x / |", "request, reply, x"),
        ("machine C {\n  a --> b : x / y,|", "request, reply, x, y"),
        ("machine C {\n  state a |", "as"),
        // A scenario: its own lifelines, machines behind a colon, symbols behind a message's.
        ("scenario s {\n  a, b : |", "Client, Server"),
        ("scenario s {\n  a, b : Client\n  |", "a, b"),
        ("scenario s {\n  a, b : Client\n  a -> |", "a, b"),
        (
            "scenario s {\n  a, b : Client\n  a -> b : |",
            "request, reply",
        ),
        (
            "scenario t {\n  z : Client\n}\nscenario s {\n  a : Client\n  |\n}",
            "a",
        ),
        // Without lifelines of its own it plays on the system's, or on one for each machine.
        ("scenario s {\n  |", "Client, Server"),
        (
            "scenario s {\n  |\n}\nsystem { a : Client }",
            "a, Client, Server",
        ),
        ("system {\n  a : |", "Client, Server"),
        ("system {\n  |", ""),
        // A check: a subject, then what can follow it.
        (
            "scenario \"a b\" { }\ncheck |",
            "deadlock, reach, always, \"a b\"",
        ),
        ("check always |", "not, Client, Server"),
        ("check always not |", "not, Client, Server"),
        (
            "check always Client.Ready |",
            "and, or, implies, from, within, expect",
        ),
        ("check always Client.Ready and |", "not, Client, Server"),
        ("check always Client.|", "Ready, Waiting"),
        ("check always Client.Ready expect |", "holds, violated"),
        ("check s |", "strict, loose, from, within, expect"),
        ("check reach Client.Ready |", "from, within, expect"),
        ("check deadlock within 3 |", "expect"),
        ("check deadlock expect |", "deadlock, none"),
        ("check s expect |", "consistent, inconsistent"),
        ("check reach |", "Client, Server"),
        ("check reach Client.|", "Ready, Waiting"),
        ("check reach Client.Ready, Server.|", "Free, Busy"),
        ("system { s : Server }\ncheck reach s.|", "Free, Busy"),
        ("check reach Server.<|", "Free, Busy"),
        ("check reach Server.<Free/|", "request, reply"),
        ("check reach Server.<Free/request//|", "Free, Busy"),
        ("check reach Nobody.|", ""),
        // Nothing in comments, in quotes, in numbers, where a name is new, or behind an item.
        ("// |", ""),
        ("/* | */", ""),
        ("check \"|\"", ""),
        ("check deadlock within 1|", ""),
        ("check deadlock within |", ""),
        ("machine |", ""),
        ("machine D { } |", ""),
    ] {
        assert_eq!(offered(text), expected, "{text}");
    }
}

#[test]
fn what_is_typed_is_what_is_replaced() {
    let text = format!("{MODEL}// 😀\nscenario s {{\n  a : Serv");
    let caret = text.encode_utf16().count();
    let caret = u32::try_from(caret).expect("a short text");
    let found = api::complete(&text, caret);
    assert_eq!(found.from, caret - 4);
    assert_eq!(found.list[0].label, "Client");
    assert_eq!(found.list[0].kind, "machine");
    // A word that is being typed is no suggestion for itself.
    let alone = complete("machine C {\n  Rea", 17);
    assert_eq!(alone.list.len(), 1, "{alone:?}");
}

#[test]
fn every_place_of_every_text_can_be_asked() {
    for seed in 0..40 {
        let text = some(seed);
        for caret in 0..=text.len() {
            let found = complete(&text, caret);
            assert!(found.span.start <= found.span.end && found.span.end <= caret);
        }
    }
}

#[test]
fn the_roles_of_tokens_stand_in_their_order() {
    for (index, role) in TokenRole::ALL.into_iter().enumerate() {
        assert_eq!(role as usize, index);
        assert_eq!(TOKEN_ROLES[index], format!("{role:?}").to_lowercase());
    }
}
