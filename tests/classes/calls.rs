//! What a call changes, keeps and leaves open, and why a call is impossible: compared with what enumeration of all states gives.

use std::collections::BTreeSet;

use lockstep_core::api::{
    CLASS_VALUES, ClauseKind, Clockless, Kinds, Options, Structure, SystemEvidenceView,
    refused_calls,
};
use lockstep_core::explain::calls::{CallRefusal, MOST_OUTCOMES, Obligation, effect, refusal};
use lockstep_core::generate::{Random, classes};
use lockstep_core::language::classes::ocl::evaluate::World;
use lockstep_core::language::classes::ocl::value::Value;
use lockstep_core::language::classes::semantics::release::released;
use lockstep_core::language::classes::semantics::{
    Call, Frame, instances_broken, is_step, multiplicity_holds, stacks,
};
use lockstep_core::language::classes::{ClassModel, ClassSystem};
use lockstep_core::system::{Step, System, Valuation};
use lockstep_seeds::{seeds, share};

use super::{Visited, answer, light, model};

/// All ways to fill the slots of a model; `None` where there are too many.
pub(super) fn assignments(model: &ClassModel) -> Option<Vec<Vec<Value>>> {
    let mut all = vec![Vec::new()];
    for slot in 0..model.layout.slots.len() {
        let values = model.slot_domain(slot).values(model, model.integers);
        let longer = all.iter().flat_map(|it: &Vec<Value>| {
            let with = |value: &Value| it.iter().cloned().chain([value.clone()]).collect();
            values.iter().map(with).collect::<Vec<_>>()
        });
        all = longer.collect();
        if all.len() > 300 {
            return None;
        }
    }
    Some(all)
}

/// A state with all that is asked of it.
struct Asked<'m> {
    model: &'m ClassModel,
    frame: Frame,
    before: Vec<Value>,
    call: &'m Call,
    all: &'m [Vec<Value>],
}

impl Asked<'_> {
    fn leads_to(&self, after: &[Value]) -> bool {
        is_step(self.model, self.frame, &self.before, self.call, after) == Ok(true)
    }

    fn violates(&self, after: &[Value], stack: &[Value], obligation: Obligation) -> bool {
        let world = World {
            model: self.model,
            before: &self.before,
            after,
        };
        match obligation {
            Obligation::Pre(_) => false,
            Obligation::Post(it) => {
                let clause = &self.model.operations[self.call.operation].post[it];
                world.holds(&clause.term, stack) != Ok(true)
            }
            Obligation::Invariant(it) => instances_broken(self.model, after, it) == Ok(true),
            Obligation::Multiplicity(it) => !multiplicity_holds(self.model, after, it),
        }
    }

    /// Every way to fill the slots within the frame, with every result; with postconditions that are true for `meets`.
    fn outcomes(&self, meets: bool) -> Vec<(&Vec<Value>, Vec<Value>)> {
        let operation = &self.model.operations[self.call.operation];
        let mut outcomes = Vec::new();
        for after in self.all {
            for stack in stacks(self.model, self.frame, self.call) {
                let world = World {
                    model: self.model,
                    before: &self.before,
                    after,
                };
                let free = released(&world, operation, &stack, self.frame.is_open);
                let free = free.expect("small numbers");
                let mut both = self.before.iter().zip(after).enumerate();
                let is_within = both.all(|(slot, (old, new))| old == new || free.contains(&slot));
                let misses = (0..operation.post.len())
                    .any(|it| self.violates(after, &stack, Obligation::Post(it)));
                if is_within && !(meets && misses) {
                    outcomes.push((after, stack));
                }
            }
        }
        outcomes
    }

    /// Judges why the call is impossible.
    fn judge(&self, refusal: &CallRefusal, text: &str) {
        match refusal {
            CallRefusal::Pre(found) => {
                let operation = &self.model.operations[self.call.operation];
                let world = World::of_state(self.model, &self.before);
                let mut stack = vec![Value::Object(self.call.object)];
                stack.extend(self.call.arguments.iter().cloned());
                let pre = operation.pre.iter().enumerate();
                let expected = pre.filter(|it| world.holds(&it.1.term, &stack) != Ok(true));
                let expected: Vec<_> = expected.map(|it| it.0).collect();
                assert_eq!(*found, expected, "{text}");
                assert!(!found.is_empty());
            }
            CallRefusal::Outcome(found) => {
                let is_post = |it: &Obligation| matches!(it, Obligation::Post(_));
                let outcomes = self.outcomes(!found.iter().any(is_post));
                let meets_all = |(after, stack): &(&Vec<Value>, Vec<Value>), but: Option<usize>| {
                    let mut others = (0..found.len()).filter(|it| Some(*it) != but);
                    !others.any(|it| self.violates(after, stack, found[it]))
                };
                assert!(!outcomes.is_empty(), "{text}");
                assert!(!outcomes.iter().any(|it| meets_all(it, None)), "{text}");
                for (number, one) in found.iter().enumerate() {
                    let some = outcomes.iter().any(|it| meets_all(it, Some(number)));
                    assert!(some, "{one:?} is not needed\n{text}");
                }
            }
            CallRefusal::TooMany => panic!("there are few\n{text}"),
        }
    }
}

