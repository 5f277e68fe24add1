//! Lifting: what a step or a bad state does not depend on.
//!
//! A step is a function of a state and its inputs. That it is possible and leads into a cube follows from some of the state's
//! bits; a refutation of the opposite tells which (Chockler, Ivrii, Matsliah, Moran and Nevo, *Incremental formal
//! verification of hardware*, 2011). All states that share them have a way there, so all are excluded together.

use super::ic3::MOST_TEMPORARY;
use super::query::Query;
use crate::engine::{Solvers, Stop};
use crate::sat::Answer;
use crate::symbolic::{Bit, Cube, Relation};

/// A solver with a step in it, and nothing that is known of states.
pub(super) struct Lifting<'r, 's> {
    relation: &'r Relation,
    solvers: Solvers<'s>,
    pub(super) query: Query<'s>,
    /// The most bytes that its solver may take.
    pub(super) most: u64,
    temporary: usize,
}

impl<'r, 's> Lifting<'r, 's> {
    pub(super) fn new(relation: &'r Relation, solvers: Solvers<'s>) -> Self {
        Self {
            relation,
            solvers,
            query: Query::new(relation, solvers, false),
            most: u64::MAX,
            temporary: 0,
        }
    }

    /// The part of a state that is enough for the step with these inputs to be possible and to lead into a cube;
    /// without a cube, for the state to be bad.
    pub(super) fn lifted(
        &mut self,
        state: Cube,
        inputs: &[bool],
        into: Option<&Cube>,
    ) -> Result<Cube, Stop> {
        if self.temporary >= MOST_TEMPORARY {
            self.query = Query::new(self.relation, self.solvers, false);
            self.query.solver.limit_bytes(self.most);
            self.temporary = 0;
        }
        let query = &mut self.query;
        let mut assumptions = Vec::new();
        let mut otherwise = None;
        match into {
            None => assumptions.push(!query.bad),
            Some(cube) => {
                self.temporary += 1;
                let other = query.solver.new_lit();
                let mut clause: Vec<_> = cube.iter().map(|&it| !it.in_state(&query.next)).collect();
                clause.extend([!other, !query.steps]);
                query.solver.add_clause(&clause);
                assumptions.push(other);
                otherwise = Some(other);
            }
        }
        let inputs = query.inputs.iter().zip(inputs);
        assumptions.extend(inputs.map(|(&it, &value)| if value { it } else { !it }));
        assumptions.extend(state.iter().map(|&it| it.in_state(&query.now)));
        let answer = query.solver.solve_under(&assumptions)?;
        if let Some(otherwise) = otherwise {
            query.solver.add_clause(&[!otherwise]);
        }
        let Answer::Unsatisfiable(core) = answer else {
            // A step is a function; but nothing is lost where it is not.
            return Ok(state);
        };
        let needed = |it: &Bit| core.contains(&it.in_state(&query.now));
        Ok(state.into_iter().filter(needed).collect())
    }
}
