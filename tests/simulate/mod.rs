//! Running systems step by step: by hand, by chance, and every way there is; machines as well as
//! transition systems.
#![allow(clippy::unwrap_used, missing_docs)]

mod all_runs;
pub mod by_definitions;
mod machines;
mod sessions;

use std::collections::BTreeSet;
use std::path::Path;

use lockstep_core::expression::Value;
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::machines::{Composition, Grain, MachineSystem};
use lockstep_core::language::transitions::split::{
    Rules, SplitGrain, SplitOptions, SplitSystem, split,
};
use lockstep_core::language::transitions::{Settings, TransitionSystem, print, read};
use lockstep_core::simulate::{Coverage, Dice, End, Executions, Exhaustive, Found, Session, Stop};
use lockstep_core::system::{Status, System, Valuation, replay, shortest};

fn example(name: &str) -> lockstep_core::language::Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/machines");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    lockstep_core::language::read(&text).0
}

/// What a system shows of some variables.
fn tracked<'s>(system: &'s dyn System, names: &[&str]) -> impl Fn(&Valuation) -> Box<[Value]> + 's {
    let variables = names.iter().map(|it| system.schema().variable(it).unwrap());
    let variables: Vec<_> = variables.collect();
    move |at| {
        let values = system.schema().values(at).unwrap();
        variables.iter().map(|&it| values[it].clone()).collect()
    }
}

/// The graph as lines `changes: ends -> next`, names instead of numbers.
fn lines(graph: &Executions, system: &dyn System, names: &[&str]) -> Vec<String> {
    let label = |node: usize| {
        let changes = graph.nodes[node].changes.iter().map(|(at, value)| {
            let schema = system.schema();
            let variable = schema.variable(names[*at]).unwrap();
            format!(
                "{}={}",
                names[*at],
                value.show(&schema.variables[variable].sort)
            )
        });
        changes.collect::<Vec<_>>().join(" ")
    };
    let line = |node: usize| {
        let it = &graph.nodes[node];
        let ends: Vec<_> = it.ends.iter().map(|it| format!("{it:?}")).collect();
        let next = it.next.iter().map(|edge| {
            let back = if edge.back { "back to " } else { "" };
            format!("{back}{}", label(edge.to))
        });
        let mut next: Vec<_> = next.collect();
        next.sort();
        format!("{}: {} -> {}", label(node), ends.join(","), next.join(", "))
    };
    let mut all: Vec<_> = (0..graph.nodes.len()).map(line).collect();
    all.sort();
    all
}

fn visited<'s>(system: &'s dyn System) -> Exhaustive<'s> {
    let mut visit = Exhaustive::new(system, 1_000, 1_000);
    assert!(visit.go_on(1_000_000).finished);
    visit
}

const TWO_WAYS: &str = "var x : integer = 0 var pause : boolean = false
    trans { assume !pause; x := 0; choice x := x + 1; or x := x + 2;
      choice { assume x == 1; x := x + 2; } or { assume x == 2; x := x + 1; } pause := true; }
    init {} env {} prop { true }";
