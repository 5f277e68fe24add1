//! Which clusters of objects are alike.

use std::collections::{BTreeMap, BTreeSet};

use crate::language::classes::model::{Check, ClassModel, From, Slot, Subject};
use crate::language::classes::ocl::ast::Operator;
use crate::language::classes::ocl::term::Term;
use crate::language::classes::ocl::value::Value;

/// So many pairs of objects are tried to be exchanged. Who is not found alike by then counts as different.
const MOST_PAIRS: usize = 10_000;

/// Clusters that are alike, in classes of two or more: the objects of each in the same order.
pub(super) fn alike(model: &ClassModel, check: &Check) -> Vec<Vec<Vec<usize>>> {
    Search::new(model, check).classes()
}

/// The search for clusters.
struct Search<'m> {
    model: &'m ClassModel,
    /// Objects of the calls that are asked for, which are like no other.
    asked: BTreeSet<usize>,
    /// What the text says where it names objects.
    naming: Vec<&'m Term>,
    /// For each object the slots of its attributes and links.
    slots: Vec<Vec<usize>>,
}

impl<'m> Search<'m> {
    fn new(model: &'m ClassModel, check: &'m Check) -> Self {
        let mut slots = vec![Vec::new(); model.objects.len()];
        for (number, slot) in model.layout.slots.iter().enumerate() {
            match *slot {
                Slot::Attribute { object, .. } => slots[object].push(number),
                Slot::Link { objects, .. } => {
                    slots[objects[0]].push(number);
                    if objects[0] != objects[1] {
                        slots[objects[1]].push(number);
                    }
                }
            }
        }
        Self {
            model,
            asked: asked(check),
            naming: naming(model, check),
            slots,
        }
    }

    fn classes(&self) -> Vec<Vec<Vec<usize>>> {
        let count = self.model.objects.len();
        let mut is_taken: Vec<_> = (0..count).map(|it| self.asked.contains(&it)).collect();
        let mut classes = Vec::new();
        let mut tried = 0;
        for first in 0..count {
            let mut clusters: Vec<Vec<usize>> = Vec::new();
            for other in first + 1..count {
                if is_taken[first] || is_taken[other] || tried == MOST_PAIRS {
                    continue;
                }
                tried += 1;
                let Some(pairs) = self.exchanged(first, other) else {
                    continue;
                };
                let (own, its): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
                // A cluster that is known already is the first one of this class.
                let is_known = clusters.first().is_some_and(|it| *it == own);
                let mut all = its
                    .iter()
                    .chain(&own[..if is_known { 0 } else { own.len() }]);
                if all.any(|it| is_taken[*it]) || !(is_known || clusters.is_empty()) {
                    continue;
                }
                if clusters.is_empty() {
                    clusters.push(own);
                }
                // The first one stays free for the next pair.
                its.iter().for_each(|it| is_taken[*it] = true);
                clusters.push(its);
            }
            if let Some(own) = clusters.first() {
                own.iter().for_each(|it| is_taken[*it] = true);
                classes.push(clusters);
            }
        }
        classes
    }

    /// The objects that have to be exchanged with each other when two are: pairs, those of the first one's cluster first. `None`
    /// where what is given at the start does not stay, or where the text then says something else.
    fn exchanged(&self, first: usize, other: usize) -> Option<Vec<(usize, usize)>> {
        let mut image = BTreeMap::from([(first, other), (other, first)]);
        let mut pairs = vec![(first, other)];
        let mut next = 0;
        while let Some(&(one, another)) = pairs.get(next) {
            next += 1;
            if self.model.objects[one].class != self.model.objects[another].class {
                return None;
            }
            for (a, b) in self.tied(one, another)? {
                match (image.get(&a), image.get(&b)) {
                    (Some(it), _) if *it == b => {}
                    (None, None) if !self.asked.contains(&a) && !self.asked.contains(&b) => {
                        image.insert(a, b);
                        image.insert(b, a);
                        pairs.push((a, b));
                    }
                    _ => return None,
                }
            }
        }
        let of = |it: usize| image.get(&it).copied().unwrap_or(it);
        let says_the_same = || self.naming.iter().all(|it| is_same(it, it, &of));
        (self.is_kept(&image) && says_the_same()).then_some(pairs)
    }

