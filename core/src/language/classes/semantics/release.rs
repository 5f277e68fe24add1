//! Which slots a call may change: its frame.
//!
//! By the frame *named*, an occurrence of a property without `@pre` in a postcondition releases it of every object that its source
//! denotes, iterator variables ranging over their collections. A property that is only navigated through, as the source of a dot or
//! of an iterator, releases nothing; so `let`, branches, and `->union` and the like hand on what is done with them. `modifies`
//! replaces the rule, and is read in the state before. By the frame *open* everything is released.

use std::collections::{BTreeMap, BTreeSet};

use super::super::model::{ClassModel, Operation, Slot};
use super::super::ocl::evaluate::{Beyond, World};
use super::super::ocl::operations::Iterator;
use super::super::ocl::term::{Property, Read, Term};
use super::super::ocl::value::Value;
use crate::language::classes::ocl::ast::Operator;

/// How a term stands in a clause.
#[derive(Clone, Copy)]
struct Position {
    /// Whether its own value matters, and not only what is navigated to from it.
    is_value: bool,
    /// Whether it is a condition under which something else is said.
    is_condition: bool,
    /// Whether what an occurrence denotes depends on it.
    is_source: bool,
}

/// A part of a term.
struct Part<'t> {
    term: &'t Term,
    position: Position,
    binds: Binds<'t>,
}

/// What is put on the stack for a part.
enum Binds<'t> {
    Nothing,
    Value(&'t Term),
    Each(&'t Term),
}

/// The parts of a term, each with its position. `depth` is how much is on the stack.
fn parts(term: &Term, at: Position, depth: usize) -> Vec<Part<'_>> {
    let part = |term, position| Part {
        term,
        position,
        binds: Binds::Nothing,
    };
    let value = Position {
        is_value: true,
        ..at
    };
    let source = Position {
        is_value: false,
        is_source: true,
        ..at
    };
    match term {
        Term::Constant(_) | Term::Variable(_) | Term::Instances(_) => Vec::new(),
        Term::Read(it) => vec![part(&it.source, source)],
        Term::Not(it) | Term::Minus(it) | Term::IsUndefined(it) | Term::IsInvalid(it) => {
            vec![part(it, value)]
        }
        // Of which class an object is never changes, so what leads to it is only navigated through.
        Term::IsKind(it, _) => vec![part(it, source)],
        Term::Cast(it, _) => vec![part(it, at)],
        Term::Chain(first, rest) => {
            let implies = rest.iter().any(|it| it.0 == Operator::Implies);
            let all = [&**first].into_iter().chain(rest.iter().map(|it| &it.1));
            let last = rest.len();
            let place = |(number, term)| {
                let is_condition = at.is_condition || (implies && number < last);
                part(
                    term,
                    Position {
                        is_condition,
                        ..value
                    },
                )
            };
            all.enumerate().map(place).collect()
        }
        Term::If(parts) => {
            let condition = Position {
                is_condition: true,
                ..value
            };
            vec![
                part(&parts[0], condition),
                part(&parts[1], at),
                part(&parts[2], at),
            ]
        }
        Term::Let(parts) => {
            let named = Position {
                is_value: is_value(&parts[1], depth, at, depth + 1),
                is_source: true,
                ..at
            };
            vec![
                part(&parts[0], named),
                Part {
                    term: &parts[1],
                    position: at,
                    binds: Binds::Value(&parts[0]),
                },
            ]
        }
        Term::Iterate(iterator, parts) => {
            let body = match iterator {
                Iterator::Collect | Iterator::Closure => at,
                Iterator::Select | Iterator::Reject | Iterator::Any => Position {
                    is_condition: true,
                    ..value
                },
                _ => value,
            };
            vec![
                part(&parts[0], source),
                Part {
                    term: &parts[1],
                    position: body,
                    binds: Binds::Each(&parts[0]),
                },
            ]
        }
        Term::Ask(asked, of, arguments) => {
            let position = if asked.keeps_elements() { at } else { value };
            let all = [&**of].into_iter().chain(arguments);
            all.map(|it| part(it, position)).collect()
        }
    }
}

/// Whether the value of a variable matters anywhere in a term.
fn is_value(term: &Term, variable: usize, at: Position, depth: usize) -> bool {
    if *term == Term::Variable(variable) {
        return at.is_value;
    }
    let mut all = parts(term, at, depth).into_iter();
    all.any(|it| {
        let deeper = usize::from(!matches!(it.binds, Binds::Nothing));
        is_value(it.term, variable, it.position, depth + deeper)
    })
}

const WHOLE: Position = Position {
    is_value: true,
    is_condition: false,
    is_source: false,
};

/// How a property occurs in postconditions, without `@pre`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occurrence {
    /// Whether it is released.
    pub is_released: bool,
    /// Whether all that releases it stands in conditions.
    pub only_in_conditions: bool,
    /// Whether what is released depends on it.
    pub is_source: bool,
    /// Where it occurs, released if it ever is.
    pub span: crate::text::Span,
}

/// The properties that postconditions name without `@pre`.
#[must_use]
pub fn occurrences(operation: &Operation) -> BTreeMap<Property, Occurrence> {
    let mut all = BTreeMap::new();
    let depth = 1 + operation.parameters.len() + usize::from(operation.result.is_some());
    for clause in &operation.post {
        occur(&clause.term, WHOLE, depth, &mut all);
    }
    all
}

