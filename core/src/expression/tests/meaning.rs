//! From tree to value: types, mistakes, and what every operation evaluates to.

use super::Room;
use crate::expression::*;

#[test]
fn types_are_found_and_mistakes_are_named() {
    let names = Room::new();
    for text in [
        "light == Red",
        "Red == light",
        "light == Light.Red && Fruit.Red != Apple",
        "lights[x] == Red",
        "lights[x <- Red] == lights",
        "[0 <- Red, default <- Green] == lights",
        "lights == [<integer> default <- Red]",
        "(if flag then Red else light) == Red",
        "Red == (if flag then light else Red)",
        "small + 1 < x => places[small] >= 0",
        "places == [0 <- 1, default <- small]",
        "x == -9223372036854775808",
        "flag iff x == +1 xor true",
    ] {
        let term = names.term(text, &Sort::Boolean).unwrap();
        // What is written back is read as the same term, and as itself.
        let written = print::expression(&unresolve::term(&term, &names), Grammar::THETA);
        let again = names.term(&written, &Sort::Boolean).unwrap();
        let twice = print::expression(&unresolve::term(&again, &names), Grammar::THETA);
        assert_eq!(written, twice, "{text}");
    }
    for (text, said) in [
        (
            "light == Rad",
            "Rad: Nothing here is called `Rad` Did you mean `Red`?",
        ),
        (
            "lihgt == Red",
            "lihgt: Nothing here is called `lihgt` Did you mean `light`?",
        ),
        (
            "light == Light.Rd",
            "Light.Rd: `Light` has no literal `Rd` Did you mean `Light.Red`?",
        ),
        (
            "Red == Red",
            "Red: `Red` is a literal of `Light` and of `Fruit` Say which one: `Light.Red`.",
        ),
        (
            "light == Apple",
            "light == Apple: A literal of `Light` and a literal of `Fruit` cannot be compared",
        ),
        (
            "light == 1",
            "light == 1: A literal of `Light` and a number cannot be compared",
        ),
        (
            "flag && x",
            "x: Expected true or false, but this is a number",
        ),
        (
            "x + flag == 1",
            "flag: Expected a number, but this is true or false",
        ),
        ("x[0]", "x: Only arrays have places, but this is a number"),
        (
            "lights[flag] == Red",
            "flag: Expected a number, but this is true or false",
        ),
        (
            "lights[0 <- Apple] == lights",
            "Apple: Expected a literal of `Light`, but this is a literal of `Fruit`",
        ),
        ("x", "x: Expected true or false, but this is a number"),
        (
            "x == 9223372036854775808",
            "9223372036854775808: This number needs more than 64 bits Write a number between -9223372036854775808 and 9223372036854775807.",
        ),
        (
            "[default <- 1][0] == 1",
            "[default <- 1]: It is not known what the places of this array are Say it: `[<integer> default <- 0]`.",
        ),
    ] {
        assert_eq!(names.term(text, &Sort::Boolean).unwrap_err(), [said]);
    }
    let both = names.term("(x && flag) || (y && true)", &Sort::Boolean);
    assert_eq!(both.unwrap_err().len(), 2, "each mistake is named");
}

/// The value of a text where flag is false, x is 7, y is 0, light is Green and arrays hold the first thing.
fn value(text: &str) -> Result<Value, (Reason, String)> {
    let names = Room::new();
    let mut values: Vec<_> = vec![Value::Number(0); names.variables.len()];
    for (at, sort) in names.variables.values() {
        values[*at] = sort.default_value();
    }
    values[1] = Value::Number(7);
    values[3] = Value::Number(1);
    let sorts = [&Sort::Boolean, &Sort::INTEGER, names.sort("light")];
    let term = sorts.into_iter().find_map(|it| names.term(text, it).ok());
    let found = evaluate(&term.unwrap_or_else(|| panic!("{text}")), &values);
    found.map_err(|it| (it.reason, it.span.text(text).to_string()))
}

