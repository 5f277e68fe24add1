//! The one surface on which the drawings of a model stand: packed in rows, seen through a viewport that can be zoomed and moved
//! and that follows the run.
//!
//! Where what stands and what is seen is computed by [`lockstep_core::diagram::packing`] and [`lockstep_core::diagram::viewport`];
//! wheel, fingers and dragging come from `web/js/frame/surface.js`, which arrives after the first verdict.

mod arrangement;
mod gestures;
mod rim;

use std::sync::Arc;

use leptos::ev::FocusEvent;
use leptos::html;
use leptos::prelude::*;
use lockstep_core::diagram::Rect;
use lockstep_core::diagram::packing::{GAP, Packing};
use lockstep_core::diagram::viewport::Viewport;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DomRect, Element, KeyboardEvent};

use super::StageContext;
use super::in_sight::observe_size;
use super::tools::Size;
use crate::keys::is_taken;

/// The head of a chart, in pixels; static/style/stage-surface.css says the same.
pub const HEAD: f64 = 28.0;
/// Between a chart's rim and its drawing.
pub const AROUND: f64 = 12.0;
/// How far an arrow with Shift moves the view.
const STEP: f64 = 60.0;
/// Less of a chart than this part is taken for outside.
const OUTSIDE: f64 = 0.2;
/// One chart that fills the canvas is drawn at most so large.
const FILLING: f64 = 2.2;

/// The viewport and what it depends on. Cheap to copy: all of it is handles.
#[derive(Clone, Copy)]
pub struct Surface {
    view: RwSignal<Viewport>,
    /// The size of the pane.
    room: RwSignal<(f64, f64)>,
    /// The height that the pane can have once the drawings of a model that is opened are there; nothing later.
    most: RwSignal<f64>,
    /// The height that the pane keeps however low its drawings are; nothing where the run is not below it.
    least: RwSignal<f64>,
    packing: RwSignal<Arc<Packing>>,
    /// The sizes of the charts by themselves: in the packing they are as high as their row.
    charts: StoredValue<Vec<(f64, f64)>>,
    /// Whether a view was chosen. Until then all of it, or what the step is about, is brought into sight whenever the room or
    /// the drawings change.
    chosen: RwSignal<bool>,
    /// Counts the models that were opened.
    opened: RwSignal<u32>,
    /// Counts how often the window has become one of another kind.
    turns: RwSignal<u32>,
    /// Whether it has been turned since the last step or edit: until then it is seen anew whenever its drawings change.
    turned: StoredValue<bool>,
    /// Whether it goes to what a step is about.
    pub follows: RwSignal<bool>,
    /// Whether its next move is seen as one.
    glides: RwSignal<bool>,
    /// The chart that fills the canvas, if one does.
    pub filled: RwSignal<Option<usize>>,
    /// The view before a chart filled the canvas.
    before: StoredValue<Option<(Viewport, bool)>>,
    /// What stands on it, by name: of two runs the other one's drawings stand where those of the same names do.
    names: RwSignal<Vec<String>>,
    /// The drawings of the other run; `None` unless two runs are shown.
    beside: RwSignal<Option<Drawings>>,
    /// Tell the gestures where the view is: one, or one on each half.
    gestures: StoredValue<Vec<js_sys::Function>, LocalStorage>,
}

impl Surface {
    /// Nothing is on it.
    pub fn new() -> Self {
        Self {
            view: RwSignal::new(Viewport::default()),
            room: RwSignal::new((0.0, 0.0)),
            most: RwSignal::new(0.0),
            least: RwSignal::new(0.0),
            packing: RwSignal::new(Arc::default()),
            charts: StoredValue::new(Vec::new()),
            chosen: RwSignal::new(false),
            opened: RwSignal::new(0),
            turns: RwSignal::new(0),
            turned: StoredValue::new(false),
            follows: RwSignal::new(true),
            glides: RwSignal::new(false),
            filled: RwSignal::new(None),
            before: StoredValue::new(None),
            names: RwSignal::new(Vec::new()),
            beside: RwSignal::new(None),
            gestures: StoredValue::new_local(Vec::new()),
        }
    }

    /// Another model is seen as if nothing had been chosen.
    fn open(self) {
        self.filled.set(None);
        self.chosen.set(false);
        self.packing.set(Arc::default());
        self.opened.update(|it| *it += 1);
    }

