//! New messages of a scenario.

use super::change::Change;
use super::columns::{between, pad, shared};
use super::{Page, Patch, lines};
use crate::language::machines::scenario::ast::MessageSyntax;
use crate::language::{Model, written};

impl Page<'_> {
    /// Inserts messages before the one with index `before`, in the columns of the scenario.
    pub(crate) fn insert_messages(
        &self,
        model: &Model,
        scenario: usize,
        before: usize,
        inserted: &[&Change],
    ) -> Option<Patch> {
        let messages = &self.scenarios.get(scenario)?.messages;
        let neighbour = messages.get(before.saturating_sub(1))?.span;
        let indentation = lines::indentation(self.text, neighbour.start);
        let arrows = messages.iter().filter_map(|it| self.message_arrow(it));
        let arrow = shared(self.text, arrows);
        let colons = messages.iter().filter_map(|it| self.message_colon(it));
        let colon = shared(self.text, colons);
        let mut statements = Vec::new();
        for change in inserted {
            let &&Change::Insert {
                from, to, symbol, ..
            } = change
            else {
                return None;
            };
            let lifelines = &model.scenarios[scenario].lifelines;
            let mut line = format!("{indentation}{}", written(&lifelines[from].name));
            pad(&mut line, arrow);
            line += &format!("-> {}", written(&lifelines[to].name));
            pad(&mut line, colon);
            line += &format!(": {}", written(&model.symbols[symbol]));
            statements.push(line);
        }
        Some(match before {
            0 => lines::insert_before(self.text, neighbour, &statements),
            _ => lines::insert_after(self.text, neighbour, &statements),
        })
    }

    fn message_arrow(&self, message: &MessageSyntax) -> Option<usize> {
        between(
            self.text,
            message.from.span.end,
            message.to.span.start,
            "->",
        )
    }

    fn message_colon(&self, message: &MessageSyntax) -> Option<usize> {
        between(
            self.text,
            message.to.span.end,
            message.symbol.span.start,
            ":",
        )
    }
}