#[test]
fn what_has_no_value_says_so_with_its_place() {
    for (text, reason, place) in [
        ("1 + x / y", Reason::DivisionByZero, "x / y"),
        ("x * 2 % y", Reason::DivisionByZero, "x * 2 % y"),
        ("x rem (y - y)", Reason::DivisionByZero, "x rem (y - y"),
        (
            "x + 9223372036854775807 - 9",
            Reason::Beyond64Bits,
            "x + 9223372036854775807",
        ),
        (
            "-(y - 9223372036854775807 - 1)",
            Reason::Beyond64Bits,
            "-(y - 9223372036854775807 - 1)",
        ),
        (
            "(y - 9223372036854775807 - 1) / (y - 1)",
            Reason::Beyond64Bits,
            "y - 9223372036854775807 - 1) / (y - 1",
        ),
        ("places[x]", Reason::NoSuchPlace, "x"),
        ("places[0 <- x][0]", Reason::OutsideRange, "x"),
        ("x / y == 1 && flag", Reason::DivisionByZero, "x / y"),
    ] {
        let found = value(text).unwrap_err();
        assert_eq!(found.0, reason, "{text}");
        assert!(
            place.contains(&found.1) || found.1.contains(place),
            "{text}: {found:?}"
        );
    }
    for text in [
        "flag && x / y == 1",
        "!flag || x / y == 1",
        "flag => x / y == 1",
        "(if flag then x / y else 1) == 1",
    ] {
        assert!(value(text).is_ok(), "{text} looks no further than it must");
    }
}

#[test]
fn arithmetic_is_that_of_mathematics() {
    let range = -9_i64..=9;
    for a in range.clone() {
        for b in range.clone() {
            let of = |operator: &str| value(&format!("({a}) {operator} ({b})"));
            let number = |number: i64| Ok(Value::Number(number));
            assert_eq!(of("+"), number(a + b));
            assert_eq!(of("-"), number(a - b));
            assert_eq!(of("*"), number(a * b));
            for (operator, truth) in [
                ("<", a < b),
                ("<=", a <= b),
                (">", a > b),
                (">=", a >= b),
                ("==", a == b),
                ("!=", a != b),
            ] {
                assert_eq!(
                    of(operator),
                    Ok(Value::boolean(truth)),
                    "{a} {operator} {b}"
                );
            }
            if b == 0 {
                continue;
            }
            // The one q and r with a = b·q + r and 0 ≤ r < |b|.
            let q = (-99..=99)
                .find(|q| (0..b.abs()).contains(&(a - b * q)))
                .unwrap();
            let r = a - b * q;
            assert_eq!(of("/"), number(q), "{a} / {b}");
            assert_eq!(of("%"), number(r), "{a} % {b}");
            assert_eq!(of("rem"), number(if b < 0 { -r } else { r }));
        }
    }
    assert_eq!(value("-9223372036854775808 % -1"), Ok(Value::Number(0)));
}

#[test]
fn logic_is_that_of_truth_tables() {
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        for (operator, truth) in [
            ("&&", a && b),
            ("||", a || b),
            ("=>", !a || b),
            ("xor", a != b),
            ("iff", a == b),
            ("==", a == b),
            ("!=", a != b),
        ] {
            let found = value(&format!("{a} {operator} {b}"));
            assert_eq!(found, Ok(Value::boolean(truth)), "{a} {operator} {b}");
        }
        assert_eq!(value(&format!("!{a}")), Ok(Value::boolean(!a)));
    }
    assert_eq!(value("lights[3 <- Green][3]"), Ok(Value::Number(1)));
    assert_eq!(value("lights[3 <- Green][4]"), Ok(Value::Number(0)));
    assert_eq!(
        value("lights[3 <- Green] == lights"),
        Ok(Value::boolean(false))
    );
    assert_eq!(
        value("lights[3 <- Green][3 <- Red] == lights"),
        Ok(Value::boolean(true))
    );
    assert_eq!(
        value("[1 <- 5, 1 <- 6, default <- 0][1]"),
        Ok(Value::Number(6))
    );
}
