//! The dialog: one line per format, with what it is good for.

use leptos::prelude::*;
use lockstep_core::api::{Structure, StructureKind, chart_scene_of};
use lockstep_core::interchange::{
    Format, ObjectScene, events_of_objects, export, export_of_objects, file_name, graphviz, values,
};

use super::save;
use crate::kinds;
use crate::share::{by_hand, copy};
use crate::state::Page;
use crate::state::action::{Action, Dialog, Drawn, Export, Taken};
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
            of: Taken::Answer,
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

    const fn picture(name: &'static str, about: &'static str, png: bool, of: Taken) -> Self {
        let mut line = Self::file(Format::Svg, name, about);
        line.what.png = png;
        line.what.of = of;
        line
    }
}

/// The name of the file it is saved as.
fn saved_name(page: Page, what: Export) -> Option<String> {
    let of_check = || {
        page.check().with_untracked(|check| {
            let check = check.as_ref()?;
            Some(file_name(check, what.format))
        })
    };
    let name = match what.of {
        Taken::Answer => of_check()?,
        Taken::Events => format!("events-{}", of_check()?),
        Taken::Values => format!("values-{}", of_check()?),
        Taken::AllRuns => "all-runs.gv".to_owned(),
        Taken::Drawn(drawn) => format!("{}.svg", stem_and_place(drawn).0),
    };
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

/// The run of a class model.
const CALLS_RUN: [Line; 4] = [SYSTEM_RUN[0], RUN[2], RUN[3], SYSTEM_RUN[1]];

/// The values of its run over time.
const VALUES: [Line; 2] = [
    Line::picture(
        "SVG of the values",
        "Sharp at every size",
        false,
        Taken::Values,
    ),
    Line::picture(
        "PNG of the values",
        "For slides and mails",
        true,
        Taken::Values,
    ),
];

/// Class and object diagram, side by side.
const DIAGRAMS: [Line; 2] = drawn(
    "SVG of the diagrams",
    "PNG of the diagrams",
    Drawn::Diagrams,
);

/// The diagram after the last step.
const DIAGRAM: [Line; 2] = [
    Line::text(Format::Svg, "SVG", "Sharp at every size"),
    Line::picture("PNG", "For slides and mails", true, Taken::Answer),
];

/// Something as the page draws it now, as SVG and PNG.
const fn drawn(svg: &'static str, png: &'static str, drawn: Drawn) -> [Line; 2] {
    [
        Line::picture(svg, "Sharp at every size", false, Taken::Drawn(drawn)),
        Line::picture(png, "For slides and mails", true, Taken::Drawn(drawn)),
    ]
}

/// The machine cards, side by side.
const MACHINES: [Line; 2] = drawn(
    "SVG of the machines",
    "PNG of the machines",
    Drawn::Machines,
);

/// The cards of objects, side by side.
const OBJECTS: [Line; 2] = drawn("SVG of the objects", "PNG of the objects", Drawn::Objects);

/// The control flow of a transition system, `init` above `env` above `trans`.
const FLOW: [Line; 2] = drawn(
    "SVG of the control flow",
    "PNG of the control flow",
    Drawn::ControlFlow,
);

/// All runs: as the page draws them, and as a graph.
const ALL_RUNS: [Line; 3] = {
    let [svg, png] = drawn("SVG of all runs", "PNG of all runs", Drawn::AllRuns);
    let mut graph = Line::text(
        Format::Json,
        "GraphViz",
        "A graph for `dot` and what else reads its language",
    );
    graph.what.of = Taken::AllRuns;
    [svg, png, graph]
};

/// The picture of the state space.
const STATES: [Line; 2] = drawn("SVG of the states", "PNG of the states", Drawn::States);

/// The file of a drawing without its ending, as `js/save/drawn.js` knows it, and where the page has it.
fn stem_and_place(drawn: Drawn) -> (&'static str, &'static str) {
    match drawn {
        Drawn::Machines => ("machines", ".surface svg.machine"),
        Drawn::Objects => ("objects", ".surface svg.machine"),
        Drawn::ControlFlow => ("control-flow", ".surface .flow svg"),
        Drawn::Diagrams => ("diagrams", ".surface svg.generic-graph"),
        Drawn::AllRuns => ("all-runs", ".runs-scroll svg"),
        Drawn::States => ("states", ".space-scroll svg"),
    }
}

/// The chart of events.
const EVENTS: [Line; 2] = [
    Line::picture(
        "SVG of the events",
        "Sharp at every size",
        false,
        Taken::Events,
    ),
    Line::picture(
        "PNG of the events",
        "For slides and mails",
        true,
        Taken::Events,
    ),
];

/// Pictures that the page shows now, beside its cards.
fn pictures(page: Page) -> AnyView {
    let has_calls = page
        .document
        .settled()
        .with_untracked(|it| match &it.structure {
            Structure::Generic(it) => it.lifelines.is_some(),
            _ => false,
        });
    let diagrams = match has_calls {
        true => "Classes and objects",
        false => "Structure",
    };
    let groups: [(&'static str, Drawn, &'static [Line]); 4] = [
        ("The picture of all runs", Drawn::AllRuns, &ALL_RUNS),
        ("The picture of the states", Drawn::States, &STATES),
        ("The control flow", Drawn::ControlFlow, &FLOW),
        (diagrams, Drawn::Diagrams, &DIAGRAMS),
    ];
    let is_shown = |drawn| {
        let found = document().query_selector(stem_and_place(drawn).1);
        found.is_ok_and(|it| it.is_some())
    };
    let shown = groups.into_iter().filter(|it| is_shown(it.1));
    let shown = shown.map(|(title, _, lines)| group(page, title, lines));
    shown.collect_view().into_any()
}

/// The dialog.
pub fn view(page: Page) -> AnyView {
    let node = modal();
    let title = page.check().with_untracked(|check| {
        let check = check.as_ref();
        check.map_or_else(String::new, |check| check.title.clone())
    });
    let kind = untrack(|| page.kind());
    // What is taken along of their runs are values.
    let is_system = matches!(kind, StructureKind::Transitions | StructureKind::Generic(_));
    let can = |what: Export| written(page, what).is_some();
    let (run, diagram) = (can(RUN[4].what), can(RUN[2].what));
    let contents = if kind == StructureKind::Statecharts {
        let is_scenario = page
            .check()
            .with_untracked(|it| it.as_ref().is_some_and(|it| it.scenario.is_some()));
        let lines = match (run, diagram) {
            (true, _) => &RUN[..],
            // A scenario that nothing was asked about.
            (false, true) => &RUN[2..4],
            (false, false) => &[],
        };
        view! {
            {(!lines.is_empty()).then(|| group(page, "The run", lines))}
            {(diagram && is_scenario).then(|| group(page, "The sequence diagram", &DIAGRAM))}
            {run.then(|| group(page, "The chart of events", &EVENTS))}
            {group(page, "The objects", &OBJECTS)}
            {pictures(page)}
        }
        .into_any()
    } else if is_system && run && diagram {
        view! {
            {group(page, "The run", &CALLS_RUN)}
            {group(page, "The sequence diagram", &DIAGRAM)}
            {group(page, "The values over time", &VALUES)}
            {pictures(page)}
        }
        .into_any()
    } else if is_system && run {
        view! {
            {group(page, "The run", &SYSTEM_RUN)}
            {group(page, "The values over time", &DIAGRAM)}
            {pictures(page)}
        }
        .into_any()
    } else if is_system {
        let text = "There is no run to take along: choose another check, or make a run by hand.";
        view! {
            <p class="export-none">{text}</p>
            {pictures(page)}
        }
        .into_any()
    } else if diagram {
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

/// What is on the stage, in a format; empty for what the browser copies from the page.
fn written(page: Page, what: Export) -> Option<String> {
    if matches!(what.of, Taken::Drawn(_)) {
        return Some(String::new());
    }
    if what.of == Taken::AllRuns {
        return page.stage.all_runs.get_value().map(|it| graphviz(&it));
    }
    let analysis = page.document.settled().get_untracked();
    let outcome = page.outcome().get_untracked();
    let outcome = outcome.as_deref();
    let by_hand = untrack(|| page.made_by_hand());
    let by_hand = by_hand.as_ref();
    page.check().with_untracked(|check| {
        let check = check.as_ref()?;
        if what.of == Taken::Values {
            return values(&analysis, check, outcome);
        }
        if analysis.structure.kind() != StructureKind::Statecharts {
            return export(what.format, &analysis, check, outcome, by_hand);
        }
        let text = page.document.revision().get_untracked().text;
        let (objects, charts) = chart_scene_of(&kinds::read(&text));
        let drawn = page.stage.drawn.get_value();
        let of = ObjectScene {
            objects: &objects,
            charts: &charts,
            drawn: &drawn,
        };
        match what.of {
            Taken::Events => events_of_objects(of, check, outcome),
            _ => export_of_objects(what.format, of, &analysis, check, outcome, by_hand),
        }
    })
}

/// Copies what is on the stage now.
pub(super) fn copy_as(page: Page, what: Export) {
    let Some(text) = written(page, what) else {
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
    let (Some(text), Some(name)) = (written(page, what), saved_name(page, what)) else {
        return;
    };
    task::spawn(async move {
        let saved = match what.format {
            _ if what.png => save::picture(&name, &text).await,
            _ if what.of == Taken::AllRuns => save::text(&name, "text/vnd.graphviz", &text).await,
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
