//! Layouts of machines from the layout engine, in a worker of its own.
//!
//! The worker is started after the first paint and loads elkjs (`web/js/entry-layout.js`). Each
//! structure of a machine ([`graph::key`]) is laid out once; all lifelines of a machine share the
//! result, and typing that does not change the machine asks for nothing.
//!
//! An edit must not throw a drawing about: see [`lockstep_core::diagram::mental_map`]. A machine that
//! has been drawn is laid out as it was known, beside two new pictures of it, and [`choice`] says
//! which is shown. Another text begins anew, so that a text that is opened looks the same each time.

mod choice;
mod elk;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use choice::Candidate;
use elk::Answer;
use leptos::prelude::*;
use lockstep_core::api::MachineView;
use lockstep_core::diagram::Point;
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::graph::{self, Graph};
use lockstep_core::diagram::mental_map::MentalMap;
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

/// Milliseconds for which the cards can learn how states come to their places: they all ask for it
/// when they draw a new picture, and nobody should who draws it later.
const MOMENT: u64 = 50;

/// How far the layout of a machine got.
#[derive(Clone, Debug, PartialEq)]
pub enum Placed {
    /// The engine is loading or at work.
    Waiting,
    /// The picture, and the direction in which it flows.
    Ready(Arc<Drawing>, &'static str),
    /// There will be no picture; the text says why.
    Plain(&'static str),
}

/// All layouts of the page, as a context of components.
#[derive(Clone, Copy)]
pub struct Layouts(StoredValue<Shared, LocalStorage>);

/// The desk, shared with the handlers of the worker.
#[derive(Clone)]
struct Shared(Rc<RefCell<Desk>>);

/// The engine with the requests on its way.
struct Desk {
    engine: Engine,
    placed: HashMap<String, ArcRwSignal<Placed>>,
    /// What was last seen of each machine, by its name.
    known: HashMap<String, Known>,
    /// How states come to their places in a picture that is new at this moment, by its key.
    ways: HashMap<String, Ways>,
    /// Counts the texts that took the place of another one.
    text: u32,
    /// The requests that have no answer yet, by number.
    open: HashMap<u32, Request>,
    number: u32,
}

/// What was last seen of a machine.
struct Known {
    key: String,
    direction: &'static str,
    map: MentalMap,
}

/// States, and from where to their places they come.
pub type Ways = Rc<Vec<(usize, Point)>>;

enum Engine {
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
struct Request {
    structure: Rc<Structure>,
    graph: Rc<Graph>,
    direction: &'static str,
    steady: bool,
}

impl Layouts {
    /// No layouts, no engine: both come when the first machine is asked for.
    pub fn new() -> Self {
        let desk = Desk {
            engine: Engine::Cold,
            placed: HashMap::new(),
            known: HashMap::new(),
            ways: HashMap::new(),
            text: 0,
            open: HashMap::new(),
            number: 0,
        };
        Self(StoredValue::new_local(Shared(Rc::new(RefCell::new(desk)))))
    }

    /// The layout of a machine in a text (its number, see [`crate::state::Document::place`]); asks
    /// for it where it is new.
    pub fn of(self, machine: &Arc<MachineView>, text: u32) -> ArcRwSignal<Placed> {
        self.0.with_value(|shared| shared.of(machine, text))
    }

    /// What was last seen of the machine of this name, while a picture of it is waited for.
    pub fn seen(self, name: &str) -> Option<(Arc<MachineView>, Arc<Drawing>)> {
        self.0.with_value(|shared| {
            let desk = shared.0.borrow();
            let (machine, drawing) = desk.known.get(name)?.map.seen();
            Some((Arc::clone(machine), Arc::clone(drawing)))
        })
    }

    /// How states come to their places in the picture of this machine, if it has just been changed.
    pub fn ways(self, machine: &MachineView) -> Option<Ways> {
        let key = graph::key(machine);
        (self.0).with_value(|shared| shared.0.borrow().ways.get(&key).cloned())
    }
}

impl Shared {
    fn of(&self, machine: &Arc<MachineView>, text: u32) -> ArcRwSignal<Placed> {
        let key = graph::key(machine);
        {
            let mut desk = self.0.borrow_mut();
            if desk.text != text {
                desk.text = text;
                desk.known.clear();
            }
        }
        let placed = self.0.borrow().placed.get(&key).cloned();
        if let Some(placed) = placed {
            if let Placed::Ready(drawing, direction) = placed.get_untracked() {
                self.shown(key, machine, &drawing, direction);
            }
            return placed;
        }
        let placed = ArcRwSignal::new(Placed::Waiting);
        let Some(graph) = graph::graph(machine) else {
            placed.set(Placed::Plain("This machine is too large for a picture."));
            return placed;
        };
        {
            let mut desk = self.0.borrow_mut();
            desk.placed.insert(key.clone(), placed.clone());
            if matches!(desk.engine, Engine::Failed) {
                placed.set(Placed::Plain(FAILED));
                return placed;
            }
            desk.ask_for(key, machine, graph);
        }
        self.start_later();
        placed
    }

    /// Keeps in mind what is shown of a machine now, and how its states come there.
    fn shown(
        &self,
        key: String,
        machine: &Arc<MachineView>,
        drawing: &Arc<Drawing>,
        direction: &'static str,
    ) {
        let mut desk = self.0.borrow_mut();
        if let Some(before) = desk.known.get(&machine.name) {
            if before.key == key {
                return;
            }
            if let Some(ways) = before.map.ways(machine, drawing) {
                desk.ways.insert(key.clone(), Rc::new(ways));
                let layouts = self.clone();
                let over = move || layouts.0.borrow_mut().ways.clear();
                set_timeout(over, Duration::from_millis(MOMENT));
            }
        }
        let map = MentalMap::new(Arc::clone(machine), Arc::clone(drawing));
        let known = Known {
            key,
            direction,
            map,
        };
        desk.known.insert(machine.name.clone(), known);
    }

    /// Starts the engine when the browser has painted: it is large, and nothing waits for it.
    fn start_later(&self) {
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

const FAILED: &str = "The layout engine could not be loaded, so here is the machine as a list.";

impl Desk {
    /// Asks for the pictures of a structure: new ones, and one as the machine is known.
    fn ask_for(&mut self, key: String, machine: &Arc<MachineView>, graph: Graph) {
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

fn new_worker() -> Result<Worker, JsValue> {
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
