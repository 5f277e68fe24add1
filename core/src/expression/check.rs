//! Expressions: from the tree to a typed term, and what is wrong on the way.
//!
//! A type is found from the inside, and handed inwards where the inside does not say: a literal that two
//! types share takes the type of the other operand or of the variable it is put into, an array in
//! brackets that of its place. Errors name the smallest part that is wrong; a part that could not be
//! read says nothing more.

use super::ast::{Expression, ExpressionKind, Operator, SortSyntax};
use super::parse::number_too_large;
use super::term::{Arithmetic, Comparison, Term, TermKind};
use super::types::Types;
use super::value::Value;
use super::{Enumeration, Sort};
use crate::text::{Diagnostic, Findings, Severity, Span, similar};

/// The variables that an expression can name.
pub trait Scope {
    /// The number and sort of a variable.
    fn variable(&self, name: &str) -> Option<(usize, &Sort)>;

    /// All names, for "did you mean".
    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_>;
}

/// Looks up expressions in a scope.
pub struct Checker<'a> {
    /// Enumerations and their literals.
    pub types: &'a Types,
    /// Variables.
    pub scope: &'a dyn Scope,
    /// What has been found wrong.
    pub findings: &'a mut Findings,
}

impl Checker<'_> {
    /// The term of an expression that must be of a sort; `None`, and a finding, where it is not.
    pub fn expect(&mut self, expression: &Expression, sort: &Sort) -> Option<Term> {
        let term = self.infer(expression, Some(sort))?;
        if sort.takes(&term.sort) {
            return Some(term);
        }
        let title = format!(
            "Expected {}, but this is {}",
            described(sort),
            described(&term.sort)
        );
        self.report("type-mismatch", expression.span, title, None);
        None
    }

    /// The term of an expression; `wanted` is the sort of the place it stands in, if that is known.
    pub fn infer(&mut self, expression: &Expression, wanted: Option<&Sort>) -> Option<Term> {
        let span = expression.span;
        let (kind, sort) = match &expression.kind {
            ExpressionKind::Unreadable => return None,
            ExpressionKind::Boolean(truth) => {
                (TermKind::Constant(Value::boolean(*truth)), Sort::Boolean)
            }
            ExpressionKind::Integer(number) => match i64::try_from(*number) {
                Ok(number) => (TermKind::Constant(Value::Number(number)), Sort::INTEGER),
                Err(_) => {
                    self.findings.push(number_too_large(span));
                    return None;
                }
            },
            ExpressionKind::Name(name) => self.name(name, span, wanted)?,
            ExpressionKind::Not(it) => {
                let it = self.expect(it, &Sort::Boolean)?;
                (TermKind::Not(Box::new(it)), Sort::Boolean)
            }
            ExpressionKind::Sign(minus, it) => (self.sign(*minus, it)?, Sort::INTEGER),
            ExpressionKind::Chain(first, rest) => self.chain(first, rest)?,
            ExpressionKind::Binary(operator, two) => (self.binary(*operator, two)?, Sort::Boolean),
            ExpressionKind::If(three) => self.condition(three, wanted)?,
            ExpressionKind::Read(two) => {
                let array = self.array(&two[0], None);
                let (index, element) = array.as_ref().map(parts).unzip();
                let place = self.within(&two[1], index);
                (
                    TermKind::Read(Box::new([array.clone()?, place?])),
                    element?.clone(),
                )
            }
            ExpressionKind::Write(three) => {
                let array = self.array(&three[0], wanted);
                let (index, element) = array.as_ref().map(parts).unzip();
                let place = self.within(&three[1], index);
                let value = self.within(&three[2], element);
                let array = array?;
                let sort = array.sort.clone();
                (TermKind::Write(Box::new([array, place?, value?])), sort)
            }
            ExpressionKind::Array {
                entries,
                index,
                default,
            } => self.literal_array(entries, index.as_ref(), default, span, wanted)?,
        };
        Some(Term { kind, sort, span })
    }

    /// Expects a sort where there is one to expect, so that both sides of a mistake are looked at.
    fn within(&mut self, expression: &Expression, sort: Option<&Sort>) -> Option<Term> {
        match sort {
            Some(sort) => self.expect(expression, sort),
            None => self.infer(expression, None),
        }
    }

    fn name(&mut self, name: &str, span: Span, wanted: Option<&Sort>) -> Option<(TermKind, Sort)> {
        if let Some((variable, sort)) = self.scope.variable(name) {
            return Some((TermKind::Variable(variable), sort.clone()));
        }
        let literal = |enumeration: &std::sync::Arc<Enumeration>, at: usize| {
            let number = i64::try_from(at).expect("texts are shorter than 2⁶³");
            let sort = Sort::Enumeration(std::sync::Arc::clone(enumeration));
            Some((TermKind::Constant(Value::Number(number)), sort))
        };
        if let Some((enumeration, bare)) = name.rsplit_once('.')
            && let Some(enumeration) = self.types.named(enumeration)
        {
            let found = enumeration.literals.iter().position(|it| it == bare);
            if let Some(at) = found {
                return literal(enumeration, at);
            }
            let title = format!("`{}` has no literal `{bare}`", enumeration.name);
            let meant = similar(bare, enumeration.literals.iter().map(String::as_str));
            let hint = meant.map(|it| format!("Did you mean `{}.{it}`?", enumeration.name));
            self.report("unknown-literal", span, title, hint);
            return None;
        }
        let candidates = self.types.with_literal(name);
        if let Some(Sort::Enumeration(wanted)) = wanted
            && let Some(&(enumeration, at)) = candidates.iter().find(|(it, _)| *it == wanted)
        {
            return literal(enumeration, at);
        }
        match candidates[..] {
            [] => {
                self.unknown(name, span, wanted);
                None
            }
            [(enumeration, at)] => literal(enumeration, at),
            [(first, _), (second, _), ..] => {
                let title = format!(
                    "`{name}` is a literal of `{}` and of `{}`",
                    first.name, second.name
                );
                let hint = format!("Say which one: `{}.{name}`.", first.name);
                self.report("ambiguous-literal", span, title, Some(hint));
                None
            }
        }
    }

    fn unknown(&mut self, name: &str, span: Span, wanted: Option<&Sort>) {
        let mut meant = None;
        if self.findings.wants(Severity::Error) {
            if let Some(Sort::Enumeration(wanted)) = wanted {
                meant = similar(name, wanted.literals.iter().map(String::as_str));
            }
            let all = || self.scope.names().chain(self.types.literals());
            meant = meant.or_else(|| similar(name, all()));
        }
        let hint = match meant {
            Some(meant) => format!("Did you mean `{meant}`?"),
            None => "Declare it, or mend its spelling.".into(),
        };
        let title = format!("Nothing here is called `{name}`");
        self.report("unknown-name", span, title, Some(hint));
    }

    fn sign(&mut self, minus: bool, it: &Expression) -> Option<TermKind> {
        // The smallest number is the opposite of one that is too large.
        if minus && it.kind == ExpressionKind::Integer(i64::MIN.unsigned_abs()) {
            return Some(TermKind::Constant(Value::Number(i64::MIN)));
        }
        let it = self.expect(it, &Sort::INTEGER)?;
        Some(match (minus, it.kind) {
            (true, TermKind::Constant(Value::Number(number))) if number != i64::MIN => {
                TermKind::Constant(Value::Number(-number))
            }
            (true, kind) => TermKind::Negate(Box::new(Term { kind, ..it })),
            (false, kind) => kind,
        })
    }

    fn chain(
        &mut self,
        first: &Expression,
        rest: &[(Operator, Expression)],
    ) -> Option<(TermKind, Sort)> {
        let logical = matches!(rest.first(), Some((Operator::And | Operator::Or, _)));
        let sort = if logical {
            Sort::Boolean
        } else {
            Sort::INTEGER
        };
        let left = self.expect(first, &sort);
        // All are looked at, so that each mistake is named.
        let mut terms = Vec::with_capacity(rest.len());
        let mut whole = left.is_some();
        for (operator, it) in rest {
            match self.expect(it, &sort) {
                Some(term) => terms.push((*operator, term)),
                None => whole = false,
            }
        }
        let left = left.filter(|_| whole)?;
        let kind = if logical {
            let and = rest[0].0 == Operator::And;
            let all = std::iter::once(left).chain(terms.into_iter().map(|(_, it)| it));
            let all = all.collect();
            if and {
                TermKind::And(all)
            } else {
                TermKind::Or(all)
            }
        } else {
            let terms = terms.into_iter().map(|(it, term)| (arithmetic(it), term));
            TermKind::Arithmetic(Box::new(left), terms.collect())
        };
        Some((kind, sort))
    }

    fn binary(&mut self, operator: Operator, two: &[Expression; 2]) -> Option<TermKind> {
        let equality = matches!(operator, Operator::Equal | Operator::Unequal);
        let [left, right] = if equality {
            self.alike(&two[0], &two[1])?
        } else {
            let order = !matches!(operator, Operator::Iff | Operator::Implies | Operator::Xor);
            let sort = if order { Sort::INTEGER } else { Sort::Boolean };
            let left = self.expect(&two[0], &sort);
            let right = self.expect(&two[1], &sort);
            [left?, right?]
        };
        let span = left.span.to(right.span);
        let two = Box::new([left, right]);
        let opposite = |kind| {
            let inner = Term {
                kind,
                sort: Sort::Boolean,
                span,
            };
            TermKind::Not(Box::new(inner))
        };
        let swapped = |two: Box<[Term; 2]>| {
            let [left, right] = *two;
            Box::new([right, left])
        };
        Some(match operator {
            Operator::Equal | Operator::Iff => TermKind::Equal(two),
            Operator::Unequal | Operator::Xor => opposite(TermKind::Equal(two)),
            Operator::Implies => TermKind::Implies(two),
            Operator::Less => TermKind::Compare(Comparison::Less, two),
            Operator::AtMost => TermKind::Compare(Comparison::AtMost, two),
            Operator::Greater => TermKind::Compare(Comparison::Less, swapped(two)),
            Operator::AtLeast => TermKind::Compare(Comparison::AtMost, swapped(two)),
            _ => unreachable!("operators of other ranks stand in chains"),
        })
    }

    /// Two sides that must be of one sort: the one that says its sort by itself is looked at first.
    fn alike(&mut self, left: &Expression, right: &Expression) -> Option<[Term; 2]> {
        let turned = self.is_open(left) && !self.is_open(right);
        let (first, second) = if turned { (right, left) } else { (left, right) };
        let one = self.infer(first, None);
        if one.is_none() && self.is_open(second) {
            return None;
        }
        let other = self.infer(second, one.as_ref().map(|it| &it.sort));
        let (one, other) = (one?, other?);
        if !one.sort.takes(&other.sort) {
            let title = format!(
                "{} and {} cannot be compared",
                described(&one.sort),
                described(&other.sort)
            );
            let title = crate::text::capitalised(&title);
            let span = one.span.to(other.span);
            self.report("type-mismatch", span, title, None);
            return None;
        }
        Some(if turned { [other, one] } else { [one, other] })
    }

    /// Whether the sort of an expression depends on where it stands.
    fn is_open(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Array { .. } => true,
            ExpressionKind::If(three) => self.is_open(&three[1]) && self.is_open(&three[2]),
            ExpressionKind::Name(name) => {
                self.scope.variable(name).is_none() && self.types.with_literal(name).len() > 1
            }
            _ => false,
        }
    }

    fn condition(
        &mut self,
        three: &[Expression; 3],
        wanted: Option<&Sort>,
    ) -> Option<(TermKind, Sort)> {
        let condition = self.expect(&three[0], &Sort::Boolean);
        let branches = match wanted {
            Some(sort) => {
                let then = self.expect(&three[1], sort);
                let otherwise = self.expect(&three[2], sort);
                then.zip(otherwise)
                    .map(|(then, otherwise)| [then, otherwise])
            }
            None => self.alike(&three[1], &three[2]),
        };
        let (condition, [then, otherwise]) = (condition?, branches?);
        let sort = if then.sort == otherwise.sort {
            then.sort.clone()
        } else {
            Sort::INTEGER
        };
        let kind = TermKind::If(Box::new([condition, then, otherwise]));
        Some((kind, sort))
    }

    /// A term that must be an array.
    fn array(&mut self, expression: &Expression, wanted: Option<&Sort>) -> Option<Term> {
        let term = self.infer(expression, wanted)?;
        if matches!(term.sort, Sort::Array { .. }) {
            return Some(term);
        }
        let title = format!(
            "Only arrays have places, but this is {}",
            described(&term.sort)
        );
        self.report("type-mismatch", expression.span, title, None);
        None
    }

    fn literal_array(
        &mut self,
        entries: &[[Expression; 2]],
        index: Option<&SortSyntax>,
        default: &Expression,
        span: Span,
        wanted: Option<&Sort>,
    ) -> Option<(TermKind, Sort)> {
        let written = match index {
            Some(syntax) => Some(self.types.sort(syntax, self.findings)?),
            None => None,
        };
        let (wanted_index, wanted_element) = match wanted {
            Some(Sort::Array { index, element }) => (Some(&**index), Some(&**element)),
            _ => (None, None),
        };
        if let (Some(wanted), Some(written)) = (wanted_index, &written)
            && !wanted.takes(written)
        {
            let title = format!(
                "Expected an array by {}, but this is one by {}",
                wanted.name(),
                written.name()
            );
            self.report("type-mismatch", span, title, None);
            return None;
        }
        let mut index_sort = wanted_index.cloned().or(written);
        let mut element_sort = wanted_element.cloned();
        let default = self.within(default, element_sort.as_ref());
        if element_sort.is_none() {
            element_sort = default.as_ref().map(|it| widest(&it.sort));
        }
        let mut terms = Vec::with_capacity(entries.len());
        let mut whole = true;
        for [place, value] in entries {
            let place = self.within(place, index_sort.as_ref());
            if index_sort.is_none() {
                index_sort = place.as_ref().map(|it| widest(&it.sort));
            }
            let value = self.within(value, element_sort.as_ref());
            match place.zip(value) {
                Some((place, value)) => terms.push([place, value]),
                None => whole = false,
            }
        }
        let Some(index_sort) = index_sort else {
            if whole {
                let title = "It is not known what the places of this array are";
                let hint = "Say it: `[<integer> default <- 0]`.";
                self.report("unknown-index", span, title.into(), Some(hint.into()));
            }
            return None;
        };
        let sort = Sort::Array {
            index: std::sync::Arc::new(index_sort),
            element: std::sync::Arc::new(element_sort.filter(|_| whole)?),
        };
        Some((TermKind::Array(terms, Box::new(default?)), sort))
    }

    fn report(&mut self, code: &'static str, span: Span, title: String, hint: Option<String>) {
        let finding = Diagnostic::error(code, span, title);
        self.findings.push(match hint {
            Some(hint) => finding.hint(hint),
            None => finding,
        });
    }
}