    /// Pairs that have to be exchanged where two objects are: what one refers to or is linked with and the other is not, each in
    /// its order.
    fn tied(&self, one: usize, other: usize) -> Option<Vec<(usize, usize)>> {
        let mut pairs = Vec::new();
        let ties = |object: usize| {
            let mut all: BTreeMap<(usize, usize), BTreeSet<usize>> = BTreeMap::new();
            for &slot in &self.slots[object] {
                match (self.model.layout.slots[slot], &self.model.start[slot]) {
                    (Slot::Attribute { attribute, .. }, Some(Value::Object(it))) => {
                        all.entry((2, attribute)).or_default().insert(*it);
                    }
                    (
                        Slot::Link {
                            association,
                            objects,
                        },
                        Some(Value::Boolean(true)),
                    ) => {
                        for side in [0, 1].into_iter().filter(|it| objects[1 - it] == object) {
                            all.entry((side, association))
                                .or_default()
                                .insert(objects[side]);
                        }
                    }
                    _ => {}
                }
            }
            all
        };
        let (own, its) = (ties(one), ties(other));
        if !own.keys().eq(its.keys()) {
            return None;
        }
        for (all, others) in own.values().zip(its.values()) {
            let left: Vec<_> = all.difference(others).collect();
            let right: Vec<_> = others.difference(all).collect();
            if left.len() != right.len() {
                return None;
            }
            pairs.extend(left.into_iter().copied().zip(right.into_iter().copied()));
        }
        Some(pairs)
    }

    /// Whether what is given at the start is the same after an exchange.
    fn is_kept(&self, image: &BTreeMap<usize, usize>) -> bool {
        let of = |it: usize| image.get(&it).copied().unwrap_or(it);
        let layout = &self.model.layout;
        image.keys().flat_map(|it| &self.slots[*it]).all(|&slot| {
            let to = match layout.slots[slot] {
                Slot::Attribute { object, attribute } => {
                    layout.attributes.get(&(of(object), attribute))
                }
                Slot::Link {
                    association,
                    objects,
                } => layout.links.get(&(association, objects.map(of))),
            };
            let value = match &self.model.start[slot] {
                Some(Value::Object(it)) => Some(Value::Object(of(*it))),
                other => other.clone(),
            };
            to.is_some_and(|it| self.model.start[*it] == value)
        }) && self.references_are_kept(&of, image)
    }

    /// The same of references from objects that are not exchanged.
    fn references_are_kept(
        &self,
        of: &dyn Fn(usize) -> usize,
        image: &BTreeMap<usize, usize>,
    ) -> bool {
        let slots = self.model.layout.slots.iter().zip(&self.model.start);
        slots.into_iter().all(|(slot, value)| match (slot, value) {
            (Slot::Attribute { object, .. }, Some(Value::Object(it))) => {
                image.contains_key(object) || of(*it) == *it
            }
            _ => true,
        })
    }
}

/// The objects of the calls that a check asks for.
fn asked(check: &Check) -> BTreeSet<usize> {
    let mut all = BTreeSet::new();
    if let Subject::Calls(sequence, _) = &check.subject {
        for (_, pattern) in &sequence.calls {
            all.extend(pattern.object);
            let arguments = pattern.arguments.iter().flatten();
            arguments.for_each(|it| objects_in(it, &mut all));
        }
    }
    all
}

/// The terms of the text, outside of what it gives at the start, that name an object.
fn naming<'m>(model: &'m ClassModel, check: &'m Check) -> Vec<&'m Term> {
    let mut all: Vec<&Term> = Vec::new();
    for operation in &model.operations {
        let clauses = operation.pre.iter().chain(&operation.post);
        all.extend(clauses.map(|it| &it.term));
        all.extend(operation.modifies.iter().flatten().map(|it| &it.source));
    }
    all.extend(model.invariants.iter().map(|it| &it.clause.term));
    all.extend(&model.finals);
    if let From::Valid(it) = &check.from {
        all.push(it);
    }
    match &check.subject {
        Subject::Property(it) => all.extend(it.conditions()),
        Subject::Calls(sequence, _) => {
            all.extend(sequence.calls.iter().flat_map(|it| &it.0));
            all.extend(&sequence.last);
        }
        Subject::Preserves(_) | Subject::Consistent | Subject::Independent(_) => {}
    }
    all.retain(|it| names_objects(it));
    all
}

