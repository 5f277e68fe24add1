//! Class models of USE, the UML-based specification environment of the University of Bremen, and the contexts of OCL files.
//!
//! Attributes may be null, as USE means it. What class models do not have is named: Real, collections as types, association
//! classes, associations of three ends, recursion, the order of links.

use super::class_text::{ClassText, Part};
use super::use_tokens::{Sort, Token, expression, tokens};
use super::{Imported, Why};
use crate::language::classes::kind::TITLE;

/// Whether a text is a USE model: its first word is `model`, and it goes on as one.
pub(super) fn recognises(text: &str) -> bool {
    let all = tokens(text);
    let first = all
        .first()
        .is_some_and(|it| it.text == "model" && it.sort == Sort::Word);
    let is_item = |it: &Token<'_>| {
        it.sort == Sort::Word && it.is_first && matches!(it.text, "class" | "abstract" | "enum")
    };
    first && all.get(1).is_some_and(|it| it.sort == Sort::Word) && all.iter().any(is_item)
}

/// Reads a USE model.
pub(super) fn read(text: &str) -> Imported {
    let mut reader = Reader::new(text, ClassText::default());
    while reader.item() {}
    reader.out.finish()
}

const REAL: Why = Why::lossy("Real numbers and collections are no types here.");
const ASSOCIATION_CLASS: Why = Why::lossy("Association classes are not read.");
const PARENTS: Why = Why::lossy("A class inherits from one class here.");
const BODY: Why = Why::lossy("Statements are not read: a contract says what an operation does.");
const DERIVED: Why = Why::lossy("Initial and derived values are not read.");
const UNKNOWN: Why = Why::lossy("This is no item of a class model.");
const NOT_WHOLE: Why = Why::lossy("It is not a whole expression that class models can read.");
const NO_CONTRACT: Why = Why::lossy("It stands where no operation is.");

/// Types that class models do not have.
const OTHER_TYPES: &[&str] = &[
    "Real",
    "UnlimitedNatural",
    "Set",
    "Bag",
    "Sequence",
    "OrderedSet",
    "Collection",
    "Tuple",
    "OclAny",
    "OclVoid",
];

/// A name as class models write it where it is declared.
pub(super) fn written(name: &str) -> String {
    TITLE.vocabulary.written(name)
}

