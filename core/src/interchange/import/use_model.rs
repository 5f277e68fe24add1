//! Class models of USE, the UML-based specification environment of the University of Bremen, and the contexts of OCL files.
//!
//! Attributes may be null, as USE means it. What class models do not have is named: Real, collections as types, association
//! classes, associations of three ends, recursion, the order of links.

use super::class_text::{ClassText, Part};
use super::use_expression::{Setting, Unread, expression};
use super::use_tokens::{Sort, Token, tokens};
use super::use_types::{TYPES, UNFINISHED};
use super::use_wholes::Wholes;
use super::{Imported, Why};
use crate::language::classes::kind::TITLE;

/// Words that begin an item.
pub(super) const ITEMS: &[&str] = &[
    "enum",
    "class",
    "abstract",
    "association",
    "aggregation",
    "composition",
    "associationclass",
    "associationClass",
    "dataType",
    "signal",
    "context",
    "constraints",
];

/// Whether a text is a USE model: its first word is `model`, maybe behind imports and annotations, and it goes on as one.
pub(super) fn recognises(text: &str) -> bool {
    let mut reader = Reader::new(text, ClassText::default(), true);
    while reader.at("import") || reader.at("@") {
        reader.pass_by();
    }
    if !reader.eat("model") || reader.word().is_none() {
        return false;
    }
    let rest = &reader.tokens[reader.next.min(reader.tokens.len())..];
    let is_item = |it: &Token<'_>| it.is_first && it.sort == Sort::Word && ITEMS.contains(&it.text);
    rest.is_empty() || rest.iter().any(is_item)
}

/// Reads a USE model.
pub(super) fn read(text: &str) -> Imported {
    let mut reader = Reader::new(text, ClassText::default(), true);
    while reader.item() {}
    reader.name_orders();
    reader.wholes.name_in(&mut reader.out);
    reader.out.finish()
}

const ASSOCIATION_CLASS: Why = Why::lossy("Association classes are not read.");
const OTHER_FILE: Why = Why::lossy("Other files are not read.");
const OTHER_ITEM: Why = Why::lossy("Data types and signals are not read.");
const PARENTS: Why = Why::lossy("A class inherits from one class here.");
const BODY: Why = Why::lossy("Statements are not read: a contract says what an operation does.");
pub(super) const UNKNOWN: Why = Why::lossy("This is no item of a class model.");
const NO_END: Why = Why::exact("Its `end` is missing; it is read up to the next item.");
const NO_CONTRACT: Why = Why::lossy("It stands where no operation is.");
const LEFT_OUT_WITH: Why = Why::exact("Its operation is left out, and it with that.");
pub(super) const OF_QUERY: Why = Why::wider("A query computes its body here, and has no contract.");

/// A name as class models write it where it is declared.
pub(super) fn written(name: &str) -> String {
    TITLE.vocabulary.written(name)
}

/// What clauses of a contract in a class belong to.
#[derive(Clone, Copy, Debug)]
enum Contract {
    /// Nothing.
    Nothing,
    /// An operation, by its line.
    Operation(usize),
    /// A query.
    Query,
    /// An operation that is left out.
    LeftOut,
}

/// Reads tokens from the first to the last.
pub(super) struct Reader<'t> {
    pub(super) tokens: Vec<Token<'t>>,
    pub(super) next: usize,
    pub(super) setting: Setting<'t>,
    /// Each role that is `ordered`, with its line.
    pub(super) ordered: Vec<(usize, String)>,
    pub(super) wholes: Wholes,
    pub(super) out: ClassText,
}

impl<'t> Reader<'t> {
    /// Reads a USE model, or with `is_use` false an OCL file.
    pub(super) fn new(text: &'t str, out: ClassText, is_use: bool) -> Self {
        let tokens = tokens(text);
        // What begins a line as an operation does; too many are none of a name that iterators have.
        let declared = tokens
            .windows(2)
            .filter(|it| it[0].is_first && it[1].text == "(");
        let operations = declared.map(|it| it[0].text).collect();
        let typed = tokens.windows(2).filter(|it| it[1].text == ":");
        let has_invalid = typed.map(|it| it[0].text).any(|it| it == "invalid");
        Self {
            tokens,
            next: 0,
            setting: Setting {
                is_use,
                operations,
                has_invalid,
            },
            ordered: Vec::new(),
            wholes: Wholes::default(),
            out,
        }
    }

