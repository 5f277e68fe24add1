//! Statecharts: texts, the rules of their meaning one by one, published tests and depths.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

mod agreement;
mod answers;
mod appendix_d;
mod blame;
mod compared;
mod depths;
mod diagrams;
mod drawn_scenarios;
mod final_states;
mod imported_corpora;
mod kept;
mod limits;
mod mistakes;
mod others;
mod outside;
mod overflow;
mod pictures;
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
mod stuck;
mod waiting;
mod within_memory;

use lockstep_seeds::wanted;
