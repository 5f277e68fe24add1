//! Questions about a class model that came in without any: a text of their own, or one object of each class.

use std::collections::BTreeSet;

use crate::language::Languages;
use crate::language::classes::ast::{ClassDocument, Item};
use crate::language::classes::kind::TITLE;
use crate::language::classes::model::default_role;
use crate::language::classes::{Classes, LANGUAGE};
use crate::text::{LineIndex, Span};

/// A class model with the questions of another text, which may hold `integers`, `system`, scenarios and checks, and nothing else.
///
/// # Errors
/// Says in one sentence what else is there, and in which line.
pub fn with_questions(model: &str, questions: &str) -> Result<String, String> {
    let lines = LineIndex::new(questions);
    for item in &document(questions).items {
        let (what, span) = match item {
            Item::Integers(..) | Item::System(_) | Item::Scenario(_) | Item::Check(_) => continue,
            Item::Enumeration(it) => ("an enumeration", it.name.span),
            Item::Class(it) => ("a class", it.name.span),
            Item::Association(it) => ("an association", it.name.span),
            Item::Context(it) => ("a context", it.class.span),
        };
        return Err(refused(&lines, what, span));
    }
    Ok(joined(model, questions))
}

/// A text behind another one, in a line of its own.
fn joined(model: &str, more: &str) -> String {
    let is_whole = model.is_empty() || model.ends_with('\n');
    let gap = if is_whole { "" } else { "\n" };
    format!("{model}{gap}{more}")
}

fn refused(lines: &LineIndex<'_>, what: &str, span: Span) -> String {
    let line = lines.position(span.start).line;
    format!(
        "line {line} of the questions declares {what}: questions hold `integers`, `system`, scenarios and checks only"
    )
}

/// A class model with one object of each class that has objects of its own, and the question whether there is a valid state. Plain
/// integers are fewer than usual where operations take so many of them that there would be too many calls.
#[must_use]
pub fn with_one_object_each(model: &str) -> String {
    let mut taken = BTreeSet::new();
    let mut objects = String::new();
    for item in &document(model).items {
        if let Item::Class(it) = item
            && !it.is_abstract
        {
            let mut name = default_role(&it.name.text);
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            let (name, class) = (written(&name), written(&it.name.text));
            objects += &format!("  {name} : {class}\n");
        }
    }
    let system = format!("system {{\n{objects}}}\ncheck consistent\n");
    let text = joined(model, &system);
    if !has_too_many_calls(&text) {
        return text;
    }
    // Plain integers as parameters have many values: as many as calls leave room for, or what is wrong is said as it is.
    let fewer = [63, 15, 7, 3, 1].map(|most| {
        let bound = format!("integers 0..{most}\n");
        joined(model, &(bound + &system))
    });
    let mut fewer = fewer.into_iter();
    fewer.find(|it| !has_too_many_calls(it)).unwrap_or(text)
}

fn has_too_many_calls(text: &str) -> bool {
    let (_, findings) = Languages::only(&LANGUAGE)
        .read(text)
        .into_model::<Classes>();
    findings.iter().any(|it| it.code == "too-many-calls")
}

fn written(name: &str) -> String {
    TITLE.vocabulary.written(name)
}

fn document(text: &str) -> ClassDocument {
    let reading = Languages::only(&LANGUAGE).read(text);
    reading.document::<Classes>().cloned().unwrap_or_default()
}
