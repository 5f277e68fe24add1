//! Symmetry of equal lifelines: global states that differ only in which of them is where count as
//! one.
//!
//! Two components are *alike* if they have the same table, start in the same place, and the question
//! makes no difference between them: the objective allows the same values in each of their places,
//! no region does otherwise, and no observed message names one of them. Let π exchange components
//! that are alike.
//!
//! **Theorem.** For all states s, s' and transactions T: s –T→ s' exactly if π(s) –π(T)→ π(s'); and
//! s and π(s) have the same value and lie in the same regions. So s and π(s) are reached by the same
//! numbers of transactions, and it is enough to visit one state of each orbit.
//!
//! *Proof.* Whether a firing is possible depends on the places of its participants and on their
//! tables alone: effects are handed to anybody who can take them, whoever that is. Alike components
//! have the same tables, so exchanging them in the state and in the firing changes nothing. π keeps
//! disjoint firings disjoint and the start as it is. A run to s gives, step by step, a run of the
//! same length to π(s). Values and regions are the same because each coordinate that π exchanges is
//! judged by the same sets; for deadlocks, because being final is part of the table. ∎
//!
//! The representative of an orbit has its alike components in ascending places. A run is found again
//! from its representatives by taking, from the state at hand, any step into the orbit of the next.
//!
//! This is the scalarset idea of Ip and Dill, *Better verification through symmetry* (1996), with
//! the check for full symmetry made on the compiled tables. Rings are not symmetric in this sense:
//! two philosophers take different forks, so their tables differ.

use super::expansion::Expansion;
use super::packed::{Layout, Packed};
use super::search::Search;
use crate::network::{LocalPlace, Objective, PlaceSet, Task};

/// Most components of a network: a transaction's participants are bits of a word.
const MOST: usize = 64;

/// Components that are alike, in classes of two or more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Symmetry {
    classes: Vec<Vec<usize>>,
}

impl Symmetry {
    /// The classes of a task.
    pub(super) fn of(task: &Task) -> Self {
        let network = &task.network;
        let count = network.components.len();
        if count > MOST {
            return Self::default();
        }
        let alike = |a: usize, b: usize| {
            let judged_alike = match &task.objective {
                // Without any sets nobody is judged.
                Objective::Allowed { by_place, .. } => by_place.get(a) == by_place.get(b),
                Objective::Stuck => true,
            };
            let is_named = |it: usize| {
                let mut messages = task.observed.iter();
                messages.any(|message| message.from == it || message.to == it)
            };
            network.start[a] == network.start[b]
                && network.components[a] == network.components[b]
                && judged_alike
                && !is_named(a)
                && !is_named(b)
        };
        // Who is alike nobody before it takes no memory: that is nearly everybody, in every question.
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for component in 1..count {
            let Some(first) = (0..component).find(|&it| alike(it, component)) else {
                continue;
            };
            match classes.iter_mut().find(|class| class[0] == first) {
                Some(class) => class.push(component),
                None => classes.push(vec![first, component]),
            }
        }
        classes.sort_unstable();
        Self { classes }
    }

    /// The classes that these regions respect as well.
    pub(super) fn respecting(mut self, regions: &[Vec<PlaceSet>]) -> Self {
        self.classes.retain(|class| {
            let first = class[0];
            let same = |region: &Vec<PlaceSet>| class.iter().all(|&it| region[it] == region[first]);
            regions.iter().all(same)
        });
        self
    }

    /// The representative of a state's orbit.
    pub(super) fn representative<const W: usize>(
        &self,
        layout: &Layout<W>,
        mut state: Packed<W>,
    ) -> Packed<W> {
        for class in &self.classes {
            let mut places: [LocalPlace; MOST] = [0; MOST];
            let places = &mut places[..class.len()];
            for (place, &component) in places.iter_mut().zip(class) {
                *place = layout.get(&state, component);
            }
            if !places.is_sorted() {
                places.sort_unstable();
                for (&place, &component) in places.iter().zip(class) {
                    layout.set(&mut state, component, place);
                }
            }
        }
        state
    }