#[test]
fn effects_and_refusals_are_what_enumeration_gives() {
    let (mut runs, mut steps, mut open, mut kept, mut outcome) = (0, 0, 0, 0, 0);
    for seed in seeds(0..2_000_u64) {
        let mut random = Random::new(seed);
        let text = classes(&mut random);
        let model = model(&text);
        let Some(all) = assignments(&model) else {
            continue;
        };
        let is_open = random.percent(20);
        let system = match is_open {
            true => ClassSystem::new(&model).open(),
            false => ClassSystem::new(&model),
        };
        let Some(mut at) = (&system as &dyn System).start() else {
            continue;
        };
        runs += 1;
        for _ in 0..4 {
            let listed = (&system as &dyn System).steps_up_to(&at, 10_000);
            let listed = listed.expect("there are few");
            let frame = system.frame();
            for (number, call) in system.calls().iter().enumerate() {
                let asked = Asked {
                    model: &model,
                    frame,
                    before: system.values(&at).expect("a state"),
                    call,
                    all: &all,
                };
                let is_possible = listed.iter().any(|it| it.label as usize == number);
                let mut left = MOST_OUTCOMES;
                let found =
                    refusal(&model, frame, &asked.before, call, &mut left).expect("small numbers");
                assert_eq!(found.is_none(), is_possible, "seed {seed}\n{text}");
                if let Some(found) = found {
                    outcome += usize::from(matches!(found, CallRefusal::Outcome(_)));
                    asked.judge(&found, &text);
                }
            }
            if listed.is_empty() {
                break;
            }
            let step: &Step = random.choose(&listed);
            let call = &system.calls()[step.label as usize];
            let after = Valuation::from(&*step.choice);
            let asked = Asked {
                model: &model,
                frame,
                before: system.values(&at).expect("a state"),
                call,
                all: &all,
            };
            let new = system.values(&after).expect("a state");
            let found = effect(&model, frame, &asked.before, call, &new).expect("small numbers");
            assert!(found.is_complete);
            let mut expected = BTreeSet::new();
            for other in all.iter().filter(|it| asked.leads_to(it)) {
                let both = other.iter().zip(&new).enumerate();
                expected.extend(both.filter(|it| it.1.0 != it.1.1).map(|it| it.0));
            }
            assert_eq!(found.open, expected, "seed {seed}\n{text}");
            let both = asked.before.iter().zip(&new).enumerate();
            let changed: BTreeSet<_> = both.filter(|it| it.1.0 != it.1.1).map(|it| it.0).collect();
            assert_eq!(found.changed, changed, "seed {seed}\n{text}");
            assert!(found.kept.is_disjoint(&changed) && found.kept.is_disjoint(&expected));
            if !is_open && model.operations[call.operation].modifies.is_none() {
                let named: BTreeSet<_> = found.named.iter().flatten().copied().collect();
                let others = (0..new.len()).filter(|it| !named.contains(it));
                assert_eq!(
                    found.kept,
                    others.filter(|it| !expected.contains(it)).collect()
                );
            }
            assert!(
                found
                    .clauses
                    .iter()
                    .all(|it| it.after || matches!(it.clause, Obligation::Pre(_)))
            );
            assert!(
                found
                    .clauses
                    .iter()
                    .all(|it| it.before || matches!(it.clause, Obligation::Post(_)))
            );
            steps += 1;
            open += usize::from(!found.open.is_empty());
            kept += usize::from(!found.kept.is_empty());
            at = after;
        }
    }
    println!(
        "{runs} runs, {steps} steps, {open} with open slots, {kept} with kept ones, {outcome} outcomes refused"
    );
    assert!(
        runs > share(500) && open > share(300) && kept > share(500) && outcome > share(500),
        "{runs} {open} {kept} {outcome}"
    );
}

