//! Small random transition systems, as documents: every kind of statement, over finite types.
//!
//! Nearly all of them run for a while: assumptions are mostly of the kind that holds somewhere, and
//! numbers stay in small ranges, which they now and then try to leave.

use super::Random;
use crate::expression::ast::{Expression, ExpressionKind, Operator, SortKind, SortSyntax};
use crate::language::Name;
use crate::language::transitions::ast::{
    EnumerationSyntax, PropertySyntax, RelationSyntax, StatementId, StatementKind, SubjectSyntax,
    TransitionDocument, VariableSyntax,
};
use crate::text::Span;

/// What random systems are like.
#[derive(Clone, Copy, Debug)]
pub struct SystemShape {
    /// How deep statements nest at most.
    pub depth: usize,
    /// How many statements a block has at most.
    pub length: usize,
    /// How many alternatives `trans` has at most.
    pub alternatives: usize,
    /// Whether there is `par`.
    pub parallels: bool,
    /// Whether there are arrays.
    pub arrays: bool,
    /// Whether there are unbounded integers.
    pub integers: bool,
}

impl Default for SystemShape {
    fn default() -> Self {
        Self {
            depth: 3,
            length: 3,
            alternatives: 2,
            parallels: true,
            arrays: true,
            integers: true,
        }
    }
}

/// A sort of the generator's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `boolean`
    Flag,
    /// `0..2`
    Small,
    /// `Color`
    Color,
    /// `integer`, kept small by what is assigned to it.
    Whole,
    /// `[0..1] -> boolean`
    Row,
}

/// A random system; the same draws give the same one for ever.
#[must_use]
pub fn transitions(shape: &SystemShape, random: &mut Random) -> TransitionDocument {
    let mut maker = Maker {
        shape: *shape,
        random,
        visible: Vec::new(),
        named: 0,
        document: TransitionDocument::default(),
    };
    maker.document.types.push(EnumerationSyntax {
        name: name("Color"),
        literals: ["Red", "Green", "Blue"].map(name).into(),
    });
    let count = maker.random.between(2, 4);
    for _ in 0..count {
        let kind = maker.kind();
        let missing = maker.random.percent(15) && kind != Kind::Whole;
        let variable = maker.variable(kind, missing);
        maker.document.variables.push(variable);
    }
    let most = shape.alternatives;
    maker.document.trans = Some(maker.relation(most, shape.depth));
    maker.document.init = Some(maker.relation(1, 1));
    maker.document.env = Some(maker.relation(2, 1));
    let always = maker.truth(1);
    maker.document.properties.push(PropertySyntax {
        subject: SubjectSyntax::Always(always),
        is_prop: true,
        every_state: None,
        within: None,
        expect: None,
        span: Span::default(),
    });
    maker.document
}

struct Maker<'r> {
    shape: SystemShape,
    random: &'r mut Random,
    /// Variables that can be named.
    visible: Vec<(String, Kind)>,
    /// How many names have been given.
    named: usize,
    /// What has been made.
    document: TransitionDocument,
}

