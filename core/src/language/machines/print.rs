//! Machines: from statements to text, in columns.

use super::ast::{MachineSyntax, Statement, TransitionSyntax};
use crate::language::{Name, columns};
use crate::text::quote;

/// Appends a machine.
pub fn machine(out: &mut String, machine: &MachineSyntax) {
    out.push_str(&format!("machine {} {{\n", machine.name.written()));
    let (mut sources, mut targets) = (0, 0);
    for statement in &machine.statements {
        match statement {
            Statement::Transition(it) => {
                sources = sources.max(columns::width(&it.source.written()));
                if has_label(it) {
                    targets = targets.max(columns::width(&it.target.written()));
                }
            }
            Statement::Final { state, .. } => {
                sources = sources.max(columns::width(&state.written()));
            }
            Statement::Initial { .. } | Statement::State { .. } => {}
        }
    }
    for statement in &machine.statements {
        out.push_str("  ");
        match statement {
            Statement::Initial { state, .. } => {
                out.push_str(&format!("[*] --> {}", state.written()));
            }
            Statement::Final { state, .. } => {
                columns::padded(out, &state.written(), sources);
                out.push_str(" --> [*]");
            }
            Statement::Transition(it) => transition(out, it, sources, targets),
            Statement::State { name, label, .. } => {
                out.push_str(&format!("state {}", name.written()));
                if let Some(label) = label {
                    out.push_str(&format!(" as {}", quote(&label.text)));
                }
            }
        }
        out.push('\n');
    }
    out.push_str("}\n");
}

fn has_label(transition: &TransitionSyntax) -> bool {
    transition.trigger.is_some() || !transition.effects.is_empty()
}

fn transition(out: &mut String, transition: &TransitionSyntax, sources: usize, targets: usize) {
    columns::padded(out, &transition.source.written(), sources);
    out.push_str(" --> ");
    if !has_label(transition) {
        out.push_str(&transition.target.written());
        return;
    }
    columns::padded(out, &transition.target.written(), targets);
    out.push_str(" :");
    if let Some(trigger) = &transition.trigger {
        out.push(' ');
        out.push_str(&trigger.written());
    }
    if !transition.effects.is_empty() {
        let effects: Vec<_> = transition.effects.iter().map(Name::written).collect();
        out.push_str(&format!(" / {}", effects.join(", ")));
    }
}
