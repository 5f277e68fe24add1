//! Small random class models, as texts: two classes with a link between them, operations whose postconditions say what slots become,
//! relate them, or name them only in passing.
//!
//! Their state spaces are so small that every pair of states can be asked whether a call leads from one to the other.

use std::fmt::Write as _;

use super::Random;

/// Properties of `A` and `B` that hold truth values, then those that hold numbers; `other` leads to the other class.
const TRUTHS: [[&str; 2]; 2] = [["a", "other.c"], ["c", "other.a"]];
const NUMBERS: [[&str; 2]; 2] = [["n", "other.m"], ["m", "other.n"]];

/// A random class model; the same draws give the same one for ever.
#[must_use]
pub fn classes(random: &mut Random) -> String {
    let optional = |random: &mut Random| if random.percent(25) { "[0..1]" } else { "" };
    let mut text = String::new();
    let is_set = random.percent(30);
    for (class, [truth, number]) in [["a", "n"], ["c", "m"]].into_iter().enumerate() {
        let name = ["A", "B"][class];
        let mut maker = Maker {
            random: &mut *random,
            class,
            is_set: is_set && class == 0,
            parameter: false,
        };
        let (one, other) = (optional(maker.random), optional(maker.random));
        let _ = writeln!(
            text,
            "class {name} {{\n  {truth} : Boolean{one}\n  {number} : 0..1{other}"
        );
        if maker.random.percent(40) {
            let invariant = maker.truth(false, 1);
            let _ = writeln!(text, "  inv i{name}: {invariant}");
        }
        for operation in 0..maker.random.between(0, 2) + 1 - class {
            maker.parameter = maker.random.percent(25);
            let parameter = if maker.parameter { "x : Boolean" } else { "" };
            let _ = writeln!(text, "  op{name}{operation}({parameter})");
            for (word, percent) in [("pre", 50), ("post", 100), ("post", 40)] {
                if maker.random.percent(percent) {
                    let clause = match word {
                        "pre" => maker.truth(false, 1),
                        _ => maker.post(),
                    };
                    let _ = writeln!(text, "    {word}: {clause}");
                }
            }
            if maker.random.percent(15) {
                let path = maker.path();
                let _ = writeln!(text, "    modifies {path}");
            }
        }
        text += "}\n";
    }
    let bounds = if is_set {
        "*"
    } else {
        *random.choose(&["1", "0..1"])
    };
    let opposite = *random.choose(&["0..1", "*", "1"]);
    let _ = writeln!(
        text,
        "association L {{ A[{opposite}] role other; B[{bounds}] role other }}"
    );
    text = text
        .replace("role other; B", "role back; B")
        .replace("other.a", "back->size() - 0 = 1 and c")
        .replace("other.n", "back->size() + m");
    text += "system {\n  o : A\n  p : B\n";
    if random.percent(50) {
        text += "  q : B\n";
    }
    text += "}\n";
    text
}

struct Maker<'r> {
    random: &'r mut Random,
    class: usize,
    /// Whether `other` leads to a set.
    is_set: bool,
    /// Whether there is a parameter `x`.
    parameter: bool,
}

impl Maker<'_> {
    fn truth_slot(&mut self) -> String {
        let slots = TRUTHS[self.class];
        let own = slots[usize::from(self.random.percent(35) && !self.is_set)];
        match self.parameter && self.random.percent(30) {
            true => "x".into(),
            false => own.into(),
        }
    }

    fn number_slot(&mut self) -> String {
        let slots = NUMBERS[self.class];
        slots[usize::from(self.random.percent(35) && !self.is_set)].into()
    }

    /// A condition; `before` puts `@pre` behind what it names, now and then.
    fn truth(&mut self, before: bool, depth: usize) -> String {
        let pre = |random: &mut Random, it: String| match before
            && it != "x"
            && random.percent(50)
            && !it.contains("->")
        {
            true => it + "@pre",
            false => it,
        };
        match self.random.between(0, if depth == 0 { 2 } else { 7 }) {
            0 => {
                let slot = self.truth_slot();
                pre(self.random, slot)
            }
            1 => {
                let slot = self.number_slot();
                let slot = pre(self.random, slot);
                format!("{slot} = {}", self.random.between(0, 1))
            }
            2 if self.class == 0 => ["other->isEmpty()", "other->size() = 1", "other->notEmpty()"]
                [self.random.between(0, 2)]
            .into(),
            2 => "back->size() <= 1".into(),
            3 => format!("not ({})", self.truth(before, depth - 1)),
            4 | 5 => {
                let operator = *self.random.choose(&["and", "or", "implies", "xor"]);
                let (one, other) = (self.truth(before, depth - 1), self.truth(before, depth - 1));
                format!("({one}) {operator} ({other})")
            }
            6 => "B.allInstances()->forAll(y | y.c)".into(),
            _ => {
                let (one, other) = (self.number_slot(), self.number_slot());
                let (one, other) = (pre(self.random, one), pre(self.random, other));
                format!("{one} <= {other}")
            }
        }
    }

    /// What is true after a call.
    fn post(&mut self) -> String {
        match self.random.between(0, 9) {
            0..=2 => {
                let slot = TRUTHS[self.class][0];
                format!("{slot} = not {slot}@pre")
            }
            3 => {
                let slot = NUMBERS[self.class][0];
                format!("{slot} = {slot}@pre + 1")
            }
            4 if self.class == 0 && !self.is_set => {
                format!("other = {}", self.random.choose(&["null", "other@pre"]))
            }
            4 => "B.allInstances()->forAll(y | y.c = not y.c@pre)".into(),
            5 => "let y = self in y.".to_owned() + TRUTHS[self.class][0],
            _ => self.truth(true, 1),
        }
    }

    fn path(&mut self) -> &'static str {
        let paths: &[&'static str] = match self.class {
            0 => &["a", "n", "other", "B.c", "a, n"],
            _ => &["c", "m", "back", "A.a", "nothing"],
        };
        paths[self.random.between(0, paths.len() - 1)]
    }
}
