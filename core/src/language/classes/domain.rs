//! The values of slots, parameters and results, and the number that stands for each in a state.
//!
//! Where null is one of the values, a number is a place in the list of all of them, null last: then every number has a name.

use std::sync::Arc;

use super::model::{ClassModel, Domain, DomainKind, Layout, Slot};
use super::ocl::value::Value;
use crate::expression::{Enumeration, Sort};

/// A range with more values is too large for a slot.
pub const MOST_VALUES: u64 = 1 << 16;

impl Domain {
    /// All values, in their order; plain integers are taken from `integers`.
    #[must_use]
    pub fn values(&self, model: &ClassModel, integers: (i64, i64)) -> Vec<Value> {
        let range = |low: i64, high: i64| (low..=high).map(|it| Value::Integer(it.into()));
        let mut values: Vec<_> = match self.kind {
            DomainKind::Boolean => [false, true].map(Value::Boolean).into(),
            DomainKind::Range(low, high) => range(low, high).collect(),
            DomainKind::Integer => range(integers.0, integers.1).collect(),
            DomainKind::Text => (0..model.texts.len()).map(Value::Text).collect(),
            DomainKind::Enumeration(it) => {
                let count = model.enumerations[it].literals.len();
                (0..count).map(Value::Literal).collect()
            }
            DomainKind::Objects(class) => model.objects_of(class).map(Value::Object).collect(),
        };
        values.extend(self.is_optional.then_some(Value::Null));
        values
    }

    /// What the numbers of a slot stand for.
    #[must_use]
    pub fn sort(&self, model: &ClassModel) -> Sort {
        let range = match self.kind {
            DomainKind::Boolean if !self.is_optional => return Sort::Boolean,
            DomainKind::Range(low, high) => Some((low, high)),
            DomainKind::Integer => Some(model.integers),
            _ => None,
        };
        if let (Some(_), false) = (range, self.is_optional) {
            return Sort::Integer { range };
        }
        let values = self.values(model, model.integers);
        let literals = values.iter().map(|it| model.shown(self.kind, it));
        Sort::Enumeration(Arc::new(Enumeration {
            name: "value".into(),
            literals: literals.collect(),
        }))
    }

    /// The number of a value; `None` for what is no value of it.
    #[must_use]
    pub fn number(&self, model: &ClassModel, value: &Value) -> Option<i64> {
        if let (Value::Integer(it), false) = (value, self.is_optional) {
            let it = i64::try_from(*it).ok()?;
            let (low, high) = match self.kind {
                DomainKind::Range(low, high) => (low, high),
                DomainKind::Integer => model.integers,
                _ => return None,
            };
            return (low..=high).contains(&it).then_some(it);
        }
        let (low, high) = match self.kind {
            DomainKind::Range(low, high) => (low, high),
            _ => model.integers,
        };
        let place = match (value, self.kind) {
            (Value::Boolean(it), DomainKind::Boolean) => usize::from(*it),
            (Value::Literal(it), DomainKind::Enumeration(_)) => *it,
            (Value::Text(it), DomainKind::Text) => *it,
            (Value::Object(it), DomainKind::Objects(class)) => {
                model.objects_of(class).position(|other| other == *it)?
            }
            (Value::Integer(it), DomainKind::Range(..) | DomainKind::Integer) => {
                let fits = (i128::from(low)..=i128::from(high)).contains(it);
                usize::try_from(it - i128::from(low))
                    .ok()
                    .filter(|_| fits)?
            }
            (Value::Null, _) if self.is_optional => self.size(model),
            _ => return None,
        };
        i64::try_from(place).ok()
    }

    /// The value of a number.
    #[must_use]
    pub fn value(&self, model: &ClassModel, number: i64) -> Option<Value> {
        let is_number = matches!(self.kind, DomainKind::Range(..) | DomainKind::Integer);
        if is_number && !self.is_optional {
            let value = Value::Integer(number.into());
            return self.number(model, &value).map(|_| value);
        }
        let place = usize::try_from(number).ok()?;
        if place >= self.size(model) {
            let is_null = self.is_optional && place == self.size(model);
            return is_null.then_some(Value::Null);
        }
        Some(match self.kind {
            DomainKind::Boolean => Value::Boolean(place == 1),
            DomainKind::Range(low, _) => Value::Integer(i128::from(low) + i128::from(number)),
            DomainKind::Integer => {
                Value::Integer(i128::from(model.integers.0) + i128::from(number))
            }
            DomainKind::Text => Value::Text(place),
            DomainKind::Enumeration(_) => Value::Literal(place),
            DomainKind::Objects(class) => Value::Object(model.objects_of(class).nth(place)?),
        })
    }

