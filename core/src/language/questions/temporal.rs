//! Questions of temporal logic, which are still to come: what their author reads instead, in every language.
//!
//! An operator is known by its word or sign and by where it stands: where an expression could not go on. So a variable or a scenario may be
//! called `until` or `F`. Some of these questions can be asked today in other words, and a fix writes those.

use crate::expression::ast::Operator;
use crate::text::{Cursor, Diagnostic, Fix, Kind, Patch, Span, Token};

/// What a language can ask today.
#[derive(Clone, Copy, Debug)]
pub struct Today {
    /// How it asks whether something is always true: the word, none where that is asked anyway; `None` where it cannot be asked.
    pub always: Option<&'static str>,
    /// Whether a line ends a check; else what begins the next item does.
    pub by_lines: bool,
    /// Whether what can be asked names something with a dot: without one it may be a scenario whose name lacks its quotes.
    pub needs_dot: bool,
    /// What can be asked, for a hint.
    pub questions: &'static str,
}

/// What languages with conditions can ask.
pub const OF_CONDITIONS: &str = "`check always not (P)`, `check reach P` or `check deadlock`";
/// What machines can ask.
pub const OF_PLACES: &str = "`check reach` some places, `check always not (…)`, `check deadlock`, or a scenario by its name";

/// What an operator asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// `always P`.
    Always,
    /// `always not (P)`.
    Never,
    /// `reach P`.
    Possible,
    /// What cannot be asked yet.
    Later,
}

/// Words that stand before what they are about, or between two conditions.
const WORDS: [(&[&str], Meaning); 4] = [
    (
        &["invariant", "invariantly", "globally", "G", "AG"],
        Meaning::Always,
    ),
    (&["never"], Meaning::Never),
    (&["possibly", "EF"], Meaning::Possible),
    (
        &[
            "eventually",
            "finally",
            "inevitably",
            "until",
            "leadsto",
            "leads_to",
            "F",
            "X",
            "U",
            "R",
            "W",
            "AF",
            "AX",
            "EG",
            "EX",
        ],
        Meaning::Later,
    ),
];

/// Words that end a condition.
const CLAUSES: [&str; 9] = [
    "every",
    "from",
    "within",
    "expect",
    "semantics",
    "strict",
    "loose",
    "then",
    "else",
];

/// An operator that was found.
struct Found {
    /// Its first token.
    at: usize,
    span: Span,
    meaning: Meaning,
}

/// A check, token by token.
struct Statement<'c, 's, 'f> {
    cursor: &'c Cursor<'s, 'f>,
    tokens: Vec<Token>,
}

/// Reports a question of temporal logic and skips it. Stands behind the word `check`; linear in the statement.
pub fn eat(cursor: &mut Cursor, today: Today) -> bool {
    let statement = Statement::new(cursor, today.by_lines);
    let all = statement.operators();
    // Machines name places with a dot; without one it may be a scenario whose name lacks its quotes.
    let names_places = || statement.tokens.iter().any(|it| statement.text(*it) == ".");
    let (Some(first), true) = (all.first(), !today.needs_dot || names_places()) else {
        return false;
    };
    let word = first.span.text(cursor.source());
    let is_whole = all.len() == 1 && first.at == 0;
    let meaning = if is_whole {
        first.meaning
    } else {
        Meaning::Later
    };
    let finding = |title: String| Diagnostic::error("not-available", first.span, title);
    let no_question = || finding(format!("There is no question `{word}`"));
    let opposite = "Ask for what should never be: `check reach a.busy, b.busy expect unreachable`.";
    let finding = match (meaning, today.always) {
        (Meaning::Always, Some("")) => no_question()
            .hint("A `prop` is asked of every state anyway.")
            .fix(Fix::new(
                format!("Leave `{word}` out"),
                [Patch::replace(first.span, "")],
            )),
        (Meaning::Always, Some(always)) => no_question()
            .hint(format!("It is called `{always}`."))
            .fix(write(first.span, always)),
        (Meaning::Always, None) => no_question().hint(opposite),
        (Meaning::Never, Some(always)) => {
            let finding =
                no_question().hint("Ask whether its opposite is always true: `always not (P)`.");
            statement
                .always_not(first, always)
                .into_iter()
                .fold(finding, Diagnostic::fix)
        }
        (Meaning::Never, None) => {
            let finding = no_question().hint(opposite);
            statement
                .unreachable(first)
                .into_iter()
                .fold(finding, Diagnostic::fix)
        }
        (Meaning::Possible, always) if always != Some("") => no_question()
            .hint("It is called `reach`.")
            .fix(write(first.span, "reach")),
        (Meaning::Possible | Meaning::Later, _) => {
            finding(format!("Questions with `{word}` are not available yet")).hint(format!(
                "They come later. Today you can ask {}.",
                today.questions
            ))
        }
    };
    let end = statement.tokens.last().map_or(0, |it| it.span.end);
    let start = cursor.peek().span.start;
    while cursor.peek().span.start < end && !cursor.at_end() {
        cursor.advance();
    }
    cursor.findings.forget_unknown(Span::new(start, end));
    cursor.findings.push(finding);
    true
}

fn write(span: Span, word: &str) -> Fix {
    Fix::new(format!("Write `{word}`"), [Patch::replace(span, word)])
}

impl<'c, 's, 'f> Statement<'c, 's, 'f> {
    /// The tokens up to the end of the check, without a `;`. No question has braces: those of a language that is not read
    /// here begin something else.
    fn new(cursor: &'c Cursor<'s, 'f>, by_lines: bool) -> Self {
        let ends = |it: &Token| match it.kind {
            Kind::Break | Kind::End | Kind::Symbol("{" | "}" | ";") => true,
            Kind::Word => !by_lines && cursor.vocabulary().item(cursor.text(*it)).is_some(),
            _ => false,
        };
        let tokens = cursor.upcoming().take_while(|it| !ends(it)).collect();
        Self { cursor, tokens }
    }

