//! `lockstep check --encoding paper`: what the papers' formulas say, below Lockstep's own answer.
//!
//! Where the two differ, both runs stand there: the path that the formulas claim with the first
//! thing that is wrong with it, or the run by the definitions with the formulas that rule it out.

use std::collections::BTreeMap;
use std::sync::Arc;

use lockstep_core::api::{
    self, CheckView, Options, Outcome, PlaceView, PrintedView, Refusal, StepView, StructureKind,
};
use serde::Serialize;

use crate::clock::Clock;
use crate::jobs::Seat;
use crate::style::{Meaning, Style};
use lockstep_core::interchange::Names;

/// What the papers' formulas say of a check, or why they say nothing.
pub fn ask(
    kind: StructureKind,
    text: &Arc<str>,
    check: &CheckView,
    repairs: &[String],
    (options, seat): (&Options, &Seat),
) -> Result<PrintedView, String> {
    let mut clock = Clock::of(seat);
    let ask = api::printed_of(kind);
    let ask = ask.ok_or_else(|| format!("the papers have no formulas of {}", kind.title().name))?;
    let found = ask(text, check.index, repairs, options, &mut clock);
    found.map_err(|refusal| match refusal {
        Refusal::Option(what) => what,
        other => format!("{other:?}. This is a defect of lockstep; please report it with the file"),
    })
}

/// The JSON of a printed answer.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Record {
    /// The check is not encoded by the papers.
    Uncovered {
        /// Why.
        uncovered: String,
    },
    /// An answer with its comparison.
    Answered(Box<Answered>),
}

#[derive(Debug, Serialize)]
pub struct Answered {
    paper: String,
    repairs: Vec<String>,
    answer: String,
    k: Option<u32>,
    /// A larger k at which they say no again.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<u32>,
    up_to: u32,
    defined: String,
    defined_k: Option<u32>,
    difference: Option<String>,
    path: Vec<Claim>,
    /// Of statecharts and class models, in the place of a path: its states in words, or those of the run that is ruled out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    told: Vec<String>,
    flaw: Option<Flaw>,
    rejected: Option<Rejected>,
    formulas: Vec<Conjunct>,
    sentence: String,
}

