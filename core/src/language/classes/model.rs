//! What a text about classes means: classes flattened, names looked up, and one slot for each value that a state holds.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ocl::term::{EndId, Property, Term};
use super::ocl::types::Type;
use super::ocl::value::Value;
use crate::expression::Enumeration;
use crate::language::questions::{ExpectedAnswer, PropertySubject};
use crate::text::Span;

/// A model of classes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassModel {
    /// The enumerations.
    pub enumerations: Vec<Arc<Enumeration>>,
    /// The classes.
    pub classes: Vec<Class>,
    /// The attributes of all classes.
    pub attributes: Vec<Attribute>,
    /// The associations.
    pub associations: Vec<Association>,
    /// The operations with contracts, of all classes.
    pub operations: Vec<Operation>,
    /// The invariants of all classes.
    pub invariants: Vec<Invariant>,
    /// The integers of plain `Integer`.
    pub integers: (i64, i64),
    /// The texts that a String can be, those of the text first.
    pub texts: Vec<String>,
    /// The objects.
    pub objects: Vec<Object>,
    /// The slots of a state.
    pub layout: Layout,
    /// What each slot holds at the start; `None` where that is open.
    pub start: Vec<Option<Value>>,
    /// Where it is fine to end: one of these is true.
    pub finals: Vec<Term>,
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
    /// The checks.
    pub checks: Vec<Check>,
}

/// A class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// Whether it has no objects of its own.
    pub is_abstract: bool,
    /// The class itself, then all that it inherits from, the nearest first.
    pub lineage: Vec<usize>,
    /// Where it is declared.
    pub span: Span,
}

/// The values that a slot or parameter can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domain {
    /// What they are.
    pub kind: DomainKind,
    /// Whether null is one more.
    pub is_optional: bool,
}

/// What the values of a slot are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DomainKind {
    /// Truth values.
    Boolean,
    /// A range that is a part of the model.
    Range(i64, i64),
    /// The integers of the analysis.
    Integer,
    /// Texts.
    Text,
    /// Literals.
    Enumeration(usize),
    /// Objects of a class.
    Objects(usize),
}

/// An attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub class: usize,
    /// Its values.
    pub domain: Domain,
    /// What it starts with, where nothing else is said.
    pub value: Option<Value>,
    /// Where it is declared.
    pub span: Span,
}

/// An association.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Association {
    /// Its name.
    pub name: String,
    /// Its ends.
    pub ends: [End; 2],
    /// Where it is declared.
    pub span: Span,
}

impl Association {
    /// The end from which links are told as a property of the object at the other end, `b1.borrower = ann`: one with at most one object
    /// where there is such an end, the second before the first, else the second.
    #[must_use]
    pub fn told_side(&self) -> usize {
        let [first, second] = &self.ends;
        usize::from(second.is_single() || !first.is_single())
    }
}

/// An end of an association.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The class of the objects here.
    pub class: usize,
    /// Its name for those at the other end.
    pub role: String,
    /// How few there are for each object at the other end.
    pub low: u32,
    /// How many at most; `None` for any number.
    pub high: Option<u32>,
    /// Whether there may be any number all the same ([`super::waive`]).
    pub is_waived: bool,
    /// Where it is declared.
    pub span: Span,
}

/// The role of an end where none is written: the name of its class with the first letter small.
#[must_use]
pub fn default_role(class: &str) -> String {
    let mut letters = class.chars();
    let first = letters.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(letters).collect()
}

impl End {
    /// Whether navigation leads to one object and not to a set.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.high.is_some_and(|it| it <= 1)
    }
}

/// A clause of a contract, or an invariant's condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Its name; may be empty.
    pub name: String,
    /// What it says.
    pub term: Term,
    /// The whole clause.
    pub span: Span,
    /// Whether it need not be true ([`super::waive`]).
    pub is_waived: bool,
}

/// An operation with a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub class: usize,
    /// Its parameters.
    pub parameters: Vec<(String, Domain)>,
    /// Its result.
    pub result: Option<Domain>,
    /// What is true before.
    pub pre: Vec<Clause>,
    /// What is true afterwards.
    pub post: Vec<Clause>,
    /// What may change, where the text says so.
    pub modifies: Option<Vec<Path>>,
    /// Whether it may change everything all the same ([`super::waive`]).
    pub keeps_nothing: bool,
    /// Where it is declared.
    pub span: Span,
}

/// Slots that may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Whose; `Instances` of a class for every object of it.
    pub source: Term,
    /// The property.
    pub property: Property,
}

/// An invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// Whose it is.
    pub class: usize,
    /// What is true of each object.
    pub clause: Clause,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: usize,
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// Its calls and conditions.
    pub sequence: Sequence,
}

/// Calls in their order, with what is true between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    /// Each call with the conditions before it.
    pub calls: Vec<(Vec<Term>, Pattern)>,
    /// The conditions after the last call.
    pub last: Vec<Term>,
}

