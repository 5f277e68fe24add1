//! Runs made by hand, on random models: what is offered is what the definitions admit, and what is
//! kept as a text says what was done.
#![allow(clippy::unwrap_used, missing_docs)]

use lockstep_core::api::{self, ByHand, Options, PlaceView, StepView};
use lockstep_core::generate::{Random, Shape, model};
use lockstep_core::language::machines::document::{print, unresolve};
use lockstep_core::language::machines::{Composition, GlobalState, Half, MessageSet, Place};
use lockstep_core::language::{Answer, Model, read};
use lockstep_tests::Clockless;

/// The messages of a step or a set: from, to, symbol.
type Messages = Vec<(usize, usize, String)>;
/// The half-steps: lifeline, transition, whether it begins.
type Halves = Vec<(usize, usize, bool)>;

/// The texts of random models, without those whose scenario names a symbol that no machine knows.
fn texts(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, String)> {
    let text = |seed| {
        let mut random = Random::new(seed);
        print(&unresolve(&model(&Shape::default(), &mut random)))
    };
    let texts = seeds.map(move |seed| (seed, text(seed)));
    texts.filter(|(_, text)| !api::analyse(text).has_errors)
}

fn views(state: &GlobalState) -> Vec<PlaceView> {
    let view = |place: &Place| match *place {
        Place::State(state) => PlaceView::State(state),
        Place::Intermediate(transition) => PlaceView::Transition(transition),
    };
    state.iter().map(view).collect()
}

fn of_set(model: &Model, set: &MessageSet) -> (Messages, Halves) {
    let message = |to: usize, symbol: usize| (set.sender, to, model.symbols[symbol].clone());
    let taken = set.deliveries.iter();
    let (transition, begins) = match set.half {
        Half::Begin(transition) => (transition, true),
        Half::Finish(transition) => (transition, false),
    };
    let begun = taken.clone().map(|it| (it.receiver, it.transition, true));
    let mut halves: Halves = [(set.sender, transition, begins)]
        .into_iter()
        .chain(begun)
        .collect();
    halves.sort_unstable();
    (
        taken.map(|it| message(it.receiver, it.symbol)).collect(),
        halves,
    )
}

fn of_step(step: &StepView) -> (Messages, Halves) {
    let messages = step.messages.iter();
    let halves = step.moves.iter();
    (
        messages
            .map(|it| (it.from, it.to, it.symbol.clone()))
            .collect(),
        halves
            .map(|it| (it.lifeline, it.transition, it.begins))
            .collect(),
    )
}

/// A state in which transitions that are written alike are told apart no more: texts cannot.
fn written(hand: &ByHand, text: &str, state: &[PlaceView]) -> Vec<PlaceView> {
    let analysis = api::analyse(text);
    let same = |lifeline: usize, place: PlaceView| {
        let PlaceView::Transition(index) = place else {
            return place;
        };
        let machine = &analysis.machines[hand.machine(lifeline)];
        let parts = |index: usize| {
            let it = &machine.transitions[index];
            let mut effects = it.effects.clone();
            effects.sort();
            (it.source, it.trigger.clone(), effects, it.target)
        };
        let first = (0..=index).find(|&it| parts(it) == parts(index));
        PlaceView::Transition(first.unwrap())
    };
    let places = state.iter().enumerate();
    places
        .map(|(lifeline, &place)| same(lifeline, place))
        .collect()
}

/// A walk of at most so many steps.
fn walk(hand: &ByHand, seed: u32, length: usize) -> Vec<StepView> {
    let mut run = vec![hand.start()];
    for step in 0..length {
        let mut choices = hand.choices(&run[step].state).unwrap();
        if choices.is_empty() {
            break;
        }
        let pick = ByHand::pick(seed, step, choices.len());
        run.push(choices.swap_remove(pick));
    }
    run
}

