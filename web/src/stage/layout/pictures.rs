//! What asking the layout engine for pictures takes, of whatever is drawn: its worker, the pictures of one structure while
//! they come, and what is said where there are none.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::Placed;
use super::choice;
pub(in crate::stage) use super::choice::Candidate;

/// What is said where there can be no pictures.
pub(in crate::stage) const FAILED: &str =
    "The layout engine could not be loaded, so here is the machine as a list.";

/// The engine, in a worker; what it answers is handed on, and that it is lost. It lives as long as the page.
pub(in crate::stage) fn new_worker(
    answered: impl Fn(JsValue) + 'static,
    lost: impl Fn() + 'static,
) -> Option<Worker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    options.set_name("layout");
    let url = crate::assets::url("layout").ok()?;
    let worker = Worker::new_with_options(&url, &options).ok()?;
    let on_message =
        Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| answered(event.data()));
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    let on_error = Closure::<dyn Fn(ErrorEvent)>::new(move |_| lost());
    worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    on_error.forget();
    Some(worker)
}

/// Sends a request to the engine.
pub(in crate::stage) fn post(worker: &Worker, request: &impl Serialize) {
    let objects = serde_wasm_bindgen::Serializer::json_compatible();
    if let Ok(message) = request.serialize(&objects) {
        // A worker that cannot be reached reports through its error event.
        let _ = worker.post_message(&message);
    }
}

/// The pictures of one structure that are there, and how many are still to come.
pub(in crate::stage) struct Pictures {
    there: RefCell<Vec<Candidate>>,
    open: Cell<usize>,
}

impl Pictures {
    /// So many were asked for.
    pub(in crate::stage) fn new(asked: usize) -> Self {
        Self {
            there: RefCell::default(),
            open: Cell::new(asked),
        }
    }

    /// One has come, or could not be made and is done without. With the last of them it is known which is drawn in a room, if
    /// any; before that, `more` may make further ones of them.
    pub(in crate::stage) fn add(
        &self,
        picture: Option<Candidate>,
        room: Option<Signal<(f64, f64)>>,
        more: impl FnOnce(&mut Vec<Candidate>, (f64, f64)),
    ) -> Option<Option<Candidate>> {
        self.there.borrow_mut().extend(picture);
        self.open.set(self.open.get() - 1);
        if self.open.get() > 0 {
            return None;
        }
        // The signal may be gone together with what was drawn.
        let room = room.and_then(|it| it.try_get_untracked());
        let room = room.filter(|it| it.0 > 0.0 && it.1 > 0.0);
        let room = room.unwrap_or(choice::CARD);
        let mut all = self.there.take();
        more(&mut all, room);
        Some(choice::choose(all, room))
    }
}

/// What waits for a picture is shown as a list.
pub(in crate::stage) fn give_up(all: Vec<ArcRwSignal<Placed>>) {
    for placed in all {
        if placed.get_untracked() == Placed::Waiting {
            placed.set(Placed::Plain(FAILED));
        }
    }
}