/// Some calls: of an operation's name, by whichever operation an object answers to that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Of this object; `None` for any of the class.
    pub object: Option<usize>,
    /// The class that the text names, or that of its object. Objects of classes that inherit from it are its objects.
    pub class: usize,
    /// The operation that objects of just this class answer with; those that inherit from it may have another one of its name.
    pub operation: usize,
    /// With so many arguments, these; `None` for any. Empty for any at all.
    pub arguments: Vec<Option<Value>>,
}

/// Where runs start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum From {
    /// In the valid states that agree with `system`.
    System,
    /// In any valid state in which this is true.
    Valid(Term),
}

/// A check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What is asked.
    pub subject: Subject,
    /// Whether its text names a scenario; a call by itself is reached like a goal.
    pub is_scenario: bool,
    /// Where runs start.
    pub from: From,
    /// Whether nothing is kept.
    pub is_open: bool,
    /// The bound in calls.
    pub within: Option<u32>,
    /// The expected answer.
    pub expected: Option<ExpectedAnswer>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A question about conditions.
    Property(PropertySubject<Term>),
    /// Calls that happen; strictly, or with others between them.
    Calls(Sequence, bool),
    /// Whether calls keep an invariant by themselves; all of them for `None`.
    Preserves(Option<usize>),
    /// Whether there is a state to start in.
    Consistent,
    /// Whether an invariant follows from the others; each of them for `None`.
    Independent(Option<usize>),
}

/// The slots of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The slots in their order: links first.
    pub slots: Vec<Slot>,
    /// The slots of attributes.
    pub attributes: BTreeMap<(usize, usize), usize>,
    /// The slots of links.
    pub links: BTreeMap<(usize, [usize; 2]), usize>,
}

/// A value that a state holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// An attribute of an object.
    Attribute {
        /// The object.
        object: usize,
        /// The attribute.
        attribute: usize,
    },
    /// Whether two objects are linked.
    Link {
        /// The association.
        association: usize,
        /// The objects at its two ends.
        objects: [usize; 2],
    },
}

impl ClassModel {
    /// Whether a class is another one, or inherits from it.
    #[must_use]
    pub fn is_a(&self, class: usize, other: usize) -> bool {
        self.classes[class].lineage.contains(&other)
    }

    /// The objects of a class and of those that inherit from it.
    pub fn objects_of(&self, class: usize) -> impl Iterator<Item = usize> + '_ {
        let objects = self.objects.iter().enumerate();
        objects
            .filter(move |(_, it)| self.is_a(it.class, class))
            .map(|(number, _)| number)
    }

    /// An end of an association.
    #[must_use]
    pub fn end(&self, id: EndId) -> &End {
        &self.associations[id.association].ends[id.side]
    }

    /// The name of a property.
    #[must_use]
    pub fn property_name(&self, property: Property) -> &str {
        match property {
            Property::Attribute(it) => &self.attributes[it].name,
            Property::End(id) => &self.end(id).role,
        }
    }

    /// The class whose objects have a property.
    #[must_use]
    pub fn property_class(&self, property: Property) -> usize {
        match property {
            Property::Attribute(it) => self.attributes[it].class,
            Property::End(EndId { association, side }) => {
                self.associations[association].ends[1 - side].class
            }
        }
    }

    /// The properties of a class with a name: several where the text is at fault.
    pub fn properties<'m>(
        &'m self,
        class: usize,
        name: &'m str,
    ) -> impl Iterator<Item = Property> + 'm {
        let all = self.all_properties();
        all.filter(move |&it| {
            self.property_name(it) == name && self.is_a(class, self.property_class(it))
        })
    }

    /// All properties.
    pub fn all_properties(&self) -> impl Iterator<Item = Property> + '_ {
        let attributes = (0..self.attributes.len()).map(Property::Attribute);
        let ends = (0..self.associations.len())
            .flat_map(|association| [0, 1].map(|side| Property::End(EndId { association, side })));
        attributes.chain(ends)
    }

    /// The type of a property.
    #[must_use]
    pub fn property_type(&self, property: Property) -> Type {
        match property {
            Property::Attribute(it) => self.attributes[it].domain.kind.sort(),
            Property::End(id) => {
                let end = self.end(id);
                let one = Type::Object(end.class);
                match end.is_single() {
                    true => one,
                    false => Type::Set(Box::new(one)),
                }
            }
        }
    }

    /// The operation of a name that an object of a class answers to.
    #[must_use]
    pub fn operation_of(&self, class: usize, name: &str) -> Option<usize> {
        let mut lineage = self.classes[class].lineage.iter();
        lineage.find_map(|class| {
            let mut all = self.operations.iter();
            all.position(|it| it.class == *class && it.name == name)
        })
    }
}

impl DomainKind {
    /// The type of these values.
    #[must_use]
    pub fn sort(self) -> Type {
        match self {
            Self::Boolean => Type::Boolean,
            Self::Range(..) | Self::Integer => Type::Integer,
            Self::Text => Type::Text,
            Self::Enumeration(it) => Type::Enumeration(it),
            Self::Objects(it) => Type::Object(it),
        }
    }
}
