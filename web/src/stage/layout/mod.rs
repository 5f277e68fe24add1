//! Layouts of machines from the layout engine, in a worker of its own.
//!
//! The worker is started after the first paint and loads elkjs (`web/js/entry-layout.js`). Each
//! structure of a machine ([`graph::key`]) is laid out once, in both directions of flow; the one
//! that fits a card better is kept. All lifelines of a machine share the result, and typing that
//! does not change the machine asks for nothing.
//!
//! An edit must not throw a drawing about. Within a direction the engine follows the order of the
//! text, so what is added goes to its place and the rest stays in order; and a machine keeps its
//! direction until the other one shows it much larger.

mod elk;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use elk::Answer;
use leptos::prelude::*;
use lockstep_core::api::MachineView;
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::graph::{self, Graph};
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

/// The body of a card for which layouts are chosen.
const CARD: (f64, f64) = (205.0, 236.0);

/// How much larger the other direction must show a machine before it turns round.
const TURNS: f64 = 1.25;

/// How far the layout of a machine got.
#[derive(Clone, Debug, PartialEq)]
pub enum Placed {
    /// The engine is loading or at work.
    Waiting,
    /// The picture.
    Ready(Arc<Drawing>),
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
    /// The direction in which each machine was drawn last, by its name.
    flows: HashMap<String, &'static str>,
    /// The requests that have no answer yet, by number.
    open: HashMap<u32, Request>,
    number: u32,
}

enum Engine {
    /// Not asked for yet.
    Cold,
    /// Will be started after the first paint.
    Scheduled,
    Running(Worker),
    Failed,
}

/// One structure on its way: both directions are asked for together.
#[derive(Clone)]
struct Request {
    key: String,
    /// The name of the machine.
    name: String,
    graph: Rc<Graph>,
    direction: &'static str,
    /// The picture of the other direction, once it is there.
    other: Rc<RefCell<Option<(&'static str, Drawing)>>>,
}

impl Layouts {
    /// No layouts, no engine: both come when the first machine is asked for.
    pub fn new() -> Self {
        let desk = Desk {
            engine: Engine::Cold,
            placed: HashMap::new(),
            flows: HashMap::new(),
            open: HashMap::new(),
            number: 0,
        };
        Self(StoredValue::new_local(Shared(Rc::new(RefCell::new(desk)))))
    }

    /// The layout of a machine; asks for it where it is new.
    pub fn of(self, machine: &MachineView) -> ArcRwSignal<Placed> {
        self.0.with_value(|shared| shared.of(machine))
    }
}

impl Shared {
    fn of(&self, machine: &MachineView) -> ArcRwSignal<Placed> {
        let key = graph::key(machine);
        if let Some(placed) = self.0.borrow().placed.get(&key) {
            return placed.clone();
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
            let graph = Rc::new(graph);
            let other = Rc::default();
            for direction in ["DOWN", "RIGHT"] {
                let request = Request {
                    key: key.clone(),
                    name: machine.name.clone(),
                    graph: Rc::clone(&graph),
                    direction,
                    other: Rc::clone(&other),
                };
                desk.ask(request);
            }
        }
        self.start_later();
        placed
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
        let (placed, result) = {
            let mut desk = self.0.borrow_mut();
            let Some(request) = desk.open.remove(&answer.id) else {
                return;
            };
            let Some(placed) = desk.placed.get(&request.key).cloned() else {
                return;
            };
            let drawing = answer
                .data
                .and_then(|placed| placed.drawing(&request.graph));
            let Some(drawing) = drawing else {
                drop(desk);
                placed.set(Placed::Plain(FAILED));
                return;
            };
            let own = (request.direction, drawing);
            let other = request.other.borrow_mut().take();
            let Some(other) = other else {
                *request.other.borrow_mut() = Some(own);
                return;
            };
            let before = desk.flows.get(&request.name).copied();
            let (direction, drawing) = better(other, own, before);
            desk.flows.insert(request.name, direction);
            (placed, drawing)
        };
        placed.set(Placed::Ready(Arc::new(result)));
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

/// A picture, and the direction in which it flows.
type Flow = (&'static str, Drawing);

/// Of two pictures of one machine, the one that a card shows larger; the first where equal. The one
/// that flows as the machine did before is kept as long as the other is not [`TURNS`] times as large.
fn better(one: Flow, other: Flow, before: Option<&str>) -> Flow {
    let scale = |(direction, drawing): &Flow| {
        let keeps = if before == Some(*direction) {
            TURNS
        } else {
            1.0
        };
        keeps * drawing.scale_into(CARD.0, CARD.1)
    };
    if scale(&other) > scale(&one) + 1e-6 {
        other
    } else {
        one
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_turns_round_only_where_that_shows_it_much_larger() {
        let drawn = |width: f64, height: f64| Drawing {
            width,
            height,
            nodes: Vec::new(),
            edges: Vec::new(),
        };
        let choice = |down: (f64, f64), right: (f64, f64), before| {
            let down = ("DOWN", drawn(down.0, down.1));
            better(down, ("RIGHT", drawn(right.0, right.1)), before).0
        };
        let (tall, little_wider, much_wider) = ((205.0, 472.0), (410.0, 400.0), (300.0, 236.0));
        assert_eq!(choice(tall, little_wider, None), "DOWN");
        assert_eq!(choice(tall, much_wider, None), "RIGHT");
        assert_eq!(choice(tall, much_wider, Some("DOWN")), "RIGHT");
        // Equal ones and nearly equal ones stay as they were.
        assert_eq!(choice(tall, little_wider, Some("RIGHT")), "RIGHT");
        let taller = (205.0, 560.0);
        assert_eq!(choice(taller, little_wider, None), "RIGHT");
        assert_eq!(choice(taller, little_wider, Some("DOWN")), "DOWN");
    }
}
