//! The operations and invariants of a text as written, each with its place in the model.

use crate::language::classes::ClassModel;
use crate::language::classes::ast::{ClassDocument, ClauseSyntax, Item, Member, OperationSyntax};

/// A contract, or a part of it that stands in a context.
pub(super) struct Contract<'d> {
    /// Of this class of the model.
    pub(super) class: usize,
    /// Of this operation of the model.
    pub(super) operation: usize,
    pub(super) syntax: &'d OperationSyntax,
}

/// An invariant.
pub(super) struct Invariant<'d> {
    /// Of this class of the model.
    pub(super) class: usize,
    pub(super) syntax: &'d ClauseSyntax,
}

/// All contracts and invariants.
pub(super) struct Contracts<'d> {
    pub(super) operations: Vec<Contract<'d>>,
    pub(super) invariants: Vec<Invariant<'d>>,
}

impl<'d> Contracts<'d> {
    /// Those of a text, in its order.
    pub(super) fn of(document: &'d ClassDocument, model: &ClassModel) -> Self {
        let mut all = Self {
            operations: Vec::new(),
            invariants: Vec::new(),
        };
        for item in &document.items {
            match item {
                Item::Class(it) => {
                    for member in &it.members {
                        match member {
                            Member::Operation(it_of) => {
                                all.operation(model, &it.name.text, it_of);
                            }
                            Member::Invariant(clause) => {
                                all.invariant(model, &it.name.text, clause);
                            }
                            Member::Attributes(_) => {}
                        }
                    }
                }
                Item::Context(it) => {
                    if let Some(operation) = &it.operation {
                        all.operation(model, &it.class.text, operation);
                    }
                    for clause in &it.invariants {
                        all.invariant(model, &it.class.text, clause);
                    }
                }
                _ => {}
            }
        }
        all
    }

    fn operation(&mut self, model: &ClassModel, class: &str, syntax: &'d OperationSyntax) {
        let class = model.classes.iter().position(|it| it.name == class);
        let found = class.and_then(|it| Some((it, model.operation_of(it, &syntax.name.text)?)));
        // A query has no contract.
        if let Some((class, operation)) = found.filter(|_| syntax.body.is_none()) {
            self.operations.push(Contract {
                class,
                operation,
                syntax,
            });
        }
    }

    fn invariant(&mut self, model: &ClassModel, class: &str, syntax: &'d ClauseSyntax) {
        if let Some(class) = model.classes.iter().position(|it| it.name == class) {
            self.invariants.push(Invariant { class, syntax });
        }
    }
}

/// An operation with its class: `Light.switch`.
pub(super) fn named(model: &ClassModel, operation: usize) -> String {
    let it = &model.operations[operation];
    format!("{}.{}", model.classes[it.class].name, it.name)
}
