//! The delivery encoding: correct where the printed encodings are not.
//!
//! Per step i there is a variable for each place of each component (`x_p`, exactly one holds), for
//! each half-step (`b_t`: begin, `f_t`: finish) and for each delivery `d_{σ,a,ρ}` of a symbol a
//! from σ to ρ ≠ σ that can match. Symbols have no variables of their own: "pending" is the
//! intermediate state itself. So two senders of one symbol, relays and symbols that are consumed
//! and sent again in one step need no care.
//!
//! ```text
//! b_t^i → src(t)^i ∧ int(t)^{i+1}            f_t^i → int(t)^i ∧ tgt(t)^{i+1}
//! s^i ∧ ¬s^{i+1} → OR{ b_t^i : src(t) = s }  int(t)^i ∧ ¬int(t)^{i+1} → f_t^i
//! trg(t) = a:  b_t^i → OR_σ d_{σ,a,m}^i      a ∈ eff(t):  f_t^i → OR_ρ d_{m,a,ρ}^i
//! d_{σ,a,ρ}^i → OR{ f_t^i : t ∈ T_σ, a ∈ eff(t) }
//! d_{σ,a,ρ}^i → OR{ b_t^i : t ∈ T_ρ, trg(t) = a }
//! per ρ: at most one d_{σ,a,ρ}^i             per (σ,a): at most one d_{σ,a,ρ}^i
//! ```
//!
//! That at most one half-step of a component happens follows: a half-step is known by the places
//! it leaves and enters, and both are unique. Every step may be idle, so a state is in frame k
//! exactly if at most k transactions lead to it. Places have no variable at steps at which they
//! could not be part of a path (see `encode::window`).

use std::collections::BTreeMap;

use super::account::Account;
use super::example::Meaning;
use super::observer::Observer;
use super::rules::Rule;
use super::window::Window;
use crate::budget::{Limits, Reached, Stop, Watch};
use crate::cnf::at_most_one::{at_most_one, exactly_one};
use crate::cnf::{Assignment, ClauseSink, Formula, Lit};
use crate::network::relaxation::Waiver;
use crate::network::{LocalPlace, Task};
use crate::sat::bytes_for;

/// How many clauses are written between two looks at the watch.
const CLAUSES_PER_LOOK: usize = 20_000;

/// The bytes that lists of deliveries take for each while a step is written.
const DELIVERY: u64 = 100;

/// An unrolling of a task, frame by frame, into one growing formula.
#[derive(Clone, Debug)]
pub struct Unrolling<'t> {
    pub(super) task: &'t Task,
    pub(super) formula: Formula,
    pub(super) frames: Vec<Frame>,
    window: Window,
    waivers: &'t [Waiver],
    /// For each demand the literal that it is made.
    pub(super) selectors: Vec<Lit>,
    limits: Limits,
    /// The bytes of the frames.
    frame_bytes: u64,
    /// From how many clauses on the watch is looked at again.
    next_look: usize,
    /// Which clauses belong to which formula, where somebody wants to look into it.
    pub(super) account: Option<Box<Account>>,
}

/// The variables of one frame: where everybody is after so many steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// `x_p` of each component; `None` where the window does not admit the place.
    pub(super) places: Vec<Vec<Option<Lit>>>,
    /// The observer's position, where messages are observed.
    pub(super) observer: Observer,
}

/// The deliveries of one step by sender, symbol and receiver.
pub(super) type Deliveries = BTreeMap<(usize, usize, usize), Lit>;

/// The half-steps of one step that take part in a delivery.
#[derive(Default)]
struct Partners {
    /// `f_t` by sender and symbol.
    senders: BTreeMap<(usize, usize), Vec<Lit>>,
    /// `b_t` by receiver and symbol.
    receivers: BTreeMap<(usize, usize), Vec<Lit>>,
}

impl<'t> Unrolling<'t> {
    /// Frame 0: every component is at its start.
    #[must_use]
    pub fn new(task: &'t Task, limits: &Limits) -> Self {
        Self::with_waivers(task, &[], 0, limits)
    }

    /// Frame 0 of an unrolling in which demands can be waived: a silent move `w` of a demand
    /// with selector `s` needs `w → ¬s`.
    pub(super) fn with_waivers(
        task: &'t Task,
        waivers: &'t [Waiver],
        demands: usize,
        limits: &Limits,
    ) -> Self {
        let window = Window::from_start(&task.network, waivers);
        let mut unrolling = Self::with_window(task, window, demands, limits);
        unrolling.waivers = waivers;
        unrolling.start();
        unrolling
    }