/// Index and element of an array.
fn parts(array: &Term) -> (&Sort, &Sort) {
    match &array.sort {
        Sort::Array { index, element } => (&**index, &**element),
        _ => unreachable!("only arrays are asked for their parts"),
    }
}

/// The sort without its range, where only one of the values is known.
fn widest(sort: &Sort) -> Sort {
    match sort {
        Sort::Integer { .. } => Sort::INTEGER,
        _ => sort.clone(),
    }
}

fn arithmetic(operator: Operator) -> Arithmetic {
    match operator {
        Operator::Plus => Arithmetic::Plus,
        Operator::Minus => Arithmetic::Minus,
        Operator::Times => Arithmetic::Times,
        Operator::Divide => Arithmetic::Divide,
        Operator::Modulo => Arithmetic::Modulo,
        Operator::Remainder => Arithmetic::Remainder,
        _ => unreachable!("chains are of logic or of arithmetic"),
    }
}

/// A sort for a sentence.
fn described(sort: &Sort) -> String {
    match sort {
        Sort::Boolean => "true or false".into(),
        Sort::Integer { .. } => "a number".into(),
        Sort::Enumeration(it) => format!("a literal of `{}`", it.name),
        Sort::Array { .. } => format!("an array `{}`", sort.name()),
    }
}
