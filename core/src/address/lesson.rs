//! Places among the lessons: the path of all of them, `lessons`, or a slide, `lesson=04/2`. The first slide goes unnamed.

use crate::lesson::PATH;

/// The fragment of the path of the lessons.
const LESSONS: &str = "lessons";
/// How the fragment of a lesson begins.
const LESSON: &str = "lesson=";
/// Characters of what a user wrote that are said again.
const SHOWN: usize = 12;

/// A place among the lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The path of all lessons.
    Path,
    /// A slide of a lesson: the position of the lesson in [`PATH`], and that of the slide, both from 0. How many slides
    /// there are is known to the lesson.
    Slide(usize, usize),
}

impl Place {
    /// Its fragment, without `#`.
    #[must_use]
    pub fn fragment(self) -> String {
        match self {
            Self::Path => LESSONS.to_owned(),
            Self::Slide(lesson, 0) => format!("{LESSON}{:02}", lesson + 1),
            Self::Slide(lesson, slide) => format!("{LESSON}{:02}/{}", lesson + 1, slide + 1),
        }
    }
}

/// The place that is the first word of a fragment; `None` where it names none, and the beginning of a lesson's name that
/// does not exist.
pub(super) fn read(word: &str) -> Option<Result<Place, String>> {
    if word == LESSONS {
        return Some(Ok(Place::Path));
    }
    let named = word.strip_prefix(LESSON)?;
    Some(slide(named).ok_or_else(|| named.chars().take(SHOWN).collect()))
}

/// The slide that is written as `04` or `04/2`.
fn slide(named: &str) -> Option<Place> {
    let (lesson, slide) = named.split_once('/').unwrap_or((named, "1"));
    let from_one = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
    let (lesson, slide) = (from_one(lesson)?, from_one(slide)?);
    (lesson < PATH.len()).then_some(Place::Slide(lesson, slide))
}
