//! Code against the interpreter, statement by statement.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use lockstep_search::budget::Meter;
use lockstep_search::code::Run;

use super::*;
use crate::language::transitions::{Settings, TransitionSystem, read};
use crate::system::{Flow, System, Valuation};
use crate::text::Severity;

/// The outcomes of `trans` by the interpreter and by the code, both as states of the definitions, with whether they are all.
fn both(variables: &str, statements: &str) -> [(BTreeSet<Valuation>, bool); 2] {
    let text = format!("{variables} trans {{ {statements} }} init {{}} env {{}} prop {{ true }}");
    let (model, findings) = read(&text);
    let errors = findings.iter().filter(|it| it.severity == Severity::Error);
    let errors: Vec<_> = errors.map(|it| &it.title).collect();
    assert!(errors.is_empty(), "{errors:?}: {text}");
    let settings = Settings {
        most_substeps: 100_000,
        ..Settings::default()
    };
    let system = TransitionSystem::new(&model, settings);
    let start = (&system as &dyn System).start().unwrap();
    let (values, _) = system.state(&start).unwrap();
    let mut expected = BTreeSet::new();
    let at = system.valuation(&values, Relation::Trans);
    let encounter = system.expand(&at, &mut |_, after| {
        expected.insert(after);
        Flow::Continue(())
    });
    let layout = Layout::new(&model).unwrap();
    let code = compile(system.machine(), &layout, &[]).unwrap();
    let flat = layout.flat(&values);
    assert_eq!(layout.values(&flat), values.to_vec());
    let mut found = BTreeSet::new();
    let complete = Run::default().outcomes(
        &code,
        (Relation::Trans as usize, &flat),
        &Meter::unlimited(),
        &mut |after| {
            found.insert(system.valuation(&layout.values(after), Relation::Env));
            Flow::Continue(())
        },
    );
    [(expected, encounter.is_complete()), (found, complete)]
}

#[test]
fn code_does_what_the_interpreter_does() {
    let variables = "type T : { A, B, C } var x : integer = 7 var y : integer = -3 var s : 0..3 = 2
        var b : boolean = false var t : T = B var a : [0..2] -> 0..3 = [1 <- 2, <0..2> default <- 1]
        var c : [T] -> boolean = [<T> default <- false]";
    for statements in [
        "x := x / y; y := x % 4;",
        "x := x rem y; y := -x * 3 - y;",
        "y := 0; x := x / y;",
        "b := y != 0 && x / y > 2;",
        "y := 0; b := y != 0 && x / y > 2;",
        "y := 0; b := y == 0 || x / y > 2;",
        "b := x > 3 => y >= 0;",
        "b := !(x == 7 && (y == -3 || b)) || (b => t == A);",
        "b := if x > 3 then y < 0 else y > 0;",
        "x := if b then x else if t == B then y else 9;",
        "x := 9223372036854775807; x := x + 1;",
        "s := s + 1; s := s + 1;",
        "s := s + 1; s := s - 2;",
        "choice { s := 3; } or { s := s + 2; } or { t := C; s := 0; }",
        "choice { x := 1; } or { x := 2; } choice { assume x == 1; y := 5; } or { assume x != 1; y := x; }",
        "choice {}",
        "if (b) x := 1; else if (t == B) x := 2; else x := 3;",
        "if (!b) { x := 1; }",
        "havoc s; assume s != 1; x := s * s;",
        "havoc b; havoc t; if (b) s := 0;",
        "havoc x;",
        "local var z : integer = x; havoc z; assume z > 3 && z < 6; y := z;",
        "local var z : 0..2; x := z;",
        "for i from 0 to 4 do { x := x + i; havoc b; }",
        "for i from 2 to 2 do x := 0;",
        "for i from 0 to 3 do for j from i to 3 do y := y + j;",
        "for i from 0 to 9000000000000000000 do {}",
        "a[0] := 3; s := a[0];",
        "a[s] := a[s - 1];",
        "s := a[x];",
        "a[x] := 0;",
        "a[0] := s + 2;",
        "a := a[0 <- 3];",
        "c[B] := true; b := c[t];",
        "a := [0 <- 1, 2 <- 3, <0..2> default <- 2]; b := a == a[0 <- 1];",
        "b := a != a[0 <- 2]; a := if b then a[1 <- 0] else a;",
        "havoc a; assume a[0] == a[1];",
        "havoc c;",
        "local var k : [boolean] -> 0..3 = [<boolean> default <- 0]; k[b] := s; x := k[b] + k[!b];",
        "b := b == (x > 3); b := (b iff t == B) xor b;",
    ] {
        let [expected, found] = both(variables, statements);
        assert_eq!(found.1, expected.1, "{statements}");
        if expected.1 {
            assert_eq!(found.0, expected.0, "{statements}");
        } else {
            assert!(
                found.0.is_subset(&expected.0) || expected.0.is_subset(&found.0),
                "{statements}"
            );
        }
    }
}

#[test]
fn ways_that_come_together_are_followed_once() {
    let mut statements = String::new();
    for _ in 0..60 {
        statements += "choice { x := x + 1; } or { x := 1 + x; } ";
    }
    let [expected, found] = both("var x : integer = 0", &statements);
    assert_eq!(expected.0.len(), 1);
    assert_eq!(found, expected, "2⁶⁰ ways lead there");
}

#[test]
fn what_there_are_no_words_for_is_not_compiled() {
    for variables in [
        "var a : [integer] -> boolean = [<integer> default <- false]",
        "var a : [0..1000] -> boolean = [<0..1000> default <- false]",
    ] {
        let text = format!("{variables} trans {{}} init {{}} env {{}} prop {{ true }}");
        assert!(Layout::new(&read(&text).0).is_none(), "{variables}");
    }
    let text =
        "var x : 0..9 = 0 trans { par { x := 1; } and { x := 2; } } init {} env {} prop { true }";
    assert!(Layout::new(&read(text).0).is_none());
}
