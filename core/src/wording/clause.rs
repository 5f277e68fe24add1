//! A clause of a formula in words: "If `alice` goes from `a` to `b` at 0, then `alice` is in `a` at 0."

use crate::encode::{Example, Meaning};
use crate::language::machines::Place;
use crate::language::{Check, LifelineId, Model};
use crate::network::LocalPlace;

/// So many alternatives are named; longer clauses are cut.
const NAMED: usize = 3;

/// The clause as a sentence about the lifelines of a check. Numbers in it are indices.
pub(crate) fn sentence(model: &Model, check: &Check, example: &Example) -> String {
    let words = Words { model, check };
    let all = |meanings: &[Meaning], yes: bool| {
        let phrases = meanings.iter().map(|&it| words.phrase(it, yes));
        phrases.collect::<Vec<_>>()
    };
    let Example {
        premises,
        conclusions,
    } = example;
    match (&premises[..], &conclusions[..]) {
        ([], []) => "This cannot be: the clause is empty.".into(),
        ([], _) => format!("{}.", joined(&all(conclusions, true), "or")),
        ([one], []) => format!("{}.", words.phrase(*one, false)),
        (_, []) => format!("It cannot be that {}.", joined(&all(premises, true), "and")),
        _ => format!(
            "If {}, then {}.",
            joined(&all(premises, true), "and"),
            joined(&all(conclusions, true), "or")
        ),
    }
}

/// "a, b or c"; long lists end with how many more there are.
fn joined(phrases: &[String], word: &str) -> String {
    let left = phrases.len().saturating_sub(NAMED);
    let mut named: Vec<String> = phrases.iter().take(NAMED).cloned().collect();
    if left > 0 {
        named.push(format!("{left} more like these"));
    }
    match named.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
        None => String::new(),
    }
}

struct Words<'m> {
    model: &'m Model,
    check: &'m Check,
}

impl Words<'_> {
    /// The meaning or its contrary, as half a sentence.
    fn phrase(&self, meaning: Meaning, yes: bool) -> String {
        let is = if yes { "is" } else { "is not" };
        let does = |verb: &str, plain: &str| match yes {
            true => verb.to_owned(),
            false => format!("does not {plain}"),
        };
        match meaning {
            Meaning::At {
                lifeline,
                place,
                index,
            } => format!(
                "{} {is} in {} at {index}",
                self.name(lifeline),
                self.place(lifeline, place)
            ),
            Meaning::Moves {
                lifeline,
                from,
                to,
                index,
            } => format!(
                "{} {} from {} to {} at {index}",
                self.name(lifeline),
                does("goes", "go"),
                self.place(lifeline, from),
                self.place(lifeline, to)
            ),
            Meaning::Begins {
                lifeline,
                inside,
                index,
            } => format!(
                "{} {} {} at {index}",
                self.name(lifeline),
                does("begins", "begin"),
                self.place(lifeline, inside)
            ),
            Meaning::Waits { symbol, index } => {
                let symbol = &self.model.symbols[symbol];
                format!("`{symbol}` {is} pending at {index}")
            }
            Meaning::Delivery {
                from,
                symbol,
                to,
                index,
            } => format!(
                "{} {} `{}` to {} at {index}",
                self.name(from),
                does("sends", "send"),
                self.model.symbols[symbol],
                self.name(to)
            ),
            Meaning::Exchanged { messages, index } => {
                let have = if yes { "have" } else { "have not" };
                format!("{messages} messages {have} been exchanged at {index}")
            }
            Meaning::Asked { index } => format!("what is asked {is} so at {index}"),
            Meaning::Helper => format!("a counter {is} set"),
        }
    }

    fn name(&self, lifeline: LifelineId) -> String {
        let lifelines = self.model.lifelines_of(self.check);
        format!("`{}`", lifelines[lifeline].name)
    }

    fn place(&self, lifeline: LifelineId, place: LocalPlace) -> String {
        let machine = self.model.lifelines_of(self.check)[lifeline].machine;
        let place: Place = self.model.machines[machine].place_at(usize::from(place));
        format!("`{}`", self.model.place_name(machine, place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::read;

    const TEXT: &str = "machine M {\n [*] --> a\n a --> b : / x\n}\n\
                        machine N {\n [*] --> c\n c --> c : x\n}\n\
                        system {\n m : M\n n : N\n}\ncheck deadlock within 2\n";

    fn says(premises: &[Meaning], conclusions: &[Meaning]) -> String {
        let (model, diagnostics) = read(TEXT);
        assert!(!model.checks.is_empty(), "{diagnostics:?}");
        let example = Example {
            premises: premises.to_vec(),
            conclusions: conclusions.to_vec(),
        };
        sentence(&model, &model.checks[0], &example)
    }

    #[test]
    fn each_shape_of_a_clause_is_a_sentence() {
        let at = |place, index| Meaning::At {
            lifeline: 0,
            place,
            index,
        };
        assert_eq!(says(&[], &[at(0, 0)]), "`m` is in `a` at 0.");
        assert_eq!(says(&[at(0, 3)], &[]), "`m` is not in `a` at 3.");
        assert_eq!(
            says(&[at(0, 1), at(1, 1)], &[]),
            "It cannot be that `m` is in `a` at 1 and `m` is in `b` at 1."
        );
        let sends = Meaning::Delivery {
            from: 0,
            symbol: 0,
            to: 1,
            index: 0,
        };
        assert_eq!(
            says(&[sends], &[at(1, 1), at(2, 0), Meaning::Helper, at(0, 0)]),
            "If `m` sends `x` to `n` at 0, then `m` is in `b` at 1, `m` is in `<a//x/b>` at 0, \
             a counter is set or 1 more like these."
        );
    }
}
