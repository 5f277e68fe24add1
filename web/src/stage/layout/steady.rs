//! Layouts of nested graphs, such as statecharts, from the engine that lays out machines in a worker of their own.
//!
//! Each structure is laid out once in each flow; the one that is shown larger is drawn. One that has
//! been drawn before is also laid out as it is known ([`Laid::remind`]).

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::graph::Graph;
use lockstep_core::diagram::packing::NEARLY;
use lockstep_core::diagram::statechart::Flow;
use lockstep_core::diagram::statechart::regions::{Arrangement, Packed};
use lockstep_core::diagram::statechart::words::Wording;
use lockstep_core::diagram::viewport::READABLE;
use lockstep_core::interchange::layout as placing;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use web_sys::Worker;

use super::Placed;
use super::pictures::{Candidate, FAILED, Pictures, give_up, new_worker, post};

/// How much larger short labels have to show a picture.
const CLEARLY: f64 = 1.1;

/// Something that is drawn as a nested graph.
pub(in crate::stage) trait Laid: 'static {
    /// What is said where it is too large.
    const TOO_LARGE: &'static str;

    /// What tells its picture from others: two with the same key look the same.
    fn key(&self) -> String;

    /// What it is known by after an edit.
    fn name(&self) -> &str;

    /// Its graph; `None` where it is too large. The labels of some say less where they are to be short.
    fn graph(&self, flow: Flow, wording: Wording) -> Option<Graph>;

    /// The graph, told of a drawing of it as it was; `None` where it has become another one.
    fn remind(&self, was: (&Self, &Drawing), graph: &Graph) -> Option<Graph>;

    /// A drawing of the graph with its regions packed for a room, from drawings in several flows: the rest is as that of number
    /// `base` has it. What is known of it stays where it can. `None` where there is nothing to pack.
    fn packed(
        &self,
        _drawings: (&Graph, &[&Drawing]),
        _base: usize,
        _room: (f64, f64),
        _known: &[Arrangement],
    ) -> Option<Packed> {
        None
    }
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
    /// The room for which regions are packed.
    share: Option<Signal<(f64, f64)>>,
    /// The room that one has which is seen by itself.
    alone: Option<Signal<(f64, f64)>>,
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
    /// How regions were packed, if they were.
    regions: Vec<Arrangement>,
}

/// One picture that was asked for.
struct Asked<T> {
    structure: Rc<Structure<T>>,
    graph: Graph,
    flow: Flow,
    steady: bool,
}

