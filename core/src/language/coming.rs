//! What cannot be said yet, and what to write instead.
//!
//! Words of the kinds of model that are still to come, and of other tools, are known where they stand:
//! their author reads what to write today, and never that a word is unknown. They are no reserved
//! words: a state may still be called `type`.

use super::names::{shown, writing};
use super::words::EXPRESSION;
use crate::text::{Cursor, Diagnostic, Kind, Span, capitalised};

/// Words that begin something which cannot be said, or cannot be said yet.
#[derive(Clone, Copy, Debug)]
pub struct Coming {
    /// The words.
    pub words: &'static [&'static str],
    /// One sentence; `@` stands for the word.
    pub title: &'static str,
    /// What to write today.
    pub instead: &'static str,
}

/// Without variables a value is a state.
pub const NO_VARIABLES: &str =
    "Keep the value in the state: one state for each value, such as `free` and `taken`.";

const QUESTIONS_TODAY: &str = "A check names a scenario, or asks `reach`, `always` or `deadlock`.";

const ASK_ALWAYS: &str = "Ask what is always true: `check always not (a.busy and b.busy)`.";

const VARIABLES: Coming = Coming {
    words: &["var", "ctrl", "int", "bool", "integer", "boolean"],
    title: "Variables are not available in machines",
    instead: NO_VARIABLES,
};

const CHANNELS: Coming = Coming {
    words: &["channel", "chan", "buffer"],
    title: "There are no channels: messages are handed over at once",
    instead: "Write the channel as a machine that takes each message and sends it on; there is a template.",
};

const QUEUES: Coming = Coming {
    words: &["queue"],
    title: "Queues of events are not available in machines",
    instead: "Write the queue as a machine that takes each message and sends it on.",
};

const SIGNALS: Coming = Coming {
    words: &["signal"],
    title: "Declarations of signals are not available in machines",
    instead: "A symbol needs none: a transition that names it as its trigger or effect is enough.",
};

const CLOCKS: Coming = Coming {
    words: &["clock"],
    title: "Clocks are not available in machines",
    instead: "A transition without a trigger starts by itself, sooner or later.",
};

/// Items of a text.
pub const ITEMS: &[Coming] = &[VARIABLES, CHANNELS, QUEUES, SIGNALS, CLOCKS];

/// Statements of a machine.
pub const STATEMENTS: &[Coming] = &[
    Coming {
        words: &["region"],
        title: "Parallel regions are not available in machines",
        instead: "Write a machine of its own for each region.",
    },
    VARIABLES,
    CHANNELS,
    QUEUES,
    SIGNALS,
    CLOCKS,
];

/// Statements of a system.
pub const SYSTEM: &[Coming] = &[
    Coming {
        words: &["environment"],
        title: "Events from an environment are not available in machines",
        instead: "Write a machine that sends them.",
    },
    Coming {
        words: &["semantics"],
        title: "Other readings of a model are not available in machines",
        instead: "Leave this line out: there is one reading.",
    },
];

/// Questions, as the word after `check`.
pub const QUESTIONS: &[Coming] = &[
    Coming {
        words: &["never", "invariant"],
        title: "There is no question `@`",
        instead: ASK_ALWAYS,
    },
    Coming {
        words: &["eventually", "until", "leadsto"],
        title: "Questions with `@` are not available yet",
        instead: QUESTIONS_TODAY,
    },
    Coming {
        words: &["preserves", "independent", "consistent", "same"],
        title: "`check @` is not available in machines",
        instead: QUESTIONS_TODAY,
    },
];

impl Coming {
    /// The finding about one of the words.
    #[must_use]
    pub fn finding(&self, word: &str, span: Span) -> Diagnostic {
        let title = self.title.replace('@', word);
        Diagnostic::error("not-available", span, title).hint(self.instead)
    }
}

