//! What tabs hear of one another: the browser tells each of them what the others store.

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::StorageEvent;

use super::slot::{PREFIX, Slot};
use super::{Own, Texts};
use crate::state::action::Action;
use crate::state::notices::{Notice, Tone, Topic};
use crate::ui::on_window;

impl Texts {
    pub(super) fn listen(self) {
        on_window(ev::storage, move |event| {
            let Some(key) = event.key().filter(|key| key.starts_with(PREFIX)) else {
                return;
            };
            self.hear(&key, &event);
        });
    }

    fn hear(self, key: &str, event: &StorageEvent) {
        let own = self.own.get_value();
        let is_own = own.key.as_deref() == Some(key);
        let Some(new) = event.new_value() else {
            // Cleaned up by somebody who could not know that this tab is still open.
            if is_own {
                self.write_slot(false);
            }
            return;
        };
        let Some(new) = Slot::read(&new).filter(|new| new.writer != own.writer) else {
            return;
        };
        if is_own {
            // A copy of this tab: it has the slot from now on.
            self.own.update_value(|own| own.key = None);
        }
        if own.key.is_none() || is_own {
            // There is somebody else, so that a reload must not take the latest text for its own.
            self.write_slot(false);
        }
        if new.edited && new.document == own.document {
            self.offer(key, &new, &own);
        }
    }

    /// Another tab has edited the document that is open here, too.
    fn offer(self, key: &str, new: &Slot, own: &Own) {
        if *self.text() == *new.text {
            self.own.update_value(|own| own.offered = None);
            return self.notices.over(Topic::OtherTab);
        }
        let action = Action::OpenOther(Arc::from(&*new.text));
        // While somebody types there it is said once; whoever has dismissed it knows.
        if own.offered.as_deref() == Some(key) {
            return self.notices.renew(Topic::OtherTab, action);
        }
        self.own
            .update_value(|own| own.offered = Some(key.to_owned()));
        let sentence =
            "This text was changed in another tab. Here it is as you left it; both are kept.";
        let notice = Notice::new(Topic::OtherTab, Tone::Plain, sentence);
        self.notices.say(notice.offering(action));
    }
}

/// Has the browser ask before the page is closed, or no more.
pub(super) fn ask_before_closing(ask: bool) {
    thread_local! {
        static ASK: Closure<dyn FnMut(web_sys::Event)> =
            Closure::new(|event: web_sys::Event| event.prevent_default());
    }
    ASK.with(|handler| {
        let handler = ask.then(|| handler.as_ref().unchecked_ref());
        window().set_onbeforeunload(handler);
    });
}
