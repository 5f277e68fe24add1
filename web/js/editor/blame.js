// Underlines what is to blame for the answer that the page shows.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

const show = StateEffect.define();
const mark = Decoration.mark({ class: "cm-blamed" });

/** The marks; they move with the text until the page sends others. */
export const blameMarks = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    let marks = value.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(show)) marks = effect.value;
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Shows the ranges `[from, to]`, in any order. */
export function showBlamed(view, ranges) {
  const end = view.state.doc.length;
  const marks = ranges.filter(([from, to]) => from < to && to <= end).map(([from, to]) => mark.range(from, to));
  view.dispatch({ effects: show.of(Decoration.set(marks, true)) });
}