#[test]
fn the_run_of_the_light_says_what_each_call_does() {
    let outcome = answer(light::TEXT, 6);
    let run = outcome.system.expect("evidence").run;
    let call = run[3].call.as_ref().expect("a call");
    assert_eq!((&*call.call, &*call.object), ("tl.switchPedLight()", "tl"));
    let changes: Vec<_> = call
        .changes
        .iter()
        .map(|it| (&*it.object, &*it.property, &*it.before, &*it.after))
        .collect();
    assert_eq!(
        changes,
        [
            ("tl", "pedLight", "false", "true"),
            ("tl", "request", "true", "false")
        ]
    );
    assert!(call.open.is_empty() && call.complete);
    let kept: Vec<_> = call
        .kept
        .iter()
        .map(|it| format!("{}.{}", it.object, it.property))
        .collect();
    assert_eq!(
        kept,
        [
            "tl.carLight",
            "b1.counter",
            "b2.counter",
            "b1.light",
            "b2.light"
        ]
    );
    let clauses: Vec<_> = call
        .clauses
        .iter()
        .map(|it| (it.kind, &*it.owner, &*it.text, it.before, it.after))
        .collect();
    let own = "TrafficLight::switchPedLight";
    assert_eq!(
        clauses,
        [
            (
                ClauseKind::Pre,
                own,
                "pre: request",
                Some(true),
                Some(false)
            ),
            (
                ClauseKind::Post,
                own,
                "post: pedLight = not pedLight@pre and request = false",
                Some(false),
                Some(true)
            ),
            (
                ClauseKind::Inv,
                "TrafficLight",
                "inv oneAlwaysRed: not (pedLight and carLight)",
                Some(true),
                Some(true)
            ),
        ]
    );
    assert_eq!(call.changes[0].clauses, [1]);
    assert!(run[0].call.is_none());
}

#[test]
fn the_stuck_light_says_why_each_call_is_impossible() {
    let model = model(light::TEXT);
    let system = ClassSystem::of_check(&model, 6);
    let mut at = (&system as &dyn System).start().expect("a start");
    for name in [
        "b1.requesting()",
        "tl.switchCarLight()",
        "tl.switchPedLight()",
    ] {
        let steps = (&system as &dyn System).steps_up_to(&at, 100).expect("few");
        let step = steps
            .into_iter()
            .find(|it| system.call_name(it.label as usize).as_deref() == Some(name));
        at = step.expect("it is possible").choice;
    }
    let refused = refused_calls(light::TEXT, (&model, Some(6)), &at, &|| true);
    let told: Vec<_> = refused
        .iter()
        .map(|it| {
            let clauses: Vec<_> = it.clauses.iter().map(|it| &*it.text).collect();
            assert!(it.clauses.iter().all(|it| it.at_fault) && !it.needs_integers);
            (&*it.call, clauses)
        })
        .collect();
    assert_eq!(
        told,
        [
            ("tl.switchPedLight()", vec!["pre: request"]),
            (
                "tl.switchCarLight()",
                vec!["inv oneAlwaysRed: not (pedLight and carLight)"]
            ),
            ("b1.requesting()", vec!["pre: not light.pedLight"]),
            ("b2.requesting()", vec!["pre: not light.pedLight"]),
        ]
    );
    // With plain integers a full counter needs others.
    let text = light::TEXT.replace("counter : 0..9 = 0", "counter : Integer = 9");
    let text = format!("integers 0..9\n{text}");
    let full = super::model(&text);
    let start = (&ClassSystem::of_check(&full, 6) as &dyn System)
        .start()
        .expect("a start");
    let refused = refused_calls(&text, (&full, Some(6)), &start, &|| true);
    assert_eq!(
        refused_calls(&text, (&full, Some(6)), &start, &|| false),
        []
    );
    let needs: Vec<_> = refused
        .iter()
        .filter(|it| it.needs_integers)
        .map(|it| &*it.call)
        .collect();
    assert_eq!(needs, ["b1.requesting()", "b2.requesting()"]);
    assert_eq!(
        refused.last().expect("some").clauses[0].text,
        "post: light.request and counter = counter@pre + 1"
    );
}