#[test]
fn what_is_offered_is_what_the_definitions_admit() {
    let (mut offered, mut stuck, mut silent) = (0, 0, 0);
    for (seed, text) in texts(0..300) {
        let (model, _) = read(&text);
        let hand = ByHand::new(&text, None).unwrap();
        let composition = Composition::new(&model, &model.system, &[]);
        let mut state = composition.initial();
        let mut run = vec![hand.start()];
        assert_eq!(run[0].state, views(&state));
        for step in 0..15 {
            let sets = composition.admissible(&state);
            let choices = hand.choices(&run[step].state).unwrap();
            assert_eq!(choices.len(), sets.len(), "seed {seed}, step {step}");
            for (choice, set) in choices.iter().zip(&sets) {
                assert_eq!(
                    of_step(choice),
                    of_set(&model, set),
                    "seed {seed}, step {step}"
                );
                let next = composition.apply(&state, &vec![set.clone()]).unwrap();
                assert_eq!(choice.state, views(&next), "seed {seed}, step {step}");
                silent += usize::from(choice.messages.is_empty());
            }
            offered += choices.len();
            let told = hand.stuck(&run).map(|stuck| stuck.terminated);
            assert_eq!(told, composition.stuck(&state), "seed {seed}, step {step}");
            if choices.is_empty() {
                stuck += 1;
                break;
            }
            let pick = ByHand::pick(7, step, choices.len());
            state = composition
                .apply(&state, &vec![sets[pick].clone()])
                .unwrap();
            run.push(choices[pick].clone());
        }
        assert_eq!(hand.again(&run), run, "seed {seed}");
    }
    assert!(
        offered > 4_000 && stuck > 100 && offered - silent > 500,
        "{offered} {stuck} {silent}"
    );
}

#[test]
fn a_kept_scenario_can_be_played_and_a_kept_question_is_answered_yes() {
    let (mut scenarios, mut questions) = (0, 0);
    for (seed, text) in texts(0..900) {
        // Half of them on the lifelines of the scenario, which is checked by itself.
        let hand = ByHand::new(&text, (seed % 2 == 0).then_some(0)).unwrap();
        let run = walk(&hand, 3, 12);
        let last = run.last().unwrap();
        if let Some(scenario) = hand.run_as_scenario(&run, seed % 3 == 0) {
            let kept = format!("{text}{scenario}");
            let after = api::analyse(&kept);
            assert!(
                !after.has_errors,
                "seed {seed}: {kept} {:?}",
                after.diagnostics
            );
            let index = after.checks.len() - 1;
            let written = after.checks[index]
                .scenario
                .map(|it| &after.scenarios[it])
                .unwrap();
            let messages = run.iter().map(|step| step.messages.len());
            assert_eq!(written.messages.len(), messages.sum::<usize>());
            assert_eq!(written.name, "by hand");
            assert_eq!(after.checks[index].loose, seed % 3 == 0);
            let outcome = api::check(&kept, index, &Options::default(), &mut Clockless).unwrap();
            assert_eq!(outcome.answer(), Answer::Consistent, "seed {seed}: {kept}");
            assert_eq!(after.checks.len(), api::analyse(&text).checks.len() + 1);
            scenarios += 1;
        }
        if let Some(question) = hand.run_as_question(&text, &run, &[], None) {
            let kept = format!("{text}{question}");
            let after = api::analyse(&kept);
            assert!(
                !after.has_errors,
                "seed {seed}: {kept} {:?}",
                after.diagnostics
            );
            let index = after.checks.len() - 1;
            let outcome = api::check(&kept, index, &Options::default(), &mut Clockless).unwrap();
            assert_eq!(outcome.answer(), Answer::Reachable, "seed {seed}: {kept}");
            let reached = &outcome.trace.last().unwrap().state;
            assert_eq!(*reached, written(&hand, &text, &last.state), "seed {seed}");
            questions += 1;
        }
    }
    assert!(
        scenarios > 100 && questions > 700,
        "{scenarios} {questions}"
    );
}

