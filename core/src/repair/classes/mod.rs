//! Edits of class models that may change an answer: clauses are removed or weakened, conditions read what was before the call, and
//! `modifies`, ranges and multiplicities are widened.
//!
//! Each is an edit of the text at the clause's place, and nothing is said here of what it does to any answer: who proposes one has
//! read and checked the edited text. Most of them only ever add runs; a postcondition that is removed also releases less, and
//! `@pre` keeps what a call may change today.
//!
//! Order: the smallest change first, as `rank` lists them, and of the same kind the one that adds the fewest characters or values.

mod clauses;
mod contracts;
mod weaken;
mod widen;

use self::contracts::Contracts;
use super::{Size, TextEdit};
use crate::language::classes::ClassModel;
use crate::language::classes::ast::{ClassDocument, Item};
use crate::language::classes::model::Subject;
use crate::language::questions::{ExpectedAnswer, PropertySubject};
use crate::text::{Patch, Span};

/// What is done, from the smallest change to the largest.
mod rank {
    /// A condition reads what was before the call.
    pub const BEFORE: u32 = 0;
    /// A call may change one more property.
    pub const MODIFIES: u32 = 1;
    /// A slot may hold more values, or an object have more links.
    pub const WIDEN: u32 = 2;
    /// A call is possible in more states.
    pub const WEAKEN: u32 = 3;
    /// Fewer states are fine to end in.
    pub const FINAL: u32 = 4;
    /// A call has a precondition less.
    pub const PRE: u32 = 5;
    /// A call promises less.
    pub const POST: u32 = 6;
    /// Every state may be what no state was.
    pub const INVARIANT: u32 = 7;
}

/// The text with its parts, which has no errors.
struct Page<'p> {
    text: &'p str,
    document: &'p ClassDocument,
    model: &'p ClassModel,
}

impl Page<'_> {
    /// What is written somewhere, with single blanks.
    fn written(&self, span: Span) -> String {
        let written = self.text.get(span.start..span.end).unwrap_or_default();
        let words: Vec<_> = written.split_whitespace().collect();
        words.join(" ")
    }

    fn edit(&self, title: String, patches: Vec<Patch>, rank: u32, amount: u64) -> TextEdit {
        TextEdit {
            title,
            patches,
            size: Size { rank, amount },
        }
    }

    /// The same with the edit's characters as its amount.
    fn written_edit(&self, title: String, patches: Vec<Patch>, rank: u32) -> TextEdit {
        let length = |it: &Patch| it.text.len() + (it.span.end - it.span.start);
        let amount = patches.iter().map(length).sum::<usize>();
        self.edit(title, patches, rank, amount as u64)
    }
}

/// The edits that may change the answer to a check, the smallest first. With `against`, a deadlock that is expected is not wanted
/// all the same, and the edited texts do not expect it any more.
#[must_use]
pub fn edits(
    text: &str,
    document: &ClassDocument,
    model: &ClassModel,
    (check, against): (usize, bool),
) -> Vec<TextEdit> {
    let page = Page {
        text,
        document,
        model,
    };
    let contracts = Contracts::of(document, model);
    let mut all = clauses::removed(&page, &contracts);
    all.extend(clauses::before(&page, &contracts));
    all.extend(weaken::weakened(&page, &contracts));
    all.extend(widen::modifies(&page, &contracts));
    all.extend(widen::ranges(&page));
    all.extend(widen::multiplicities(&page));
    let expected = expected_deadlock(document, model, check);
    if let Some(span) = expected.filter(|_| against) {
        for it in &mut all {
            it.title += ", and expect `none`";
            it.patches
                .push(Patch::replace(span, ExpectedAnswer::None.word()));
            it.patches.sort_by_key(|it| it.span.start);
        }
    }
    let place = |it: &TextEdit| it.patches.first().map_or(0, |it| it.span.start);
    all.sort_by_key(|it| (it.size, place(it)));
    all
}

/// Where a check says that it expects a deadlock.
fn expected_deadlock(document: &ClassDocument, model: &ClassModel, check: usize) -> Option<Span> {
    let is_deadlock = Subject::Property(PropertySubject::Deadlock);
    model
        .checks
        .get(check)
        .filter(|it| it.subject == is_deadlock)?;
    let mut checks = document.items.iter().filter_map(|it| match it {
        Item::Check(it) => Some(it),
        _ => None,
    });
    match checks.nth(check)?.expect {
        Some((ExpectedAnswer::Deadlock, span)) => Some(span),
        _ => None,
    }
}
