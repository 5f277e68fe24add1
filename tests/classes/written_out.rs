//! Collections that are written out, differences, what is asked of numbers and classes, and queries of heirs: formulas answer as the definitions do.

use lockstep_core::generate::Random;
use lockstep_seeds::{seeds, share};

use super::{answer_by, said};

/// Random expressions over two objects, `o` of a class and `p` of one that inherits from it.
struct Maker<'r> {
    random: &'r mut Random,
    /// What stands behind properties: `@pre` or nothing.
    pre: &'static str,
}

impl Maker<'_> {
    fn number(&mut self, depth: usize) -> String {
        let pre = self.pre;
        if depth == 0 {
            return match self.random.between(0, 5) {
                0 => format!("o.n{pre}"),
                1 => format!("p.n{pre}"),
                2 => format!("p.m{pre}"),
                // Which of two queries answers depends on the class of the object.
                3 => format!("{}.q()", self.object()),
                _ => self.random.between(0, 3).to_string(),
            };
        }
        let (one, other) = (self.number(depth - 1), self.number(depth - 1));
        match self.random.between(0, 6) {
            0 => format!("({one}).max({other})"),
            1 => format!("({one}).min({other})"),
            2 => format!("({one} - {other}).abs()"),
            3 => format!("({one}).mod({})", self.random.between(0, 2)),
            4 => format!("({one}).div({other})"),
            5 => format!("{}->size()", self.numbers(depth - 1)),
            _ => format!("{}->sum()", self.numbers(depth - 1)),
        }
    }

    fn numbers(&mut self, depth: usize) -> String {
        let (one, other) = (self.number(0), self.number(0));
        if depth == 0 {
            let low = self.random.between(0, 2);
            return match self.random.between(0, 2) {
                0 => format!("Set{{{one}, {other}}}"),
                1 => format!("Set{{{low}..{}}}", low + 1),
                _ => format!("A.allInstances().n{}->asSet()", self.pre),
            };
        }
        let (all, others) = (self.numbers(depth - 1), self.numbers(depth - 1));
        match self.random.between(0, 3) {
            0 | 1 => format!("({all} - {others})"),
            2 => format!("{all}->union({others})"),
            _ => format!("Bag{{{one}, {other}}}->asSet()"),
        }
    }

    fn object(&mut self) -> String {
        let object = *self.random.choose(&["o", "p", "o.less", "p.less"]);
        match object.contains('.') {
            true => format!("{object}{}", self.pre),
            false => object.into(),
        }
    }

    fn truth(&mut self) -> String {
        match self.random.between(0, 6) {
            0 | 1 => format!("{} <= {}", self.number(2), self.number(1)),
            2 => format!("{}->includes({})", self.numbers(1), self.number(0)),
            3 => format!("{} = {}", self.numbers(1), self.numbers(1)),
            4 => {
                let asked = *self.random.choose(&["oclIsKindOf(B)", "oclIsTypeOf(A)"]);
                format!("{}.{asked}", self.object())
            }
            5 => format!("{}.oclAsType(B).m{} = 1", self.object(), self.pre),
            _ => {
                let (one, other) = (self.object(), self.object());
                format!("(A.allInstances() - Set{{{one}}})->includes({other})")
            }
        }
    }
}

#[test]
fn formulas_answer_as_the_definitions_do() {
    let (mut found, mut never) = (0, 0);
    for seed in seeds(0..200_u64) {
        let mut random = Random::new(seed);
        let mut maker = Maker {
            random: &mut random,
            pre: "@pre",
        };
        let (number, truth) = (maker.number(2), maker.truth());
        maker.pre = "";
        let (one, other, free) = (maker.truth(), maker.truth(), maker.truth());
        let text = format!(
            "class A {{
  n : 0..3[0..1]
  b : Boolean = false
  q() : Integer = n
  go()
    pre: {one}
    post: n = {number} and b = ({truth})
  free()
    post: {free}
}}
class B < A {{
  m : 0..1
  q() : Integer = m + 1
}}
association L {{ A[0..1] role less; A[*] role more }}
system {{
  o : A {{ less = {{}} }}
  p : B {{ n = 1 }}
}}
check reach {other}
check reach o.b
check reach A.go()
check deadlock
"
        );
        for check in 0..4 {
            let by = |engine| said(&answer_by(&text, check, engine));
            let (explicit, formulas) = (by("explicit"), by("sat"));
            if explicit.0 == "unknown" || formulas.0 == "unknown" {
                continue;
            }
            assert_eq!(explicit, formulas, "seed {seed}, check {check}\n{text}");
            match explicit.1 {
                Some(_) => found += 1,
                None => never += 1,
            }
        }
    }
    println!("{found} found, {never} never");
    assert!(found > share(200) && never > share(200), "{found} {never}");
}
