//! Frames: which slots a call releases, each with what it depends on.
//!
//! Where the value of a property without `@pre` matters, and not only what it leads to, it is released of every object that its source
//! can denote, under the condition that it denotes that one. `modifies` names sources itself, read in the state before.

use std::collections::{BTreeMap, BTreeSet};

use super::Unsupported;
use super::evaluate::World;
use super::many::Member;
use super::value::Cell;
use crate::cnf::Lit;
use crate::encode::symbolic::Bits;
use crate::language::classes::model::{ClassModel, Operation, Slot};
use crate::language::classes::ocl::operations::Iterator;
use crate::language::classes::ocl::term::{EndId, Property, Term};
use crate::language::classes::ocl::value::Value;

/// The slots that are released, each with what holds where it is.
pub(super) type Released = BTreeMap<usize, Lit>;

/// The slots of a property of an object, each with the object that it leads to (itself for an attribute).
pub(super) fn slots_of(
    model: &ClassModel,
    object: usize,
    property: Property,
) -> Vec<(usize, usize)> {
    match property {
        Property::Attribute(attribute) => {
            let slot = model.layout.attributes.get(&(object, attribute));
            slot.map(|it| (*it, object)).into_iter().collect()
        }
        Property::End(end) => {
            let others = model.objects_of(model.end(end).class);
            let slot = |other: usize| {
                let mut pair = [object; 2];
                pair[end.side] = other;
                let slot = model.layout.links.get(&(end.association, pair));
                slot.map(|it| (*it, other))
            };
            others.filter_map(slot).collect()
        }
    }
}

/// The properties that the frame of an operation may release, of whichever object: an association by both of its ends.
pub(super) fn properties(operation: &Operation) -> BTreeSet<Property> {
    let mut all = BTreeSet::new();
    match &operation.modifies {
        Some(paths) => all.extend(paths.iter().map(|it| it.property)),
        None => {
            for clause in &operation.post {
                named(&clause.term, true, height(operation), &mut all);
            }
        }
    }
    let ends = all.iter().filter_map(|it| match *it {
        Property::End(end) => Some(end),
        Property::Attribute(_) => None,
    });
    let ends: Vec<_> = ends.collect();
    for end in ends {
        for side in [0, 1] {
            let end = EndId { side, ..end };
            all.insert(Property::End(end));
        }
    }
    all
}

/// Whether a slot belongs to one of some properties.
pub(super) fn has_slot(properties: &BTreeSet<Property>, slot: Slot) -> bool {
    properties.iter().any(|it| match (*it, slot) {
        (Property::Attribute(it), Slot::Attribute { attribute, .. }) => it == attribute,
        (Property::End(it), Slot::Link { association, .. }) => it.association == association,
        _ => false,
    })
}

/// A part of a term.
struct Part<'t> {
    term: &'t Term,
    /// Whether its value matters.
    matters: bool,
    /// Whether it is the body of a `let` or an iterator, which has one value more on the stack.
    is_body: bool,
}

/// The parts of a term, given whether its own value matters and how much is on the stack.
fn parts(term: &Term, matters: bool, depth: usize) -> Vec<Part<'_>> {
    let part = |term, matters| Part {
        term,
        matters,
        is_body: false,
    };
    let body = |term, matters| Part {
        term,
        matters,
        is_body: true,
    };
    match term {
        Term::Constant(_) | Term::Variable(_) | Term::Instances(_) => Vec::new(),
        Term::Read(it) => vec![part(&it.source, false)],
        Term::Not(it) | Term::Minus(it) | Term::IsUndefined(it) | Term::IsInvalid(it) => {
            vec![part(it, true)]
        }
        Term::IsKind(it, _) => vec![part(it, false)],
        Term::Cast(it, _) => vec![part(it, matters)],
        Term::Chain(first, rest) => {
            let rest = rest.iter().map(|it| part(&it.1, true));
            [part(first, true)].into_iter().chain(rest).collect()
        }
        Term::If(it) => vec![
            part(&it[0], true),
            part(&it[1], matters),
            part(&it[2], matters),
        ],
        Term::Let(it) => {
            let named = uses(&it[1], depth, matters, depth + 1);
            vec![part(&it[0], named), body(&it[1], matters)]
        }
        Term::Iterate(iterator, it) => {
            let hands_on = matches!(iterator, Iterator::Collect | Iterator::Closure);
            vec![part(&it[0], false), body(&it[1], !hands_on || matters)]
        }
        Term::Ask(asked, of, arguments) => {
            let matters = !asked.keeps_elements() || matters;
            let arguments = arguments.iter().map(|it| part(it, matters));
            [part(of, matters)].into_iter().chain(arguments).collect()
        }
    }
}

/// Whether the value of a variable matters somewhere in a term.
fn uses(term: &Term, place: usize, matters: bool, depth: usize) -> bool {
    match term {
        Term::Variable(it) => *it == place && matters,
        _ => parts(term, matters, depth).iter().any(|it| {
            let depth = depth + usize::from(it.is_body);
            uses(it.term, place, it.matters, depth)
        }),
    }
}

