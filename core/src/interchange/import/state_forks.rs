//! Forks as people draw them: the branches of one region, where UML wants a region for each.
//!
//! What lies between such a fork and its join becomes a state with a region for each branch. That says the same where
//! branches have nothing in common, begin at the fork only, and lead to a join or to their end.

use std::collections::BTreeSet;

use super::state_diagram::{Diagram, End, Kind};

/// Gives each branch of such forks its region.
pub(super) fn give_regions(diagram: &mut Diagram) {
    for fork in 0..diagram.vertices.len() {
        if diagram.vertices[fork].kind == Kind::Fork
            && let Some(branches) = branches(diagram, fork)
        {
            wrap(diagram, fork, &branches);
        }
    }
}

/// The vertices of each branch, its first one first.
fn branches(diagram: &Diagram, fork: usize) -> Option<Vec<Vec<usize>>> {
    let region = diagram.vertices[fork].region;
    let arrows = || diagram.arrows.iter();
    let firsts = arrows()
        .filter(|it| it.from == End::Vertex(fork))
        .map(|it| it.to);
    let mut branches: Vec<Vec<usize>> = Vec::new();
    let mut taken = BTreeSet::new();
    for first in firsts {
        let End::Vertex(first) = first else {
            return None;
        };
        let mut branch = vec![first];
        let mut at = 0;
        while let Some(&vertex) = branch.get(at) {
            at += 1;
            let it = &diagram.vertices[vertex];
            if it.region != region || vertex == fork || !taken.insert(vertex) {
                return None;
            }
            for to in arrows()
                .filter(|it| it.from == End::Vertex(vertex))
                .map(|it| it.to)
            {
                match to {
                    End::Vertex(to) if diagram.vertices[to].kind == Kind::Join => {}
                    End::Vertex(to) if branch.contains(&to) => {}
                    End::Vertex(to) => branch.push(to),
                    End::Pseudo => {}
                    End::History { .. } => return None,
                }
            }
        }
        branches.push(branch);
    }
    let entered = arrows().any(|it| match (it.from, it.to) {
        (from, End::Vertex(to)) if taken.contains(&to) => match from {
            End::Vertex(from) => from != fork && !taken.contains(&from),
            End::Pseudo | End::History { .. } => true,
        },
        _ => false,
    });
    (branches.len() > 1 && !entered).then_some(branches)
}

fn wrap(diagram: &mut Diagram, fork: usize, branches: &[Vec<usize>]) {
    let outer = diagram.vertices[fork].region;
    let name = format!("{} branches", diagram.vertices[fork].name);
    let state = diagram.add(&name, outer);
    for branch in branches {
        let region = diagram.region(Some(state));
        for &vertex in branch {
            diagram.vertices[vertex].region = region;
        }
        diagram.regions[outer]
            .vertices
            .retain(|it| !branch.contains(it));
        diagram.regions[region].vertices.extend(branch);
        let inside = |arrow: &usize| {
            let it = &diagram.arrows[*arrow];
            let from = matches!(it.from, End::Vertex(from) if branch.contains(&from));
            let leaves = matches!(it.to, End::Vertex(to) if !branch.contains(&to));
            from && !leaves
        };
        let all = std::mem::take(&mut diagram.regions[outer].arrows);
        let (inner, rest): (Vec<usize>, Vec<usize>) = all.iter().partition(|it| inside(it));
        diagram.regions[outer].arrows = rest;
        diagram.regions[region].arrows.extend(inner);
    }
}
