//! What is solved and what was bet, kept in local storage: words separated by blanks, `04` for a lesson that is solved and
//! `04.0=true` for a bet of it.
//!
//! The key says which version of the format it is. What another version has stored stays as it is, and so do words that are
//! not known. Where storage is refused all of it holds until the page is closed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;

use crate::persist;

/// How the key begins in every version.
const KEYS: &str = "lockstep.lessons.";
/// The key of this version.
const KEY: &str = "lockstep.lessons.1";
/// How the keys of attempts begin; the number of the lesson follows.
const ATTEMPT: &str = "lockstep.attempt.";

thread_local! {
    /// What this page knows: more than is stored where storage is refused.
    static KNOWN: RefCell<BTreeSet<String>> = RefCell::default();
    /// The attempts that were made in this page.
    static ATTEMPTS: RefCell<BTreeMap<usize, String>> = RefCell::default();
}

/// What is solved and what was bet. Copies of it are handles to the same.
#[derive(Clone, Copy)]
pub struct Progress {
    words: RwSignal<BTreeSet<String>>,
    /// Whether the last change could be stored.
    kept: RwSignal<bool>,
}

impl Progress {
    /// What is stored, and what this page knows besides.
    pub fn remembered() -> Self {
        let stored = persist::read(KEY).unwrap_or_default();
        let stored = stored.split_whitespace().map(String::from);
        let words = KNOWN.with_borrow_mut(|known| {
            known.extend(stored);
            known.clone()
        });
        Self {
            words: RwSignal::new(words),
            kept: RwSignal::new(true),
        }
    }

    /// Whether the lesson at a position is solved, tracked.
    pub fn is_solved(self, lesson: usize) -> bool {
        self.words.with(|words| words.contains(&number(lesson)))
    }

    /// How many of the lessons up to a position are solved, tracked.
    pub fn count(self, lessons: usize) -> usize {
        (0..lessons).filter(|&it| self.is_solved(it)).count()
    }

    /// A lesson is solved.
    pub fn solve(self, lesson: usize) {
        self.add(number(lesson));
    }

    /// What was bet in a lesson, by the index of the bet, tracked.
    pub fn choice(self, lesson: usize, bet: usize) -> Option<String> {
        let prefix = bet_prefix(lesson, bet);
        self.words.with(|words| {
            let mut words = words.iter();
            words.find_map(|it| it.strip_prefix(&prefix).map(String::from))
        })
    }

    /// The user has bet.
    pub fn bet(self, lesson: usize, bet: usize, choice: &str) {
        // A word has no blanks; the choices of lessons have none either.
        let choice: String = choice.split_whitespace().collect();
        self.add(format!("{}{choice}", bet_prefix(lesson, bet)));
    }

    fn add(self, word: String) {
        // Another tab may have stored something since.
        let stored = persist::read(KEY).unwrap_or_default();
        let stored = stored.split_whitespace().map(String::from);
        let words = KNOWN.with_borrow_mut(|known| {
            known.extend(stored);
            known.insert(word);
            known.clone()
        });
        let written: Vec<_> = words.iter().map(String::as_str).collect();
        self.kept.set(persist::write(KEY, &written.join(" ")));
        self.words.set(words);
    }

    /// What there is to say about storage, tracked.
    pub fn note(self) -> Option<&'static str> {
        if !self.kept.get() {
            return Some(
                "This browser does not keep what is solved: its storage is full or switched off. It holds until the \
                 page is closed.",
            );
        }
        let other = persist::keys(KEYS).iter().any(|it| it != KEY);
        other.then_some(
            "What was solved with another version of Lockstep is kept, but not shown here.",
        )
    }
}

fn number(lesson: usize) -> String {
    format!("{:02}", lesson + 1)
}

fn bet_prefix(lesson: usize, bet: usize) -> String {
    format!("{}.{bet}=", number(lesson))
}

/// The attempt at the task of a lesson that was made last.
pub fn attempt(lesson: usize) -> Option<String> {
    let made = ATTEMPTS.with_borrow(|attempts| attempts.get(&lesson).cloned());
    made.or_else(|| persist::read(&format!("{ATTEMPT}{}", number(lesson))))
}

/// Keeps an attempt; where storage refuses it, it is there until the page is closed.
pub fn keep_attempt(lesson: usize, text: &str) {
    ATTEMPTS.with_borrow_mut(|attempts| attempts.insert(lesson, text.to_owned()));
    let _ = persist::write(&format!("{ATTEMPT}{}", number(lesson)), text);
}

/// Forgets the attempt.
pub fn forget_attempt(lesson: usize) {
    ATTEMPTS.with_borrow_mut(|attempts| attempts.remove(&lesson));
    persist::forget(&format!("{ATTEMPT}{}", number(lesson)));
}