/// Reads tokens from the first to the last.
pub(super) struct Reader<'t> {
    tokens: Vec<Token<'t>>,
    next: usize,
    pub(super) out: ClassText,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, out: ClassText) -> Self {
        Self {
            tokens: tokens(text),
            next: 0,
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

    fn expression(&mut self, this: Option<&str>) -> Result<String, String> {
        expression(&self.tokens, &mut self.next, this, &mut self.out.left_out)
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
            "associationclass" | "associationClass" | "abstract" => {
                let what = format!("{} {}", token.text, self.text_at(1));
                self.out.leave_out(token.line, &what, ASSOCIATION_CLASS);
                self.skip_past("end");
            }
            "constraints" | "end" | ";" => self.skip(),
            "context" => self.context(false),
            _ => self.unknown(),
        }
        true
    }

    /// Something that is no item, up to the next line that begins one.
    pub(super) fn unknown(&mut self) {
        let (line, what) = (self.line(), self.text_at(0));
        self.out.leave_out(line, what, UNKNOWN);
        self.skip();
        let is_item = |it: Token<'_>| {
            let begins = [
                "enum",
                "class",
                "abstract",
                "association",
                "context",
                "constraints",
            ];
            it.is_first && it.sort == Sort::Word && begins.contains(&it.text)
        };
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
        while let Some(literal) = self.word() {
            literals.push(written(literal));
            self.eat(",");
        }
        self.eat("}");
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
            head += &self
                .word()
                .map_or(String::new(), |it| format!(" < {}", written(it)));
            while self.eat(",") {
                let parent = self.word().unwrap_or_default();
                self.out.leave_out(line, parent, PARENTS);
            }
        }
        let class = self.out.add(Part::Item, line, None, head + " {");
        let mut operation = None;
        while let Some(token) = self.peek() {
            let is_next = token.is_first
                && matches!(token.text, "class" | "association" | "context" | "enum")
                && self.text_at(1) != ":";
            if is_next || self.eat("end") {
                break;
            }
            let before = self.next;
            self.member(class, &mut operation);
            // Whatever it is, it is read once.
            self.next = self.next.max(before + 1);
        }
        self.out.add(Part::Close, line, Some(class), "}".into());
    }

    fn member(&mut self, class: usize, operation: &mut Option<usize>) {
        let line = self.line();
        let next = self.text_at(1);
        match self.text_at(0) {
            "attributes" | "operations" | "constraints" if next != ":" => self.skip(),
            ";" => self.skip(),
            "inv" => self.clause(Some(class), None, ""),
            "existential" if next == "inv" => self.skip(),
            "pre" | "post" if next != "(" => match *operation {
                Some(it) => self.clause(Some(it), None, ""),
                None => {
                    let what = self.text_at(0);
                    self.skip_clause();
                    self.out.leave_out(line, what, NO_CONTRACT);
                }
            },
            "begin" | "statemachines" => {
                let what = self.text_at(0);
                self.out.leave_out(line, what, BODY);
                self.skip_past("end");
            }
            // Only a word is a name; anything else is left out below, and with it nothing is read twice.
            _ if next == "(" && self.is_word() => *operation = self.operation(class),
            _ => self.attribute(class),
        }
    }

    /// `x : T`
    fn attribute(&mut self, class: usize) {
        let line = self.line();
        let Some(name) = self.word().filter(|_| self.eat(":")) else {
            let what = self.text_at(0);
            self.out.leave_out(line, what, UNKNOWN);
            self.skip();
            return;
        };
        match self.sort() {
            Some(sort) => {
                let text = format!("{} : {sort}[0..1]", written(name));
                self.out.add(Part::Attribute, line, Some(class), text);
            }
            None => self.out.leave_out(line, name, REAL),
        }
        let is_value = matches!(self.text_at(0), "init" | "initial" | "derive" | "derived")
            && matches!(self.text_at(1), ":" | "=");
        if is_value || self.at("=") {
            self.out.leave_out(line, name, DERIVED);
            self.next += if is_value { 2 } else { 1 };
            let _ = self.expression(None);
        }
    }

    /// A type; `None` for what is none here, which is skipped.
    fn sort(&mut self) -> Option<String> {
        let name = self.word()?;
        if self.eat("(") {
            let mut depth = 1;
            while depth > 0 && self.peek().is_some() {
                depth += i32::from(self.at("(")) - i32::from(self.at(")"));
                self.skip();
            }
            return None;
        }
        match name {
            "Boolean" | "Integer" | "String" => Some(name.into()),
            _ if OTHER_TYPES.contains(&name) => None,
            _ => Some(written(name)),
        }
    }

    /// `(x : T, …) : U`, as text; `None` where a type is none here.
    fn signature(&mut self) -> Option<String> {
        let mut is_known = true;
        let mut all = Vec::new();
        self.eat("(");
        while let Some(name) = self.word() {
            let sort = match self.eat(":") {
                true => self.sort(),
                false => None,
            };
            is_known &= sort.is_some();
            all.push(format!("{} : {}", written(name), sort.unwrap_or_default()));
            self.eat(",");
        }
        self.eat(")");
        let mut text = format!("({})", all.join(", "));
        // The colon behind the head of a context has no type behind it.
        let is_type = |it: &str| !matches!(it, "pre" | "post" | "body");
        if self.at(":") && is_type(self.text_at(1)) {
            self.skip();
            match self.sort() {
                Some(sort) => text += &format!(" : {sort}"),
                None => is_known = false,
            }
        }
        self.eat(":");
        is_known.then_some(text)
    }

    fn operation(&mut self, class: usize) -> Option<usize> {
        let line = self.line();
        let name = self.word()?;
        let signature = self.signature();
        let body = match self.eat("=") {
            true => Some(self.expression(None)),
            false => None,
        };
        if let Some(Err(it)) = &body {
            self.out.leave_out(line, it, NOT_WHOLE);
            return None;
        }
        let body = body.and_then(Result::ok);
        let Some(signature) = signature else {
            self.out.leave_out(line, &format!("{name}()"), REAL);
            return None;
        };
        let head = format!("{}{signature}", written(name));
        let (part, text) = match body {
            Some(body) => (Part::Query, format!("{head} = {body}")),
            None => (Part::Operation, head),
        };
        Some(self.out.add(part, line, Some(class), text))
    }

    /// `context C inv …`, `context x : C inv …`, `context C::op(…) …`; the word stands here. In an OCL file a postcondition whose
    /// name begins with `modif` says what may change.
    pub(super) fn context(&mut self, is_file: bool) {
        let line = self.line();
        self.skip();
        let Some(mut class) = self.word() else {
            return;
        };
        let mut this = None;
        if self.at(":") && !matches!(self.text_at(1), "inv" | "pre" | "post") {
            self.skip();
            this = Some(class);
            class = self.word().unwrap_or(class);
        }
        let class = written(class);
        if self.eat("::") {
            let name = self.word().unwrap_or_default();
            if !self.at("(") {
                self.out.leave_out(line, name, DERIVED);
                return self.skip_clause();
            }
            let head = match self.signature() {
                Some(signature) => format!("context {class}::{}{signature}", written(name)),
                None => format!("context {class}::{}()", written(name)),
            };
            let context = self.out.add(Part::Item, line, None, head);
            while matches!(self.text_at(0), "pre" | "post") {
                match self.modifies(is_file) {
                    true => self.modified(context),
                    false => self.clause(Some(context), this, ""),
                }
            }
            return;
        }
        self.eat(":");
        while self.at("inv") || (self.at("existential") && self.text_at(1) == "inv") {
            self.eat("existential");
            self.clause(None, this, &format!("context {class} "));
        }
    }

    fn modifies(&self, is_file: bool) -> bool {
        is_file && self.at("post") && self.text_at(1).starts_with("modif")
    }

    /// `post modifies : e`
    fn modified(&mut self, context: usize) {
        let line = self.line();
        self.next += 2;
        self.eat(":");
        match self.expression(None) {
            Ok(path) => {
                let text = format!("modifies {path}");
                self.out.add(Part::Effect, line, Some(context), text);
            }
            Err(path) => self.out.leave_out(line, &path, NOT_WHOLE),
        }
    }

    /// `inv name: e`, `pre: e`, `post: e`, written behind a beginning.
    fn clause(&mut self, parent: Option<usize>, this: Option<&str>, begin: &str) {
        let line = self.line();
        let word = self.word().unwrap_or_default();
        let name = match self.at(":") {
            true => String::new(),
            false => self
                .word()
                .map_or(String::new(), |it| format!(" {}", written(it))),
        };
        self.eat(":");
        let part = match word {
            "post" => Part::Effect,
            _ => Part::Condition,
        };
        let body = match self.expression(this) {
            Ok(body) => body,
            Err(body) => {
                let what = format!("{word}{name}: {body}");
                let why = match part {
                    Part::Effect => NOT_WHOLE,
                    _ => Why::wider(NOT_WHOLE.sentence),
                };
                return self.out.leave_out(line, &what, why);
            }
        };
        self.out
            .add(part, line, parent, format!("{begin}{word}{name}: {body}"));
    }

    fn skip_clause(&mut self) {
        self.skip();
        self.word();
        self.eat(":");
        let _ = self.expression(None);
    }
}
