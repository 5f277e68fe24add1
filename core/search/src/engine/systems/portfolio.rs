//! The engines in turns, cheap ones first, each for longer from round to round.
//!
//! Explicit search has a head start, which answers most questions. Then every round gives a piece of work to explicit search,
//! to bounded model checking with induction, and to IC3, twice as large as in the round before, so that none of them
//! starves another and what a piece repeats is never more than what it adds. Bounded model checking has longer ones where it is
//! likely to get to its bound, IC3 shorter ones where the relation is large, and one step at least. Work is counted, not timed: the
//! same question is answered by the same engine everywhere.
//!
//! Memory is one for all: while formulas are asked a visit takes at most half of it, and rests where that is full until they
//! are given up; formulas take what the visit leaves.
//!
//! The work with formulas is limited in all, for a search among integers without end has none: each width asks for the next,
//! and its runs are twice as long for every bit.
//!
//! Formulas begin with integers of few bits. A run that goes beyond them is no answer; the question is
//! asked again with more. A "no" is given with its proofs checked.

use super::unrolling::{Piece, Unrolling, open};
use super::visit::Visit;
use super::{Engine, Evidence, Finding, Formulas, Space, proofs, settled};
use crate::cnf::Formula;
use crate::engine::symbolic::{Ic3, Invariant, Proved, bytes_of_step, certify};
use crate::engine::{Backend, Coverage, Limits, Reached, Stop, Watch};
use crate::sat::proof::NoCertificate;
use crate::symbolic::Relation;

/// States that explicit search visits before anybody else begins, where nothing else is said.
pub const HEAD_START: u64 = 20_000;
/// The pieces of the first round: states, steps of IC3; of bounded model checking [`Unrolling::piece`].
const STATES: u64 = 20_000;
const STEPS: u64 = 16;
/// Rounds after which nobody believes in formulas any more.
const MOST_ROUNDS: u32 = 16;
/// So many questions for each unit of [`Limits::solving`], and how many of them one step of IC3 is charged as.
const QUESTIONS_PER_UNIT: u64 = 4;
const QUESTIONS_PER_STEP: u64 = 25;
/// A step of IC3 with a relation of more clauses takes longer: pieces are as much shorter.
const CLAUSES_OF_A_SHORT_STEP: u64 = 500;

/// Which engines take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// All of them.
    Auto,
    /// Explicit search.
    Explicit,
    /// Formulas.
    Sat,
    /// Bounded model checking without induction.
    Bounded,
    /// Bounded model checking with induction.
    Induction,
    /// IC3; the run to what it says can be reached is left to bounded model checking.
    Ic3,
}

impl Choice {
    /// All that can be asked for, with their names: those of [`Engine`], and of several at once.
    pub const ALL: [(&'static str, Self); 6] = [
        ("auto", Self::Auto),
        (Engine::Explicit.name(), Self::Explicit),
        ("sat", Self::Sat),
        (Engine::Bounded.name(), Self::Bounded),
        (Engine::Induction.name(), Self::Induction),
        (Engine::Ic3.name(), Self::Ic3),
    ];

    /// Whether explicit search takes part.
    fn visits(self) -> bool {
        matches!(self, Self::Auto | Self::Explicit)
    }

    /// Whether only engines of formulas are asked.
    #[must_use]
    pub fn is_of_formulas(self) -> bool {
        !self.visits()
    }
}

/// What may be used, and within which bound is searched.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Which engines take part.
    pub choice: Choice,
    /// Counted steps.
    pub within: Option<u32>,
    /// States that explicit search visits before anybody else begins.
    pub head_start: u64,
    /// When engines give up.
    pub limits: Limits,
}

