//! The dialog: one line per format, with what it is good for.

use leptos::prelude::*;
use lockstep_core::interchange::{Format, export, file_name};

use super::save;
use crate::results::words::counted;
use crate::share::{by_hand, copy};
use crate::state::Page;
use crate::state::notices::Tone;
use crate::ui::dom;

/// A line of the dialog: a format, and whether it becomes a picture made of points.
#[derive(Clone, Copy)]
struct Line {
    name: &'static str,
    about: &'static str,
    format: Format,
    /// Whether people paste it somewhere.
    copied: bool,
    png: bool,
    /// Whether it shows the machine cards, which the browser copies from the page.
    machines: bool,
}

impl Line {
    const fn text(format: Format, name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            format,
            copied: true,
            png: false,
            machines: false,
        }
    }

    const fn file(format: Format, name: &'static str, about: &'static str) -> Self {
        Self {
            copied: false,
            ..Self::text(format, name, about)
        }
    }

    fn file_name(self, page: Page) -> Option<String> {
        let name = page.check().with_untracked(|check| {
            let check = check.as_ref()?;
            Some(file_name(check, self.format))
        })?;
        if self.machines {
            return Some(format!("machines.{}", if self.png { "png" } else { "svg" }));
        }
        if !self.png {
            return Some(name);
        }
        let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
        Some(format!("{stem}.png"))
    }
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

/// The diagram after the last step.
const DIAGRAM: [Line; 2] = [
    Line::text(Format::Svg, "SVG", "Sharp at every size"),
    Line {
        png: true,
        ..Line::file(Format::Svg, "PNG", "For slides and mails")
    },
];

/// The machine cards as they look now, side by side.
const MACHINES: [Line; 2] = [
    Line {
        machines: true,
        ..Line::file(Format::Svg, "SVG of the machines", "Sharp at every size")
    },
    Line {
        machines: true,
        png: true,
        ..Line::file(Format::Svg, "PNG of the machines", "For slides and mails")
    },
];

/// The dialog, which closes `open` when it is closed.
pub fn view(page: Page, open: RwSignal<bool>) -> AnyView {
    let node = dom::modal();
    let title = page.check().with_untracked(|check| {
        let check = check.as_ref();
        check.map_or_else(String::new, |check| check.title.clone())
    });
    let contents = if written(page, Format::Mermaid).is_some() {
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
            on:close=move |_| open.set(false)
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
    let copied = line.copied.then(|| {
        let label = format!("Copy as {}", line.name);
        view! {
            <button class="button" aria-label=label on:click=move |_| copy_as(page, line)>
                "Copy"
            </button>
        }
        .into_any()
    });
    let label = format!("Save as {}", line.name);
    view! {
        <li>
            <span class="menu-title">{line.name}</span>
            <span class="menu-note">{line.about}</span>
            <span class="export-acts">
                {copied}
                <button class="button" aria-label=label on:click=move |_| save_as(page, line)>
                    "Save"
                </button>
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

fn copy_as(page: Page, line: Line) {
    let Some(text) = written(page, line.format) else {
        return;
    };
    leptos::task::spawn_local(async move {
        let name = line.name;
        if copy(&text).await {
            let lines = counted(text.lines().count(), "line");
            (page.notices).say(Tone::Good, format!("Copied as {name}: {lines}."));
        } else {
            by_hand(page, text).await;
        }
    });
}

fn save_as(page: Page, line: Line) {
    let text = match line.machines {
        true => Some(String::new()),
        false => written(page, line.format),
    };
    let (Some(text), Some(name)) = (text, line.file_name(page)) else {
        return;
    };
    leptos::task::spawn_local(async move {
        let saved = match line.format {
            _ if line.png => save::picture(&name, &text).await,
            Format::Svg | Format::AnimatedSvg => save::drawing(&name, &text).await,
            format => save::text(&name, format.media_type(), &text).await,
        };
        if saved.is_ok() {
            (page.notices).say(Tone::Good, format!("Saved {name}."));
        } else {
            let again = Callback::new(move |()| save_as(page, line));
            let refused = format!(
                "{name} could not be saved. You may be offline, or it may be too large for this browser."
            );
            (page.notices).offer(Tone::Bad, refused, "Try again", again);
        }
    });
}
