//! A preview: the lines that patches change, before and after.

use crate::text::{Patch, apply};

/// A line that goes or comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Line from 1: of the old text for a line that goes, of the new one for a line that comes.
    pub number: usize,
    /// True for a line that comes.
    pub is_new: bool,
    /// The line without its end.
    pub text: String,
}

/// The lines that differ, hunk by hunk: what goes, then what comes.
///
/// Linear in the text. `patches` must be in order and must not overlap.
#[must_use]
pub fn preview(text: &str, patches: &[Patch]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut shift = 0_isize;
    for (start, end, patches) in hunks(text, patches) {
        let old = &text[start..end];
        let local: Vec<_> = patches
            .iter()
            .map(|patch| patch.moved_back(start))
            .collect();
        let new = apply(old, &local);
        let before: Vec<_> = old.lines().collect();
        let after: Vec<_> = new.lines().collect();
        let shared = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
            pairs.take_while(|(one, other)| one == other).count()
        };
        let head = shared(&mut before.iter().zip(&after));
        let rest = before.len().min(after.len()) - head;
        let tail = shared(&mut before.iter().rev().zip(after.iter().rev())).min(rest);
        let first = text[..start].matches('\n').count() + 1;
        for (index, line) in before
            .iter()
            .enumerate()
            .take(before.len() - tail)
            .skip(head)
        {
            lines.push(Line {
                number: first + index,
                is_new: false,
                text: (*line).to_string(),
            });
        }
        for (index, line) in after.iter().enumerate().take(after.len() - tail).skip(head) {
            lines.push(Line {
                number: (first + index).saturating_add_signed(shift),
                is_new: true,
                text: (*line).to_string(),
            });
        }
        shift += after.len() as isize - before.len() as isize;
    }
    lines
}

/// Patches grouped by the whole lines that they touch: start and end of those lines, and the
/// patches.
fn hunks<'p>(text: &str, patches: &'p [Patch]) -> Vec<(usize, usize, &'p [Patch])> {
    let mut hunks: Vec<(usize, usize, &[Patch])> = Vec::new();
    let mut first = 0;
    for (index, patch) in patches.iter().enumerate() {
        let start = text[..patch.span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[patch.span.end..]
            .find('\n')
            .map_or(text.len(), |at| patch.span.end + at + 1);
        match hunks.last_mut() {
            Some(last) if start < last.1 => {
                last.1 = last.1.max(end);
                last.2 = &patches[first..=index];
            }
            _ => {
                first = index;
                hunks.push((start, end, &patches[index..=index]));
            }
        }
    }
    hunks
}