/// Searches for what a space is asked for.
///
/// # Errors
/// Where a proof does not hold: a defect of ours.
pub fn search(
    space: &dyn Space,
    formulas: &dyn Formulas,
    budget: &Budget,
    backend: Backend<'_>,
    stop: &dyn Fn() -> bool,
    watch: &mut dyn Watch,
) -> Result<Finding, NoCertificate> {
    if space.is_settled() {
        return Ok(settled());
    }
    let takes_part = budget.choice.visits();
    let mut race = Race {
        budget,
        backend,
        stop,
        watch,
        visit: takes_part.then(|| Visit::new(space, budget.within)),
        rests: false,
        written: None,
        nearest: None,
        given_up: Stop::Size,
        states: 0,
        clauses: 0,
        left: budget.limits.solving.saturating_mul(QUESTIONS_PER_UNIT),
    };
    if let Some(finding) = race.visit(budget.head_start) {
        return Ok(finding);
    }
    let mut covered = 0;
    let widths = match budget.choice {
        Choice::Explicit => Vec::new(),
        _ => formulas.widths(),
    };
    for width in widths {
        let Some(relation) = formulas.relation(width) else {
            if stop() {
                return Ok(open(Stop::Asked, Engine::Bounded, race.reached(covered)));
            }
            break;
        };
        // One copy is kept for reading runs back.
        let own = relation.bytes();
        let kept = race.written.unwrap_or(0) + own;
        race.written = Some(kept + own);
        // To make it takes about as much as a solver with one step.
        if bytes_of_step(&relation) > race.for_formulas() {
            race.given_up = Stop::Memory;
            break;
        }
        race.written = Some(kept + own + relation.transition().bytes());
        match race.at_width(&relation, width, covered)? {
            Lap::Over(finding) => return Ok(*finding),
            Lap::Wider(depth) => covered = depth,
            Lap::GivenUp => break,
        }
        race.written = Some(kept);
    }
    race.written = None;
    race.rests = false;
    while race.visit.is_some() {
        if let Some(finding) = race.visit(u64::from(u32::MAX)) {
            return Ok(finding);
        }
    }
    Ok(race.undecided())
}

/// How the turns with one relation ended.
enum Lap {
    Over(Box<Finding>),
    /// More bits are needed; every run of fewer steps than so many is covered.
    Wider(usize),
    GivenUp,
}

struct Race<'a, 'w> {
    budget: &'a Budget,
    backend: Backend<'a>,
    stop: &'a dyn Fn() -> bool,
    watch: &'w mut dyn Watch,
    visit: Option<Visit<'a>>,
    /// Whether it has used up its part of the memory.
    rests: bool,
    /// Bytes of the relations that were written, while formulas are asked.
    written: Option<u64>,
    /// Something that was found, while nobody knows whether there is something nearer.
    nearest: Option<Finding>,
    /// Why the visit was given up.
    given_up: Stop,
    states: u64,
    clauses: u64,
    /// Questions that solvers may still ask.
    left: u64,
}

impl Race<'_, '_> {
    fn reached(&self, depth: usize) -> Reached {
        Reached {
            depth: u32::try_from(depth).unwrap_or(u32::MAX),
            states: self.states,
            clauses: self.clauses,
            ..Reached::default()
        }
    }

    /// The states of the first piece of explicit search: a visit that is so slow that its head start is shorter has shorter pieces.
    fn states_of_a_piece(&self) -> u64 {
        match self.budget.head_start {
            0 => STATES,
            head_start => head_start.min(STATES),
        }
    }

    /// The bytes that formulas may take beside the relations.
    fn for_formulas(&self) -> u64 {
        let visit = self.visit.as_ref().map_or(0, Visit::bytes);
        let others = visit + self.written.unwrap_or(0);
        self.budget.limits.memory.saturating_sub(others)
    }

    /// A piece of explicit search; an answer, if that is one.
    fn visit(&mut self, states: u64) -> Option<Finding> {
        if self.rests {
            return None;
        }
        let visit = self.visit.as_mut()?;
        let mut limits = self.budget.limits;
        if self.written.is_some() {
            limits.memory /= 2;
        }
        let finding = visit.go_on(states, &limits, self.watch);
        self.states = visit.reached().states;
        let finding = finding?;
        let is_full = finding.coverage == Coverage::Open(Stop::Memory) && finding.way.is_none();
        if is_full && self.written.is_some() {
            self.rests = true;
            return None;
        }
        self.visit = None;
        if finding.way.is_some() {
            if finding.shortest {
                return Some(finding);
            }
            self.nearest = Some(finding);
            return None;
        }
        match finding.coverage {
            Coverage::Open(Stop::Asked) => Some(finding),
            Coverage::Open(stop) => {
                self.given_up = stop;
                None
            }
            Coverage::Every | Coverage::Bound => Some(finding),
        }
    }

    /// What was found, though there may be something nearer; or that nobody knows.
    fn undecided(&mut self) -> Finding {
        let reached = self.reached(0);
        let stop = self.given_up;
        let nearest = self.nearest.take();
        nearest.unwrap_or_else(|| open(stop, Engine::Explicit, reached))
    }