    /// How many states there are in the orbit of a representative: for each class the ways to deal
    /// its places out, n! / (n₁! · n₂! · …).
    pub(super) fn orbit(&self, state: &[LocalPlace]) -> u64 {
        let mut size = 1_u64;
        for class in &self.classes {
            let mut run = 0;
            for (index, &component) in class.iter().enumerate() {
                let equal = index > 0 && state[component] == state[class[index - 1]];
                run = if equal { run + 1 } else { 1 };
                // n! / (n₁! · …) grows with the class, one factor (index + 1) / run at a time.
                let grown = u128::from(size) * (index as u128 + 1) / run;
                size = u64::try_from(grown).unwrap_or(u64::MAX);
            }
        }
        size
    }

    /// Whether nobody is alike.
    pub(super) fn is_trivial(&self) -> bool {
        self.classes.is_empty()
    }

    /// For each component the bit of the nearest one before it in its class that is in the same
    /// place, or 0. `into` is empty, or what came of other places.
    pub(super) fn twins(&self, places: &[LocalPlace], into: &mut Vec<u64>) {
        // The others never have any.
        into.resize(places.len(), 0);
        for class in &self.classes {
            for (index, &component) in class.iter().enumerate() {
                let mut before = class[..index].iter().rev();
                let twin = before.find(|&&it| places[it] == places[component]);
                into[component] = twin.map_or(0, |&it| 1 << it);
            }
        }
    }

    /// Whether a step may end in the orbit of `wanted`, a representative, of which it is known what
    /// becomes of the components in `used`: each of them needs a place there.
    fn fits<const W: usize>(
        &self,
        layout: &Layout<W>,
        used: u64,
        state: &Packed<W>,
        wanted: &Packed<W>,
    ) -> bool {
        let mut rest = used;
        for class in &self.classes {
            let mut free: u64 = (1_u128.wrapping_shl(class.len() as u32) - 1) as u64;
            for &component in class.iter().filter(|&&it| used >> it & 1 == 1) {
                rest &= !(1 << component);
                let place = layout.get(state, component);
                let mut open = class.iter().enumerate();
                let found =
                    open.find(|&(at, &it)| free >> at & 1 == 1 && layout.get(wanted, it) == place);
                let Some((at, _)) = found else { return false };
                free &= !(1 << at);
            }
        }
        while rest != 0 {
            let component = rest.trailing_zeros() as usize;
            if layout.get(state, component) != layout.get(wanted, component) {
                return false;
            }
            rest &= rest - 1;
        }
        true
    }
}

