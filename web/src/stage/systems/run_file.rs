//! A run in a file: its grain, its rules and its choices, each with what it did as data, so that it can be replayed in the same text
//! or in an edited one, as far as it still goes. Files of earlier builds, of the first version, have words in the place of the data.

use leptos::prelude::*;
use lockstep_core::api::{KnownBy, RunChoice, RunRequest};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use web_sys::{Event, HtmlInputElement};

use crate::export::save;
use crate::stage::rules;
use crate::state::Page;
use crate::state::notices::{Life, Notice, Tone, Topic};
use crate::ui::task::spawn;

/// The name of the file.
const NAME: &str = "run.json";
/// Longer files are no runs that somebody has made by hand.
const LARGEST: f64 = 20_000_000.0;

/// The grains of all kinds of model.
const GRAINS: [&str; 5] = ["", "transition", "choice", "behaviour", "statement"];

/// The version of the form in which files are written.
const VERSION: u32 = 2;

/// What stands in the file.
#[derive(Serialize, Deserialize)]
struct RunFile {
    /// Says what the file is: the version of this form.
    lockstep_run: u32,
    grain: String,
    /// Files that are older have none.
    #[serde(default)]
    rules: String,
    choices: Vec<KeptChoice>,
}

/// A choice in the file; of the first version it has words, else what it is known by.
#[derive(Serialize, Deserialize)]
struct KeptChoice {
    number: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    known_by: Option<KnownBy>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    what: String,
}

impl KeptChoice {
    fn of(it: &RunChoice) -> Self {
        Self {
            number: it.number,
            known_by: Some(it.known_by.clone()),
            what: String::new(),
        }
    }

    fn read(self) -> RunChoice {
        match self.known_by {
            Some(known_by) => RunChoice {
                number: self.number,
                known_by,
            },
            None => RunChoice::of_words(self.number, self.what),
        }
    }
}

/// Saves a run.
pub fn save(page: Page, run: &RunRequest) {
    let file = RunFile {
        lockstep_run: VERSION,
        grain: run.grain.clone(),
        rules: run.rules.clone(),
        choices: run.choices.iter().map(KeptChoice::of).collect(),
    };
    let text = serde_wasm_bindgen::to_value(&file).ok().and_then(|value| {
        let text = js_sys::JSON::stringify_with_replacer_and_space(
            &value,
            &JsValue::NULL,
            &JsValue::from_f64(2.0),
        );
        text.ok().map(String::from)
    });
    spawn(async move {
        let saved = match text {
            Some(text) => save::text(NAME, "application/json", &text).await.is_ok(),
            None => false,
        };
        let notice = match saved {
            true => Notice::new(Topic::Export, Tone::Good, format!("Saved {NAME}.")),
            false => Notice::new(
                Topic::Export,
                Tone::Bad,
                format!("{NAME} could not be saved."),
            ),
        };
        page.notices.say(notice.lasting(Life::Model));
    });
}

/// A button that asks for a file with a run.
pub fn load_button(page: Page, on_run: Callback<RunRequest>) -> AnyView {
    let chosen = move |event: Event| {
        let input: Option<HtmlInputElement> = event.target().and_then(|it| it.dyn_into().ok());
        let Some(input) = input else { return };
        let file = input.files().and_then(|files| files.get(0));
        // The same file can be chosen again.
        input.set_value("");
        let Some(file) = file else { return };
        spawn(async move {
            let read = match file.size() <= LARGEST {
                true => wasm_bindgen_futures::JsFuture::from(file.text()).await.ok(),
                false => None,
            };
            match read.and_then(|text| run_of(&text.as_string()?)) {
                Some(run) => on_run.run(run),
                None => {
                    let sentence = format!(
                        "{} holds no run: choose a file that was saved with “Save run”.",
                        file.name()
                    );
                    let notice = Notice::new(Topic::Run, Tone::Bad, sentence);
                    page.notices.say(notice.lasting(Life::Text));
                }
            }
        });
    };
    view! {
        <label class="button file-button" title="Replays a run that was saved, as far as it still goes">
            "Load run"
            <input type="file" accept=".json,application/json" class="visually-hidden" on:change=chosen/>
        </label>
    }
    .into_any()
}

/// The run in the text of a file, if there is one.
fn run_of(text: &str) -> Option<RunRequest> {
    let value = js_sys::JSON::parse(text).ok()?;
    let file: RunFile = serde_wasm_bindgen::from_value(value).ok()?;
    let known = (1..=VERSION).contains(&file.lockstep_run) && !file.choices.is_empty();
    let grain = GRAINS.contains(&&*file.grain);
    let rules = rules::ALL.iter().any(|it| it.0 == file.rules);
    (known && grain && rules).then_some(RunRequest {
        grain: file.grain,
        rules: file.rules,
        choices: file.choices.into_iter().map(KeptChoice::read).collect(),
        ..RunRequest::default()
    })
}
