//! A language as a value: everything that the rest of the program needs to know of a kind of model.
//!
//! A language is a folder beside this file, with a type that implements [`ModelKind`] on one page of
//! it. [`Language::of`] makes a value of that type, and a list holds such values
//! ([`Languages`](super::Languages)): nobody matches over an enumeration of languages, so one can be
//! brought by a part of the program that is fetched later. Until then its [`Title`] stands for it.
//!
//! The types of a language's documents and models are forgotten in the value and found again on the
//! way out ([`Reading::model`](super::Reading::model)). Invariant: the functions of a language are
//! called with its own documents only.

use std::any::Any;

use super::coming::Coming;
use crate::text::{Cursor, Findings, NameKind, Notes, Span, Vocabulary, Word};

/// What can be said about a language while its code is not there.
#[derive(Debug)]
pub struct Title {
    /// What its models are, in the plural, as a sentence has it: `communicating machines`.
    pub name: &'static str,
    /// The part of the program that brings it; `None` where it is always there.
    pub part: Option<&'static str>,
    /// Its words.
    pub vocabulary: &'static Vocabulary,
    /// What can be written where an item begins, what is most likely first.
    pub templates: &'static [Word],
    /// What cannot be said yet where an item begins, and what to write instead.
    pub coming: &'static [Coming],
    /// Its folder in `static/examples`.
    pub examples: &'static str,
    /// What a step that counts is called: what `within` and the depth of an answer count.
    pub step: &'static str,
    /// What a text of it holds, as a sentence has it: `a transition system`.
    pub holds: &'static str,
    /// How a question is put together.
    pub asking: Asking,
    /// What there is beyond answers and their runs.
    pub extras: Extras,
}

/// How questions about models of a kind are written, where they are put together: `check reach p.here, q.there`,
/// `check always m.Idle and x == 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asking {
    /// What joins terms that are to hold at the same time.
    pub and: &'static str,
    /// What is written between a variable and its value.
    pub equals: &'static str,
    /// What is written before a variable that is to be false.
    pub not: &'static str,
    /// What joins terms that are always to hold; `None` where that cannot be asked.
    pub always: Option<&'static str>,
}

/// What a kind of model has beyond answers and their runs. Shells ask for it here, and name no kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extras {
    /// The formulas that a check becomes, as they are shown.
    pub formulas: ShownFormulas,
    /// Whether drawings of it can be shown large, and say how soon each of their states can be reached.
    pub depths: bool,
    /// The answers for which edits are looked for.
    pub repairs: ProposedRepairs,
    /// Whether the runs before and after such an edit are compared message by message.
    pub compares_repairs: bool,
    /// The words of the readings of a text that can be compared.
    pub readings: &'static [&'static str],
    /// What a reading is called where there are two and each check is answered by both, side by side.
    pub compares: Option<&'static str>,
    /// Whether blame says of each demand what the answer is without it alone, where that changes anything.
    pub blame_alone: bool,
}

impl Extras {
    /// Nothing of it.
    pub const NONE: Self = Self {
        formulas: ShownFormulas::None,
        depths: false,
        repairs: ProposedRepairs::None,
        compares_repairs: false,
        readings: &[],
        compares: None,
        blame_alone: false,
    };
}

/// The answers that edits of the text are looked for to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposedRepairs {
    /// None.
    None,
    /// Those that are not as expected.
    OfUnexpected,
    /// Those, and that there is a deadlock, whatever is expected.
    OfDeadlocksToo,
}

/// Formulas that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownFormulas {
    /// None.
    None,
    /// Those that a paper prints.
    Papers,
    /// Ours, and those that a paper prints.
    Both,
}

/// A kind of model, as its language's folder defines it.
pub trait ModelKind: 'static {
    /// A whole text as written.
    type Document: Default + 'static;
    /// What it means once all names are looked up.
    type Model: Default + 'static;
    /// The title.
    const TITLE: &'static Title;

    /// Reads the item that begins with a word of the vocabulary, and adds it to the document. The
    /// cursor stands behind the word, whose place is `span`. What cannot be read is reported and left
    /// out.
    fn item(cursor: &mut Cursor, word: &'static str, span: Span, document: &mut Self::Document);

    /// Looks all names up. The model is usable whatever is wrong: it is drawn while somebody types.
    fn resolve(document: &Self::Document, findings: &mut Findings) -> Self::Model;

    /// The canonical text of a document; reads back as the same document.
    fn print(document: &Self::Document) -> String;

    /// The names that can stand at the caret of the notes; with `of`, those that belong to something
    /// of this name. Usually all that the parser has met, see [`Notes::names_here`].
    fn names<'n>(
        document: &Self::Document,
        notes: &'n Notes,
        kind: NameKind,
        of: Option<&str>,
    ) -> Vec<&'n str> {
        let _ = document;
        match of {
            None => notes.names_here(kind),
            Some(_) => Vec::new(),
        }
    }
}

/// A language.
#[derive(Debug)]
pub struct Language {
    /// Its title.
    pub title: &'static Title,
    pub(super) document: fn() -> Box<dyn Any>,
    pub(super) item: fn(&mut Cursor, &'static str, Span, &mut dyn Any),
    pub(super) resolve: fn(&dyn Any, &mut Findings) -> Box<dyn Any>,
    pub(super) print: fn(&dyn Any) -> String,
    pub(super) names: for<'n> fn(&dyn Any, &'n Notes, NameKind, Option<&str>) -> Vec<&'n str>,
}

impl Language {
    /// The language of a kind of model.
    #[must_use]
    pub const fn of<K: ModelKind>() -> Self {
        Self {
            title: K::TITLE,
            document: || Box::new(K::Document::default()),
            item: |cursor, word, span, document| {
                K::item(cursor, word, span, own_mut::<K>(document));
            },
            resolve: |document, findings| Box::new(K::resolve(own::<K>(document), findings)),
            print: |document| K::print(own::<K>(document)),
            names: |document, notes, kind, of| K::names(own::<K>(document), notes, kind, of),
        }
    }
}

fn own<K: ModelKind>(document: &dyn Any) -> &K::Document {
    let own = document.downcast_ref();
    own.expect("a language is asked about its own documents")
}

fn own_mut<K: ModelKind>(document: &mut dyn Any) -> &mut K::Document {
    let own = document.downcast_mut();
    own.expect("a language is asked about its own documents")
}
