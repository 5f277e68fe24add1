//! The dialog: one line per format, with what it is good for.

use leptos::prelude::*;
use lockstep_core::interchange::{Format, export, file_name};

use super::save;
use crate::share::{by_hand, copy};
use crate::state::Page;
use crate::state::action::{Action, Dialog, Export};
use crate::state::notices::{Life, Notice, Tone, Topic};
use crate::ui::{modal, task};
use crate::words::counted;

/// A line of the dialog.
#[derive(Clone, Copy)]
struct Line {
    what: Export,
    about: &'static str,
    /// Whether people paste it somewhere.
    copied: bool,
}

impl Line {
    const fn text(format: Format, name: &'static str, about: &'static str) -> Self {
        let what = Export {
            name,
            format,
            png: false,
            machines: false,
        };
        Self {
            what,
            about,
            copied: true,
        }
    }

    const fn file(format: Format, name: &'static str, about: &'static str) -> Self {
        Self {
            copied: false,
            ..Self::text(format, name, about)
        }
    }

    const fn picture(name: &'static str, about: &'static str, png: bool, machines: bool) -> Self {
        let mut line = Self::file(Format::Svg, name, about);
        line.what.png = png;
        line.what.machines = machines;
        line
    }
}

/// The name of the file it is saved as.
fn saved_name(page: Page, what: Export) -> Option<String> {
    if what.machines {
        let drawn = DRAWN.into_iter().find(|it| what.name.ends_with(it.0));
        let (_, stem, _) = drawn.unwrap_or(DRAWN[0]);
        return Some(format!("{stem}.{}", if what.png { "png" } else { "svg" }));
    }
    let name = page.check().with_untracked(|check| {
        let check = check.as_ref()?;
        Some(file_name(check, what.format))
    })?;
    if !what.png {
        return Some(name);
    }
    let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
    Some(format!("{stem}.png"))
}

/// The run, as something that moves or can be read on.
const RUN: [Line; 5] = [
    Line::file(
        Format::Html,
        "Web page",
        "Plays the run by itself, offline, wherever a browser is",
    ),
    Line::file(
        Format::AnimatedSvg,
        "Animated SVG",
        "A picture that plays the run over and over",
    ),
    Line::text(
        Format::Mermaid,
        "Mermaid",
        "Sequence diagram for Markdown and wikis",
    ),
    Line::text(
        Format::PlantUml,
        "PlantUML",
        "Sequence diagram for documentation tools",
    ),
    Line::text(
        Format::Json,
        "JSON",
        "The trace, as the command line writes it",
    ),
];

/// The run of a transition system.
const SYSTEM_RUN: [Line; 2] = [
    Line::file(
        Format::Html,
        "Web page",
        "Plays the run by itself, offline, wherever a browser is",
    ),
    Line::text(
        Format::Json,
        "JSON",
        "What was executed in each step, and all values",
    ),
];

/// The diagram after the last step.
const DIAGRAM: [Line; 2] = [
    Line::text(Format::Svg, "SVG", "Sharp at every size"),
    Line::picture("PNG", "For slides and mails", true, false),
];

/// The machine cards as they look now, side by side.
const MACHINES: [Line; 2] = [
    Line::picture("SVG of the machines", "Sharp at every size", false, true),
    Line::picture("PNG of the machines", "For slides and mails", true, true),
];

/// The control flow of a transition system as it looks now, `init` above `env` above `trans`.
const FLOW: [Line; 2] = [
    Line::picture(
        "SVG of the control flow",
        "Sharp at every size",
        false,
        true,
    ),
    Line::picture(
        "PNG of the control flow",
        "For slides and mails",
        true,
        true,
    ),
];

/// The picture of all runs.
const ALL_RUNS: [Line; 2] = [
    Line::picture("SVG of all runs", "Sharp at every size", false, true),
    Line::picture("PNG of all runs", "For slides and mails", true, true),
];

/// The picture of the state space.
const STATES: [Line; 2] = [
    Line::picture("SVG of the states", "Sharp at every size", false, true),
    Line::picture("PNG of the states", "For slides and mails", true, true),
];

/// What is saved as the page draws it: how the names of its lines end, the file without its ending (as
/// `js/save/drawn.js` knows it), and where it stands.
const DRAWN: [(&str, &str, &str); 4] = [
    ("the machines", "machines", ".cards svg.machine"),
    ("the control flow", "control-flow", ".system-flow .flow svg"),
    ("all runs", "all-runs", ".runs-scroll svg"),
    ("the states", "states", ".space-scroll svg"),
];

/// Pictures that the page shows now, of a system.
fn pictures(page: Page) -> AnyView {
    let groups: [(&'static str, &'static [Line]); 3] = [
        ("The picture of all runs", &ALL_RUNS),
        ("The picture of the states", &STATES),
        ("The control flow", &FLOW),
    ];
    let is_shown = |line: &Line| {
        let drawn = DRAWN.into_iter().find(|it| line.what.name.ends_with(it.0));
        let found = drawn.and_then(|it| document().query_selector(it.2).ok()?);
        found.is_some()
    };
    let shown = groups.into_iter().filter(|it| is_shown(&it.1[0]));
    let shown = shown.map(|(title, lines)| group(page, title, lines));
    shown.collect_view().into_any()
}

