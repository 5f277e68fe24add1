//! Operations, their clauses, and contexts: from tokens to trees.

use super::ast::{ClauseSyntax, ContextSyntax, ModifiesSyntax, OperationSyntax, TypeSyntax};
use super::ocl::parse::expression;
use super::parse::sort;
use super::words::{CLASS, CLAUSE, INVARIANT, OPERATION, VARIABLE};
use crate::language::Name;
use crate::language::unquoted::{Follow, item_name, name};
use crate::text::{Cursor, Diagnostic, Kind, Naming};

/// Whether a clause of an operation begins after so many tokens, at most one.
pub(super) fn at_clause(cursor: &Cursor, ahead: usize) -> bool {
    let (first, next) = (cursor.peek_at(ahead), cursor.peek_at(ahead + 1));
    let begins = match cursor.text(first) {
        "pre" | "post" => matches!(next.kind, Kind::Word | Kind::Quoted | Kind::Symbol(":")),
        "modifies" => matches!(
            next.kind,
            Kind::Word | Kind::Symbol("(") | Kind::Break | Kind::End
        ),
        _ => false,
    };
    first.kind == Kind::Word && begins
}

/// `op(x : T) : U`, then `= e` or clauses.
pub(super) fn operation(cursor: &mut Cursor) -> Option<OperationSyntax> {
    let naming = Naming::New(OPERATION);
    let operation = item_name(cursor, naming, "an operation", Follow::symbols(&["("]))?;
    let mut operation = OperationSyntax {
        name: operation,
        parameters: Vec::new(),
        result: None,
        body: None,
        pre: Vec::new(),
        post: Vec::new(),
        modifies: None,
    };
    operation.parameters = parameters(cursor)?;
    // An OCL file ends the head with a colon.
    if cursor.eat_symbol(":").is_some() && !cursor.at_statement_end() && !at_clause(cursor, 0) {
        operation.result = Some(sort(cursor));
    }
    if cursor.eat_symbol("=").is_some() {
        operation.body = Some(expression(cursor));
    }
    contract(cursor, &mut operation);
    Some(operation)
}

/// `(x : T, y : U)`
fn parameters(cursor: &mut Cursor) -> Option<Vec<(Name, TypeSyntax)>> {
    const HINT: &str = "Write `op()` or `op(x : Integer)`.";
    if cursor.eat_symbol("(").is_none() {
        cursor.expected("expected-symbol", "`(`", Some(HINT));
        cursor.skip_statement();
        return None;
    }
    let mut all = Vec::new();
    while !cursor.at_symbol(")") && !cursor.at_statement_end() {
        let follow = Follow::symbols(&[":", ",", ")"]).or_end();
        let Some(parameter) = item_name(cursor, Naming::New(VARIABLE), "a parameter", follow)
        else {
            break;
        };
        if cursor.eat_symbol(":").is_none() {
            cursor.expected("expected-symbol", "`:` and a type", Some(HINT));
            break;
        }
        all.push((parameter, sort(cursor)));
        if cursor.eat_symbol(",").is_none() {
            break;
        }
    }
    if cursor.eat_symbol(")").is_none() {
        cursor.expected("expected-symbol", "`)`", Some(HINT));
        cursor.skip_statement();
    }
    Some(all)
}

/// The clauses that follow, on this line and the next ones.
pub(super) fn contract(cursor: &mut Cursor, operation: &mut OperationSyntax) {
    loop {
        if cursor.peek().kind == Kind::Break && at_clause(cursor, 1) {
            cursor.skip_breaks();
        }
        if !at_clause(cursor, 0) {
            return;
        }
        if cursor.at_word("modifies") {
            modifies(cursor, operation);
            continue;
        }
        let is_pre = cursor.at_word("pre");
        let list = match is_pre {
            true => &mut operation.pre,
            false => &mut operation.post,
        };
        list.extend(clause(cursor));
    }
}

/// `inv name: e`, `pre: e`, `post: e`; the word stands here.
pub(super) fn clause(cursor: &mut Cursor) -> Option<ClauseSyntax> {
    let start = cursor.peek().span.start;
    let word = match () {
        () if cursor.eat_keyword("inv").is_some() => "inv",
        () if cursor.eat_keyword("pre").is_some() => "pre",
        () => {
            cursor.eat_keyword("post");
            "post"
        }
    };
    let kind = if word == "inv" { INVARIANT } else { CLAUSE };
    let name = match cursor.at_symbol(":") {
        true => None,
        false => item_name(
            cursor,
            Naming::New(kind),
            "`:` or a name",
            Follow::symbols(&[":"]),
        ),
    };
    if cursor.eat_symbol(":").is_none() {
        let hint = format!("Write `{word}: condition` or `{word} name: condition`.");
        cursor.expected("expected-symbol", "`:` and a condition", Some(&hint));
        cursor.skip_statement();
        return None;
    }
    if cursor.at_statement_end() && cursor.peek().kind == Kind::Break && !next_is_clause(cursor) {
        cursor.skip_breaks();
    }
    let body = expression(cursor);
    Some(ClauseSyntax {
        name,
        body,
        span: cursor.since(start),
    })
}

/// Whether the next line begins another clause, so that this one is empty.
fn next_is_clause(cursor: &Cursor) -> bool {
    at_clause(cursor, 1) || cursor.text(cursor.peek_at(1)) == "inv"
}

/// `modifies nothing`, `modifies a.p, C.q`
fn modifies(cursor: &mut Cursor, operation: &mut OperationSyntax) {
    let word = cursor.peek().span;
    cursor.eat_keyword("modifies");
    let found = operation.modifies.get_or_insert(ModifiesSyntax {
        paths: Vec::new(),
        span: word,
    });
    if cursor.at_word("nothing") && !matches!(cursor.peek_at(1).kind, Kind::Symbol(".")) {
        cursor.eat_keyword("nothing");
        return;
    }
    if cursor.at_statement_end() {
        let hint = "Write `modifies nothing`, or the properties that may change.";
        cursor.expected("expected-expression", "what may change", Some(hint));
        return;
    }
    loop {
        found.paths.push(expression(cursor));
        if cursor.eat_symbol(",").is_none() {
            break;
        }
    }
}

/// `C inv …`, `C::op(…) …`
pub(super) fn context(cursor: &mut Cursor) -> Option<ContextSyntax> {
    let follow = Follow::symbols(&["::"]).or_words(&["inv"]).or_end();
    let class = name(cursor, Naming::Known(CLASS), "a class", follow);
    let Some(class) = class else {
        cursor.skip_statement();
        return None;
    };
    let mut context = ContextSyntax {
        class,
        invariants: Vec::new(),
        operation: None,
    };
    if cursor.eat_symbol("::").is_some() {
        context.operation = operation(cursor);
        cursor.finish_statement("Behind the operation stand `pre: …`, `post: …` and `modifies …`.");
        return Some(context);
    }
    loop {
        let next = cursor.peek_at(1);
        if cursor.peek().kind == Kind::Break && cursor.text(next) == "inv" {
            cursor.skip_breaks();
        }
        if !cursor.at_word("inv") {
            break;
        }
        context.invariants.extend(clause(cursor));
    }
    if context.invariants.is_empty() {
        let title = "This context says nothing";
        let hint = "Write `context C inv: …` or `context C::op() pre: … post: …`.";
        let finding = Diagnostic::error("empty-context", context.class.span, title);
        cursor.findings.push(finding.hint(hint));
    }
    cursor.finish_statement("Behind the class stand invariants: `inv: …`.");
    Some(context)
}
