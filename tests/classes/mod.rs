//! Class models with contracts, brought into the list from outside: read, printed, run and checked by their definitions.

mod asked;
mod blame;
mod breaking;
mod calls;
mod columns;
mod corpus;
mod diagrams;
mod editing;
mod examples;
mod exports;
mod files;
mod formulas;
mod frames;
mod heirs;
mod imported;
mod imported_use;
mod light;
mod mistakes;
mod ocl;
mod orbits;
mod printed;
mod reading;
mod repairs;
mod runs;
mod sentences;
mod steps;
mod written_out;

use std::collections::{BTreeMap, BTreeSet};

use lockstep_core::api::{CLASS_VALUES, Clockless, Options, Outcome};
use lockstep_core::language::Languages;
use lockstep_core::language::classes::{ClassModel, ClassSystem, Classes, LANGUAGE};
use lockstep_core::system::{Flow, Status, System, Valuation};
use lockstep_core::text::Severity;

/// The languages of the program, and class models.
fn languages() -> Languages {
    let mut languages = Languages::default();
    languages.bring(&LANGUAGE);
    languages
}

/// What a text means; it has no errors.
fn model(text: &str) -> ClassModel {
    let (model, diagnostics) = languages().read(text).into_model::<Classes>();
    let errors = diagnostics
        .iter()
        .filter(|it| it.severity == Severity::Error);
    assert_eq!(errors.collect::<Vec<_>>(), Vec::<&_>::new(), "{text}");
    model
}

/// The answer to a check of a text.
fn answer(text: &str, check: usize) -> Outcome {
    let answer = CLASS_VALUES.check(text, check, &Options::default(), &mut Clockless);
    answer.unwrap_or_else(|why| panic!("{why:?}\n{text}"))
}

/// The answer of some engines to a check of a text; the answer is withheld where a run does not replay.
fn answer_by(text: &str, check: usize, engine: &str) -> Outcome {
    let options = Options {
        engine: engine.into(),
        max_memory: Some(400_000_000),
        ..Options::default()
    };
    let answer = CLASS_VALUES.check(text, check, &options, &mut Clockless);
    answer.unwrap_or_else(|why| panic!("{engine}, check {check}: {why:?}\n{text}"))
}

/// What an answer says, and after how many calls.
fn said(outcome: &Outcome) -> (&'static str, Option<u32>) {
    (outcome.answer().word(), outcome.depth())
}

/// What a visit of all states finds.
#[derive(Debug, Default)]
struct Visited {
    states: usize,
    transitions: usize,
    diameter: usize,
    /// The states where it is stuck, with their depths.
    stuck: Vec<(Valuation, usize)>,
    /// All states.
    seen: BTreeSet<Valuation>,
    /// The depth of the first call of each operation.
    calls: BTreeMap<String, usize>,
}

impl Visited {
    fn of(model: &ClassModel, system: &ClassSystem<'_>) -> Self {
        let mut all = Self::default();
        let mut layer = Vec::new();
        system.initial(&mut |state| {
            all.seen.insert(state.clone());
            layer.push(state);
            Flow::Continue(())
        });
        for depth in 0.. {
            if layer.is_empty() {
                break;
            }
            all.states += layer.len();
            all.diameter = depth;
            let mut next = Vec::new();
            for at in layer {
                let mut any = false;
                system.steps(&at, &mut |step| {
                    any = true;
                    all.transitions += 1;
                    let fired = &system.narrate(&at, &step).fired[0];
                    let name = &model.operations[fired.element.index as usize].name;
                    all.calls.entry(name.clone()).or_insert(depth + 1);
                    // A step's choice is the state after it.
                    if all.seen.insert(step.choice.clone()) {
                        next.push(step.choice);
                    }
                    Flow::Continue(())
                });
                if !any && system.status(&at) == Status::Stuck {
                    all.stuck.push((at, depth));
                }
            }
            layer = next;
        }
        all
    }

    fn call(&self, name: &str) -> Option<usize> {
        self.calls.get(name).copied()
    }

    /// The first depth at which it is stuck.
    fn deadlock(&self) -> Option<usize> {
        self.stuck.iter().map(|it| it.1).min()
    }
}

/// What a visit finds of a text by the frame *named*.
fn visited(text: &str) -> Visited {
    let model = model(text);
    Visited::of(&model, &ClassSystem::new(&model))
}

/// The same by the frame *open*.
fn visited_open(text: &str) -> Visited {
    let model = model(text);
    Visited::of(&model, &ClassSystem::new(&model).open())
}

/// The least depth at which a condition holds, by a check of its own.
fn depth_of(text: &str, condition: &str) -> Option<u32> {
    use lockstep_core::api::Verdict;
    let text = format!("{text}\ncheck reach {condition}\n");
    let number = model(&text).checks.len() - 1;
    match answer(&text, number).verdict {
        Verdict::Found { depth } => Some(depth),
        Verdict::Absent(_) => None,
        Verdict::Unknown(why) => panic!("{why:?}: {condition}"),
    }
}
