//! What people write who know other languages: operators, and `@pre` left out. It is read as what is meant, or named with what to write.

use super::ast::{Expression, ExpressionKind, Operator};
use crate::language::names::shown;
use crate::text::{Diagnostic, Fix, Patch, Span};

/// The word or symbol of OCL for one of other languages.
pub(super) fn meant(symbol: &str) -> Option<&'static str> {
    Some(match symbol {
        "/" => "div",
        "&&" => "and",
        "||" => "or",
        "!" => "not",
        "==" | ":=" => "=",
        "!=" => "<>",
        _ => return None,
    })
}

/// The finding about such a symbol, with the fix that writes what is meant, with blanks where a word needs them.
pub(super) fn finding(source: &str, span: Span) -> Option<Diagnostic> {
    let symbol = span.text(source);
    let meant = meant(symbol)?;
    let is_word = meant.starts_with(char::is_alphabetic);
    let before = source[..span.start].chars().next_back();
    let after = source[span.end..].chars().next();
    let blank = |next: Option<char>| match next {
        Some(it) if is_word && !it.is_whitespace() && it != '(' => " ",
        _ => "",
    };
    let fix = Fix::new(
        format!("Write {}", shown(meant)),
        [Patch::replace(
            span,
            format!("{}{meant}{}", blank(before), blank(after)),
        )],
    );
    let finding = match symbol {
        "/" => Diagnostic::error("no-division", span, "There is no `/` between integers")
            .hint("Write `div`, which rounds towards zero."),
        ":=" => Diagnostic::error("no-assignment", span, "Conditions assign nothing")
            .hint("Write what is true after the call, with `=`."),
        _ => {
            let title = format!("There is no `{symbol}` in OCL");
            let finding = Diagnostic::error("no-operator", span, title);
            finding.hint(format!("Write `{meant}`."))
        }
    };
    Some(finding.fix(fix))
}

/// A number that a postcondition compares with itself plus or minus another one, and so never true: most likely the number before the call
/// is meant. Looks at what `and` joins. Linear in the expression.
pub(in crate::language::classes) fn without_pre(it: &Expression) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let ExpressionKind::Chain(first, rest) = &it.kind else {
        return found;
    };
    if rest.iter().all(|it| it.0 == Operator::And) {
        let all = std::iter::once(&**first).chain(rest.iter().map(|it| &it.1));
        found.extend(all.flat_map(without_pre));
        return found;
    }
    let [(Operator::Equal, other)] = &rest[..] else {
        return found;
    };
    for (after, sum) in [(&**first, other), (other, &**first)] {
        let ExpressionKind::Chain(before, more) = &sum.kind else {
            continue;
        };
        let [(Operator::Plus | Operator::Minus, by)] = &more[..] else {
            continue;
        };
        let is_some = matches!(by.kind, ExpressionKind::Integer(1..));
        if let Some(name) = same_number(after, before).filter(|_| is_some) {
            let title = format!("{} is never equal to itself and some more", shown(name));
            let hint = format!(
                "Without `@pre` it is the value after the call. Write {} for the one before.",
                shown(&format!("{name}@pre"))
            );
            let fix = Fix::new(
                format!("Write {}", shown(&format!("{name}@pre"))),
                [Patch::insert(before.span.end, "@pre")],
            );
            let finding = Diagnostic::warning("never-true", it.span, title);
            found.push(finding.hint(hint).fix(fix));
        }
    }
    found
}

/// The name of the property after the call that two expressions are, if they are the same one.
fn same_number<'e>(one: &'e Expression, other: &Expression) -> Option<&'e str> {
    match (&one.kind, &other.kind) {
        (ExpressionKind::Name(one, false), ExpressionKind::Name(other, false))
            if one.text == other.text =>
        {
            Some(&one.text)
        }
        (
            ExpressionKind::Property(of_one, one, false),
            ExpressionKind::Property(of_other, other, false),
        ) if one.text == other.text => {
            let is_self = |it: &Expression| matches!(it.kind, ExpressionKind::This);
            let is_same =
                is_self(of_one) && is_self(of_other) || same_number(of_one, of_other).is_some();
            is_same.then_some(&*one.text)
        }
        _ => None,
    }
}
