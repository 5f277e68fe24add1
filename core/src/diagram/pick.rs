//! Which element of the model stands at a place of the text: the one selection that all views share.

use crate::system::{Element, ElementId, ElementKind};
use crate::view::{Analysis, Range, StatechartPlaces, StatechartView, Structure};

/// The element whose place in the text holds the UTF-16 offsets `from` to `to`; where several do,
/// the one with the smallest place. O(elements).
#[must_use]
pub fn pick(analysis: &Analysis, from: u32, to: u32) -> Option<ElementId> {
    let mut best: Option<(u32, ElementId)> = None;
    let mut offer = |range: Range, kind: ElementKind, owner: usize, index: usize| {
        let width = range.to.saturating_sub(range.from);
        let holds = range.from <= from && to <= range.to;
        if holds && best.is_none_or(|(least, _)| width < least) {
            best = Some((width, ElementId::new(kind, owner, index)));
        }
    };
    for (machine, view) in analysis.machines.iter().enumerate() {
        for (state, it) in view.states.iter().enumerate() {
            offer(it.range, ElementKind::State, machine, state);
        }
        for (transition, it) in view.transitions.iter().enumerate() {
            offer(it.range, ElementKind::Transition, machine, transition);
        }
    }
    for (scenario, view) in analysis.scenarios.iter().enumerate() {
        for (message, it) in view.messages.iter().enumerate() {
            if let Some(range) = it.range {
                offer(range, ElementKind::Message, scenario, message);
            }
        }
    }
    if let Structure::Transitions(system) = &analysis.structure {
        let owner = ElementId::SYSTEM as usize;
        for (index, it) in system.variables.iter().enumerate() {
            offer(it.range, ElementKind::Attribute, owner, index);
        }
        for (index, it) in system.operations.iter().enumerate() {
            offer(it.range, ElementKind::Operation, owner, index);
        }
    }
    best.map(|(_, picked)| picked)
}

/// The state or transition of a statechart whose place in the text holds the UTF-16 offsets `from` to `to`; where several
/// do, the one with the smallest place. An internal transition has no arrow: it is the line of its state. O(elements).
#[must_use]
pub fn pick_in(
    chart: &StatechartView,
    places: &StatechartPlaces,
    (from, to): (u32, u32),
) -> Option<Element> {
    let states = places.vertices.iter().enumerate();
    let states = states.map(|(index, range)| (range, Element::state(index)));
    let arcs = places.transitions.iter().zip(&chart.transitions);
    let arcs = arcs.enumerate().map(|(index, (range, arc))| {
        let element = match arc.internal {
            true => Element::state(arc.source),
            false => Element::transition(index),
        };
        (range, element)
    });
    let holds = |it: &(&Range, Element)| it.0.from <= from && to <= it.0.to;
    let around = states.chain(arcs).filter(holds);
    around
        .min_by_key(|it| it.0.to - it.0.from)
        .map(|(_, element)| element)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::analyse;

    const COFFEE: &str = include_str!("../../../static/examples/machines/coffee-for-two.lks");

    #[test]
    fn the_smallest_element_around_the_caret_is_picked() {
        let analysis = analyse(COFFEE);
        let (machine, transition) = (1, 2);
        let line = analysis.machines[machine].transitions[transition].range;
        let whole = Some(ElementId::new(ElementKind::Transition, machine, transition));
        assert_eq!(pick(&analysis, line.from, line.to), whole);
        assert_eq!(pick(&analysis, line.to, line.to), whole);

        let state = analysis.machines[0].states[1].range;
        let picked = Some(ElementId::new(ElementKind::State, 0, 1));
        assert_eq!(pick(&analysis, state.from, state.to), picked);

        let message = analysis.scenarios[0].messages[3].range;
        let at = message
            .expect("messages of a scenario stand in the text")
            .from;
        let picked = Some(ElementId::new(ElementKind::Message, 0, 3));
        assert_eq!(pick(&analysis, at, at), picked);
        assert_eq!(pick(&analysis, u32::MAX, u32::MAX), None);
    }

    #[test]
    fn in_a_transition_system_variables_and_operations_are_picked() {
        let text = "var x : integer = 0\ntrans { if (x < 3) { x := x + 1; } }\ninit {}\nenv {}\nprop { x < 9 }\n";
        let mut kinds = crate::api::Kinds::default();
        kinds.bring(&crate::api::TRANSITIONS);
        let analysis = kinds.analyse(text);
        let Structure::Transitions(system) = &analysis.structure else {
            panic!("it is a transition system");
        };
        let at = |needle: &str| {
            let at = text.find(needle).expect("it is there");
            let at = u32::try_from(at).expect("the text is short");
            pick(&analysis, at, at).map(|it| (it.kind, it.element().index))
        };
        assert_eq!(at("x : integer"), Some((ElementKind::Attribute, 0)));
        let Some((ElementKind::Operation, operation)) = at("x + 1") else {
            panic!("an operation is there");
        };
        assert_eq!(system.operations[operation].text, "x := x + 1");
        assert_eq!(at("prop"), None);
    }

    #[test]
    fn in_a_statechart_states_transitions_and_internal_lines_are_picked() {
        let text = "statechart A {\n  [*] --> Idle\n  state Idle {\n    beep / trace(\"b\")\n  }\n  \
            Idle --> Busy : go\n}\nsystem {\n  a : A\n}\n";
        let (_, mut charts) = crate::api::chart_scene(text);
        let places = charts[0].take_places();
        let at = |needle: &str| {
            let at = text.find(needle).expect("it is there");
            let at = u32::try_from(at).expect("the text is short");
            pick_in(&charts[0], &places, (at, at))
        };
        let named = |name: &str| {
            let vertices = charts[0].vertices.iter();
            let at = vertices.clone().position(|it| it.name == name);
            Some(Element::state(at.expect("it is there")))
        };
        assert_eq!(at("beep"), named("Idle"));
        assert_eq!(at("Busy"), named("Busy"));
        let arc = at("go").and_then(Element::as_transition);
        let arc = &charts[0].transitions[arc.expect("an arrow stands there")];
        assert_eq!(arc.trigger, "go");
        assert_eq!(at("system"), None);
    }
}
