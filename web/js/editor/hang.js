// Lines that are wrapped go on below their own text and a little to the right, not at the margin: what belongs to a block is
// seen to belong to it.

import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin } from "@codemirror/view";

/** How far what goes on stands to the right of where its line begins, and how far at most: panes of phones are narrow. */
const [MORE, MOST] = [2, 12];

const hanging = new Map();

/** The decoration of a line that begins after so many characters. */
function hang(indent) {
  const by = Math.min(indent, MOST) + MORE;
  if (!hanging.has(by)) hanging.set(by, Decoration.line({ class: "cm-hang", attributes: { style: `--hang: ${by}ch` } }));
  return hanging.get(by);
}

/** The lines in sight. */
function lines(view) {
  const all = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const blanks = /^\s*/.exec(line.text)[0].replaceAll("\t", " ".repeat(view.state.tabSize));
      all.add(line.from, line.from, hang(blanks.length));
      at = line.to + 1;
    }
  }
  return all.finish();
}

const plugin = ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.decorations = lines(view);
    }

    update(update) {
      if (update.docChanged || update.viewportChanged) this.decorations = lines(update.view);
    }
  },
  { decorations: (it) => it.decorations },
);

/** Wraps long lines. The first row begins where it did: what it is moved to the left by, its padding moves it to the right. */
export const hangingLines = [EditorView.lineWrapping, plugin];
