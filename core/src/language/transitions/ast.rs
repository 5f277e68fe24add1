//! Transition systems as written: the tree of one text, with the place of every part.
//!
//! What could not be read is left out and has been reported, so the tree of a text with errors is a
//! tree all the same. Statements stand in one list and name their parts by index: the parts before the
//! whole, in the order of the text. So a tree is walked, compared and dropped without recursion, however deep
//! somebody nests.

use crate::expression::ast::{Expression, SortSyntax};
use crate::language::Name;
pub use crate::language::questions::ExpectedAnswer;
use crate::language::questions::PropertySubject;
use crate::text::Span;

/// Index of a statement in [`TransitionDocument::statements`].
pub type StatementId = usize;

/// A whole text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransitionDocument {
    /// All statements.
    pub statements: Vec<StatementSyntax>,
    /// `type Light : { Red, Green }`
    pub types: Vec<EnumerationSyntax>,
    /// `var tick : integer = 0`
    pub variables: Vec<VariableSyntax>,
    /// `trans { … } or { … }`
    pub trans: Option<RelationSyntax>,
    /// `init { … }`
    pub init: Option<RelationSyntax>,
    /// `env { … }`
    pub env: Option<RelationSyntax>,
    /// `prop { … }` and `check` lines, in the order of the text.
    pub properties: Vec<PropertySyntax>,
    /// Where the text ends.
    pub end: Span,
}

/// An enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumerationSyntax {
    /// Its name.
    pub name: Name,
    /// Its literals.
    pub literals: Vec<Name>,
}

/// A variable of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableSyntax {
    /// Whether it is marked as one that controls the flow (`ctrl`).
    pub control: bool,
    /// Its name.
    pub name: Name,
    /// Its type.
    pub sort: SortSyntax,
    /// The value it starts with.
    pub initial: Option<Expression>,
}

/// Alternatives, of which one is executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelationSyntax {
    /// Each a whole transition.
    pub alternatives: Vec<StatementId>,
    /// The word `trans`, `init` or `env`.
    pub word: Span,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementSyntax {
    /// What it is.
    pub kind: StatementKind,
    /// All of it.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// `local var a : integer = 1;`
    Local(Box<VariableSyntax>),
    /// `a := 1;` and `a[0] := 1;`
    Assign {
        /// What is assigned to.
        name: Name,
        /// The place, for an array.
        index: Option<Expression>,
        /// The value.
        value: Expression,
    },
    /// `havoc a;`
    Havoc(Name),
    /// `assume a > 0;`
    Assume(Expression),
    /// `choice … or …`
    Choice(Vec<StatementId>),
    /// `par … and …`
    Parallel(Vec<StatementId>),
    /// `if (a > 0) … else …`
    If {
        /// What decides.
        condition: Expression,
        /// Executed where it is true.
        then: StatementId,
        /// Executed where it is false.
        otherwise: Option<StatementId>,
    },
    /// `for i from 0 to 3 do …`
    For {
        /// The variable that counts.
        counter: Name,
        /// Its first value.
        from: Expression,
        /// The first value that it does not have any more.
        to: Expression,
        /// Executed for each value.
        body: StatementId,
    },
    /// `{ … }`
    Block(Vec<StatementId>),
}

/// A question about the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertySyntax {
    /// What is asked.
    pub subject: SubjectSyntax,
    /// Whether it is written as `prop { … }`.
    pub is_prop: bool,
    /// `every state`, where it is written.
    pub every_state: Option<Span>,
    /// The K of `within K`, in firings of `trans`.
    pub within: Option<(u32, Span)>,
    /// The answer after `expect`.
    pub expect: Option<(ExpectedAnswer, Span)>,
    /// All of it.
    pub span: Span,
}

/// What is asked.
pub type SubjectSyntax = PropertySubject<Expression>;

impl TransitionDocument {
    /// Adds a statement, after its parts.
    pub fn add(&mut self, kind: StatementKind, span: Span) -> StatementId {
        self.statements.push(StatementSyntax { kind, span });
        self.statements.len() - 1
    }

    /// The same document without places, for comparing what two texts say.
    #[must_use]
    pub fn without_spans(mut self) -> Self {
        let forget = &mut |span: &mut Span| *span = Span::default();
        forget(&mut self.end);
        for it in &mut self.types {
            forget(&mut it.name.span);
            it.literals.iter_mut().for_each(|it| forget(&mut it.span));
        }
        for it in &mut self.variables {
            it.map_spans(forget);
        }
        let relations = [&mut self.trans, &mut self.init, &mut self.env];
        for it in relations.into_iter().flatten() {
            forget(&mut it.word);
        }
        self.statements
            .iter_mut()
            .for_each(|it| it.map_spans(forget));
        for it in &mut self.properties {
            forget(&mut it.span);
            if let Some(span) = &mut it.every_state {
                forget(span);
            }
            if let Some((_, span)) = &mut it.within {
                forget(span);
            }
            if let Some((_, span)) = &mut it.expect {
                forget(span);
            }
            let conditions = it.subject.conditions_mut().iter_mut();
            conditions.for_each(|it| it.map_spans(forget));
        }
        self
    }
}

impl VariableSyntax {
    fn map_spans(&mut self, change: &mut dyn FnMut(&mut Span)) {
        change(&mut self.name.span);
        self.sort.map_spans(change);
        if let Some(initial) = &mut self.initial {
            initial.map_spans(change);
        }
    }
}

impl StatementSyntax {
    fn map_spans(&mut self, change: &mut dyn FnMut(&mut Span)) {
        change(&mut self.span);
        match &mut self.kind {
            StatementKind::Local(it) => it.map_spans(change),
            StatementKind::Assign { name, index, value } => {
                change(&mut name.span);
                if let Some(index) = index {
                    index.map_spans(change);
                }
                value.map_spans(change);
            }
            StatementKind::Havoc(name) => change(&mut name.span),
            StatementKind::Assume(it) => it.map_spans(change),
            StatementKind::If { condition, .. } => condition.map_spans(change),
            StatementKind::For {
                counter, from, to, ..
            } => {
                change(&mut counter.span);
                from.map_spans(change);
                to.map_spans(change);
            }
            StatementKind::Choice(_) | StatementKind::Parallel(_) | StatementKind::Block(_) => {}
        }
    }
}
