//! A position in the tokens of one text: what the parsers of all textual languages share.
//!
//! Invariants: the cursor only moves forward; every loop of a parser takes at least one token per
//! round, so parsing is linear. A parser that cannot read on reports once and skips to the end of
//! the statement; what the lexer has reported already is not reported again.

use super::{Diagnostic, Findings, Kind, Span, Syntax, Token, lex};

/// Tokens of a source text, read from the front.
#[derive(Debug)]
pub struct Cursor<'s, 'f> {
    source: &'s str,
    tokens: Vec<Token>,
    at: usize,
    /// What has been found wrong.
    pub findings: &'f mut Findings,
}

impl<'s, 'f> Cursor<'s, 'f> {
    /// Splits a text into tokens and stands before the first.
    #[must_use]
    pub fn new(source: &'s str, syntax: Syntax, findings: &'f mut Findings) -> Self {
        let tokens = lex(source, syntax, findings);
        Self {
            source,
            tokens,
            at: 0,
            findings,
        }
    }

    /// The next token.
    #[must_use]
    pub fn peek(&self) -> Token {
        self.peek_at(0)
    }

    /// The token after `ahead` others; the last one is the end of the text, for ever.
    #[must_use]
    pub fn peek_at(&self, ahead: usize) -> Token {
        let last = self.tokens.len() - 1;
        self.tokens[(self.at + ahead).min(last)]
    }

    /// Takes the next token.
    pub fn advance(&mut self) -> Token {
        let token = self.peek();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
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
        self.at_word(word).then(|| self.advance().span)
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
        match self.at.checked_sub(1) {
            Some(last) => self.tokens[last].span.end,
            None => 0,
        }
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
        match self.at.checked_sub(1).map(|last| self.tokens[last]) {
            Some(last)
                if matches!(next.kind, Kind::Break | Kind::End) && last.kind != Kind::Break =>
            {
                last.span
            }
            _ => next.span,
        }
    }

    /// Reports that something else was expected here. Silent where the lexer has already reported
    /// the next token.
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