/// The dialog.
pub fn view(page: Page) -> AnyView {
    let node = modal();
    let title = page.check().with_untracked(|check| {
        let check = check.as_ref();
        check.map_or_else(String::new, |check| check.title.clone())
    });
    let contents = if untrack(|| page.is_about_systems()) && written(page, Format::Json).is_some() {
        view! {
            {group(page, "The run", &SYSTEM_RUN)}
            {group(page, "The values over time", &DIAGRAM)}
            {pictures(page)}
        }
        .into_any()
    } else if untrack(|| page.is_about_systems()) {
        let text = "There is no run to take along: choose another check, or make a run by hand.";
        view! {
            <p class="export-none">{text}</p>
            {pictures(page)}
        }
        .into_any()
    } else if written(page, Format::Mermaid).is_some() {
        view! {
            {group(page, "The run", &RUN)}
            {group(page, "The sequence diagram", &DIAGRAM)}
            {group(page, "The machines", &MACHINES)}
        }
        .into_any()
    } else {
        let text = "This check has neither a run nor a scenario to take along. Choose another one.";
        view! { <p class="export-none">{text}</p> }.into_any()
    };
    view! {
        <dialog
            class="dialog export"
            node_ref=node
            aria-labelledby="export-title"
            on:close=move |_| page.close(&Dialog::Export)
        >
            <h2 id="export-title">"Export " <span class="export-what">{title}</span></h2>
            // Every button closes the dialog: what becomes of it is said where notices are.
            <form method="dialog">
                {contents}
                <div class="dialog-foot">
                    <span class="dialog-note">"Nothing leaves this machine."</span>
                    <button class="button primary">"Done"</button>
                </div>
            </form>
        </dialog>
    }
    .into_any()
}

fn group(page: Page, title: &'static str, lines: &'static [Line]) -> AnyView {
    let items: Vec<_> = lines.iter().map(|&line| item(page, line)).collect();
    view! {
        <h3>{title}</h3>
        <ul class="export-formats">{items}</ul>
    }
    .into_any()
}

fn item(page: Page, line: Line) -> AnyView {
    let Line {
        what,
        about,
        copied,
    } = line;
    let act = move |act: &'static str, word: &'static str, action: Action| {
        let label = format!("{act} as {}", what.name);
        let perform = move |_| page.perform(action.clone());
        view! { <button class="button" aria-label=label on:click=perform>{word}</button> }
            .into_any()
    };
    view! {
        <li>
            <span class="menu-title">{what.name}</span>
            <span class="menu-note">{about}</span>
            <span class="export-acts">
                {copied.then(|| act("Copy", "Copy", Action::Copy(what)))}
                {act("Save", "Save", Action::Save(what))}
            </span>
        </li>
    }
    .into_any()
}

/// What is on the stage, in a format.
fn written(page: Page, format: Format) -> Option<String> {
    let analysis = page.document.settled().get_untracked();
    let outcome = page.outcome().get_untracked();
    page.check()
        .with_untracked(|check| export(format, &analysis, check.as_ref()?, outcome.as_deref()))
}

/// Copies what is on the stage now.
pub(super) fn copy_as(page: Page, what: Export) {
    let Some(text) = written(page, what.format) else {
        return;
    };
    task::spawn(async move {
        if copy(&text).await {
            let lines = counted(text.lines().count(), "line");
            let sentence = format!("Copied as {}: {lines}.", what.name);
            let notice = Notice::new(Topic::Export, Tone::Good, sentence);
            page.notices.say(notice.lasting(Life::Model));
        } else {
            by_hand(page, &text);
        }
    });
}

/// Saves what is on the stage now.
pub(super) fn save_as(page: Page, what: Export) {
    let text = match what.machines {
        true => Some(String::new()),
        false => written(page, what.format),
    };
    let (Some(text), Some(name)) = (text, saved_name(page, what)) else {
        return;
    };
    task::spawn(async move {
        let saved = match what.format {
            _ if what.png => save::picture(&name, &text).await,
            Format::Svg | Format::AnimatedSvg => save::drawing(&name, &text).await,
            format => save::text(&name, format.media_type(), &text).await,
        };
        let notice = if saved.is_ok() {
            Notice::new(Topic::Export, Tone::Good, format!("Saved {name}."))
        } else {
            let refused = format!(
                "{name} could not be saved. You may be offline, or it may be too large for this browser."
            );
            Notice::new(Topic::Export, Tone::Bad, refused).offering(Action::Save(what))
        };
        page.notices.say(notice.lasting(Life::Model));
    });
}
