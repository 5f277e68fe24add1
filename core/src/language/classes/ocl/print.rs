//! Expressions of OCL: from the tree to text, with the parentheses that are needed and no others. What is printed reads back as it
//! was.

use super::ast::{Expression, ExpressionKind, Operator, PREFIX};
use super::words::{COLLECTIONS, OF_NUMBERS};
use crate::language::Name;
use crate::language::classes::print::sort;
use crate::language::classes::words::OF_EXPRESSIONS;
use crate::text::{is_identifier, quote};

/// The rank of what stands alone.
const ALONE: u8 = PREFIX + 1;

/// An expression as text.
#[must_use]
pub fn print(expression: &Expression) -> String {
    let mut out = String::new();
    write(&mut out, expression, 0);
    out
}

/// An expression as an operand: in parentheses where the operator would take it apart.
#[must_use]
pub fn operand(expression: &Expression, of: Operator) -> String {
    let mut out = String::new();
    write(&mut out, expression, of.rank() + 1);
    out
}

/// A name in an expression: in quotes where a word of OCL would be read.
fn name(name: &Name) -> String {
    match is_identifier(&name.text) && !OF_EXPRESSIONS.contains(&&*name.text) {
        true => name.text.clone(),
        false => quote(&name.text),
    }
}

/// Writes an expression where operators of at least a rank can stand.
fn write(out: &mut String, expression: &Expression, least: u8) {
    let rank = match &expression.kind {
        ExpressionKind::Chain(_, rest) => rest.first().map_or(ALONE, |it| it.0.rank()),
        ExpressionKind::Not(_) | ExpressionKind::Minus(_) => PREFIX,
        // Its body goes on as far as it can.
        ExpressionKind::Let(_) => 0,
        _ => ALONE,
    };
    if rank < least {
        out.push('(');
        bare(out, expression);
        out.push(')');
    } else {
        bare(out, expression);
    }
}

fn bare(out: &mut String, expression: &Expression) {
    let pre = |it: bool| if it { "@pre" } else { "" };
    match &expression.kind {
        ExpressionKind::Boolean(it) => out.push_str(if *it { "true" } else { "false" }),
        ExpressionKind::Integer(it) => out.push_str(&it.to_string()),
        ExpressionKind::Text(it) => out.push_str(&quote(it)),
        ExpressionKind::Null => out.push_str("null"),
        ExpressionKind::Invalid | ExpressionKind::Unreadable => out.push_str("invalid"),
        ExpressionKind::This => out.push_str("self"),
        ExpressionKind::Name(it, before) => {
            out.push_str(&it.text);
            out.push_str(pre(*before));
        }
        ExpressionKind::Literal(None, it) => out.push_str(&format!("#{}", name(it))),
        ExpressionKind::Literal(Some(of), it) => {
            out.push_str(&format!("{}::{}", of.text, name(it)));
        }
        ExpressionKind::Property(source, it, before) => {
            write(out, source, ALONE);
            out.push_str(&format!(".{}{}", name(it), pre(*before)));
        }
        ExpressionKind::Call(source, it, arguments) => {
            match source {
                Some(source) => {
                    write(out, source, ALONE);
                    let is_word = OF_NUMBERS.contains(&&*it.text);
                    let name = if is_word { it.text.clone() } else { name(it) };
                    out.push_str(&format!(".{name}"));
                }
                None => out.push_str(&it.text),
            }
            listed(out, arguments);
        }
        ExpressionKind::Ask(source, it, arguments) => {
            write(out, source, ALONE);
            out.push_str(&format!("->{}", name(it)));
            listed(out, arguments);
        }
        ExpressionKind::Iterate(it) => {
            write(out, &it.source, ALONE);
            out.push_str(&format!("->{}(", name(&it.name)));
            let variables = it.variables.iter().map(|(it, of)| match of {
                Some(of) => format!("{} : {}", it.text, sort(of)),
                None => it.text.clone(),
            });
            let variables: Vec<_> = variables.collect();
            if !variables.is_empty() {
                out.push_str(&format!("{} | ", variables.join(", ")));
            }
            write(out, &it.body, 0);
            out.push(')');
        }
        ExpressionKind::Collection(is_bag, elements) => {
            out.push_str(COLLECTIONS[usize::from(*is_bag)]);
            out.push('{');
            for (number, (first, last)) in elements.iter().enumerate() {
                if number > 0 {
                    out.push_str(", ");
                }
                write(out, first, 0);
                if let Some(last) = last {
                    out.push_str("..");
                    write(out, last, 0);
                }
            }
            out.push('}');
        }
        ExpressionKind::Not(it) => {
            out.push_str("not ");
            write(out, it, PREFIX);
        }
        ExpressionKind::Minus(it) => {
            // Two of them would begin a comment.
            let is_sign = matches!(it.kind, ExpressionKind::Minus(_));
            out.push_str(if is_sign { "- " } else { "-" });
            write(out, it, PREFIX);
        }
        ExpressionKind::Chain(first, rest) => {
            let rank = rest.first().map_or(0, |it| it.0.rank());
            write(out, first, rank + 1);
            for (operator, it) in rest {
                out.push_str(&format!(" {} ", operator.word()));
                write(out, it, rank + 1);
            }
        }
        ExpressionKind::If(parts) => {
            for (word, part) in ["if ", " then ", " else "].into_iter().zip(&parts[..]) {
                out.push_str(word);
                write(out, part, 0);
            }
            out.push_str(" endif");
        }
        ExpressionKind::Let(it) => {
            out.push_str(&format!("let {}", it.name.text));
            if let Some(of) = &it.sort {
                out.push_str(&format!(" : {}", sort(of)));
            }
            out.push_str(" = ");
            write(out, &it.value, 0);
            out.push_str(" in ");
            write(out, &it.body, 0);
        }
    }
}

fn listed(out: &mut String, arguments: &[Expression]) {
    out.push('(');
    for (number, it) in arguments.iter().enumerate() {
        if number > 0 {
            out.push_str(", ");
        }
        write(out, it, 0);
    }
    out.push(')');
}
