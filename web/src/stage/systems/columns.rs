//! A run as tables list it: with properties of objects in place of single links, of kinds of model that have these.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Folding, SystemStepView, SystemView};
use lockstep_core::diagram::beside::Beside;

use super::Shown;
use super::compared::{names, other_text};

/// The columns with their values along the run, and those of the run that it is compared with.
#[derive(Clone)]
pub struct Columns {
    /// The columns are its variables.
    pub system: Arc<SystemView>,
    pub run: Arc<Vec<SystemStepView>>,
    pub beside: Option<Arc<Beside>>,
    /// How they come from the variables, where they are others.
    pub folding: Option<Folding>,
}

/// Whether an entry of the run that is shown changes a column.
pub fn changes(folding: Option<&Folding>, entry: &SystemStepView, column: usize) -> bool {
    match folding {
        Some(folding) => folding.changes(entry, column),
        None => entry.changed.contains(&column),
    }
}

/// The columns of what is shown, tracked.
pub fn columns(shown: Shown) -> Columns {
    let (system, run, both) = (shown.system.get(), shown.run.get(), shown.beside.get());
    let Some(folding) = Folding::of_system(&system) else {
        return Columns {
            system,
            run,
            beside: both,
            folding: None,
        };
    };
    let folded = Arc::new(folding.system(&system));
    let own = folding.run(&run);
    let beside = both.and_then(|both| {
        let other = shown.other_run.get()?;
        let evidence = other.system.as_ref()?;
        // Of another text it lists other names: what is gone from this one was a member there.
        let text = other_text(shown.play.page);
        let there = text.as_ref().and_then(|it| it.analysis.structure.system());
        let there = there.map_or(&[][..], |it| &it.variables);
        let of_other = Folding::of_either(&evidence.variables, [&system.variables, there]);
        let names = names(&folded);
        let placed = match of_other {
            Some(it) => {
                let earlier = (it.names(&evidence.variables), it.run(&evidence.run));
                both.with_values((&names, &own), (&earlier.0, &earlier.1))
            }
            None => both.with_values((&names, &own), (&evidence.variables, &evidence.run)),
        };
        Some(Arc::new(placed))
    });
    Columns {
        system: folded,
        run: Arc::new(own),
        beside,
        folding: Some(folding),
    }
}