impl<const W: usize> Search<'_, '_, W> {
    /// A run through the orbits of these states, which are representatives.
    pub(super) fn run_through(&self, numbers: &[usize]) -> Vec<Vec<LocalPlace>> {
        let unpacked = |state: &Packed<W>| {
            let mut places = Vec::new();
            self.steps.layout.unpack(state, &mut places);
            places
        };
        let mut expansion = Expansion::new();
        let mut run: Vec<Packed<W>> = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let wanted = self.table.state(number);
            let next = match run.last() {
                Some(&at) if !self.steps.symmetry.is_trivial() => {
                    expansion.begin(&self.steps, at);
                    self.step_into(&mut expansion, wanted)
                }
                _ => None,
            };
            // The representative itself, for the start and where nobody is alike.
            run.push(next.unwrap_or(*wanted));
        }
        run.iter().map(unpacked).collect()
    }

    /// The first state that stands for `wanted` to which a step of an enumeration leads.
    pub(super) fn step_into(
        &self,
        expansion: &mut Expansion<W>,
        wanted: &Packed<W>,
    ) -> Option<Packed<W>> {
        let steps = &self.steps;
        let fits =
            |used: u64, state: &Packed<W>| steps.symmetry.fits(&steps.layout, used, state, wanted);
        while let Some(next) = expansion.next_if(steps, fits) {
            if steps.settled(next.state) == *wanted {
                return Some(next.state);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::super::search::Pace;
    use super::*;
    use crate::engine::{Coverage, Finding, Limits, Unwatched};
    use crate::sample::{is_witnessed, task};
    use lockstep_core::generate::{Random, Shape, goal, model};
    use lockstep_core::language::machines::Place;
    use lockstep_core::language::questions::Mode;
    use lockstep_core::language::{Check, Model, Question, read};

    /// What a search finds, with symmetry or without, and how many states it holds.
    fn search(task: &Task, pace: Pace, with: bool, regions: &[Vec<PlaceSet>]) -> Searched {
        let layout = Layout::<4>::new(&task.sizes()).expect("small models fit");
        let limits = Limits {
            states: 20_000,
            transactions: 1_000_000,
            ..Limits::default()
        };
        let search = Search::new(Cow::Borrowed(task), pace, layout, &limits);
        let mut search = search.surveying(regions);
        if !with {
            search.steps.symmetry = Symmetry::default();
        }
        let finding = search.search(&mut Unwatched);
        Searched {
            held: search.table.len(),
            met: search.met(),
            finding,
        }
    }

    struct Searched {
        finding: Finding,
        met: Vec<bool>,
        held: usize,
    }

    const DRINKERS: &str = "machine PhD { [*] --> working
           working --> waiting : / wantCoffee; waiting --> working : coffeeDone
           waiting --> desperate : error; desperate --> working : repaired }
         machine Cm { [*] --> idle
           idle --> preparing : wantCoffee; preparing --> idle : / coffeeDone
           preparing --> broken : / error; broken --> idle : / repaired }
         system { a, b, c, d, e, f : PhD; cm : Cm }
         check deadlock";

    fn drinkers() -> Model {
        read(DRINKERS).0
    }

    fn classes(model: &Model, question: Question) -> Vec<Vec<usize>> {
        Symmetry::of(&task(model, &Check::asking(question, None))).classes
    }

    #[test]
    fn equal_drinkers_are_counted_but_not_visited() {
        let (model, _) = read(&DRINKERS.replace(", e, f", ""));
        let task = task(&model, &Check::asking(Question::Deadlock, None));
        let with = search(&task, Pace::Transactions, true, &[]);
        let without = search(&task, Pace::Transactions, false, &[]);
        assert_eq!(with.finding.reached, without.finding.reached);
        assert_eq!(with.finding.coverage, Coverage::Every);
        assert_eq!(without.held as u64, with.finding.reached.states);
        assert!(
            with.held * 10 < without.held,
            "{} {}",
            with.held,
            without.held
        );
    }

    #[test]
    fn who_is_named_or_differs_is_left_out() {
        let model = drinkers();
        let desperate = |lifeline: usize| (lifeline, Place::State(2));
        assert_eq!(classes(&model, Question::Deadlock), [[0, 1, 2, 3, 4, 5]]);
        let reach = |goal| Question::Reach { goal };
        assert_eq!(
            classes(&model, reach(vec![desperate(0)])),
            [[1, 2, 3, 4, 5]]
        );
        // Who is asked for the same may still change places among themselves.
        let two = classes(&model, reach(vec![desperate(1), desperate(4)]));
        assert_eq!(two, [vec![0, 2, 3, 5], vec![1, 4]]);
        let named = DRINKERS.replace(
            "check deadlock",
            "scenario s { a, b, c : PhD; cm : Cm
               a -> cm : wantCoffee }
             check s",
        );
        let (model, _) = read(&named);
        for mode in [Mode::Strict, Mode::Loose] {
            let question = Question::Scenario { scenario: 0, mode };
            assert_eq!(classes(&model, question), [[1, 2]], "{mode:?}");
        }
        let mut check = Check::asking(Question::Deadlock, None);
        check.from = vec![(2, Place::State(1))];
        let started = Symmetry::of(&task(&model, &check)).classes;
        assert_eq!(started, [[0, 1, 3, 4, 5]], "who starts elsewhere");
    }

    #[test]
    fn philosophers_are_not_alike() {
        for text in [
            include_str!("../../../../../static/examples/machines/philosophers.lks"),
            include_str!("../../../../../static/examples/machines/philosophers-broken.lks"),
        ] {
            assert_eq!(classes(&read(text).0, Question::Deadlock), [[0; 0]; 0]);
        }
    }

    #[test]
    fn orbits_are_as_large_as_the_ways_to_deal_places_out() {
        let three = Symmetry {
            classes: vec![vec![0, 2, 3], vec![1, 4]],
        };
        for (state, size) in [
            ([7, 0, 7, 7, 0], 1),
            ([6, 0, 7, 7, 0], 3),
            ([5, 0, 6, 7, 0], 6),
            ([5, 0, 6, 7, 9], 12),
        ] {
            assert_eq!(three.orbit(&state), size, "{state:?}");
        }
        let many = Symmetry {
            classes: vec![(0..64).collect()],
        };
        let all_differ: Vec<_> = (0..64).collect();
        assert_eq!(many.orbit(&all_differ), u64::MAX);
    }

    #[test]
    fn symmetry_changes_no_answer() {
        let shape = Shape {
            machines: (1, 2),
            lifelines: (3, 5),
            ..Shape::default()
        };
        let (mut smaller, mut found, mut never, mut surveyed) = (0, 0, 0, 0);
        for seed in 0..500 {
            let mut random = Random::new(seed);
            let model = model(&shape, &mut random);
            let strict = Mode::Strict;
            for question in [
                Question::Deadlock,
                Question::Reach {
                    goal: goal(&model, &mut random),
                },
                Question::Scenario {
                    scenario: 0,
                    mode: strict,
                },
                Question::Scenario {
                    scenario: 0,
                    mode: Mode::Loose,
                },
            ] {
                let bound = random.percent(50).then(|| random.between(0, 6) as u32);
                let check = Check::asking(question, bound);
                let task = task(&model, &check);
                let region = regions(&task, &mut random);
                for regions in [&[][..], &region] {
                    let with = search(&task, Pace::Transactions, true, regions);
                    let without = search(&task, Pace::Transactions, false, regions);
                    if matches!(without.finding.coverage, Coverage::Open(_)) {
                        continue;
                    }
                    let (ours, theirs) = (&with.finding, &without.finding);
                    assert_eq!(
                        (ours.value, ours.depth, ours.coverage),
                        (theirs.value, theirs.depth, theirs.coverage),
                        "seed {seed}"
                    );
                    assert_eq!(with.met, without.met, "seed {seed}");
                    assert!(is_witnessed(&model, &check, ours), "seed {seed}");
                    let settled = regions.is_empty() && ours.value >= task.enough;
                    if !settled {
                        assert_eq!(ours.reached, theirs.reached, "seed {seed}");
                        smaller += u32::from(with.held < without.held);
                        never += u32::from(ours.value == 0);
                    }
                    found += u32::from(settled && ours.depth > 0);
                    surveyed += u32::from(with.met.contains(&true) && with.met.contains(&false));
                }
                if bound.is_none() && task.observed.is_empty() {
                    let sets = search(&task, Pace::MessageSets, true, &[]).finding;
                    if !matches!(sets.coverage, Coverage::Open(_)) {
                        let all = search(&task, Pace::Transactions, false, &[]).finding;
                        assert_eq!(sets.value, all.value, "seed {seed}");
                        assert!(is_witnessed(&model, &check, &sets), "seed {seed}");
                    }
                }
            }
        }
        assert!(
            smaller > 200 && found > 200 && never > 100 && surveyed > 50,
            "{smaller} {found} {never} {surveyed}"
        );
    }

    /// Some regions, half of them judging all components alike.
    fn regions(task: &Task, random: &mut Random) -> Vec<Vec<PlaceSet>> {
        let alike = random.percent(50);
        let regions = (0..4).map(|_| {
            let mut drawn = random.between(0, 1 << 16);
            let sizes = task.sizes().into_iter();
            let sets = sizes.map(|size| {
                if !alike {
                    drawn = random.between(0, 1 << 16);
                }
                let mut set = PlaceSet::empty(size);
                for place in (0..size).filter(|place| (drawn >> (place % 16) & 3) != 0) {
                    set.insert(place);
                }
                set
            });
            sets.collect()
        });
        regions.collect()
    }
}
