//! Statecharts: texts, the rules of their meaning one by one, published tests and depths.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

mod agreement;
mod answers;
mod appendix_d;
mod blame;
mod compared;
mod decisive;
mod depths;
mod diagrams;
mod differing;
mod drawn_scenarios;
mod final_states;
mod imported_corpora;
mod inputs;
mod kept;
mod limits;
mod mistakes;
mod others;
mod outside;
mod overflow;
pub(crate) mod pictures;
mod played;
mod printed;
mod pssm;
mod pssm_imports;
mod reading;
mod refused;
mod resting;
mod rules;
mod scenario_mistakes;
mod scenario_sentences;
mod scenarios;
mod scxml;
mod scxml_documents;
mod scxml_imports;
mod scxml_random;
mod scxml_steps;
mod soon;
mod stage;
mod starts;
mod stuck;
mod turns;
mod waiting;
mod within_memory;

use lockstep_core::language::statechart::ast::StatechartDocument;
use lockstep_core::language::statechart::{LANGUAGE, StatechartModel, Statecharts};
use lockstep_core::language::{Languages, read_as};
use lockstep_core::text::Diagnostic;

/// What a text of statecharts means.
fn read(text: &str) -> (StatechartModel, Vec<Diagnostic>) {
    read_as::<Statecharts>(text)
}

/// Such a text as it is written.
fn parse(text: &str) -> (StatechartDocument, Vec<Diagnostic>) {
    let reading = Languages::only(&LANGUAGE).read(text);
    let document = reading.document::<Statecharts>();
    (
        document.cloned().unwrap_or_default(),
        reading.diagnostics.clone(),
    )
}
