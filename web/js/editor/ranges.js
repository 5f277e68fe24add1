// Marks places of the text that the page names: what is to blame, what the step at hand executes, and the line that a click
// on a drawing has marked.

import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutterLineClass } from "@codemirror/view";

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

/** A line of the text that marks of a class are in, with what is written at its right, if anything: whose run executes it. */
const line = (name, run) =>
  Decoration.line({ class: `${name}-line`, name: `${name} ${run}`, ...(run && { attributes: { "data-run": run } }) });

/** The same line beside its number. */
class Beside extends GutterMarker {
  constructor(name) {
    super();
    this.elementClass = `${name}-line`;
  }

  eq(other) {
    return this.elementClass === other.elementClass;
  }
}

/** The lines `{from, text}` of a document that a range is in, and whether it leaves out letters of them. */
function linesOf(doc, from, to) {
  const lines = [];
  for (let at = from; at < to; at = lines.at(-1).to + 1) lines.push(doc.lineAt(at));
  const isPart = lines.some((it) => {
    const cut = [it.text.slice(0, Math.max(from - it.from, 0)), it.text.slice(Math.max(to - it.from, 0))];
    return cut.some((text) => text.trim() !== "");
  });
  return { lines, isPart };
}

/** Marks of one class: the extension, and what shows ranges `[from, to, name]`, in any order but for the first; the name is written at
 * the right of the line, and may be empty. Their lines are marked, and in those the letters that a range has where it leaves out others;
 * the text `follows` the first range, unless the user is in it. */
function rangeMarks(name, follows = false) {
  const replace = StateEffect.define();
  const [whole, part] = [name, `${name} cm-part`].map((it) => Decoration.mark({ class: it, name: it }));
  const beside = new Beside(name);
  // The marks move with the text until the page sends others.
  const field = StateField.define({
    create: () => Decoration.none,
    update(value, transaction) {
      let marks = value.map(transaction.changes);
      for (const effect of transaction.effects) if (effect.is(replace)) marks = effect.value;
      return marks;
    },
    provide: (it) => [
      EditorView.decorations.from(it),
      gutterLineClass.from(it, (marks) => {
        const starts = [];
        marks.between(0, Infinity, (from, to) => {
          if (from === to) starts.push(beside.range(from));
        });
        return RangeSet.of(starts, true);
      }),
    ],
  });
  const set = (view, ranges) => {
    const { doc } = view.state;
    const marks = ranges.filter(([from, to]) => from < to && to <= doc.length);
    const runs = new Map();
    const own = marks.map(([from, to, run]) => {
      const { lines, isPart } = linesOf(doc, from, to);
      for (const [index, { from }] of lines.entries()) {
        const all = runs.get(from) ?? new Set();
        // The name stands in the first line.
        for (const it of index === 0 && run ? run.split(", ") : []) all.add(it);
        runs.set(from, all);
      }
      return (isPart ? part : whole).range(from, to);
    });
    const lines = [...runs].map(([from, all]) => line(name, [...all].join(", ")).range(from));
    const after = Decoration.set([...lines, ...own], true);
    if (marksTheSame(view.state.field(field), after)) return;
    view.dispatch({ effects: replace.of(after) });
    if (follows && marks.length > 0 && !view.hasFocus) show(view, marks[0][0]);
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
