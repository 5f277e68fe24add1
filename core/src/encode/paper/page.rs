//! The page on which a printed formula is written: its variables and how clauses get there.
//!
//! The variables of both papers are `{ vⁱ | v ∈ T ∪ A ∪ S ∪ S*, 0 ≤ i ≤ k' }`: one block per index,
//! in it the places of all lifelines, their transitions, the symbols. None is ever added: the
//! formulas become clauses without helpers.

use std::collections::BTreeMap;

use super::super::Meaning;
use super::super::variables_in;
use super::{Asked, Claim, Instance, Repair, Repairs, Style, TooLarge};
use crate::cnf::{Assignment, ClauseSink, Formula, Lit, Var};
use crate::language::machines::{Place, TransitionId};
use crate::language::{LifelineId, Symbol};
use crate::network::LocalPlace;

/// A variable without its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell(usize);

/// A transition t of a lifeline with all that the papers' functions say about it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub lifeline: LifelineId,
    pub id: TransitionId,
    /// t itself.
    pub t: Cell,
    pub src: Cell,
    pub int: Cell,
    pub tgt: Cell,
    /// `None` is ε.
    pub trg: Option<Cell>,
    pub eff: Vec<Cell>,
}

/// For which indices a formula is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Range {
    /// Not indexed.
    Once,
    /// 0 ≤ i < k'.
    Steps,
    /// 0 ≤ i < k', and k' itself only with [`Repair::Range`].
    StepsUnlessRepaired,
    /// 0 ≤ i ≤ k'.
    Indices,
    /// One per message.
    Messages,
}

/// A message of φ_seq: the cells that may play it.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub symbol: Cell,
    pub from: LifelineId,
    pub to: LifelineId,
}

/// A formula in the making, with everything that its parts look at.
#[derive(Clone, Debug)]
pub(super) struct Page {
    formula: Formula,
    style: Style,
    block: usize,
    /// The bound k.
    pub k: usize,
    /// The last index k'.
    pub last: usize,
    /// For each lifeline the cells of S ∪ S*, in the order of its machine's places.
    pub places: Vec<Vec<Cell>>,
    /// For each lifeline how many of its places are original states.
    pub originals: Vec<usize>,
    pub steps: Vec<Step>,
    /// The alphabet.
    pub symbols: BTreeMap<Symbol, Cell>,
    /// For each lifeline where it starts.
    pub start: Vec<Place>,
    /// g, where a goal is asked for.
    pub goal: Vec<(LifelineId, Place)>,
    /// μ, where a scenario is asked for.
    pub slots: Vec<Slot>,
}

impl Page {
    /// A page with variables and without clauses.
    pub(super) fn new(instance: &Instance<'_>, k: usize, style: &Style) -> Result<Self, TooLarge> {
        let mut page = Self {
            formula: Formula::new(),
            style: *style,
            block: 0,
            k,
            last: k,
            places: Vec::new(),
            originals: Vec::new(),
            steps: Vec::new(),
            symbols: BTreeMap::new(),
            start: instance.start().clone(),
            goal: Vec::new(),
            slots: Vec::new(),
        };
        for lifeline in instance.lifelines() {
            let machine = &instance.model().machines[lifeline.machine];
            let places = machine.places().map(|_| page.new_cell()).collect();
            page.places.push(places);
            page.originals.push(machine.states.len());
        }
        for (lifeline, instantiated) in instance.lifelines().iter().enumerate() {
            let machine = &instance.model().machines[instantiated.machine];
            for (id, transition) in machine.transitions.iter().enumerate() {
                let t = page.new_cell();
                let trg = transition.trigger.map(|symbol| page.symbol(symbol));
                let eff = transition.effects.iter();
                let eff = eff.map(|&symbol| page.symbol(symbol)).collect();
                let place = |place| page.places[lifeline][machine.place_index(place)];
                page.steps.push(Step {
                    lifeline,
                    id,
                    t,
                    src: place(Place::State(transition.source)),
                    int: place(Place::Intermediate(id)),
                    tgt: place(Place::State(transition.target)),
                    trg,
                    eff,
                });
            }
        }
        match instance.asked() {
            Asked::Goal(goal) => page.goal = goal.to_vec(),
            Asked::Messages(messages) => {
                for message in messages {
                    let slot = Slot {
                        symbol: page.symbol(message.symbol),
                        from: message.from,
                        to: message.to,
                    };
                    page.slots.push(slot);
                }
                page.last = k.saturating_add(messages.len().saturating_mul(style.factor));
            }
        }
        // Every index has more clauses than a tenth of its variables.
        let vars = page.block.saturating_mul(page.last.saturating_add(1));
        if vars as u64 / 10 > style.max_clauses || vars >= Var::MAX_COUNT {
            return Err(TooLarge);
        }
        for _ in 0..vars {
            page.formula.new_var();
        }
        Ok(page)
    }

    fn new_cell(&mut self) -> Cell {
        self.block += 1;
        Cell(self.block - 1)
    }

    fn symbol(&mut self, symbol: Symbol) -> Cell {
        if let Some(&cell) = self.symbols.get(&symbol) {
            return cell;
        }
        let cell = self.new_cell();
        self.symbols.insert(symbol, cell);
        cell
    }

