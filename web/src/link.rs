//! Between the fragment of an address and what it shows: a model, the path of the lessons (`#lessons`), or a slide of a
//! lesson (`#lesson=04/2`, with an attempt behind it: `&m1=…`). The format of models is the core's, versioned there.
//!
//! People count checks, lessons and slides from 1, and so do links; the page counts from 0.

use lockstep_core::interchange::share::{self, Shared};
use lockstep_core::lesson::PATH;

/// The fragment of the path of the lessons.
const LESSONS: &str = "lessons";
/// How the fragment of a lesson begins.
const LESSON: &str = "lesson=";

/// What an address names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A model.
    Model(Link),
    /// A place among the lessons, and the attempt that the link holds.
    Learn(Place, Option<String>),
}

/// A place among the lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The path of all lessons.
    Path,
    /// A slide of a lesson: the position of the lesson in [`PATH`], and that of the slide, both from 0. A lesson has
    /// its own say on how many slides there are.
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

    /// Its fragment with an attempt, with its `#`.
    #[must_use]
    pub fn with_attempt(self, attempt: &str) -> String {
        let model = share::encode(attempt);
        format!("#{}&{}", self.fragment(), model.trim_start_matches('#'))
    }
}

/// What a link shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The whole text.
    pub text: String,
    /// The selected check, from 0.
    pub check: Option<usize>,
    /// The step of its run.
    pub step: Option<usize>,
    /// What is selected in the text.
    pub select: Option<(u32, u32)>,
    /// The run that was made by hand.
    pub hand: Option<String>,
    /// What all runs are seen through, where they are shown.
    pub runs: Option<String>,
}

/// Reads a fragment, with or without its `#`.
///
/// # Errors
/// What is wrong and what to do, for whoever opened the link.
pub fn read(fragment: &str) -> Result<Address, String> {
    let fragment = fragment.trim_start_matches('#');
    let first = fragment.split('&').next().unwrap_or_default();
    if first == LESSONS {
        return Ok(Address::Learn(Place::Path, None));
    }
    let Some(named) = first.strip_prefix(LESSON) else {
        return Ok(Address::Model(model(fragment)?));
    };
    let place = place(named).ok_or_else(|| {
        let count = PATH.len();
        format!(
            "There is no lesson “{}”: the lessons are 1 to {count}.",
            short(named)
        )
    })?;
    let has_attempt = fragment
        .split('&')
        .any(|it| it.starts_with('m') && it.contains('='));
    let attempt = has_attempt.then(|| model(fragment)).transpose()?;
    Ok(Address::Learn(place, attempt.map(|it| it.text)))
}

/// Whether a fragment is meant to name a lesson.
#[must_use]
pub fn is_to_lesson(fragment: &str) -> bool {
    fragment.trim_start_matches('#').starts_with(LESSON)
}

/// The place that is written as `04` or `04/2`.
fn place(named: &str) -> Option<Place> {
    let (lesson, slide) = named.split_once('/').unwrap_or((named, "1"));
    let from_one = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
    let (lesson, slide) = (from_one(lesson)?, from_one(slide)?);
    (lesson < PATH.len()).then_some(Place::Slide(lesson, slide))
}

/// The beginning of what a user wrote.
fn short(written: &str) -> String {
    written.chars().take(12).collect()
}

fn model(fragment: &str) -> Result<Link, String> {
    let shared = share::decode(fragment).map_err(|error| error.to_string())?;
    Ok(Link {
        text: shared.text,
        check: shared
            .check
            .and_then(|check| (check as usize).checked_sub(1)),
        step: shared.step.map(|step| step as usize),
        select: shared.select,
        hand: shared.hand,
        runs: shared.runs,
    })
}

/// The fragment that shows this, with its `#`.
#[must_use]
pub fn write(link: &Link) -> String {
    // A number that does not fit is left out: the link then opens at the beginning.
    let shared = Shared {
        text: link.text.clone(),
        check: link.check.and_then(|check| u32::try_from(check + 1).ok()),
        step: link.step.and_then(|step| u32::try_from(step).ok()),
        select: link.select,
        hand: link.hand.clone(),
        runs: link.runs.clone(),
    };
    shared.encode()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_comes_back_and_its_check_is_counted_from_one() {
        let link = Link {
            text: "machine A {\n  [*] --> ε\n}\n".to_owned(),
            check: Some(1),
            step: Some(4),
            ..Link::default()
        };
        let fragment = write(&link);
        assert!(fragment.ends_with("&check=2&step=4"), "{fragment}");
        assert_eq!(read(&fragment), Ok(Address::Model(link)));
    }

    #[test]
    fn a_check_without_a_number_selects_nothing() {
        let fragment = format!("{}&check=0", share::encode("x"));
        assert_eq!(model(&fragment).map(|link| link.check), Ok(None));
        assert!(read("nonsense").is_err());
    }

    #[test]
    fn a_place_among_the_lessons_comes_back_with_its_attempt() {
        for place in [Place::Path, Place::Slide(0, 0), Place::Slide(13, 2)] {
            assert_eq!(read(&place.fragment()), Ok(Address::Learn(place, None)));
            let attempt = "machine A {\n}\n";
            let link = place.with_attempt(attempt);
            let expected = match place {
                Place::Path => None,
                Place::Slide(..) => Some(attempt.to_owned()),
            };
            assert_eq!(read(&link), Ok(Address::Learn(place, expected)));
        }
        assert_eq!(Place::Slide(3, 1).fragment(), "lesson=04/2");
        assert_eq!(
            read("#lesson=4"),
            Ok(Address::Learn(Place::Slide(3, 0), None))
        );
    }

    #[test]
    fn a_lesson_that_does_not_exist_is_named_in_a_sentence() {
        for named in [
            "15",
            "0",
            "04/0",
            "four",
            "",
            "04/x",
            "99999999999999999999",
        ] {
            let problem = read(&format!("lesson={named}")).expect_err("there is no such lesson");
            assert!(problem.starts_with("There is no lesson"), "{problem}");
        }
        assert!(read("lesson=04&m1=AAAA").is_err());
    }
}
