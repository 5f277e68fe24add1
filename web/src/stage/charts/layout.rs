//! Layouts of statecharts, from the engine that lays out machines in a worker of their own.
//!
//! Each structure is laid out once in both directions of flow; the one that is shown larger is drawn. One that has
//! been drawn before is also laid out as it is known, see [`lockstep_core::diagram::statechart::known`].

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::StatechartView;
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::graph::Graph;
use lockstep_core::diagram::statechart::{self, Flow, known};
use lockstep_core::interchange::layout as placing;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use web_sys::Worker;

use crate::stage::layout::Placed;
use crate::stage::layout::pictures::{Candidate, FAILED, Pictures, give_up, new_worker, post};

/// All layouts of statecharts. Cheap to copy: a handle.
#[derive(Clone, Copy)]
pub(super) struct Layouts(StoredValue<Shared, LocalStorage>);

#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Desk>>);

#[derive(Default)]
struct Desk {
    worker: Option<Worker>,
    failed: bool,
    placed: HashMap<String, ArcRwSignal<Placed>>,
    /// What was last drawn of each statechart, by its name.
    known: HashMap<String, Known>,
    open: HashMap<u32, Asked>,
    number: u32,
}

struct Known {
    chart: Arc<StatechartView>,
    drawing: Arc<Drawing>,
    direction: &'static str,
}

/// One picture that was asked for.
struct Asked {
    structure: Rc<Structure>,
    graph: Graph,
    direction: &'static str,
    steady: bool,
}

/// One statechart on its way, with the pictures of it that are there.
struct Structure {
    key: String,
    chart: Arc<StatechartView>,
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

impl Layouts {
    /// No layouts, no engine: both come when the first statechart is asked for.
    pub(super) fn new() -> Self {
        Self(StoredValue::new_local(Shared::default()))
    }

    /// The layout of a statechart; asks for it where it is new.
    pub(super) fn of(self, chart: &Arc<StatechartView>) -> ArcRwSignal<Placed> {
        self.0.with_value(|shared| shared.of(chart))
    }

    /// What was last drawn of the statechart of this name, while a picture of it is waited for.
    pub(super) fn seen(self, name: &str) -> Option<(Arc<StatechartView>, Placed)> {
        self.0.with_value(|shared| {
            let desk = shared.0.borrow();
            let known = desk.known.get(name)?;
            let drawing = Arc::clone(&known.drawing);
            Some((
                Arc::clone(&known.chart),
                Placed::Ready(drawing, known.direction),
            ))
        })
    }
}

impl Shared {
    fn of(&self, chart: &Arc<StatechartView>) -> ArcRwSignal<Placed> {
        let key = statechart::key(chart);
        if let Some(placed) = self.0.borrow().placed.get(&key) {
            return placed.clone();
        }
        let placed = ArcRwSignal::new(Placed::Waiting);
        let graphs = [Flow::Down, Flow::Right].map(|flow| statechart::graph(chart, flow));
        let [Some(down), Some(right)] = graphs else {
            placed.set(Placed::Plain("This statechart is too large for a picture."));
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
        let steady = desk.known.get(&chart.name).and_then(|it| {
            let graph = if it.direction == Flow::Down.word() {
                &down
            } else {
                &right
            };
            let graph = known::remind((&it.chart, &it.drawing), chart, graph)?;
            Some((graph, it.direction, true))
        });
        let wanted = [
            Some((down, Flow::Down.word(), false)),
            Some((right, Flow::Right.word(), false)),
            steady,
        ];
        let structure = Rc::new(Structure {
            key,
            chart: Arc::clone(chart),
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
        let Some(chosen) = structure.pictures.add(picture) else {
            return;
        };
        let chosen = chosen.map(|it| (Arc::new(it.drawing), it.direction));
        let placed = {
            let mut desk = self.0.borrow_mut();
            if let Some((drawing, direction)) = &chosen {
                let known = Known {
                    chart: Arc::clone(&structure.chart),
                    drawing: Arc::clone(drawing),
                    direction,
                };
                desk.known.insert(structure.chart.name.clone(), known);
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

impl Desk {
    fn ask(&mut self, asked: Asked) {
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