#[test]
fn a_run_comes_back_from_its_link_and_a_wrong_link_goes_as_far_as_it_can() {
    let (mut steps, mut cut) = (0, 0);
    for (seed, text) in texts(0..400) {
        let hand = ByHand::new(&text, None).unwrap();
        let run = walk(&hand, 5, 12);
        let told = hand.run_link(&run);
        assert_eq!(
            hand.follow_link(&told),
            (run.clone(), true),
            "seed {seed}: {told}"
        );
        steps += run.len() - 1;
        // Cut off, changed, or of another model: what is shown is what the definitions admit.
        let mut random = Random::new(seed);
        for _ in 0..20 {
            let mut wrong = told.clone();
            wrong.truncate(random.between(0, told.len()));
            let tail = [
                "",
                ".",
                ".9b9",
                "-0b0",
                "~7",
                ".~",
                "1",
                ".0b0.0b0",
                "\u{1F600}",
            ];
            wrong += tail[random.between(0, tail.len() - 1)];
            let (got, whole) = hand.follow_link(&wrong);
            assert_eq!(hand.again(&got), got, "seed {seed}: {wrong}");
            assert_eq!(
                hand.follow_link(&hand.run_link(&got)),
                (got, true),
                "{wrong}"
            );
            cut += usize::from(!whole);
        }
    }
    assert!(steps > 1_000 && cut > 1_000, "{steps} {cut}");
    let hand = ByHand::new(&texts(0..9).next().unwrap().1, None).unwrap();
    for (wrong, whole) in [
        ("0", true),
        ("", false),
        ("1", false),
        ("x.y", false),
        ("18446744073709551616", false),
    ] {
        assert_eq!(
            hand.follow_link(wrong),
            (vec![hand.start()], whole),
            "{wrong}"
        );
    }
}

#[test]
fn the_solver_goes_on_from_where_the_hand_stopped() {
    let mut split = 0;
    for (seed, text) in texts(0..200) {
        let hand = ByHand::new(&text, Some(0)).unwrap();
        let (run, ahead) = (walk(&hand, 1, 4), walk(&hand, 1, 12));
        let (here, there) = (run.last().unwrap(), ahead.last().unwrap());
        let goal: Vec<_> = there.state.iter().copied().enumerate().collect();
        let question = hand.onward(&text, &here.state, &goal, Some(20)).unwrap();
        let outcome = api::check(&question, 0, &Options::default(), &mut Clockless).unwrap();
        assert_eq!(
            outcome.answer(),
            Answer::Reachable,
            "seed {seed}: {question}"
        );
        let start = &outcome.trace[0].state;
        assert_eq!(*start, written(&hand, &text, &here.state), "seed {seed}");
        let taken = hand.along(start, &outcome.trace[1..]);
        let reached = taken.last().map_or(start, |last| &last.state);
        assert_eq!(*reached, written(&hand, &text, &there.state), "seed {seed}");
        split += usize::from(taken.len() > outcome.trace.len() - 1);
        // The whole run is one by the definitions.
        let whole: Vec<_> = run.iter().cloned().chain(taken).collect();
        assert_eq!(hand.again(&whole).len(), whole.len(), "seed {seed}");
    }
    assert!(
        split > 20,
        "transactions of several sets are taken one by one: {split}"
    );
}

#[test]
fn what_is_not_admissible_ends_the_run() {
    let (_, text) = texts(4..9).next().unwrap();
    let hand = ByHand::new(&text, None).unwrap();
    let run = walk(&hand, 1, 12);
    let skipped: Vec<_> = run[2..].to_vec();
    assert!(run.len() > 3 && hand.along(&run[0].state, &skipped).is_empty());
    assert_eq!(hand.choices(&[PlaceView::State(99)]), Some(Vec::new()));
    assert!(ByHand::new("machine", None).is_none() && ByHand::new(&text, Some(99)).is_none());
}

