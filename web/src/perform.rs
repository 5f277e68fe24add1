//! What the page does when it is asked to (`state::action`): the one place where actions become calls.
//!
//! It runs as the page (`Page::perform`), so the tasks it begins are finished whoever has asked.

use leptos::prelude::*;

use crate::results::formulas;
use crate::state::Page;
use crate::state::action::Action;
use crate::state::settings::{ALL, ENGINE};
use crate::ui::task::spawn;
use crate::{dialogs, export, frame, gallery, kinds, share};

/// Does it.
pub fn perform(page: Page, action: Action) {
    match action {
        Action::Undo(text) => page.put_back(&text),
        Action::BringBack(text) | Action::OpenOther(text) => page.replace(&text),
        Action::OpenExample(at) => spawn(gallery::open(page, at)),
        Action::OpenTemplate(at) => gallery::open_template(page, at),
        Action::OpenSample(text) => gallery::open_sample(page, &text),
        Action::Help => page.help.set(true),
        Action::Open(dialog) => spawn(dialogs::open(page, dialog)),
        Action::CopyLink => spawn(share::copy_link(page)),
        Action::Copy(what) => export::copy_stage(page, what),
        Action::Save(what) => export::save_stage(page, what),
        Action::SaveFormula(file) => {
            spawn(async move { formulas::files::save_written(page, &file).await });
        }
        Action::UseEngine(name) => {
            let choices = ALL[ENGINE].choices.iter();
            // `auto` is the default, which is stored as nothing.
            let choice = choices.into_iter().position(|(it, _)| *it == name);
            // It holds for as long as the page is open, stored or not.
            let _ = page.settings.choose(ENGINE, choice.unwrap_or(0));
        }
        Action::FetchKind(part) => spawn(kinds::fetch(page, part)),
        Action::Renew => spawn(frame::renew()),
        Action::Reload => {
            // Cannot fail for the page's own address.
            let _ = window().location().reload();
        }
    }
}