    pub(super) fn formula(&self) -> &Formula {
        &self.formula
    }

    pub(super) fn has(&self, repair: Repair) -> bool {
        let repairs: Repairs = self.style.repairs;
        repairs.has(repair)
    }

    pub(super) fn factor(&self) -> usize {
        self.style.factor
    }

    pub(super) fn range(&self, range: Range) -> std::ops::Range<usize> {
        match range {
            Range::Once => 0..1,
            Range::Steps => 0..self.last,
            Range::StepsUnlessRepaired if !self.has(Repair::Range) => 0..self.last,
            Range::StepsUnlessRepaired | Range::Indices => 0..self.last + 1,
            Range::Messages => 0..self.slots.len(),
        }
    }

    pub(super) fn check_size(&self) -> Result<(), TooLarge> {
        if self.formula.clause_count() as u64 > self.style.max_clauses {
            Err(TooLarge)
        } else {
            Ok(())
        }
    }

    /// How many variables occur in the clauses from this number on.
    pub(super) fn variables_from(&self, first: usize) -> usize {
        variables_in(self.formula.clauses_from(first), self.formula.var_count())
    }

    /// vⁱ.
    pub(super) fn at(&self, cell: Cell, index: usize) -> Lit {
        Var::from_index(index * self.block + cell.0).positive()
    }

    /// What a variable stands for.
    pub(super) fn says(&self, var: Var) -> Meaning {
        let (index, cell) = (var.index() / self.block, Cell(var.index() % self.block));
        for (lifeline, places) in self.places.iter().enumerate() {
            if let Some(place) = places.iter().position(|&place| place == cell) {
                let place = place_number(place);
                return Meaning::At {
                    lifeline,
                    place,
                    index,
                };
            }
        }
        if let Some(step) = self.steps.iter().find(|step| step.t == cell) {
            let inside = place_number(self.originals[step.lifeline] + step.id);
            return Meaning::Begins {
                lifeline: step.lifeline,
                inside,
                index,
            };
        }
        let symbol = self.symbols.iter().find(|&(_, &other)| other == cell);
        symbol.map_or(Meaning::Helper, |(&symbol, _)| Meaning::Waits {
            symbol,
            index,
        })
    }

    /// The last index of which a clause speaks.
    pub(super) fn last_index_of(&self, clause: &[Lit]) -> usize {
        let indices = clause
            .iter()
            .map(|lit| lit.var().index() / self.block.max(1));
        indices.max().unwrap_or(0)
    }

    /// The cell of a lifeline's place.
    pub(super) fn place(&self, lifeline: LifelineId, place: Place) -> Cell {
        self.places[lifeline][match place {
            Place::State(state) => state,
            Place::Intermediate(transition) => self.originals[lifeline] + transition,
        }]
    }

    pub(super) fn clause(&mut self, clause: &[Lit]) {
        self.formula.add_clause(clause);
    }

    /// ⋀ premises → ⋁ conclusions.
    pub(super) fn implies(&mut self, premises: &[Lit], conclusions: &[Lit]) {
        crate::cnf::gate::implies_any(&mut self.formula, premises, conclusions);
    }

    /// ⋀ premises → at most one of these, pair by pair.
    pub(super) fn implies_at_most_one(&mut self, premises: &[Lit], lits: &[Lit]) {
        for (index, &first) in lits.iter().enumerate() {
            for (other, &second) in lits.iter().enumerate() {
                if index < other || (self.style.both_orders && index > other) {
                    let mut all = premises.to_vec();
                    all.extend([first, second]);
                    self.implies(&all, &[]);
                }
            }
        }
    }

    /// The variables tⁱ of all transitions with a property.
    pub(super) fn steps_at(&self, index: usize, wanted: impl Fn(&Step) -> bool) -> Vec<Lit> {
        let steps = self.steps.iter().filter(|step| wanted(step));
        steps.map(|step| self.at(step.t, index)).collect()
    }

    pub(super) fn decode(&self, assignment: &Assignment) -> Vec<Claim> {
        let claim = |index: usize| {
            let holds = |cell: Cell| assignment.value(self.at(cell, index));
            let place_at = |lifeline: LifelineId, number: usize| match number
                .checked_sub(self.originals[lifeline])
            {
                None => Place::State(number),
                Some(transition) => Place::Intermediate(transition),
            };
            let places = self.places.iter().enumerate().map(|(lifeline, cells)| {
                let numbers = (0..cells.len()).filter(|&number| holds(cells[number]));
                numbers.map(|number| place_at(lifeline, number)).collect()
            });
            let begun = self.steps.iter().filter(|_| index < self.last);
            let begun = begun.filter(|step| holds(step.t));
            let waiting = self.symbols.iter().filter(|&(_, &cell)| holds(cell));
            Claim {
                places: places.collect(),
                begun: begun.map(|step| (step.lifeline, step.id)).collect(),
                waiting: waiting.map(|(&symbol, _)| symbol).collect(),
            }
        };
        (0..=self.last).map(claim).collect()
    }
}

/// The number of a place as the network counts: states, then intermediate ones.
fn place_number(place: usize) -> LocalPlace {
    LocalPlace::try_from(place).expect("places fit 16 bits, or there would be no network")
}
