//! By what steps of kept runs are known: what operations do as data, and steps found again by it.
//!
//! Files and links of earlier builds have words in the place of data. Only this module, and [`super::outside`] for what is sent by
//! hand, reads them.

use crate::expression::Value;
use crate::language::transitions::{OperationId, OperationKind, TransitionModel};
use crate::view::{KnownBy, StepAction, StepEffect, StepTurn};

/// What a step of a transition system does.
pub(super) fn of_relation(relation: &str, effects: Vec<StepEffect>) -> StepAction {
    StepAction {
        turn: StepTurn::Relation(relation.to_owned()),
        effects,
        ..StepAction::default()
    }
}

/// What an operation does, with the value that a havoc chose; of what only leads to others, nothing.
pub(super) fn effect(
    text: &str,
    model: &TransitionModel,
    operation: OperationId,
    values: &[Value],
) -> Option<StepEffect> {
    let it = &model.operations[operation];
    let written = |span: crate::text::Span| {
        let words: Vec<_> = span.text(text).split_whitespace().collect();
        words.join(" ").trim_end_matches(';').to_string()
    };
    match &it.kind {
        OperationKind::Assign(..) | OperationKind::Assume(_) => {
            Some(StepEffect::Executes(written(it.span)))
        }
        OperationKind::Havoc(variable) => {
            let value = values.get(*variable);
            let value = value.map(|it| it.show(&model.variables[*variable].sort));
            Some(StepEffect::Gives {
                variable: model.variables[*variable].name.clone(),
                value: value.unwrap_or("any".into()),
            })
        }
        OperationKind::If(condition, ..) => Some(StepEffect::Executes(format!(
            "if ({})",
            written(condition.span)
        ))),
        OperationKind::For { counter, .. } => {
            let counter = &model.variables[*counter].name;
            Some(StepEffect::Executes(format!("for {counter}")))
        }
        OperationKind::Declare(..)
        | OperationKind::Sequence(..)
        | OperationKind::Choice(_)
        | OperationKind::Parallel(_) => None,
    }
}

/// How well what a step does fits what it is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// Of machines, the same lifelines move and send the same: a transition may be written otherwise.
    Moves,
    /// It does the same in another order, where things happen at once.
    Like,
    /// It does the same.
    Exact,
}

/// Whether a step does what it is known by; `None` where it does not, or nothing is known.
pub(super) fn fit(action: &StepAction, known_by: &KnownBy) -> Option<Fit> {
    // Of transition systems another order is another step.
    let is_ordered = matches!(action.turn, StepTurn::Relation(_));
    let (is_same, is_like) = match known_by {
        KnownBy::Number => (false, false),
        KnownBy::Action(it) => (it == action, it.is_like(action)),
        KnownBy::Words(words) => {
            let (words, own) = (words_of_today(words), action.to_string());
            let is_like = words.len() == own.len() && pieces(words) == pieces(&own);
            (words == own, is_like)
        }
    };
    match (is_same, is_like && !is_ordered, known_by) {
        (true, ..) => Some(Fit::Exact),
        (_, true, _) => Some(Fit::Like),
        (.., KnownBy::Action(it)) if moves_alike(it, action) => Some(Fit::Moves),
        _ => None,
    }
}

/// Whether in two steps of machines the same lifelines begin and end transitions and send the same, whatever these are written like.
fn moves_alike(one: &StepAction, other: &StepAction) -> bool {
    let bare = |it: &StepAction| {
        let mut effects = it.effects.clone();
        for effect in &mut effects {
            if let StepEffect::Moves { line, .. } = effect {
                line.clear();
            }
        }
        effects.sort();
        effects
    };
    let of_machines = [one, other].iter().all(|it| it.turn == StepTurn::System);
    of_machines && bare(one) == bare(other)
}

/// What a step that a run was kept with is called now: earlier builds said first who acts where that is the environment.
fn words_of_today(words: &str) -> &str {
    let today = words.strip_prefix("the environment acts: ");
    today.unwrap_or(words)
}

/// Who acts and why, and the sorted rest.
fn pieces(words: &str) -> (&str, Vec<&str>) {
    let (head, rest) = words.split_once(": ").unwrap_or(("", words));
    let mut pieces: Vec<_> = rest.split("; ").collect();
    pieces.sort_unstable();
    (head, pieces)
}

/// The values that a choice gives to variables, as they are written.
pub(super) fn gives(known_by: &KnownBy) -> Vec<(&str, &str)> {
    match known_by {
        KnownBy::Number => Vec::new(),
        KnownBy::Action(it) => given(it).collect(),
        KnownBy::Words(words) => {
            let (_, rest) = words.split_once(": ").unwrap_or_default();
            let each = rest.split("; ");
            each.filter_map(|it| it.split_once(" := ")).collect()
        }
    }
}

/// The values that a step or a start gives to variables, as they are written.
pub(super) fn given(action: &StepAction) -> impl Iterator<Item = (&str, &str)> {
    action.effects.iter().filter_map(|it| match it {
        StepEffect::Gives { variable, value } => Some((&**variable, &**value)),
        StepEffect::Executes(line) => line.split_once(" := "),
        _ => None,
    })
}

/// Those of such values that are integers.
pub(super) fn integers<'w>(
    values: impl IntoIterator<Item = (&'w str, &'w str)>,
) -> Vec<(&'w str, i64)> {
    let each = values.into_iter();
    each.filter_map(|(variable, value)| Some((variable, value.parse().ok()?)))
        .collect()
}
