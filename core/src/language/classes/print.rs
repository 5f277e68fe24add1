//! Class models in canonical form. What is printed reads back as it was.

use super::ast::{
    CheckSyntax, ClassDocument, ClassSyntax, ClauseSyntax, FromSyntax, Item, Member,
    OperationSyntax, SlotValue, StepSyntax, SubjectSyntax, SystemSyntax, TypeKind, TypeSyntax,
};
use super::ocl::print::print as expression;
use super::ocl::words::COLLECTIONS;
use super::words::VOCABULARY;
use crate::language::Name;
use crate::language::questions::Mode;

/// The text of a document.
#[must_use]
pub fn print(document: &ClassDocument) -> String {
    let mut out = String::new();
    for item in &document.items {
        self::item(&mut out, item);
    }
    out
}

fn item(out: &mut String, item: &Item) {
    match item {
        Item::Enumeration(it) => {
            let literals = names(&it.literals);
            let braces = if literals.is_empty() {
                "{ }".to_owned()
            } else {
                format!("{{ {literals} }}")
            };
            line(out, 0, &format!("enum {} {braces}", name(&it.name)));
        }
        Item::Class(it) => class(out, it),
        Item::Association(it) => {
            line(out, 0, &format!("association {} {{", name(&it.name)));
            for end in &it.ends {
                let bounds = match end.bounds {
                    (0, None) => "*".to_owned(),
                    (low, None) => format!("{low}..*"),
                    (low, Some(high)) if low == high => low.to_string(),
                    (low, Some(high)) => format!("{low}..{high}"),
                };
                let role = end.role.as_ref();
                let role = role.map_or(String::new(), |it| format!(" role {}", name(it)));
                line(out, 1, &format!("{}[{bounds}]{role}", name(&end.class)));
            }
            line(out, 0, "}");
        }
        Item::Context(it) => {
            let class = name(&it.class);
            match &it.operation {
                Some(operation) => {
                    self::operation(out, 0, &format!("context {class}::"), operation);
                }
                None => {
                    line(out, 0, &format!("context {class}"));
                    it.invariants
                        .iter()
                        .for_each(|it| clause(out, 1, "inv", it));
                }
            }
        }
        Item::Integers(low, high, _) => line(out, 0, &format!("integers {low}..{high}")),
        Item::System(it) => system(out, it),
        Item::Scenario(it) => {
            line(out, 0, &format!("scenario {} {{", name(&it.name)));
            it.steps.iter().for_each(|it| step(out, it));
            line(out, 0, "}");
        }
        Item::Check(it) => check(out, it),
    }
}

fn class(out: &mut String, class: &ClassSyntax) {
    let begin = if class.is_abstract { "abstract " } else { "" };
    let parent = class.parent.as_ref();
    let parent = parent.map_or(String::new(), |it| format!(" < {}", name(it)));
    line(
        out,
        0,
        &format!("{begin}class {}{parent} {{", name(&class.name)),
    );
    for member in &class.members {
        match member {
            Member::Attributes(it) => {
                let value = it.value.as_ref();
                let value = value.map_or(String::new(), |it| format!(" = {}", expression(it)));
                line(
                    out,
                    1,
                    &format!("{} : {}{value}", names(&it.names), sort(&it.sort)),
                );
            }
            Member::Invariant(it) => clause(out, 1, "inv", it),
            Member::Operation(it) => operation(out, 1, "", it),
        }
    }
    line(out, 0, "}");
}

fn operation(out: &mut String, depth: usize, begin: &str, it: &OperationSyntax) {
    let parameters = it.parameters.iter();
    let parameters: Vec<_> = parameters
        .map(|(it, of)| format!("{} : {}", name(it), sort(of)))
        .collect();
    let result = it.result.as_ref();
    let result = result.map_or(String::new(), |it| format!(" : {}", sort(it)));
    let body = it.body.as_ref();
    let body = body.map_or(String::new(), |it| format!(" = {}", expression(it)));
    let head = format!("{}({})", name(&it.name), parameters.join(", "));
    line(out, depth, &format!("{begin}{head}{result}{body}"));
    it.pre
        .iter()
        .for_each(|it| clause(out, depth + 1, "pre", it));
    it.post
        .iter()
        .for_each(|it| clause(out, depth + 1, "post", it));
    if let Some(modifies) = &it.modifies {
        let paths: Vec<_> = modifies.paths.iter().map(expression).collect();
        let paths = match paths.is_empty() {
            true => "nothing".to_owned(),
            false => paths.join(", "),
        };
        line(out, depth + 1, &format!("modifies {paths}"));
    }
}

