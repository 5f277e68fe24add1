// Marks places of the text that the page names: what is to blame, what the step at hand executes, and the line that a click
// on a drawing has marked.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

/** Whether two sets mark the same ranges. `RangeSet.eq` compares widgets only, and finds any two sets of marks equal. */
function marksTheSame(one, other) {
  const [a, b] = [one.iter(), other.iter()];
  for (; a.value && b.value; a.next(), b.next()) if (a.from !== b.from || a.to !== b.to) return false;
  return !a.value && !b.value;
}

/** Lines above and below a place that is shown. */
const AROUND = 2;

/** Scrolls to a place, but only the text: whatever else the page scrolls stays where it is. */
function show(view, at) {
  view.requestMeasure({
    key: show,
    read: () => view.lineBlockAt(Math.min(at, view.state.doc.length)),
    write: ({ top, bottom }) => {
      const { scrollDOM: pane, defaultLineHeight } = view;
      const room = Math.min(AROUND * defaultLineHeight, pane.clientHeight / 3);
      if (top - room < pane.scrollTop) pane.scrollTop = top - room;
      else if (bottom + room > pane.scrollTop + pane.clientHeight) pane.scrollTop = bottom + room - pane.clientHeight;
    },
  });
}

/** Marks of one class: the extension, and what shows ranges `[from, to]`, in any order; the text `follows` the first of them, unless
 * the user is in it. */
function rangeMarks(name, follows = false) {
  const replace = StateEffect.define();
  const mark = Decoration.mark({ class: name });
  // The marks move with the text until the page sends others.
  const field = StateField.define({
    create: () => Decoration.none,
    update(value, transaction) {
      let marks = value.map(transaction.changes);
      for (const effect of transaction.effects) if (effect.is(replace)) marks = effect.value;
      return marks;
    },
    provide: (it) => EditorView.decorations.from(it),
  });
  const set = (view, ranges) => {
    const end = view.state.doc.length;
    const marks = ranges.filter(([from, to]) => from < to && to <= end).map(([from, to]) => mark.range(from, to));
    const after = Decoration.set(marks, true);
    if (marksTheSame(view.state.field(field), after)) return;
    view.dispatch({ effects: replace.of(after) });
    if (follows && marks.length > 0 && !view.hasFocus) show(view, Math.min(...marks.map((it) => it.from)));
  };
  return [field, set];
}

export const [blameMarks, showBlamed] = rangeMarks("cm-blamed");
export const [executedMarks, showExecuted] = rangeMarks("cm-executed", true);

const marked = Decoration.line({ class: "cm-marked" });

/** Marks the line of a place, until the caret is moved or the text is changed. */
export const markLine = StateEffect.define();

export const markedLine = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(markLine)) return Decoration.set(marked.range(transaction.newDoc.lineAt(effect.value).from));
    }
    return transaction.docChanged || transaction.selection ? Decoration.none : value;
  },
  provide: (it) => EditorView.decorations.from(it),
});
