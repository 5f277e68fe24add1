// What of the text may not be changed: each change is looked at before it is made, and locked lines are marked.
//
// Which changes are allowed the core decides (core/src/lesson/locks.rs); undo cannot lead to what was never allowed.

import { EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutterLineClass } from "@codemirror/view";

const setGuard = StateEffect.define();

/** A function from the text as it would be to whether it may be; undefined allows all. */
const guard = StateField.define({
  create: () => undefined,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setGuard)) value = effect.value;
    return value;
  },
});

const looksAtChanges = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged) return transaction;
  const allows = transaction.startState.field(guard);
  return !allows || allows(transaction.newDoc.toString()) ? transaction : [];
});

const setLines = StateEffect.define();
const locked = Decoration.line({ class: "cm-locked" });

const lockedLines = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    let lines = value.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setLines)) lines = decorations(transaction.newDoc, effect.value);
    return lines;
  },
  provide: (field) => [
    EditorView.decorations.from(field),
    gutterLineClass.compute([field], (state) => {
      const builder = new RangeSetBuilder();
      for (let at = state.field(field).iter(); at.value; at.next()) builder.add(at.from, at.from, lockedGutter);
      return builder.finish();
    }),
  ],
});

const lockedGutter = new (class extends GutterMarker {
  elementClass = "cm-locked-number";
})();

function decorations(doc, lines) {
  const builder = new RangeSetBuilder();
  for (const line of lines) {
    if (line < 1 || line > doc.lines) continue;
    const { from } = doc.line(line);
    builder.add(from, from, locked);
  }
  return builder.finish();
}

export const locks = [guard, looksAtChanges, lockedLines];

/** Has every change looked at. */
export const guardChanges = (view, allows) => view.dispatch({ effects: setGuard.of(allows) });

/** Marks lines by their numbers, in ascending order. */
export const markLocked = (view, lines) => view.dispatch({ effects: setLines.of([...lines]) });
