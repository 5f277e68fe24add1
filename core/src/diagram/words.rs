//! Diagrams in words: names of places, labels of transitions, text alternatives.
//!
//! One place for all of them, so that the tooltip, the screen reader and the drawing never tell
//! different stories.

use crate::view::{LifelineView, MachineView, PlaceView, TransitionView};

/// The text of a state: its label, else its name; empty for a state that does not exist.
#[must_use]
pub fn state(machine: &MachineView, state: usize) -> &str {
    machine
        .states
        .get(state)
        .map_or("", |state| state.label.as_deref().unwrap_or(&state.name))
}

/// The label of a transition as UML writes it: `trigger / effect, effect`; empty for ε/∅.
#[must_use]
pub fn transition_label(transition: &TransitionView) -> String {
    let (trigger, effects) = label_parts(transition);
    match (trigger.is_empty(), effects.is_empty()) {
        (_, true) => trigger,
        (true, false) => effects,
        (false, false) => format!("{trigger} {effects}"),
    }
}

/// The two halves of a label: the trigger, and the effects with their slash.
#[must_use]
pub fn label_parts(transition: &TransitionView) -> (String, String) {
    let trigger = transition.trigger.clone().unwrap_or_default();
    let effects = if transition.effects.is_empty() {
        String::new()
    } else {
        format!("/ {}", transition.effects.join(", "))
    };
    (trigger, effects)
}

/// A transition as a sentence fragment: `working to waiting, sends wantCoffee`. The visible label is
/// part of it, so one with trigger and effects begins with its label.
#[must_use]
pub fn transition(machine: &MachineView, transition: &TransitionView) -> String {
    let both = transition.trigger.is_some() && !transition.effects.is_empty();
    let mut words = if both {
        format!("{}, ", transition_label(transition))
    } else {
        String::new()
    };
    words.push_str(state(machine, transition.source));
    words.push_str(" to ");
    words.push_str(state(machine, transition.target));
    match &transition.trigger {
        Some(trigger) => {
            words.push_str(", takes ");
            words.push_str(trigger);
        }
        None => words.push_str(", by itself"),
    }
    if !transition.effects.is_empty() {
        words.push_str(", sends ");
        words.push_str(&transition.effects.join(", "));
    }
    words
}

/// How a state is connected, for somebody who cannot see the arrows: `to preparing: wantCoffee; from
/// preparing: / coffeeDone; from maintenance: done / repaired`. Transitions without a label go `by
/// itself`. O(transitions).
#[must_use]
pub fn connections(machine: &MachineView, at: usize) -> String {
    let label = |transition: &TransitionView| {
        let label = transition_label(transition);
        if label.is_empty() {
            "by itself".to_owned()
        } else {
            label
        }
    };
    let mut parts = Vec::new();
    if machine.initial == at {
        parts.push("initial".to_owned());
    }
    if machine.states.get(at).is_some_and(|state| state.is_final) {
        parts.push("final".to_owned());
    }
    for it in machine.transitions.iter().filter(|it| it.source == at) {
        parts.push(format!("to {}: {}", state(machine, it.target), label(it)));
    }
    let others = machine.transitions.iter();
    for it in others.filter(|it| it.target == at && it.source != at) {
        parts.push(format!("from {}: {}", state(machine, it.source), label(it)));
    }
    parts.join("; ")
}

/// A place in a few words, for a lifeline: `waiting`, or `sending repaired` inside a transition
/// whose effects are pending, or `to preparing` inside one without
/// effects.
#[must_use]
pub fn place(machine: &MachineView, place: PlaceView) -> String {
    match place {
        PlaceView::State(index) => state(machine, index).to_owned(),
        PlaceView::Transition(index) => match machine.transitions.get(index) {
            None => String::new(),
            Some(transition) if transition.effects.is_empty() => {
                format!("to {}", state(machine, transition.target))
            }
            Some(transition) => format!("sending {}", transition.effects.join(", ")),
        },
    }
}