    /// The unrolling of exactly `depth` steps whose last frame is only asked for `value` or more.
    ///
    /// # Errors
    /// Where the formula outgrows its limits, or somebody asked to stop.
    pub fn towards(
        task: &'t Task,
        depth: usize,
        value: u32,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Self, Stop> {
        let window = Window::towards(task, depth, value);
        let mut unrolling = Self::with_window(task, window, 0, limits);
        unrolling.start();
        unrolling.extend_to(depth, watch)?;
        Ok(unrolling)
    }

    /// Frame 0: every component is at its start. One that is too far away contradicts the formula.
    pub(super) fn start(&mut self) {
        self.under(Rule::Init);
        for (index, &start) in self.task.network.start.iter().enumerate() {
            let at_start = self.frames[0].places[index][usize::from(start)];
            let clause: Vec<_> = at_start.into_iter().collect();
            self.formula.add_clause(&clause);
        }
        self.under(Rule::Cursor);
        self.frames[0].observer = Observer::start(self.task, &mut self.formula);
        self.note_cursor(0);
    }

    /// Frame 0 of a path that may start in any state.
    pub(super) fn unstarted(task: &'t Task, limits: &Limits) -> Self {
        Self::with_window(task, Window::anywhere(&task.network), 0, limits)
    }

    fn with_window(task: &'t Task, window: Window, demands: usize, limits: &Limits) -> Self {
        Self::with_books(task, window, demands, limits, None)
    }

    pub(super) fn with_books(
        task: &'t Task,
        window: Window,
        demands: usize,
        limits: &Limits,
        account: Option<Box<Account>>,
    ) -> Self {
        let mut formula = Formula::new();
        let selectors = (0..demands).map(|_| formula.new_lit()).collect();
        let mut unrolling = Self {
            task,
            formula,
            frames: Vec::new(),
            window,
            waivers: &[],
            selectors,
            limits: *limits,
            frame_bytes: 0,
            next_look: CLAUSES_PER_LOOK,
            account,
        };
        let frame = unrolling.new_frame(0);
        unrolling.frames.push(frame);
        unrolling
    }

    /// The formula so far; it only grows.
    #[must_use]
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// For each component and place its earliest step.
    #[must_use]
    pub fn earliest(&self) -> &[Vec<u32>] {
        &self.window.earliest
    }

    /// The number of steps so far.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len() - 1
    }

