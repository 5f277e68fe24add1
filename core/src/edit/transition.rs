//! Changed and new transitions of a machine.
//!
//! Only the part that changes is replaced: the name of a state, a trigger, a list of effects. Where
//! a label appears or disappears, everything behind the target is written anew.

use super::change::Change;
use super::columns::{between, column, pad, shared};
use super::{Page, Patch, Rewrite, lines};
use crate::language::machines::ast::{Statement, TransitionSyntax};
use crate::language::machines::{MachineId, StateId, TransitionId};
use crate::language::{Model, Symbol, written};
use crate::text::Span;

impl Page<'_> {
    /// Rewrites the parts of a transition that change.
    pub(super) fn rewrite_transition(
        &self,
        model: &Model,
        (machine, index): (MachineId, TransitionId),
        rewrite: &Rewrite<'_>,
    ) -> Option<Vec<Patch>> {
        let transitions = self.transitions(machine);
        let syntax = *transitions.get(index)?;
        let resolved = &model.machines[machine].transitions[index];
        let mut patches = Vec::new();
        let trigger = rewrite.trigger.unwrap_or(resolved.trigger);
        let effects = rewrite.effects.unwrap_or(&resolved.effects);
        let relabelled = self.relabel(model, syntax, rewrite);
        if let Some(target) = rewrite.target {
            let name = written(&model.machines[machine].states[target].name);
            let ends_here = trigger.is_none() && effects.is_empty();
            patches.push(self.retarget(syntax, name, !ends_here));
        }
        match relabelled {
            Some(parts) => patches.extend(parts),
            None => {
                let colon = shared(
                    self.text,
                    transitions.iter().filter_map(|it| self.colon(it)),
                );
                patches.push(self.new_label(model, syntax, colon, trigger, effects));
            }
        }
        Some(patches)
    }

    /// Another target; blanks before the colon keep it in its column as far as there is room.
    fn retarget(&self, syntax: &TransitionSyntax, name: String, has_label: bool) -> Patch {
        let old = syntax.target.span;
        let blank = |at: usize| self.text[old.end..at].chars().all(|it| it == ' ');
        let fits = |&at: &usize| has_label && at > old.end && blank(at);
        let Some(colon) = self.colon(syntax).filter(fits) else {
            return Patch {
                span: old,
                text: name,
            };
        };
        let width = self.text[old.start..colon].chars().count();
        let mut text = name;
        pad(&mut text, Some(width));
        Patch {
            span: Span::new(old.start, colon),
            text,
        }
    }

    /// Replaces trigger and effects in their places; `None` where one of them appears or
    /// disappears.
    fn relabel(
        &self,
        model: &Model,
        syntax: &TransitionSyntax,
        rewrite: &Rewrite<'_>,
    ) -> Option<Vec<Patch>> {
        let mut patches = Vec::new();
        if let Some(trigger) = rewrite.trigger {
            let old = syntax.trigger.as_ref()?.span;
            patches.push(Patch {
                span: old,
                text: written(&model.symbols[trigger?]),
            });
        }
        if let Some(effects) = rewrite.effects {
            let (first, last) = (syntax.effects.first()?, syntax.effects.last()?);
            if effects.is_empty() {
                return None;
            }
            patches.push(Patch {
                span: first.span.to(last.span),
                text: list(model, effects),
            });
        }
        Some(patches)
    }

    /// Writes everything behind the target anew.
    fn new_label(
        &self,
        model: &Model,
        syntax: &TransitionSyntax,
        column_of_colons: Option<usize>,
        trigger: Option<Symbol>,
        effects: &[Symbol],
    ) -> Patch {
        let label = label(model, trigger, effects);
        let old_colon = self.colon(syntax);
        let span = match old_colon {
            Some(colon) if !label.is_empty() => Span::new(colon, syntax.span.end),
            _ => Span::new(syntax.target.span.end, syntax.span.end),
        };
        let mut text = String::new();
        if old_colon.is_none() && !label.is_empty() {
            let here = column(self.text, syntax.target.span.end);
            let gap = column_of_colons.map(|colon| colon.saturating_sub(here));
            pad(&mut text, gap);
        }
        text += &label;
        Patch { span, text }
    }

    /// A new transition, behind the last one that leaves the same state.
    pub(crate) fn add_transition(&self, model: &Model, change: &Change) -> Option<Patch> {
        let Change::Add {
            machine,
            source,
            trigger,
            effects,
            target,
        } = change
        else {
            return None;
        };
        let states = &model.machines[*machine].states;
        let transitions = self.transitions(*machine);
        let same = transitions.iter().rev();
        let same = same
            .copied()
            .find(|it| it.source.text == states[*source].name);
        let neighbour = match same.or(transitions.last().copied()) {
            Some(transition) => transition.span,
            None => Statement::span(self.machines.get(*machine)?.statements.last()?),
        };
        let indentation = lines::indentation(self.text, neighbour.start);
        let arrows = transitions.iter().filter_map(|it| self.arrow(it));
        let colons = transitions.iter().filter_map(|it| self.colon(it));
        let mut line = format!("{indentation}{}", written(&states[*source].name));
        pad(&mut line, shared(self.text, arrows));
        line += &format!("--> {}", written(&states[*target].name));
        let label = label(model, *trigger, effects);
        if !label.is_empty() {
            pad(&mut line, shared(self.text, colons));
            line += &label;
        }
        Some(lines::insert_after(self.text, neighbour, &[line]))
    }

    /// A new `state --> [*]`, behind everything else in the machine.
    pub(crate) fn mark_final(
        &self,
        model: &Model,
        machine: MachineId,
        state: StateId,
    ) -> Option<Patch> {
        let neighbour = Statement::span(self.machines.get(machine)?.statements.last()?);
        let indentation = lines::indentation(self.text, neighbour.start);
        let name = written(&model.machines[machine].states[state].name);
        let transitions = self.transitions(machine);
        let arrows = transitions.iter().filter_map(|it| self.arrow(it));
        let mut line = format!("{indentation}{name}");
        pad(&mut line, shared(self.text, arrows));
        line += "--> [*]";
        Some(lines::insert_after(self.text, neighbour, &[line]))
    }

    fn arrow(&self, transition: &TransitionSyntax) -> Option<usize> {
        let (source, target) = (transition.source.span, transition.target.span);
        between(self.text, source.end, target.start, "-->")
    }

    fn colon(&self, transition: &TransitionSyntax) -> Option<usize> {
        let end = transition.span.end;
        between(self.text, transition.target.span.end, end, ":")
    }
}

/// A label with its colon; empty where there is nothing to say.
fn label(model: &Model, trigger: Option<Symbol>, effects: &[Symbol]) -> String {
    let mut text = String::new();
    if trigger.is_some() || !effects.is_empty() {
        text.push(':');
    }
    if let Some(trigger) = trigger {
        text += &format!(" {}", written(&model.symbols[trigger]));
    }
    if !effects.is_empty() {
        text += &format!(" / {}", list(model, effects));
    }
    text
}

fn list(model: &Model, symbols: &[Symbol]) -> String {
    let names: Vec<_> = symbols
        .iter()
        .map(|&it| written(&model.symbols[it]))
        .collect();
    names.join(", ")
}