    fn text(&self, token: Token) -> &'s str {
        self.cursor.text(token)
    }

    fn text_at(&self, at: usize) -> &'s str {
        self.tokens.get(at).map_or("", |it| self.text(*it))
    }

    /// All operators, the first first.
    fn operators(&self) -> Vec<Found> {
        let mut all: Vec<Found> = Vec::new();
        for at in 0..self.tokens.len() {
            let begins = self.tokens[at].span.start;
            if all.last().is_none_or(|it| it.span.end <= begins) {
                all.extend(self.operator(at));
            }
        }
        all
    }

    /// The operator that begins with a token.
    fn operator(&self, at: usize) -> Option<Found> {
        let token = *self.tokens.get(at)?;
        let found = |count: usize, meaning| {
            let last = self.tokens[at + count - 1];
            let span = Span::new(token.span.start, last.span.end);
            Some(Found { at, span, meaning })
        };
        let next = self.text_at(at + 1);
        let is_box = next == "[" && self.text_at(at + 2) == "]";
        match (self.text(token), next) {
            ("leads", "to") if at > 0 => found(2, Meaning::Later),
            ("A", _) if is_box && at == 0 => found(3, Meaning::Always),
            ("E", _) if is_box && at == 0 => found(3, Meaning::Later),
            ("A", "<>") if at == 0 => found(2, Meaning::Later),
            ("E", "<>") if at == 0 => found(2, Meaning::Possible),
            ("[", "]") if !self.is_operand(at.wrapping_sub(1)) => found(2, Meaning::Always),
            ("<>", _) if at == 0 => found(1, Meaning::Later),
            ("-->", _) if at > 0 => found(1, Meaning::Later),
            ("-", "->") if at > 0 && token.span.end == self.tokens[at + 1].span.start => {
                found(2, Meaning::Later)
            }
            ("~", ">") if at > 0 => found(2, Meaning::Later),
            ("~>", _) if at > 0 => found(1, Meaning::Later),
            (word, _) if token.kind == Kind::Word && self.begins_operand(at + 1) => {
                let known = WORDS.iter().find(|it| it.0.contains(&word))?;
                found(1, known.1)
            }
            _ => None,
        }
    }

    /// Whether something that has a value begins here, which it cannot behind a name.
    fn begins_operand(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else {
            return false;
        };
        let text = self.text(*token);
        match token.kind {
            Kind::Word => Operator::read(text).is_none() && !CLAUSES.contains(&text),
            Kind::Number | Kind::Symbol("(" | "!") => true,
            _ => {
                text == "[" && self.text_at(at + 1) == "]"
                    || text == "<>" && self.begins_operand(at + 1)
            }
        }
    }

    /// Whether something that has a value ends here.
    fn is_operand(&self, at: usize) -> bool {
        let token = self.tokens.get(at);
        token.is_some_and(|it| match it.kind {
            Kind::Number | Kind::Symbol(")" | "]") => true,
            Kind::Word => Operator::read(self.text(*it)).is_none() && self.operator(at).is_none(),
            _ => false,
        })
    }

    /// What the operator at the beginning is about, up to the first clause.
    fn condition(&self, operator: &Found) -> Option<Span> {
        let behind = self
            .tokens
            .iter()
            .skip_while(|it| it.span.start < operator.span.end);
        let condition = behind.take_while(|it| !CLAUSES.contains(&self.text(**it)));
        let mut spans = condition.map(|it| it.span);
        let first = spans.next()?;
        Some(Span::new(first.start, spans.last().unwrap_or(first).end))
    }

    /// `never P` as `always not (P)`.
    fn always_not(&self, operator: &Found, always: &str) -> Option<Fix> {
        let condition = self.condition(operator)?;
        let is_list = self.tokens.iter().any(|it| self.text(*it) == ",");
        if is_list {
            return self.unreachable(operator);
        }
        let written = condition.text(self.cursor.source());
        // What stands in one pair of brackets needs no other.
        let mut depth = 0;
        let closes = |it: char| {
            depth += i32::from(it == '(') - i32::from(it == ')');
            depth == 0
        };
        let is_closed = written.starts_with('(') && written.find(closes) == Some(written.len() - 1);
        let written = match is_closed {
            true => &written[1..written.len() - 1],
            false => written,
        };
        let begin = format!("{always} not (");
        let begin = begin.trim_start();
        let title = format!("Write `{begin}{written})`");
        let patches = [
            Patch::replace(
                Span::new(
                    operator.span.start,
                    condition.start + usize::from(is_closed),
                ),
                begin,
            ),
            Patch::replace(
                Span::new(condition.end - usize::from(is_closed), condition.end),
                ")",
            ),
        ];
        Some(Fix::new(title, patches))
    }

    /// `never P` as `reach P expect unreachable`, where nothing is expected yet.
    fn unreachable(&self, operator: &Found) -> Option<Fix> {
        let condition = self.condition(operator)?;
        let end = self.tokens.last()?.span.end;
        if self.tokens.iter().any(|it| self.text(*it) == "expect") {
            return None;
        }
        let written = condition.text(self.cursor.source());
        let title = format!("Write `reach {written} … expect unreachable`");
        let title = if end == condition.end {
            title.replace(" … ", " ")
        } else {
            title
        };
        let patches = [
            Patch::replace(operator.span, "reach"),
            Patch::insert(end, " expect unreachable"),
        ];
        Some(Fix::new(title, patches))
    }
}
