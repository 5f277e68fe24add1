//! Petri nets as a language of one page, kept as the smallest whole kind of model: only the feature `toy-kinds` lists it.
//!
//! `net N { place p = 1; transition t { p -> q } }`: a place holds tokens, a transition takes one from
//! each place before its arrow and puts one into each behind it. `check reach p = 0, q` asks whether p can
//! be empty while q holds a token, `check deadlock` whether nothing may fire any more.

use std::collections::BTreeMap;

use crate::language::names::shown;
use crate::language::questions::{self, CheckSyntax, Goal, NoCondition, Subject};
use crate::language::unquoted::{Follow, item_name, name};
use crate::language::words::{in_block, open_block};
use crate::language::{Answer, Asking, Extras, Language, ModelKind, Name, Title};
use crate::text::{
    Cursor, Diagnostic, Findings, ItemWord, Kind, NameKind, Naming, Span, Then, TokenRole,
    Vocabulary, Word,
};

/// The language.
pub static LANGUAGE: Language = Language::of::<Petri>();

/// What is known of the language while its code is not there.
pub static TITLE: Title = Title {
    name: "Petri nets",
    part: Some("petri"),
    vocabulary: &VOCABULARY,
    templates: &[Word {
        label: "net",
        detail: "places and transitions",
        template: "net ${Name} {\n  place ${p} = ${1}\n}",
    }],
    coming: &[],
    examples: "petri",
    step: "firing",
    holds: "a Petri net",
    asking: Asking {
        and: ", ",
        equals: " = ",
        not: "",
        always: None,
    },
    extras: Extras::NONE,
};

/// The words of the language.
pub static VOCABULARY: Vocabulary = Vocabulary {
    items: &[
        ItemWord {
            word: "net",
            label: "net",
            then: Then::Name,
            is_own: true,
        },
        ItemWord {
            word: "check",
            label: "check",
            then: Then::Name,
            is_own: false,
        },
    ],
    keywords: &[
        "net",
        "place",
        "transition",
        "check",
        "reach",
        "deadlock",
        "from",
        "within",
        "expect",
    ],
    reserved: &[],
};

const NET: NameKind = NameKind {
    word: "net",
    role: TokenRole::Type,
    is_local: false,
};
const PLACE: NameKind = NameKind {
    word: "place",
    role: TokenRole::Name,
    is_local: false,
};
const TRANSITION: NameKind = NameKind {
    word: "transition",
    role: TokenRole::Event,
    is_local: true,
};

/// What follows a name: a sign of the language, or the end of the statement.
const FOLLOW: Follow = Follow::symbols(&["{", "=", ",", "->"])
    .or_words(&["from", "within", "expect"])
    .or_end();

/// The kind of model.
pub struct Petri;

/// A text as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The nets.
    pub nets: Vec<NetSyntax>,
    /// The checks.
    pub checks: Vec<CheckSyntax<Marking, NoCondition>>,
}

/// `net name { … }`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetSyntax {
    /// Its name.
    pub name: Name,
    /// Its places.
    pub places: Vec<Tokens>,
    /// Its transitions.
    pub transitions: Vec<TransitionSyntax>,
}

/// `place name = number`, or a part of a goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// The place.
    pub place: Name,
    /// The number of tokens, where one is written.
    pub count: Option<u32>,
}

/// `transition name { places -> places }`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransitionSyntax {
    /// Its name.
    pub name: Name,
    /// The places before the arrow.
    pub takes: Vec<Name>,
    /// The places behind it.
    pub gives: Vec<Name>,
}

/// `p = 0, q`: what a goal says of places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marking(pub Vec<Tokens>);

impl Marking {
    /// The goal as it is written.
    #[must_use]
    pub fn words(&self) -> String {
        let all: Vec<_> = self.0.iter().map(Tokens::written).collect();
        all.join(", ")
    }
}

/// What a text means; places are numbered through all nets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Net {
    /// The places.
    pub places: Vec<Place>,
    /// The transitions.
    pub transitions: Vec<Transition>,
    /// The checks.
    pub checks: Vec<Check>,
}