    /// One size larger or smaller, or all of it.
    pub fn change(self, by: Size) {
        let (view, room) = (self.view.get_untracked(), self.room.get_untracked());
        match by {
            Size::Larger => self.choose(view.strode(true, room)),
            Size::Smaller => self.choose(view.strode(false, room)),
            Size::Usual | Size::Exactly(_) => {
                self.filled.set(None);
                self.go(Viewport::fitting(self.whole(), room), true);
                self.chosen.set(true);
            }
        }
    }

    /// A chart fills the canvas, or the one that does so no more.
    pub fn fill(self, at: usize) {
        if self.filled.get_untracked().is_some() {
            return self.unfill();
        }
        let place = self.packing.with_untracked(|it| it.places.get(at).copied());
        let chart = self.charts.with_value(|it| it.get(at).copied());
        let (Some(place), Some((width, height))) = (place, chart) else {
            return;
        };
        let place = Rect {
            x: place.x + (place.width - width) / 2.0,
            width,
            height,
            ..place
        };
        let now = (self.view.get_untracked(), self.chosen.get_untracked());
        self.before.set_value(Some(now));
        self.filled.set(Some(at));
        let view = Viewport::filled(place, self.room.get_untracked(), FILLING);
        self.go(view, true);
        self.chosen.set(true);
    }

    /// What is seen of a model that has just been opened.
    pub fn reset(self) {
        self.filled.set(None);
        let opening = Viewport::opening(self.whole(), self.room.get_untracked(), &[]);
        self.go(opening, true);
        self.chosen.set(false);
    }

    /// Calls back when the window has become one of another kind.
    pub fn on_turn(self, act: impl Fn() + 'static) {
        let turns = self.turns;
        Effect::new(move |before: Option<u32>| {
            let now = turns.get();
            if before.is_some_and(|it| it != now) {
                act();
            }
            now
        });
    }

    /// Back to what was seen before a chart filled the canvas.
    pub fn unfill(self) {
        if self.filled.get_untracked().is_none() {
            return;
        }
        self.filled.set(None);
        if let Some((view, chosen)) = self.before.get_value() {
            self.go(view, true);
            self.chosen.set(chosen);
        }
    }

    /// The size of the pane, tracked.
    pub fn room(self) -> (f64, f64) {
        self.room.get()
    }

    /// The size that the pane has, or will have where a model is just opened: for what is laid out now. Nothing before it is measured.
    pub fn room_to_come(self) -> (f64, f64) {
        let (width, height) = self.room.get();
        let most = if height > 0.0 { self.most.get() } else { 0.0 };
        (width, height.max(most))
    }

    /// The size that the pane has at least above a run, or has: for what is to lie flat, so that the run keeps its room.
    pub fn room_at_least(self) -> (f64, f64) {
        let (width, height) = self.room.get();
        let least = self.least.get();
        (width, if least > 0.0 { least } else { height })
    }

    fn whole(self) -> Rect {
        let (width, height) = self.packing.with_untracked(|it| it.size);
        Rect {
            x: 0.0,
            y: 0.0,
            width,
            height,
        }
    }

    /// Shows what the user asks for.
    fn choose(self, view: Viewport) {
        self.chosen.set(true);
        self.go(view.kept(self.whole(), self.room.get_untracked()), false);
    }

    fn go(self, view: Viewport, glides: bool) {
        self.glides.set(glides);
        if self.view.get_untracked() == view {
            return;
        }
        self.view.set(view);
        self.tell();
    }

    /// Tells the gestures, if they are there, from where they go on.
    fn tell(self) {
        let Viewport { x, y, scale } = self.view.get_untracked();
        self.gestures.try_with_value(|gestures| {
            for it in gestures {
                // It only takes the numbers.
                let _ = it.call3(&JsValue::NULL, &x.into(), &y.into(), &scale.into());
            }
        });
    }

    /// Brings into sight what a step is about, the first of some stretches that fits, if that is `news`.
    fn follow(self, stretches: &[Rect], news: bool) {
        let room = self.room.get_untracked();
        if room.0 <= 0.0 || self.packing.with_untracked(|it| it.places.is_empty()) {
            return;
        }
        let (now, whole) = (self.view.get_untracked(), self.whole());
        let follows = self.follows.get_untracked();
        let opening = Viewport::opening(whole, room, stretches);
        // What is too large for the room is followed from where it is, and not opened anew at each step.
        let is_open = (now.scale - opening.scale).abs() < 1e-9 && !self.turned.get_value();
        if !(self.chosen.get_untracked() || is_open && follows) {
            return self.go(opening, false);
        }
        let next = if follows && news {
            now.following(whole, room, stretches)
        } else {
            now
        };
        // An edit may have taken away what was seen.
        self.go(next.kept(whole, room), true);
    }

