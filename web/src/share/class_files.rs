//! Class models of other tools: files that are dropped or opened, and a text that looks like one. Several files can be one model.

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use lockstep_core::interchange::import::{self, CLASS_FILES, NamedFile};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DragEvent, File, FileList, HtmlInputElement};

use super::diagram::report;
use crate::parts::part;
use crate::state::Page;
use crate::state::notices::{Life, Notice, Tone, Topic};
use crate::ui::on_window;
use crate::ui::task::spawn;

/// Larger files are not read.
const LARGEST: f64 = 2_000_000.0;

/// Takes such files where they are dropped, wherever on the page that is. The page listens as long as it is there.
pub fn listen(page: Page) {
    on_window(ev::dragover, |event: DragEvent| {
        let types = event.data_transfer().map(|it| it.types());
        if types.is_some_and(|it| it.includes(&"Files".into(), 0)) {
            event.prevent_default();
        }
    });
    // Before the editor hears of it, which would write the files into its text.
    let take = Closure::<dyn Fn(DragEvent)>::new(move |event: DragEvent| {
        let files = event.data_transfer().and_then(|it| it.files());
        let files = files.map_or_else(Vec::new, listed);
        if files.iter().any(|it| is_class_file(&it.name())) {
            event.prevent_default();
            event.stop_propagation();
            spawn(open(page, files));
        }
    });
    let listener = take.as_ref().unchecked_ref();
    // Fails only for listeners that are none.
    let _ = window().add_event_listener_with_callback_and_bool("drop", listener, true);
    take.forget();
}

/// Lets the user choose such files.
pub fn choose(page: Page) {
    let input = document().create_element("input").ok();
    let Some(input) = input.and_then(|it| it.dyn_into::<HtmlInputElement>().ok()) else {
        return;
    };
    input.set_type("file");
    input.set_multiple(true);
    let endings = CLASS_FILES.map(|it| format!(".{it}"));
    input.set_accept(&format!("{},.lks", endings.join(",")));
    let chosen = input.clone();
    let on_change = Closure::once_into_js(move || {
        let files = chosen.files().map_or_else(Vec::new, listed);
        spawn(open(page, files));
    });
    input.set_onchange(Some(on_change.unchecked_ref()));
    input.click();
}

fn listed(files: FileList) -> Vec<File> {
    (0..files.length()).filter_map(|it| files.get(it)).collect()
}

fn is_class_file(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|it| it.1);
    ending.is_some_and(|it| CLASS_FILES.contains(&it))
}

async fn open(page: Page, files: Vec<File>) {
    let mut read = Vec::new();
    for file in files {
        let name = file.name();
        let text = match file.size() <= LARGEST {
            true => JsFuture::from(file.text()).await.ok(),
            false => None,
        };
        match text.and_then(|it| it.as_string()) {
            Some(text) => read.push(NamedFile { name, text }),
            None => return refuse(page, &format!("{name} could not be read.")),
        }
    }
    take(page, read).await;
}

/// Whether a text looks like a class model of another tool.
pub(super) fn begins_so(text: &str) -> bool {
    let lines = text.lines().map(str::trim_start);
    // Annotations of USE stand before what they are about.
    let is_said = |it: &&str| !(it.is_empty() || it.starts_with("--") || it.starts_with('@'));
    let words = lines.clone().find(is_said).map(str::split_whitespace);
    let first = words.and_then(|mut it| Some((it.next()?, it.next()?)));
    match first {
        Some(("model", _)) => lines
            .clone()
            .any(|it| it.starts_with("class") || it.starts_with("enum")),
        Some(("package" | "import", _)) => lines
            .clone()
            .any(|it| it.starts_with("context") || it.starts_with("model ")),
        _ => false,
    }
}

/// Brings the text of the page in.
pub(super) async fn bring_in(page: Page, text: &Arc<str>) {
    let is_model = text.lines().any(|it| it.trim_start().starts_with("model"));
    let name = if is_model { "text.use" } else { "text.ocl" };
    let file = NamedFile {
        name: name.into(),
        text: text.to_string(),
    };
    take(page, vec![file]).await;
}

async fn take(page: Page, files: Vec<NamedFile>) {
    if let Err(missing) = taken(page, files).await {
        refuse(
            page,
            &missing.sentence("What reads class models of other tools"),
        );
    }
}

fn refuse(page: Page, sentence: &str) {
    let notice = Notice::new(Topic::Diagram, Tone::Bad, sentence);
    page.notices.say(notice.lasting(Life::Text));
}

part! {
    class_imports;
    /// Opens the model of some files in the place of the text. All of it is in the part: few models are of other tools.
    fn taken(page: Page, files: Vec<NamedFile>) -> Result<(), Missing> {
        match import::class_files(&files) {
            Ok(found) => {
                page.notices.over(Topic::Diagram);
                let before = page.document.revision().get_untracked().text;
                page.replace(&found.text);
                report(page, found, &before);
            }
            Err(why) => refuse(page, &format!("{why}.")),
        }
        Ok(())
    }
}
