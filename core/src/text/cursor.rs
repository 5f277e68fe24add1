//! A position in the tokens of one text: what the parsers of all textual languages share.
//!
//! Invariants: the cursor only moves forward, and changes its [`Mode`] only where the parser says
//! so; every loop of a parser takes at least one token per round, so parsing is linear. A parser
//! that cannot read on reports once and skips to the end of the statement; a token that is wrong by
//! itself is reported when it is taken, and nothing else is said about it.

use super::lexer::Lexer;
use super::notes::{Notes, TokenRole};
use super::problem::Problem;
use super::{Diagnostic, Findings, ItemWord, Kind, Mode, Span, Token, Vocabulary};

/// How many tokens can be seen before one is taken.
const LOOKAHEAD: usize = 3;

/// Tokens of a source text, read from the front.
#[derive(Debug)]
pub struct Cursor<'s, 'f> {
    source: &'s str,
    lexer: Lexer<'s>,
    mode: &'static Mode,
    vocabulary: &'static Vocabulary,
    /// Words that begin items of other languages.
    foreign: Vec<ItemWord>,
    /// The next tokens. They are read again where the mode changes, so what is wrong with one is
    /// reported when it is taken.
    ahead: [(Token, Option<Problem>); LOOKAHEAD],
    last: Option<Token>,
    ended: bool,
    /// How many tokens were taken that are wrong by themselves.
    unreadable: usize,
    /// What has been found wrong.
    pub findings: &'f mut Findings,
    pub(super) notes: Option<Notes>,
}

impl<'s, 'f> Cursor<'s, 'f> {
    /// Stands before the first token of a text.
    #[must_use]
    pub fn new(
        source: &'s str,
        mode: &'static Mode,
        vocabulary: &'static Vocabulary,
        findings: &'f mut Findings,
    ) -> Self {
        let end = Token {
            kind: Kind::End,
            span: Span::default(),
        };
        let mut cursor = Self {
            source,
            lexer: Lexer::new(source),
            mode,
            vocabulary,
            foreign: Vec::new(),
            ahead: [(end, None); LOOKAHEAD],
            last: None,
            ended: false,
            unreadable: 0,
            findings,
            notes: None,
        };
        cursor.look_ahead();
        cursor
    }

    /// Takes notes for an editor on the way; before the first token is taken.
    #[must_use]
    pub fn noting(mut self, notes: Notes) -> Self {
        self.notes = Some(notes);
        self.look_ahead();
        self
    }

    /// The notes that were taken.
    #[must_use]
    pub fn into_notes(self) -> Notes {
        self.notes.unwrap_or_default()
    }

    /// Learns which words begin items of other languages.
    pub fn know_items(&mut self, foreign: Vec<ItemWord>) {
        self.foreign = foreign;
    }