    /// Brings into sight what is drawn there on the screen, in what is seen around it.
    fn bring(self, it: &DomRect, around: &DomRect) {
        let view = self.view.get_untracked();
        let part = Rect {
            x: (it.left() - around.left() - view.x) / view.scale,
            y: (it.top() - around.top() - view.y) / view.scale,
            width: it.width() / view.scale,
            height: it.height() / view.scale,
        };
        let seen = view.on_screen(part);
        let room = self.room.get_untracked();
        let is_seen =
            seen.x >= 0.0 && seen.y >= 0.0 && seen.right() <= room.0 && seen.bottom() <= room.1;
        if !is_seen {
            self.go(view.following(self.whole(), room, &[part]), true);
        }
    }

    /// Takes what the gestures tell of.
    fn moved(self, x: f64, y: f64, scale: f64) {
        self.filled.set(None);
        let view = Viewport { x, y, scale };
        let kept = view.kept(self.whole(), self.room.get_untracked());
        self.chosen.set(true);
        self.glides.set(false);
        self.view.set(view);
        if kept == view {
            // Of two windows onto the surface the other one goes on from here, too.
            self.tell();
        } else {
            self.go(kept, false);
        }
    }
}

/// Drawings as the surface takes them.
#[derive(Clone, Copy)]
struct Drawings {
    /// Their sizes.
    sizes: Memo<Vec<(f64, f64)>>,
    /// What of each the step is about.
    sights: Memo<Vec<Sight>>,
    /// The number of the place of each.
    slots: Memo<Vec<usize>>,
}

/// The places of drawings of these names: that of the same name, or one behind all that there are.
fn slots(names: &[String], there: &[String]) -> Vec<usize> {
    let mut behind = there.len()..;
    let slot = |name: &String| {
        let same = there.iter().position(|it| it == name);
        same.or_else(|| behind.next()).unwrap_or(0)
    };
    names.iter().map(slot).collect()
}

/// What is told of something on the surface.
type Told<T, R> = Arc<dyn Fn(&T) -> R + Send + Sync>;

/// What stands on the surface.
pub struct Items<T: Send + Sync + 'static> {
    /// Whether sizes are known before there are pictures: then nothing moves when these come.
    pub is_expected: bool,
    /// All of it, in the order of the text.
    pub all: Memo<Vec<T>>,
    /// The size of a drawing. Tracked.
    pub size: Told<T, (f64, f64)>,
    /// What of a drawing the step is about, the widest first, and whether something happens in it. Tracked.
    pub sight: Told<T, Sight>,
    /// Its name, and where it is. Tracked.
    pub told: Told<T, (String, String)>,
}

/// What is drawn, with the very values of before where they are equal: these are not drawn again.
pub fn kept<T: PartialEq>(
    before: Option<&Vec<Arc<T>>>,
    now: impl Iterator<Item = T>,
) -> Vec<Arc<T>> {
    let kept = |it: T| {
        let mut before = before.into_iter().flatten();
        let same = before.find(|before| ***before == it).cloned();
        same.unwrap_or_else(|| Arc::new(it))
    };
    now.map(kept).collect()
}

/// What of a drawing a step is about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sight {
    /// The stretches, in the drawing's own lengths, the widest first.
    pub stretches: Vec<Rect>,
    /// Whether the step happens there.
    pub acts: bool,
}

/// What a pane of this size leaves for the drawing of a chart that is alone in it.
pub fn room_of_drawing((width, height): (f64, f64)) -> (f64, f64) {
    let beside = 2.0 * (AROUND + GAP);
    ((width - beside).max(0.0), (height - beside - HEAD).max(0.0))
}

