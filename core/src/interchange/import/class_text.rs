//! Class models that come from elsewhere: lines with what they say of the source, so that what class models do not take is left
//! out and named.

use std::collections::BTreeSet;

use super::use_model::written;
use super::{Class, Imported, LeftOut, Why};
use crate::language::Languages;
use crate::language::classes::{Classes, LANGUAGE};
use crate::text::{Diagnostic, LineIndex, Severity, unquote};

/// What a line is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A class, an enumeration, or a context.
    Item,
    /// The end of an item: it is never left out by itself.
    Close,
    /// An attribute.
    Attribute,
    /// An operation with a contract.
    Operation,
    /// A query.
    Query,
    /// A precondition, or an invariant: without it there are more runs.
    Condition,
    /// A postcondition, or `modifies`: without it there are others.
    Effect,
    /// An end of an association, without which there is no association.
    End,
}

/// A line of the text.
#[derive(Clone, Debug)]
struct Piece {
    text: String,
    part: Part,
    /// Its line in the source.
    line: usize,
    /// The line that it belongs to.
    parent: Option<usize>,
}

/// A text while it is written.
#[derive(Debug, Default)]
pub(super) struct ClassText {
    pieces: Vec<Piece>,
    pub(super) left_out: Vec<LeftOut>,
    /// The names of attributes, operations and items that are left out.
    missing: BTreeSet<String>,
    /// Each query that is left out, by its name and its place in the report.
    queries: Vec<(String, usize)>,
}

/// How often a text is read before it is given up, a long one seldom: each time something is left out.
const ROUNDS: std::ops::RangeInclusive<usize> = 40..=400;
/// How many characters are read in all where that is more than the fewest rounds.
const MOST_READ: usize = 20_000_000;

const GIVEN_UP: Why = Why::lossy("No class model could be made of it.");

impl ClassText {
    /// Adds a line; its number, for those that belong to it.
    pub(super) fn add(
        &mut self,
        part: Part,
        line: usize,
        parent: Option<usize>,
        text: String,
    ) -> usize {
        self.pieces.push(Piece {
            text: text.replace(['\n', '\r'], " "),
            part,
            line,
            parent,
        });
        self.pieces.len() - 1
    }

    /// Names something that is left out.
    pub(super) fn leave_out(&mut self, line: usize, what: &str, why: Why) {
        self.left_out.push(LeftOut::new(line, what, why));
    }

    /// Names something that is left out whose name other lines may use.
    pub(super) fn leave_out_named(&mut self, line: usize, what: &str, name: &str, why: Why) {
        self.leave_out(line, what, why);
        self.missing.insert(name.to_owned());
    }

    /// Names a query that is left out: what names it goes with it, so that is all that is lost.
    pub(super) fn leave_out_query(&mut self, line: usize, name: &str, why: Why) {
        self.queries.push((written(name), self.left_out.len()));
        let why = Why::exact(why.sentence);
        self.leave_out_named(line, &format!("{name}()"), name, why);
    }

    /// A query that is left out makes a difference where a class has another one of its name: that one answers in its place.
    fn judge_queries(&mut self, removed: &BTreeSet<usize>) {
        for (name, place) in std::mem::take(&mut self.queries) {
            let head = format!("{name}(");
            let mut others = self.pieces.iter().enumerate();
            let is_there = others.any(|(number, it)| {
                let is_it = it.part == Part::Query && it.text.starts_with(&head);
                is_it && !self.is_removed(number, removed)
            });
            if is_there {
                self.left_out[place].class = Class::Lossy;
            }
        }
    }

    /// The name of the class whose line this is.
    pub(super) fn class_name(&self, number: usize) -> &str {
        let text = self.pieces[number].text.trim_end_matches(['{', ' ']);
        let text = text.split(" < ").next().unwrap_or(text);
        text.rsplit(' ').next().unwrap_or(text)
    }

    /// The name of the operation whose line this is, as it is written.
    pub(super) fn called(&self, number: usize) -> &str {
        declared(&self.pieces[number].text)
    }

    /// Whether a class has a query of this name.
    pub(super) fn is_query(&self, class: &str, name: &str) -> bool {
        let head = format!("{name}(");
        self.pieces.iter().any(|it| {
            let of = it.parent.map(|it| self.class_name(it));
            it.part == Part::Query && of == Some(class) && it.text.starts_with(&head)
        })
    }

