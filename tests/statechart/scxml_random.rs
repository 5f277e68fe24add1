//! Random SCXML documents: the reading `scxml` of what they are imported as, against W3C's algorithm.
//!
//! Compared after the start and after every event: where the session is, and what it left, took and entered on the way. The same of
//! texts whose regions are the children of parallel states.

use crate::statechart::read;
use lockstep_core::generate::Random;
use lockstep_core::interchange::import::state_machine;
use lockstep_core::language::statechart::model::Reading;
use lockstep_core::language::statechart::model::StatechartModel;
use lockstep_core::language::statechart::semantics::{
    Grain, Message, StatechartSystem, SystemState,
};
use lockstep_core::text::Severity;
use lockstep_seeds::{seeds, seeds_from, share, wanted};

use super::appendix_d::{Session, State};
use super::scxml::{alone, leaves};
use super::scxml_documents::{EVENTS, document, with_regions, written};

/// The one state in which nothing is left to do, and what was logged up to there.
fn rest(
    system: &StatechartSystem<'_>,
    model: &StatechartModel,
    from: SystemState,
) -> (SystemState, Vec<String>) {
    let mut state = from;
    let mut said = Vec::new();
    for _ in 0..2_000 {
        let mut next = system.successors(&state).all;
        assert!(next.len() < 2, "{} ways", next.len());
        let Some(it) = next.pop() else {
            return (state, said);
        };
        said.extend(it.report.labels.iter().map(|&it| model.labels[it].clone()));
        state = it.after;
    }
    said.truncate(40);
    said.push("and so on".into());
    (state, said)
}

/// Follows a document with random events; how many were compared, or what differs.
fn judge(seed: u64, regions: bool) -> Result<usize, String> {
    let mut random = Random::new(seed);
    let all = document(&mut random, regions);
    let xml = written(0, &all);
    let converted = state_machine(&xml).unwrap()?;
    if let Some(it) = converted.left_out.first() {
        return Err(format!("left out: {it:?}\n{xml}"));
    }
    let signals: String = EVENTS
        .iter()
        .map(|it| format!("signal \"{it}\"\n"))
        .collect();
    let opened = "statechart Machine {";
    let text = alone(&converted.text).replace(opened, &format!("{opened}\n  queue 60"));
    let text = format!("{signals}{text}");
    let places = followed(&all, &text, &mut random.clone())?;
    if !regions {
        return Ok(places);
    }
    Ok(places + followed(&all, &with_regions(&text, &all), &mut random)?)
}

/// Follows a text that stands for a document with random events.
fn followed(all: &[State], text: &str, random: &mut Random) -> Result<usize, String> {
    let Some(mut session) = Session::start(all) else {
        return Ok(0);
    };
    let xml = written(0, all);
    let (model, findings) = read(text);
    let errors = findings.iter().filter(|it| it.severity == Severity::Error);
    if let Some(it) = errors.into_iter().next() {
        return Err(format!("{it:?}\n{xml}\n{text}"));
    }
    let system = StatechartSystem::new(&model, Reading::Scxml, Grain::Behaviour, false);
    let (mut state, mut said) = rest(&system, &model, system.beginning());
    let mut events: Vec<&str> = Vec::new();
    loop {
        if !session.is_legal() {
            return Ok(events.len());
        }
        let wanted = session.configuration.iter().filter(|&&it| {
            let children = &all[it].children;
            children
                .iter()
                .all(|it| !session.configuration.contains(it))
        });
        let wanted = wanted.map(|it| format!("s{it}")).collect();
        let found = leaves(&model, &state);
        if found != wanted || said != session.log {
            return Err(format!(
                "after {events:?}: {found:?} in place of {wanted:?}\nsaid {said:?}\nnot  {:?}\n{xml}\n{text}",
                session.log
            ));
        }
        if events.len() == 8 || !session.running {
            return Ok(events.len() + 1);
        }
        let event = *random.choose(&EVENTS);
        events.push(event);
        session.log.clear();
        if session.event(event).is_none() {
            return Ok(events.len());
        }
        let number = model.events.iter().position(|it| it.name == event);
        state.objects[0].pool.push(Message {
            event: number.unwrap(),
            arguments: Vec::new(),
            caller: None,
        });
        (state, said) = rest(&system, &model, state);
    }
}

#[test]
fn sessions_are_those_of_the_algorithm() {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for seed in seeds(1..3_001) {
        match judge(seed, false) {
            Ok(places) => compared += places,
            Err(it) => wrong.push(format!("{seed}: {it}")),
        }
    }
    println!("{compared} places compared");
    let shown = wrong.iter().take(3).cloned().collect::<Vec<_>>();
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), shown.join("\n\n"));
    assert!(compared > share(15_000), "{compared}");
}

/// Of the text and of the document that says the same, as it is imported.
#[test]
fn regions_of_a_text_are_children_of_parallel_states() {
    let mut compared = 0;
    let mut wrong = Vec::new();
    let machines = wanted(3_000);
    let mut numbers = seeds_from(1);
    let mut with_some = 0;
    while with_some < machines {
        let seed = numbers.next().expect("seeds do not end");
        let all = document(&mut Random::new(seed), true);
        if !all.iter().any(|it| it.is_region) {
            continue;
        }
        with_some += 1;
        match judge(seed, true) {
            Ok(places) => compared += places,
            Err(it) => wrong.push(format!("{seed}: {it}")),
        }
    }
    println!("{compared} places of {machines} machines compared");
    let shown = wrong.iter().take(3).cloned().collect::<Vec<_>>();
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), shown.join("\n\n"));
    assert!(compared > 5 * machines, "{compared}");
}
