//! Where somebody was looking at each text: undo and redo bring that back with the text.

use leptos::prelude::*;

use super::Page;
use crate::gallery::fingerprint;

/// So many texts are remembered.
const MOST: usize = 200;

/// For each text that was left, by its fingerprint: the position of the check and the step.
#[derive(Clone, Copy)]
pub struct Moments(StoredValue<Vec<(u64, usize, usize)>>);

impl Moments {
    /// Nothing was left yet.
    #[must_use]
    pub fn new() -> Self {
        Self(StoredValue::new(Vec::new()))
    }

    /// A text is about to be left.
    pub fn leave(&self, page: &Page) {
        let text = page.document.revision().get_untracked().text;
        let left = fingerprint(text.as_bytes());
        // A run by hand has steps of its own, and keeps them itself.
        let position = page
            .checks
            .position()
            .filter(|_| page.stage.session.get_untracked().is_none());
        let Some(position) = position else { return };
        let step = page.checks.step().get_untracked();
        self.0.update_value(|moments| {
            moments.retain(|(of, ..)| *of != left);
            if moments.len() >= MOST {
                moments.remove(0);
            }
            moments.push((left, position, step));
        });
    }

    /// Undo or redo has brought a text back.
    pub fn come_back(&self, page: &Page, text: &str) {
        let own = fingerprint(text.as_bytes());
        let find = |moments: &Vec<(u64, usize, usize)>| {
            moments.iter().find(|(of, ..)| *of == own).copied()
        };
        if let Some((_, position, step)) = self.0.with_value(find)
            && page.stage.session.get_untracked().is_none()
        {
            page.checks.select_at(position);
            page.checks.go_to(step);
        }
    }
}
