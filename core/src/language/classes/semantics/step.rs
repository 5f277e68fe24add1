//! The step relation: which calls lead from a valid state to which.
//!
//! σ –c→ σ' iff both are valid, every precondition is true in σ, every postcondition is true over (σ, σ'), for some result, and
//! every slot that is not released by the frame of c is the same in both ([`is_step`]). [`successors`] lists all σ' of a call:
//! it fills the slots that may be released, and asks of each what [`is_step`] asks. What a postcondition says to be equal to something known is
//! not tried with other values, since all of them would be refused.

use std::collections::BTreeSet;

use super::super::model::{ClassModel, Domain, DomainKind, Operation};
use super::super::ocl::ast::Operator;
use super::super::ocl::evaluate::{Beyond, World};
use super::super::ocl::operations::Iterator;
use super::super::ocl::term::{EndId, Property, Read, Term};
use super::super::ocl::value::Value;
use super::release::{occurrences, released, slots_of};
use super::search::{Tried, fill};
use super::valid::{Guards, is_valid};
use crate::system::Flow;

/// A slot, and the values that are tried there.
type Candidates = (usize, Vec<Value>);

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The object.
    pub object: usize,
    /// The operation.
    pub operation: usize,
    /// The arguments.
    pub arguments: Vec<Value>,
}

impl Call {
    /// Operation and arguments: `requesting()`.
    #[must_use]
    pub fn message(&self, model: &ClassModel) -> String {
        let operation = &model.operations[self.operation];
        let arguments = self.arguments.iter().zip(&operation.parameters);
        let arguments: Vec<_> = arguments
            .map(|(it, (_, domain))| model.shown(domain.kind, it))
            .collect();
        format!("{}({})", operation.name, arguments.join(", "))
    }

    /// The whole call: `b1.requesting()`.
    #[must_use]
    pub fn shown(&self, model: &ClassModel) -> String {
        let object = &model.objects[self.object].name;
        format!("{object}.{}", self.message(model))
    }
}

/// How steps are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Whether nothing is kept.
    pub is_open: bool,
    /// Which invariants the state after the call has to keep.
    pub guards: Guards,
    /// The integers that are tried in plain `Integer` slots after the call.
    pub integers: (i64, i64),
    /// Whether such a slot can also hold any other integer that a postcondition says it equals.
    pub is_wide: bool,
}

impl Frame {
    /// The frame of a model's own steps.
    #[must_use]
    pub fn of(model: &ClassModel, is_open: bool) -> Self {
        Self {
            is_open,
            guards: Guards::All,
            integers: model.integers,
            is_wide: false,
        }
    }

    /// Whether a call of an operation may change everything.
    fn keeps_nothing(self, operation: &Operation) -> bool {
        self.is_open || operation.keeps_nothing
    }
}

/// More calls are a finding.
pub const MOST_CALLS: usize = 4_096;

/// All calls, in the order of objects, operations and arguments; plain `Integer` parameters are taken from `integers`. Ends
/// after [`MOST_CALLS`].
#[must_use]
pub fn calls(model: &ClassModel, integers: (i64, i64)) -> Vec<Call> {
    const MOST: usize = MOST_CALLS;
    let mut all = Vec::new();
    for (object, it) in model.objects.iter().enumerate() {
        for (operation, declared) in model.operations.iter().enumerate() {
            if model.operation_of(it.class, &declared.name) != Some(operation) {
                continue;
            }
            let mut lists = vec![Vec::new()];
            for (_, domain) in &declared.parameters {
                let values = domain.values(model, integers);
                let longer = lists.iter().flat_map(|list: &Vec<Value>| {
                    values.iter().map(|value| {
                        let mut list = list.clone();
                        list.push(value.clone());
                        list
                    })
                });
                lists = longer.take(MOST).collect();
            }
            all.extend(lists.into_iter().map(|arguments| Call {
                object,
                operation,
                arguments,
            }));
            if all.len() >= MOST {
                all.truncate(MOST);
                return all;
            }
        }
    }
    all
}

