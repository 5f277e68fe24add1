//! IC3, or property-directed reachability: an invariant clause by clause (Bradley, 2011; Eén, Mishchenko and
//! Brayton, 2011).
//!
//! Frames F₀ = I, F₁, … over-approximate what is reachable within 0, 1, … steps; each is a set of cubes that are
//! excluded, and what Fᵢ₊₁ excludes Fᵢ excludes, too. A bad state of the last frame is excluded with its
//! predecessors, from the start on; two equal frames are an invariant. A predecessor chain that reaches the
//! start shows that a bad state can be reached; a shortest run is somebody else's work.
//!
//! Cubes are kept at the highest frame that excludes them, with one activation literal per frame, so that one
//! solver serves all frames but the first.

use std::collections::BTreeSet;

use super::certificate::Invariant;
use super::lifting::Lifting;
use super::query::Query;
use crate::cnf::Lit;
use crate::engine::{Reached, Solvers, Stop, Watch};
use crate::sat::Answer;
use crate::symbolic::{Bit, Cube, Relation};

/// So many questions with a literal of their own, and the solver is made anew.
pub(super) const MOST_TEMPORARY: usize = 3_000;

/// So many questions about predecessors are a step, after which the watch is told.
const ASKED_PER_STEP: u64 = 256;

/// What a cube takes beside its bits, in bits.
const BITS_PER_CUBE: usize = 3;

/// What IC3 found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved {
    /// No bad state is ever reached, by this invariant.
    Never(Invariant),
    /// A bad state can be reached.
    Reachable {
        /// In so many steps or fewer.
        steps: usize,
        /// A bad state that can be.
        bad: Cube,
    },
}

/// A search for an invariant.
pub struct Ic3<'r, 's> {
    relation: &'r Relation,
    solvers: Solvers<'s>,
    /// I, and T where a step is asked for.
    first: Query<'s>,
    /// T where a step is asked for, and the cubes of all frames behind their activation literals.
    later: Query<'s>,
    /// T where a step is asked for, and nothing else: tells what a step does not depend on.
    pub(super) lifting: Lifting<'r, 's>,
    temporary: usize,
    /// For each frame its activation literal in `later`.
    active: Vec<Lit>,
    /// For each frame the cubes whose highest frame it is.
    pub(super) frames: Vec<BTreeSet<Cube>>,
    /// How often a predecessor was asked for.
    pub(super) asked: u64,
    /// How often that was when the watch was told last.
    told: u64,
    /// The most bytes that all of it may take, and that the solver may take which is made anew now and then.
    most: u64,
    most_first: u64,
    most_later: u64,
}

/// A cube to be excluded from a frame, because so many steps from there is a bad state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Obligation {
    frame: usize,
    steps: usize,
    cube: Cube,
}

impl<'r, 's> Ic3<'r, 's> {
    /// A search that has not begun.
    #[must_use]
    pub fn new(relation: &'r Relation, solvers: Solvers<'s>) -> Self {
        let mut search = Self {
            relation,
            solvers,
            first: Query::new(relation, solvers, true),
            later: Query::new(relation, solvers, false),
            lifting: Lifting::new(relation, solvers),
            temporary: 0,
            active: Vec::new(),
            frames: Vec::new(),
            asked: 0,
            told: 0,
            most: u64::MAX,
            most_first: u64::MAX,
            most_later: u64::MAX,
        };
        search.open_frame();
        search.open_frame();
        search
    }

    /// Searches until it is known.
    ///
    /// # Errors
    /// Where a solver was stopped, or the watch asked to stop.
    pub fn run(&mut self, watch: &mut dyn Watch) -> Result<Proved, Stop> {
        // A start state that is bad has no predecessor to be found by.
        let bad = self.first.bad;
        if let Answer::Satisfiable(model) = self.start_question(&[bad])? {
            let bad = self.first.state(&model);
            return Ok(Proved::Reachable { steps: 0, bad });
        }
        loop {
            let last = self.frames.len() - 1;
            while let Some(cube) = self.bad_state(last)? {
                if let Some(steps) = self.exclude(cube.clone(), last, watch)? {
                    return Ok(Proved::Reachable { steps, bad: cube });
                }
            }
            self.open_frame();
            if let Some(invariant) = self.push()? {
                return Ok(Proved::Never(invariant));
            }
            self.tell(watch)?;
        }
    }

