//! Attributes of USE models, their types, and the signatures of operations.

use super::Why;
use super::class_text::Part;
use super::use_model::{Reader, UNKNOWN, written};
use super::use_tokens::{Sort, Token};
use crate::language::classes::ocl::words::COLLECTIONS;

pub(super) const TYPES: Why = Why::lossy(
    "Types are Boolean, Integer, String, enumerations and classes; queries also have sets and bags of them.",
);
pub(super) const UNFINISHED: Why = Why::lossy("The text ends before this does.");
pub(super) const DERIVED: Why =
    Why::lossy("Initial values that are computed, and derived values, are not read.");

/// Types that class models do not have.
const OTHER_TYPES: &[&str] = &[
    "Real",
    "UnlimitedNatural",
    "Sequence",
    "OrderedSet",
    "Collection",
    "Tuple",
    "OclAny",
    "OclVoid",
];

impl Reader<'_> {
    /// `x : T`
    pub(super) fn attribute(&mut self, class: usize) {
        let line = self.line();
        let Some(name) = self.word().filter(|_| self.eat(":")) else {
            let what = self.text_at(0);
            self.out.leave_out(line, what, UNKNOWN);
            self.skip();
            return;
        };
        let sort = self.sort();
        let value = self.value(line, name);
        match sort {
            Some((sort, false)) => {
                let value = value.map_or(String::new(), |it| format!(" = {it}"));
                let text = format!("{} : {sort}[0..1]{value}", written(name));
                self.out.add(Part::Attribute, line, Some(class), text);
            }
            _ => self.out.leave_out_named(line, name, name, TYPES),
        }
    }

    /// `init = 5` behind an attribute, where the value is written out: what new objects have there, and what those of `system` start with.
    fn value(&mut self, line: usize, name: &str) -> Option<String> {
        let word = self.text_at(0);
        let is_value = matches!(word, "init" | "initial" | "derive" | "derived")
            && matches!(self.text_at(1), ":" | "=");
        if !is_value && !self.at("=") {
            return None;
        }
        self.next += if is_value { 2 } else { 1 };
        let first = self.next;
        let value = self.expression(None).ok();
        let tokens = &self.tokens[first..self.next.min(self.tokens.len())];
        let value = value.filter(|_| word.starts_with("init") && is_written_out(tokens));
        if value.is_none() {
            self.out.leave_out(line, name, DERIVED);
        }
        value
    }

    /// A type, and whether it is one of collections, as only queries have; `None` for what is none here, which is skipped.
    fn sort(&mut self) -> Option<(String, bool)> {
        let name = self.word()?;
        // Collections have no collections in them.
        if COLLECTIONS.contains(&name) && self.at("(") && self.text_at(2) == ")" {
            self.skip();
            let of = self.sort();
            self.eat(")");
            return Some((format!("{name}({})", of?.0), true));
        }
        if self.at("(") {
            self.skip_parentheses();
            return None;
        }
        match name {
            "Boolean" | "Integer" | "String" => Some((name.into(), false)),
            _ if OTHER_TYPES.contains(&name) => None,
            _ => Some((written(name), false)),
        }
    }

    /// `(x : T, …) : U`, as text, and whether it has collections.
    ///
    /// # Errors
    /// Why it cannot be one here.
    pub(super) fn signature(&mut self) -> Result<(String, bool), Why> {
        let (mut is_known, mut has_many) = (true, false);
        let mut sort = |reader: &mut Self| {
            let (text, is_many) = reader.sort().unwrap_or_else(|| {
                is_known = false;
                Default::default()
            });
            has_many |= is_many;
            text
        };
        let mut all = Vec::new();
        self.eat("(");
        while let Some(name) = self.word() {
            let is_typed = self.eat(":");
            let of = if is_typed { sort(self) } else { String::new() };
            all.push(format!("{} : {of}", written(name)));
            self.eat(",");
        }
        let is_closed = self.eat(")");
        let mut text = format!("({})", all.join(", "));
        // The colon behind the head of a context has no type behind it.
        let is_type = |it: &str| !matches!(it, "pre" | "post" | "body");
        if self.at(":") && is_type(self.text_at(1)) {
            self.skip();
            text += &format!(" : {}", sort(self));
        }
        self.eat(":");
        match (is_closed, is_known) {
            (true, true) => Ok((text, has_many)),
            (true, false) => Err(TYPES),
            (false, _) => Err(UNFINISHED),
        }
    }
}

/// Whether tokens are one value: a number, a text, a literal, `true`, `false` or `null`.
fn is_written_out(tokens: &[Token<'_>]) -> bool {
    let is_number = |it: &Token<'_>| it.text.bytes().all(|it| it.is_ascii_digit());
    match tokens {
        [one] => {
            one.sort == Sort::Text
                || is_number(one)
                || matches!(one.text, "true" | "false" | "null")
        }
        [sign, number] if sign.text == "-" => is_number(number),
        [sign, literal] => sign.text == "#" && literal.sort == Sort::Word,
        [_, colons, literal] => colons.text == "::" && literal.sort == Sort::Word,
        _ => false,
    }
}
