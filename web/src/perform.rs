//! What the page does when it is asked to (`state::action`): the one place where actions become calls.
//!
//! It runs as the page (`Page::perform`), so the tasks it begins are finished whoever has asked.

use leptos::prelude::*;

use crate::persist;
use crate::results::formulas;
use crate::state::Page;
use crate::state::action::Action;
use crate::state::notices::{Life, Notice, Tone, Topic};
use crate::state::settings::{ALL, ENGINE};
use crate::ui::focus;
use crate::ui::task::spawn;
use crate::{dialogs, examples, export, frame, kinds, share};

/// Does it.
pub fn perform(page: Page, action: Action) {
    match action {
        Action::Undo(text) => page.put_back(&text),
        Action::TakeUp(run) => page.take_up(run),
        Action::BringBack(text) | Action::OpenOther(text) => {
            page.replace(&text);
            page.take_up_of(&text);
        }
        Action::OpenExample(at) => spawn(examples::open(page, at)),
        Action::OpenTemplate(at) => examples::open_template(page, at),
        Action::OpenSample(text) => examples::open_sample(page, &text),
        Action::Help => page.help.set(true),
        Action::Learn(place) => {
            persist::push_fragment(&place.fragment());
            page.learn_at(place, None);
        }
        Action::LeaveLessons => {
            page.close_lessons();
            // What had the focus is gone; this leads there again.
            let learn = document().query_selector(".top-learn");
            focus(learn.ok().flatten());
        }
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
        Action::CompareReadings(readings) => page.compare_two_readings(readings),
        Action::BringIn => spawn(share::diagram::bring_in(page)),
        Action::FetchKind(part) => spawn(fetch_kind(page, part)),
        Action::Renew => spawn(frame::renew()),
        Action::Reload => {
            // Cannot fail for the page's own address.
            let _ = window().location().reload();
        }
    }
}

/// Fetches the part that reads the text of the page, and has it read.
async fn fetch_kind(page: Page, part: String) {
    match kinds::bring(&part).await {
        Ok(()) => {
            page.notices.over(Topic::Kind);
            page.read_again();
        }
        Err(missing) => {
            let sentence = missing.sentence("What reads this kind of model");
            let notice = Notice::new(Topic::Kind, Tone::Bad, sentence);
            let again = notice.offering(Action::FetchKind(part));
            page.notices.say(again.lasting(Life::Model));
        }
    }
}