    /// The bytes that it takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let cubes = self.frames.iter().flatten();
        let bits: usize = cubes.map(|it| it.len() + BITS_PER_CUBE).sum();
        let solvers = [&self.first, &self.later, &self.lifting.query];
        let solvers: u64 = solvers.iter().map(|it| it.solver.bytes()).sum();
        solvers + (bits * size_of::<Bit>()) as u64
    }

    /// Ends searches that take more bytes than these: each of the three solvers gets a third of what is left.
    pub fn limit_bytes(&mut self, most: u64) {
        let spare = most.saturating_sub(self.bytes()) / 3;
        self.most = most;
        self.most_later = self.later.solver.bytes() + spare;
        self.lifting.most = self.lifting.query.solver.bytes() + spare;
        let first = self.first.solver.bytes() + spare;
        self.first.solver.limit_bytes(first);
        self.later.solver.limit_bytes(self.most_later);
        self.lifting.query.solver.limit_bytes(self.lifting.most);
        self.most_first = first;
    }

    /// Whether it ended because of its memory: it cannot go on.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.bytes() > self.most
            || self.first.solver.bytes() > self.most_first
            || self.later.solver.bytes() > self.most_later
            || self.lifting.query.solver.bytes() > self.lifting.most
    }

    /// Frames that were opened, the first included.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len() - 1
    }

    /// Questions about predecessors that were asked.
    #[must_use]
    pub fn asked(&self) -> u64 {
        self.asked
    }

    fn tell(&self, watch: &mut dyn Watch) -> Result<(), Stop> {
        let reached = Reached {
            depth: u32::try_from(self.depth()).unwrap_or(u32::MAX),
            clauses: self.later.solver.statistics().clauses,
            bytes: self.bytes(),
            ..Reached::default()
        };
        if reached.bytes > self.most {
            return Err(Stop::Memory);
        }
        if watch.keep_going(reached) {
            Ok(())
        } else {
            Err(Stop::Asked)
        }
    }

    fn open_frame(&mut self) {
        self.frames.push(BTreeSet::new());
        self.active.push(self.later.solver.new_lit());
    }

    /// Whether a start state satisfies these literals of [`Self::first`].
    fn start_question(&mut self, assumptions: &[Lit]) -> Result<Answer, Stop> {
        Ok(self.first.solver.solve_under(assumptions)?)
    }

    /// The activation literals that make [`Self::later`] speak of a frame.
    fn frame(&self, frame: usize) -> Vec<Lit> {
        self.active[frame..].to_vec()
    }

    /// A bad state of a frame.
    fn bad_state(&mut self, frame: usize) -> Result<Option<Cube>, Stop> {
        let mut assumptions = self.frame(frame);
        assumptions.push(self.later.bad);
        match self.later.solver.solve_under(&assumptions)? {
            Answer::Satisfiable(model) => {
                let state = self.later.state(&model);
                let first = state.first().copied();
                let mut cube = self.lifting.lifted(state, &[], None)?;
                // Which kind of bad state it is stands in the first bit, and somebody may want to know.
                if cube.first().map(|it| it.index) != Some(0) {
                    cube.splice(0..0, first);
                }
                Ok(Some(cube))
            }
            Answer::Unsatisfiable(_) => Ok(None),
        }
    }

    /// Whether a cube holds of some start state.
    pub(super) fn meets_start(&mut self, cube: &Cube) -> Result<bool, Stop> {
        let assumptions: Vec<_> = cube
            .iter()
            .map(|&bit| bit.in_state(&self.first.now))
            .collect();
        let answer = self.start_question(&assumptions)?;
        Ok(matches!(answer, Answer::Satisfiable(_)))
    }

    /// States of the frame before, outside the cube, from which one step leads into it; or the part of
    /// the cube that is enough for there to be none.
    fn predecessor(&mut self, cube: &Cube, frame: usize) -> Result<Result<Cube, Cube>, Stop> {
        Ok(match self.asked_for(cube, frame)? {
            Err(core) => Err(core),
            // Before the first frame there is nobody to be excluded.
            Ok((state, _)) if frame == 1 => Ok(state),
            Ok((state, inputs)) => Ok(self.lifting.lifted(state, &inputs, Some(cube))?),
        })
    }

    /// The part of a cube that is enough for it to be excluded from a frame, if it can be.
    pub(super) fn excluding(&mut self, cube: &Cube, frame: usize) -> Result<Option<Cube>, Stop> {
        Ok(self.asked_for(cube, frame)?.err())
    }

    /// A state of the frame before, outside the cube, from which a step with these inputs leads into it; or as
    /// [`Self::excluding`].
    pub(super) fn asked_for(
        &mut self,
        cube: &Cube,
        frame: usize,
    ) -> Result<Result<(Cube, Vec<bool>), Cube>, Stop> {
        self.asked += 1;
        if frame > 1 && self.temporary >= MOST_TEMPORARY {
            self.renew();
        }
        let (query, mut assumptions) = if frame == 1 {
            (&mut self.first, Vec::new())
        } else {
            self.temporary += 1;
            let active = self.active[frame - 1..].to_vec();
            (&mut self.later, active)
        };
        let outside = query.solver.new_lit();
        let mut clause: Vec<_> = cube.iter().map(|&bit| !bit.in_state(&query.now)).collect();
        clause.push(!outside);
        query.solver.add_clause(&clause);
        assumptions.push(query.steps);
        assumptions.push(outside);
        assumptions.extend(cube.iter().map(|&bit| bit.in_state(&query.next)));
        let answer = query.solver.solve_under(&assumptions)?;
        query.solver.add_clause(&[!outside]);
        Ok(match answer {
            Answer::Satisfiable(model) => Ok((query.state(&model), query.inputs(&model))),
            Answer::Unsatisfiable(core) => {
                let needed = |bit: &&Bit| core.contains(&bit.in_state(&query.next));
                Err(cube.iter().filter(needed).copied().collect())
            }
        })
    }

    /// Excludes a bad cube from a frame, with all that leads to it; the length of a run into a bad state
    /// where that cannot be.
    fn exclude(
        &mut self,
        cube: Cube,
        frame: usize,
        watch: &mut dyn Watch,
    ) -> Result<Option<usize>, Stop> {
        let mut open = BTreeSet::from([Obligation {
            frame,
            steps: 0,
            cube,
        }]);
        while let Some(Obligation { frame, steps, cube }) = open.pop_first() {
            if self.asked >= self.told + ASKED_PER_STEP {
                self.told = self.asked;
                self.tell(watch)?;
            }
            if self.meets_start(&cube)? {
                return Ok(Some(steps));
            }
            if frame == 0 || self.is_excluded(&cube, frame) {
                continue;
            }
            match self.predecessor(&cube, frame)? {
                Ok(state) => {
                    open.insert(Obligation {
                        frame: frame - 1,
                        steps: steps + 1,
                        cube: state,
                    });
                    open.insert(Obligation { frame, steps, cube });
                }
                Err(core) => {
                    let small = self.generalise(&cube, core, frame)?;
                    let highest = self.highest(&small, frame)?;
                    self.keep(small, highest);
                    if highest < self.frames.len() - 1 {
                        open.insert(Obligation {
                            frame: highest + 1,
                            steps,
                            cube,
                        });
                    }
                }
            }
        }
        Ok(None)
    }

    /// Whether a cube is excluded from a frame already, as a part of one that is.
    fn is_excluded(&self, cube: &Cube, frame: usize) -> bool {
        let within = |small: &Cube| small.iter().all(|bit| cube.binary_search(bit).is_ok());
        self.frames[frame..].iter().flatten().any(within)
    }

    /// The highest frame from which a cube can be excluded, given one from which it can.
    pub(super) fn highest(&mut self, cube: &Cube, mut frame: usize) -> Result<usize, Stop> {
        while frame < self.frames.len() - 1 && self.excluding(cube, frame + 1)?.is_some() {
            frame += 1;
        }
        Ok(frame)
    }

    /// Excludes a cube up to a frame.
    pub(super) fn keep(&mut self, cube: Cube, frame: usize) {
        let inside = |other: &Cube| cube.iter().all(|bit| other.binary_search(bit).is_ok());
        for lower in &mut self.frames[..=frame] {
            lower.retain(|other| !inside(other));
        }
        self.write(&cube, frame);
        self.frames[frame].insert(cube);
    }

    fn write(&mut self, cube: &Cube, frame: usize) {
        let mut clause: Vec<_> = cube
            .iter()
            .map(|&bit| !bit.in_state(&self.later.now))
            .collect();
        clause.push(!self.active[frame]);
        self.later.solver.add_clause(&clause);
    }

    /// Moves cubes to higher frames where they are excluded, too; two frames that become equal are an
    /// invariant.
    fn push(&mut self) -> Result<Option<Invariant>, Stop> {
        for frame in 1..self.frames.len() - 1 {
            let cubes: Vec<_> = self.frames[frame].iter().cloned().collect();
            for cube in cubes {
                if !self.frames[frame].contains(&cube) {
                    continue;
                }
                if self.excluding(&cube, frame + 1)?.is_some() {
                    self.frames[frame].remove(&cube);
                    self.keep(cube, frame + 1);
                }
            }
            if self.frames[frame].is_empty() {
                let above = self.frames[frame + 1..].iter().flatten().cloned();
                let excluded = above.collect();
                return Ok(Some(Invariant { excluded }));
            }
        }
        Ok(None)
    }

    /// A solver without what earlier questions left in it.
    fn renew(&mut self) {
        self.later = Query::new(self.relation, self.solvers, false);
        self.later.solver.limit_bytes(self.most_later);
        self.temporary = 0;
        for active in &mut self.active {
            *active = self.later.solver.new_lit();
        }
        let frames = self.frames.clone();
        for (frame, cubes) in frames.iter().enumerate() {
            for cube in cubes {
                self.write(cube, frame);
            }
        }
    }
}
