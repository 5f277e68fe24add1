//! A whole text as written: its items in their order.

use crate::language::Answer;
use crate::language::Name;
use crate::language::machines::ast::MachineSyntax;
use crate::language::scenario::Mode;
use crate::language::scenario::ast::{LifelinesSyntax, ScenarioSyntax};
use crate::text::Span;

/// What a text contains. Comments and blank lines are not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The items in the order of the text.
    pub items: Vec<Item>,
}

/// One item of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `machine …`.
    Machine(MachineSyntax),
    /// `system { … }`.
    System(SystemSyntax),
    /// `scenario …` and `neg scenario …`.
    Scenario(ScenarioSyntax),
    /// `check …`.
    Check(CheckSyntax),
}

/// `system { lifelines }`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SystemSyntax {
    /// The lifelines of `reach` and `deadlock` checks.
    pub lifelines: Vec<LifelinesSyntax>,
    /// The word `system`.
    pub span: Span,
}

/// `check subject from … within … expect …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckSyntax {
    /// What is asked.
    pub subject: Subject,
    /// Start places that differ from the initial states.
    pub from: Vec<PlaceSyntax>,
    /// The bound, where there is one.
    pub within: Option<Bound>,
    /// The expected answer and its place.
    pub expect: Option<(Answer, Span)>,
    /// The whole statement.
    pub span: Span,
}

/// The number after `within`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Transactions; numbers that do not fit are the largest one.
    pub transactions: u32,
    /// Where it is written.
    pub span: Span,
}

/// What a check asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Can this scenario be played?
    Scenario {
        /// Its name.
        name: Name,
        /// `strict` or `loose`, where it is written.
        mode: Option<Mode>,
    },
    /// Can these places be occupied together?
    Reach {
        /// The places.
        goal: Vec<PlaceSyntax>,
    },
    /// Can the system get stuck?
    Deadlock,
}

/// `lifeline.place`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceSyntax {
    /// The lifeline.
    pub lifeline: Name,
    /// Where it is.
    pub at: AtSyntax,
    /// Lifeline and place together.
    pub span: Span,
}

/// A place of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AtSyntax {
    /// An original state.
    State(Name),
    /// `<source/trigger/effects/target>`: inside a transition.
    Intermediate {
        /// The state it leaves.
        source: Name,
        /// What started it; `None` is ε.
        trigger: Option<Name>,
        /// What it sends.
        effects: Vec<Name>,
        /// The state it leads to.
        target: Name,
    },
}

impl Document {
    /// The same document without places, to compare what two texts say.
    #[must_use]
    pub fn without_spans(mut self) -> Self {
        self.each_span(&mut |span| *span = Span::default());
        self
    }

    fn each_span(&mut self, forget: &mut impl FnMut(&mut Span)) {
        for item in &mut self.items {
            match item {
                Item::Machine(machine) => machine.each_span(forget),
                Item::Scenario(scenario) => scenario.each_span(forget),
                Item::System(system) => {
                    system
                        .lifelines
                        .iter_mut()
                        .for_each(|it| it.each_span(forget));
                    forget(&mut system.span);
                }
                Item::Check(check) => check.each_span(forget),
            }
        }
    }
}

impl CheckSyntax {
    /// Whether it asks about the lifelines of the system.
    #[must_use]
    pub fn is_about_system(&self) -> bool {
        !matches!(self.subject, Subject::Scenario { .. })
    }

    fn each_span(&mut self, forget: &mut impl FnMut(&mut Span)) {
        match &mut self.subject {
            Subject::Scenario { name, .. } => forget(&mut name.span),
            Subject::Reach { goal } => goal.iter_mut().for_each(|it| it.each_span(forget)),
            Subject::Deadlock => {}
        }
        self.from.iter_mut().for_each(|it| it.each_span(forget));
        if let Some(bound) = &mut self.within {
            forget(&mut bound.span);
        }
        if let Some((_, span)) = &mut self.expect {
            forget(span);
        }
        forget(&mut self.span);
    }
}

impl PlaceSyntax {
    fn each_span(&mut self, forget: &mut impl FnMut(&mut Span)) {
        forget(&mut self.lifeline.span);
        forget(&mut self.span);
        match &mut self.at {
            AtSyntax::State(name) => forget(&mut name.span),
            AtSyntax::Intermediate {
                source,
                trigger,
                effects,
                target,
            } => {
                let names = [source, target].into_iter().chain(trigger).chain(effects);
                names.for_each(|name| forget(&mut name.span));
            }
        }
    }
}
