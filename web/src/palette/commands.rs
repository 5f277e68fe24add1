//! What the palette finds.

use leptos::prelude::*;
use lockstep_core::address::Place;
use lockstep_core::api::Range;
use lockstep_core::lesson::PATH;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::gallery;
use crate::share;
use crate::state::Page;
use crate::state::action::Action;
use crate::state::stage::readings::pairs_of_readings;

/// The buttons that stand as commands: those of the bars, of what is offered now and of the selected check, in the order of the page.
const BUTTONS: &str = ".top-group > button, .top-group > .menu > button, .checks .pane-head button, \
                       .player button, .frame-views button, .canvas-tools button, .head-switch, \
                       .sequence .tools button, .notices button, .check-action, \
                       .check-actions button, .repair button";

/// Something to do.
#[derive(Clone)]
pub struct Command {
    /// What it is about: "Check", "State".
    pub kind: &'static str,
    /// Its name; what is typed is looked for here and in the kind.
    pub name: String,
    act: Act,
}

#[derive(Clone)]
enum Act {
    Check(usize),
    Reveal(Range),
    Perform(Action),
    Press(HtmlElement),
    OpenClassModel,
}

/// Everything there is now, checks first.
pub fn all(page: Page) -> Vec<Command> {
    let mut all = Vec::new();
    let mut add = |kind, name: &str, act| {
        let name = name.to_owned();
        all.push(Command { kind, name, act });
    };
    page.checks.rows().with_untracked(|rows| {
        for (position, row) in rows.iter().enumerate() {
            let title = row.view.with_untracked(|view| view.title.clone());
            add("Check", &title, Act::Check(position));
        }
    });
    for button in buttons() {
        let label = button.get_attribute("aria-label");
        let label = label.or_else(|| button.text_content()).unwrap_or_default();
        if !label.trim().is_empty() {
            add("Do", label.trim(), Act::Press(button));
        }
    }
    add("Do", "Help on the language", Act::Perform(Action::Help));
    add("Do", "Open a USE or OCL model", Act::OpenClassModel);
    for (title, readings) in pairs_of_readings(untrack(|| page.kind())) {
        let action = Action::CompareReadings(readings);
        add("Do", &title, Act::Perform(action));
    }
    page.document.settled().with_untracked(|analysis| {
        for scenario in &analysis.scenarios {
            add("Scenario", &scenario.name, Act::Reveal(scenario.range));
        }
        if let Some(system) = analysis.structure.system() {
            for variable in &system.variables {
                add("Variable", &variable.name, Act::Reveal(variable.range));
            }
        }
        for machine in &analysis.machines {
            add("Machine", &machine.name, Act::Reveal(machine.range));
            for state in &machine.states {
                let name = format!("{} of {}", state.name, machine.name);
                add("State", &name, Act::Reveal(state.range));
            }
        }
    });
    for (at, example) in gallery::ALL.iter().enumerate() {
        let action = Action::OpenExample(at);
        add("Example", example.title, Act::Perform(action));
    }
    for (at, (_, title)) in PATH.iter().enumerate() {
        let action = Action::Learn(Place::Slide(at, 0));
        add(
            "Lesson",
            &format!("{}: {title}", at + 1),
            Act::Perform(action),
        );
    }
    for kept in page.texts.kept() {
        let action = Action::BringBack(kept.text);
        add("Your text", &kept.name, Act::Perform(action));
    }
    all
}

/// The buttons that can be seen and pressed.
fn buttons() -> Vec<HtmlElement> {
    let Ok(found) = document().query_selector_all(BUTTONS) else {
        return Vec::new();
    };
    let all = (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok());
    all.filter(|it: &HtmlElement| it.offset_width() > 0 && !it.has_attribute("disabled"))
        .collect()
}

impl Command {
    /// How well it fits what is typed, 0 the best: the name begins with it, a word of the name does,
    /// or all typed words occur somewhere in kind and name. `None` where it does not fit.
    pub fn rank(&self, typed: &str) -> Option<u32> {
        let name = self.name.to_lowercase();
        let own = format!("{} {name}", self.kind.to_lowercase());
        let typed = typed.trim().to_lowercase();
        let fits = typed.split_whitespace().all(|word| own.contains(word));
        fits.then(|| match () {
            () if name.starts_with(&typed) => 0,
            () if own.contains(&format!(" {typed}")) => 1,
            () => 2,
        })
    }

    /// Does it.
    pub fn run(&self, page: Page) {
        match &self.act {
            Act::Check(position) => page.checks.select_at(*position),
            Act::Reveal(range) => page.reveal(*range),
            Act::Perform(action) => page.perform(action.clone()),
            Act::Press(button) => button.click(),
            Act::OpenClassModel => share::class_files::choose(page),
        }
    }
}
