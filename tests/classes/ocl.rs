//! Values of expressions: null is a value, invalid is no answer, connectives are Kleene's, numbers are exact.

use lockstep_core::language::classes::ClassSystem;
use lockstep_core::language::classes::model::Subject;
use lockstep_core::language::classes::ocl::evaluate::World;
use lockstep_core::language::classes::ocl::value::Value;
use lockstep_core::language::questions::PropertySubject;
use lockstep_core::system::System;

use super::model;

/// One object whose `n` and `b` are null, `one` is 1 and `more` are two others.
const TEXT: &str = "enum E { a, b }
class A {
  n : 0..3[0..1]
  one : 0..3
  b : Boolean[0..1]
  name : String
  double(by : Integer) : Integer = one * by
}
association L { A[0..1] role less; A[*] role more }
system {
  o : A { n = null, one = 1, b = null, name = \"x\", more = { p, q } }
  p : A { n = 2, one = 2, b = true, name = \"x\" }
  q : A { n = 2, one = 2, b = false, name = \"y\" }
}
";

/// The value of a condition in the first state; `Err` where a number is too large.
fn value(condition: &str) -> Result<Value, ()> {
    value_in(TEXT, condition)
}

/// The same in another text.
fn value_in(text: &str, condition: &str) -> Result<Value, ()> {
    let text = format!("{text}check always {condition}\n");
    let model = model(&text);
    let Subject::Property(PropertySubject::Always(term)) = &model.checks[0].subject else {
        panic!("an always check");
    };
    let system = ClassSystem::new(&model);
    let start = (&system as &dyn System).start().expect("a start");
    let values = system.values(&start).expect("a state");
    let world = World::of_state(&model, &values);
    world.evaluate(term, &mut Vec::new()).map_err(|_| ())
}

const YES: Value = Value::Boolean(true);
const NO: Value = Value::Boolean(false);
const NONE: Value = Value::Invalid;

#[test]
fn connectives_are_those_of_kleene_and_null_counts_as_invalid() {
    for (third, name) in [("null", "null"), ("o.b", "a slot"), ("invalid", "invalid")] {
        for (condition, expected) in [
            ("T and X", NONE),
            ("X and T", NONE),
            ("F and X", NO),
            ("X and F", NO),
            ("T or X", YES),
            ("X or T", YES),
            ("F or X", NONE),
            ("X or F", NONE),
            ("T xor X", NONE),
            ("X xor F", NONE),
            ("F implies X", YES),
            ("X implies T", YES),
            ("T implies X", NONE),
            ("X implies F", NONE),
            ("not X", NONE),
            ("if X then T else T endif", NONE),
            ("if T then F else X endif", NO),
            ("T xor T", NO),
            ("T xor F", YES),
            ("F implies F", YES),
            ("T implies F", NO),
        ] {
            let text = condition
                .replace('T', "true")
                .replace('F', "false")
                .replace('X', third);
            assert_eq!(value(&text), Ok(expected), "{condition} with {name}");
        }
    }
}

#[test]
fn null_and_invalid_differ() {
    for (condition, expected) in [
        ("null = null", YES),
        ("o.n = null", YES),
        ("o.n <> null", NO),
        ("o.one = null", NO),
        ("invalid = invalid", NONE),
        ("null = invalid", NONE),
        ("o.n = 1 + o.n", NONE),
        ("o.n < 1", NONE),
        ("-o.n = 1", NONE),
        ("null.oclIsUndefined()", YES),
        ("invalid.oclIsUndefined()", YES),
        ("o.one.oclIsUndefined()", NO),
        ("null.oclIsInvalid()", NO),
        ("o.less.oclIsUndefined()", YES),
        ("o.less.one = 1", NONE),
        ("o.less.one.oclIsInvalid()", YES),
        ("p.less = o", YES),
        ("o.more = p.less.more", YES),
        // `let` names a value, whatever it is.
        ("let x : Integer = 1 div 0 in true", YES),
    ] {
        assert_eq!(value(condition), Ok(expected), "{condition}");
    }
}

#[test]
fn numbers_are_exact_and_round_towards_zero() {
    for (condition, expected) in [
        ("7 div 2 = 3 and -7 div 2 = -3 and 7 div -2 = -3", YES),
        ("7 mod 2 = 1 and -7 mod 2 = -1 and 7 mod -2 = 1", YES),
        ("1 div 0 = 1", NONE),
        ("1 mod 0 = 1", NONE),
        ("9223372036854775807 + 1 > 9223372036854775807", YES),
        ("o.double(21) = 21", YES),
        ("o.more.double(2)->sum() = 8", YES),
    ] {
        assert_eq!(value(condition), Ok(expected), "{condition}");
    }
    let huge = ["9223372036854775807"; 3].join(" * ");
    assert_eq!(value(&format!("{huge} > 0")), Err(()));
    assert_eq!(value(&format!("true or {huge} > 0")), Ok(YES));
}

#[test]
fn collections() {
    for (condition, expected) in [
        // An arrow makes a set of one, and nothing of null.
        (
            "o->size() = 1 and o.less->isEmpty() and p.less->notEmpty()",
            YES,
        ),
        ("o.more->size() = 2 and A.allInstances()->size() = 3", YES),
        // Navigation from several counts twice what is there twice.
        (
            "o.more.one->sum() = 4 and o.more.one->asSet()->sum() = 2",
            YES,
        ),
        ("o.more.one->count(2) = 2 and o.more.one->includes(2)", YES),
        ("o.more->includesAll(p) and o.more->excludesAll(o)", YES),
        (
            "o.more->excludes(o) and o.more->including(o)->size() = 3",
            YES,
        ),
        ("o.more->excluding(p) = q->asSet()", YES),
        ("o.more->union(o.more)->size() = 2", YES),
        ("o.more.one->union(o.more.one)->size() = 4", YES),
        ("o.more->intersection(p) = p->asSet()", YES),
        ("o.more.one->min() = 2 and o.more.one->max() = 2", YES),
        ("o.less->collect(x | x.one)->min() = 2", NONE),
        ("A.allInstances().n->sum() = 4", NONE),
        ("A.allInstances().n->size() = 3", YES),
        ("o.more->select(x | x.b) = p->asSet()", YES),
        ("o.more->reject(b) = q->asSet()", YES),
        ("A.allInstances()->select(x | x.b)->size() = 1", NONE),
        ("o.more->any(x | x.b) = p", YES),
        ("o.more->any(x | x.one = 2) = p", NONE),
        (
            "o.more->one(x | x.b) and not o.more->one(x | x.one = 2)",
            YES,
        ),
        ("A.allInstances()->one(x | x.b)", NONE),
        (
            "o.more->isUnique(x | x.name) and not o.more->isUnique(x | x.one)",
            YES,
        ),
        ("A.allInstances()->forAll(x | x.b)", NO),
        ("A.allInstances()->exists(x | x.b)", YES),
        ("A.allInstances()->forAll(x | x.b implies x.one = 2)", NONE),
        ("A.allInstances()->forAll(x, y | x.name = y.name)", NO),
        (
            "A.allInstances()->exists(x, y | x <> y and x.name = y.name)",
            YES,
        ),
        ("p->closure(x | x.less)->size() = 2", YES),
        ("o->closure(more)->size() = 3", YES),
    ] {
        assert_eq!(value(condition), Ok(expected), "{condition}");
    }
}

/// An object of a class and one of a class that inherits from it.
const HEIRS: &str = "class A {
  n : 0..3[0..1]
  others() : Set(A) = A.allInstances() - Set{self}
  numbers(more : Set(Integer)) : Bag(Integer) = more->union(Bag{n, n})
}
class B < A { m : 0..3 }
association L { A[0..1] role less; A[*] role more }
system {
  o : A { n = 2, more = { p } }
  p : B { n = null, m = 1, more = {} }
}
";

#[test]
fn collections_that_are_written_out_and_what_is_asked_of_numbers_and_classes() {
    for (condition, expected) in [
        ("Set{}->isEmpty() and Bag{}->size() = 0", YES),
        ("Set{1, 1, 2}->size() = 2 and Bag{1, 1, 2}->size() = 3", YES),
        ("Set{1..3, 7}->sum() = 13 and Set{3..1}->isEmpty()", YES),
        (
            "Set{o, p} = A.allInstances() and Set{null}->size() = 1",
            YES,
        ),
        ("Set{o.n, p.n}->includes(null)", YES),
        ("Set{p.m div 0}->size() = 1", NONE),
        ("Set{-1..1} = Set{0, 1, -1}", YES),
        ("A.allInstances() - B.allInstances() = Set{o}", YES),
        ("Set{1, 2, 3} - Set{2} - Set{3} = Set{1}", YES),
        ("Set{1} - Set{2} - Set{1} = Set{}", YES),
        ("o.others() = Set{p} and o.numbers(Set{5})->sum() = 9", YES),
        ("let s : Set(Integer) = Set{1, 2} in s->size() = 2", YES),
        ("7.mod(3) = 1 and 7.div(3) = 2 and (-7).mod(3) = -1", YES),
        (
            "o.n.max(3) = 3 and o.n.min(3) = 2 and (o.n - 5).abs() = 3",
            YES,
        ),
        ("p.n.max(3) = 3", NONE),
        ("p.n.abs() = 0", NONE),
        ("o.n.mod(0) = 0", NONE),
        (
            "p.oclIsKindOf(A) and p.oclIsKindOf(B) and p.oclIsTypeOf(B)",
            YES,
        ),
        ("o.oclIsTypeOf(A) and not o.oclIsKindOf(B)", YES),
        ("p.oclIsTypeOf(A)", NO),
        ("o.less.oclIsKindOf(A)", NONE),
        ("p.oclAsType(B).m = 1", YES),
        ("o.oclAsType(B).m = 1", NONE),
        ("o.less.oclAsType(B) = null", YES),
        ("o.more->forAll(x | x.oclAsType(B).m = 1)", YES),
        // What is called `self` is what properties alone are of.
        ("A.allInstances()->exists(self | n = 2 and self.n = n)", YES),
    ] {
        assert_eq!(value_in(HEIRS, condition), Ok(expected), "{condition}");
    }
}