    /// The bytes that the formula and its frames take at most, also while a list moves to a larger
    /// place.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.formula.bytes() + self.frame_bytes
    }

    /// The bytes that a solver takes who reads the formula.
    #[must_use]
    pub fn bytes_to_solve(&self) -> u64 {
        let formula = &self.formula;
        let (vars, clauses) = (formula.var_count(), formula.clause_count());
        bytes_for(vars as u64, clauses as u64, formula.literal_count() as u64)
    }

    /// Sets the memory that it may take, a solver who reads it included.
    pub fn allow(&mut self, memory: u64) {
        self.limits.memory = memory;
    }

    /// Adds steps until there are `depth` of them.
    ///
    /// # Errors
    /// Where the formula outgrows its limits, or somebody asked to stop; the steps so far stay usable.
    pub fn extend_to(&mut self, depth: usize, watch: &mut dyn Watch) -> Result<(), Stop> {
        while self.depth() < depth {
            self.add_step(watch)?;
        }
        self.check_size()
    }

    /// Whether the formula is within its limits.
    pub(super) fn check_size(&self) -> Result<(), Stop> {
        if self.formula.clause_count() as u64 > self.limits.clauses {
            Err(Stop::Clauses)
        } else if self.bytes() + self.bytes_to_solve() > self.limits.memory {
            Err(Stop::Memory)
        } else {
            Ok(())
        }
    }

    /// As [`Self::check_size`], and asks now and then whether to go on.
    pub(super) fn look(&mut self, watch: &mut dyn Watch) -> Result<(), Stop> {
        self.check_size()?;
        let clauses = self.formula.clause_count();
        if clauses < self.next_look {
            return Ok(());
        }
        self.next_look = clauses + CLAUSES_PER_LOOK;
        let reached = Reached {
            clauses: clauses as u64,
            bytes: self.bytes() + self.bytes_to_solve(),
            ..Reached::default()
        };
        match watch.keep_going(reached) {
            true => Ok(()),
            false => Err(Stop::Asked),
        }
    }

    fn new_frame(&mut self, step: usize) -> Frame {
        self.under(Rule::Places);
        let sizes = self.task.sizes();
        let size = sizes.iter().sum::<usize>() * size_of::<Option<Lit>>();
        self.frame_bytes += size as u64;
        let mut places = Vec::new();
        for (index, component) in self.task.network.components.iter().enumerate() {
            let row: Vec<Option<Lit>> = (0..component.places.len())
                .map(|place| {
                    let admitted = self.window.admits(index, place, step);
                    admitted.then(|| self.formula.new_lit())
                })
                .collect();
            let present: Vec<_> = row.iter().copied().flatten().collect();
            for (place, lit) in row.iter().enumerate() {
                let at = |lifeline, index| Meaning::At {
                    lifeline,
                    place: number(Some(place)),
                    index,
                };
                lit.inspect(|&lit| self.note(lit, at(index, step)));
            }
            exactly_one(&mut self.formula, &present);
            places.push(row);
        }
        Frame {
            places,
            observer: Observer::default(),
        }
    }

    /// Adds a step and returns its deliveries.
    ///
    /// # Errors
    /// Where the formula outgrows its limits, or somebody asked to stop.
    pub(super) fn add_step(&mut self, watch: &mut dyn Watch) -> Result<Deliveries, Stop> {
        self.look(watch)?;
        let step = self.depth();
        let mut next = self.new_frame(step + 1);
        let mut partners = Partners::default();
        for index in 0..self.task.network.components.len() {
            self.add_moves(index, step, &next, &mut partners);
            self.look(watch)?;
        }
        let deliveries = self.add_deliveries(&partners, watch)?;
        self.under(Rule::Cursor);
        next.observer = self.frames[step]
            .observer
            .next(self.task, &deliveries, &mut self.formula);
        self.frames.push(next);
        self.note_cursor(step + 1);
        Ok(deliveries)
    }

    /// The half-steps of one component, and that a place is left by one of them only.
    fn add_moves(&mut self, index: usize, step: usize, next: &Frame, partners: &mut Partners) {
        let component = &self.task.network.components[index];
        for (place, row) in component.places.iter().enumerate() {
            let Some(here) = self.frames[step].places[index][place] else {
                continue;
            };
            let mut leaves = vec![!here];
            leaves.extend(next.places[index][place]);
            self.under(Rule::Silent);
            for &to in &row.silent {
                leaves.extend(self.add_move(here, next, (index, place), to));
            }
            for waiver in self.waivers {
                if (waiver.component, usize::from(waiver.from)) != (index, place) {
                    continue;
                }
                if let Some(moves) = self.add_move(here, next, (index, place), waiver.to) {
                    leaves.push(moves);
                    let demanded = self.selectors[waiver.demand];
                    self.formula.add_clause(&[!moves, !demanded]);
                }
            }
            self.under(Rule::Begin);
            for &(symbol, to) in &row.receive {
                if let Some(begins) = self.add_move(here, next, (index, place), to) {
                    leaves.push(begins);
                    partners
                        .receivers
                        .entry((index, symbol))
                        .or_default()
                        .push(begins);
                }
            }
            self.under(Rule::Finish);
            if let Some(send) = &row.send
                && let Some(finishes) = self.add_move(here, next, (index, place), send.to)
            {
                leaves.push(finishes);
                for &symbol in &send.effects {
                    let moves = partners.senders.entry((index, symbol)).or_default();
                    moves.push(finishes);
                }
            }
            self.under(Rule::Leave);
            self.formula.add_clause(&leaves);
        }
    }

    /// A half-step of a component from a place to another; `None` where the other cannot be occupied
    /// yet.
    fn add_move(
        &mut self,
        here: Lit,
        next: &Frame,
        (index, from): (usize, usize),
        to: LocalPlace,
    ) -> Option<Lit> {
        let there = next.places[index][usize::from(to)]?;
        let moves = self.formula.new_lit();
        let meaning = Meaning::Moves {
            lifeline: index,
            from: number(Some(from)),
            to,
            index: self.depth(),
        };
        self.note(moves, meaning);
        self.formula.add_clause(&[!moves, here]);
        self.formula.add_clause(&[!moves, there]);
        Some(moves)
    }

    fn add_deliveries(
        &mut self,
        partners: &Partners,
        watch: &mut dyn Watch,
    ) -> Result<Deliveries, Stop> {
        let mut takers: BTreeMap<usize, Vec<(usize, &Vec<Lit>)>> = BTreeMap::new();
        for (&(receiver, symbol), begins) in &partners.receivers {
            takers.entry(symbol).or_default().push((receiver, begins));
        }
        let mut deliveries = Deliveries::new();
        let mut by_sender: BTreeMap<(usize, usize), Vec<Lit>> = BTreeMap::new();
        let before = self.frame_bytes;
        for (&(sender, symbol), finishes) in &partners.senders {
            self.frame_bytes = before + deliveries.len() as u64 * DELIVERY;
            self.look(watch)?;
            let given = by_sender.entry((sender, symbol)).or_default();
            for &(receiver, begins) in takers.get(&symbol).into_iter().flatten() {
                if receiver == sender {
                    continue;
                }
                let delivery = self.formula.new_lit();
                let meaning = Meaning::Delivery {
                    from: sender,
                    symbol,
                    to: receiver,
                    index: self.depth(),
                };
                self.note(delivery, meaning);
                let mut clause = vec![!delivery];
                clause.extend(finishes);
                self.under(Rule::Finishes);
                self.formula.add_clause(&clause);
                clause.truncate(1);
                clause.extend(begins);
                self.under(Rule::Begins);
                self.formula.add_clause(&clause);
                given.push(delivery);
                deliveries.insert((sender, symbol, receiver), delivery);
            }
        }
        // By receiver in the order of senders and symbols.
        let mut by_receiver: BTreeMap<usize, Vec<Lit>> = BTreeMap::new();
        let mut by_symbol: BTreeMap<(usize, usize), Vec<Lit>> = BTreeMap::new();
        for (&(_, symbol, receiver), &delivery) in &deliveries {
            by_receiver.entry(receiver).or_default().push(delivery);
            let taken = by_symbol.entry((receiver, symbol)).or_default();
            taken.push(delivery);
        }
        for (key, finishes) in &partners.senders {
            self.look(watch)?;
            let to_somebody = &by_sender[key];
            self.under(Rule::Given);
            self.demand(finishes, to_somebody);
            self.under(Rule::Once);
            at_most_one(&mut self.formula, to_somebody);
        }
        for (key, begins) in &partners.receivers {
            self.look(watch)?;
            let from_somebody = by_symbol.get(key).map_or(&[][..], Vec::as_slice);
            self.under(Rule::Taken);
            self.demand(begins, from_somebody);
        }
        self.under(Rule::Once);
        for receiver in 0..self.task.network.components.len() {
            let taken = by_receiver.get(&receiver).map_or(&[][..], Vec::as_slice);
            at_most_one(&mut self.formula, taken);
        }
        self.frame_bytes = before;
        Ok(deliveries)
    }

    /// Each of these half-steps needs one of these deliveries.
    fn demand(&mut self, moves: &[Lit], deliveries: &[Lit]) {
        for &half in moves {
            let mut clause = vec![!half];
            clause.extend(deliveries);
            self.formula.add_clause(&clause);
        }
    }

    /// The states of the first `depth` steps in an assignment, with all their coordinates.
    /// Idle steps are left out.
    #[must_use]
    pub fn decode(&self, assignment: &Assignment, depth: usize) -> Vec<Vec<LocalPlace>> {
        let mut path: Vec<Vec<LocalPlace>> = Vec::new();
        for frame in &self.frames[..=depth] {
            let holds = |lit: &Option<Lit>| lit.is_some_and(|lit| assignment.value(lit));
            let mut state: Vec<_> = frame
                .places
                .iter()
                .map(|places| number(places.iter().position(holds)))
                .collect();
            state.extend(
                frame
                    .observer
                    .position(assignment)
                    .map(|seen| number(Some(seen))),
            );
            if path.last() != Some(&state) {
                path.push(state);
            }
        }
        path
    }
}

/// Every component is somewhere in a model, and places fit 16 bits.
fn number(place: Option<usize>) -> LocalPlace {
    place
        .and_then(|place| LocalPlace::try_from(place).ok())
        .expect("exactly one place holds in every frame of a model")
}