fn names_objects(term: &Term) -> bool {
    let mut all = BTreeSet::new();
    if let Term::Constant(value) = term {
        objects_in(value, &mut all);
    }
    let mut found = !all.is_empty();
    term.each_part(&mut |it| found = found || names_objects(it));
    found
}

fn objects_in(value: &Value, all: &mut BTreeSet<usize>) {
    match value {
        Value::Object(it) => _ = all.insert(*it),
        Value::Set(of) => of.iter().for_each(|it| objects_in(it, all)),
        Value::Bag(of) => of.iter().for_each(|it| objects_in(it, all)),
        _ => {}
    }
}

/// Whether a term is another one with its objects exchanged, up to the order of what `and` and `or` connect.
fn is_same(one: &Term, other: &Term, of: &dyn Fn(usize) -> usize) -> bool {
    let same = |a: &Term, b: &Term| is_same(a, b, of);
    let all =
        |a: &[Term], b: &[Term]| a.len() == b.len() && a.iter().zip(b).all(|it| same(it.0, it.1));
    match (one, other) {
        (Term::Constant(a), Term::Constant(b)) => exchanged(a, of) == *b,
        (Term::Variable(a), Term::Variable(b)) => a == b,
        (Term::Read(a), Term::Read(b)) => {
            a.property == b.property && a.is_before == b.is_before && same(&a.source, &b.source)
        }
        (Term::Not(a), Term::Not(b))
        | (Term::Minus(a), Term::Minus(b))
        | (Term::IsUndefined(a), Term::IsUndefined(b))
        | (Term::IsInvalid(a), Term::IsInvalid(b)) => same(a, b),
        (Term::Chain(a, rest), Term::Chain(b, others)) => {
            let operators =
                |all: &[(Operator, Term)]| all.iter().map(|it| it.0).collect::<Vec<_>>();
            if operators(rest) != operators(others) {
                return false;
            }
            let is_free = |it: Operator| {
                matches!(it, Operator::And | Operator::Or) && rest.iter().all(|other| other.0 == it)
            };
            let mut left: Vec<_> = [&**b]
                .into_iter()
                .chain(others.iter().map(|it| &it.1))
                .collect();
            let is_free = rest.first().is_some_and(|it| is_free(it.0));
            [&**a]
                .into_iter()
                .chain(rest.iter().map(|it| &it.1))
                .all(|a| {
                    let place = match is_free {
                        true => left.iter().position(|b| same(a, b)),
                        false => left.first().filter(|b| same(a, b)).map(|_| 0),
                    };
                    place.map(|it| left.remove(it)).is_some()
                })
        }
        (Term::If(a), Term::If(b)) => all(&a[..], &b[..]),
        (Term::Let(a), Term::Let(b)) => all(&a[..], &b[..]),
        (Term::Iterate(a, parts), Term::Iterate(b, others)) => {
            a == b && all(&parts[..], &others[..])
        }
        (Term::Ask(a, source, arguments), Term::Ask(b, another, others)) => {
            a == b && same(source, another) && all(arguments, others)
        }
        (Term::Instances(a), Term::Instances(b)) => a == b,
        (Term::IsKind(a, one), Term::IsKind(b, other))
        | (Term::Cast(a, one), Term::Cast(b, other)) => one == other && same(a, b),
        _ => false,
    }
}

/// A value with its objects exchanged.
fn exchanged(value: &Value, of: &dyn Fn(usize) -> usize) -> Value {
    match value {
        Value::Object(it) => Value::Object(of(*it)),
        Value::Set(all) => Value::set(all.iter().map(|it| exchanged(it, of))),
        Value::Bag(all) => Value::bag(all.iter().map(|it| exchanged(it, of)).collect()),
        other => other.clone(),
    }
}