fn occur(term: &Term, at: Position, depth: usize, all: &mut BTreeMap<Property, Occurrence>) {
    if let Term::Read(it) = term
        && !it.is_before
    {
        let known = all.entry(it.property).or_insert(Occurrence {
            only_in_conditions: true,
            span: it.span,
            ..Occurrence::default()
        });
        known.is_source |= at.is_source || !at.is_value;
        if at.is_value {
            if !known.is_released {
                known.span = it.span;
            }
            known.is_released = true;
            known.only_in_conditions &= at.is_condition;
        }
    }
    for part in parts(term, at, depth) {
        let deeper = usize::from(!matches!(part.binds, Binds::Nothing));
        occur(part.term, part.position, depth + deeper, all);
    }
}

/// Where the postconditions name a property without `@pre` so that it is released, in the order of the text.
#[must_use]
pub fn releasing(operation: &Operation, property: Property) -> Vec<crate::text::Span> {
    let mut all = Vec::new();
    let depth = 1 + operation.parameters.len() + usize::from(operation.result.is_some());
    for clause in &operation.post {
        name(&clause.term, WHOLE, (depth, property), &mut all);
    }
    all.sort_by_key(|it| (it.start, it.end));
    all.dedup();
    all
}

fn name(
    term: &Term,
    at: Position,
    (depth, property): (usize, Property),
    all: &mut Vec<crate::text::Span>,
) {
    if let Term::Read(it) = term
        && !it.is_before
        && at.is_value
        && it.property == property
    {
        all.push(it.span);
    }
    for part in parts(term, at, depth) {
        let deeper = usize::from(!matches!(part.binds, Binds::Nothing));
        name(part.term, part.position, (depth + deeper, property), all);
    }
}

/// The slots that a call may change, from one state to another. The stack holds `self`, the arguments and the result.
///
/// # Errors
/// Where a number on the way is beyond all that the tool calculates with.
pub fn released(
    world: &World<'_>,
    operation: &Operation,
    stack: &[Value],
    is_open: bool,
) -> Result<BTreeSet<usize>, Beyond> {
    let mut slots = BTreeSet::new();
    if is_open {
        slots.extend(0..world.model.layout.slots.len());
        return Ok(slots);
    }
    let mut stack = stack.to_vec();
    if let Some(paths) = &operation.modifies {
        let before = World::of_state(world.model, world.before);
        for path in paths {
            let source = before.evaluate(&path.source, &mut stack)?;
            release(world.model, &source, path.property, &mut slots);
        }
        return Ok(slots);
    }
    for clause in &operation.post {
        walk(world, &clause.term, WHOLE, &mut stack, &mut slots)?;
    }
    Ok(slots)
}

/// The slots that a term of a postcondition names without `@pre`, from one state to another.
///
/// # Errors
/// As of [`released`].
pub fn named_in(
    world: &World<'_>,
    term: &Term,
    stack: &[Value],
) -> Result<BTreeSet<usize>, Beyond> {
    let mut slots = BTreeSet::new();
    walk(world, term, WHOLE, &mut stack.to_vec(), &mut slots)?;
    Ok(slots)
}

fn walk(
    world: &World<'_>,
    term: &Term,
    at: Position,
    stack: &mut Vec<Value>,
    slots: &mut BTreeSet<usize>,
) -> Result<(), Beyond> {
    if let Term::Read(it) = term
        && at.is_value
    {
        named(world, it, stack, slots)?;
    }
    for part in parts(term, at, stack.len()) {
        let values = match part.binds {
            Binds::Nothing => {
                walk(world, part.term, part.position, stack, slots)?;
                continue;
            }
            Binds::Value(it) => vec![world.evaluate(it, stack)?],
            Binds::Each(it) => world.evaluate(it, stack)?.elements().unwrap_or_default(),
        };
        for value in values {
            stack.push(value);
            let walked = walk(world, part.term, part.position, stack, slots);
            stack.pop();
            walked?;
        }
    }
    Ok(())
}

fn named(
    world: &World<'_>,
    read: &Read,
    stack: &mut Vec<Value>,
    slots: &mut BTreeSet<usize>,
) -> Result<(), Beyond> {
    if !read.is_before {
        let source = world.evaluate(&read.source, stack)?;
        release(world.model, &source, read.property, slots);
    }
    Ok(())
}

/// Releases a property of some objects; of an end all links.
fn release(model: &ClassModel, source: &Value, property: Property, slots: &mut BTreeSet<usize>) {
    for it in source.elements().unwrap_or_default() {
        let Value::Object(object) = it else {
            continue;
        };
        match property {
            Property::Attribute(attribute) => {
                slots.extend(model.layout.attributes.get(&(object, attribute)));
            }
            Property::End(end) => {
                let all = model.layout.links.iter();
                let own = all.filter(|((association, pair), _)| {
                    *association == end.association && pair[1 - end.side] == object
                });
                slots.extend(own.map(|it| it.1));
            }
        }
    }
}

/// The slots of some properties, of whichever object.
#[must_use]
pub fn slots_of(model: &ClassModel, properties: &BTreeSet<Property>) -> BTreeSet<usize> {
    let all = model.layout.slots.iter().enumerate();
    let has = |slot: &Slot| match *slot {
        Slot::Attribute { attribute, .. } => properties.contains(&Property::Attribute(attribute)),
        Slot::Link { association, .. } => [0, 1].into_iter().any(|side| {
            let end = super::super::ocl::term::EndId { association, side };
            properties.contains(&Property::End(end))
        }),
    };
    all.filter(|it| has(it.1)).map(|it| it.0).collect()
}
