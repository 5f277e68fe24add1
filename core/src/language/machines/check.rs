//! Machines: from statements to the resolved machine, and what is wrong on the way.
//!
//! The result is always usable: a machine without an initial state starts in its first one, and
//! an empty machine has one state named `?`.

use std::collections::{BTreeMap, BTreeSet};

use super::alphabet::Alphabet;
use super::ast::{MachineSyntax, Statement, TransitionSyntax};
use super::{Machine, State, StateId, Transition, TransitionId};
use crate::language::names::{shown, written};
use crate::language::{Name, Symbol};
use crate::text::{Diagnostic, Findings, Fix, Patch, Span};

/// What a transition is, apart from its place: source, trigger, effects as a set, target.
type Key = (StateId, Option<Symbol>, BTreeSet<Symbol>, StateId);

/// The names of one machine, for those who refer to it.
#[derive(Debug, Default)]
pub struct Names {
    /// States by name.
    pub states: BTreeMap<String, StateId>,
    /// Transitions by what they are.
    pub transitions: BTreeMap<Key, TransitionId>,
    /// Symbols that some transition sends.
    pub sends: BTreeSet<Symbol>,
    /// Symbols that some transition takes.
    pub takes: BTreeSet<Symbol>,
    /// Whether errors kept some statement from being read whole: then nobody knows what is missing.
    pub in_doubt: bool,
}

/// Number of different states and of transitions.
#[must_use]
pub fn size(syntax: &MachineSyntax) -> (usize, usize) {
    let mut states = BTreeSet::new();
    let mut transitions = 0;
    for statement in &syntax.statements {
        match statement {
            Statement::Initial { state, .. }
            | Statement::Final { state, .. }
            | Statement::State { name: state, .. } => {
                states.insert(state.text.as_str());
            }
            Statement::Transition(it) => {
                states.extend([it.source.text.as_str(), it.target.text.as_str()]);
                transitions += 1;
            }
        }
    }
    (states.len().max(1), transitions)
}

/// Resolves one machine.
pub fn machine(
    syntax: &MachineSyntax,
    alphabet: &mut Alphabet,
    findings: &mut Findings,
) -> (Machine, Names) {
    let mut resolver = Resolver {
        findings,
        alphabet,
        names: Names {
            in_doubt: syntax.in_doubt,
            ..Names::default()
        },
        machine: Machine {
            name: syntax.name.text.clone(),
            states: Vec::new(),
            initial: 0,
            transitions: Vec::new(),
            span: syntax.name.span,
        },
        initial: None,
        declared: BTreeMap::new(),
    };
    for statement in &syntax.statements {
        resolver.statement(statement);
    }
    resolver.finish(syntax.statements.first().map(Statement::span))
}

struct Resolver<'a> {
    findings: &'a mut Findings,
    alphabet: &'a mut Alphabet,
    names: Names,
    machine: Machine,
    /// The initial state and where it is named.
    initial: Option<(StateId, Span)>,
    /// Where states are declared with `state`.
    declared: BTreeMap<StateId, Span>,
}

