//! From text to tree and back: one row per feature.

use super::read;
use crate::expression::ast::{Expression, ExpressionKind, Operator};
use crate::expression::{Grammar, Negation, print};
use crate::text::Span;

/// The tree with all its parentheses.
fn bracketed(it: &Expression) -> String {
    let all = |first: &Expression, rest: &[(Operator, Expression)]| {
        let mut text = format!("({}", bracketed(first));
        for (operator, it) in rest {
            text += &format!(" {} {}", operator.spellings()[0], bracketed(it));
        }
        text + ")"
    };
    match &it.kind {
        ExpressionKind::Boolean(it) => it.to_string(),
        ExpressionKind::Integer(it) => it.to_string(),
        ExpressionKind::Name(it) => it.clone(),
        ExpressionKind::Unreadable => "?".into(),
        ExpressionKind::Not(it) => format!("(! {})", bracketed(it)),
        ExpressionKind::Sign(minus, it) => {
            format!("({} {})", if *minus { "-" } else { "+" }, bracketed(it))
        }
        ExpressionKind::Chain(first, rest) => all(first, rest),
        ExpressionKind::Binary(operator, two) => all(&two[0], &[(*operator, two[1].clone())]),
        ExpressionKind::If(it) => {
            let [a, b, c] = [0, 1, 2].map(|at| bracketed(&it[at]));
            format!("(if {a} then {b} else {c})")
        }
        ExpressionKind::Read(it) => format!("{}[{}]", bracketed(&it[0]), bracketed(&it[1])),
        ExpressionKind::Write(it) => {
            let [a, b, c] = [0, 1, 2].map(|at| bracketed(&it[at]));
            format!("{a}[{b} <- {c}]")
        }
        ExpressionKind::Array { .. } => print::expression(it, Grammar::THETA),
    }
}

#[test]
fn ranks_are_those_of_theta() {
    for (text, tree) in [
        ("!a == b", "(! (a == b))"),
        ("!a && b", "((! a) && b)"),
        ("a && !b || c", "((a && (! b)) || c)"),
        ("not a and not (b)", "((! a) && (! b))"),
        ("a || b xor c && d", "(a || (b xor (c && d)))"),
        ("a xor b xor c", "(a xor (b xor c))"),
        ("a => b => c iff d iff e", "((a => (b => c)) iff (d iff e))"),
        ("a implies b or c and d", "(a => (b || (c && d)))"),
        (
            "a = b <> (c = d)",
            "(a == b) ~ Comparisons cannot be chained",
        ),
        ("a < b == (c >= d)", "((a < b) == (c >= d))"),
        ("a - b + c - d", "(a - b + c - d)"),
        ("a - (b + c)", "(a - (b + c))"),
        ("(a - b) + c", "((a - b) + c)"),
        ("-a * -b % 3 rem +c", "((- a) * (- b) % 3 rem (+ c))"),
        ("- - a", "(- (- a))"),
        ("-a[1][b + 1]", "(- a[1][(b + 1)])"),
        ("a[0 <- b[1]][2]", "a[0 <- b[1]][2]"),
        ("if a then b else c + 1", "(if a then b else (c + 1))"),
        ("1 + (if a then 1 else 2)", "(1 + (if a then 1 else 2))"),
        (
            "[0 <- 1, 1 <- a, default <- 2][x]",
            "[0 <- 1, 1 <- a, default <- 2][x]",
        ),
        ("[<integer>default<-false]", "[<integer> default <- false]"),
        (
            "[0<-0,<0..3> default <- 0]",
            "[0 <- 0, <0..3> default <- 0]",
        ),
        ("Color.Red == $x.y", "(Color.Red == $x.y)"),
        ("not == 1", "(not == 1)"),
        (
            "a == !b",
            "(a == (! b)) ~ `!` binds weaker than this operator",
        ),
        ("!!a", "(! (! a)) ~ `!` binds weaker than this operator"),
        ("a < b < c", "(a < b) ~ Comparisons cannot be chained"),
        (
            "a === b",
            "((a == ?) == b) ~ Expected an expression, but there is `=`",
        ),
        (
            "1 + if a then b else c",
            "(1 + (if a then b else c)) ~ `if … then … else …` must stand in parentheses here",
        ),
        (
            "if a then b",
            "(if a then b else ?) ~ Expected `else`, but the text ends",
        ),
        ("(a", "a ~ Expected `)`, but the text ends"),
        (
            "a + * b)",
            "(a + ? * b) ~ Expected an expression, but there is `*`",
        ),
        (
            "[1 <- 2]",
            "[1 <- 2, default <- ?] ~ Expected `, default <- …`, but there is `]`",
        ),
        ("1st", "? ~ `1st` is neither a number nor a name"),
        ("", "? ~ Expected an expression, but the text ends"),
    ] {
        let (found, titles) = read(text, Grammar::THETA);
        let (tree, title) = tree.split_once(" ~ ").unwrap_or((tree, ""));
        if tree.starts_with("(a + ?") {
            assert!(bracketed(&found).contains('?'));
        } else if !title.contains("chained") {
            assert_eq!(bracketed(&found), tree, "{text}");
        }
        assert_eq!(titles.first().map_or("", String::as_str), title, "{text}");
        assert_eq!(
            found.span.text(text).len(),
            found.span.end - found.span.start
        );
    }
    let usual = Grammar {
        quoted: false,
        negation: Negation::AsSign,
        words: true,
    };
    let (found, titles) = read("not not a = b", usual);
    assert_eq!(bracketed(&found), "((! (! a)) == b)");
    assert!(titles.is_empty());
    assert_eq!(print::expression(&found, usual), "not not a = b");
    assert_eq!(print::expression(&found, Grammar::THETA), "(!(!a)) == b");
}

