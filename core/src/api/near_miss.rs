//! The goals nearest to one that is never reached: all of its conditions but one.
//!
//! They are lines that ask a check each, so that what is shown of one is an answer like any other. Where the whole is never reached, a run
//! that reaches all but one condition ends where that one is false.

use crate::view::{CheckView, Kind, StructureKind};

/// Conditions of a goal at most: of more each question would leave out too little to tell anything.
const MOST: usize = 6;

/// A goal without one of its conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// The line that asks for it.
    pub line: String,
    /// The condition that it leaves out.
    pub left_out: String,
}

/// The near misses of a check of a text: of a goal, or of what would violate something that is to hold always; none where that has one
/// condition, or other parts than conditions. Linear in the text.
#[must_use]
pub fn near_misses(kind: StructureKind, text: &str, check: &CheckView) -> Vec<NearMiss> {
    match check.kind {
        Kind::Reach | Kind::Always if check.title == "prop" => {
            of_written(kind, &check.range.of(text), check.bound)
        }
        Kind::Reach | Kind::Always => of_written(kind, &check.title, check.bound),
        _ => Vec::new(),
    }
}

/// The same of a check as it is written, without `check` and `expect`.
fn of_written(kind: StructureKind, written: &str, within: Option<u32>) -> Vec<NearMiss> {
    // Behind a comment the rest of a line would be lost.
    if written.contains("//") || written.contains("/*") {
        return Vec::new();
    }
    let asking = kind.title().asking;
    let Some(goal) = goal(written) else {
        return Vec::new();
    };
    // Some languages join what is always so otherwise than what is to be reached.
    let (between, and) = match written.starts_with("reach ") {
        true => (asking.and, asking.and),
        false => (asking.always.unwrap_or(asking.and), asking.and),
    };
    let Some(all) = conditions(goal, between).filter(|it| (2..=MOST).contains(&it.len())) else {
        return Vec::new();
    };
    let within = within.map_or_else(String::new, |it| format!(" within {it}"));
    let without = |left_out: usize| {
        let others = all.iter().enumerate().filter(|(at, _)| *at != left_out);
        let others: Vec<_> = others.map(|(_, it)| *it).collect();
        NearMiss {
            line: format!("check reach {}{within}", others.join(and)),
            left_out: all[left_out].to_owned(),
        }
    };
    (0..all.len()).map(without).collect()
}

/// What is to be reached: the goal itself, or what must never be.
fn goal(written: &str) -> Option<&str> {
    if let Some(goal) = written.strip_prefix("reach ") {
        return Some(goal.trim());
    }
    let invariant = match written.strip_prefix("always ") {
        Some(it) => it.trim(),
        None => {
            let body = written.strip_prefix("prop")?.trim();
            body.strip_prefix('{')?
                .strip_suffix('}')?
                .trim()
                .trim_end_matches(';')
                .trim()
        }
    };
    let negated = invariant.strip_prefix('!');
    let negated = negated.or_else(|| invariant.strip_prefix("not"))?.trim();
    let inner = negated.strip_prefix('(')?.strip_suffix(')')?;
    // The two parentheses are a pair, not those of `(a) and (b)`.
    depths(inner).all(|it| it.1 >= 0).then_some(inner.trim())
}

/// The characters outside of names in quotes with their places, each with how many parentheses are open behind it.
fn depths(text: &str) -> impl Iterator<Item = (usize, i32, char)> + '_ {
    let (mut depth, mut is_quoted) = (0, false);
    text.char_indices().filter_map(move |(at, it)| {
        match it {
            '"' => is_quoted = !is_quoted,
            '(' | '[' | '{' if !is_quoted => depth += 1,
            ')' | ']' | '}' if !is_quoted => depth -= 1,
            _ => {}
        }
        (!is_quoted).then_some((at, depth, it))
    })
}

/// The conditions that a goal joins; `None` where something else connects them.
fn conditions<'t>(goal: &'t str, and: &str) -> Option<Vec<&'t str>> {
    const OTHER: [&str; 17] = [
        "or",
        "xor",
        "implies",
        "iff",
        "if",
        "let",
        "then",
        "from",
        "frame",
        "fair",
        "semantics",
        "within",
        "expect",
        "for",
        "every",
        "strict",
        "loose",
    ];
    let (mut parts, mut start) = (Vec::new(), 0);
    let outside: Vec<_> = depths(goal).filter(|it| it.1 == 0).collect();
    let mut at = 0;
    while let Some(&(place, _, letter)) = outside.get(at) {
        let rest = &goal[place..];
        let length = if letter.is_alphabetic() {
            let end = rest.find(|it: char| !(it.is_alphanumeric() || matches!(it, '_' | '.')));
            end.unwrap_or(rest.len())
        } else {
            letter.len_utf8()
        };
        let token = match rest.get(..2) {
            Some(two @ ("&&" | "||" | "=>")) => two,
            _ => &rest[..length],
        };
        let joins = match and.trim() {
            "," => token == ",",
            _ => token == "&&" || token == "and",
        };
        if joins {
            parts.push(goal[start..place].trim());
            start = place + token.len();
        } else if OTHER.contains(&token) || matches!(token, "||" | "=>") {
            return None;
        }
        let end = place + token.len();
        at += outside[at..]
            .iter()
            .take_while(|it| it.0 < end)
            .count()
            .max(1);
    }
    parts.push(goal[start..].trim());
    parts.iter().all(|it| !it.is_empty()).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: StructureKind, written: &str) -> Vec<String> {
        let all = of_written(kind, written, None).into_iter();
        all.map(|it| format!("{} without {}", it.line, it.left_out))
            .collect()
    }

    #[test]
    fn each_leaves_out_one_condition() {
        let systems = StructureKind::Transitions;
        let both = [
            "check reach two == Inside without one == Inside",
            "check reach one == Inside without two == Inside",
        ];
        for written in [
            "reach one == Inside && two == Inside",
            "always !(one == Inside and two == Inside)",
            "prop { !(one == Inside && two == Inside) }",
            "prop { !(one == Inside && two == Inside); }",
        ] {
            assert_eq!(of(systems, written), both, "{written}");
        }
        let machines = of(
            StructureKind::Machines,
            "reach PhD.waiting, \"a, b\".error, M.x",
        );
        assert_eq!(machines.len(), 3, "{machines:?}");
        assert_eq!(
            machines[0],
            "check reach \"a, b\".error, M.x without PhD.waiting"
        );
        let charts = of(
            StructureKind::Statecharts,
            "always not (t1.In and not ctl.Closed)",
        );
        assert_eq!(charts[1], "check reach t1.In without not ctl.Closed");
        let within = of_written(systems, "reach x == 1 && (y == 2 || z)", Some(4));
        assert_eq!(within[0].line, "check reach (y == 2 || z) within 4");
    }

    #[test]
    fn what_is_no_conjunction_has_none() {
        for written in [
            "reach x == 1",
            "reach x == 1 || y == 2 && z",
            "reach a.In then b.In and c.In",
            "always x == 1 and y == 2",
            "always not (a) and not (b)",
            "always not x",
            "deadlock",
            "reach tl.pedLight and tl.carLight frame open",
            "reach ",
            "reach x &&",
            "reach x iff y && z",
            "prop { !(x // and y\n && y) }",
            "prop {",
            "reach \"x and y",
            "",
        ] {
            for kind in [StructureKind::Transitions, StructureKind::Statecharts] {
                assert_eq!(of_written(kind, written, None), [], "{written}");
            }
        }
    }
}