    /// Turns with one relation.
    fn at_width(
        &mut self,
        relation: &Relation,
        width: usize,
        covered: usize,
    ) -> Result<Lap, NoCertificate> {
        let over = |finding| Ok(Lap::Over(Box::new(finding)));
        let within = self.budget.within;
        let choice = self.budget.choice;
        let unroll = |covered| match choice {
            Choice::Bounded | Choice::Ic3 => {
                Unrolling::new(relation, within, covered).without_induction()
            }
            _ => Unrolling::new(relation, within, covered),
        };
        let mut unrolling = (choice != Choice::Ic3).then(|| unroll(covered));
        let mut covered = covered;
        let (backend, stop) = (self.backend, self.stop);
        let solvers = || backend(stop);
        let has_ic3 = matches!(choice, Choice::Auto | Choice::Sat | Choice::Ic3);
        // Three solvers, each with as much again for what it learns.
        let is_small = bytes_of_step(relation).saturating_mul(6) <= self.for_formulas();
        let mut ic3 = (has_ic3 && is_small).then(|| Ic3::new(relation, &solvers));
        if has_ic3 && !is_small {
            self.given_up = Stop::Memory;
        }
        let clauses = relation.step.formula.clause_count() as u64;
        for round in 0..MOST_ROUNDS {
            if let Some(finding) = self.visit(self.states_of_a_piece() << round) {
                return over(finding);
            }
            if self.left == 0 {
                break;
            }
            if let Some(unrolled) = &mut unrolling {
                let others = ic3.as_ref().map_or(0, Ic3::bytes);
                let limits = Limits {
                    memory: self.for_formulas().saturating_sub(others),
                    ..self.budget.limits
                };
                let work = self.left.min(unrolled.piece(round));
                let piece = unrolled.go_on(backend, work, &limits, stop);
                let memory = limits.memory;
                self.left -= unrolled.spent.min(self.left);
                covered = unrolled.covered;
                self.clauses = self.clauses.max(unrolled.clauses);
                let reached = self.reached(covered);
                match piece {
                    Piece::More => {}
                    Piece::Found(run) => return over(unrolled.found(run, width, reached)),
                    Piece::Cut => return Ok(Lap::Wider(covered)),
                    Piece::Large => unrolling = None,
                    Piece::Full => {
                        self.given_up = Stop::Memory;
                        unrolling = None;
                    }
                    Piece::Asked => return over(open(Stop::Asked, Engine::Bounded, reached)),
                    Piece::Bound => {
                        let most = within.map_or(0, |it| it as usize);
                        let steps = unrolled.steps_refuted(Some(most), None);
                        let formulas = unrolled.refuted(Some(most), None);
                        let (engine, coverage) = (Engine::Bounded, Coverage::Bound);
                        let lemmas = self.checked(relation, steps, memory, formulas)?;
                        return over(self.never(engine, coverage, lemmas, width, None, None));
                    }
                    Piece::Ends => {
                        let formulas = unrolled.refuted(covered.checked_sub(1), Some(covered));
                        let (engine, coverage) = (Engine::Bounded, Coverage::Every);
                        let lemmas = self.checked(relation, covered, memory, formulas)?;
                        return over(self.never(engine, coverage, lemmas, width, None, None));
                    }
                    Piece::Induction(k) => {
                        let step = proofs::induction(relation, k, backend, stop);
                        let (engine, coverage) = (Engine::Induction, Coverage::Every);
                        let lemmas = match step {
                            Some(step) => {
                                let formulas = unrolled.refuted(Some(k), None).chain([step]);
                                self.checked(relation, 2 * k, memory, formulas)?
                            }
                            None => Err(Stop::Asked),
                        };
                        return over(self.never(engine, coverage, lemmas, width, None, Some(k)));
                    }
                }
            }
            // What explicit search found is nearest once everything shorter is covered.
            let is_nearest = |it: &Finding| covered >= it.depth as usize;
            if self.nearest.as_ref().is_some_and(is_nearest)
                && let Some(found) = self.nearest.take()
            {
                return over(Finding {
                    shortest: true,
                    ..found
                });
            }
            let memory = self.for_formulas();
            let held = self.budget.limits.memory - memory;
            if let Some(search) = &mut ic3 {
                let work = ((STEPS << round) * CLAUSES_OF_A_SHORT_STEP)
                    / clauses.max(CLAUSES_OF_A_SHORT_STEP);
                let work = work.max(1);
                let mut turn = Turn {
                    left: work,
                    watch: self.watch,
                    states: self.states,
                    depth: covered,
                    held,
                    stopped: false,
                };
                search.limit_bytes(memory);
                let found = search.run(&mut turn);
                let spent = (work - turn.left).saturating_mul(QUESTIONS_PER_STEP);
                self.left -= spent.min(self.left);
                match found {
                    Ok(Proved::Never(invariant)) => {
                        drop(ic3.take());
                        let lemmas = checked(certify(relation, &invariant, memory, Some(stop)))?;
                        let (engine, coverage) = (Engine::Ic3, Coverage::Every);
                        let invariant = Some(invariant);
                        return over(self.never(engine, coverage, lemmas, width, invariant, None));
                    }
                    // Bits come in order, and the first one says that the state was cut.
                    Ok(Proved::Reachable { bad, .. })
                        if bad.first().is_some_and(|it| it.index == 0 && it.value) =>
                    {
                        return Ok(Lap::Wider(covered));
                    }
                    // There is something; the others find out how near.
                    Ok(Proved::Reachable { .. }) => {
                        ic3 = None;
                        if choice == Choice::Ic3 {
                            unrolling = Some(unroll(covered));
                        }
                    }
                    Err(_) if turn.stopped || stop() => {
                        let reached = self.reached(covered);
                        return over(open(Stop::Asked, Engine::Ic3, reached));
                    }
                    Err(_) if search.is_full() => {
                        self.given_up = Stop::Memory;
                        ic3 = None;
                    }
                    Err(_) => {}
                }
            }
            if unrolling.is_none() && ic3.is_none() {
                break;
            }
        }
        Ok(Lap::GivenUp)
    }