    /// The words of the language that is being read.
    #[must_use]
    pub fn vocabulary(&self) -> &'static Vocabulary {
        self.vocabulary
    }

    /// Whether an item of the text begins here: then a block before it was never closed.
    #[must_use]
    pub fn at_item(&self) -> bool {
        let mut items = self.vocabulary.items.iter().chain(&self.foreign);
        items.any(|item| self.at_word(item.word) && item.then.fits(|ahead| self.peek_at(1 + ahead)))
    }

    /// The whole text.
    #[must_use]
    pub fn source(&self) -> &'s str {
        self.source
    }

    /// Reads with the tokens of another mode, from the next token on until `read` returns.
    pub fn in_mode<T>(&mut self, mode: &'static Mode, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.mode, mode);
        self.look_ahead();
        let result = read(self);
        self.mode = outer;
        self.look_ahead();
        result
    }

    /// Reads the next tokens anew, in the mode at hand.
    fn look_ahead(&mut self) {
        let caret = self.notes.as_ref().and_then(|notes| notes.caret);
        self.lexer.set_behind(self.last, caret);
        for slot in &mut self.ahead {
            *slot = self.lexer.next(self.mode);
        }
        self.meet_the_end();
    }

    /// The end of the text is never taken, so a comment that runs up to it is reported here.
    fn meet_the_end(&mut self) {
        let (token, problem) = self.ahead[0];
        if token.kind == Kind::End && !std::mem::replace(&mut self.ended, true) {
            self.report(token, problem);
        }
    }

    fn report(&mut self, token: Token, problem: Option<Problem>) {
        if let Some(problem) = problem {
            self.findings.push(problem.finding(token, self.source));
        }
    }

    /// The next token.
    #[must_use]
    pub fn peek(&self) -> Token {
        self.ahead[0].0
    }

    /// The token after `ahead` others, at most two; the last one is the end of the text, for ever.
    #[must_use]
    pub fn peek_at(&self, ahead: usize) -> Token {
        self.ahead[ahead].0
    }

    /// All tokens from the next one on, in the mode at hand; the end of the text for ever. Whoever
    /// looks so far ahead must not do so again and again.
    pub fn upcoming(&self) -> impl Iterator<Item = Token> + '_ {
        let mut lexer = self.lexer.clone();
        let later = std::iter::from_fn(move || Some(lexer.next(self.mode).0));
        self.ahead.iter().map(|(token, _)| *token).chain(later)
    }

    /// Whether somebody types at a token.
    #[must_use]
    pub fn is_typed(&self, token: Token) -> bool {
        let caret = self.notes.as_ref().and_then(|notes| notes.caret);
        caret.is_some_and(|caret| token.span.start <= caret && caret <= token.span.end)
    }

    /// Takes the next token.
    pub fn advance(&mut self) -> Token {
        let (token, problem) = self.ahead[0];
        if token.kind == Kind::End {
            return token;
        }
        self.report(token, problem);
        self.unreadable += usize::from(token.kind == Kind::Unknown);
        if let Some(notes) = &mut self.notes {
            notes.taken(token, self.source);
            let role = (self.mode.word_role)(token.span.text(self.source));
            if let Some(role) = role.filter(|_| token.kind == Kind::Word) {
                notes.paint(token.span, role);
            }
        }
        self.last = Some(token);
        self.ahead.rotate_left(1);
        self.ahead[LOOKAHEAD - 1] = self.lexer.next(self.mode);
        self.meet_the_end();
        token
    }

    /// How much could not be read so far: more after a statement than before it means that some of
    /// the statement was not understood.
    #[must_use]
    pub fn trouble(&self) -> usize {
        self.findings.errors() + self.unreadable
    }

    /// What stands between two tokens: blanks, and perhaps a comment.
    #[must_use]
    pub fn between(&self, one: Token, other: Token) -> &'s str {
        Span::new(one.span.end, other.span.start).text(self.source)
    }

    /// The text of a token.
    #[must_use]
    pub fn text(&self, token: Token) -> &'s str {
        token.span.text(self.source)
    }

    /// Whether the next token is this symbol.
    #[must_use]
    pub fn at_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek().kind, Kind::Symbol(found) if found == symbol)
    }

    /// Whether the next token is this word.
    #[must_use]
    pub fn at_word(&self, word: &str) -> bool {
        let token = self.peek();
        token.kind == Kind::Word && self.text(token) == word
    }

    /// Takes the next token if it is this symbol.
    pub fn eat_symbol(&mut self, symbol: &str) -> Option<Span> {
        self.at_symbol(symbol).then(|| self.advance().span)
    }

    /// Takes the next token if it is this word.
    pub fn eat_word(&mut self, word: &str) -> Option<Span> {
        self.at_word(word).then(|| {
            let span = self.advance().span;
            self.paint(span, TokenRole::Keyword);
            span
        })
    }

    /// Whether the statement ends here: at a break, a closing brace or the end of the text.
    #[must_use]
    pub fn at_statement_end(&self) -> bool {
        matches!(self.peek().kind, Kind::Break | Kind::End) || self.at_symbol("}")
    }

    /// Whether the text ends here.
    #[must_use]
    pub fn at_end(&self) -> bool {
        self.peek().kind == Kind::End
    }

    /// Goes to the beginning of the next statement.
    pub fn skip_breaks(&mut self) {
        while self.peek().kind == Kind::Break {
            self.advance();
        }
    }

    /// Goes to the end of the statement at hand.
    pub fn skip_statement(&mut self) {
        while !self.at_statement_end() {
            self.advance();
        }
    }

    /// Reports what stands between here and the end of the statement, and skips it.
    pub fn finish_statement(&mut self, hint: &str) {
        if self.at_statement_end() {
            return;
        }
        let first = self.peek();
        let known = first.kind != Kind::Unknown;
        self.skip_statement();
        if known {
            let span = Span::new(first.span.start, self.end_of_last());
            self.findings.push(
                Diagnostic::error(
                    "unexpected-text",
                    span,
                    "The statement should end before this",
                )
                .hint(hint),
            );
        }
    }

    /// Skips from a `{` to behind its `}`, or to where `stop` says that the block cannot reach.
    pub fn skip_block(&mut self, stop: impl Fn(&Self) -> bool) {
        let mut depth = 0_usize;
        while !self.at_end() {
            if self.at_symbol("{") {
                depth += 1;
            } else if self.at_symbol("}") {
                depth = depth.saturating_sub(1);
            } else if self.peek().kind == Kind::Break {
                self.skip_breaks();
                if stop(self) {
                    return;
                }
                continue;
            }
            self.advance();
            if depth == 0 {
                return;
            }
        }
    }

    /// Offset after the last token that was taken.
    #[must_use]
    pub fn end_of_last(&self) -> usize {
        self.last.map_or(0, |last| last.span.end)
    }

    /// The last token that was taken; an empty span at the beginning.
    #[must_use]
    pub fn last_span(&self) -> Span {
        self.last.map_or(Span::default(), |last| last.span)
    }

    /// The span from an offset up to the last token that was taken.
    #[must_use]
    pub fn since(&self, start: usize) -> Span {
        Span::new(start, self.end_of_last().max(start))
    }

    /// Where to mark that something is missing here: the next token, or the one before it where a
    /// line ends, because the end of a line cannot be seen.
    #[must_use]
    pub fn place(&self) -> Span {
        let next = self.peek();
        match self.last {
            Some(last)
                if matches!(next.kind, Kind::Break | Kind::End) && last.kind != Kind::Break =>
            {
                last.span
            }
            _ => next.span,
        }
    }

    /// Reports that something else was expected here. Silent where the next token is
    /// wrong by itself.
    pub fn expected(&mut self, code: &'static str, what: &str, hint: Option<&str>) {
        let next = self.peek();
        if next.kind == Kind::Unknown {
            return;
        }
        let found = match next.kind {
            Kind::Break if self.text(next) == ";" => "the statement ends".to_string(),
            Kind::Break => "the line ends".to_string(),
            Kind::End => "the text ends".to_string(),
            _ => {
                let text = self.text(next);
                let mut shown: String = text.chars().take(40).collect();
                if shown.len() < text.len() {
                    shown.push('…');
                }
                format!("there is `{shown}`")
            }
        };
        let title = format!("Expected {what}, but {found}");
        let mut finding = Diagnostic::error(code, self.place(), title);
        if let Some(hint) = hint {
            finding = finding.hint(hint);
        }
        self.findings.push(finding);
    }
}
