//! Runs of any kind of model that offers its definitions, compared with these: what is listed, where it leads, and that each run
//! replays.

use std::collections::BTreeSet;

use lockstep_core::api::{
    Folding, Kinds, NoSimulation, Onward, RunChoice, RunRequest, ShownValue, SimulatedKind,
    SimulatedRun, SimulationOptions, simulate_all, simulate_by_chance, simulate_by_hand,
    simulate_run_to, simulate_run_tracking,
};
use lockstep_core::generate::Random;
use lockstep_core::simulate::Session;
use lockstep_core::system::{Status, Step, System, Trace, Valuation, explore, replay};

/// Choices that are listed at most.
const MOST_CHOICES: usize = 200;

/// A text with its definitions.
pub struct Model<'m> {
    pub text: &'m str,
    pub kind: SimulatedKind,
    pub system: &'m dyn System,
    /// The properties that links are told as.
    columns: Option<Folding>,
}

impl<'m> Model<'m> {
    pub fn new(text: &'m str, kind: SimulatedKind, system: &'m dyn System) -> Self {
        let names = system.schema().variables.iter().map(|it| it.name.clone());
        let analysis = Kinds::whole().analyse(text);
        let variables = analysis.structure.system().map(|it| &*it.variables);
        let columns = Folding::of(&names.collect::<Vec<_>>(), variables.unwrap_or_default());
        Self {
            text,
            kind,
            system,
            columns,
        }
    }

    /// The values of all variables.
    fn values(&self, at: &Valuation) -> Vec<String> {
        let schema = self.system.schema();
        let values = schema.values(at).unwrap();
        let all = values.iter().zip(&schema.variables);
        all.map(|(it, variable)| it.show(&variable.sort)).collect()
    }

    /// What is shown of a state: its values, with properties in place of links.
    fn shown(&self, at: &Valuation) -> Vec<String> {
        let values = self.values(at);
        match &self.columns {
            Some(columns) => columns.values(&values),
            None => values,
        }
    }

    /// The same with their names.
    fn named(&self, at: &Valuation) -> Vec<(String, String)> {
        let names = self.system.schema().variables.iter();
        let names: Vec<_> = names.map(|it| it.name.clone()).collect();
        let names = match &self.columns {
            Some(columns) => columns.names(&names),
            None => names,
        };
        names.into_iter().zip(self.shown(at)).collect()
    }

    /// What a step changes of that, with names.
    fn changes(&self, at: &Valuation, after: &Valuation) -> Vec<(String, String)> {
        let before = self.shown(at).into_iter();
        let pairs = before.zip(self.named(after));
        let changed = pairs.filter(|(old, (_, new))| old != new);
        changed.map(|it| it.1).collect()
    }

    /// The steps that are listed in a state, with the states after them.
    fn steps(&self, at: &Valuation) -> Vec<(Step, Valuation)> {
        let steps = self.system.steps_up_to(at, 100_000).unwrap().into_iter();
        let all = steps.map(|it| (it.clone(), self.system.apply(at, &it).unwrap()));
        all.collect()
    }

    /// Makes a run of at most so many steps by hand, and compares each list of choices on the way. The length of the run.
    pub fn by_hand(&self, random: &mut Random, most: usize) -> usize {
        let options = SimulationOptions::default();
        let hand =
            |choices: &[usize]| simulate_by_hand(self.text, self.kind, &options, choices).unwrap();
        let (starts, _) = Session::starts(self.system, MOST_CHOICES);
        if starts.len() != 1 {
            let offered = hand(&[]);
            assert_eq!(
                (&*offered.status, offered.choices.len()),
                ("start", starts.len())
            );
        }
        if starts.is_empty() {
            return 0;
        }
        let mut choices = vec![random.between(0, starts.len() - 1)];
        let mut run = Trace {
            start: starts[choices[0]].clone(),
            steps: Vec::new(),
        };
        loop {
            let at = replay(self.system, &run).unwrap().pop().unwrap();
            let state = hand(&choices);
            let steps = self.steps(&at);
            for (number, it) in state.choices.iter().enumerate() {
                // What this step or another one that is told alike changes.
                let alike = state.choices.iter().zip(&steps);
                let alike = alike.filter(|(other, _)| other.what == it.what);
                let changed: BTreeSet<_> = alike
                    .flat_map(|(_, step)| self.changes(&at, &step.1))
                    .map(|it| it.0)
                    .collect();
                let mut after = self.named(&steps[number].1);
                after.retain(|it| changed.contains(&it.0));
                assert_eq!(pairs(&it.changes), after, "{}", self.text);
            }
            assert_eq!(state.choices.len(), steps.len().min(MOST_CHOICES));
            assert_eq!(words(&state.values), self.shown(&at));
            let is_stuck = self.system.status(&at) == Status::Stuck;
            assert_eq!(state.status == "stuck", is_stuck, "{}", self.text);
            assert_eq!(state.steps, run.steps.len());
            if steps.is_empty() || run.steps.len() == most {
                break;
            }
            let chosen = random.between(0, steps.len().min(MOST_CHOICES) - 1);
            choices.push(chosen);
            run.steps.push(steps[chosen].0.clone());
        }
        let choices = choices.into_iter().map(RunChoice::numbered);
        let made = self.made(choices.collect(), Onward::Stay).unwrap();
        assert_eq!(self.replayed(&made), run);
        // The same run is found by its words, and by its states.
        let again = self.made(made.choices.clone(), Onward::Stay).unwrap();
        assert_eq!(again, made);
        let first = vec![made.choices[0].clone()];
        let along = RunRequest {
            along: made.run[1..].iter().map(|it| it.state.clone()).collect(),
            choices: first,
            ..RunRequest::default()
        };
        let along = simulate_run_tracking(self.text, self.kind, &[], &along).unwrap();
        self.replayed(&along);
        let states = |made: &SimulatedRun| made.run.last().unwrap().state.clone();
        assert_eq!(
            (states(&along), along.said),
            (states(&made), None),
            "{}",
            self.text
        );
        run.steps.len()
    }