/// One structure on its way, with the pictures of it that are there.
struct Structure<T> {
    key: String,
    view: Arc<T>,
    pictures: Pictures,
    wording: Wording,
    /// With short labels, the picture with those that say all.
    full: Option<Candidate>,
    /// Whether it is of another text than the one in the editor: then it is not what is known by its name.
    is_other: bool,
    /// The graph of new pictures, and of those as it is known; numbers of nodes and edges are those of these.
    graphs: (Graph, Option<Graph>),
    /// How regions were packed in what is known, and the direction of the rest.
    known: Option<(Vec<Arrangement>, &'static str)>,
}

impl<T: Laid> Structure<T> {
    /// Adds the pictures that packed regions make of those that have come.
    fn pack(&self, all: &mut Vec<Candidate>, room: (f64, f64)) {
        for steady in [false, true] {
            let graph = match steady {
                false => Some(&self.graphs.0),
                true => self.graphs.1.as_ref(),
            };
            let Some(graph) = graph else { continue };
            // Those that were not asked for or failed have no number.
            let own = all
                .iter()
                .filter(|it| it.steady == steady && it.regions.is_empty());
            let drawn: Vec<_> = own.map(|it| (it.direction, it.drawing.clone())).collect();
            let of = |flow: Flow| drawn.iter().find(|it| it.0 == flow.word());
            let ways: Vec<_> = Flow::ALL.into_iter().filter_map(of).collect();
            let is_whole = [Flow::Down, Flow::Right].iter().all(|&it| of(it).is_some());
            let drawings: Vec<_> = ways.iter().map(|it| &it.1).collect();
            let known = self.known.as_ref().filter(|_| steady);
            for (base, (flow, _)) in ways.iter().enumerate().filter(|_| is_whole) {
                if known.is_some_and(|it| it.1 != *flow) {
                    continue;
                }
                let regions = known.map_or(&[][..], |it| &it.0);
                if let Some(packed) = self.view.packed((graph, &drawings), base, room, regions) {
                    // What is known is the first of what is steady.
                    all.insert(
                        0,
                        Candidate {
                            drawing: packed.drawing,
                            direction: flow,
                            steady,
                            regions: packed.states,
                        },
                    );
                }
            }
        }
    }
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
            share: None,
            alone: None,
            worker: None,
            failed: false,
            placed: HashMap::new(),
            known: HashMap::new(),
            open: HashMap::new(),
            number: 0,
        };
        Self(StoredValue::new_local(Shared(Rc::new(RefCell::new(desk)))))
    }

    /// Pictures are chosen for this room, and the regions of one packed for that share of the whole; labels are short where one could
    /// not be read as a whole although it is `alone` in sight.
    pub(in crate::stage) fn fit(
        self,
        room: Signal<(f64, f64)>,
        share: Signal<(f64, f64)>,
        alone: Signal<(f64, f64)>,
    ) {
        self.0.with_value(|it| {
            let mut desk = it.0.borrow_mut();
            (desk.room, desk.share, desk.alone) = (Some(room), Some(share), Some(alone));
        });
    }

    /// The layout of a structure; asks for it where it is new.
    pub(in crate::stage) fn of(self, view: &Arc<T>) -> ArcRwSignal<Placed> {
        self.0.with_value(|shared| shared.of(view, false))
    }

    /// The same of a structure of a text that is drawn beside the one in the editor: what follows on an edit is not arranged after it.
    pub(in crate::stage) fn of_other(self, view: &Arc<T>) -> ArcRwSignal<Placed> {
        self.0.with_value(|shared| shared.of(view, true))
    }

    /// Lays out anew, for the room there is now, what was drawn last of each structure; the rest when it is asked for again. What is
    /// shown stays until its new picture has come.
    pub(in crate::stage) fn begin_anew(self) {
        self.0
            .with_value(|shared| shared.0.borrow_mut().begin_anew());
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
    fn of(&self, view: &Arc<T>, is_other: bool) -> ArcRwSignal<Placed> {
        let key = view.key();
        if let Some(placed) = self.0.borrow().placed.get(&key) {
            return placed.clone();
        }
        let placed = ArcRwSignal::new(Placed::Waiting);
        if view.graph(Flow::Down, Wording::Full).is_none() {
            placed.set(Placed::Plain(T::TOO_LARGE));
            return placed;
        }
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
        if !desk.begin((key, is_other), view, Wording::Full, None) {
            placed.set(Placed::Plain(T::TOO_LARGE));
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
            direction: asked.flow.word(),
            steady: asked.steady,
            regions: Vec::new(),
        });
        let (room, share) = {
            let desk = self.0.borrow();
            (desk.room, desk.share)
        };
        let share = share.and_then(|it| it.try_get_untracked());
        let pack = |all: &mut Vec<Candidate>, room| {
            let share = share.filter(|it| it.0 > 0.0 && it.1 > 0.0);
            structure.pack(all, share.unwrap_or(room));
        };
        let Some(chosen) = structure.pictures.add(picture, room, pack) else {
            return;
        };
        let chosen = match chosen {
            Some(it) if self.says_too_much(&structure, &it) => {
                let (key, view) = (structure.key.clone(), &structure.view);
                let key = (key, structure.is_other);
                let mut desk = self.0.borrow_mut();
                if desk.begin(key, view, Wording::Short, Some(it.clone())) {
                    return;
                }
                Some(it)
            }
            it => self.larger(it, structure.full.clone()),
        };
        let chosen = chosen.map(|it| (Arc::new(it.drawing), it.direction, it.regions));
        let placed = {
            let mut desk = self.0.borrow_mut();
            if let Some((drawing, direction, regions)) = &chosen
                && !structure.is_other
            {
                let known = Known {
                    view: Arc::clone(&structure.view),
                    drawing: Arc::clone(drawing),
                    direction,
                    regions: regions.clone(),
                };
                desk.known.insert(structure.view.name().to_owned(), known);
            }
            desk.placed.get(&structure.key).cloned()
        };
        if let Some(placed) = placed {
            placed.set(match chosen {
                Some((drawing, direction, _)) => Placed::Ready(drawing, direction),
                None => Placed::Plain(FAILED),
            });
        }
    }

    /// Whether a picture could not be read as a whole although it is alone in sight, and its labels say all.
    fn says_too_much(&self, structure: &Structure<T>, it: &Candidate) -> bool {
        structure.wording == Wording::Full
            && self
                .alone(it)
                .is_some_and(|scale| scale * NEARLY < READABLE)
    }

    /// How large a picture is seen that is alone in sight; `None` while the room is not known.
    fn alone(&self, it: &Candidate) -> Option<f64> {
        let room = self.0.borrow().alone?.try_get_untracked()?;
        (room.0 > 0.0 && room.1 > 0.0).then(|| it.drawing.scale_into(room.0, room.1))
    }

    /// The picture with short labels, unless that with full ones is seen nearly as large.
    fn larger(&self, short: Option<Candidate>, full: Option<Candidate>) -> Option<Candidate> {
        match (short, full) {
            (Some(short), Some(full)) => {
                let gain =
                    self.alone(&short).unwrap_or(0.0) > CLEARLY * self.alone(&full).unwrap_or(0.0);
                Some(if gain { short } else { full })
            }
            (short, full) => full.or(short),
        }
    }

    /// Gives up: cards show lists instead.
    fn fail(&self) {
        let (done, waiting) = {
            let mut desk = self.0.borrow_mut();
            desk.failed = true;
            let open: Vec<_> = desk.open.drain().map(|it| it.1.structure).collect();
            // A picture that is there is better than none.
            let full = open.into_iter().filter_map(|it| {
                let full = it.full.as_ref()?;
                let ready = Placed::Ready(Arc::new(full.drawing.clone()), full.direction);
                Some((desk.placed.get(&it.key)?.clone(), ready))
            });
            let done: Vec<_> = full.collect();
            (done, desk.placed.values().cloned().collect())
        };
        done.into_iter()
            .for_each(|(placed, ready)| placed.set(ready));
        give_up(waiting);
    }
}

