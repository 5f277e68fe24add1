//! Properties, the questions of texts with variables: conditions on states, and the clauses that follow them.
//!
//! What a condition is differs between languages and between what is written and what it means; what is asked of
//! it, how far, and which answers there are does not.

use super::ExpectedAnswer;
use crate::language::limits;
use crate::text::{Cursor, Diagnostic, Kind, Span, TokenRole, similar};

/// What is asked, with conditions of type `C`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertySubject<C> {
    /// Is it true in every state that is looked at?
    Always(C),
    /// Is there a run that makes one after the other true?
    Reach(Vec<C>),
    /// Can the system get stuck?
    Deadlock,
}

impl<C> PropertySubject<C> {
    /// The words that begin one.
    pub const WORDS: [&'static str; 3] = ["always", "reach", "deadlock"];

    /// The answers that there are to it: where something is found for an `Always` the second, else the first.
    #[must_use]
    pub fn answers(&self) -> [ExpectedAnswer; 2] {
        match self {
            Self::Always(_) => [ExpectedAnswer::Holds, ExpectedAnswer::Violated],
            Self::Reach(_) => [ExpectedAnswer::Reachable, ExpectedAnswer::Unreachable],
            Self::Deadlock => [ExpectedAnswer::Deadlock, ExpectedAnswer::None],
        }
    }

    /// The conditions in their order.
    #[must_use]
    pub fn conditions(&self) -> &[C] {
        match self {
            Self::Always(it) => std::slice::from_ref(it),
            Self::Reach(all) => all,
            Self::Deadlock => &[],
        }
    }

    /// The conditions in their order, to be changed.
    pub fn conditions_mut(&mut self) -> &mut [C] {
        match self {
            Self::Always(it) => std::slice::from_mut(it),
            Self::Reach(all) => all,
            Self::Deadlock => &mut [],
        }
    }

    /// The same question about what `change` makes of each condition.
    pub fn map<D>(&self, mut change: impl FnMut(&C) -> D) -> PropertySubject<D> {
        match self {
            Self::Always(it) => PropertySubject::Always(change(it)),
            Self::Reach(all) => PropertySubject::Reach(all.iter().map(change).collect()),
            Self::Deadlock => PropertySubject::Deadlock,
        }
    }

    /// The question as it is written, with each condition as `written` writes it.
    pub fn written(&self, written: impl Fn(&C) -> String) -> String {
        match self {
            Self::Always(it) => format!("always {}", written(it)),
            Self::Reach(all) => {
                let all: Vec<_> = all.iter().map(written).collect();
                format!("reach {}", all.join(" then "))
            }
            Self::Deadlock => "deadlock".into(),
        }
    }
}

impl<C> PropertySubject<Option<C>> {
    /// The question, if there is something in the place of every condition.
    #[must_use]
    pub fn whole(self) -> Option<PropertySubject<C>> {
        Some(match self {
            Self::Always(it) => PropertySubject::Always(it?),
            Self::Reach(all) => PropertySubject::Reach(all.into_iter().collect::<Option<_>>()?),
            Self::Deadlock => PropertySubject::Deadlock,
        })
    }
}

/// Reads a subject; `condition` reads the condition of `always` and each of `reach`. `None` where there is none: that
/// is reported, with all `questions` that there are, and an `example`.
pub fn subject<C>(
    cursor: &mut Cursor,
    (questions, what): (&[&str], &str),
    example: &str,
    mut condition: impl FnMut(&mut Cursor) -> C,
    mut goal: impl FnMut(&mut Cursor) -> C,
) -> Option<PropertySubject<C>> {
    if cursor.eat_keyword("deadlock").is_some() {
        return Some(PropertySubject::Deadlock);
    }
    if cursor.eat_keyword("always").is_some() {
        return Some(PropertySubject::Always(condition(cursor)));
    }
    if cursor.eat_keyword("reach").is_some() {
        let mut goals = vec![goal(cursor)];
        while cursor.eat_keyword("then").is_some() {
            goals.push(goal(cursor));
        }
        return Some(PropertySubject::Reach(goals));
    }
    let text = cursor.text(cursor.peek());
    let hint = match similar(text, questions.iter().copied()) {
        Some(meant) => format!("Did you mean `{meant}`?"),
        None => format!("Write for example `{example}`."),
    };
    cursor.expected("expected-subject", what, Some(&hint));
    None
}

/// Reports a clause that is `there` already.
pub fn once(cursor: &mut Cursor, there: bool, span: Span) {
    if there {
        let title = "This clause is there already";
        let finding = Diagnostic::error("duplicate-clause", span, title);
        cursor.findings.push(finding.hint("Keep one of them."));
    }
}

/// The number after `within`.
pub fn bound(cursor: &mut Cursor) -> Option<(u32, Span)> {
    let token = cursor.peek();
    if token.kind != Kind::Number {
        let hint =
            "Write for example `within 20`, or leave `within` out to ask about every length.";
        cursor.expected("bad-bound", "a whole number after `within`", Some(hint));
        return None;
    }
    cursor.advance();
    let bound = cursor.text(token).parse().unwrap_or(u32::MAX);
    if bound > limits::BOUND {
        let title = format!("At most `within {}` can be asked", limits::BOUND);
        let hint = "Leave `within` out to ask about every length.";
        let finding = Diagnostic::error("bad-bound", token.span, title);
        cursor.findings.push(finding.hint(hint));
    }
    Some((bound, token.span))
}

/// The word after `expect`, one of two. One that is no answer is reported, and passed over where `passes` says so: in
/// some languages it may begin something else.
pub fn answer(
    cursor: &mut Cursor,
    answers: [ExpectedAnswer; 2],
    passes: impl FnOnce(&mut Cursor) -> bool,
) -> Option<(ExpectedAnswer, Span)> {
    let words = answers.map(ExpectedAnswer::word);
    cursor.offer_words(&words);
    let token = cursor.peek();
    let word = cursor.text(token);
    if let Some(found) = answers.into_iter().find(|it| it.word() == word) {
        cursor.advance();
        cursor.paint(token.span, TokenRole::Constant);
        return Some((found, token.span));
    }
    let known = ExpectedAnswer::ALL.iter().any(|it| it.word() == word);
    let hint = match similar(word, words) {
        Some(meant) if !known => format!("Did you mean `{meant}`?"),
        _ => {
            let [yes, no] = words;
            format!("The answers to this are `{yes}` and `{no}`.")
        }
    };
    cursor.expected("expected-answer", "an answer after `expect`", Some(&hint));
    if token.kind == Kind::Word && passes(cursor) {
        cursor.advance();
    }
    None
}
