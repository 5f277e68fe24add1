//! The row of machine cards: one for each lifeline of the selected check.
//!
//! The cards share the width of the stage by what their machines are expected to need, which is
//! known before the layout engine has loaded: no card changes its size later.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Analysis, CheckView, LifelineView, MachineView};
use lockstep_core::diagram::graph;

use super::Play;
use super::card::Card;

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

/// The row of cards.
#[component]
pub fn Cards(play: Play) -> impl IntoView {
    let specs = move || {
        let check = play.check.get();
        play.analysis
            .with(|analysis| specs(analysis, check.as_ref()))
    };
    view! {
        <div class="cards" role="group" aria-label="Machines">
            <For each=specs key=CardSpec::identity children=move |spec| view! { <Card play spec /> } />
            <p class="cards-missing">"The machines of the model will stand here."</p>
        </div>
    }
}

/// One card per lifeline of the check; without a check, one per machine.
fn specs(analysis: &Analysis, check: Option<&CheckView>) -> Vec<CardSpec> {
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
