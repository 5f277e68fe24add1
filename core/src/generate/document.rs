//! Random documents: everything the grammar can say, whether it makes sense or not.
//!
//! Names are drawn to be difficult: keywords, reserved words, ε, quotes, backslashes, comment
//! signs, letters outside ASCII. What is drawn is always printable and reads back as it was.

use super::Random;
use crate::language::machines::ast::{MachineSyntax, Statement, TransitionSyntax};
use crate::language::machines::document::ast::{
    AtSyntax, Bound, CheckSyntax, ConditionSyntax, Document, Item, PlaceSyntax, Subject,
    SystemSyntax,
};
use crate::language::machines::scenario::ast::{LifelinesSyntax, MessageSyntax, ScenarioSyntax};
use crate::language::questions::Mode;
use crate::language::{Answer, KEYWORDS, Name, RESERVED};
use crate::text::Span;

const ODD: &[&str] = &[
    "ε",
    "ϵ",
    "[*]",
    "a b",
    " padded ",
    "//",
    "/* c */",
    "\"",
    "\\",
    "\\\"",
    "}",
    "-->",
    "1st",
    "42",
    ";",
    "größe",
    "学生",
    "😀",
    "a.b",
    "<a/b/c/d>",
    "tab\there",
    "end",
    "else",
    "none",
    "\u{feff}x",
    "é",
];

/// The document of a seed, without places.
#[must_use]
pub fn document(seed: u64) -> Document {
    let mut draw = Draw(Random::new(seed));
    let items = draw.several(0, 6, Draw::item);
    Document { items }
}

struct Draw(Random);

impl Draw {
    fn several<T>(&mut self, low: usize, high: usize, one: impl Fn(&mut Self) -> T) -> Vec<T> {
        let count = self.0.between(low, high);
        (0..count).map(|_| one(self)).collect()
    }

    fn maybe<T>(&mut self, share: usize, one: impl Fn(&mut Self) -> T) -> Option<T> {
        self.0.percent(share).then(|| one(self))
    }

    fn name(&mut self) -> Name {
        let text = match self.0.between(0, 9) {
            0 => (*self.0.choose(ODD)).to_string(),
            1 => (*self.0.choose(KEYWORDS)).to_string(),
            2 => self.0.choose(RESERVED).0.to_string(),
            _ => {
                let letters = ["a", "b", "q", "_", "Z", "7", "longer", "é"];
                let first = *self.0.choose(&letters[..5]);
                let rest = self.several(0, 4, |draw| *draw.0.choose(&letters));
                first.to_string() + &rest.concat()
            }
        };
        Name {
            text,
            span: Span::default(),
        }
    }

    fn item(&mut self) -> Item {
        match self.0.between(0, 6) {
            0 | 1 => Item::Machine(MachineSyntax {
                name: self.name(),
                statements: self.several(0, 8, Self::statement),
                in_doubt: false,
            }),
            2 => Item::System(SystemSyntax {
                lifelines: self.several(0, 4, Self::lifelines),
                span: Span::default(),
            }),
            3 | 4 => Item::Scenario(ScenarioSyntax {
                name: self.name(),
                forbidden: self.0.percent(40),
                lifelines: self.several(0, 4, Self::lifelines),
                messages: self.several(0, 8, Self::message),
                in_doubt: false,
            }),
            _ => Item::Check(self.check()),
        }
    }

    fn statement(&mut self) -> Statement {
        let span = Span::default();
        match self.0.between(0, 9) {
            0 => Statement::Initial {
                state: self.name(),
                span,
            },
            1 => Statement::Final {
                state: self.name(),
                span,
            },
            2 => Statement::State {
                name: self.name(),
                label: self.maybe(60, Self::name),
                span,
            },
            _ => Statement::Transition(TransitionSyntax {
                source: self.name(),
                target: self.name(),
                trigger: self.maybe(60, Self::name),
                effects: self.several(0, 3, Self::name),
                span,
            }),
        }
    }

    fn lifelines(&mut self) -> LifelinesSyntax {
        LifelinesSyntax {
            names: self.several(1, 3, Self::name),
            machine: self.name(),
        }
    }

    fn message(&mut self) -> MessageSyntax {
        MessageSyntax {
            from: self.name(),
            to: self.name(),
            symbol: self.name(),
            span: Span::default(),
        }
    }

    fn check(&mut self) -> CheckSyntax {
        let subject = match self.0.between(0, 3) {
            0 => Subject::Deadlock,
            1 => Subject::Reach {
                goal: self.several(1, 3, Self::place),
            },
            2 => Subject::Always {
                condition: self.condition(3),
            },
            _ => Subject::Scenario {
                name: self.name(),
                mode: self.maybe(50, |draw| *draw.0.choose(&[Mode::Strict, Mode::Loose])),
            },
        };
        let answers = [
            Answer::Consistent,
            Answer::Inconsistent,
            Answer::Reachable,
            Answer::Unreachable,
            Answer::Holds,
            Answer::Violated,
            Answer::Deadlock,
            Answer::None,
        ];
        CheckSyntax {
            subject,
            from: self.several(0, 2, Self::place),
            within: self.maybe(50, |draw| Bound {
                transactions: *draw.0.choose(&[0, 1, 20, 10_000, 10_001, u32::MAX]),
                span: Span::default(),
            }),
            expect: self.maybe(50, |draw| (*draw.0.choose(&answers), Span::default())),
            span: Span::default(),
        }
    }

    fn condition(&mut self, depth: usize) -> ConditionSyntax {
        let count = self.0.between(2, 3);
        let parts = |draw: &mut Self| (0..count).map(|_| draw.condition(depth - 1)).collect();
        match if depth == 0 { 0 } else { self.0.between(0, 4) } {
            0 => ConditionSyntax::At(self.place()),
            1 => ConditionSyntax::And(parts(self)),
            2 => ConditionSyntax::Or(parts(self)),
            3 => {
                let both = [self.condition(depth - 1), self.condition(depth - 1)];
                ConditionSyntax::Implies(Box::new(both))
            }
            _ => ConditionSyntax::Not(Box::new(self.condition(depth - 1))),
        }
    }

    fn place(&mut self) -> PlaceSyntax {
        let lifeline = self.name();
        let at = if self.0.percent(60) {
            AtSyntax::State(self.name())
        } else {
            AtSyntax::Intermediate {
                source: self.name(),
                trigger: self.maybe(60, Self::name),
                effects: self.several(0, 3, Self::name),
                target: self.name(),
            }
        };
        PlaceSyntax {
            lifeline,
            at,
            span: Span::default(),
        }
    }
}
