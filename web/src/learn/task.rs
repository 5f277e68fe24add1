//! The task of a lesson: its attempt judges itself when typing pauses.
//!
//! The judge is the core's; it asks for answers, which the lesson's own worker gives ([`super::ask`]). What it says stands
//! below the prose and below the text (`status`); what shows that something is missing goes to the stage (`evidence`).

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::lesson::{Demand, Task};

use super::open::{Judged, Open};
use super::{evidence, judging, progress, repairs};
use crate::kinds;
use crate::parts::Missing;
use crate::state::timer::Timer;
use crate::ui::button;
use crate::ui::task::spawn;

/// Milliseconds of silence after a keystroke before the attempt is judged.
const SETTLE: u64 = 300;

/// Judges the attempt whenever it has changed, for as long as the lesson is open.
pub fn follow(open: Open) {
    let settle = Timer::new();
    settle.on_tick(move || begin(open));
    Effect::new(move || {
        if !open.is_at_task() {
            return;
        }
        open.page.document.revision().track();
        open.announcer.clear();
        let text = open.page.document.revision().get_untracked().text;
        let position = open.position();
        // The start text is no attempt.
        match open.page.attempt() {
            Some(_) => progress::keep_attempt(position, &text),
            None => progress::forget_attempt(position),
        }
        settle.after(SETTLE);
    });
}

/// Whether the attempt is a model, and not a proof.
pub fn is_about_model(task: &Task) -> bool {
    matches!(task.ending(), "lks" | "xsts")
}

/// Judges the attempt as it is now.
fn begin(open: Open) {
    if !untrack(|| open.is_at_task()) {
        return;
    }
    let text = open.page.document.revision().get_untracked().text;
    spawn(async move {
        let judged = judged(open, &text).await;
        let now = open.page.document.revision();
        let is_still_asked = now.try_with_untracked(|it| it.text == text) == Some(true);
        if let Some(judged) = judged.filter(|_| is_still_asked) {
            take(open, judged);
        }
    });
}

/// What the judge says about an attempt; `None` where another one is judged by now.
async fn judged(open: Open, text: &str) -> Option<Judged> {
    let task = open.task()?;
    let part = kinds::analyse(text).needs;
    if let Some(part) = part.filter(|_| is_about_model(&task))
        && kinds::bring(&part).await.is_err()
    {
        let why = Missing.sentence("What reads this kind of model");
        return Some(Judged::Failed(why));
    }
    let lesson = open.loaded.try_get_value()?;
    let files = lesson.files.clone();
    let Ok(judge) = judging::begin(kinds::known(), task, files, text.to_owned()).await else {
        return Some(Judged::Failed(Missing.sentence(judging::NEEDED)));
    };
    let asker = open.asker.try_get_value()?;
    let judgement = asker.judge(judge).await.ok()?;
    Some(Judged::Done(Arc::new(judgement)))
}

/// Takes what the judge says.
fn take(open: Open, judged: Judged) {
    let is_new = open.judged.with_untracked(|before| *before != judged);
    let is_solved = match &judged {
        Judged::Done(judgement) => judgement.is_solved(),
        Judged::Waiting | Judged::Failed(_) => false,
    };
    if is_new {
        open.judged.set(judged.clone());
    }
    if is_solved {
        open.progress.solve(open.position());
    } else if let Judged::Done(judgement) = &judged
        && let Some((_, first)) = judgement.first()
        && (is_new || evidence::is_of_hidden_check(first))
    {
        // An edit has taken the run of a hidden check from the stage; what check is selected stays the user's choice.
        evidence::show(open, first);
    }
}

/// The task in the prose: what may be changed, the way to the text, and repairs once it is solved.
pub fn view(open: Open, task: &Task) -> AnyView {
    let shows_text = open.page.learn.shows_text;
    let edit = move || {
        if !untrack(|| open.is_at_task()) {
            open.show_task(None);
        }
        shows_text.set(true);
        let page = open.page;
        let begin = page.attempt().is_none().then(|| first_open(open)).flatten();
        page.show_text_and(move || {
            page.editor.measure();
            if let Some(at) = begin {
                page.editor.select(at, at);
            }
            page.editor.focus();
        });
    };
    view! {
        <div class="lesson-task">
            {clauses(open, false)}
            <p>{may_be_changed(task)}</p>
            <p class="lesson-acts">{button("button primary", "Edit the text", edit)}</p>
        </div>
        {repairs::view(open)}
    }
    .into_any()
}

/// The clauses that a proof is about, unfolded or to be unfolded; nothing where the task is another one.
pub fn clauses(open: Open, unfolded: bool) -> AnyView {
    let task = open.task();
    let criteria = task.iter().flat_map(|it| &it.criteria);
    let files = criteria.filter_map(|it| match &it.demand {
        Demand::Proof(file) => Some(file),
        _ => None,
    });
    let shown = |file: &String| {
        let text = open.lesson().files.get(file).cloned();
        view! {
            <details class="lesson-clauses" open=unfolded>
                <summary>"The clauses: " <code>{file.clone()}</code></summary>
                <pre tabindex="0"><code>{text}</code></pre>
            </details>
        }
    };
    files.map(shown).collect_view().into_any()
}

/// The end of the first line of the start text that may be changed or is followed by what may be added, as the editor counts.
fn first_open(open: Open) -> Option<u32> {
    let lines = open.open_lines();
    let firsts = lines.ranges.iter().map(|(first, _)| *first);
    let line = firsts.chain(lines.after.iter().copied()).min()?;
    let lesson = open.lesson();
    let before = lesson.start().split('\n').take(line);
    let length = before
        .map(|it| it.encode_utf16().count() + 1)
        .sum::<usize>();
    u32::try_from(length.saturating_sub(1)).ok()
}

/// Which lines may be changed, in words.
fn may_be_changed(task: &Task) -> String {
    let lines = task.open_lines();
    if lines.all {
        return "All of the text may be changed.".to_owned();
    }
    let range = |&(first, last): &(usize, usize)| match first == last {
        true => first.to_string(),
        false => format!("{first} to {last}"),
    };
    let ranges: Vec<_> = lines.ranges.iter().map(range).collect();
    let one = matches!(lines.ranges[..], [(first, last)] if first == last);
    let mut words = Vec::new();
    if !ranges.is_empty() {
        let word = if one { "Line" } else { "Lines" };
        words.push(format!("{word} {} may be changed", joined(&ranges)));
    }
    if !lines.after.is_empty() {
        let after: Vec<_> = lines.after.iter().map(ToString::to_string).collect();
        let and = if words.is_empty() { "Lines" } else { "lines" };
        words.push(format!("{and} may be added after line {}", joined(&after)));
    }
    format!("{}; all others are locked.", joined(&words))
}

/// A list in words.
fn joined(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
