//! Associations of USE models: two ends with multiplicities and roles; what else ends can have is named.

use super::Why;
use super::class_text::Part;
use super::use_model::{Reader, written};
use super::use_tokens::Token;

const ENDS: Why = Why::lossy("An association has two ends here.");
const ORDERED: Why =
    Why::exact("The order of links is not kept: no expression here can ask for it.");
const END_WORDS: Why = Why::lossy("An end has a multiplicity and a role here, and nothing else.");

impl Reader<'_> {
    pub(super) fn association(&mut self) {
        let line = self.line();
        self.skip();
        let Some(name) = self.word() else {
            return;
        };
        self.eat("between");
        let mut ends = Vec::new();
        while let Some(token) = self.peek() {
            if self.eat("end") || (token.is_first && self.begins_item()) {
                break;
            }
            match self.end() {
                Some(it) => ends.push((token.line, it)),
                None => self.skip(),
            }
        }
        if ends.len() != 2 {
            return self
                .out
                .leave_out(line, &format!("association {name}"), ENDS);
        }
        let head = format!("association {} {{", written(name));
        let association = self.out.add(Part::Item, line, None, head);
        for (line, it) in ends {
            self.out.add(Part::End, line, Some(association), it);
        }
        self.out
            .add(Part::Close, line, Some(association), "}".into());
    }

    fn begins_item(&self) -> bool {
        let begins = [
            "class",
            "association",
            "composition",
            "aggregation",
            "constraints",
            "enum",
        ];
        begins.contains(&self.text_at(0)) && self.text_at(1) != "["
    }

    /// `Class[1..2] role name ordered`
    fn end(&mut self) -> Option<String> {
        let line = self.line();
        let class = self.word()?;
        let mut text = written(class);
        let mut bounds = String::new();
        if self.eat("[") {
            while let Some(it) = self.peek().filter(|it| it.text != "]" && it.text != ",") {
                bounds += it.text;
                self.skip();
            }
            if self.at(",") {
                self.out.leave_out(line, class, END_WORDS);
                self.skip_past("]");
            }
            self.eat("]");
        }
        text += &format!("[{}]", if bounds.is_empty() { "*" } else { &bounds });
        if self.eat("role") {
            text += &self
                .word()
                .map_or(String::new(), |it| format!(" role {}", written(it)));
        }
        while let Some(token) = self.peek() {
            match token.text {
                ";" => self.skip(),
                "ordered" => {
                    self.out.leave_out(token.line, "ordered", ORDERED);
                    self.skip();
                }
                "subsets" | "redefines" | "union" | "derived" | "qualifier" => {
                    self.out.leave_out(token.line, token.text, END_WORDS);
                    self.skip();
                    let is_same_line = |it: Token<'_>| !it.is_first && it.text != ";";
                    while self.peek().is_some_and(is_same_line) {
                        self.skip();
                    }
                }
                _ => break,
            }
        }
        Some(text)
    }
}
