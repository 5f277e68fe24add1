//! Where a condition over places is false, as regions: each has a set of places for every lifeline.

use crate::language::machines::Condition;
use crate::language::{Lifeline, Model};
use crate::network::{PlaceSet, place_number};

/// A set of places for every lifeline.
type Region = Vec<PlaceSet>;

/// The regions in which a condition is false, which together are where it is; `sizes` are the numbers of places.
///
/// There are at most as many as [`Condition::ways`] says: what another one covers is left out, and two that differ in one
/// lifeline are made one. O(places that are named · ways · lifelines + ways³ · lifelines).
#[must_use]
pub fn violations(
    model: &Model,
    lifelines: &[Lifeline],
    condition: &Condition,
    sizes: &[usize],
) -> Vec<Region> {
    let regions = Regions {
        model,
        lifelines,
        sizes,
    };
    regions.of(condition, false)
}

struct Regions<'m> {
    model: &'m Model,
    lifelines: &'m [Lifeline],
    sizes: &'m [usize],
}

impl Regions<'_> {
    /// The regions in which a condition is `value`.
    fn of(&self, condition: &Condition, value: bool) -> Vec<Region> {
        match (condition, value) {
            (Condition::At(lifeline, place), _) => {
                let machine = &self.model.machines[self.lifelines[*lifeline].machine];
                let number = usize::from(place_number(machine, *place));
                let mut region = self.everywhere();
                let places = &mut region[*lifeline];
                if value {
                    *places = PlaceSet::empty(self.sizes[*lifeline]);
                    places.insert(number);
                } else {
                    places.remove(number);
                }
                few([region])
            }
            (Condition::Not(part), _) => self.of(part, !value),
            (Condition::All(parts), true) | (Condition::Any(parts), false) => {
                let mut all = vec![self.everywhere()];
                for part in parts {
                    let own = self.of(part, value);
                    if let [own] = &own[..] {
                        // Most parts name one place: nothing is multiplied.
                        for region in &mut all {
                            intersect(region, own);
                        }
                        all.retain(|it| !it.iter().any(PlaceSet::is_empty));
                        continue;
                    }
                    let pairs = all
                        .iter()
                        .flat_map(|it| own.iter().map(move |own| (it, own)));
                    all = few(pairs.map(|(it, own)| intersection(it, own)));
                }
                few(all)
            }
            (Condition::All(parts), false) | (Condition::Any(parts), true) => {
                few(parts.iter().flat_map(|it| self.of(it, value)))
            }
        }
    }

    fn everywhere(&self) -> Region {
        self.sizes
            .iter()
            .map(|&size| PlaceSet::full(size))
            .collect()
    }
}

/// Both at once.
fn intersection(one: &Region, other: &Region) -> Region {
    let mut both = one.clone();
    intersect(&mut both, other);
    both
}

fn intersect(region: &mut Region, other: &Region) {
    for (places, kept) in region.iter_mut().zip(other) {
        places.intersect_with(kept);
    }
}

/// Fewer regions that are the same together.
fn few(regions: impl IntoIterator<Item = Region>) -> Vec<Region> {
    let mut kept: Vec<Region> = Vec::new();
    for mut region in regions {
        if region.iter().any(PlaceSet::is_empty) {
            continue;
        }
        // One that was made larger can be made one with another again.
        let joined = |kept: &[Region], region: &Region| {
            let mut others = kept.iter().enumerate();
            others.find_map(|(at, it)| Some((at, apart(it, region)?)))
        };
        while let Some((at, lifeline)) = joined(&kept, &region) {
            let other = kept.swap_remove(at);
            region[lifeline].union_with(&other[lifeline]);
        }
        if !kept.iter().any(|it| intersection(it, &region) == region) {
            kept.retain(|it| intersection(it, &region) != *it);
            kept.push(region);
        }
    }
    kept
}

/// The only lifeline in which two regions differ.
fn apart(one: &Region, other: &Region) -> Option<usize> {
    let mut differ = (0..one.len()).filter(|&it| one[it] != other[it]);
    let first = differ.next()?;
    differ.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Random, Shape, condition, model};
    use crate::language::machines::Place;

    fn sizes(model: &Model) -> Vec<usize> {
        let machines = model.system.iter().map(|it| &model.machines[it.machine]);
        machines.map(|it| it.place_count()).collect()
    }

    #[test]
    fn a_condition_is_false_in_its_regions_and_nowhere_else() {
        let (mut inside, mut outside) = (0, 0);
        for seed in 0..500 {
            let mut random = Random::new(seed);
            let model = model(&Shape::default(), &mut random);
            let condition = condition(&model, &mut random);
            let sizes = sizes(&model);
            let regions = violations(&model, &model.system, &condition, &sizes);
            assert!(regions.len() <= condition.ways(false), "{seed}");
            for _ in 0..50 {
                let numbers: Vec<_> = sizes.iter().map(|it| random.between(0, it - 1)).collect();
                let place = |(it, &number): (&Lifeline, &usize)| -> Place {
                    model.machines[it.machine].place_at(number)
                };
                let state: Vec<_> = model.system.iter().zip(&numbers).map(place).collect();
                let is_in = |region: &Region| {
                    let mut all = region.iter().zip(&numbers);
                    all.all(|(places, &it)| places.contains(it))
                };
                let is_there = regions.iter().any(is_in);
                assert_eq!(is_there, !condition.holds(&state), "{seed}: {condition:?}");
                *if is_there { &mut inside } else { &mut outside } += 1;
            }
        }
        assert!(inside > 5_000 && outside > 5_000, "{inside} {outside}");
    }

    #[test]
    fn places_of_one_lifeline_are_one_region() {
        let text = "machine A { [*] --> a; a --> b; b --> c }\nsystem { p, q : A }\n\
                    check always (p.a or p.b) and (q.b or q.c)\ncheck always not (p.a or p.b or q.c)\n";
        let (model, _) = crate::language::read(text);
        let count = |check: usize| {
            let crate::language::Question::Always { condition } = &model.checks[check].question
            else {
                panic!("it asks what is always so")
            };
            let regions = violations(&model, &model.system, condition, &sizes(&model));
            (regions.len(), condition.ways(false))
        };
        assert_eq!((count(0), count(1)), ((2, 2), (2, 3)));
    }
}