/// A dozen effects that a dozen lifelines could take would be half a billion message sets.
#[test]
fn too_many_choices_are_not_listed() {
    let symbols: Vec<_> = (0..9).map(|it| format!("a{it}")).collect();
    let takes: Vec<_> = symbols
        .iter()
        .map(|it| format!("  t --> u : {it}\n"))
        .collect();
    let lifelines: Vec<_> = (0..9).map(|it| format!("t{it}")).collect();
    let text = format!(
        "machine S {{\n  [*] --> s\n  s --> s : / {}\n}}\nmachine T {{\n  [*] --> t\n{}}}\n\
         system {{\n  s : S\n  {} : T\n}}\n",
        symbols.join(", "),
        takes.concat(),
        lifelines.join(", ")
    );
    let hand = ByHand::new(&text, None).unwrap();
    let first = hand.choices(&hand.start().state).unwrap();
    assert_eq!(first.len(), 1);
    assert_eq!(hand.choices(&first[0].state), None);
    assert_eq!(hand.stuck(&[hand.start(), first[0].clone()]), None);
}

#[test]
fn sentences_that_read_alike_say_where_they_lead() {
    let text = "machine A {\n  [*] --> a\n  a --> b : / x\n  a --> c : / x\n}\n\
                machine B {\n  [*] --> d\n  d --> d : x\n}\n";
    let hand = ByHand::new(text, None).unwrap();
    let choices = hand.choices(&hand.start().state).unwrap();
    let told: Vec<_> = choices.iter().map(|it| it.sentence.as_str()).collect();
    assert_eq!(
        told,
        [
            "`A` leaves `a`, ready to send `x`, on the way to `b`.",
            "`A` leaves `a`, ready to send `x`, on the way to `c`.",
        ]
    );
}

#[test]
fn a_deadlock_by_hand_names_the_circle() {
    let text = include_str!("../static/examples/machines/philosophers-broken.lks");
    let outcome = api::check(text, 0, &Options::default(), &mut Clockless).unwrap();
    let hand = ByHand::new(text, Some(0)).unwrap();
    let mut run = vec![hand.start()];
    run.extend(hand.along(&run[0].state, &outcome.trace[1..]));
    let stuck = hand.stuck(&run).unwrap();
    assert!(!stuck.terminated);
    assert_eq!(
        Some(&stuck.waits.cycle),
        outcome.waits().map(|it| &it.cycle)
    );
    assert_eq!(
        stuck.waits.lines[0],
        "`p0` waits for `f1` to take `take_1`."
    );
    assert_eq!(stuck.waits.lines.len(), 6, "{:?}", stuck.waits.lines);
}

/// The coffee room has no `system`: its questions are about one lifeline for each machine, so a
/// run of the scenario's lifelines cannot become one.
#[test]
fn a_question_is_not_kept_where_it_would_change_the_others() {
    let text = include_str!("../static/examples/machines/coffee-for-two.lks");
    let hand = ByHand::new(text, Some(0)).unwrap();
    let run = walk(&hand, 1, 4);
    assert_eq!(hand.run_as_question(text, &run, &[], None), None);
    assert!(hand.run_as_scenario(&run, false).is_some());
    let alone = text
        .lines()
        .filter(|line| !line.starts_with("check reach") && !line.starts_with("check deadlock"));
    let alone: Vec<_> = alone.collect();
    let alone = alone.join("\n") + "\n";
    let hand = ByHand::new(&alone, Some(0)).unwrap();
    let question = hand
        .run_as_question(&alone, &walk(&hand, 1, 4), &[], None)
        .unwrap();
    assert!(
        question.contains("system {\n  alice, bob : PhD\n"),
        "{question}"
    );
    let after = api::analyse(&format!("{alone}{question}"));
    assert!(!after.has_errors, "{:?}", after.diagnostics);
}
