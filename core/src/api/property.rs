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

/// What an answer after `expect` expects.
pub(super) fn expected(answer: ExpectedAnswer) -> Expected {
    match answer {
        ExpectedAnswer::Violated
        | ExpectedAnswer::Reachable
        | ExpectedAnswer::Consistent
        | ExpectedAnswer::Deadlock
        | ExpectedAnswer::Different => Expected::Found,
        ExpectedAnswer::Holds
        | ExpectedAnswer::Unreachable
        | ExpectedAnswer::Inconsistent
        | ExpectedAnswer::None
        | ExpectedAnswer::Same => Expected::Absent,
    }
}

/// Text with single blanks between its words.
pub(super) fn one_line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ")
}