    /// The lemmas of the refutations of some formulas, which are as long as so many steps.
    fn checked(
        &self,
        relation: &Relation,
        steps: usize,
        memory: u64,
        formulas: impl Iterator<Item = Formula>,
    ) -> Result<Result<u64, Stop>, NoCertificate> {
        if relation.bytes().saturating_mul(steps as u64 + 1) > memory {
            return Ok(Err(Stop::Memory));
        }
        checked(proofs::refute(relation, formulas, memory, self.stop))
    }

    /// Nothing is there, if the proofs were checked.
    fn never(
        &self,
        engine: Engine,
        coverage: Coverage,
        lemmas: Result<u64, Stop>,
        width: usize,
        invariant: Option<Invariant>,
        k: Option<usize>,
    ) -> Finding {
        let reached = self.reached(0);
        match lemmas {
            Err(stop) => open(stop, engine, reached),
            Ok(lemmas) => Finding {
                coverage,
                evidence: Evidence::Proof {
                    lemmas,
                    width,
                    invariant,
                    k: k.and_then(|it| u32::try_from(it).ok()),
                },
                ..open(Stop::Size, engine, reached)
            },
        }
    }
}

/// The lemmas of a refutation, or the limit that kept it from being checked.
fn checked(refuted: Result<u64, NoCertificate>) -> Result<Result<u64, Stop>, NoCertificate> {
    match refuted {
        Ok(lemmas) => Ok(Ok(lemmas)),
        Err(NoCertificate::Interrupted) => Ok(Err(Stop::Asked)),
        Err(NoCertificate::Memory) => Ok(Err(Stop::Memory)),
        Err(error) => Err(error),
    }
}

/// A watch that ends a turn of IC3.
struct Turn<'w> {
    left: u64,
    watch: &'w mut dyn Watch,
    states: u64,
    depth: usize,
    /// Bytes that are held beside it.
    held: u64,
    /// Whether it was somebody outside.
    stopped: bool,
}

impl Watch for Turn<'_> {
    fn keep_going(&mut self, reached: Reached) -> bool {
        let reached = Reached {
            depth: u32::try_from(self.depth).unwrap_or(u32::MAX),
            states: self.states,
            bytes: self.held + reached.bytes,
            ..reached
        };
        if !self.watch.keep_going(reached) {
            self.stopped = true;
            return false;
        }
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    fn now_ms(&self) -> f64 {
        self.watch.now_ms()
    }
}