fn named(term: &Term, matters: bool, depth: usize, all: &mut BTreeSet<Property>) {
    if let Term::Read(it) = term
        && matters
        && !it.is_before
    {
        all.insert(it.property);
    }
    for it in parts(term, matters, depth) {
        named(it.term, it.matters, depth + usize::from(it.is_body), all);
    }
}

/// What a term can depend on that a call changes.
#[derive(Clone, Copy)]
pub(super) struct Changes<'c> {
    /// The properties that it may release.
    pub(super) properties: &'c BTreeSet<Property>,
}

impl Changes<'_> {
    /// Whether a term has the same value before and after the call, given the places on the stack of which that is not known.
    pub(super) fn is_known(&self, term: &Term, unknown: &[usize]) -> bool {
        let mut known = match term {
            Term::Read(it) => it.is_before || !self.properties.contains(&it.property),
            Term::Variable(place) => !unknown.contains(place),
            _ => true,
        };
        term.each_part(&mut |it| known = known && self.is_known(it, unknown));
        known
    }

    /// Whether the same slots are released whatever the state after the call is.
    pub(super) fn are_settled(&self, operation: &Operation) -> bool {
        let depth = height(operation);
        operation.modifies.is_some()
            || (operation.post.iter())
                .all(|it| self.settles(&it.term, true, depth, &mut Vec::new()))
    }

    fn settles(&self, term: &Term, matters: bool, depth: usize, unknown: &mut Vec<usize>) -> bool {
        if let Term::Read(it) = term
            && matters
            && !it.is_before
            && !self.is_known(&it.source, unknown)
        {
            return false;
        }
        let bound = match term {
            Term::Let(it) | Term::Iterate(_, it) => self.is_known(&it[0], unknown),
            _ => true,
        };
        parts(term, matters, depth).into_iter().all(|it| {
            if !it.is_body {
                return self.settles(it.term, it.matters, depth, unknown);
            }
            let before = unknown.len();
            unknown.extend((!bound).then_some(depth));
            let settles = self.settles(it.term, it.matters, depth + 1, unknown);
            unknown.truncate(before);
            settles
        })
    }
}

/// How much a postcondition finds on the stack: `self`, the arguments and the result.
fn height(operation: &Operation) -> usize {
    1 + operation.parameters.len() + usize::from(operation.result.is_some())
}

impl World<'_> {
    /// The slots that a call releases, by the frame *named*.
    pub(super) fn released(
        &self,
        bits: &mut Bits<'_>,
        operation: &Operation,
        stack: &[Cell],
    ) -> Result<Released, Unsupported> {
        let mut all = Released::new();
        let always = bits.constant(true);
        let mut stack = stack.to_vec();
        if let Some(paths) = &operation.modifies {
            let before = self.of_state(self.before);
            for path in paths {
                let source = before.evaluate(bits, &path.source, &mut stack)?;
                self.release(bits, (&source, path.property), always, &mut all);
            }
            return Ok(all);
        }
        for clause in &operation.post {
            self.walk(bits, (&clause.term, true), always, &mut stack, &mut all)?;
        }
        all.retain(|_, it| bits.known(*it) != Some(false));
        Ok(all)
    }

    /// Releases what a term names, where a condition holds.
    fn walk(
        &self,
        bits: &mut Bits<'_>,
        (term, matters): (&Term, bool),
        here: Lit,
        stack: &mut Vec<Cell>,
        all: &mut Released,
    ) -> Result<(), Unsupported> {
        self.limits.check(bits)?;
        if let Term::Read(it) = term
            && matters
            && !it.is_before
        {
            let source = self.evaluate(bits, &it.source, stack)?;
            self.release(bits, (&source, it.property), here, all);
        }
        for part in parts(term, matters, stack.len()) {
            let at = (part.term, part.matters);
            let values = match term {
                Term::Let(it) if part.is_body => {
                    vec![(here, self.evaluate(bits, &it[0], stack)?)]
                }
                Term::Iterate(_, it) if part.is_body => {
                    let source = self.evaluate(bits, &it[0], stack)?.elements(bits);
                    let mut values = Vec::new();
                    for element in source.elements {
                        let valid = bits.and(!source.invalid, element.here);
                        let here = bits.and(here, valid);
                        if bits.known(here) != Some(false) {
                            values.push((here, Cell::One(element.value.one(bits)?)));
                        }
                    }
                    values
                }
                _ => {
                    self.walk(bits, at, here, stack, all)?;
                    continue;
                }
            };
            for (here, value) in values {
                stack.push(value);
                let walked = self.walk(bits, at, here, stack, all);
                stack.pop();
                walked?;
            }
        }
        Ok(())
    }

    /// Releases a property of all that a source denotes.
    fn release(
        &self,
        bits: &mut Bits<'_>,
        (source, property): (&Cell, Property),
        here: Lit,
        all: &mut Released,
    ) {
        let source = source.elements(bits);
        let here = bits.and(here, !source.invalid);
        for element in source.elements {
            let Member::Known(Value::Object(object)) = element.value else {
                continue;
            };
            let here = bits.and(here, element.here);
            for (slot, _) in slots_of(self.model, object, property) {
                let known = all.get(&slot).copied();
                let any = known.map_or(here, |it| bits.or(it, here));
                all.insert(slot, any);
            }
        }
    }
}