/// A place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Its tokens at the start.
    pub count: i64,
    /// Where it is declared.
    pub span: Span,
}

/// Which places a transition takes from and gives to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transition {
    /// Its name.
    pub name: String,
    /// The places that lose a token, each as often as it does.
    pub takes: Vec<usize>,
    /// The places that gain one.
    pub gives: Vec<usize>,
    /// Where it is declared.
    pub span: Span,
}

/// `None` asks for a deadlock; else places with the tokens they should hold, `None` for at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What is to be reached.
    pub goal: Option<Vec<(usize, Option<i64>)>>,
    /// The bound after `within`.
    pub bound: Option<u32>,
    /// The answer after `expect`.
    pub expected: Option<Answer>,
    /// The whole check.
    pub span: Span,
}

impl ModelKind for Petri {
    type Document = Document;
    type Model = Net;
    const TITLE: &'static Title = &TITLE;

    fn item(cursor: &mut Cursor, word: &'static str, span: Span, document: &mut Document) {
        match word {
            "net" => document.nets.extend(net(cursor)),
            _ => document.checks.extend(questions::read(cursor, span)),
        }
    }

    fn resolve(document: &Document, findings: &mut Findings) -> Net {
        resolve(document, findings)
    }

    fn print(document: &Document) -> String {
        print(document)
    }
}

fn net(cursor: &mut Cursor) -> Option<NetSyntax> {
    let name = item_name(cursor, Naming::New(NET), "the net's name", FOLLOW)?;
    let mut net = NetSyntax {
        name,
        ..NetSyntax::default()
    };
    let open = open_block(cursor, "net")?;
    while in_block(cursor, open, "net") {
        if cursor.eat_keyword("place").is_some() {
            net.places.extend(tokens(cursor, Naming::New(PLACE)));
        } else if cursor.eat_keyword("transition").is_some() {
            net.transitions.extend(transition(cursor));
        } else {
            let hint = "Write `place p = 1` or `transition t { p -> q }`.";
            cursor.expected("unknown-statement", "`place` or `transition`", Some(hint));
            cursor.skip_statement();
        }
        cursor.finish_statement("Each place and each transition has a line of its own.");
    }
    Some(net)
}

fn tokens(cursor: &mut Cursor, naming: Naming) -> Option<Tokens> {
    let place = name(cursor, naming, "a place", FOLLOW)?;
    let mut count = None;
    if cursor.eat_symbol("=").is_some() {
        if cursor.peek().kind != Kind::Number {
            cursor.expected("bad-count", "a number of tokens", Some("Write `p = 1`."));
            cursor.skip_statement();
            return None;
        }
        let number = cursor.advance();
        count = cursor.text(number).parse().ok();
    }
    Some(Tokens { place, count })
}

fn transition(cursor: &mut Cursor) -> Option<TransitionSyntax> {
    let naming = Naming::New(TRANSITION);
    let name = item_name(cursor, naming, "the transition's name", FOLLOW)?;
    let open = open_block(cursor, "transition")?;
    cursor.skip_breaks();
    let takes = places(cursor);
    if cursor.eat_symbol("->").is_none() {
        let hint = "Places that lose a token stand before the arrow, places that gain one behind.";
        cursor.expected("expected-arrow", "`->`", Some(hint));
        cursor.skip_statement();
    }
    let gives = places(cursor);
    cursor.finish_statement("A transition has one arrow.");
    let _ = in_block(cursor, open, "transition");
    Some(TransitionSyntax { name, takes, gives })
}

fn places(cursor: &mut Cursor) -> Vec<Name> {
    let mut places = Vec::new();
    while !cursor.at_statement_end() && !cursor.at_symbol("->") {
        let Some(place) = name(cursor, Naming::Known(PLACE), "a place", FOLLOW) else {
            break;
        };
        places.push(place);
        if cursor.eat_symbol(",").is_none() {
            break;
        }
    }
    places
}

