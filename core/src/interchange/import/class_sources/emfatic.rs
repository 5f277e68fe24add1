//! Classes in Emfatic: `class A extends B { attr int[1] x; ref C[*]#back forth; op void f(int y); }`.

use super::{Feature, SourceClass, Sources, Typed};
use crate::interchange::import::class_text::ClassText;
use crate::interchange::import::use_model::Reader;

/// The classes of a text; what is none is passed over.
pub(super) fn read(text: &str) -> Sources {
    let mut reader = Reader::new(text, ClassText::default(), false);
    let mut sources = Sources::default();
    let mut is_abstract = false;
    while let Some(token) = reader.peek() {
        reader.skip();
        match token.text {
            "abstract" => is_abstract = true,
            "class" | "interface" => {
                let mut class = class(&mut reader, token.line);
                class.is_abstract = is_abstract || token.text == "interface";
                is_abstract = false;
                sources.classes.push(class);
            }
            "enum" => {
                let name = reader.word().unwrap_or_default().to_owned();
                let mut literals = Vec::new();
                reader.eat("{");
                while reader.peek().is_some() && !reader.eat("}") {
                    literals.extend(reader.word().map(str::to_owned));
                    // A number behind it says nothing here.
                    while reader.peek().is_some() && !reader.at("}") && !reader.eat(";") {
                        reader.skip();
                    }
                }
                sources.enumerations.push((token.line, name, literals));
            }
            _ => {}
        }
    }
    sources
}

fn class(reader: &mut Reader<'_>, line: usize) -> SourceClass {
    let mut class = SourceClass {
        name: reader.word().unwrap_or_default().to_owned(),
        line,
        ..SourceClass::default()
    };
    if reader.eat("extends") {
        loop {
            class.parents.extend(reader.word().map(str::to_owned));
            if !reader.eat(",") {
                break;
            }
        }
    }
    reader.eat("{");
    let mut is_unsettable = false;
    while let Some(token) = reader.peek() {
        reader.skip();
        match token.text {
            "}" => break,
            "unsettable" => is_unsettable = true,
            "attr" | "ref" | "val" => {
                let mut it = feature(reader, token.text != "attr");
                it.is_unsettable = std::mem::take(&mut is_unsettable);
                class.features.push(it);
            }
            "op" => {
                let head = typed(reader);
                let mut parameters = Vec::new();
                reader.eat("(");
                while reader.peek().is_some() && !reader.eat(")") {
                    if reader.eat("!") || reader.eat(",") {
                        continue;
                    }
                    if reader.eat("ordered") || reader.eat("unique") {
                        continue;
                    }
                    let before = reader.peek();
                    parameters.push(typed(reader));
                    if reader.peek() == before {
                        reader.skip();
                    }
                }
                class.operations.push((head, parameters));
            }
            _ => {}
        }
    }
    class
}

/// `T[1..*] name`
fn typed(reader: &mut Reader<'_>) -> Typed {
    let line = reader.line();
    let sort = reader.word().unwrap_or_default().to_owned();
    let (low, high) = multiplicity(reader);
    Typed {
        sort,
        low,
        high,
        name: reader.word().unwrap_or_default().to_owned(),
        line,
    }
}

/// `[1]`, `[*]`, `[0..3]`; without one at most one.
fn multiplicity(reader: &mut Reader<'_>) -> (u32, Option<u32>) {
    if !reader.eat("[") {
        return (0, Some(1));
    }
    let mut bounds = Vec::new();
    while let Some(token) = reader.peek() {
        reader.skip();
        match token.text {
            "]" => break,
            "*" => bounds.push(None),
            "+" => bounds.extend([Some(1), None]),
            "?" => bounds.extend([Some(0), Some(1)]),
            text => bounds.extend(text.parse().ok().map(Some)),
        }
    }
    match bounds.as_slice() {
        [] | [None] => (0, None),
        [Some(one)] => (*one, Some(*one)),
        [low, high, ..] => (low.unwrap_or(0), *high),
    }
}

/// Behind `attr` and `ref`.
fn feature(reader: &mut Reader<'_>, is_reference: bool) -> Feature {
    let line = reader.line();
    let sort = reader.word().unwrap_or_default().to_owned();
    let (low, high) = multiplicity(reader);
    let opposite = match reader.eat("#") {
        true => reader.word().map(str::to_owned),
        false => None,
    };
    let name = reader.word().unwrap_or_default().to_owned();
    let mut value = String::new();
    if reader.eat("=") {
        while let Some(token) = reader.peek().filter(|it| it.text != ";" && it.text != "}") {
            value += token.text;
            reader.skip();
        }
    }
    Feature {
        typed: Typed {
            name,
            sort,
            low,
            high,
            line,
        },
        is_reference,
        is_unsettable: false,
        value: Some(value).filter(|it| !it.is_empty()),
        opposite,
    }
}
