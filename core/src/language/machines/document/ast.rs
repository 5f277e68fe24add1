//! A whole text as written: its items in their order.

use crate::language::Name;
use crate::language::machines::ast::MachineSyntax;
use crate::language::machines::scenario::ast::{LifelinesSyntax, ScenarioSyntax};
use crate::language::questions;
use crate::text::Span;

pub use crate::language::questions::Bound;

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

/// A check about machines: its goals are lists of places.
pub type CheckSyntax = questions::CheckSyntax<Vec<PlaceSyntax>, ConditionSyntax>;
/// What a check about machines asks.
pub type Subject = questions::Subject<Vec<PlaceSyntax>, ConditionSyntax>;

/// A condition over places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionSyntax {
    /// `lifeline.place`: it is exactly there.
    At(PlaceSyntax),
    /// `not part`.
    Not(Box<ConditionSyntax>),
    /// `part and part`; two at least.
    And(Vec<ConditionSyntax>),
    /// `part or part`; two at least.
    Or(Vec<ConditionSyntax>),
    /// `part implies part`.
    Implies(Box<[ConditionSyntax; 2]>),
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

impl PlaceSyntax {
    pub(super) fn each_span(&mut self, forget: &mut dyn FnMut(&mut Span)) {
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