    /// Whether nothing was written.
    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The text without what class models do not take: it is read, and read again without the lines that have errors.
    pub(super) fn finish(mut self) -> Imported {
        let mut removed = BTreeSet::new();
        let length: usize = self.pieces.iter().map(|it| it.text.len() + 1).sum();
        let rounds = (MOST_READ / length.max(1)).clamp(*ROUNDS.start(), *ROUNDS.end());
        for _ in 0..rounds {
            let (text, numbers) = self.written(&removed);
            let reading = Languages::only(&LANGUAGE).read(&text);
            let (_, findings) = reading.into_model::<Classes>();
            let errors = findings.iter().filter(|it| it.severity == Severity::Error);
            let lines = LineIndex::new(&text);
            let at_line = |it: &Diagnostic| {
                let line = lines.position(it.span.start).line as usize;
                numbers.get(line.saturating_sub(1)).copied()
            };
            let mut errors: Vec<_> = errors.map(|it| (at_line(it), it)).collect();
            if errors.is_empty() {
                self.judge_queries(&removed);
                return Imported::new(text, self.left_out);
            }
            // A clause that cannot be read may take the brackets around it with it, and then what follows: it goes first, alone.
            let is_whole = |it: Part| matches!(it, Part::Item | Part::Close | Part::End);
            let of = |it: &(Option<usize>, &Diagnostic)| it.0.map(|it| self.pieces[it].part);
            if errors.iter().any(|it| of(it).is_none_or(is_whole))
                && let Some(first) = errors
                    .iter()
                    .position(|it| of(it).is_some_and(|it| !is_whole(it)))
            {
                errors = vec![errors[first]];
            }
            let before = removed.len();
            for (number, error) in errors {
                let Some(number) = number else { continue };
                let named = unquoted(error.span.text(&text));
                let is_unknown = error.code.starts_with("unknown-")
                    || matches!(error.code, "no-property" | "recursion");
                let why = match is_unknown && self.missing.contains(&named) {
                    true => format!("It names `{named}`, which is left out."),
                    false => format!("{}.", error.title),
                };
                self.remove(number, why, &mut removed);
            }
            if removed.len() == before {
                break;
            }
        }
        self.leave_out(1, "", GIVEN_UP);
        Imported::new(String::new(), self.left_out)
    }

    /// Whether a line, or one that it belongs to, is left out.
    fn is_removed(&self, number: usize, removed: &BTreeSet<usize>) -> bool {
        let parent = self.pieces[number].parent;
        removed.contains(&number) || parent.is_some_and(|it| self.is_removed(it, removed))
    }

    fn written(&self, removed: &BTreeSet<usize>) -> (String, Vec<usize>) {
        let (mut text, mut numbers) = (String::new(), Vec::new());
        for (number, piece) in self.pieces.iter().enumerate() {
            if self.is_removed(number, removed) {
                continue;
            }
            let mut parent = piece.parent.filter(|_| piece.part != Part::Close);
            while let Some(it) = parent {
                text.push_str("  ");
                parent = self.pieces[it].parent;
            }
            text.push_str(&piece.text);
            text.push('\n');
            numbers.push(number);
        }
        (text, numbers)
    }

    fn remove(&mut self, number: usize, why: String, removed: &mut BTreeSet<usize>) {
        if self.is_removed(number, removed) {
            return;
        }
        let piece = &self.pieces[number];
        let number = match (piece.part, piece.parent) {
            (Part::End | Part::Close, Some(parent)) => parent,
            _ => number,
        };
        let Piece {
            text, part, line, ..
        } = self.pieces[number].clone();
        removed.insert(number);
        if part == Part::Query {
            let name = declared(&text).to_owned();
            self.queries.push((name, self.left_out.len()));
        }
        let class = match part {
            Part::Condition => Class::Wider,
            // Only what names it depends on it, and is left out for that.
            Part::Query => Class::Exact,
            _ => Class::Lossy,
        };
        if matches!(part, Part::Attribute | Part::Operation | Part::Query) {
            self.missing.insert(unquoted(declared(&text)));
        }
        self.left_out.push(LeftOut {
            class,
            why: why.into(),
            ..LeftOut::new(line, &text, GIVEN_UP)
        });
    }
}

/// The name of the attribute or operation that a line declares, as it is written there.
fn declared(text: &str) -> &str {
    let text = text.split('(').next().unwrap_or(text);
    text.split(" : ").next().unwrap_or(text)
}

/// A name without its quotes, where it has some.
fn unquoted(name: &str) -> String {
    match name.starts_with('"') {
        true => unquote(name),
        false => name.to_owned(),
    }
}
