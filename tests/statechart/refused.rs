//! Why transitions do not fire: every sentence is read as a user reads it and compared with the interpreter, and every
//! transition of an active state either fires in something that can happen next or has its sentence.

use std::collections::BTreeSet;

use crate::statechart::read;
use lockstep_core::api::{
    BlockedChoice, RunChoice, RunRequest, SimulatedKind, simulate_run_tracking,
};
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::model::{Chart, Guard, Reading, Transition, VertexKind};
use lockstep_core::language::statechart::semantics::{
    Grain, Move, ObjectState, ObjectStatus, StatechartSystem, Successors, SystemState,
};
use lockstep_core::text::Severity;

/// What stands where: the interpreter, the state, and what can happen in it.
struct Scene<'a> {
    text: &'a str,
    system: &'a StatechartSystem<'a>,
    state: &'a SystemState,
    next: &'a Successors<'static>,
}

/// An object's transition that a sentence is about.
struct About<'a> {
    object: usize,
    number: usize,
    chart: &'a Chart,
    own: &'a ObjectState,
    transition: &'a Transition,
}

/// The names between backticks.
fn names(words: &str) -> Vec<&str> {
    words.split('`').skip(1).step_by(2).collect()
}

impl<'a> Scene<'a> {
    fn about(&self, it: &BlockedChoice) -> About<'a> {
        let model = self.system.machine().model;
        let (name, _) = it.what.split_once(": ").unwrap();
        let object = model.objects.iter().position(|it| it.name == name).unwrap();
        let chart = &model.charts[model.objects[object].chart];
        let at = it.range.from as usize;
        let mut all = chart.transitions.iter();
        let number = all.position(|it| it.span.start == at).unwrap();
        About {
            object,
            number,
            chart,
            own: &self.state.objects[object],
            transition: &chart.transitions[number],
        }
    }

    fn event(&self, number: usize) -> &str {
        &self.system.machine().model.events[number].name
    }

    /// The names of what its successors of an object fire together.
    fn fired(&self, object: usize) -> BTreeSet<usize> {
        let fired = self.next.all.iter().flat_map(|it| &it.report.fired);
        fired.filter(|it| it.0 == object).map(|it| it.1).collect()
    }

    /// Whether what a sentence says is so; `None` for a sentence of no known form.
    fn is_so(&self, of: &About<'_>, words: &str) -> Option<bool> {
        let (own, chart, it) = (of.own, of.chart, of.transition);
        let named = names(words);
        let first = named.first().copied().unwrap_or_default();
        let state = |name: &str| {
            (0..chart.vertices.len())
                .find(|&it| chart.path(it) == name)
                .unwrap()
        };
        let pool: Vec<&str> = own.pool.iter().map(|it| self.event(it.event)).collect();
        let waited: Vec<&str> = it.triggers.iter().map(|&it| self.event(it)).collect();
        let clock = own.clocks[it.source];
        let is_paper = self.system.machine().reading == Reading::Bmc4uml;
        // What would fire can be kept from it because what it sends has no room.
        let full = self.next.blocked || !self.next.beyond.is_empty();
        let inside = |state: usize| {
            let structure = self.system.machine().structure(of.object);
            structure.is_inside(state, it.source)
        };
        Some(match words {
            it if it.ends_with("has come to its end") => own.status.is_ended(),
            it if it.ends_with("still enters a region") => {
                let mut raised = own.raised.iter();
                raised.any(|it| chart.vertices[it].kind == VertexKind::Initial)
            }
            it if it.ends_with("comes first") && it.starts_with("the completion of") => {
                match is_paper {
                    true => own.raised[state(first)],
                    false => own.completions.first() == Some(&state(first)),
                }
            }
            it if it.ends_with("without an event comes first") => {
                let mut fired = self.fired(of.object).into_iter();
                let goes = |it: usize| &chart.transitions[it];
                full || fired.any(|it| goes(it).is_completion() && goes(it).source == state(first))
            }
            it if it.ends_with("has sent to itself, comes first") => {
                pool.first() == Some(&first) && own.internal > 0
            }
            it if it.ends_with(" waits") || it.ends_with("does not wait") => {
                let aside = |name: &&str| {
                    own.deferred
                        .iter()
                        .any(|it| self.event(it.0.event) == *name)
                };
                named == waited && !named.iter().any(|it| pool.contains(it) || aside(it))
            }
            it if it.contains("waits behind") => {
                pool[0] == named[1]
                    && pool[1..].contains(&first)
                    && waited.contains(&first)
                    && !waited.contains(&named[1])
            }
            it if it.contains("is put aside until") => {
                let kept = own.deferred.iter();
                let is_kept = { kept }
                    .any(|(it, by)| self.event(it.event) == first && *by == state(named[1]));
                is_kept && waited.contains(&first) && !pool.contains(&first)
            }
            it if it.contains(" defers ") => {
                let puts_aside = |after: &SystemState| {
                    let after = &after.objects[of.object].deferred;
                    after.len() > own.deferred.len() && after.last().unwrap().1 == state(first)
                };
                let takes = self
                    .next
                    .all
                    .iter()
                    .filter(|it| it.what == Move::Event(of.object));
                let mut all = takes.map(|it| puts_aside(&it.after)).collect::<Vec<_>>();
                all.dedup();
                pool[0] == named[1] && (all == [true] || own.activities.iter().any(|it| it.waits))
            }
            it if it.ends_with("is false") => {
                let Guard::Term(term) = &of.transition.guard else {
                    return Some(false);
                };
                let written = term.span.text(self.text).split_whitespace();
                let written = written.collect::<Vec<_>>().join(" ");
                let head = own.pool.first();
                let head = head.filter(|it| of.transition.triggers.contains(&it.event));
                let data = head.map_or(&[][..], |it| &it.arguments);
                let machine = self.system.machine();
                let value = machine.number(of.object, term, &own.values, data);
                value == Some(0) && first.trim_end_matches('…') == written
                    || first.ends_with('…') && written.starts_with(first.trim_end_matches('…'))
                    || it == "its guard is false"
            }
            it if it.starts_with("its guard has no value: ") => {
                let Guard::Term(term) = &of.transition.guard else {
                    return Some(false);
                };
                let head = own.pool.first();
                let head = head.filter(|it| of.transition.triggers.contains(&it.event));
                let data = head.map_or(&[][..], |it| &it.arguments);
                let machine = self.system.machine();
                machine.number(of.object, term, &own.values, data).is_none()
            }
            it if it.starts_with("no way on through") => {
                let machine = self.system.machine();
                let head = own.pool.first();
                let mut has_way = false;
                machine.each_moment(of.object, |moment| {
                    let values = &own.values;
                    has_way |= machine.has_way(of.object, own, of.number, values, head, moment);
                });
                chart.path(of.transition.target) == first && !has_way
            }
            words if words.starts_with("it is due in") => {
                let left: u32 = words.split(' ').nth(4).unwrap().parse().unwrap();
                let due = |clock: u32| it.after.iter().any(|it| (it.0..=it.1).contains(&clock));
                (0..left).all(|it| !due(clock + it)) && due(clock + left)
            }
            words if words.starts_with("it was due until") => {
                let to = words.split([' ', ',']).nth(4).unwrap().parse().unwrap();
                it.after.iter().map(|it| it.1).max() == Some(to) && clock > to
            }
            words if words.starts_with("the do behaviour of") => {
                let source = state(first);
                source == it.source && own.activities.iter().any(|it| it.state == source)
            }
            words if words.ends_with("is not at its end") => {
                let regions = chart.vertices[it.source].regions.iter();
                let named = named.len() == 2;
                let mut open = regions.filter(|&&it| !own.complete[it]);
                open.any(|&it| !named || chart.regions[it].name == first)
            }
            words if words.ends_with("has not completed") => {
                state(first) == it.source && !own.completions.contains(&it.source)
            }
            words if words.contains("has completed before") => {
                let source = it.source;
                state(first) == source && own.raised[source] && !own.completions.contains(&source)
            }
            words if words.ends_with("further in, comes first") => {
                let source = state(first);
                let mut fired = self.fired(of.object).into_iter();
                inside(source) && (full || fired.any(|it| chart.transitions[it].source == source))
            }
            "another transition comes first" => {
                let others = self.fired(of.object);
                !is_paper && (full || others.iter().any(|it| *it != of.number))
            }
            "what it sends has no room in a queue" => full,
            _ => return None,
        })
    }

    /// Everything that is told of a state is so, and nothing is left out.
    fn judge(&self, told: &[BlockedChoice], said: &mut BTreeSet<String>) {
        let mut listed = BTreeSet::new();
        for it in told {
            let about = self.about(it);
            let is_new = listed.insert((about.object, about.number));
            let fires = self.fired(about.object).contains(&about.number);
            assert!(
                is_new && !fires && !it.reasons.is_empty(),
                "{it:?}\n{}",
                self.text
            );
            for why in &it.reasons {
                let is_so = self.is_so(&about, &why.what);
                assert_eq!(is_so, Some(true), "{it:?}\n{:#?}\n{}", about.own, self.text);
                let mut form = why.what.clone();
                for name in names(&why.what) {
                    form = form.replacen(&format!("`{name}`"), "…", 1);
                }
                let form: String = form.chars().filter(|it| !it.is_ascii_digit()).collect();
                said.insert(form);
            }
        }
        let failed = |it: &ObjectState| matches!(it.status, ObjectStatus::Fault(_));
        if self.state.objects.iter().any(failed) {
            return;
        }
        for (object, own) in self.state.objects.iter().enumerate() {
            let chart = self.system.machine().structure(object).chart;
            let of_object = |it: Move| {
                [
                    Move::Event(object),
                    Move::Completion(object),
                    Move::Timed(object),
                ]
                .contains(&it)
            };
            // Of two that come to the same only one is fired by what can happen.
            let goes_on = self.next.all.iter().any(|it| of_object(it.what));
            for (number, it) in chart.transitions.iter().enumerate() {
                let is_state = chart.vertices[it.source].kind == VertexKind::State;
                if !is_state || !own.active[it.source] || !own.is_stable() {
                    continue;
                }
                assert!(
                    listed.contains(&(object, number)) || goes_on,
                    "{}\n{own:#?}\n{}",
                    it.span.text(self.text),
                    self.text
                );
            }
        }
    }
}

