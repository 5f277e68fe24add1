//! Classes from Emfatic (`.emf`) and Ecore (`.ecore`): attributes, operations, and associations from pairs of references.
//!
//! An attribute may be null unless it has to have a value and cannot be unset.

use std::collections::BTreeSet;

use super::Why;
use super::class_text::{ClassText, Part};
use super::use_model::written;

mod ecore;
mod emfatic;

/// A feature or parameter with its type and how many values it has.
#[derive(Clone, Debug, Default)]
struct Typed {
    name: String,
    sort: String,
    low: u32,
    /// `None` for any number.
    high: Option<u32>,
    line: usize,
}

/// An attribute or a reference.
#[derive(Clone, Debug, Default)]
struct Feature {
    typed: Typed,
    is_reference: bool,
    is_unsettable: bool,
    value: Option<String>,
    opposite: Option<String>,
}

#[derive(Clone, Debug, Default)]
struct SourceClass {
    name: String,
    is_abstract: bool,
    parents: Vec<String>,
    features: Vec<Feature>,
    /// Each with its result, if it has one, and its parameters.
    operations: Vec<(Typed, Vec<Typed>)>,
    line: usize,
}

#[derive(Clone, Debug, Default)]
struct Sources {
    enumerations: Vec<(usize, String, Vec<String>)>,
    classes: Vec<SourceClass>,
}

const PARENTS: Why = Why::lossy("A class inherits from one class here.");
const TYPES: Why = Why::lossy("Real numbers and collections are no types here.");

/// Adds the classes of a file.
///
/// # Errors
/// Says why it could not be read.
pub(super) fn classes(text: &str, out: &mut ClassText) -> Result<(), String> {
    let sources = match text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('<')
    {
        true => ecore::read(text)?,
        false => emfatic::read(text),
    };
    for (line, name, literals) in &sources.enumerations {
        let literals: Vec<_> = literals.iter().map(|it| written(it)).collect();
        let text = format!("enum {} {{ {} }}", written(name), literals.join(", "));
        out.add(Part::Item, *line, None, text);
    }
    for it in &sources.classes {
        class(it, out);
    }
    associations(&sources, out);
    match out.is_empty() {
        true => Err("there is no class in it".into()),
        false => Ok(()),
    }
}

/// The name of a type; `None` for what is none here.
fn sort(name: &str) -> Option<String> {
    Some(match name {
        "boolean" | "Boolean" | "EBoolean" | "EBooleanObject" => "Boolean".into(),
        "int" | "Integer" | "EInt" | "EIntegerObject" | "long" | "short" | "byte" | "ELong"
        | "EShort" | "EByte" => "Integer".into(),
        "String" | "EString" => "String".into(),
        "float" | "double" | "Real" | "EFloat" | "EDouble" | "" => return None,
        name => written(name),
    })
}

/// A type of one value.
fn single(it: &Typed) -> Option<String> {
    sort(&it.sort).filter(|_| it.high == Some(1))
}

fn class(class: &SourceClass, out: &mut ClassText) {
    let begin = if class.is_abstract { "abstract " } else { "" };
    let mut head = format!("{begin}class {}", written(&class.name));
    if let Some(parent) = class.parents.first() {
        head += &format!(" < {}", written(parent));
    }
    for it in class.parents.iter().skip(1) {
        out.leave_out(class.line, it, PARENTS);
    }
    let item = out.add(Part::Item, class.line, None, head + " {");
    for it in class.features.iter().filter(|it| !it.is_reference) {
        let Some(sort) = single(&it.typed) else {
            out.leave_out(it.typed.line, &it.typed.name, TYPES);
            continue;
        };
        let optional = match it.typed.low >= 1 && !it.is_unsettable {
            true => "",
            false => "[0..1]",
        };
        let value = it
            .value
            .as_ref()
            .map_or(String::new(), |it| format!(" = {it}"));
        let text = format!("{} : {sort}{optional}{value}", written(&it.typed.name));
        out.add(Part::Attribute, it.typed.line, Some(item), text);
    }
    for (it, parameters) in &class.operations {
        let is_void = it.sort == "void" || it.sort.is_empty();
        let result = match is_void {
            true => Some(String::new()),
            false => single(it).map(|it| format!(" : {it}")),
        };
        let parameters = parameters.iter();
        let parameters = parameters.map(|it| {
            let sort = single(it)?;
            Some(format!("{} : {sort}", written(&it.name)))
        });
        let parameters: Option<Vec<_>> = parameters.collect();
        match (result, parameters) {
            (Some(result), Some(parameters)) => {
                let head = format!("{}({}){result}", written(&it.name), parameters.join(", "));
                out.add(Part::Operation, it.line, Some(item), head);
            }
            _ => out.leave_out(it.line, &format!("{}()", it.name), TYPES),
        }
    }
    out.add(Part::Close, class.line, Some(item), "}".into());
}

/// An association for each pair of references that are opposite to each other, and for each reference without an opposite.
fn associations(sources: &Sources, out: &mut ClassText) {
    let mut done = BTreeSet::new();
    let mut names = BTreeSet::new();
    for class in &sources.classes {
        for it in class.features.iter().filter(|it| it.is_reference) {
            let own = (class.name.as_str(), it.typed.name.as_str());
            if !done.insert(own) {
                continue;
            }
            let other = it.opposite.as_ref().and_then(|name| {
                let mut classes = sources.classes.iter();
                let target = classes.find(|of| of.name == it.typed.sort)?;
                let mut features = target.features.iter();
                features.find(|of| of.is_reference && of.typed.name == *name)
            });
            let back = match other {
                Some(other) => {
                    done.insert((&it.typed.sort, &other.typed.name));
                    let role = written(&other.typed.name);
                    format!(
                        "{}[{}] role {role}",
                        written(&class.name),
                        bounds(&other.typed)
                    )
                }
                None => {
                    let role = written(&format!("of_{}", it.typed.name));
                    format!("{}[*] role {role}", written(&class.name))
                }
            };
            let forth = format!(
                "{}[{}] role {}",
                written(&it.typed.sort),
                bounds(&it.typed),
                written(&it.typed.name)
            );
            let mut name = name(it, other);
            while !names.insert(name.clone()) {
                name.push('_');
            }
            let line = it.typed.line;
            let head = format!("association {} {{", written(&name));
            let item = out.add(Part::Item, line, None, head);
            out.add(Part::End, line, Some(item), back);
            out.add(Part::End, line, Some(item), forth);
            out.add(Part::Close, line, Some(item), "}".into());
        }
    }
}

/// What two roles begin with up to a `_`, as in `HasButton_light` and `HasButton_button`; else both.
fn name(it: &Feature, other: Option<&Feature>) -> String {
    let own = &it.typed.name;
    let Some(other) = other.map(|it| &it.typed.name) else {
        return own.clone();
    };
    match (own.split_once('_'), other.split_once('_')) {
        (Some((one, _)), Some((two, _))) if one == two => one.into(),
        _ => format!("{own}_{other}"),
    }
}

fn bounds(it: &Typed) -> String {
    let high = it.high.map_or("*".to_owned(), |it| it.to_string());
    format!("{}..{high}", it.low)
}
