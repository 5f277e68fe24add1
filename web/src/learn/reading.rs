//! What reads Markdown, in a part of the program of its own: a parser is as much as all of the rest.
//!
//! It comes with the first lesson; sentences are read after that, at once.

use lockstep_core::lesson::{self, Inline, Lesson, Words};

use crate::parts::{self, Missing, part};

/// What is to be read.
enum Written {
    Lesson(String),
    Words(String),
}

/// What was read.
enum Read {
    Lesson(Box<Lesson>),
    Words(Words),
}

// One function for both: each has a loader of its own, and what one has fetched is not there for another.
part! {
    markdown;
    fn read(written: Written) -> Result<Read, Missing> {
        Ok(match written {
            Written::Lesson(text) => Read::Lesson(Box::new(lesson::read(&text))),
            Written::Words(text) => Read::Words(lesson::words(&text)),
        })
    }
}

/// Reads a lesson.
///
/// # Errors
/// The part could not be fetched.
pub async fn lesson(markdown: String) -> Result<Lesson, Missing> {
    match read(Written::Lesson(markdown)).await? {
        Read::Lesson(lesson) => Ok(*lesson),
        Read::Words(_) => Err(Missing),
    }
}

/// Reads a sentence; as it is written where no lesson has been read before.
pub fn words(sentence: &str) -> Words {
    match parts::now(read(Written::Words(sentence.to_owned()))) {
        Some(Read::Words(words)) => words,
        Some(Read::Lesson(_)) | None => vec![Inline::Text(sentence.to_owned())],
    }
}