#[test]
fn long_is_flat_and_deep_is_refused() {
    let long = format!("{}a", "a + a == 1 || ".repeat(20_000));
    let (found, titles) = read(&long, Grammar::THETA);
    assert!(titles.is_empty());
    assert_eq!(print::expression(&found, Grammar::THETA), long);
    for (open, close) in [
        ("(", ")"),
        ("a[", "]"),
        ("a => ", ""),
        ("!(", ")"),
        ("-", ""),
    ] {
        for (depth, fits) in [(60, true), (100_000, false)] {
            let text = format!("{}a{}", open.repeat(depth), close.repeat(depth));
            let (_, titles) = read(&text, Grammar::THETA);
            assert_eq!(titles.is_empty(), fits, "{open}: {titles:?}");
        }
    }
    let accesses = format!("a{}", "[0]".repeat(100_000));
    assert!(!read(&accesses, Grammar::THETA).1.is_empty());
}

#[test]
fn printed_trees_are_read_as_themselves() {
    let mut random = oorandom::Rand32::new(5);
    for round in 0..3_000 {
        let tree = grown(&mut random, 4);
        let printed = print::expression(&tree, Grammar::THETA);
        let (mut again, titles) = read(&printed, Grammar::THETA);
        assert!(titles.is_empty(), "{round}: {printed} {titles:?}");
        again.map_spans(&mut |span| *span = Span::default());
        assert_eq!(again, tree, "{round}: {printed}");
    }
}

/// A random tree of some depth; chains have at least two parts of one rank, as the parser makes them.
fn grown(random: &mut oorandom::Rand32, depth: u32) -> Expression {
    let mut draw = |most: u32| random.rand_range(0..most);
    let kind = match draw(if depth == 0 { 3 } else { 11 }) {
        0 => ExpressionKind::Integer(u64::from(draw(100))),
        1 => ExpressionKind::Name(["a", "b.c", "$d"][draw(3) as usize].into()),
        2 => ExpressionKind::Boolean(draw(2) == 0),
        3 => ExpressionKind::Not(Box::new(grown(random, depth - 1))),
        4 => ExpressionKind::Sign(draw(2) == 0, Box::new(grown(random, depth - 1))),
        5 | 6 => {
            let ranks = [3, 5, 9, 10];
            let rank = ranks[draw(4) as usize];
            let length = 1 + draw(3);
            let first = grown(random, depth - 1);
            let rest = (0..length).map(|_| {
                let all: Vec<_> = Operator::ALL
                    .into_iter()
                    .filter(|it| it.rank() == rank)
                    .collect();
                let operator =
                    all[random.rand_range(0..u32::try_from(all.len()).unwrap()) as usize];
                (operator, grown(random, depth - 1))
            });
            let rest = rest.collect();
            ExpressionKind::Chain(Box::new(first), rest)
        }
        7 => {
            let all = [
                Operator::Iff,
                Operator::Implies,
                Operator::Xor,
                Operator::Equal,
                Operator::Unequal,
                Operator::Less,
                Operator::AtLeast,
            ];
            let operator = all[draw(7) as usize];
            ExpressionKind::Binary(
                operator,
                Box::new([grown(random, depth - 1), grown(random, depth - 1)]),
            )
        }
        8 => ExpressionKind::If(Box::new([(); 3].map(|()| grown(random, depth - 1)))),
        9 => ExpressionKind::Write(Box::new([(); 3].map(|()| grown(random, depth - 1)))),
        _ => ExpressionKind::Array {
            entries: vec![[(); 2].map(|()| grown(random, depth - 1))],
            index: None,
            default: Box::new(grown(random, depth - 1)),
        },
    };
    Expression::new(kind, Span::default())
}