/// Where a lifeline is, for a screen reader: `alice, PhD, in waiting`, or
/// `cm, CoffeeMachine, on the way from maintenance to idle, sending repaired`.
#[must_use]
pub fn whereabouts(name: &str, machine: &MachineView, place: Option<PlaceView>) -> String {
    let who = format!("{name}, {}", machine.name);
    match place {
        None => who,
        Some(PlaceView::State(index)) => format!("{who}, in {}", state(machine, index)),
        Some(inside @ PlaceView::Transition(index)) => match machine.transitions.get(index) {
            None => who,
            Some(transition) => {
                let mut words = format!(
                    "{who}, on the way from {} to {}",
                    state(machine, transition.source),
                    state(machine, transition.target)
                );
                if !transition.effects.is_empty() {
                    words.push_str(", ");
                    words.push_str(&self::place(machine, inside));
                }
                words
            }
        },
    }
}

/// The head of a lifeline as UML writes it: `alice : PhD`; only the name where both are the same.
#[must_use]
pub fn head(lifeline: &LifelineView, machine: Option<&MachineView>) -> String {
    match machine {
        Some(machine) if machine.name != lifeline.name => {
            format!("{} : {}", lifeline.name, machine.name)
        }
        _ => lifeline.name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::sample;

    #[test]
    fn labels_have_the_form_trigger_slash_effects() {
        let labels: Vec<_> = sample::coffee()
            .machines
            .iter()
            .flat_map(|machine| machine.transitions.iter().map(transition_label))
            .collect();
        assert_eq!(labels[0], "/ wantCoffee");
        assert_eq!(labels[1], "coffeeDone");
        assert_eq!(labels[8], "done / repaired");
    }

    #[test]
    fn whereabouts_tell_states_from_transitions() {
        let analysis = sample::coffee();
        let tell = |machine: usize, place| whereabouts("x", &analysis.machines[machine], place);
        assert_eq!(tell(0, Some(PlaceView::State(1))), "x, PhD, in waiting");
        assert_eq!(
            tell(1, Some(PlaceView::Transition(4))),
            "x, CoffeeMachine, on the way from maintenance to idle, sending repaired"
        );
        assert_eq!(
            tell(1, Some(PlaceView::Transition(0))),
            "x, CoffeeMachine, on the way from idle to preparing"
        );
        assert_eq!(tell(1, Some(PlaceView::Transition(99))), "x, CoffeeMachine");
        assert_eq!(tell(1, None), "x, CoffeeMachine");
    }

    #[test]
    fn transitions_are_told_with_their_visible_label() {
        let machine = &sample::coffee().machines[1];
        let tell = |index: usize| transition(machine, &machine.transitions[index]);
        assert_eq!(tell(0), "idle to preparing, takes wantCoffee");
        assert_eq!(tell(1), "preparing to idle, by itself, sends coffeeDone");
        assert_eq!(
            tell(4),
            "done / repaired, maintenance to idle, takes done, sends repaired"
        );
        let mut two = machine.transitions[1].clone();
        two.effects = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(
            transition(machine, &two),
            "preparing to idle, by itself, sends a, b"
        );
    }

    #[test]
    fn a_state_tells_where_its_arrows_lead() {
        let machine = &sample::coffee().machines[1];
        assert_eq!(
            connections(machine, 0),
            "initial; to preparing: wantCoffee; from preparing: / coffeeDone; \
             from maintenance: done / repaired"
        );
        assert_eq!(connections(machine, 99), "");
    }

    #[test]
    fn a_head_does_not_repeat_a_name() {
        let analysis = sample::coffee();
        let lifelines = &analysis.scenarios[0].lifelines;
        assert_eq!(
            head(&lifelines[0], analysis.machines.first()),
            "alice : PhD"
        );
        let mut same = lifelines[0].clone();
        same.name = "PhD".to_owned();
        assert_eq!(head(&same, analysis.machines.first()), "PhD");
    }
}