    /// How many values there are, null left out.
    fn size(&self, model: &ClassModel) -> usize {
        let range = |low: i64, high: i64| {
            let size = i128::from(high) - i128::from(low) + 1;
            usize::try_from(size).unwrap_or(0)
        };
        match self.kind {
            DomainKind::Boolean => 2,
            DomainKind::Range(low, high) => range(low, high),
            DomainKind::Integer => range(model.integers.0, model.integers.1),
            DomainKind::Text => model.texts.len(),
            DomainKind::Enumeration(it) => model.enumerations[it].literals.len(),
            DomainKind::Objects(class) => model.objects_of(class).count(),
        }
    }
}

/// The values of links.
const LINK: Domain = Domain {
    kind: DomainKind::Boolean,
    is_optional: false,
};

impl ClassModel {
    /// Whether something is a plain `Integer`, of which `integers a..b` bounds the analysis.
    #[must_use]
    pub fn has_plain_integers(&self) -> bool {
        let slots = (0..self.layout.slots.len()).map(|it| self.slot_domain(it).kind);
        let declared = self.operations.iter().flat_map(|it| {
            let parameters = it.parameters.iter().map(|it| it.1);
            parameters.chain(it.result).map(|it| it.kind)
        });
        slots.chain(declared).any(|it| it == DomainKind::Integer)
    }

    /// The values of a slot.
    #[must_use]
    pub fn slot_domain(&self, slot: usize) -> Domain {
        match self.layout.slots[slot] {
            Slot::Attribute { attribute, .. } => self.attributes[attribute].domain,
            Slot::Link { .. } => LINK,
        }
    }

    /// The name of a slot: `tl.green`, `HasButton(tl, b1)`.
    #[must_use]
    pub fn slot_name(&self, slot: usize) -> String {
        let object = |it: usize| &*self.objects[it].name;
        match self.layout.slots[slot] {
            Slot::Attribute {
                object: it,
                attribute,
            } => format!("{}.{}", object(it), self.attributes[attribute].name),
            Slot::Link {
                association,
                objects: [one, other],
            } => {
                let name = &self.associations[association].name;
                format!("{name}({}, {})", object(one), object(other))
            }
        }
    }

    /// A value in words.
    #[must_use]
    pub fn shown(&self, kind: DomainKind, value: &Value) -> String {
        match (value, kind) {
            (Value::Boolean(it), _) => it.to_string(),
            (Value::Integer(it), _) => it.to_string(),
            (Value::Literal(it), DomainKind::Enumeration(of)) => {
                self.enumerations[of].literals[*it].clone()
            }
            (Value::Text(it), _) => format!("\"{}\"", self.texts[*it]),
            (Value::Object(it), _) => self.objects[*it].name.clone(),
            (Value::Null, _) => "null".into(),
            _ => "invalid".into(),
        }
    }

    /// The slots that the objects have: links first, each association together.
    pub(super) fn lay_out(&mut self) {
        let mut layout = Layout::default();
        for (association, it) in self.associations.iter().enumerate() {
            for one in self.objects_of(it.ends[0].class) {
                for other in self.objects_of(it.ends[1].class) {
                    let objects = [one, other];
                    layout
                        .links
                        .insert((association, objects), layout.slots.len());
                    layout.slots.push(Slot::Link {
                        association,
                        objects,
                    });
                }
            }
        }
        for (object, it) in self.objects.iter().enumerate() {
            for (attribute, declared) in self.attributes.iter().enumerate() {
                if self.is_a(it.class, declared.class) {
                    layout
                        .attributes
                        .insert((object, attribute), layout.slots.len());
                    layout.slots.push(Slot::Attribute { object, attribute });
                }
            }
        }
        self.layout = layout;
    }
}