impl Maker<'_> {
    fn kind(&mut self) -> Kind {
        match self.random.between(0, 9) {
            0..=2 => Kind::Flag,
            3..=5 => Kind::Small,
            6 | 7 => Kind::Color,
            8 if self.shape.integers => Kind::Whole,
            9 if self.shape.arrays => Kind::Row,
            _ => Kind::Small,
        }
    }

    fn variable(&mut self, kind: Kind, missing: bool) -> VariableSyntax {
        let sort = match kind {
            Kind::Flag => SortKind::Boolean,
            Kind::Small => SortKind::Range(0, 2),
            Kind::Color => SortKind::Named("Color".into()),
            Kind::Whole => SortKind::Integer,
            Kind::Row => SortKind::Array(Box::new(
                [SortKind::Range(0, 1), SortKind::Boolean].map(sort),
            )),
        };
        let initial = if missing {
            None
        } else {
            Some(self.constant(kind))
        };
        // Now and then a name that hides another one.
        let text = if self.named > 0 && self.random.percent(10) {
            format!("v{}", self.random.between(0, self.named - 1))
        } else {
            self.named += 1;
            format!("v{}", self.named - 1)
        };
        let text = match self.visible.iter().any(|(it, _)| *it == text) {
            true => format!("w{}", self.visible.len()),
            false => text,
        };
        self.visible.push((text.clone(), kind));
        VariableSyntax {
            control: self.random.percent(10),
            name: name(&text),
            sort: self::sort(sort),
            initial,
        }
    }

    fn relation(&mut self, most: usize, depth: usize) -> RelationSyntax {
        let count = self.random.between(1, most.max(1));
        RelationSyntax {
            alternatives: (0..count).map(|_| self.block(depth)).collect(),
            word: Span::default(),
        }
    }

    fn block(&mut self, depth: usize) -> StatementId {
        let outside = self.visible.len();
        let count = self.random.between(0, self.shape.length);
        let all = (0..count).map(|_| self.statement(depth)).collect();
        self.visible.truncate(outside);
        self.made(StatementKind::Block(all))
    }

    fn blocks(&mut self, depth: usize) -> Vec<StatementId> {
        let count = self.random.between(1, 3);
        (0..count).map(|_| self.block(depth - 1)).collect()
    }

    /// Branches that are small: their steps have very many orders.
    fn parallel(&mut self, depth: usize) -> StatementKind {
        let length = std::mem::replace(&mut self.shape.length, 2);
        let count = if self.random.percent(20) { 3 } else { 2 };
        let depth = depth.min(2) - 1;
        let branches = (0..count).map(|_| self.block(depth)).collect();
        self.shape.length = length;
        StatementKind::Parallel(branches)
    }

    fn statement(&mut self, depth: usize) -> StatementId {
        let drawn = self.random.between(0, if depth == 0 { 10 } else { 19 });
        let kind = match drawn {
            0..=5 => self.assign(),
            6 | 7 => StatementKind::Assume(self.truth(1)),
            8 => match self.pick(|kind| kind != Kind::Whole) {
                Some((text, _)) => StatementKind::Havoc(name(&text)),
                None => self.assign(),
            },
            9 | 10 => {
                let kind = self.kind();
                let missing = self.random.percent(20) && kind != Kind::Whole;
                let mut local = self.variable(kind, missing);
                local.control = false;
                StatementKind::Local(Box::new(local))
            }
            11..=14 => StatementKind::Choice(self.blocks(depth)),
            15 | 16 => {
                let otherwise = self.random.percent(60);
                StatementKind::If {
                    condition: self.truth(1),
                    then: self.block(depth - 1),
                    otherwise: otherwise.then(|| self.block(depth - 1)),
                }
            }
            17 => {
                let from = self.random.between(0, 1);
                let rounds = self.random.between(0, 3);
                let counter = format!("i{depth}");
                self.visible.push((counter.clone(), Kind::Whole));
                let body = self.block(depth - 1);
                self.visible.pop();
                StatementKind::For {
                    counter: name(&counter),
                    from: integer(from),
                    to: integer(from + rounds),
                    body,
                }
            }
            _ if self.shape.parallels => self.parallel(depth),
            _ => StatementKind::Choice(self.blocks(depth)),
        };
        self.made(kind)
    }

    fn made(&mut self, kind: StatementKind) -> StatementId {
        self.document.add(kind, Span::default())
    }

    fn assign(&mut self) -> StatementKind {
        let Some((text, kind)) = self.pick(|_| true) else {
            return StatementKind::Assume(boolean(true));
        };
        if kind == Kind::Row && self.random.percent(70) {
            let place = self.random.between(0, 1);
            return StatementKind::Assign {
                name: name(&text),
                index: Some(integer(place)),
                value: self.truth(0),
            };
        }
        let value = self.value(kind);
        StatementKind::Assign {
            name: name(&text),
            index: None,
            value,
        }
    }

    /// A variable of some kind.
    fn pick(&mut self, fits: impl Fn(Kind) -> bool) -> Option<(String, Kind)> {
        let found: Vec<_> = self
            .visible
            .iter()
            .filter(|(_, kind)| fits(*kind))
            .collect();
        if found.is_empty() {
            return None;
        }
        Some((*self.random.choose(&found)).clone())
    }

    fn constant(&mut self, kind: Kind) -> Expression {
        match kind {
            Kind::Flag => boolean(self.random.percent(50)),
            Kind::Small | Kind::Whole => integer(self.random.between(0, 2)),
            Kind::Color => named(["Red", "Green", "Blue"][self.random.between(0, 2)]),
            Kind::Row => expression(ExpressionKind::Array {
                entries: Vec::new(),
                index: Some(sort(SortKind::Range(0, 1))),
                default: Box::new(boolean(self.random.percent(50))),
            }),
        }
    }

    /// An expression of a kind.
    fn value(&mut self, kind: Kind) -> Expression {
        let other = self
            .pick(|it| it == kind)
            .filter(|_| self.random.percent(40));
        match (kind, other) {
            (Kind::Flag, _) => self.truth(1),
            (Kind::Small | Kind::Whole, _) => self.number(),
            (_, Some((text, _))) => named(&text),
            (_, None) => self.constant(kind),
        }
    }

    /// A small number, with luck: sometimes it leaves its range, or has no value.
    fn number(&mut self) -> Expression {
        let Some((text, _)) = self.pick(|it| matches!(it, Kind::Small | Kind::Whole)) else {
            return self.constant(Kind::Small);
        };
        let draw = self.random.between(0, 9);
        let constant = |number| integer(number);
        let sum = |operator, right| {
            expression(ExpressionKind::Chain(
                Box::new(named(&text)),
                vec![(operator, right)],
            ))
        };
        match draw {
            0..=2 => constant(draw),
            3 => named(&text),
            4 => sum(Operator::Plus, constant(1)),
            5 => sum(Operator::Minus, constant(1)),
            6 => sum(Operator::Divide, named(&text)),
            // Euclidean, so that it is 0, 1 or 2 whatever the variable is.
            _ => {
                let more = sum(Operator::Plus, constant(draw - 6));
                let rest = vec![(Operator::Modulo, constant(3))];
                expression(ExpressionKind::Chain(Box::new(more), rest))
            }
        }
    }

    /// A Boolean expression.
    fn truth(&mut self, depth: usize) -> Expression {
        if depth > 0 && self.random.percent(30) {
            let operator = [Operator::And, Operator::Or][self.random.between(0, 1)];
            let left = self.truth(0);
            let right = self.truth(0);
            return expression(ExpressionKind::Chain(
                Box::new(left),
                vec![(operator, right)],
            ));
        }
        let Some((text, kind)) = self.pick(|_| true) else {
            return boolean(true);
        };
        let truth = match kind {
            Kind::Flag => named(&text),
            Kind::Small | Kind::Whole => {
                let operators = [Operator::Equal, Operator::Less, Operator::AtLeast];
                let operator = operators[self.random.between(0, 2)];
                let right = self.constant(kind);
                compared(operator, named(&text), right)
            }
            Kind::Color => {
                let right = self.value(Kind::Color);
                compared(Operator::Unequal, named(&text), right)
            }
            Kind::Row => {
                let place = integer(self.random.between(0, 1));
                expression(ExpressionKind::Read(Box::new([named(&text), place])))
            }
        };
        if self.random.percent(25) {
            expression(ExpressionKind::Not(Box::new(truth)))
        } else {
            truth
        }
    }
}

fn name(text: &str) -> Name {
    Name {
        text: text.into(),
        span: Span::default(),
    }
}

fn sort(kind: SortKind) -> SortSyntax {
    SortSyntax {
        kind,
        span: Span::default(),
    }
}

fn expression(kind: ExpressionKind) -> Expression {
    Expression::new(kind, Span::default())
}

fn named(text: &str) -> Expression {
    expression(ExpressionKind::Name(text.into()))
}

fn integer(number: usize) -> Expression {
    expression(ExpressionKind::Integer(number as u64))
}

fn boolean(truth: bool) -> Expression {
    expression(ExpressionKind::Boolean(truth))
}

fn compared(operator: Operator, left: Expression, right: Expression) -> Expression {
    expression(ExpressionKind::Binary(operator, Box::new([left, right])))
}