    pub(super) fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.next).copied()
    }

    pub(super) fn text_at(&self, ahead: usize) -> &'t str {
        self.tokens.get(self.next + ahead).map_or("", |it| it.text)
    }

    pub(super) fn line(&self) -> usize {
        let token = self.peek().or(self.tokens.last().copied());
        token.map_or(1, |it| it.line)
    }

    pub(super) fn at(&self, text: &str) -> bool {
        self.peek()
            .is_some_and(|it| it.text == text && it.sort != Sort::Text)
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let is_at = self.at(text);
        self.next += usize::from(is_at);
        is_at
    }

    fn is_word(&self) -> bool {
        self.peek().is_some_and(|it| it.sort == Sort::Word)
    }

    pub(super) fn word(&mut self) -> Option<&'t str> {
        let token = self.peek().filter(|it| it.sort == Sort::Word)?;
        self.next += 1;
        Some(token.text)
    }

    pub(super) fn skip(&mut self) {
        self.next += 1;
    }

    /// Skips to behind the next of some words, or to the end.
    pub(super) fn skip_past(&mut self, word: &str) {
        while self.peek().is_some() && !self.eat(word) {
            self.next += 1;
        }
    }

    pub(super) fn expression(&mut self, this: Option<&str>) -> Result<String, Unread> {
        let how = (&self.setting, this);
        expression(&self.tokens, &mut self.next, how, &mut self.out.left_out)
    }

    /// Skips an import or an annotation: the word or symbol, and what belongs to it.
    fn pass_by(&mut self) {
        let is_import = self.at("import");
        self.skip();
        if is_import {
            while self.peek().is_some_and(|it| !it.is_first) {
                self.skip();
            }
        } else if self.word().is_some() && self.at("(") {
            self.skip_parentheses();
        }
    }

    /// Skips from an opening parenthesis to behind the one that closes it; whether there is one.
    pub(super) fn skip_parentheses(&mut self) -> bool {
        let mut depth = 0;
        while self.peek().is_some() {
            depth += i32::from(self.at("(")) - i32::from(self.at(")"));
            self.skip();
            if depth == 0 {
                return true;
            }
        }
        false
    }

    /// Skips statements or a state machine from its first word to behind its `end`: `if`, `for` and their like have one of their own.
    fn skip_block(&mut self) {
        let opens = ["begin", "if", "for", "while", "psm"];
        let mut depth = 0;
        while let Some(token) = self.peek() {
            let is_word = token.sort == Sort::Word;
            depth += i32::from(is_word && opens.contains(&token.text));
            depth -= i32::from(is_word && matches!(token.text, "end" | "endif"));
            self.skip();
            if depth <= 0 {
                break;
            }
        }
    }

    /// Reads an item; `false` at the end.
    fn item(&mut self) -> bool {
        let Some(token) = self.peek() else {
            return false;
        };
        match token.text {
            "model" => {
                self.skip();
                self.word();
            }
            "import" => {
                self.out.leave_out(token.line, "import", OTHER_FILE);
                self.pass_by();
            }
            "@" => self.pass_by(),
            "enum" => self.enumeration(),
            "abstract" if self.text_at(1) == "class" => {
                self.skip();
                self.skip();
                self.class("abstract class");
            }
            "class" => {
                self.skip();
                self.class("class");
            }
            "association" | "aggregation" | "composition" => self.association(),
            "dataType" | "signal" | "associationclass" | "associationClass" | "abstract" => {
                let is_abstract = token.text == "abstract";
                let (word, name) = match is_abstract {
                    true => (self.text_at(1), self.text_at(2)),
                    false => (token.text, self.text_at(1)),
                };
                let why = match word {
                    "dataType" | "signal" => OTHER_ITEM,
                    _ => ASSOCIATION_CLASS,
                };
                self.out
                    .leave_out_named(token.line, &format!("{word} {name}"), name, why);
                self.skip_past("end");
            }
            "constraints" | "end" | ";" => self.skip(),
            "context" => self.context(),
            _ => self.unknown(),
        }
        true
    }

    /// Something that is no item, up to the next line that begins one.
    pub(super) fn unknown(&mut self) {
        let (line, what) = (self.line(), self.text_at(0));
        self.out.leave_out(line, what, UNKNOWN);
        self.skip();
        let is_item =
            |it: Token<'_>| it.is_first && it.sort == Sort::Word && ITEMS.contains(&it.text);
        while self.peek().is_some_and(|it| !is_item(it)) {
            self.skip();
        }
    }

    fn enumeration(&mut self) {
        let line = self.line();
        self.skip();
        let Some(name) = self.word() else {
            return;
        };
        let mut literals = Vec::new();
        self.eat("{");
        let begins = |it: Token<'_>| it.is_first && ITEMS.contains(&it.text);
        while let Some(literal) = self
            .peek()
            .filter(|it| it.sort == Sort::Word && !begins(*it))
        {
            literals.push(written(literal.text));
            self.skip();
            self.eat(",");
        }
        if !self.eat("}") {
            self.out
                .leave_out(line, &format!("enum {name}"), UNFINISHED);
        }
        let text = format!("enum {} {{ {} }}", written(name), literals.join(", "));
        self.out.add(Part::Item, line, None, text);
    }

    fn class(&mut self, begin: &str) {
        let line = self.line();
        let Some(name) = self.word() else {
            return;
        };
        let mut head = format!("{begin} {}", written(name));
        if self.eat("<") {
            if let Some(parent) = self.word() {
                head += &format!(" < {}", written(parent));
                self.wholes.inherits(name, parent);
            }
            while self.eat(",") {
                let parent = self.word().unwrap_or_default();
                self.out.leave_out(line, parent, PARENTS);
            }
        }
        let class = self.out.add(Part::Item, line, None, head + " {");
        let mut contract = Contract::Nothing;
        let mut is_ended = false;
        while let Some(token) = self.peek() {
            let begins = ITEMS.contains(&token.text) && token.text != "constraints";
            let is_next =
                token.is_first && begins && self.text_at(1) != ":" && self.text_at(1) != "(";
            if is_next {
                self.out.leave_out(line, &format!("class {name}"), NO_END);
            }
            is_ended = is_next || self.eat("end");
            if is_ended {
                break;
            }
            let before = self.next;
            self.member(class, &mut contract);
            // Whatever it is, it is read once.
            self.next = self.next.max(before + 1);
        }
        if !is_ended {
            self.out
                .leave_out(line, &format!("class {name}"), UNFINISHED);
        }
        self.out.add(Part::Close, line, Some(class), "}".into());
    }

    fn member(&mut self, class: usize, contract: &mut Contract) {
        let line = self.line();
        let next = self.text_at(1);
        match self.text_at(0) {
            "attributes" | "operations" | "constraints" if next != ":" => self.skip(),
            ";" => self.skip(),
            "inv" => self.clause(Some(class), None, ""),
            "existential" if next == "inv" => self.existential(class),
            "pre" | "post" if next != "(" => {
                let why = match *contract {
                    Contract::Operation(it) => return self.clause(Some(it), None, ""),
                    Contract::Nothing => NO_CONTRACT,
                    Contract::Query => OF_QUERY,
                    Contract::LeftOut => LEFT_OUT_WITH,
                };
                let what = self.text_at(0);
                self.skip_clause();
                self.out.leave_out(line, what, why);
            }
            "@" => self.pass_by(),
            "begin" => {
                let what = match *contract {
                    Contract::Operation(it) => format!("{}(): begin", self.out.called(it)),
                    _ => "begin".to_owned(),
                };
                self.out.leave_out(line, &what, BODY);
                self.skip_block();
            }
            "statemachines" => {
                self.out.leave_out(line, "statemachines", BODY);
                self.skip();
                while self.at("psm") {
                    self.skip_block();
                }
            }
            // Only a word is a name; anything else is left out below, and with it nothing is read twice.
            _ if next == "(" && self.is_word() => *contract = self.operation(class),
            _ => self.attribute(class),
        }
    }

    fn operation(&mut self, class: usize) -> Contract {
        let line = self.line();
        let Some(name) = self.word() else {
            return Contract::Nothing;
        };
        let signature = self.signature();
        let body = match self.eat("=") {
            true => Some(self.expression(None)),
            false => None,
        };
        let is_query = body.is_some();
        let signature = signature.and_then(|(text, has_many)| match has_many && !is_query {
            true => Err(TYPES),
            false => Ok(text),
        });
        let read = body
            .transpose()
            .map_err(|it| it.why)
            .and_then(|it| Ok((it, signature?)));
        let (body, signature) = match read {
            Ok(it) => it,
            Err(why) => {
                match is_query {
                    true => self.out.leave_out_query(line, name, why),
                    false => self
                        .out
                        .leave_out_named(line, &format!("{name}()"), name, why),
                }
                return Contract::LeftOut;
            }
        };
        let head = format!("{}{signature}", written(name));
        match body {
            Some(body) => {
                let text = format!("{head} = {body}");
                self.out.add(Part::Query, line, Some(class), text);
                Contract::Query
            }
            None => Contract::Operation(self.out.add(Part::Operation, line, Some(class), head)),
        }
    }
}