/// Whether a call leads from one valid state to another: the definition.
///
/// # Errors
/// Where a number on the way is beyond all that the tool calculates with.
pub fn is_step(
    model: &ClassModel,
    frame: Frame,
    before: &[Value],
    call: &Call,
    after: &[Value],
) -> Result<bool, Beyond> {
    Ok(is_possible(model, before, call)?
        && is_kept(model, frame, before, call, after)?
        && is_valid(model, after, frame.guards)?)
}

/// What the operation of a call finds on the stack.
fn stack(call: &Call) -> Vec<Value> {
    let own = [Value::Object(call.object)].into_iter();
    own.chain(call.arguments.iter().cloned()).collect()
}

/// What the operation of a call finds on the stack after it: `self`, the arguments, and each result that it can have.
#[must_use]
pub fn stacks(model: &ClassModel, frame: Frame, call: &Call) -> Vec<Vec<Value>> {
    with_results(
        model,
        frame,
        &model.operations[call.operation],
        &stack(call),
    )
}

/// The stack with each result that the operation can have.
fn with_results(
    model: &ClassModel,
    frame: Frame,
    operation: &Operation,
    own: &[Value],
) -> Vec<Vec<Value>> {
    match operation.result {
        None => vec![own.to_vec()],
        Some(domain) => {
            let results = domain.values(model, frame.integers).into_iter();
            results
                .map(|it| own.iter().cloned().chain([it]).collect())
                .collect()
        }
    }
}

