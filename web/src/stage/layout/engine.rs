//! The engine's worker: requests go out, pictures come in.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use lockstep_core::api::MachineView;
use lockstep_core::diagram::graph::Graph;
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::choice::{self, Candidate};
use super::elk::{self, Answer};
use super::{Desk, Placed, Shared};

/// What is said where there can be no pictures.
pub(in crate::stage) const FAILED: &str =
    "The layout engine could not be loaded, so here is the machine as a list.";

/// How far the engine got.
pub(super) enum Engine {
    /// Not asked for yet.
    Cold,
    /// Will be started after the first paint.
    Scheduled,
    Running(Worker),
    Failed,
}

/// One structure on its way, with the pictures of it that are there.
struct Structure {
    key: String,
    machine: Arc<MachineView>,
    pictures: RefCell<Vec<Candidate>>,
    /// How many are still to come.
    open: Cell<usize>,
}

/// One picture of a structure that was asked for.
#[derive(Clone)]
pub(super) struct Request {
    structure: Rc<Structure>,
    graph: Rc<Graph>,
    direction: &'static str,
    steady: bool,
}

impl Shared {
    /// Starts the engine when the browser has painted: it is large, and nothing waits for it.
    pub(super) fn start_later(&self) {
        if !matches!(self.0.borrow().engine, Engine::Cold) {
            return;
        }
        self.0.borrow_mut().engine = Engine::Scheduled;
        let layouts = self.clone();
        request_animation_frame(move || {
            set_timeout(move || layouts.start(), Duration::from_millis(1));
        });
    }

    fn start(&self) {
        let Ok(worker) = new_worker() else {
            self.fail();
            return;
        };
        let layouts = self.clone();
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            layouts.answered(event.data());
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        on_message.forget();
        let layouts = self.clone();
        let on_error = Closure::<dyn Fn(ErrorEvent)>::new(move |_| layouts.fail());
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        on_error.forget();

        let mut desk = self.0.borrow_mut();
        for id in 1..=desk.number {
            if let Some(request) = desk.open.get(&id) {
                post(&worker, id, request);
            }
        }
        desk.engine = Engine::Running(worker);
    }

    fn answered(&self, data: JsValue) {
        let Ok(answer) = serde_wasm_bindgen::from_value::<Answer>(data) else {
            return;
        };
        let Some(request) = self.0.borrow_mut().open.remove(&answer.id) else {
            return;
        };
        let structure = request.structure;
        // A picture that the engine could not make is done without.
        if let Some(drawing) = answer.data.and_then(|it| it.drawing(&request.graph)) {
            structure.pictures.borrow_mut().push(Candidate {
                drawing,
                direction: request.direction,
                steady: request.steady,
            });
        }
        structure.open.set(structure.open.get() - 1);
        if structure.open.get() > 0 {
            return;
        }
        let placed = self.0.borrow().placed.get(&structure.key).cloned();
        let Some(placed) = placed else { return };
        placed.set(match choice::choose(structure.pictures.take()) {
            Some(chosen) => {
                let drawing = Arc::new(chosen.drawing);
                let (key, machine) = (structure.key.clone(), &structure.machine);
                self.shown(key, machine, &drawing, chosen.direction);
                Placed::Ready(drawing, chosen.direction)
            }
            None => Placed::Plain(FAILED),
        });
    }

    /// Gives up: cards show lists instead.
    fn fail(&self) {
        let waiting: Vec<_> = {
            let mut desk = self.0.borrow_mut();
            desk.engine = Engine::Failed;
            desk.open.clear();
            desk.placed.values().cloned().collect()
        };
        for placed in waiting {
            if placed.get_untracked() == Placed::Waiting {
                placed.set(Placed::Plain(FAILED));
            }
        }
    }
}

impl Desk {
    /// Asks for the pictures of a structure: new ones, and one as the machine is known.
    pub(super) fn ask_for(&mut self, key: String, machine: &Arc<MachineView>, graph: Graph) {
        let known = self.known.get(&machine.name).and_then(|known| {
            let graph = known.map.remind(machine, &graph)?;
            Some((Rc::new(graph), known.direction, true))
        });
        let graph = Rc::new(graph);
        let anew = ["DOWN", "RIGHT"].map(|direction| (Rc::clone(&graph), direction, false));
        let wanted: Vec<_> = anew.into_iter().chain(known).collect();
        let structure = Rc::new(Structure {
            key,
            machine: Arc::clone(machine),
            pictures: RefCell::default(),
            open: Cell::new(wanted.len()),
        });
        for (graph, direction, steady) in wanted {
            self.ask(Request {
                structure: Rc::clone(&structure),
                graph,
                direction,
                steady,
            });
        }
    }

    fn ask(&mut self, request: Request) {
        self.number += 1;
        if let Engine::Running(worker) = &self.engine {
            post(worker, self.number, &request);
        }
        self.open.insert(self.number, request);
    }
}

/// The engine, in a worker.
pub(in crate::stage) fn new_worker() -> Result<Worker, JsValue> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    options.set_name("layout");
    Worker::new_with_options(&crate::assets::url("layout")?, &options)
}

fn post(worker: &Worker, id: u32, request: &Request) {
    let objects = serde_wasm_bindgen::Serializer::json_compatible();
    let request = elk::Request::new(id, &request.graph, request.direction);
    if let Ok(message) = request.serialize(&objects) {
        // A worker that cannot be reached reports through its error event.
        let _ = worker.post_message(&message);
    }
}