/// Judges what is told of a run to a state where nothing is possible: it is such a state, and every call is told once, with reasons.
fn judge_end(model: &ClassModel, check: usize, evidence: &SystemEvidenceView, of: &str) {
    let system = ClassSystem::of_check(model, check);
    let last = &evidence.run.last().expect("a run has a start").state;
    let ends = |at: &Valuation| {
        let values = system.values(at);
        values.is_some_and(|it| shown(model, &it) == *last)
    };
    let stuck_at = Visited::of(model, &system).stuck;
    let at = stuck_at.into_iter().map(|it| it.0).find(ends);
    let at = at.unwrap_or_else(|| panic!("not stuck at its end: {of}"));
    let steps = (&system as &dyn System).steps_up_to(&at, 1);
    assert_eq!(steps.map(|it| it.len()), Some(0), "{of}");
    let told: BTreeSet<_> = evidence.refused.iter().map(|it| it.what.clone()).collect();
    let calls = (0..system.calls().len()).filter_map(|it| system.call_name(it));
    assert_eq!(told, calls.collect(), "{of}");
    assert_eq!(told.len(), evidence.refused.len(), "{of}");
    let mut reasons = evidence.refused.iter().map(|it| it.reasons.len());
    assert!(reasons.all(|it| it > 0), "{of}");
}

#[test]
fn an_answer_that_a_model_is_stuck_lists_each_call_once_and_none_is_possible() {
    let (mut stuck, mut others, mut not) = (0, 0, 0);
    for seed in seeds(0..400) {
        let text = format!("{}\ncheck deadlock\n", classes(&mut Random::new(seed)));
        let model = model(&text);
        let check = model.checks.len() - 1;
        let outcome = answer(&text, check);
        let evidence = outcome.system.as_ref().expect("it is answered");
        if !outcome.verdict.is_found() {
            assert_eq!(evidence.refused, [], "seed {seed}\n{text}");
            not += 1;
            continue;
        }
        stuck += 1;
        judge_end(&model, check, evidence, &format!("seed {seed}\n{text}"));
        let shown = [evidence.run.clone()];
        let another =
            CLASS_VALUES.another(&text, check, &shown, &Options::default(), &mut Clockless);
        let another = another.expect("it is answered");
        if another.depth.is_none() {
            assert_eq!(another.refused, [], "seed {seed}\n{text}");
            continue;
        }
        others += 1;
        let another = another.shown(&outcome).system.expect("it has a run");
        judge_end(
            &model,
            check,
            &another,
            &format!("another, seed {seed}\n{text}"),
        );
    }
    println!("{stuck} models that get stuck, {others} in another way, too, {not} that do not");
    assert!(stuck > share(50) && others > share(50) && not > share(100));
}

/// A state as runs list it.
pub(super) fn shown(model: &ClassModel, values: &[Value]) -> Vec<String> {
    let slots = values.iter().enumerate();
    let slots = slots.map(|(slot, value)| model.shown(model.slot_domain(slot).kind, value));
    slots.collect()
}

/// Lifelines are those of the objects that some call is for: a row of them has no room for others.
#[test]
fn objects_that_nobody_can_call_have_no_lifeline() {
    let lifelines = |text: &str| match Kinds::whole().analyse(text).structure {
        Structure::Generic(it) => it.lifelines.expect("steps are calls"),
        other => panic!("no class model: {other:?}"),
    };
    let library = include_str!("../../static/examples/classes/library.lks");
    assert_eq!(lifelines(library), ["ann : Reader", "bob : Reader"]);
    let inherited = "class A { go() post: true }\nclass B < A { }\nclass C { }\nsystem { a : A; b : B; c : C }\n";
    assert_eq!(lifelines(inherited), ["a : A", "b : B"]);
    for seed in 0..200 {
        let text = classes(&mut Random::new(seed));
        let read = model(&text);
        let system = ClassSystem::new(&read);
        let called = system.calls().iter().map(|it| it.object);
        let called: BTreeSet<_> = called.map(|it| &*read.objects[it].name).collect();
        let listed = lifelines(&text);
        let listed = listed.iter().filter_map(|it| Some(it.split_once(" : ")?.0));
        assert_eq!(listed.collect::<BTreeSet<_>>(), called, "{text}");
    }
}
