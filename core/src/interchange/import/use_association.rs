//! Associations of USE models: two ends with multiplicities and roles; what else ends can have is named.

use super::Why;
use super::class_text::Part;
use super::use_model::{ITEMS, Reader, written};
use super::use_tokens::Sort;
use super::use_wholes::Whole;
use crate::language::classes::model::default_role;
use crate::language::classes::ocl::operations::{Asked, Iterator};

const ENDS: Why = Why::lossy("An association has two ends here.");
const ORDERED: Why = Why::exact("The order of links is not kept: no expression here asks for it.");
const COMPARED: Why = Why::lossy(
    "The order of links is not kept, and an expression may ask for it: these are compared as sets.",
);
const RANGES: Why =
    Why::wider("A multiplicity is one range here: the smallest one that has all of these is read.");
const END_WORDS: Why = Why::lossy("An end has a multiplicity and a role here, and nothing else.");

impl<'t> Reader<'t> {
    pub(super) fn association(&mut self) {
        let line = self.line();
        let kind = self.text_at(0);
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
        if kind != "association" {
            let class = |it: &AssociationEnd<'_>| it.class.to_owned();
            self.wholes.add(Whole {
                line,
                name: name.to_owned(),
                is_composition: kind == "composition",
                whole: class(&ends[0].1),
                part: class(&ends[1].1),
                is_one: ends[0].1.high == Some(1),
            });
        }
        let head = format!("association {} {{", written(name));
        let association = self.out.add(Part::Item, line, None, head);
        for (line, it) in ends {
            self.out.add(Part::End, line, Some(association), it.text);
        }
        self.out
            .add(Part::Close, line, Some(association), "}".into());
    }

    fn begins_item(&self) -> bool {
        ITEMS.contains(&self.text_at(0)) && self.text_at(1) != "["
    }

    /// `Class[1..2] role name ordered`
    fn end(&mut self) -> Option<AssociationEnd<'t>> {
        let line = self.line();
        let class = self.word()?;
        let (bounds, high) = self.multiplicity(line);
        let mut text = format!("{}[{bounds}]", written(class));
        let mut role = None;
        if self.eat("role") {
            role = self.word();
            text += &role.map_or(String::new(), |it| format!(" role {}", written(it)));
        }
        while let Some(token) = self.peek() {
            match token.text {
                ";" => self.skip(),
                "ordered" => {
                    let role = role.map_or_else(|| default_role(class), str::to_owned);
                    self.ordered.push((token.line, role));
                    self.skip();
                }
                "derived" | "derive" if matches!(self.text_at(1), "=" | ":") => {
                    self.out.leave_out(token.line, token.text, END_WORDS);
                    self.next += 2;
                    // Whatever it is, it is left out.
                    let _ = self.expression(None);
                }
                "subsets" | "redefines" | "union" | "derived" | "qualifier" => {
                    self.out.leave_out(token.line, token.text, END_WORDS);
                    self.skip();
                    match token.text {
                        "subsets" | "redefines" => {
                            self.word();
                        }
                        "qualifier" if self.at("(") => {
                            self.skip_parentheses();
                        }
                        _ => {}
                    }
                }
                _ => break,
            }
        }
        Some(AssociationEnd { class, text, high })
    }

    /// `[1..2]`, and its upper bound: the smallest range that has all of those that are written, any number where none is.
    fn multiplicity(&mut self, line: usize) -> (String, Option<u32>) {
        if !self.eat("[") {
            return ("*".into(), None);
        }
        let mut ranges = vec![String::new()];
        while let Some(it) = self.peek().filter(|it| it.text != "]") {
            match it.text {
                "," => ranges.push(String::new()),
                text => *ranges.last_mut().expect("there is one from the start") += text,
            }
            self.skip();
        }
        self.eat("]");
        let bound = |it: &str| it.parse::<u32>().ok();
        let parts = ranges
            .iter()
            .map(|it| it.split_once("..").unwrap_or((it, it)));
        let highs: Vec<_> = parts.clone().map(|it| bound(it.1)).collect();
        let high = highs.iter().copied().collect::<Option<Vec<_>>>();
        let high = high.and_then(|it| it.into_iter().max());
        if let [only] = &ranges[..] {
            let text = if only.is_empty() { "*" } else { only };
            return (text.into(), high);
        }
        self.out.leave_out(line, &ranges.join(", "), RANGES);
        let low = parts.map(|it| bound(it.0).unwrap_or(0)).min().unwrap_or(0);
        let shown = high.map_or("*".to_owned(), |it| it.to_string());
        (format!("{low}..{shown}"), high)
    }

    /// Names each `ordered`: that of a role whose objects are compared, or go anywhere but into what has no order, makes a difference.
    pub(super) fn name_orders(&mut self) {
        for (line, role) in std::mem::take(&mut self.ordered) {
            let asks = (0..self.tokens.len()).any(|at| {
                let text = |ahead: usize| self.tokens.get(at + ahead).map_or("", |it| it.text);
                let is_declared = at > 0 && self.tokens[at - 1].text == "role";
                let is_it = self.tokens[at].sort == Sort::Word && text(0) == role && !is_declared;
                let behind = if text(1) == "@" { 3 } else { 1 };
                let is_asked = text(behind) == "->" || text(behind + 2) == "(";
                let is_unordered = is_asked
                    && matches!(text(behind), "->" | ".")
                    && has_no_order(text(behind + 1));
                is_it && !is_unordered
            });
            let why = if asks { COMPARED } else { ORDERED };
            self.out.leave_out(line, "ordered", why);
        }
    }
}

/// Whether what an operation answers is the same in whatever order its collection is.
fn has_no_order(operation: &str) -> bool {
    if let Some((asked, _)) = Asked::read(operation) {
        return !asked.keeps_elements() || matches!(asked, Asked::AsSet | Asked::AsBag);
    }
    matches!(
        Iterator::read(operation),
        Some(Iterator::ForAll | Iterator::Exists | Iterator::One | Iterator::IsUnique)
    )
}

/// An end of an association.
struct AssociationEnd<'t> {
    class: &'t str,
    /// As class models write it.
    text: String,
    /// The most objects, where there is a bound.
    high: Option<u32>,
}
