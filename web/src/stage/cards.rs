//! The cards of machines: one for each lifeline of the selected check, on one surface.
//!
//! Before the layout engine has loaded, a card is as large as its machine is expected to be.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Analysis, CheckView, LifelineView, MachineView};
use lockstep_core::diagram::concern::concerned;
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::sight::stretches;
use lockstep_core::diagram::{Rect, expected, graph, packing};

use super::StageContext;
use super::card::{Card, marks_of, place_words};
use super::depths;
use super::layout::{Layouts, Placed};
use super::surface::{self, Items, Sight};

/// The direction of pictures of which the size is expected.
const DOWN: &str = "DOWN";

/// The room of a machine that is shown as a list.
const PLAIN: (f64, f64) = (260.0, 220.0);

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

/// The cards on their surface.
#[component]
pub fn Cards(play: StageContext) -> impl IntoView {
    let layouts = expect_context::<Layouts>();
    let all = Memo::new(move |_| {
        let check = play.check.get();
        (play.analysis).with(|analysis| specs(analysis, check.as_ref()))
    });
    let items = Items {
        is_expected: true,
        all,
        size: Arc::new(move |spec| size(play, layouts, spec)),
        sight: Arc::new(move |spec| sight(play, layouts, spec)),
        told: Arc::new(move |spec| {
            let marks = marks_of(play, spec.lifeline);
            (spec.name.clone(), place_words(&spec.drawn, &marks))
        }),
    };
    layouts.fit(Signal::derive(move || {
        packing::cell(all.with(Vec::len), play.surface.room())
    }));
    play.surface.on_turn(move || layouts.begin_anew());
    let missing = move || {
        let none = all.with(Vec::is_empty) && play.page.document.is_model();
        none.then(
            || view! { <p class="cards-missing">"The machines of the model will stand here."</p> },
        )
    };
    let draw = move |spec| view! { <Card play spec/> }.into_any();
    view! {
        <div class="cards-area">
            {surface::view(play, "Machines", items, CardSpec::identity, draw)}
            {missing}
            {depths::strip(play.page)}
        </div>
    }
}

/// The size of a machine's picture, tracked; before there is one, what is expected of it.
fn size(play: StageContext, layouts: Layouts, spec: &CardSpec) -> (f64, f64) {
    let machine = &spec.drawn;
    match layouts.of(machine, play.page.document.generation()).get() {
        Placed::Ready(drawing, direction) => roomy(machine, &drawing, direction),
        Placed::Waiting => match layouts.seen(&machine.name) {
            Some((machine, drawing)) => roomy(&machine, &drawing, DOWN),
            None => (expected::width(machine, ""), expected::height(machine)),
        },
        Placed::Plain(_) => PLAIN,
    }
}

/// The room of a picture: what was expected of one that flows down, unless it is larger, so that nothing moves when it comes.
fn roomy(machine: &MachineView, drawing: &Drawing, direction: &str) -> (f64, f64) {
    if direction != DOWN {
        return (drawing.width, drawing.height);
    }
    (
        drawing.width.max(expected::width(machine, "")),
        drawing.height.max(expected::height(machine)),
    )
}

/// What of a machine's picture the step is about, tracked.
fn sight(play: StageContext, layouts: Layouts, spec: &CardSpec) -> Sight {
    let placed = layouts
        .of(&spec.drawn, play.page.document.generation())
        .get();
    let (Placed::Ready(drawing, direction), Some(check)) = (placed, play.check.get()) else {
        return Sight::default();
    };
    let acts = (play.outcome).with(|outcome| {
        let outcome = outcome.as_ref()?;
        let analysis = play.analysis.get();
        let concerned = concerned(&analysis, &check, outcome, play.at.get());
        Some(concerned.contains(&spec.lifeline))
    });
    // It stands in the middle of its room.
    let aside = (roomy(&spec.drawn, &drawing, direction).0 - drawing.width) / 2.0;
    let moved = |it: Rect| Rect {
        x: it.x + aside,
        ..it
    };
    let stretches = stretches(&drawing, &marks_of(play, spec.lifeline));
    Sight {
        stretches: stretches.into_iter().map(moved).collect(),
        acts: acts.unwrap_or(false),
    }
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
