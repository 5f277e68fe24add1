//! A transition system in canonical form: two blanks for each level, one statement per line.
//!
//! Invariant: what is printed is read as the same document, places aside. Comments are not part of a
//! document and are lost.

use super::ast::{
    PropertySyntax, StatementId, StatementKind, SubjectSyntax, TransitionDocument, VariableSyntax,
};
use crate::expression::Grammar;
use crate::expression::ast::Expression;
use crate::expression::print;

/// Levels that are indented; what is deeper stands as far to the right, so that text stays as long as it is deep.
const MOST_INDENTED: usize = 40;

/// The canonical text.
#[must_use]
pub fn print(document: &TransitionDocument) -> String {
    let mut out = String::new();
    for it in &document.types {
        let literals: Vec<_> = it.literals.iter().map(|it| it.text.as_str()).collect();
        let literals = literals.join(", ");
        out.push_str(&format!("type {} : {{ {literals} }}\n", it.name.text));
    }
    for it in &document.variables {
        out.push_str(&format!("{}\n", variable(it)));
    }
    let relations = [
        ("trans", &document.trans),
        ("init", &document.init),
        ("env", &document.env),
    ];
    for (word, relation) in relations {
        if let Some(relation) = relation {
            out.push_str(if out.is_empty() { "" } else { "\n" });
            out.push_str(&format!("{word} "));
            let mut printer = Printer {
                document,
                out,
                level: 0,
            };
            printer.run(vec![Work::Joined(&relation.alternatives, " or ")]);
            out = printer.out;
            out.push('\n');
        }
    }
    for (at, it) in document.properties.iter().enumerate() {
        out.push_str(if at == 0 { "\n" } else { "" });
        property(&mut out, it);
    }
    out
}

/// A statement as it is written, on one or more lines.
#[must_use]
pub fn statement(document: &TransitionDocument, statement: StatementId) -> String {
    let mut printer = Printer {
        document,
        out: String::new(),
        level: 0,
    };
    printer.run(vec![Work::Statement(statement)]);
    printer.out
}

fn expression(it: &Expression) -> String {
    print::expression(it, Grammar::THETA)
}

fn variable(it: &VariableSyntax) -> String {
    let control = if it.control { "ctrl " } else { "" };
    let sort = print::sort(&it.sort);
    let initial = it.initial.as_ref();
    let initial = initial.map_or(String::new(), |it| format!(" = {}", expression(it)));
    format!("{control}var {} : {sort}{initial}", it.name.text)
}

/// The clause of a question about every state, behind its subject.
pub const EVERY_STATE: &str = " every state";

/// A question as it is written.
pub fn property(out: &mut String, property: &PropertySyntax) {
    match &property.subject {
        SubjectSyntax::Always(it) if property.is_prop => {
            return out.push_str(&format!("prop {{ {} }}\n", expression(it)));
        }
        subject => out.push_str(&format!("check {}", subject.written(expression))),
    }
    if property.every_state.is_some() {
        out.push_str(EVERY_STATE);
    }
    if let Some((bound, _)) = property.within {
        out.push_str(&format!(" within {bound}"));
    }
    if let Some((answer, _)) = property.expect {
        out.push_str(&format!(" expect {}", answer.word()));
    }
    out.push('\n');
}

/// What is still to be printed.
enum Work<'d> {
    Statement(StatementId),
    Text(&'static str),
    /// Statements with a text between them.
    Joined(&'d [StatementId], &'static str),
    /// A new line, so many levels further in or out.
    Line(isize),
}

struct Printer<'d> {
    document: &'d TransitionDocument,
    out: String,
    level: usize,
}

impl<'d> Printer<'d> {
    /// Prints what stands on a stack, the top first.
    fn run(&mut self, mut work: Vec<Work<'d>>) {
        while let Some(next) = work.pop() {
            match next {
                Work::Statement(it) => self.statement(it, &mut work),
                Work::Text(text) => self.out.push_str(text),
                Work::Joined(all, joint) => {
                    for (at, &it) in all.iter().enumerate().rev() {
                        work.push(Work::Statement(it));
                        if at > 0 {
                            work.push(Work::Text(joint));
                        }
                    }
                }
                Work::Line(levels) => {
                    self.level = self.level.saturating_add_signed(levels);
                    self.out.push('\n');
                    let blanks = 2 * self.level.min(MOST_INDENTED);
                    self.out.extend(std::iter::repeat_n(' ', blanks));
                }
            }
        }
    }

    /// Prints the beginning of a statement, and puts the rest on the stack.
    fn statement(&mut self, statement: StatementId, work: &mut Vec<Work<'d>>) {
        let text = match &self.document.statements[statement].kind {
            StatementKind::Local(it) => format!("local {};", variable(it)),
            StatementKind::Assign { name, index, value } => {
                let index = index.as_ref();
                let index = index.map_or(String::new(), |it| format!("[{}]", expression(it)));
                format!("{}{index} := {};", name.text, expression(value))
            }
            StatementKind::Havoc(name) => format!("havoc {};", name.text),
            StatementKind::Assume(it) => format!("assume {};", expression(it)),
            StatementKind::Choice(all) => {
                work.push(Work::Joined(all, " or "));
                "choice ".into()
            }
            StatementKind::Parallel(all) => {
                work.push(Work::Joined(all, " and "));
                "par ".into()
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                if let Some(otherwise) = otherwise {
                    work.push(Work::Statement(*otherwise));
                    work.push(Work::Text(" else "));
                }
                work.push(Work::Statement(*then));
                format!("if ({}) ", expression(condition))
            }
            StatementKind::For {
                counter,
                from,
                to,
                body,
            } => {
                work.push(Work::Statement(*body));
                let (from, to) = (expression(from), expression(to));
                format!("for {} from {from} to {to} do ", counter.text)
            }
            StatementKind::Block(all) if all.is_empty() => "{}".into(),
            StatementKind::Block(all) => {
                work.push(Work::Text("}"));
                work.push(Work::Line(-1));
                for (at, &it) in all.iter().enumerate().rev() {
                    work.push(Work::Statement(it));
                    work.push(Work::Line(if at == 0 { 1 } else { 0 }));
                }
                "{".into()
            }
        };
        self.out.push_str(&text);
    }
}
