//! The locked lines of a task, and models that are only read: the editor refuses what is not allowed, and marks what is
//! locked. Which lines that are the core says (`lesson::locks`).

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::lesson::{self, OpenLines};
use wasm_bindgen::prelude::*;

use super::open::{Open, Shown};

/// Said where a model is only to be read.
const READ: &str = "This model is only to be read.";

/// What the editor asks about each change.
type Guard = Closure<dyn Fn(String) -> bool>;

/// What may be changed of the text in the editor.
enum Rule {
    All,
    Nothing,
    Lines(Arc<str>, OpenLines),
}

/// Whether an attempt keeps to the open lines of a start text.
pub fn allows(start: &str, open: &OpenLines, attempt: &str) -> bool {
    lesson::locks(start, open, attempt).change.is_none()
}

/// Keeps the editor to what may be changed, for as long as the lesson is open.
pub fn follow(open: Open) {
    let editor = open.page.editor;
    let generation = open.page.document.revision();
    Effect::new(move |before: Option<Option<Guard>>| {
        // The editor begins anew with every text that the lesson opens, which `shown` tells before.
        let (editor, shown) = (editor.tracked()?, open.shown.get());
        drop(before);
        let rule = rule(open, shown);
        let guard = guard(open, rule);
        let function = guard
            .as_ref()
            .map_or(JsValue::UNDEFINED, |it| it.as_ref().clone());
        editor.guard(&function);
        guard
    });
    Effect::new(move || {
        let Some(editor) = editor.tracked() else {
            return;
        };
        let text = generation.get().text;
        let lines: Vec<u32> = match rule(open, open.shown.get()) {
            Rule::All => Vec::new(),
            Rule::Nothing => (1..).take(text.lines().count()).collect(),
            Rule::Lines(start, lines) => {
                let locks = lesson::locks(&start, &lines, &text);
                let locked = (1..).zip(locks.lines).filter(|(_, it)| it.locked);
                locked.map(|(number, _)| number).collect()
            }
        };
        editor.set_locked(&lines);
    });
    on_cleanup(move || {
        if let Some(editor) = untrack(|| editor.tracked()) {
            editor.guard(&JsValue::UNDEFINED);
            editor.set_locked(&[]);
        }
    });
}

fn rule(open: Open, shown: Option<Shown>) -> Rule {
    match shown {
        Some(Shown::Task) => {
            let lines = open.open_lines();
            match lines.all {
                true => Rule::All,
                false => Rule::Lines(open.lesson().start().into(), lines),
            }
        }
        Some(Shown::Model(at)) if open.model(at).is_some_and(|it| it.read) => Rule::Nothing,
        _ => Rule::All,
    }
}

/// What the editor asks in the middle of a change: nothing of the page may be touched before that has come to its end.
fn guard(open: Open, rule: Rule) -> Option<Guard> {
    let refuse = move |why: String| {
        queue_microtask(move || open.announcer.refuse(&why));
    };
    match rule {
        Rule::All => None,
        Rule::Nothing => Some(Closure::new(move |_: String| {
            refuse(READ.to_owned());
            false
        })),
        Rule::Lines(start, lines) => Some(Closure::new(move |text: String| {
            let change = lesson::locks(&start, &lines, &text).change;
            let allowed = change.is_none();
            if let Some(change) = change {
                // The change is not made, so there is nothing to be restored.
                refuse(format!(
                    "Not possible here: line {} is locked.",
                    change.line
                ));
            }
            allowed
        })),
    }
}
