//! No small change of a solution meets all criteria, but for those that are right.
//!
//! A mutant differs from a solution in one thing of the lines that may be changed: a line is gone, a number is one more or less, a
//! name is another name of the text, a sign of comparison is another one. What still meets all criteria is listed below with
//! why a reader would call it right.

use std::collections::BTreeSet;

use lockstep_core::api::{Kinds, TokenView};
use lockstep_core::lesson::locks;
use lockstep_seeds::{is_all, seeds};

use super::{Shipped, shipped};

/// Lines of which a solution needs nothing, so that whatever becomes of them may be right: the lesson, the line, and why.
const NOT_NEEDED: &[(&str, &str, &str)] = &[
    (
        "03-forbidden",
        "inside  --> outside : cash",
        "a teller that gives no cash for a card alone has no use for the hand that takes it",
    ),
    (
        "07-steps-into-clauses",
        "p0 --> p1 : / a",
        "where two receivers take what one sends, it does not matter where that one goes",
    ),
    (
        "07-steps-into-clauses",
        "r0 --> r1 : a",
        "where two senders are taken by one receiver, it does not matter where that one goes",
    ),
    (
        "12-run-to-completion",
        "queue 4",
        "the job is kept outside the queue",
    ),
    (
        "13-three-readings",
        "Late --> Late : noise",
        "what a waiter does that is late is not asked, as long as only `go` leads to `Done`",
    ),
];

/// Mutants that are right: the lesson, the line of a solution, what becomes of it, and why.
const RIGHT: &[(&str, &str, &str, &str)] = &[
    (
        "08-planning",
        "if (small + big <= 3) { small := small + big; big := 0; }",
        "if (small + big <= 2) { small := small + big; big := 0; }",
        "with three litres both branches do the same",
    ),
    ("09-a-no-one-can-check", "-1 0", "1 0", "a proof"),
    ("09-a-no-one-can-check", "-1 0", "-2 0", "a proof"),
    ("09-a-no-one-can-check", "1 0", "-1 0", "a proof"),
    ("09-a-no-one-can-check", "1 0", "2 0", "a proof"),
    (
        "10-invariants",
        "check always x % 2 == 0",
        "check always x % 2 <= 0",
        "no remainder is less than none",
    ),
    (
        "10-invariants",
        "check always x % 2 == 0 && x <= 22",
        "check always x % 2 <= 0 && x <= 22",
        "no remainder is less than none",
    ),
    (
        "10-invariants",
        "check always x % 2 == 0 && x <= 22",
        "check always x % 2 == 0 && x <= 23",
        "inductive as well",
    ),
    (
        "14-time",
        "Approach --> In       : after(3, 3)",
        "Approach --> In       : after(3, 4)",
        "the latest arrival is free",
    ),
    (
        "14-time",
        "Approach --> In       : after(3, 8)",
        "Approach --> In       : after(3, 7)",
        "the latest arrival is free",
    ),
    (
        "14-time",
        "Approach --> In       : after(3, 8)",
        "Approach --> In       : after(3, 9)",
        "the latest arrival is free",
    ),
    (
        "15-never-called",
        "pre:  not light.pedLight and light.carLight",
        "pre:  not light.request and light.carLight",
        "a second request changes nothing, and there is no request while pedestrians have green, since then the cars have red",
    ),
    (
        "15-never-called",
        "pre:  not light.pedLight and light.carLight",
        "pre:  not light.pedLight and tl.carLight",
        "there is one light",
    ),
    (
        "15-never-called",
        "pre:  not light.pedLight and light.carLight",
        "pre:  not tl.pedLight and light.carLight",
        "there is one light",
    ),
    (
        "16-left-open",
        "post: value@pre < limit@pre implies value = value@pre + 1",
        "post: value@pre <= limit@pre implies value = value@pre + 1",
        "at the limit the two postconditions contradict each other, so the call is impossible there",
    ),
    (
        "16-left-open",
        "post: value@pre >= limit@pre implies value = value@pre",
        "post: value@pre >= limit@pre implies value = limit@pre",
        "at the limit the value is the limit",
    ),
];

/// Roles of tokens, as `TokenView` numbers them.
const NUMBER: u32 = 9;
const NAMES: [u32; 4] = [2, 3, 4, 5];

