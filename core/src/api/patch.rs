//! Edits of the text across the border: patches, and the fixes that diagnostics offer.
//!
//! Ranges count UTF-16 code units, as everywhere at the border.

use crate::edit::preview;
use crate::text::{Fix, LineIndex, Patch, Span, apply};
use crate::view::{FixView, LineView, PatchView, Range};

/// The text with patches, which must be those of one proposal or fix for this text. Patches that do
/// not fit the text leave it as it is.
#[must_use]
pub fn with_patches(text: &str, patches: &[PatchView]) -> String {
    byte_patches(text, patches).map_or_else(|| text.to_owned(), |patches| apply(text, &patches))
}

/// The lines that patches change, before and after: none where the patches do not fit the text.
#[must_use]
pub fn patched_lines(text: &str, patches: &[PatchView]) -> Vec<LineView> {
    byte_patches(text, patches).map_or_else(Vec::new, |patches| line_views(text, &patches))
}

/// Patches by byte offsets; `None` where they are not in order or end beyond the text.
fn byte_patches(text: &str, patches: &[PatchView]) -> Option<Vec<Patch>> {
    let mut rest = text.char_indices();
    let mut units = 0;
    // Byte offsets of UTF-16 offsets that only ever grow.
    let mut byte_of = |utf16: u32| {
        while units < utf16 {
            units += rest.next()?.1.len_utf16() as u32;
        }
        (units == utf16).then(|| rest.offset())
    };
    let patches = patches.iter().map(|patch| {
        let (start, end) = (byte_of(patch.range.from)?, byte_of(patch.range.to)?);
        Some(Patch::replace(Span::new(start, end), patch.text.as_str()))
    });
    patches.collect()
}

/// A span as editors and people count it.
#[must_use]
pub(super) fn range(lines: &LineIndex<'_>, span: Span) -> Range {
    let (from, to) = (lines.position(span.start), lines.position(span.end));
    Range {
        from: from.utf16,
        to: to.utf16,
        line: from.line,
        column: from.column,
    }
}

/// Patches as plain data.
#[must_use]
pub(super) fn patch_views(lines: &LineIndex<'_>, patches: &[Patch]) -> Vec<PatchView> {
    let patches = patches.iter().map(|it| PatchView {
        range: range(lines, it.span),
        text: it.text.clone(),
    });
    patches.collect()
}

/// A fix as plain data.
#[must_use]
pub(super) fn fix_view(lines: &LineIndex<'_>, fix: &Fix) -> FixView {
    FixView {
        title: fix.title.clone(),
        patches: patch_views(lines, &fix.patches),
    }
}

/// The lines that patches change, as plain data.
#[must_use]
pub(super) fn line_views(text: &str, patches: &[Patch]) -> Vec<LineView> {
    let lines = preview(text, patches).into_iter().map(|line| LineView {
        line: u32::try_from(line.number).unwrap_or(u32::MAX),
        is_new: line.is_new,
        text: line.text,
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(from: u32, to: u32, text: &str) -> PatchView {
        PatchView {
            range: Range {
                from,
                to,
                ..Range::default()
            },
            text: text.into(),
        }
    }

    #[test]
    fn patches_count_utf16_units() {
        let patches = [patch(0, 2, "x"), patch(3, 3, "!")];
        assert_eq!(with_patches("😀ε\nb", &patches), "xε!\nb");
        let lines = patched_lines("😀ε\nb", &patches);
        let lines: Vec<_> = lines.iter().map(|it| (it.is_new, &*it.text)).collect();
        assert_eq!(lines, [(false, "😀ε"), (true, "xε!")]);
    }

    #[test]
    fn patches_of_another_text_change_nothing() {
        for patches in [
            vec![patch(1, 2, "x")],
            vec![patch(0, 90, "x")],
            vec![patch(3, 4, "x"), patch(0, 2, "y")],
        ] {
            assert_eq!(with_patches("😀ε b", &patches), "😀ε b", "{patches:?}");
            assert_eq!(patched_lines("😀ε b", &patches), []);
        }
    }
}