#[derive(Debug, Serialize)]
struct Claim {
    state: BTreeMap<String, Vec<String>>,
    waiting: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Flaw {
    index: usize,
    sentence: String,
}

#[derive(Debug, Serialize)]
struct Rejected {
    run: Vec<BTreeMap<String, String>>,
    index: usize,
    formulas: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Conjunct {
    name: String,
    clauses: u64,
    variables: u64,
}

/// The record of what was asked; states that are told need no names.
pub fn record(names: Option<Names>, asked: Result<PrintedView, String>) -> Record {
    let view = match asked {
        Ok(view) => view,
        Err(uncovered) => return Record::Uncovered { uncovered },
    };
    let lifeline = |it: usize| names.map_or(String::new(), |names| names.lifeline(it).to_string());
    let place = |at: usize, it: PlaceView| names.map_or(String::new(), |names| names.place(at, it));
    let path = view.path.iter().map(|claim| {
        let places = claim.places.iter().enumerate().map(|(at, places)| {
            let places = places.iter().map(|&it| place(at, it));
            (lifeline(at), places.collect())
        });
        Claim {
            state: places.collect(),
            waiting: claim.waiting.clone(),
        }
    });
    let state = |state: &Vec<PlaceView>| {
        let places = state.iter().enumerate();
        let places = places.map(|(at, &it)| (lifeline(at), place(at, it)));
        places.collect()
    };
    Record::Answered(Box::new(Answered {
        path: path.collect(),
        told: view.told,
        flaw: view.flaw.map(|flaw| Flaw {
            index: flaw.index,
            sentence: flaw.sentence,
        }),
        rejected: view.rejected.map(|rejected| Rejected {
            run: rejected.run.iter().map(state).collect(),
            index: rejected.index,
            formulas: rejected.formulas,
        }),
        formulas: view
            .formulas
            .into_iter()
            .map(|it| Conjunct {
                name: it.name,
                clauses: it.clauses,
                variables: it.variables,
            })
            .collect(),
        paper: view.paper,
        repairs: view.repairs,
        answer: view.answer,
        k: view.k,
        lost: view.lost,
        up_to: view.up_to,
        defined: view.defined,
        defined_k: view.defined_k,
        difference: view.difference,
        sentence: view.sentence,
    }))
}

/// The tool of a paper, or its authors.
fn heading(paper: &str) -> &'static str {
    match paper {
        "gsc" => "Global State Checker",
        "mscp" => "sequence checker",
        "bmc4uml" => "BMC4UML",
        _ => "Soeken, Wille and Drechsler",
    }
}

/// The lines below Lockstep's own answer about what has no lifelines.
pub fn block_of_states(
    style: Style,
    outcome: &Outcome,
    asked: &Result<PrintedView, String>,
) -> String {
    let view = match asked {
        Ok(view) => view,
        Err(why) => return format!("   no printed formula: {why}"),
    };
    let mut text = format!("   {}. {}", heading(&view.paper), view.sentence);
    if view.difference.is_none() {
        return text;
    }
    let (head, marked) = match (&view.flaw, &view.rejected) {
        (_, Some(rejected)) => {
            let formulas = rejected.formulas.join(" and ");
            let mark = format!("not by {formulas}");
            ("By the definitions:", Some((rejected.index, mark)))
        }
        (Some(flaw), None) => (
            "What the formulas claim:",
            Some((flaw.index, flaw.sentence.clone())),
        ),
        (None, None) if view.k.is_some() => ("What the formulas claim:", None),
        (None, None) => ("By the definitions:", None),
    };
    text += &format!("\n   {head}");
    for (index, state) in view.told.iter().enumerate() {
        text += &format!("\n   {index:5}  {state}");
        if let Some((_, mark)) = marked.as_ref().filter(|it| it.0 == index) {
            let mark = format!("          ^ {mark}");
            text += &format!("\n{}", style.paint(Meaning::Bad, &mark));
        }
    }
    if view.k.is_some() {
        text += &format!("\n   By the definitions: {}", outcome.sentence);
    }
    text
}

/// The lines below Lockstep's own answer.
pub fn block(
    style: Style,
    names: Names,
    outcome: &Outcome,
    asked: &Result<PrintedView, String>,
) -> String {
    let view = match asked {
        Ok(view) => view,
        Err(why) => return format!("   no printed formula: {why}"),
    };
    let mut text = format!("   {}. {}", heading(&view.paper), view.sentence);
    if view.difference.is_none() {
        return text;
    }
    if !view.path.is_empty() {
        text += "\n   What the formulas claim:";
        for (index, claim) in view.path.iter().enumerate() {
            let places = claim.places.iter().enumerate().map(|(lifeline, places)| {
                let places = places.iter().map(|&it| names.place(lifeline, it));
                let places: Vec<_> = places.collect();
                let places = match places.as_slice() {
                    [] => "nowhere".into(),
                    some => some.join(" and "),
                };
                format!("{} {places}", names.lifeline(lifeline))
            });
            let places: Vec<_> = places.collect();
            let mut line = places.join(", ");
            if !claim.waiting.is_empty() {
                line += &format!("; waiting: {}", claim.waiting.join(", "));
            }
            text += &format!("\n   {index:5}  {line}");
            if let Some(flaw) = view.flaw.as_ref().filter(|it| it.index == index) {
                let mark = format!("          ^ {}", flaw.sentence);
                text += &format!("\n{}", style.paint(Meaning::Bad, &mark));
            }
        }
    }
    text += "\n   By the definitions:";
    match &view.rejected {
        Some(rejected) => {
            for (index, state) in rejected.run.iter().enumerate() {
                text += &format!("\n   {index:5}  {}", places(names, state));
                if index == rejected.index {
                    let formulas = rejected.formulas.join(" and ");
                    let mark = format!("          ^ not by {formulas}");
                    text += &format!("\n{}", style.paint(Meaning::Bad, &mark));
                }
            }
        }
        None if outcome.trace.is_empty() => {
            text += &format!(" no run. {}", outcome.sentence);
        }
        None => {
            for (index, step) in outcome.trace.iter().enumerate() {
                text += &format!("\n   {index:5}  {}", told(names, step));
            }
            if outcome.failing().is_some() {
                text += &format!("\n          {}", outcome.sentence);
            }
        }
    }
    text
}

fn told(names: Names, step: &StepView) -> String {
    let messages = step.messages.iter().map(|it| {
        let (from, to) = (names.lifeline(it.from), names.lifeline(it.to));
        format!("{from} -> {to} : {}", it.symbol)
    });
    let messages: Vec<_> = messages.collect();
    let state = places(names, &step.state);
    match messages.as_slice() {
        [] => state,
        some => format!("{state}; {}", some.join(", ")),
    }
}

fn places(names: Names, state: &[PlaceView]) -> String {
    let places = state.iter().enumerate();
    let places = places.map(|(lifeline, &it)| {
        let name = names.lifeline(lifeline);
        format!("{name} {}", names.place(lifeline, it))
    });
    let places: Vec<_> = places.collect();
    places.join(", ")
}