impl Goal for Marking {
    const HAS_SCENARIOS: bool = false;
    const HAS_CONDITIONS: bool = false;
    const VOCABULARY: &'static Vocabulary = &VOCABULARY;

    fn read(cursor: &mut Cursor) -> Self {
        let mut all = Vec::new();
        while let Some(tokens) = tokens(cursor, Naming::Known(PLACE)) {
            all.push(tokens);
            if cursor.eat_symbol(",").is_none() {
                break;
            }
        }
        Self(all)
    }

    fn join(&mut self, more: Self) {
        self.0.extend(more.0);
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn written(&self) -> String {
        self.words()
    }

    fn each_span(&mut self, forget: &mut dyn FnMut(&mut Span)) {
        self.0.iter_mut().for_each(|it| forget(&mut it.place.span));
    }
}

impl Tokens {
    fn written(&self) -> String {
        let place = VOCABULARY.written(&self.place.text);
        match self.count {
            Some(count) => format!("{place} = {count}"),
            None => place,
        }
    }
}

fn resolve(document: &Document, findings: &mut Findings) -> Net {
    let mut net = Net::default();
    let mut numbers = BTreeMap::new();
    for tokens in document.nets.iter().flat_map(|it| &it.places) {
        let name = &tokens.place;
        if let Some((_, first)) = numbers.get(&name.text) {
            let title = format!("The place {} is there twice", shown(&name.text));
            let finding = Diagnostic::error("duplicate-place", name.span, title);
            let finding = finding.label(*first, "the first one");
            findings.push(finding.hint("Give one of the two another name."));
            continue;
        }
        numbers.insert(name.text.clone(), (net.places.len(), name.span));
        let count = i64::from(tokens.count.unwrap_or(0));
        net.places.push(Place {
            name: name.text.clone(),
            count,
            span: name.span,
        });
    }
    let mut place = |name: &Name| {
        let found = numbers.get(&name.text).map(|(number, _)| *number);
        if found.is_none() {
            let title = format!("There is no place {}", shown(&name.text));
            let finding = Diagnostic::error("unknown-place", name.span, title);
            findings.push(finding.hint("Declare it in a net: `place p = 1`."));
        }
        found
    };
    for it in document.nets.iter().flat_map(|it| &it.transitions) {
        net.transitions.push(Transition {
            name: it.name.text.clone(),
            takes: it.takes.iter().filter_map(&mut place).collect(),
            gives: it.gives.iter().filter_map(&mut place).collect(),
            span: it.name.span,
        });
    }
    let goals: Vec<_> = document
        .checks
        .iter()
        .map(|check| match &check.subject {
            Subject::Reach { goal } => {
                let counts = goal
                    .0
                    .iter()
                    .filter_map(|it| Some((place(&it.place)?, it.count.map(i64::from))));
                Some(counts.collect())
            }
            Subject::Always { condition } => match *condition {},
            Subject::Scenario { .. } | Subject::Deadlock => None,
        })
        .collect();
    for (syntax, goal) in document.checks.iter().zip(goals) {
        net.checks.push(Check {
            goal,
            bound: questions::bound(syntax, findings),
            expected: questions::expected(syntax, findings),
            span: syntax.span,
        });
    }
    net
}

fn print(document: &Document) -> String {
    let list = |names: &[Name]| {
        let names: Vec<_> = names
            .iter()
            .map(|it| VOCABULARY.written(&it.text))
            .collect();
        names.join(", ")
    };
    let mut out = String::new();
    for net in &document.nets {
        out += &format!("net {} {{\n", VOCABULARY.written(&net.name.text));
        for place in &net.places {
            out += &format!("  place {}\n", place.written());
        }
        for it in &net.transitions {
            let (name, takes) = (VOCABULARY.written(&it.name.text), list(&it.takes));
            out += &format!("  transition {name} {{ {takes} -> {} }}\n", list(&it.gives));
        }
        out += "}\n";
    }
    for check in &document.checks {
        questions::print(&mut out, check);
    }
    out
}