/// Whether every precondition is true.
fn is_possible(model: &ClassModel, before: &[Value], call: &Call) -> Result<bool, Beyond> {
    let world = World::of_state(model, before);
    let stack = stack(call);
    let pre = model.operations[call.operation].pre.iter();
    for clause in pre.filter(|it| !it.is_waived) {
        if !world.holds(&clause.term, &stack)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether, for some result, every postcondition is true and only what is released differs.
fn is_kept(
    model: &ClassModel,
    frame: Frame,
    before: &[Value],
    call: &Call,
    after: &[Value],
) -> Result<bool, Beyond> {
    let operation = &model.operations[call.operation];
    let world = World {
        model,
        before,
        after,
    };
    'results: for stack in with_results(model, frame, operation, &stack(call)) {
        for clause in operation.post.iter().filter(|it| !it.is_waived) {
            if !world.holds(&clause.term, &stack)? {
                continue 'results;
            }
        }
        let changed = (0..before.len()).filter(|it| before[*it] != after[*it]);
        let changed: Vec<_> = changed.collect();
        if changed.is_empty() || frame.keeps_nothing(operation) {
            return Ok(true);
        }
        let released = released(&world, operation, &stack, false)?;
        if changed.iter().all(|it| released.contains(it)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Every state that a call leads to from a valid state.
///
/// # Errors
/// Where a number on the way is beyond all that the tool calculates with: then some may be missing.
pub fn successors(
    model: &ClassModel,
    frame: Frame,
    before: &[Value],
    call: &Call,
    tried: &mut Tried,
    visit: &mut dyn FnMut(&[Value]) -> Flow,
) -> Result<Flow, Beyond> {
    if !is_possible(model, before, call)? {
        return Ok(Flow::Continue(()));
    }
    let Some(slots) = candidates(model, frame, before, call)? else {
        return Ok(Flow::Continue(()));
    };
    let mut beyond = false;
    let mut state = before.to_vec();
    let flow = fill(model, &mut state, &slots, tried, &mut |after, tried| {
        if !tried.goes_on() {
            return Flow::Break(());
        }
        // Its preconditions are true, and need not be asked again.
        let leads = is_kept(model, frame, before, call, after)
            .and_then(|it| Ok(it && is_valid(model, after, frame.guards)?));
        match leads {
            Ok(true) => visit(after),
            Ok(false) => Flow::Continue(()),
            Err(Beyond) => {
                beyond = true;
                Flow::Continue(())
            }
        }
    });
    match beyond {
        true => Err(Beyond),
        false => Ok(flow),
    }
}

/// The properties that an operation may change, of whichever object.
#[must_use]
pub fn changeable_properties(
    model: &ClassModel,
    frame: Frame,
    operation: &Operation,
) -> BTreeSet<Property> {
    match (frame.keeps_nothing(operation), &operation.modifies) {
        (true, _) => model.all_properties().collect(),
        (false, Some(paths)) => paths.iter().map(|it| it.property).collect(),
        (false, None) => {
            let found = occurrences(operation).into_iter();
            found.filter(|it| it.1.is_released).map(|it| it.0).collect()
        }
    }
}

/// Slots outside of which a call changes nothing: those that its frame may release.
///
/// # Errors
/// Where a number on the way is beyond all that the tool calculates with.
pub fn changeable(
    model: &ClassModel,
    frame: Frame,
    before: &[Value],
    call: &Call,
) -> Result<BTreeSet<usize>, Beyond> {
    let operation = &model.operations[call.operation];
    let world = World::of_state(model, before);
    let properties = changeable_properties(model, frame, operation);
    let own = stack(call);
    let is_open = frame.keeps_nothing(operation);
    if is_open || operation.modifies.is_some() {
        return released(&world, operation, &own, is_open);
    }
    // Where what is released depends on something that is released, any object may be meant.
    let mut found = occurrences(operation).into_iter();
    if found.any(|it| it.1.is_source && touches(&properties, it.0)) {
        return Ok(slots_of(model, &properties));
    }
    let mut slots = BTreeSet::new();
    for stack in with_results(model, frame, operation, &own) {
        slots.extend(released(&world, operation, &stack, false)?);
    }
    Ok(slots)
}

/// The slots that may differ after a call, with the values that are tried there; `None` where there is none for one of them.
fn candidates(
    model: &ClassModel,
    frame: Frame,
    before: &[Value],
    call: &Call,
) -> Result<Option<Vec<Candidates>>, Beyond> {
    let operation = &model.operations[call.operation];
    let world = World::of_state(model, before);
    let properties = changeable_properties(model, frame, operation);
    let mut all = Vec::new();
    let fixed = fixed(&world, operation, &stack(call), &properties)?;
    for slot in changeable(model, frame, before, call)? {
        let domain = model.slot_domain(slot);
        let said = fixed.iter().filter(|it| it.0 == slot);
        let mut said = said.map(|it| &it.1);
        let values = match said.next() {
            Some(value) if said.all(|it| it == value) && is_in(model, frame, domain, value) => {
                vec![value.clone()]
            }
            Some(_) => return Ok(None),
            None => domain.values(model, frame.integers),
        };
        all.push((slot, values));
    }
    Ok(Some(all))
}

/// Whether two properties share slots: the two ends of an association do.
fn touches(properties: &BTreeSet<Property>, property: Property) -> bool {
    match property {
        Property::Attribute(_) => properties.contains(&property),
        Property::End(it) => [0, 1].into_iter().any(|side| {
            let end = EndId { side, ..it };
            properties.contains(&Property::End(end))
        }),
    }
}

fn is_in(model: &ClassModel, frame: Frame, domain: Domain, value: &Value) -> bool {
    match (value, domain.kind) {
        (Value::Integer(it), DomainKind::Range(low, high)) => {
            (low.into()..=high.into()).contains(it)
        }
        (Value::Integer(it), DomainKind::Integer) => {
            frame.is_wide || (frame.integers.0.into()..=frame.integers.1.into()).contains(it)
        }
        _ => domain.values(model, frame.integers).contains(value),
    }
}

/// Slots of which a postcondition says that they equal something known before the call.
fn fixed(
    world: &World<'_>,
    operation: &Operation,
    stack: &[Value],
    properties: &BTreeSet<Property>,
) -> Result<Vec<(usize, Value)>, Beyond> {
    let mut said = Said {
        world,
        properties,
        has_result: operation.result.is_some(),
        all: Vec::new(),
    };
    for clause in operation.post.iter().filter(|it| !it.is_waived) {
        said.by(&clause.term, &mut stack.to_vec())?;
    }
    Ok(said.all)
}

/// What postconditions say of slots.
struct Said<'s> {
    world: &'s World<'s>,
    properties: &'s BTreeSet<Property>,
    has_result: bool,
    all: Vec<(usize, Value)>,
}

impl Said<'_> {
    /// Whether a term has the same value before and after the call. The result is not on the stack, so it is not known.
    fn is_known(&self, term: &Term, stack: &[Value]) -> bool {
        let mut known = true;
        term.each_read(&mut |it| known &= it.is_before || !touches(self.properties, it.property));
        known && !names_above(term, stack.len())
    }

    /// What is true of slots where a term is.
    fn by(&mut self, term: &Term, stack: &mut Vec<Value>) -> Result<(), Beyond> {
        match term {
            Term::Read(it) => self.equals(it, Value::Boolean(true), stack)?,
            Term::Not(it) => {
                if let Term::Read(it) = &**it {
                    self.equals(it, Value::Boolean(false), stack)?;
                }
            }
            Term::Chain(first, rest) if rest.iter().all(|it| it.0 == Operator::And) => {
                self.by(first, stack)?;
                for (_, it) in rest {
                    self.by(it, stack)?;
                }
            }
            Term::Chain(left, rest) => match rest.as_slice() {
                [(Operator::Equal, right)] => {
                    for (one, other) in [(&**left, right), (right, &**left)] {
                        if let Term::Read(it) = one
                            && self.is_known(other, stack)
                        {
                            let value = self.world.evaluate(other, stack)?;
                            self.equals(it, value, stack)?;
                        }
                    }
                }
                [(Operator::Implies, right)]
                    if self.is_known(left, stack)
                        && self.world.evaluate(left, stack)?.is_true() =>
                {
                    self.by(right, stack)?;
                }
                _ => {}
            },
            Term::Iterate(Iterator::ForAll, parts) if self.is_known(&parts[0], stack) => {
                let source = self.world.evaluate(&parts[0], stack)?;
                // With the result, variables would stand one place higher.
                let elements = source.elements().filter(|_| !self.has_result);
                for element in elements.unwrap_or_default() {
                    stack.push(element);
                    let said = self.by(&parts[1], stack);
                    stack.pop();
                    said?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn equals(&mut self, read: &Read, value: Value, stack: &mut Vec<Value>) -> Result<(), Beyond> {
        if read.is_before || !self.is_known(&read.source, stack) {
            return Ok(());
        }
        let Value::Object(object) = self.world.evaluate(&read.source, stack)? else {
            return Ok(());
        };
        let model = self.world.model;
        match read.property {
            Property::Attribute(attribute) => {
                let place = model.layout.attributes.get(&(object, attribute));
                self.all.extend(place.map(|it| (*it, value)));
            }
            Property::End(end) => self.links_to(object, end, &value),
        }
        Ok(())
    }

    /// An object is linked with these at an end, and with no other.
    fn links_to(&mut self, object: usize, end: EndId, value: &Value) {
        let model = self.world.model;
        let linked = match (value, model.end(end).is_single()) {
            (Value::Object(other), true) => vec![Value::Object(*other)],
            (Value::Null, true) => Vec::new(),
            (Value::Set(all), false) => all.iter().cloned().collect(),
            // Whatever the links are, the end has no such value.
            _ => return,
        };
        for other in model.objects_of(model.end(end).class) {
            let mut pair = [object; 2];
            pair[end.side] = other;
            if let Some(place) = model.layout.links.get(&(end.association, pair)) {
                let is_linked = linked.contains(&Value::Object(other));
                self.all.push((*place, Value::Boolean(is_linked)));
            }
        }
    }
}

/// Whether a term names the result, which is not known before the call; variables of its own stand higher up.
fn names_above(term: &Term, height: usize) -> bool {
    let mut found = matches!(term, Term::Variable(it) if *it >= height);
    term.each_part(&mut |it| found |= names_above(it, height));
    found
}
