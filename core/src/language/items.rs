//! A whole text, item by item: which language it is of, and each item read by that language.
//!
//! One text holds one kind of model. The first word that begins an item of one language only says
//! which; a text without such a word is of the first language of the list. An item of another
//! language is reported with both places and left out. Parsing never fails; time is linear.

use std::any::Any;

use crate::language::coming;
use crate::language::kind::{Language, Title};
use crate::language::languages::Languages;
use crate::language::limits;
use crate::language::names::did_you_mean_keyword;
use crate::language::unquoted::quote_everywhere;
use crate::language::words::LINES;
use crate::text::{
    Cursor, Diagnostic, Findings, Fix, ItemWord, Kind, Lexer, Notes, Patch, Span, TokenRole, Word,
    similar,
};

/// A text as written, and whose it is.
pub struct Items {
    /// The language's title.
    pub title: &'static Title,
    /// The language; `None` where a part of the program has to be fetched first.
    pub language: Option<&'static Language>,
    /// The language's document; empty where there is no language.
    pub document: Box<dyn Any>,
}

/// Which language a text is of, and the word that says so.
#[derive(Clone, Copy)]
struct Choice {
    title: &'static Title,
    word: Option<(ItemWord, Span)>,
}

/// Reads a text. Of one that is too long nothing is read.
pub fn read(
    languages: &Languages,
    text: &str,
    notes: Option<Notes>,
    findings: &mut Findings,
) -> (Items, Notes) {
    let too_long = limits::text(text);
    let choice = match too_long {
        None => choose(languages, text),
        Some(_) => Choice {
            title: languages.usual(),
            word: None,
        },
    };
    let language = languages.language(choice.title);
    let mut items = Items {
        title: choice.title,
        language,
        document: language.map_or_else(|| Box::new(()) as Box<dyn Any>, |it| (it.document)()),
    };
    if let Some(finding) = too_long {
        findings.push(finding);
        return (items, Notes::default());
    }
    let mut cursor = Cursor::new(text, &LINES, choice.title.vocabulary, findings);
    cursor.know_items(foreign(languages, choice.title));
    if let Some(notes) = notes {
        cursor = cursor.noting(notes);
    }
    match language {
        Some(language) => {
            let reader = Reader {
                languages,
                language,
                choice,
            };
            reader.items(&mut cursor, items.document.as_mut());
        }
        None => unread(&mut cursor, choice),
    }
    (items, cursor.into_notes())
}

/// The language of a text, by the first word at the margin of all blocks that only one language has.
fn choose(languages: &Languages, text: &str) -> Choice {
    let mut lexer = Lexer::new(text);
    let mut tokens = [
        lexer.next(&LINES).0,
        lexer.next(&LINES).0,
        lexer.next(&LINES).0,
    ];
    let (mut depth, mut begins) = (0_usize, true);
    let mut doubtful = None;
    while tokens[0].kind != Kind::End {
        let [token, ..] = tokens;
        if begins && depth == 0 && token.kind == Kind::Word {
            let word = token.span.text(text);
            let own = languages.titles().find_map(|title| {
                let item = title.vocabulary.item(word).filter(|item| item.is_own)?;
                Some((title, item))
            });
            if let Some((title, item)) = own {
                let choice = Choice {
                    title,
                    word: Some((item, token.span)),
                };
                if item.then.fits(|ahead| tokens[1 + ahead]) {
                    return choice;
                }
                doubtful.get_or_insert(choice);
            }
        }
        match token.kind {
            Kind::Symbol("{") => depth += 1,
            Kind::Symbol("}") => depth = depth.saturating_sub(1),
            _ => {}
        }
        begins = matches!(token.kind, Kind::Break | Kind::Symbol("}"));
        tokens = [tokens[1], tokens[2], lexer.next(&LINES).0];
    }
    doubtful.unwrap_or(Choice {
        title: languages.usual(),
        word: None,
    })
}

/// The words by which items of other languages are known, unless they mean something in this one.
fn foreign(languages: &Languages, own: &Title) -> Vec<ItemWord> {
    let others = languages.titles().flat_map(|title| title.vocabulary.items);
    let is_free = |item: &&ItemWord| {
        item.is_own
            && own.vocabulary.item(item.word).is_none()
            && !own.vocabulary.keywords.contains(&item.word)
    };
    others.filter(is_free).copied().collect()
}

/// A text whose language is still to be fetched: it is painted as far as that can be done without.
fn unread(cursor: &mut Cursor, choice: Choice) {
    while !cursor.at_end() {
        cursor.advance();
    }
    let Some((item, span)) = choice.word else {
        return;
    };
    cursor.paint(span, TokenRole::Keyword);
    let title = format!("`{}` cannot be read yet", item.word);
    let finding = Diagnostic::error("needs-part", span, title);
    cursor.findings.push(finding.hint(format!(
        "The part of the program for {} has to be loaded first.",
        choice.title.name
    )));
}

