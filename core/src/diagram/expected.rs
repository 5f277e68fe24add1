//! How large the picture of a machine is expected to be, before anything is laid out.
//!
//! Cards take their sizes from this, so that none changes when the layout engine has answered. The
//! estimate is that of a layered drawing: states stand in layers by their distance from the initial
//! one, and between two layers there is room for the labels of the arrows that run there. An arrow
//! over several layers has its label in the middle of its way and is a line elsewhere.

use super::graph::{LARGEST, label_size, state_width};
use super::text::{self, HEAD};
use crate::view::MachineView;

/// From one layer to the next, with the labels between them, as the layout engine draws it.
const LAYER: f64 = 65.0;
/// By so much the last layer is lower than the others.
const LAST: f64 = 8.0;
/// More layers than any card is high.
const HIGHEST: usize = 40;
/// Between what stands side by side.
const BESIDE: f64 = 18.0;
/// In the head of a card beside its text: padding, and the button that opens it large.
const HEAD_BESIDE: f64 = 50.0;
/// An arrow's line with the room beside it.
const LINE: f64 = 12.0;
/// The narrowest card and the widest: what is wider is moved about inside its card.
const NARROWEST: f64 = 130.0;
const WIDEST: f64 = 400.0;

/// How wide a card for this machine wants to be: room for its picture, and for the `head` of the
/// card. O(transitions · layers).
#[must_use]
pub fn width(machine: &MachineView, head: &str) -> f64 {
    let layers = layers(machine);
    let count = layers.iter().flatten().max().map_or(0, |last| last + 1);
    let mut between = vec![0.0_f64; count];
    let mut states = vec![0.0_f64; count];
    for (state, layer) in layers.iter().enumerate().take(LARGEST) {
        if let Some(layer) = *layer {
            states[layer] += state_width(machine, state) + BESIDE;
        }
    }
    for (index, transition) in machine.transitions.iter().enumerate().take(LARGEST) {
        let layer = |state: usize| layers.get(state).copied().flatten();
        let (Some(source), Some(target)) = (layer(transition.source), layer(transition.target))
        else {
            continue;
        };
        let label = label_size(machine, index).map_or(0.0, |(width, _)| width);
        // A loop stands beside its state.
        let low = source.min(target);
        let high = source.max(target).max(low + 1);
        let middle = (low + high - 1) / 2;
        for (gap, room) in between.iter_mut().enumerate().take(high).skip(low) {
            *room += LINE + if gap == middle { label } else { 0.0 };
        }
    }
    let picture = between.into_iter().chain(states).fold(0.0, f64::max);
    (picture + BESIDE)
        .max(text::width(head, HEAD) + HEAD_BESIDE)
        .clamp(NARROWEST, WIDEST)
}

/// How high the picture is expected to be: by its number of layers.
#[must_use]
pub fn height(machine: &MachineView) -> f64 {
    let count = layers(machine).into_iter().flatten().max();
    let count = count.map_or(0, |last| (last + 1).min(HIGHEST));
    // At most `HIGHEST`.
    let count = u32::try_from(count).unwrap_or(0);
    (f64::from(count) * LAYER - LAST).max(LAST)
}

/// For each state its distance from the initial one; none for those that cannot be reached.
fn layers(machine: &MachineView) -> Vec<Option<usize>> {
    let mut layers = vec![None; machine.states.len()];
    let mut layer = vec![machine.initial];
    let mut distance = 0;
    while !layer.is_empty() {
        let mut fresh = vec![false; layers.len()];
        for state in layer {
            if let Some(place) = layers.get_mut(state)
                && place.is_none()
            {
                *place = Some(distance);
                fresh[state] = true;
            }
        }
        let leaving = machine.transitions.iter();
        layer = leaving
            .filter(|step| fresh.get(step.source) == Some(&true))
            .map(|step| step.target)
            .collect();
        distance += 1;
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::sample;

    #[test]
    fn the_height_counts_layers() {
        let analysis = sample::coffee();
        let layers = |machine: usize| (height(&analysis.machines[machine]) + LAST) / LAYER;
        assert!((layers(0) - 3.0).abs() < 1e-9);
        assert!((layers(1) - 4.0).abs() < 1e-9);
        assert!((layers(2) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn the_height_is_about_that_of_the_picture() {
        // As the layout engine draws the machines of the coffee room: where it were higher all drawings would shrink.
        let drawn = [188.0, 252.0, 122.0];
        for (machine, drawn) in sample::coffee().machines.iter().zip(drawn) {
            assert!((height(machine) - drawn).abs() < 2.0, "{}", machine.name);
        }
    }

    #[test]
    fn the_width_is_about_that_of_the_picture() {
        // As the layout engine draws the machines of the coffee room.
        let drawn = [231.0, 195.0, 100.0];
        for (machine, drawn) in sample::coffee().machines.iter().zip(drawn) {
            let expected = width(machine, "");
            let near = (drawn * 0.9)..(drawn + 50.0);
            assert!(near.contains(&expected), "{}: {expected}", machine.name);
        }
    }

    #[test]
    fn a_machine_without_states_and_one_with_loops_have_a_size() {
        let mut machine = sample::machine("M", &[["a", "a", "x", ""], ["a", "a", "y", ""]]);
        assert!(width(&machine, "m : M") >= NARROWEST);
        machine.states.clear();
        assert!((width(&machine, "m : M") - NARROWEST).abs() < 1e-9);
        assert!((height(&machine) - LAST).abs() < 1e-9);
    }
}
