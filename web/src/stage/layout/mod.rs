//! Layouts of machines from the layout engine, in a worker of its own.
//!
//! The worker starts beside the first paint and loads elkjs (`web/js/entry-layout.js`). Each
//! structure of a machine ([`graph::key`]) is laid out once; all lifelines of a machine share the
//! result, and typing that does not change the machine asks for nothing.
//!
//! An edit must not throw a drawing about: see [`lockstep_core::diagram::mental_map`]. A machine that
//! has been drawn is laid out as it was known, beside two new pictures of it, and [`choice`] says
//! which is shown. Another text begins anew, so that a text that is opened looks the same each time.

mod choice;
mod elk;
mod engine;
pub(super) mod pictures;
pub(super) mod steady;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use engine::{Engine, Request};
use leptos::prelude::*;
use lockstep_core::api::MachineView;
use lockstep_core::diagram::Point;
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::graph;
use lockstep_core::diagram::mental_map::MentalMap;
use pictures::FAILED;

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
    /// The room that one of them has.
    room: Option<Signal<(f64, f64)>>,
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

impl Layouts {
    /// No layouts, no engine: both come when the first machine is asked for.
    pub fn new() -> Self {
        let desk = Desk {
            room: None,
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

    /// Pictures are chosen for this room.
    pub fn fit(self, room: Signal<(f64, f64)>) {
        self.0.with_value(|it| it.0.borrow_mut().room = Some(room));
    }

    /// Lays out anew, for the room there is now, the machines that were seen last; others when they are asked for again. What is
    /// shown stays until its new picture has come.
    pub fn begin_anew(self) {
        self.0.with_value(|it| it.0.borrow_mut().begin_anew());
    }

    /// The layout of a machine in a text, known by its [`crate::state::Document::generation`]; asks for
    /// it where it is new.
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
        self.start();
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
            let is_same = before.key == key;
            if is_same && Arc::ptr_eq(before.map.seen().1, drawing) {
                return;
            }
            // What is laid out anew for another window does not come from its old places.
            if !is_same && let Some(ways) = before.map.ways(machine, drawing) {
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
}