impl<T: Laid> Desk<T> {
    /// See [`Layouts::begin_anew`].
    fn begin_anew(&mut self) {
        let known = std::mem::take(&mut self.known).into_values();
        let known = known.map(|it| (it.view.key(), it.view));
        let open = std::mem::take(&mut self.open).into_values();
        let open = open.filter(|it| !it.structure.is_other);
        let open = open.map(|it| (it.structure.key.clone(), Arc::clone(&it.structure.view)));
        let shown: HashMap<_, _> = known.chain(open).collect();
        (self.placed).retain(|key, _| shown.contains_key(key));
        for (key, view) in shown {
            if self.placed.contains_key(&key) {
                // It has been asked for before, so it is not too large for a picture.
                self.begin((key, false), &view, Wording::Full, None);
            }
        }
    }

    /// Asks for all pictures of a structure with labels of one wording: new ones, and those as it is known. `full` is the picture with
    /// full labels, for short ones; of what is of another text that is said. False where there are none: it is too large, or no label would be shorter.
    fn begin(
        &mut self,
        (key, is_other): (String, bool),
        view: &Arc<T>,
        wording: Wording,
        full: Option<Candidate>,
    ) -> bool {
        let graphs = Flow::ALL.map(|flow| view.graph(flow, wording));
        let [Some(down), Some(right), Some(both)] = graphs else {
            return false;
        };
        if full.is_some() && view.graph(Flow::Down, Wording::Full).as_ref() == Some(&down) {
            return false;
        }
        let mut flows = vec![(down, Flow::Down), (right, Flow::Right)];
        // Where nothing leads back and forth it is the one before.
        if both != flows[1].0 {
            flows.push((both, Flow::Both));
        }
        let known = self.known.get(view.name());
        // What was known of a flow that is no more goes on in the one that is most like it.
        let has = |it: &str| flows.iter().any(|of| of.1.word() == it);
        let direction = known.map_or("", |it| it.direction);
        let direction = if has(direction) {
            direction
        } else {
            Flow::Right.word()
        };
        let steady: Vec<_> = (known.into_iter())
            .flat_map(|it| {
                // Packed regions are made of all flows, of which the one of the rest comes first.
                let is_packed = !it.regions.is_empty();
                let wanted = flows
                    .iter()
                    .filter(|of| is_packed || of.1.word() == direction);
                let mut wanted: Vec<_> = wanted.collect();
                wanted.sort_by_key(|of| of.1.word() != direction);
                wanted.into_iter().filter_map(|(graph, flow)| {
                    let graph = view.remind((&it.view, &it.drawing), graph)?;
                    Some((graph, *flow, true))
                })
            })
            .collect();
        let packed = known.filter(|it| !it.regions.is_empty());
        let structure = Rc::new(Structure {
            key,
            view: Arc::clone(view),
            pictures: Pictures::new(flows.len() + steady.len()),
            wording,
            full,
            is_other,
            graphs: (flows[0].0.clone(), steady.first().map(|it| it.0.clone())),
            known: packed.map(|it| (it.regions.clone(), direction)),
        });
        let anew = flows.into_iter().map(|(graph, flow)| (graph, flow, false));
        for (graph, flow, steady) in anew.chain(steady) {
            let structure = Rc::clone(&structure);
            self.ask(Asked {
                structure,
                graph,
                flow,
                steady,
            });
        }
        true
    }

    fn ask(&mut self, asked: Asked<T>) {
        self.number += 1;
        let request = Request {
            id: self.number,
            graph: placing::request(&asked.graph),
            direction: asked.flow.direction(),
        };
        if let Some(worker) = &self.worker {
            post(worker, &request);
        }
        self.open.insert(self.number, asked);
    }
}
