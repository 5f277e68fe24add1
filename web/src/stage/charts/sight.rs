//! What the canvas asks about the drawing of an object: its size, where it is, and what of it the step is about.

use std::sync::Arc;

use lockstep_core::api::{ObjectView, StatechartView, VertexShape, VertexView};
use lockstep_core::diagram::Element;
use lockstep_core::diagram::marks::{CardMarks, Mark};
use lockstep_core::diagram::sight::stretches;
use lockstep_core::diagram::statechart::marks::StatechartMarks;

use super::{Charts, card};
use crate::stage::layout::Placed;
use crate::stage::surface::Sight;

/// The room of a statechart while its picture is waited for.
const EXPECTED: (f64, f64) = (320.0, 220.0);
/// The room of one that is shown as boxes.
const PLAIN: (f64, f64) = (360.0, 300.0);

/// The size of the picture of an object, tracked.
pub(super) fn size(charts: Charts, it: &ObjectView) -> (f64, f64) {
    match card::placed(charts, it.chart) {
        Some((_, Placed::Ready(drawing, _))) => (drawing.width, drawing.height),
        Some((_, Placed::Plain(_))) => PLAIN,
        Some((_, Placed::Waiting)) | None => EXPECTED,
    }
}

/// What of the picture the step is about, tracked.
pub(super) fn sight(charts: Charts, it: &Arc<ObjectView>) -> Sight {
    let Some((chart, Placed::Ready(drawing, _))) = card::placed(charts, it.chart) else {
        return Sight::default();
    };
    let marks = card::lit_now(charts, it, &chart);
    Sight {
        acts: acts(charts, &it.name),
        stretches: stretches(&drawing, &lit(&chart, &marks)),
    }
}

/// Whether the step is one of an object, also where nothing fires in it, tracked.
pub(super) fn acts(charts: Charts, name: &str) -> bool {
    charts.shown.acts(name)
}

/// Where an object is, in words, tracked.
pub(super) fn places(charts: Charts, it: &Arc<ObjectView>) -> String {
    let Some((chart, _)) = card::placed(charts, it.chart) else {
        return String::new();
    };
    let active = card::lit_now(charts, it, &chart).active;
    let places = innermost(&chart, &active).into_iter();
    let names = places.filter_map(|it| Some(chart.vertices.get(it)?.title().to_owned()));
    names.collect::<Vec<_>>().join(", ")
}

/// The innermost of some active vertices.
pub(super) fn innermost(chart: &StatechartView, active: &[usize]) -> Vec<usize> {
    let holds_one = |outer: usize| {
        let mut owners = active.iter().filter_map(|&it| {
            let region = chart.vertices.get(it)?.region;
            chart.regions.get(region)?.owner
        });
        owners.any(|it| it == outer)
    };
    active
        .iter()
        .copied()
        .filter(|&it| !holds_one(it))
        .collect()
}

/// Where the object is and what it has done, as marks of a machine.
fn lit(chart: &StatechartView, now: &StatechartMarks) -> CardMarks {
    let mut lit = CardMarks::default();
    for vertex in innermost(chart, &now.active) {
        lit.set(Mark::Here, Element::state(vertex));
    }
    for &transition in &now.fired {
        lit.set(Mark::Completed, Element::transition(transition));
    }
    // Before anything has begun: where it will.
    let begins = |it: usize| {
        let owner = |it: &VertexView| chart.regions.get(it.region)?.owner;
        (chart.vertices.get(it))
            .is_some_and(|it| it.shape == VertexShape::Initial && owner(it).is_none())
    };
    if now.active.is_empty() {
        for (number, arc) in chart.transitions.iter().enumerate() {
            if begins(arc.source) {
                lit.set(Mark::Here, Element::state(arc.source));
                lit.set(Mark::Completed, Element::transition(number));
            }
        }
    }
    lit
}
