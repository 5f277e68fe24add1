//! Layouts of nested graphs, such as statecharts, from the engine that lays out machines in a worker of their own.
//!
//! Each structure is laid out once in both directions of flow; the one that is shown larger is drawn. One that has
//! been drawn before is also laid out as it is known ([`Laid::remind`]).

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::graph::Graph;
use lockstep_core::diagram::statechart::Flow;
use lockstep_core::interchange::layout as placing;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use web_sys::Worker;

use super::Placed;
use super::pictures::{Candidate, FAILED, Pictures, give_up, new_worker, post};

/// Something that is drawn as a nested graph.
pub(in crate::stage) trait Laid: 'static {
    /// What is said where it is too large.
    const TOO_LARGE: &'static str;

    /// What tells its picture from others: two with the same key look the same.
    fn key(&self) -> String;

    /// What it is known by after an edit.
    fn name(&self) -> &str;

    /// Its graph; `None` where it is too large.
    fn graph(&self, flow: Flow) -> Option<Graph>;

    /// The graph, told of a drawing of it as it was; `None` where it has become another one.
    fn remind(&self, was: (&Self, &Drawing), graph: &Graph) -> Option<Graph>;
}

/// All layouts of such. Cheap to copy: a handle.
pub(in crate::stage) struct Layouts<T: Laid>(StoredValue<Shared<T>, LocalStorage>);

impl<T: Laid> Clone for Layouts<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Laid> Copy for Layouts<T> {}

