//! What a cursor notes down for an editor, told by the parser at the place where it reads.
//!
//! Invariant: an offer is made where the parser would take what it offers, before it looks at the
//! token that stands there; whatever is offered can be read.

use super::notes::{Naming, Noted, Offer, TokenRole, Word};
use super::{Cursor, Kind, Span, Token};

impl Cursor<'_, '_> {
    /// An item of the text begins with this word.
    pub fn begin_item(&mut self, word: &'static str) {
        if let Some(notes) = &mut self.notes {
            notes.items.push(word);
        }
    }

    /// Takes the next token if it is this word of the language; at the caret the word is offered.
    pub fn eat_keyword(&mut self, word: &'static str) -> Option<Span> {
        self.offer_words(&[word]);
        let span = self.eat_word(word)?;
        self.paint(span, TokenRole::Keyword);
        Some(span)
    }

    /// Paints a token that was taken.
    pub fn paint(&mut self, span: Span, role: TokenRole) {
        if let Some(notes) = &mut self.notes {
            notes.paint(span, role);
        }
    }

    /// Offers words, where the next token stands at the caret.
    pub fn offer_words(&mut self, words: &[&'static str]) {
        let words = words.iter().copied().map(Word::plain);
        self.offer(|| words.map(Offer::Word).collect());
    }

    /// Offers pieces of text, where the next token stands at the caret.
    pub fn offer_texts(&mut self, texts: &[Word]) {
        self.offer(|| texts.iter().copied().map(Offer::Word).collect());
    }

    /// Offers names, where the next token stands at the caret.
    pub fn offer_names(&mut self, naming: Naming) {
        self.offer(|| match naming {
            Naming::New(_) => Vec::new(),
            Naming::Mention(kind) | Naming::Known(kind) => vec![Offer::Name { kind, of: None }],
            Naming::Member(kind, of) => vec![Offer::Name {
                kind,
                of: Some(of.to_owned()),
            }],
        });
    }

    /// Notes a name that was taken.
    pub fn note_name(&mut self, naming: Naming, text: &str, token: Token) {
        let Some(notes) = &mut self.notes else {
            return;
        };
        let (kind, counts) = match naming {
            Naming::New(kind) | Naming::Mention(kind) => (kind, true),
            Naming::Known(kind) | Naming::Member(kind, _) => (kind, false),
        };
        if token.kind == Kind::Word {
            notes.paint(token.span, kind.role);
        }
        let Some(caret) = notes.caret else {
            return;
        };
        // A word that is being typed is no suggestion for itself.
        if counts && !touches(token, caret) {
            let item = notes.items.len().saturating_sub(1);
            let text = text.to_owned();
            notes.names.push(Noted { text, kind, item });
        }
    }

    fn offer(&mut self, offers: impl FnOnce() -> Vec<Offer>) {
        let next = self.peek();
        let Some(notes) = &mut self.notes else {
            return;
        };
        let is_here = notes.caret.is_some_and(|caret| touches(next, caret));
        if is_here && next.kind == Kind::Word {
            notes.word_at_caret = Some(next.span.start);
            notes.item_at_caret = notes.items.len().saturating_sub(1);
            notes.offers.extend(offers());
        }
    }
}

fn touches(token: Token, caret: usize) -> bool {
    token.span.start <= caret && caret <= token.span.end
}