/// The words of items as a hint lists them: "`machine`, `scenario` and `check`".
fn listed(items: &[ItemWord]) -> String {
    let labels: Vec<_> = items.iter().map(|it| format!("`{}`", it.label)).collect();
    match labels.as_slice() {
        [init @ .., last] if !init.is_empty() => format!("{} and {last}", init.join(", ")),
        labels => labels.concat(),
    }
}

struct Reader<'l> {
    languages: &'l Languages,
    language: &'static Language,
    choice: Choice,
}

impl Reader<'_> {
    fn items(&self, cursor: &mut Cursor, document: &mut dyn Any) {
        cursor.skip_breaks();
        while !cursor.at_end() {
            cursor.offer_texts(&self.templates());
            self.item(cursor, document);
            self.end_of_item(cursor);
            cursor.skip_breaks();
        }
        quote_everywhere(cursor.source(), cursor.findings);
    }

    /// What can be written where an item begins: in any language, as long as none is chosen.
    fn templates(&self) -> Vec<Word> {
        let titles = self.languages.titles();
        let fits = |it: &&Title| self.choice.word.is_none() || it.name == self.choice.title.name;
        let fitting = titles.filter(fits);
        fitting.flat_map(|it| it.templates).copied().collect()
    }

    fn hint(&self) -> String {
        format!(
            "A text holds {}.",
            listed(self.choice.title.vocabulary.items)
        )
    }

    fn item(&self, cursor: &mut Cursor, document: &mut dyn Any) {
        let first = cursor.peek();
        let word = cursor.text(first);
        let vocabulary = self.choice.title.vocabulary;
        if let Some(item) = vocabulary.item(word) {
            self.known(cursor, item.word, document);
        } else if cursor.at_item() {
            self.mixed(cursor);
        } else if self.is_coming(cursor) {
            // It is reported.
        } else if let Some(meant) =
            meant(word, vocabulary.items).filter(|_| first.kind == Kind::Word)
        {
            let title = format!("`{word}` is no item of the language");
            let finding = Diagnostic::error("unknown-statement", first.span, title);
            cursor.findings.push(did_you_mean_keyword(finding, meant));
            self.known(cursor, meant, document);
        } else {
            self.unknown(cursor);
        }
    }

    fn known(&self, cursor: &mut Cursor, word: &'static str, document: &mut dyn Any) {
        let span = cursor.advance().span;
        cursor.paint(span, TokenRole::Keyword);
        cursor.begin_item(word);
        (self.language.item)(cursor, word, span, document);
    }

    /// Reports what no language of the list has, where it is known what it will be.
    fn is_coming(&self, cursor: &mut Cursor) -> bool {
        coming::eat(cursor, self.choice.title.coming)
    }

    /// Reports an item of another language, and skips it.
    fn mixed(&self, cursor: &mut Cursor) {
        let first = cursor.peek();
        let word = cursor.text(first);
        let mut titles = self.languages.titles();
        let other = titles.find(|it| it.vocabulary.item(word).is_some());
        let title = format!(
            "`{word}` belongs to {}, and this text holds {}",
            other.map_or("another kind of model", |it| it.name),
            self.choice.title.name
        );
        let mut finding = Diagnostic::error("mixed-kinds", first.span, title);
        if let Some((item, span)) = self.choice.word {
            finding = finding.label(span, format!("`{}` makes it one of those", item.word));
        }
        let hint = "A text holds one kind of model: put the other one into a text of its own.";
        cursor.findings.push(finding.hint(hint));
        skip_item(cursor);
    }

    /// Skips something that is no item, with its block if it has one.
    fn unknown(&self, cursor: &mut Cursor) {
        if cursor.at_symbol("}") {
            let span = cursor.advance().span;
            let finding = Diagnostic::error("stray-brace", span, "This `}` closes nothing");
            let hint = "Remove it, or look for a `{` that is missing above.";
            let fix = Fix::new("Remove it", [Patch::replace(span, "")]);
            cursor.findings.push(finding.hint(hint).fix(fix));
            return;
        }
        let readable = cursor.peek().kind != Kind::Unknown;
        cursor.expected("unknown-statement", "an item", Some(&self.hint()));
        let start = cursor.peek().span.start;
        skip_item(cursor);
        if readable {
            let span = cursor.since(start);
            cursor.findings.forget_unknown(span);
        }
    }

    /// Two items on one line are fine after a `}`; everything else is reported.
    fn end_of_item(&self, cursor: &mut Cursor) {
        let ends = matches!(cursor.peek().kind, Kind::Break | Kind::End);
        if !ends && !cursor.at_item() && !cursor.at_symbol("}") {
            cursor.finish_statement(&self.hint());
        }
    }
}

/// The item that a misspelled word was meant to begin. A word of three letters resembles too much.
fn meant(word: &str, items: &[ItemWord]) -> Option<&'static str> {
    let long = items.iter().map(|it| it.word).filter(|it| it.len() > 3);
    let meant = similar(word, long.clone())?;
    long.into_iter().find(|it| *it == meant)
}

fn skip_item(cursor: &mut Cursor) {
    while !cursor.at_statement_end() && !cursor.at_symbol("{") {
        cursor.advance();
    }
    if cursor.at_symbol("{") {
        cursor.skip_block(Cursor::at_item);
    }
}
