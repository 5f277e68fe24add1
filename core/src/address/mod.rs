//! Addresses of the page: the one place that reads what stands behind the `#` of a link, and writes it.
//!
//! | form | what it opens |
//! |---|---|
//! | nothing | the page as it is |
//! | `m1=…`, then any of `&check=2`, `&step=4`, `&select=120-131`, `&hand=…`, `&runs=…` | a model, at a moment |
//! | `lessons` | the path of the lessons |
//! | `lesson=04/2`, then `&m1=…` with an attempt | a slide of a lesson |
//!
//! How a model is packed is [`crate::interchange::share`]'s, versioned there; how a run made by hand is written is [`run`]'s.
//! Users count checks, lessons and slides from 1, and so do addresses; everything else counts from 0. What is not known
//! behind the first word is passed over, so that older pages open newer links. A new form is a member of [`Address`], a
//! branch of [`Address::read`] and of [`Address::fragment`], and rows with recorded links in `tests/recorded`.

mod action;
mod lesson;
mod moment;
pub mod run;

use std::fmt;

pub use lesson::Place;
pub use moment::Moment;

use crate::interchange::share::{self, LinkError};

/// What an address names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// Nothing but the page.
    Page,
    /// A model.
    Model(Moment),
    /// A place among the lessons, and the attempt that the link holds.
    Lesson(Place, Option<String>),
}

/// Why an address cannot be opened; as a text, what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressError {
    /// It is meant to hold a model.
    Model(LinkError),
    /// It is meant to hold an attempt at a task of a lesson.
    Attempt(LinkError),
    /// There is no such lesson: its beginning as it is written.
    NoLesson(String),
}

impl AddressError {
    /// Whether it is meant to lead to a lesson: then the path of the lessons is a way on.
    #[must_use]
    pub fn is_about_lessons(&self) -> bool {
        !matches!(self, Self::Model(_))
    }
}

impl fmt::Display for AddressError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Model(error) | Self::Attempt(error) => error.fmt(formatter),
            Self::NoLesson(named) => {
                let count = crate::lesson::PATH.len();
                write!(
                    formatter,
                    "There is no lesson “{named}”: the lessons are 1 to {count}."
                )
            }
        }
    }
}

impl std::error::Error for AddressError {}

impl Address {
    /// Reads a fragment, with or without its `#`. Linear in it; takes no more memory than the largest text does.
    ///
    /// # Errors
    /// What is wrong, for the user who opened the link.
    pub fn read(fragment: &str) -> Result<Self, AddressError> {
        if fragment.is_empty() {
            return Ok(Self::Page);
        }
        let fragment = fragment.trim_start_matches('#');
        let (first, rest) = fragment.split_once('&').unwrap_or((fragment, ""));
        match lesson::read(first) {
            None => Moment::read(fragment)
                .map(Self::Model)
                .map_err(AddressError::Model),
            Some(Err(named)) => Err(AddressError::NoLesson(named)),
            Some(Ok(Place::Path)) => Ok(Self::Lesson(Place::Path, None)),
            Some(Ok(place)) => {
                let mut parameters = rest.split('&');
                let has_attempt = parameters.any(|it| it.starts_with('m') && it.contains('='));
                let attempt = has_attempt.then(|| share::decode(rest)).transpose();
                let attempt = attempt.map_err(AddressError::Attempt)?;
                Ok(Self::Lesson(place, attempt.map(|it| it.text)))
            }
        }
    }

    /// The fragment that [`Self::read`] reads as this, without `#`; the path of the lessons holds no attempt.
    #[must_use]
    pub fn fragment(&self) -> String {
        match self {
            Self::Page => String::new(),
            Self::Model(moment) => moment.fragment(),
            Self::Lesson(place @ Place::Slide(..), Some(attempt)) => {
                let model = share::encode(attempt);
                let model = model.trim_start_matches('#');
                format!("{}&{model}", place.fragment())
            }
            Self::Lesson(place, _) => place.fragment(),
        }
    }
}
