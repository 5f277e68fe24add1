// A selection stays a range, whatever happens to the text under it.
//
// CodeMirror carries a selection through a change by moving its start forwards and its end
// backwards. Where the change replaces more than what was selected, both ends land on the far
// sides of the new text, the end before the start, and the next Backspace throws. Such a
// selection has lost what it selected: it becomes a caret behind the new text.

import { EditorSelection, EditorState } from "@codemirror/state";

/** Mends the selections that a change has turned inside out. */
export const selectionStaysARange = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged) return transaction;
  const { ranges, mainIndex } = transaction.newSelection;
  if (ranges.every((range) => range.from <= range.to)) return transaction;
  const mended = ranges.map((range) => (range.from <= range.to ? range : EditorSelection.cursor(range.from)));
  return [transaction, { selection: EditorSelection.create(mended, mainIndex), sequential: true }];
});