    /// A run by its choices, that goes on as is wished.
    pub fn made(
        &self,
        choices: Vec<RunChoice>,
        onward: Onward,
    ) -> Result<SimulatedRun, NoSimulation> {
        let request = RunRequest {
            choices,
            onward,
            ..RunRequest::default()
        };
        simulate_run_tracking(self.text, self.kind, &[], &request)
    }

    /// The run of the definitions that a run's choices tell, which has its states.
    pub fn replayed(&self, made: &SimulatedRun) -> Trace {
        let (starts, _) = Session::starts(self.system, 10_000);
        let is_start = |it: &&Valuation| self.values(it) == made.run[0].state;
        let start = starts.iter().find(is_start).unwrap().clone();
        let mut run = Trace {
            start: start.clone(),
            steps: Vec::new(),
        };
        let mut at = start;
        for choice in &made.choices[1..] {
            let (step, after) = self.steps(&at).swap_remove(choice.number);
            run.steps.push(step);
            at = after;
        }
        let states = replay(self.system, &run).unwrap();
        let states: Vec<_> = states.iter().map(|it| self.values(it)).collect();
        let entries: Vec<_> = made.run.iter().map(|it| it.state.clone()).collect();
        assert_eq!(entries, states, "{}", self.text);
        run
    }

    /// Compares runs by chance; how many steps they have.
    pub fn by_chance(&self, seed: u64) -> usize {
        let options = SimulationOptions::default();
        let drawn = simulate_by_chance(self.text, self.kind, &options, seed, 2, 6).unwrap();
        for run in &drawn.runs {
            let (starts, _) = Session::starts(self.system, 10_000);
            let is_start = |it: &&Valuation| self.shown(it) == words(&run.start);
            let mut at = starts.iter().find(is_start).unwrap().clone();
            for step in &run.steps {
                let leads =
                    |it: &(Step, Valuation)| self.changes(&at, &it.1) == pairs(&step.changes);
                let found = self.steps(&at).into_iter().find(leads);
                at = found.unwrap_or_else(|| panic!("{step:?}\n{}", self.text)).1;
            }
            let is_over = self.steps(&at).is_empty();
            assert_eq!(run.end == "steps", !is_over || run.steps.len() == 6);
        }
        drawn.runs.iter().map(|it| it.steps.len()).sum()
    }

    /// Compares all runs with a visit of all states; how many runs end in a deadlock. `None` where there are too many.
    pub fn in_all_ways(&self, steps: usize) -> Option<usize> {
        let options = SimulationOptions::default();
        let all = match simulate_all(self.text, self.kind, &options, steps) {
            Err(NoSimulation::TooMany) => return None,
            all => all.unwrap(),
        };
        if !all.complete {
            return None;
        }
        let mut is_stuck = false;
        let states = explore(self.system, usize::MAX, |at, _| {
            is_stuck |= self.system.status(at) == Status::Stuck;
            true
        });
        assert_eq!(all.states, states, "{}", self.text);
        let ends = |it: &str| it == "stuck";
        let stuck = all.nodes.iter().enumerate();
        let stuck: Vec<_> = stuck
            .filter(|it| it.1.ends.iter().any(|it| ends(it)))
            .map(|it| it.0)
            .collect();
        assert_eq!(!stuck.is_empty(), is_stuck, "{}", self.text);
        for &node in stuck.iter().take(3) {
            let to = (steps, node, Some("stuck"));
            let made = simulate_run_to(self.text, self.kind, &options, to.0, to.1, to.2).unwrap();
            let run = self.replayed(&made);
            let last = replay(self.system, &run).unwrap().pop().unwrap();
            assert_eq!(self.system.status(&last), Status::Stuck, "{}", self.text);
        }
        Some(stuck.len())
    }
}

fn words(shown: &[ShownValue]) -> Vec<String> {
    shown.iter().map(|it| it.value.clone()).collect()
}

fn pairs(shown: &[ShownValue]) -> Vec<(String, String)> {
    let each = shown.iter();
    each.map(|it| (it.name.clone(), it.value.clone())).collect()
}
