//! The two panes of the stage: the canvas with its modes, and the run beside or below it, with the line between them.
//!
//! Each has a head with what can be chosen in it. Where the canvas stands is the window's matter (static/style/stage-panes.css).

use leptos::prelude::*;

use super::StageContext;
use super::depths;
use super::tools::Size;
use super::view_choice::{self, Choice};
use crate::menu::{Menu, MenuItem};
use crate::state::action::Action;
use crate::state::folds::Fold;
use crate::state::stage::readings::pairs_of_readings;
use crate::state::stage::views::CanvasMode;
use crate::ui::{Direction, Separator, WindowKind};

/// Where the sheet with the run comes to rest on a phone: the canvas has so much of the stage, in percent.
const SHEET: &[f64] = &[80.0, 42.0, 20.0];

/// A pane of the canvas that is drawn when it is chosen.
type Draw = Box<dyn Fn() -> AnyView + Send>;

/// What a kind of model has on the canvas.
pub struct Canvas {
    /// What its drawing is called.
    pub word: &'static str,
    /// The drawing; it stays while another mode is shown.
    pub drawing: AnyView,
    /// The states that can be reached.
    pub states: Draw,
    /// All runs.
    pub runs: Draw,
}

/// Canvas, line and run.
pub fn view(play: StageContext, canvas: Canvas, run: AnyView) -> AnyView {
    let folds = play.page.folds;
    let direction = Signal::derive(move || match folds.run_is_beside.get() {
        true => Direction::Sideways,
        false => Direction::Upright,
    });
    let stops = Signal::derive(move || {
        let is_phone = folds.window.kind.get() == WindowKind::Phone;
        let is_sheet = is_phone && !folds.run_is_beside.get();
        if is_sheet { SHEET } else { &[] }
    });
    view! {
        {self::canvas(play, canvas)}
        <Separator label="Drawing and run" direction share=play.halves controls="pane-canvas" stops/>
        {run}
    }
    .into_any()
}

fn canvas(play: StageContext, canvas: Canvas) -> AnyView {
    let Canvas {
        word,
        drawing,
        states,
        runs,
    } = canvas;
    let views = play.page.stage.views;
    let mode = Memo::new(move |_| views.canvas.get());
    let modes = [
        (CanvasMode::Drawing, word),
        (CanvasMode::States, "States"),
        (CanvasMode::Runs, "All runs"),
    ];
    let choices = modes.map(|(mode, word)| Choice {
        word,
        chosen: Signal::derive(move || views.canvas.get() == mode),
        choose: Callback::new(move |()| views.show_on_canvas(mode)),
    });
    let other = move || match mode.get() {
        CanvasMode::Drawing => None,
        CanvasMode::States => Some(states()),
        CanvasMode::Runs => Some(runs()),
    };
    view! {
        <section class="canvas" id="pane-canvas" aria-label="Drawing">
            <header class="stage-head">
                {view_choice::buttons("View of the model", &choices)}
                {move || (mode.get() == CanvasMode::Drawing).then(|| tools(play))}
                {fold(play, Fold::Canvas, "Fold the drawing (c)")}
            </header>
            <div class="canvas-drawing" hidden=move || mode.get() != CanvasMode::Drawing>{drawing}</div>
            {move || other().map(|it| view! { <div class="canvas-mode">{it}</div> })}
        </section>
    }
    .into_any()
}

/// What is done with the view of the drawings.
fn tools(play: StageContext) -> AnyView {
    let (page, surface) = (play.page, play.surface);
    let has_readings = Memo::new(move |_| !pairs_of_readings(page.kind()).is_empty());
    let readings = Callback::new(move |()| {
        let pairs = pairs_of_readings(untrack(|| page.kind())).into_iter();
        let items = pairs.map(|(title, pair)| MenuItem {
            title,
            heading: None,
            note: None,
            picture: None,
            action: Action::CompareReadings(pair),
        });
        items.collect()
    });
    let on_choice = Callback::new(move |action| page.perform(action));
    let change = move |by: Size, title: &'static str, key: &'static str, icon: &'static str| {
        view! {
            <button
                type="button"
                title=format!("{title} ({key})")
                aria-label=format!("{title} drawing")
                on:click=move |_| surface.change(by)
            >
                <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icon/></svg>
            </button>
        }
    };
    view! {
        <div class="canvas-tools">
            {move || has_readings.get().then(|| view! { <Menu label="Compare" items=readings on_choice/> })}
            <button
                type="button"
                class="follow"
                role="switch"
                aria-checked=move || surface.follows.get().to_string()
                title="Bring into sight what each step is about"
                on:click=move |_| surface.follows.update(|it| *it = !*it)
            >
                <i aria-hidden="true"></i>
                "Follow"
            </button>
            {change(Size::Smaller, "Smaller", "-", "M3.500 8h9")}
            {change(Size::Usual, "Fit the whole", "0", "M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10")}
            {change(Size::Larger, "Larger", "+", "M3.500 8h9M8 3.500v9")}
        </div>
    }
    .into_any()
}

/// The button at the end of a pane's head that folds the pane, and unfolds it.
fn fold(play: StageContext, pane: Fold, title: &'static str) -> AnyView {
    let folds = play.page.folds;
    view! {
        <button
            type="button"
            class="stage-fold"
            title=title
            aria-label=title
            aria-expanded=move || (!folds.has(pane)).to_string()
            on:click=move |_| folds.toggle(pane)
        >
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 6l4 4 4-4"/></svg>
        </button>
    }
    .into_any()
}

/// What stands at the end of the head of the run: how soon, of kinds that tell it, and what folds the pane.
pub fn run_end(play: StageContext) -> AnyView {
    let page = play.page;
    let kind = Memo::new(move |_| page.kind());
    let wants = page.checks.wants_soon();
    let soon = move || {
        kind.get().extras().depths.then(|| {
            view! {
                <button
                    type="button"
                    class="head-switch"
                    title=format!("After how many {}s each state is reached (s)", kind.get().title().step)
                    aria-pressed=move || wants.get().to_string()
                    on:click=move |_| depths::toggle(page)
                >
                    "How soon?"
                </button>
            }
        })
    };
    view! { {soon} {fold(play, Fold::Run, "Fold the run (b)")} }.into_any()
}

/// The next mode of the canvas.
pub fn next_mode(now: CanvasMode) -> CanvasMode {
    match now {
        CanvasMode::Drawing => CanvasMode::States,
        CanvasMode::States => CanvasMode::Runs,
        CanvasMode::Runs => CanvasMode::Drawing,
    }
}
