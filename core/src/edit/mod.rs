//! Patches: changes of a model as edits of the text that it was read from.
//!
//! Only the statements concerned are touched; comments, blank lines and the layout of everything
//! else stay. New lines take the indentation and the columns of their neighbours.

pub mod change;
mod columns;
pub(crate) mod lines;
mod message;
mod preview;
mod transition;

use std::collections::BTreeMap;

pub use preview::{Line, preview};

use self::change::Change;
use crate::language::machines::ast::{MachineSyntax, Statement, TransitionSyntax};
use crate::language::machines::document::Document;
use crate::language::machines::document::ast::Item;
use crate::language::machines::scenario::ast::ScenarioSyntax;
use crate::language::machines::{MachineId, TransitionId};
use crate::language::{Model, Symbol};
use crate::text::Patch;

/// A text with its statements, which are those of the model in the same order: it has no errors.
pub(crate) struct Page<'t> {
    text: &'t str,
    machines: Vec<&'t MachineSyntax>,
    scenarios: Vec<&'t ScenarioSyntax>,
}

/// What becomes of one transition.
#[derive(Default)]
struct Rewrite<'c> {
    target: Option<usize>,
    trigger: Option<Option<Symbol>>,
    effects: Option<&'c [Symbol]>,
}

impl<'t> Page<'t> {
    pub(crate) fn new(text: &'t str, document: &'t Document) -> Self {
        let mut page = Self {
            text,
            machines: Vec::new(),
            scenarios: Vec::new(),
        };
        for item in &document.items {
            match item {
                Item::Machine(machine) => page.machines.push(machine),
                Item::Scenario(scenario) => page.scenarios.push(scenario),
                Item::System(_) | Item::Check(_) => {}
            }
        }
        page
    }

    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// The transitions of a machine as written.
    fn transitions(&self, machine: MachineId) -> Vec<&'t TransitionSyntax> {
        let statements = self
            .machines
            .get(machine)
            .map_or(&[][..], |it| &it.statements);
        let transitions = statements.iter().filter_map(|statement| match statement {
            Statement::Transition(it) => Some(it),
            _ => None,
        });
        transitions.collect()
    }

    /// The patches for changes of the model, in order; `None` where they get into each other's way.
    pub(crate) fn patches(&self, model: &Model, changes: &[Change]) -> Option<Vec<Patch>> {
        let mut patches = Vec::new();
        let mut rewrites: BTreeMap<(MachineId, TransitionId), Rewrite> = BTreeMap::new();
        let mut inserts: BTreeMap<(usize, usize), Vec<&Change>> = BTreeMap::new();
        for change in changes {
            match change {
                Change::Target(machine, index, target) => {
                    rewrites.entry((*machine, *index)).or_default().target = Some(*target);
                }
                Change::Trigger(machine, index, trigger) => {
                    rewrites.entry((*machine, *index)).or_default().trigger = Some(*trigger);
                }
                Change::Effects(machine, index, effects) => {
                    rewrites.entry((*machine, *index)).or_default().effects = Some(effects);
                }
                Change::Insert {
                    scenario, before, ..
                } => inserts
                    .entry((*scenario, *before))
                    .or_default()
                    .push(change),
                Change::Remove { scenario, message } => {
                    let message = self.scenarios.get(*scenario)?.messages.get(*message)?;
                    patches.push(lines::remove(self.text, message.span));
                }
                &Change::MarkFinal(machine, state) => {
                    patches.push(self.mark_final(model, machine, state)?);
                }
                Change::Add { .. } => patches.push(self.add_transition(model, change)?),
            }
        }
        for (place, rewrite) in rewrites {
            patches.extend(self.rewrite_transition(model, place, &rewrite)?);
        }
        for ((scenario, before), inserted) in inserts {
            patches.push(self.insert_messages(model, scenario, before, &inserted)?);
        }
        patches.sort_by_key(|patch| (patch.span.start, patch.span.end));
        let apart = patches
            .windows(2)
            .all(|two| two[0].span.end <= two[1].span.start);
        apart.then_some(patches)
    }
}
