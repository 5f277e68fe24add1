//! Parallel branches as bits: every interleaving of their substeps, folded into one graph.
//!
//! What the branches still have to do is known when the formula is written; only whose turn it is, and what was
//! decided, is not. So a node is what is left of all branches, an edge is one substep of one of them, and paths that
//! have left the same things to do meet. Each substep leaves less, so nodes are written in the order of what is
//! left, when every way into them is known.

use std::collections::BTreeMap;

use super::Unsupported;
use super::cell::Cell;
use super::statement::Writer;
use crate::cnf::Lit;
use crate::language::transitions::{OperationId, OperationKind};

/// What a branch still has to do, the innermost part last.
type Rest = Vec<Part>;

/// A part of what is still to be done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// An operation from its beginning.
    Whole(OperationId),
    /// A sequence from one of its steps on.
    From(OperationId, usize),
    /// Branches inside of a branch.
    Branches(Vec<Rest>),
}

/// Who is at a node, and with which values.
struct Path {
    when: Lit,
    values: Vec<Cell>,
}

/// The nodes that are still to be written: by how much is left to do, and what.
type Nodes = BTreeMap<(u64, Vec<Rest>), Path>;

impl Writer<'_, '_, '_> {
    /// All of some operations, in any order of their substeps.
    pub(super) fn parallel(
        &mut self,
        branches: &[OperationId],
        when: Lit,
        values: &mut Vec<Cell>,
    ) -> Result<(), Unsupported> {
        let mut nodes = Nodes::new();
        let all = branches.iter().map(|&it| vec![Part::Whole(it)]).collect();
        let start = Path {
            when,
            values: values.clone(),
        };
        self.arrive(&mut nodes, all, start)?;
        while let Some(((_, all), path)) = nodes.pop_last() {
            if all.iter().all(Vec::is_empty) {
                *values = path.values;
                return Ok(());
            }
            self.spend()?;
            self.turns(&mut nodes, &all, &path)?;
        }
        // Nobody gets to the end, and somebody has demanded that nobody is here.
        Ok(())
    }

    /// One edge for each branch that can have the turn.
    fn turns(&mut self, nodes: &mut Nodes, all: &[Rest], path: &Path) -> Result<(), Unsupported> {
        let turns = turns(all);
        let mut left = path.when;
        for (at, turn) in turns.iter().enumerate() {
            let chosen = self.chosen(&mut left, at + 1 == turns.len());
            self.substep(nodes, all, turn, chosen, &path.values)?;
        }
        Ok(())
    }

    /// A literal for one of several ways; whoever takes none of those before takes the last.
    fn chosen(&mut self, left: &mut Lit, is_last: bool) -> Lit {
        let chosen = if is_last {
            *left
        } else {
            let free = self.bits.free();
            self.bits.and(*left, free)
        };
        *left = self.bits.and(*left, !chosen);
        chosen
    }

    /// One substep of the branch that has the turn.
    fn substep(
        &mut self,
        nodes: &mut Nodes,
        all: &[Rest],
        turn: &[usize],
        when: Lit,
        values: &[Cell],
    ) -> Result<(), Unsupported> {
        if self.bits.known(when) == Some(false) {
            return Ok(());
        }
        let mut all = all.to_vec();
        let branch = at_turn(&mut all, turn);
        let Some(Part::Whole(operation)) = branch.pop() else {
            unreachable!("a branch that can have the turn begins with an operation")
        };
        let model = self.model;
        let mut values = values.to_vec();
        let ways: Vec<(Option<OperationId>, Lit)> = match &model.operations[operation].kind {
            OperationKind::Choice(parts) => {
                let mut left = when;
                let last = parts.len();
                let ways = parts.iter().enumerate().map(|(at, &part)| {
                    let chosen = self.chosen(&mut left, at + 1 == last);
                    (Some(part), chosen)
                });
                let ways: Vec<_> = ways.collect();
                if ways.is_empty() {
                    self.bits.demand(&[!when, self.cut]);
                }
                ways
            }
            OperationKind::If(condition, then, otherwise) => {
                let holds = self.value(condition, when, &values)?.flag();
                let (yes, no) = (self.bits.and(when, holds), self.bits.and(when, !holds));
                vec![(Some(*then), yes), (*otherwise, no)]
            }
            // How often it goes round is not known when the formula is written.
            OperationKind::For { .. } => return Err(Unsupported::Parallel),
            _ => {
                self.write(operation, when, &mut values)?;
                vec![(None, when)]
            }
        };
        for (next, when) in ways {
            let mut after = all.clone();
            at_turn(&mut after, turn).extend(next.map(Part::Whole));
            let path = Path {
                when,
                values: values.clone(),
            };
            self.arrive(nodes, after, path)?;
        }
        Ok(())
    }

    /// Enters and leaves sequences and inner branches, and adds a path to the node it comes to.
    fn arrive(
        &mut self,
        nodes: &mut Nodes,
        mut all: Vec<Rest>,
        mut path: Path,
    ) -> Result<(), Unsupported> {
        if self.bits.known(path.when) == Some(false) {
            return Ok(());
        }
        for rest in &mut all {
            self.settle(rest, &mut path.values)?;
        }
        let left = all.iter().map(|it| self.left(it)).sum();
        let key = (left, all);
        let met = match nodes.remove(&key) {
            None => path,
            Some(other) => Path {
                values: self.meet(path.when, &path.values, &other.values),
                when: self.bits.or(path.when, other.when),
            },
        };
        nodes.insert(key, met);
        Ok(())
    }

    /// Goes on until there is an operation to execute, or nothing.
    fn settle(&mut self, rest: &mut Rest, values: &mut [Cell]) -> Result<(), Unsupported> {
        let model = self.model;
        while let Some(top) = rest.last_mut() {
            match top {
                Part::Whole(operation) => match &model.operations[*operation].kind {
                    OperationKind::Sequence(..) => *top = Part::From(*operation, 0),
                    OperationKind::Parallel(parts) => {
                        let parts = parts.iter().map(|&it| vec![Part::Whole(it)]);
                        *top = Part::Branches(parts.collect());
                    }
                    _ => return Ok(()),
                },
                Part::From(operation, at) => {
                    let OperationKind::Sequence(steps, locals) = &model.operations[*operation].kind
                    else {
                        unreachable!("only sequences have steps")
                    };
                    if let Some(&step) = steps.get(*at) {
                        *at += 1;
                        rest.push(Part::Whole(step));
                        continue;
                    }
                    for &local in locals {
                        values[local] = self.default(&model.variables[local].sort)?;
                    }
                    rest.pop();
                }
                Part::Branches(all) => {
                    for rest in &mut *all {
                        self.settle(rest, values)?;
                    }
                    if all.iter().any(|it| !it.is_empty()) {
                        return Ok(());
                    }
                    rest.pop();
                }
            }
        }
        Ok(())
    }

    /// How much is left to do: every substep leaves less.
    fn left(&self, rest: &Rest) -> u64 {
        let part = |part: &Part| match part {
            Part::Whole(operation) => self.sizes[*operation],
            Part::From(operation, at) => match &self.model.operations[*operation].kind {
                OperationKind::Sequence(steps, _) => {
                    let steps = steps[*at..].iter();
                    steps.fold(0, |sum, &it| self.sizes[it].saturating_add(sum))
                }
                _ => unreachable!("only sequences have steps"),
            },
            Part::Branches(all) => all.iter().map(|it| self.left(it)).sum(),
        };
        rest.iter().map(part).sum()
    }
}

/// The branches that can have the turn, each by its way through the nested ones.
fn turns(all: &[Rest]) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    for (at, rest) in all.iter().enumerate() {
        match rest.last() {
            None => {}
            Some(Part::Branches(inner)) => {
                let inner = turns(inner).into_iter();
                found.extend(inner.map(|it| [vec![at], it].concat()));
            }
            Some(_) => found.push(vec![at]),
        }
    }
    found
}

/// What the branch that has the turn still has to do.
fn at_turn<'r>(all: &'r mut [Rest], turn: &[usize]) -> &'r mut Rest {
    let (&first, inner) = turn.split_first().expect("a turn is somebody's");
    let rest = &mut all[first];
    if inner.is_empty() {
        return rest;
    }
    match rest.last_mut() {
        Some(Part::Branches(all)) => at_turn(all, inner),
        _ => unreachable!("inner turns are those of inner branches"),
    }
}
