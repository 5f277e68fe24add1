//! The row of machine cards: one for each lifeline of the selected check.
//!
//! The cards share the width of the stage by what their machines are expected to need, which is
//! known before the layout engine has loaded: no card changes its size later.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{Analysis, CheckView, LifelineView, MachineView};
use lockstep_core::diagram::concern::concerned;
use lockstep_core::diagram::{expected, graph};

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::StageContext;
use super::card::Card;
use super::depths;
use super::tools::{self, Size};
use crate::ui::NextFrame;

/// What a card is built from.
#[derive(Clone)]
pub struct CardSpec {
    /// Index of the lifeline in the check.
    pub lifeline: usize,
    /// Its name.
    pub name: String,
    /// Index of its machine.
    pub machine: usize,
    /// The machine as it was when the card was built; places in the text may be out of date.
    pub drawn: Arc<MachineView>,
    /// The machine's structure, see [`graph::key`].
    pub key: Arc<str>,
}

impl CardSpec {
    /// The name, and that of the machine where it is another one.
    pub fn title(&self) -> (String, Option<String>) {
        let machine = (self.drawn.name != self.name).then(|| format!(": {}", self.drawn.name));
        (self.name.clone(), machine)
    }

    /// What a card is rebuilt for. Places in the text are not among it: cards look them up when
    /// they are needed, so that typing elsewhere leaves the cards alone.
    fn identity(&self) -> (usize, String, usize, String, Arc<str>) {
        let machine = self.drawn.name.clone();
        (
            self.lifeline,
            self.name.clone(),
            self.machine,
            machine,
            Arc::clone(&self.key),
        )
    }
}

/// A card stays as it is while its machine and its name do.
impl PartialEq for CardSpec {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

/// The row of cards.
#[component]
pub fn Cards(play: StageContext) -> impl IntoView {
    let specs = move || {
        let check = play.check.get();
        play.analysis
            .with(|analysis| specs(analysis, check.as_ref()))
    };
    // Room for the highest machine, known before anything is laid out.
    let height = move || {
        let check = play.check.get();
        let specs = play
            .analysis
            .with(|analysis| self::specs(analysis, check.as_ref()));
        let heights = specs.iter().map(|spec| expected::height(&spec.drawn));
        format!("{:.0}px", heights.fold(0.0, f64::max))
    };
    let strip = NodeRef::<html::Div>::new();
    keep_in_view(play, strip);
    let zoom = play.zoom_cards;
    let switch = depths::switch(
        play.page,
        "After how many transactions each state is reached (s)",
    );
    view! {
        <div class="cards-area">
        <div class="cards-frame">
            <div
                class="cards"
                role="group"
                aria-label="Machines"
                style=("--tall", height)
                style=("--zoom", move || zoom.get().to_string())
                node_ref=strip
                on:wheel=move |event| zoom.wheel(&event)
            >
                <For each=specs key=CardSpec::identity children=move |spec| view! { <Card play spec /> } />
                {move || play.page.document.is_model().then(|| view! {
                    <p class="cards-missing">"The machines of the model will stand here."</p>
                })}
            </div>
            {tools::tools(zoom, "machines", move || zoom.change(Size::Usual), None, Some(switch))}
        </div>
        {depths::strip(play.page)}
        </div>
    }
}

/// Scrolls the strip sideways to the cards that the step is about. While the run goes on one of them in
/// sight is enough; where it stops, the one that is blocked must be.
fn keep_in_view(play: StageContext, strip: NodeRef<html::Div>) {
    let scroll = move || {
        let at = play.at.get_untracked();
        let at_end = at == play.last.get_untracked();
        let (Some(strip), Some(check)) = (strip.get_untracked(), play.check.get_untracked()) else {
            return;
        };
        let concerned = play.outcome.with_untracked(|outcome| {
            let analysis = play.analysis.get_untracked();
            let outcome = outcome.as_ref()?;
            Some(concerned(&analysis, &check, outcome, at))
        });
        let (left, width) = (strip.scroll_left(), strip.client_width());
        let place = |lifeline: usize| {
            let index = u32::try_from(lifeline).ok()?;
            let card: HtmlElement = strip.children().item(index)?.dyn_into().ok()?;
            let start = card.offset_left() - strip.offset_left();
            Some((start, start + card.offset_width()))
        };
        let concerned = concerned.unwrap_or_default().into_iter();
        let places: Vec<_> = concerned.filter_map(place).collect();
        let is_seen = |&(start, end): &(i32, i32)| start >= left - 8 && end <= left + width + 8;
        let first = places.first();
        let enough = match at_end {
            true => first.is_none_or(is_seen),
            false => places.is_empty() || places.iter().any(is_seen),
        };
        if let (Some(&(start, end)), false) = (first, enough) {
            // The nearest way, and a card that is wider than the strip from its beginning.
            let nearest = left.max(end + 16 - width).min(start - 16);
            strip.set_scroll_left(nearest);
        }
    };
    let frame = NextFrame::new();
    Effect::new(move |_| {
        play.at.track();
        play.outcome.track();
        strip.track();
        frame.run(scroll);
    });
}

/// One card per lifeline of the check; without a check, one per machine.
pub fn specs(analysis: &Analysis, check: Option<&CheckView>) -> Vec<CardSpec> {
    let all_machines: Vec<LifelineView>;
    let lifelines = match check {
        Some(check) => &check.lifelines,
        None => {
            let of = |(machine, view): (usize, &MachineView)| LifelineView {
                name: view.name.clone(),
                machine,
                range: view.range,
            };
            all_machines = analysis.machines.iter().enumerate().map(of).collect();
            &all_machines
        }
    };
    let spec = |(lifeline, view): (usize, &LifelineView)| {
        let machine = analysis.machines.get(view.machine)?;
        Some(CardSpec {
            lifeline,
            name: view.name.clone(),
            machine: view.machine,
            drawn: Arc::new(machine.clone()),
            key: graph::key(machine).into(),
        })
    };
    lifelines.iter().enumerate().filter_map(spec).collect()
}
