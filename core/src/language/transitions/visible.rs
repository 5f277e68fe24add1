//! Which names can be seen at a place of the text, and which variable each of them is.

use std::collections::BTreeMap;

use super::model::VariableId;
use crate::expression::{Scope, Sort};

/// The variables that can be named at the place at hand.
#[derive(Default)]
pub(super) struct Visible {
    /// For each name the variables that it has meant, the innermost last.
    pub(super) by_name: BTreeMap<String, Vec<VariableId>>,
    pub(super) sorts: Vec<Sort>,
    /// The names that were declared, innermost block last, with the number of open blocks.
    pub(super) local: Vec<(usize, String)>,
    pub(super) depth: usize,
}

impl Visible {
    pub(super) fn declare(&mut self, name: &str, variable: VariableId, sort: Sort) {
        debug_assert_eq!(
            self.sorts.len(),
            variable,
            "variables are declared in order"
        );
        self.sorts.push(sort);
        self.by_name
            .entry(name.to_string())
            .or_default()
            .push(variable);
        if self.depth > 0 {
            self.local.push((self.depth, name.to_string()));
        }
    }

    pub(super) fn open(&mut self) {
        self.depth += 1;
    }

    pub(super) fn close(&mut self) {
        while self
            .local
            .last()
            .is_some_and(|(depth, _)| *depth == self.depth)
        {
            if let Some((_, name)) = self.local.pop()
                && let Some(meanings) = self.by_name.get_mut(&name)
            {
                meanings.pop();
            }
        }
        self.depth -= 1;
    }

    pub(super) fn find(&self, name: &str) -> Option<VariableId> {
        self.by_name.get(name)?.last().copied()
    }

    /// Whether a name is declared in the innermost block itself.
    pub(super) fn is_own(&self, name: &str) -> bool {
        let own = self.local.iter().rev();
        let mut own = own.take_while(|(depth, _)| *depth == self.depth);
        own.any(|(_, it)| it == name)
    }
}

impl Scope for Visible {
    fn variable(&self, name: &str) -> Option<(usize, &Sort)> {
        self.find(name).map(|it| (it, &self.sorts[it]))
    }

    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        let alive = self.by_name.iter().filter(|(_, it)| !it.is_empty());
        Box::new(alive.map(|(name, _)| name.as_str()))
    }
}