/// The small changes of a text in the lines that may be changed: the line, what becomes of it, and the whole text.
fn mutants(it: &Shipped, solution: &str) -> Vec<(String, String, String)> {
    let task = it.lesson.task().expect("each lesson has a task");
    let locks = locks(&it.files[&task.file], &task.open_lines(), solution);
    let read = Kinds::whole().read(solution);
    let tokens: Vec<_> = match task.ending() {
        "drat" => numbers(solution),
        _ => read.tokens(),
    };
    let written = |token: &TokenView| &solution[token.from as usize..token.to as usize];
    let mut found = Vec::new();
    let mut start = 0;
    for (line, lock) in solution.split_inclusive('\n').zip(&locks.lines) {
        let end = start + line.len();
        let mut add = |from: usize, to: usize, new: &str| {
            let text = format!("{}{new}{}", &solution[..from], &solution[to..]);
            let after = format!("{}{new}{}", &solution[start..from], &solution[to..end]);
            found.push((line.trim().to_owned(), after.trim().to_owned(), text));
        };
        if !lock.locked && !line.trim().is_empty() {
            add(start, end, "");
            let here = tokens.iter();
            let here = here.filter(|it| (start..end).contains(&(it.from as usize)));
            for token in here {
                let (from, to) = (token.from as usize, token.to as usize);
                let others: BTreeSet<String> = match token.role {
                    NUMBER => {
                        let number: i64 = written(token).parse().unwrap_or(0);
                        let near = [number - 1, number + 1, -number];
                        let is_proof = task.ending() == "drat";
                        let near = near.into_iter().filter(|it| is_proof || *it >= 0);
                        near.map(|it| it.to_string()).collect()
                    }
                    role if NAMES.contains(&role) => {
                        let same = tokens.iter().filter(|it| it.role == role);
                        same.map(|it| written(it).to_owned()).collect()
                    }
                    _ => match written(token) {
                        "<=" | ">=" | "<" | ">" | "==" | "!=" => {
                            ["<=", ">=", "==", "!="].map(str::to_owned).into()
                        }
                        "+" | "-" => ["+", "-"].map(str::to_owned).into(),
                        _ => BTreeSet::new(),
                    },
                };
                for other in others.iter().filter(|it| *it != written(token)) {
                    add(from, to, other);
                }
            }
        }
        start = end;
    }
    found
}

/// The numbers of a proof as tokens.
fn numbers(text: &str) -> Vec<TokenView> {
    let mut tokens = Vec::new();
    let mut at = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let trimmed = word.trim_end();
        let place = |it: usize| u32::try_from(it).expect("proofs are short");
        if !trimmed.is_empty() {
            tokens.push(TokenView {
                from: place(at),
                to: place(at + trimmed.len()),
                role: NUMBER,
            });
        }
        at += word.len();
    }
    tokens
}

#[test]
fn no_mutant_of_a_solution_is_right_but_those_that_are_listed() {
    let mut survivors = BTreeSet::new();
    let mut count = 0;
    for it in shipped() {
        let all = it.files.iter();
        let solutions = all.filter(|(name, _)| name.starts_with("solution"));
        let mutants: Vec<_> = solutions
            .flat_map(|(_, text)| {
                assert!(text.is_ascii(), "offsets of characters are those of bytes");
                mutants(&it, text)
            })
            .collect();
        for seed in seeds(0..mutants.len() as u64) {
            let (line, after, text) = &mutants[usize::try_from(seed).expect("there are few")];
            count += 1;
            let mut lines = NOT_NEEDED.iter();
            let is_needed = !lines.any(|(name, of, _)| *name == it.name && of == line);
            if it.is_solved(text) && is_needed {
                survivors.insert((it.name, line.clone(), after.clone()));
            }
        }
    }
    let listed: BTreeSet<_> = (RIGHT.iter())
        .map(|&(name, line, after, _)| (name, line.to_owned(), after.to_owned()))
        .collect();
    let unlisted: Vec<_> = survivors.difference(&listed).collect();
    assert!(unlisted.is_empty(), "of {count} mutants: {unlisted:#?}");
    if is_all() {
        let gone: Vec<_> = listed.difference(&survivors).collect();
        assert!(gone.is_empty(), "no mutants any more: {gone:#?}");
    }
}
