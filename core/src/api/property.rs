//! Questions over conditions, as all languages that have them show them.

use crate::language::questions::{ExpectedAnswer, PropertySubject};
use crate::view::{Expected, Kind};

/// Which kind of question it is.
pub(super) fn kind<C>(subject: &PropertySubject<C>) -> Kind {
    match subject {
        PropertySubject::Always(_) => Kind::Always,
        PropertySubject::Reach(_) => Kind::Reach,
        PropertySubject::Deadlock => Kind::Deadlock,
    }
}

/// What a question of this kind expects: what its text says, and where that says nothing, that a property holds and that nothing
/// gets stuck.
pub(super) fn expectation(kind: Kind, written: Option<ExpectedAnswer>) -> Option<Expected> {
    let usual = match kind {
        Kind::Always | Kind::Deadlock => Some(Expected::Absent),
        Kind::Reach | Kind::Scenario | Kind::Same | Kind::Consistent | Kind::Independent => None,
    };
    written.map(expected).or(usual)
}

/// What an answer after `expect` expects.
fn expected(answer: ExpectedAnswer) -> Expected {
    match answer {
        ExpectedAnswer::Violated
        | ExpectedAnswer::Reachable
        | ExpectedAnswer::Consistent
        | ExpectedAnswer::Deadlock
        | ExpectedAnswer::Different
        | ExpectedAnswer::Independent => Expected::Found,
        ExpectedAnswer::Holds
        | ExpectedAnswer::Unreachable
        | ExpectedAnswer::Inconsistent
        | ExpectedAnswer::None
        | ExpectedAnswer::Same
        | ExpectedAnswer::Implied => Expected::Absent,
    }
}

/// A condition or an action as its author spelled it where words stand for operators, as in `not (a or b)`; else as it is
/// `printed`, in canonical form. So is what has a comment or a text in it, whose blanks mean something.
pub(super) fn in_own_words(written: &str, printed: String) -> String {
    let mut words = written.split(|it: char| !(it.is_ascii_alphanumeric() || "_.".contains(it)));
    let has_words = words.any(|it| matches!(it, "and" | "or" | "not" | "implies"));
    let is_plain = ["//", "/*", "\""].iter().all(|it| !written.contains(it));
    match has_words && is_plain {
        true => one_line(written),
        false => printed,
    }
}

/// Text with single blanks between its words.
pub(super) fn one_line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ")
}
