// Marks places of the text that the page names: what is to blame, what the step at hand executes, and the line that a click
// on a drawing has marked.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

/** Whether two sets mark the same ranges. `RangeSet.eq` compares widgets only, and finds any two sets of marks equal. */
function marksTheSame(one, other) {
  const [a, b] = [one.iter(), other.iter()];
  const differ = () => a.from !== b.from || a.to !== b.to || a.value.spec.name !== b.value.spec.name;
  for (; a.value && b.value; a.next(), b.next()) if (differ()) return false;
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

/** A line with what is written at its right: whose run executes it. */
const named = (name) => Decoration.line({ attributes: { "data-run": name }, name });

/** Marks of one class: the extension, and what shows ranges `[from, to, name]`, in any order, where the name is written at the right of
 * the line and may be empty; the text `follows` the first of those that have the name of the first, unless the user is in it. */
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
    const marks = ranges.filter(([from, to]) => from < to && to <= end);
    const names = new Map();
    for (const [from, , name] of marks.filter((it) => it[2])) {
      const line = view.state.doc.lineAt(from).from;
      names.set(line, new Set([...(names.get(line) ?? []), ...name.split(", ")]));
    }
    const lines = [...names].map(([line, all]) => named([...all].join(", ")).range(line));
    const after = Decoration.set([...lines, ...marks.map(([from, to]) => mark.range(from, to))], true);
    if (marksTheSame(view.state.field(field), after)) return;
    view.dispatch({ effects: replace.of(after) });
    if (!follows || marks.length === 0 || view.hasFocus) return;
    const [played] = marks[0][2].split(", ");
    const own = marks.filter((it) => it[2].split(", ").includes(played));
    show(view, Math.min(...own.map((it) => it[0])));
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
