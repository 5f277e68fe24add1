//! The engine's worker: requests go out, pictures come in.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::MachineView;
use lockstep_core::diagram::graph::{self, Graph};
use wasm_bindgen::prelude::*;
use web_sys::Worker;

use super::choice::Candidate;
use super::elk::{self, Answer};
use super::pictures::{FAILED, Pictures, give_up, new_worker, post};
use super::{Desk, Placed, Shared};

/// How far the engine got.
pub(super) enum Engine {
    /// Not asked for yet.
    Cold,
    Running(Worker),
    Failed,
}

/// One structure on its way, with the pictures of it that are there.
struct Structure {
    key: String,
    machine: Arc<MachineView>,
    pictures: Pictures,
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
    /// Starts the engine, once. It is large, and reading it holds nothing up: its script is fetched while the page is
    /// drawn, and the browser starts the worker when the page's thread is free, which is after the first paint.
    pub(super) fn start(&self) {
        if !matches!(self.0.borrow().engine, Engine::Cold) {
            return;
        }
        let (layouts, lost) = (self.clone(), self.clone());
        let worker = new_worker(move |data| layouts.answered(data), move || lost.fail());
        let Some(worker) = worker else {
            return self.fail();
        };
        let mut desk = self.0.borrow_mut();
        for id in 1..=desk.number {
            if let Some(request) = desk.open.get(&id) {
                post(&worker, &request.message(id));
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
        let drawing = answer.data.and_then(|it| it.drawing(&request.graph));
        let picture = drawing.map(|drawing| Candidate {
            drawing,
            direction: request.direction,
            steady: request.steady,
            regions: Vec::new(),
        });
        let room = self.0.borrow().room;
        let Some(chosen) = structure.pictures.add(picture, room, |_, _| ()) else {
            return;
        };
        let placed = self.0.borrow().placed.get(&structure.key).cloned();
        let Some(placed) = placed else { return };
        placed.set(match chosen {
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
        give_up(waiting);
    }
}

impl Desk {
    /// See [`super::Layouts::begin_anew`].
    pub(super) fn begin_anew(&mut self) {
        let known = std::mem::take(&mut self.known).into_values();
        let known = known.map(|it| (it.key, Arc::clone(it.map.seen().0)));
        let open = std::mem::take(&mut self.open).into_values();
        let open = open.map(|it| (it.structure.key.clone(), Arc::clone(&it.structure.machine)));
        let shown: HashMap<_, _> = known.chain(open).collect();
        (self.placed).retain(|key, _| shown.contains_key(key));
        for (key, machine) in shown {
            if let Some(graph) = graph::graph(&machine)
                && self.placed.contains_key(&key)
            {
                self.ask_for(key, &machine, graph);
            }
        }
    }

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
            pictures: Pictures::new(wanted.len()),
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
            post(worker, &request.message(self.number));
        }
        self.open.insert(self.number, request);
    }
}

impl Request {
    fn message(&self, id: u32) -> elk::Request {
        elk::Request::new(id, &self.graph, self.direction)
    }
}