fn clause(out: &mut String, depth: usize, word: &str, it: &ClauseSyntax) {
    let label = it.name.as_ref();
    let label = label.map_or(String::new(), |it| format!(" {}", name(it)));
    line(
        out,
        depth,
        &format!("{word}{label}: {}", expression(&it.body)),
    );
}

/// A type.
pub(super) fn sort(sort: &TypeSyntax) -> String {
    let begin = match &sort.kind {
        TypeKind::Boolean => "Boolean".to_owned(),
        TypeKind::Integer => "Integer".to_owned(),
        TypeKind::Text => "String".to_owned(),
        TypeKind::Range(low, high) => format!("{low}..{high}"),
        TypeKind::Named(it) => name(it),
        TypeKind::Many(is_bag, of) => {
            format!("{}({})", COLLECTIONS[usize::from(*is_bag)], self::sort(of))
        }
        TypeKind::Unreadable => "?".to_owned(),
    };
    begin + if sort.is_optional { "[0..1]" } else { "" }
}

fn system(out: &mut String, system: &SystemSyntax) {
    line(out, 0, "system {");
    for it in &system.objects {
        let objects = it.names.iter().map(|(it, count)| match count {
            Some(count) => format!("{}[{count}]", name(it)),
            None => name(it),
        });
        let objects = objects.collect::<Vec<_>>().join(", ");
        let slots = it.slots.iter().map(|it| {
            let value = match &it.value {
                SlotValue::One(it) => expression(it),
                SlotValue::Many(all) if all.is_empty() => "{}".to_owned(),
                SlotValue::Many(all) => format!("{{ {} }}", names(all)),
            };
            format!("{} = {value}", name(&it.name))
        });
        let slots = match it.slots.is_empty() {
            true => String::new(),
            false => format!(" {{ {} }}", slots.collect::<Vec<_>>().join(", ")),
        };
        line(out, 1, &format!("{objects} : {}{slots}", name(&it.class)));
    }
    for it in &system.finals {
        line(out, 1, &format!("final {}", expression(it)));
    }
    line(out, 0, "}");
}

fn step(out: &mut String, step: &StepSyntax) {
    match step {
        StepSyntax::Condition(it) => line(out, 1, &format!("[{}]", expression(it))),
        StepSyntax::Call {
            object,
            operation,
            arguments,
            ..
        } => {
            let arguments = arguments.iter().map(|it| match it {
                Some(it) => expression(it),
                None => "_".to_owned(),
            });
            let arguments = arguments.collect::<Vec<_>>().join(", ");
            let (object, operation) = (name(object), name(operation));
            line(out, 1, &format!("-> {object} : {operation}({arguments})"));
        }
    }
}

/// What a check asks, without its bound and what is expected.
#[must_use]
pub fn question(check: &CheckSyntax) -> String {
    let asked = |word: &str, it: &Option<Name>| match it {
        Some(it) => format!("{word} {}", name(it)),
        None => word.to_owned(),
    };
    let mut text = match &check.subject {
        SubjectSyntax::Scenario(it, mode) => {
            let mode = match mode {
                None => "",
                Some((Mode::Strict, _)) => " strict",
                Some((Mode::Loose, _)) => " loose",
            };
            format!("{}{mode}", name(it))
        }
        SubjectSyntax::Property(it) => it.written(expression),
        SubjectSyntax::Preserves(it) => asked("preserves", it),
        SubjectSyntax::Consistent => "consistent".to_owned(),
        SubjectSyntax::Independent(it) => asked("independent", it),
    };
    match &check.from {
        None => {}
        Some(FromSyntax::Any(_)) => text += " from any",
        Some(FromSyntax::Where(it)) => text += &format!(" from {}", expression(it)),
    }
    match check.frame {
        None => {}
        Some((false, _)) => text += " frame named",
        Some((true, _)) => text += " frame open",
    }
    text
}

fn check(out: &mut String, check: &CheckSyntax) {
    let mut text = question(check);
    if let Some((bound, _)) = check.within {
        text += &format!(" within {bound}");
    }
    if let Some((answer, _)) = check.expect {
        text += &format!(" expect {}", answer.word());
    }
    line(out, 0, &format!("check {text}"));
}

fn name(name: &Name) -> String {
    VOCABULARY.written(&name.text)
}

fn names(all: &[Name]) -> String {
    let all: Vec<_> = all.iter().map(name).collect();
    all.join(", ")
}

fn line(out: &mut String, depth: usize, text: &str) {
    for _ in 0..depth {
        out.push_str("  ");
    }
    out.push_str(text);
    out.push('\n');
}