impl Resolver<'_> {
    fn state(&mut self, name: &Name) -> StateId {
        if let Some(&state) = self.names.states.get(&name.text) {
            return state;
        }
        let state = self.machine.states.len();
        self.names.states.insert(name.text.clone(), state);
        self.machine.states.push(State {
            name: name.text.clone(),
            label: None,
            is_final: false,
            span: name.span,
        });
        state
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Initial { state, .. } => self.initial(state),
            Statement::Final { state, .. } => {
                let state = self.state(state);
                self.machine.states[state].is_final = true;
            }
            Statement::Transition(transition) => self.transition(transition),
            Statement::State { name, label, .. } => self.declaration(name, label.as_ref()),
        }
    }

    fn initial(&mut self, name: &Name) {
        let state = self.state(name);
        let Some((_, first)) = self.initial else {
            self.initial = Some((state, name.span));
            return;
        };
        let title = format!("{} has two initial states", shown(&self.machine.name));
        self.findings.push(
            Diagnostic::error("two-initial-states", name.span, title)
                .label(first, "the first one")
                .hint("Keep one of the lines `[*] --> state`."),
        );
    }

    fn declaration(&mut self, name: &Name, label: Option<&Name>) {
        let state = self.state(name);
        if let Some(&first) = self.declared.get(&state) {
            let title = format!("The state {} is declared twice", shown(&name.text));
            self.findings.push(
                Diagnostic::error("duplicate-state", name.span, title)
                    .label(first, "the first declaration")
                    .hint("Remove one of the two, or rename it."),
            );
            return;
        }
        self.declared.insert(state, name.span);
        self.machine.states[state].label = label.map(|label| label.text.clone());
    }

    fn transition(&mut self, syntax: &TransitionSyntax) {
        let source = self.state(&syntax.source);
        let target = self.state(&syntax.target);
        let trigger = syntax.trigger.as_ref();
        let trigger = trigger.map(|name| self.alphabet.take(&name.text, name.span));
        let mut effects = Vec::new();
        let mut set = BTreeSet::new();
        for name in &syntax.effects {
            let symbol = self.alphabet.send(&name.text, name.span);
            if set.insert(symbol) {
                effects.push(symbol);
                continue;
            }
            let title = format!("{} is listed twice in this effect set", shown(&name.text));
            self.findings.push(
                Diagnostic::error("duplicate-effect", name.span, title)
                    .hint("Each effect is sent once. To send it twice, use two transitions."),
            );
        }
        self.names.sends.extend(&effects);
        self.names.takes.extend(trigger);
        let number = self.machine.transitions.len();
        let first = *self
            .names
            .transitions
            .entry((source, trigger, set, target))
            .or_insert(number);
        if first != number {
            let title = "This transition is there already";
            self.findings.push(
                Diagnostic::warning("duplicate-transition", syntax.span, title)
                    .label(self.machine.transitions[first].span, "the same transition")
                    .hint("Remove one of the two: together they do what one does."),
            );
        }
        self.machine.transitions.push(Transition {
            source,
            trigger,
            effects,
            target,
            span: syntax.span,
        });
    }

    fn finish(mut self, first: Option<Span>) -> (Machine, Names) {
        match self.initial {
            Some((state, _)) => {
                self.machine.initial = state;
                if !self.names.in_doubt {
                    self.unreachable();
                }
            }
            None => self.no_initial(first),
        }
        (self.machine, self.names)
    }

    /// Reports that no line says where the machine starts, before its first statement; unless a line
    /// that could not be read may be that line.
    fn no_initial(&mut self, first: Option<Span>) {
        let machine = &mut self.machine;
        let title = format!("{} has no initial state", shown(&machine.name));
        let finding = Diagnostic::error("no-initial-state", machine.span, title);
        let finding = match (machine.states.first(), first) {
            (Some(state), Some(first)) => {
                let line = format!("[*] --> {}", written(&state.name));
                let patch = Patch::insert(first.start, format!("{line}\n  "));
                let fix = Fix::new(format!("Add `{line}`"), [patch]);
                finding.hint(format!("Add the line `{line}`.")).fix(fix)
            }
            _ => finding.hint("Add a line such as `[*] --> idle`."),
        };
        if !self.names.in_doubt {
            self.findings.push(finding);
        }
        if machine.states.is_empty() {
            machine.states.push(State {
                name: "?".to_string(),
                label: None,
                is_final: false,
                span: machine.span,
            });
        }
    }

    /// Warns about states to which no transitions lead from the initial state.
    fn unreachable(&mut self) {
        let machine = &self.machine;
        let mut targets = vec![Vec::new(); machine.states.len()];
        let mut entered = vec![false; machine.states.len()];
        for transition in &machine.transitions {
            targets[transition.source].push(transition.target);
            entered[transition.target] |= transition.source != transition.target;
        }
        let mut reached = vec![false; machine.states.len()];
        reached[machine.initial] = true;
        let mut open = vec![machine.initial];
        while let Some(state) = open.pop() {
            for &target in &targets[state] {
                if !std::mem::replace(&mut reached[target], true) {
                    open.push(target);
                }
            }
        }
        for (number, state) in machine.states.iter().enumerate() {
            if reached[number] {
                continue;
            }
            let name = shown(&state.name);
            let title = if entered[number] {
                format!("The state {name} cannot be reached from the initial state")
            } else {
                format!("No transition leads to the state {name}")
            };
            self.findings.push(
                Diagnostic::warning("unreachable-state", state.span, title)
                    .hint("Add a transition that leads to it, or remove it."),
            );
        }
    }
}
