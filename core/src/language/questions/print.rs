//! Checks: from a subject and its clauses to text.

use super::Mode;
use super::ast::{CheckSyntax, Condition, Goal, Subject};

/// Appends a check.
pub fn check<G: Goal, C: Condition>(out: &mut String, check: &CheckSyntax<G, C>) {
    out.push_str("check ");
    match &check.subject {
        Subject::Scenario { name, mode } => {
            out.push_str(&G::VOCABULARY.written(&name.text));
            out.push_str(match mode {
                None => "",
                Some(Mode::Strict) => " strict",
                Some(Mode::Loose) => " loose",
            });
        }
        Subject::Reach { goal } => out.push_str(&format!("reach {}", goal.written())),
        Subject::Always { condition } => out.push_str(&format!("always {}", condition.written())),
        Subject::Deadlock => out.push_str("deadlock"),
    }
    if !check.from.is_empty() {
        out.push_str(&format!(" from {}", check.from.written()));
    }
    if let Some(bound) = check.within {
        out.push_str(&format!(" within {}", bound.transactions));
    }
    if let Some((answer, _)) = check.expect {
        out.push_str(&format!(" expect {}", answer.word()));
    }
    out.push('\n');
}