/// The surface with its items, each drawn by `draw`. Of two runs beside each other the other one has a window of its own onto the
/// same surface: where the drawings lie, and what is seen of them, is the first one's matter.
pub fn view<T, K>(
    play: StageContext,
    label: &'static str,
    items: Items<T>,
    key: impl Fn(&T) -> K + Clone + Send + Sync + 'static,
    draw: impl Fn(T) -> AnyView + Clone + Send + Sync + 'static,
) -> AnyView
where
    T: Clone + PartialEq + Send + Sync + 'static,
    K: Eq + std::hash::Hash + 'static,
{
    let surface = play.surface;
    let Items {
        is_expected,
        all,
        size,
        sight,
        told,
    } = items;
    let node = NodeRef::<html::Div>::new();
    let sights =
        Memo::new(move |_| all.with(|all| all.iter().map(|it| sight(it)).collect::<Vec<_>>()));
    let drawn =
        Memo::new(move |_| all.with(|all| all.iter().map(|it| size(it)).collect::<Vec<_>>()));
    let names = {
        let told = Arc::clone(&told);
        Memo::new(move |_| all.with(|all| all.iter().map(|it| told(it).0).collect::<Vec<_>>()))
    };
    let slots = Memo::new(move |_| {
        let names = names.get();
        match play.is_beside {
            true => surface.names.with(|there| slots(&names, there)),
            false => (0..names.len()).collect(),
        }
    });
    let drawings = Drawings {
        sizes: drawn,
        sights,
        slots,
    };
    gestures::attach(play, node);
    if play.is_beside {
        arrangement::beside(surface, drawings);
    } else {
        Effect::new(move |_| surface.names.set(names.get()));
        arrangement::pack(play, drawn);
        arrangement::follow(play, drawings);
        observe_size(Box::new(move || node.get().map(Into::into)), surface.room);
        arrangement::divide(play, node, drawn, is_expected);
        arrangement::turn(play);
    }
    let key_down = move |event: KeyboardEvent| {
        if is_taken(&event) {
            return;
        }
        let by = match (event.key().as_str(), event.shift_key()) {
            ("Escape", _) if surface.filled.get_untracked().is_some() => {
                event.prevent_default();
                event.stop_propagation();
                return surface.unfill();
            }
            ("ArrowLeft", true) => (STEP, 0.0),
            ("ArrowRight", true) => (-STEP, 0.0),
            ("ArrowUp", true) => (0.0, STEP),
            ("ArrowDown", true) => (0.0, -STEP),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        let view = surface.view.get_untracked().panned(by);
        surface.choose(view);
    };
    // What takes the focus by a key comes into sight: the surface does not scroll.
    let focused = move |event: FocusEvent| {
        let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        let (Some(target), Some(node)) = (target, node.get_untracked()) else {
            return;
        };
        let is_drawn = matches!(target.closest(".world"), Ok(Some(_)));
        if is_drawn {
            surface.bring(
                &target.get_bounding_client_rect(),
                &node.get_bounding_client_rect(),
            );
        }
    };
    let transform = move || {
        let Viewport { x, y, scale } = surface.view.get();
        format!("translate({x:.2}px, {y:.2}px) scale({scale:.4})")
    };
    let item = move |at: ReadSignal<usize>, it: T| {
        let style = move || {
            let slot = slots.with(|it| it.get(at.get()).copied());
            let place =
                slot.and_then(|slot| surface.packing.with(|it| it.places.get(slot).copied()));
            place.map_or_else(String::new, |it| {
                format!(
                    "left: {:.1}px; top: {:.1}px; width: {:.1}px; height: {:.1}px",
                    it.x, it.y, it.width, it.height
                )
            })
        };
        let fill = move |_| {
            let slot = slots.with_untracked(|it| it.get(at.get_untracked()).copied());
            slot.into_iter().for_each(|slot| surface.fill(slot));
        };
        view! {
            <div class="placed" style=style on:focusin=move |_| play.at_hand.set(at.get_untracked()) on:dblclick=fill>
                {draw(it)}
            </div>
        }
    };
    view! {
        <div class="surface" tabindex="0" role="group" aria-label=label node_ref=node on:keydown=key_down on:focusin=focused>
            <div class="world" class:glides=move || surface.glides.get() style:transform=transform>
                <ForEnumerate each=move || all.get() key=key children=item/>
            </div>
            {rim::rim(surface, all, told)}
            // Where the head of the canvas has no room: static/style/phone.css.
            {move || surface.chosen.get().then(|| view! {
                <button type="button" class="rim-fit" aria-label="Fit the drawing again" on:click=move |_| surface.reset()>
                    "Fit"
                </button>
            })}
        </div>
    }
    .into_any()
}
