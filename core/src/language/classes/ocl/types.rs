//! Types of expressions.

use crate::language::classes::model::ClassModel;

/// What an expression can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// Anything: null, invalid, or what could not be read and has been reported.
    Any,
    /// `Boolean`
    Boolean,
    /// `Integer`
    Integer,
    /// `String`
    Text,
    /// An enumeration, by its number.
    Enumeration(usize),
    /// Objects of a class, by its number.
    Object(usize),
    /// A set.
    Set(Box<Type>),
    /// A bag.
    Bag(Box<Type>),
}

impl Type {
    /// The type of the elements behind `->`.
    #[must_use]
    pub fn element(&self) -> Self {
        match self {
            Self::Set(it) | Self::Bag(it) => (**it).clone(),
            one => one.clone(),
        }
    }

    /// Whether it is a set or a bag.
    #[must_use]
    pub fn is_collection(&self) -> bool {
        matches!(self, Self::Set(_) | Self::Bag(_))
    }

    /// The type that both belong to; `None` where there is none.
    #[must_use]
    pub fn join(&self, other: &Self, model: &ClassModel) -> Option<Self> {
        match (self, other) {
            (Self::Any, it) | (it, Self::Any) => Some(it.clone()),
            (Self::Object(one), Self::Object(other)) => {
                let mut above = model.classes[*one].lineage.iter();
                let common = above.find(|it| model.classes[*other].lineage.contains(it))?;
                Some(Self::Object(*common))
            }
            (Self::Set(one), Self::Set(other)) => {
                Some(Self::Set(Box::new(one.join(other, model)?)))
            }
            (Self::Set(one) | Self::Bag(one), Self::Set(other) | Self::Bag(other)) => {
                Some(Self::Bag(Box::new(one.join(other, model)?)))
            }
            (one, other) => (one == other).then(|| one.clone()),
        }
    }

    /// Whether two values can be the same.
    #[must_use]
    pub fn is_comparable(&self, other: &Self, model: &ClassModel) -> bool {
        match (self, other) {
            (Self::Set(one), Self::Set(other)) | (Self::Bag(one), Self::Bag(other)) => {
                one.is_comparable(other, model)
            }
            (Self::Set(_) | Self::Bag(_), Self::Set(_) | Self::Bag(_)) => false,
            _ => self.join(other, model).is_some(),
        }
    }

    /// What it is, for a sentence.
    #[must_use]
    pub fn shown(&self, model: &ClassModel) -> String {
        match self {
            Self::Any => "anything".into(),
            Self::Boolean => "a Boolean".into(),
            Self::Integer => "an Integer".into(),
            Self::Text => "a String".into(),
            Self::Enumeration(it) => format!("a value of `{}`", model.enumerations[*it].name),
            Self::Object(it) => format!("an object of `{}`", model.classes[*it].name),
            Self::Set(_) => "a set".into(),
            Self::Bag(_) => "a bag".into(),
        }
    }
}