/// What a word begins in a list.
#[must_use]
pub fn find(list: &'static [Coming], word: &str) -> Option<&'static Coming> {
    list.iter().find(|it| it.words.contains(&word))
}

/// Reports a statement that begins with one of the words of a list, and skips it with its block.
pub fn eat(cursor: &mut Cursor, list: &'static [Coming]) -> bool {
    let first = cursor.peek();
    let word = cursor.text(first);
    let Some(found) = find(list, word).filter(|_| first.kind == Kind::Word) else {
        return false;
    };
    skip(cursor);
    cursor.findings.push(found.finding(word, first.span));
    true
}

/// Reports something of the language that is still to come.
pub fn not_available(cursor: &mut Cursor, span: Span, meaning: &str, hint: &str) {
    let finding = unavailable(span, meaning, hint);
    cursor.findings.push(finding);
}

/// The finding about something that is still to come.
fn unavailable(span: Span, meaning: &str, hint: &str) -> Diagnostic {
    let title = format!("{} are not available yet", capitalised(meaning));
    Diagnostic::error("not-available", span, title).hint(hint)
}

/// Reports what other kinds of model have, and machines do not.
pub fn not_in_machines(cursor: &mut Cursor, span: Span, meaning: &str, hint: &str) {
    let finding = foreign(span, meaning, hint);
    cursor.findings.push(finding);
}

/// The finding about what other kinds of model have.
fn foreign(span: Span, meaning: &str, hint: &str) -> Diagnostic {
    let title = format!("{} are not available in machines", capitalised(meaning));
    Diagnostic::error("not-available", span, title).hint(hint)
}

/// Skips the rest of a statement with the blocks that begin in it, and answers where it was.
pub fn skip(cursor: &mut Cursor) -> Span {
    let start = cursor.peek().span.start;
    while !cursor.at_statement_end() {
        if cursor.at_symbol("{") {
            cursor.skip_block(Cursor::at_item);
        } else {
            cursor.advance();
        }
    }
    let span = cursor.since(start);
    cursor.findings.forget_unknown(span);
    span
}

/// Skips what stands in brackets, with brackets inside, and reports nothing in it but this: characters
/// that mean nothing today belong to what is to come. Stands before the opening bracket.
fn brackets(cursor: &mut Cursor, open: &str, close: &str) -> Span {
    let start = cursor.peek().span.start;
    cursor.in_mode(&EXPRESSION, |cursor| {
        let mut depth = 0_usize;
        while !cursor.at_statement_end() {
            if cursor.at_symbol(open) {
                depth += 1;
            } else if cursor.at_symbol(close) {
                depth = depth.saturating_sub(1);
            }
            cursor.advance();
            if depth == 0 {
                break;
            }
        }
    });
    let span = cursor.since(start);
    cursor.findings.forget_unknown(span);
    span
}

/// Skips `[x > 0]`.
pub fn guard(cursor: &mut Cursor) {
    let span = brackets(cursor, "[", "]");
    let hint = "Leave the guard out, or say with states when the transition is possible.";
    not_in_machines(cursor, span, "guards", hint);
}

/// Skips the `(s)` of `request(s)`, where it follows a name.
pub fn parameters(cursor: &mut Cursor, symbol: &str) {
    if !cursor.at_symbol("(") {
        return;
    }
    let span = brackets(cursor, "(", ")");
    let [one, other] = ["1", "2"].map(|value| shown(&format!("{symbol}_{value}")));
    let hint = format!("Write another name for each value, such as {one} and {other}.");
    not_in_machines(cursor, span, "parameters", &hint);
}

/// Skips the rest of `after(1, 20)` or `after 5`.
pub fn delay(cursor: &mut Cursor) {
    let start = cursor.advance().span.start;
    if cursor.at_symbol("(") {
        brackets(cursor, "(", ")");
    } else {
        cursor.advance();
    }
    let span = cursor.since(start);
    let hint = "Leave `after` out: without a trigger the transition starts by itself.";
    not_in_machines(cursor, span, "timed transitions", hint);
}

/// Skips what makes an action of an effect: `x := 1`, `server.request()`. Stands behind the effect's
/// first name, and answers whether there was any.
pub fn action(cursor: &mut Cursor, start: usize) -> bool {
    if cursor.at_symbol(".") {
        cursor.advance();
        let called = cursor.peek();
        if called.kind != Kind::Word {
            return false;
        }
        let symbol = cursor.text(called).to_string();
        cursor.advance();
        if cursor.at_symbol("(") {
            brackets(cursor, "(", ")");
        }
        let span = cursor.since(start);
        let hint = format!(
            "Write {} alone: it goes to whoever takes it.",
            shown(&symbol)
        );
        let finding = foreign(span, "calls of a named object", &hint);
        cursor.findings.push(finding.fix(writing(span, &symbol)));
        return true;
    }
    let assigns = cursor.at_symbol("=")
        || (cursor.at_symbol(":") && cursor.peek_at(1).kind == Kind::Symbol("="));
    if assigns {
        cursor.in_mode(&EXPRESSION, |cursor| {
            while !cursor.at_statement_end() && !cursor.at_symbol(",") {
                cursor.advance();
            }
        });
        let span = cursor.since(start);
        cursor.findings.forget_unknown(span);
        not_in_machines(cursor, span, "assignments", NO_VARIABLES);
    }
    assigns
}