/// Walks by chance and judges what is told at every state.
fn walk(text: &str, random: &mut Random, steps: usize, said: &mut BTreeSet<String>) {
    let (model, diagnostics) = read(text);
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return;
    }
    let system = StatechartSystem::new(&model, model.reading, Grain::Step, false);
    let mut state = system.beginning();
    let mut request = RunRequest {
        choices: vec![RunChoice::numbered(0)],
        ..RunRequest::default()
    };
    for _ in 0..steps {
        let next = system.successors(&state);
        let made = simulate_run_tracking(text, SimulatedKind::STATECHARTS, &[], &request).unwrap();
        assert_eq!(made.choices.len(), request.choices.len(), "{text}");
        let scene = Scene {
            text,
            system: &system,
            state: &state,
            next: &next,
        };
        scene.judge(&made.state.blocked, said);
        if next.all.is_empty() {
            return;
        }
        let number = random.between(0, next.all.len() - 1);
        request.choices.push(RunChoice::numbered(number));
        state = next.all[number].after.clone();
    }
}

#[test]
fn what_is_told_of_transitions_that_do_not_fire_is_so() {
    let mut random = Random::new(13);
    let mut said = BTreeSet::new();
    let shapes = [
        (ChartShape::SMALL, ""),
        (ChartShape::DEEP, "semantics scxml"),
        (ChartShape::PAPER, "semantics bmc4uml"),
    ];
    for (shape, reading) in shapes {
        for _ in 0..150 {
            let text =
                text(&shape, &mut random).replace("system {", &format!("system {{\n{reading}"));
            walk(&text, &mut random, 8, &mut said);
        }
    }
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/statecharts");
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for _ in 0..4 {
            walk(&text, &mut random, 16, &mut said);
        }
    }
    println!("{said:#?}");
    assert!(said.len() >= 15, "{said:#?}");
}
