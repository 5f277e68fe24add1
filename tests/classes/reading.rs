//! What is printed reads back as it was, no text brings the reader down, and mistakes have their places.

use lockstep_core::language::classes::Classes;
use lockstep_core::language::classes::ast::ClassDocument;

use super::{languages, light};

const DENSE: &str = "enum Color { red, green }
integers -3..4
abstract class Thing {
  color : Color = #red
  owner : Person[0..1]
  name : String[0..1] = \"none\"
}
class Person < Thing {
  age : -2..9
  friends() : Boolean = others->forAll(x, y | x <> y implies x.age <> y.age)
  inv grown: age > 2 and not (name = \"x\") or (age = 1 implies age < 3) implies true
  inv: if age = 0 then true else self.age@pre = 1 endif
  grow(by : 1..2, who : Person) : Integer
    pre kept: by + age <= 9
    post: age = age@pre + by and result = - -age * (2 - 1) div 3 mod 4
    post: let x : Integer = 3 in x > 2
    modifies age, Person.color, who.name
  rest()
    modifies nothing
}
association Knows {
  Person[*] role others
  Person[0..1] role best
}
context Person
  inv alone: others->isEmpty() or others.age->sum() > 3
context Person::rest()
  pre: Person.allInstances()->exists(p : Person | p.color = Color::green)
system {
  p[2], \"big one\" : Person { color = #green, others = { p1, p2 } }
  final p1.age = 3 and not p1.name.oclIsUndefined()
}
scenario s {
  [p1.age = 0]
  -> p1 : grow(1, _)
}
check s loose from any frame open within 3 expect consistent
check reach p1.age = 1 then p1.grow(_, p2).oclIsInvalid() from p1.age = 0
check preserves
check independent grown expect implied
check consistent expect inconsistent
";

/// The text of a tree without its places.
fn bare(document: &ClassDocument) -> String {
    let shown = format!("{document:?}");
    let mut pieces = shown.split("Span {");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| {
        text + piece.split_once('}').expect("a span ends").1
    })
}

fn document(text: &str) -> ClassDocument {
    let reading = languages().read(text);
    let document = reading.document::<Classes>();
    document
        .unwrap_or_else(|| panic!("of another language: {text}"))
        .clone()
}

fn print(text: &str) -> String {
    languages().read(text).print().expect("it was read")
}

#[test]
fn what_is_printed_reads_back() {
    for text in [light::TEXT, DENSE] {
        let printed = print(text);
        assert_eq!(print(&printed), printed);
        assert_eq!(bare(&document(&printed)), bare(&document(text)));
        assert_eq!(printed.lines().count(), printed.trim_end().lines().count());
    }
    assert_eq!(print(DENSE), DENSE);
}

#[test]
fn expressions_go_on_over_lines_where_they_can() {
    let joined =
        "class A {\n  x, y : Boolean\n  inv: x and y or x\n  inv: x and y\n  inv: not x\n}\n";
    let text = "class A { x, y : Boolean\n inv: x -- comment\n   and y or\n x\n inv: (x\n and\n y)\n inv:\n not x\n}";
    assert_eq!(print(text), joined);
}

#[test]
fn no_text_brings_it_down() {
    let languages = languages();
    for whole in [light::TEXT, DENSE] {
        for (end, _) in whole.char_indices() {
            let without = format!("{}{}", &whole[..end], &whole[(end + 7).min(whole.len())..]);
            for text in [&whole[..end], &without] {
                let reading = languages.read(text);
                for finding in &reading.diagnostics {
                    let place = text.get(finding.span.start..finding.span.end);
                    assert!(place.is_some(), "{finding:?}\n{text}");
                }
            }
        }
    }
    // What is nested deeply, or long.
    let deep = format!("class A {{ x : Boolean\n inv: {}x }}", "(".repeat(5_000));
    let long = format!(
        "class A {{ x : Boolean\n inv: x{} }}",
        " and x".repeat(50_000)
    );
    let dots = format!("class A {{ x : Boolean\n inv: x{} }}", ".x".repeat(5_000));
    let nots = format!("class A {{ x : Boolean\n inv: {}x }}", "not ".repeat(5_000));
    for (text, code) in [
        (deep, Some("nested-too-deep")),
        (long, None),
        (dots, Some("nested-too-deep")),
        (nots, Some("nested-too-deep")),
    ] {
        let codes: Vec<_> = languages
            .read(&text)
            .diagnostics
            .iter()
            .map(|it| it.code)
            .collect();
        assert_eq!(codes.first().copied(), code);
    }
}