struct Shared<T>(Rc<RefCell<Desk<T>>>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

struct Desk<T> {
    /// The room that one of them has.
    room: Option<Signal<(f64, f64)>>,
    worker: Option<Worker>,
    failed: bool,
    placed: HashMap<String, ArcRwSignal<Placed>>,
    /// What was last drawn of each, by its name.
    known: HashMap<String, Known<T>>,
    open: HashMap<u32, Asked<T>>,
    number: u32,
}

struct Known<T> {
    view: Arc<T>,
    drawing: Arc<Drawing>,
    direction: &'static str,
}

/// One picture that was asked for.
struct Asked<T> {
    structure: Rc<Structure<T>>,
    graph: Graph,
    direction: &'static str,
    steady: bool,
}

/// One structure on its way, with the pictures of it that are there.
struct Structure<T> {
    key: String,
    view: Arc<T>,
    pictures: Pictures,
}

#[derive(Serialize)]
struct Request {
    id: u32,
    graph: placing::ElkNode,
    direction: &'static str,
}

/// The placed graph; where there is none, only that matters.
#[derive(Deserialize)]
struct Answer {
    id: u32,
    data: Option<placing::Placed>,
}

impl<T: Laid> Layouts<T> {
    /// No layouts, no engine: both come when the first structure is asked for.
    pub(in crate::stage) fn new() -> Self {
        let desk = Desk {
            room: None,
            worker: None,
            failed: false,
            placed: HashMap::new(),
            known: HashMap::new(),
            open: HashMap::new(),
            number: 0,
        };
        Self(StoredValue::new_local(Shared(Rc::new(RefCell::new(desk)))))
    }

    /// Pictures are chosen for this room.
    pub(in crate::stage) fn fit(self, room: Signal<(f64, f64)>) {
        self.0.with_value(|it| it.0.borrow_mut().room = Some(room));
    }

    /// The layout of a structure; asks for it where it is new.
    pub(in crate::stage) fn of(self, view: &Arc<T>) -> ArcRwSignal<Placed> {
        self.0.with_value(|shared| shared.of(view))
    }

    /// What was last drawn of the structure of this name, while a picture of it is waited for.
    pub(in crate::stage) fn seen(self, name: &str) -> Option<(Arc<T>, Placed)> {
        self.0.with_value(|shared| {
            let desk = shared.0.borrow();
            let known = desk.known.get(name)?;
            let drawing = Arc::clone(&known.drawing);
            Some((
                Arc::clone(&known.view),
                Placed::Ready(drawing, known.direction),
            ))
        })
    }
}

impl<T: Laid> Shared<T> {
    fn of(&self, view: &Arc<T>) -> ArcRwSignal<Placed> {
        let key = view.key();
        if let Some(placed) = self.0.borrow().placed.get(&key) {
            return placed.clone();
        }
        let placed = ArcRwSignal::new(Placed::Waiting);
        let graphs = [Flow::Down, Flow::Right].map(|flow| view.graph(flow));
        let [Some(down), Some(right)] = graphs else {
            placed.set(Placed::Plain(T::TOO_LARGE));
            return placed;
        };
        let mut desk = self.0.borrow_mut();
        desk.placed.insert(key.clone(), placed.clone());
        if desk.worker.is_none() && !desk.failed {
            desk.worker = self.start();
            desk.failed = desk.worker.is_none();
        }
        if desk.failed {
            placed.set(Placed::Plain(FAILED));
            return placed;
        }
        let steady = desk.known.get(view.name()).and_then(|it| {
            let graph = if it.direction == Flow::Down.word() {
                &down
            } else {
                &right
            };
            let graph = view.remind((&it.view, &it.drawing), graph)?;
            Some((graph, it.direction, true))
        });
        let wanted = [
            Some((down, Flow::Down.word(), false)),
            Some((right, Flow::Right.word(), false)),
            steady,
        ];
        let structure = Rc::new(Structure {
            key,
            view: Arc::clone(view),
            pictures: Pictures::new(wanted.iter().flatten().count()),
        });
        for (graph, direction, steady) in wanted.into_iter().flatten() {
            let structure = Rc::clone(&structure);
            desk.ask(Asked {
                structure,
                graph,
                direction,
                steady,
            });
        }
        placed
    }

    fn start(&self) -> Option<Worker> {
        let (shared, lost) = (self.clone(), self.clone());
        new_worker(move |data| shared.answered(data), move || lost.fail())
    }

    fn answered(&self, data: JsValue) {
        let Ok(answer) = serde_wasm_bindgen::from_value::<Answer>(data) else {
            return;
        };
        let Some(asked) = self.0.borrow_mut().open.remove(&answer.id) else {
            return;
        };
        let structure = asked.structure;
        let drawing = answer.data.and_then(|it| it.drawing(&asked.graph));
        let picture = drawing.map(|drawing| Candidate {
            drawing,
            direction: asked.direction,
            steady: asked.steady,
        });
        let room = self.0.borrow().room;
        let Some(chosen) = structure.pictures.add(picture, room) else {
            return;
        };
        let chosen = chosen.map(|it| (Arc::new(it.drawing), it.direction));
        let placed = {
            let mut desk = self.0.borrow_mut();
            if let Some((drawing, direction)) = &chosen {
                let known = Known {
                    view: Arc::clone(&structure.view),
                    drawing: Arc::clone(drawing),
                    direction,
                };
                desk.known.insert(structure.view.name().to_owned(), known);
            }
            desk.placed.get(&structure.key).cloned()
        };
        if let Some(placed) = placed {
            placed.set(match chosen {
                Some((drawing, direction)) => Placed::Ready(drawing, direction),
                None => Placed::Plain(FAILED),
            });
        }
    }

    /// Gives up: cards show lists instead.
    fn fail(&self) {
        let waiting: Vec<_> = {
            let mut desk = self.0.borrow_mut();
            desk.failed = true;
            desk.open.clear();
            desk.placed.values().cloned().collect()
        };
        give_up(waiting);
    }
}

impl<T> Desk<T> {
    fn ask(&mut self, asked: Asked<T>) {
        self.number += 1;
        let request = Request {
            id: self.number,
            graph: placing::request(&asked.graph),
            direction: asked.direction,
        };
        if let Some(worker) = &self.worker {
            post(worker, &request);
        }
        self.open.insert(self.number, asked);
    }
}
