// The text editor, as the page sees it: a handful of calls in, two callbacks out.
//
// CodeMirror stays behind this file; the page's Rust code (web/src/codemirror.rs) knows only
// the methods of `Editor`. Offsets are UTF-16 code units, as in the core's `Range`.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";

import { completionSource } from "./completion.js";
import { diagnosticMarks, showDiagnostics } from "./diagnostics.js";
import { hangingLines } from "./hang.js";
import { coreLanguage } from "./language.js";
import { guardChanges, locks, markLocked } from "./locks.js";
import { look } from "./look.js";
import { blameMarks, executedMarks, markLine, markedLine, showBlamed, showExecuted } from "./ranges.js";
import { selectionStaysARange } from "./selection.js";
import { tabKeys } from "./tab.js";
import { showVerdicts, verdictGutter } from "./verdicts.js";

class Editor {
  constructor(parent, text, describedBy, core, onChange, onVerdict, onCaret, onEscape) {
    this.core = core;
    this.onChange = onChange;
    this.language = new Compartment();
    this.hasFindings = false;
    this.state = (doc) =>
      EditorState.create({
        doc,
        extensions: [
          verdictGutter(onVerdict),
          lineNumbers(),
          highlightActiveLineGutter(),
          highlightSpecialChars(),
          history(),
          selectionStaysARange,
          drawSelection(),
          dropCursor(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ override: [completionSource(core.complete)] }),
          highlightActiveLine(),
          highlightSelectionMatches(),
          search({ top: true }),
          diagnosticMarks(),
          blameMarks,
          executedMarks,
          markedLine,
          locks,
          this.language.of(coreLanguage(core.roles, core.tokens)),
          look(),
          EditorState.tabSize.of(2),
          hangingLines,
          EditorView.contentAttributes.of({
            "aria-label": "Model text",
            "aria-describedby": describedBy,
            autocapitalize: "off",
            autocorrect: "off",
            spellcheck: "false",
            tabindex: "0",
          }),
          // Escape hands the next Tab to the browser: CodeMirror does so by itself.
          keymap.of([
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...searchKeymap,
            ...historyKeymap,
            ...lintKeymap,
            // Before the selection is given up: what was shown on request is one selection.
            { key: "Escape", run: onEscape },
            ...defaultKeymap,
            ...tabKeys,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) {
              const undone = update.transactions.some((it) => it.isUserEvent("undo") || it.isUserEvent("redo"));
              onChange(update.state.doc.toString(), undone);
            }
            if (update.docChanged || update.selectionSet) {
              const { from, to } = update.state.selection.main;
              onCaret(from, to);
            }
          }),
        ],
      });
    this.view = new EditorView({ parent, state: this.state(text) });
  }

  /** The whole text. */
  text() {
    return this.view.state.doc.toString();
  }

  /** Replaces the whole text in one step that a single undo takes back. */
  replace(text) {
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: EditorSelection.cursor(0),
      effects: EditorView.scrollIntoView(0, { y: "start" }),
      annotations: isolateHistory.of("full"),
      userEvent: "input.replace",
    });
  }

  /** Begins anew with another text: undo does not lead to the one before. Marks, and what looked at changes, are gone. */
  begin(text) {
    this.view.setState(this.state(text));
    this.hasFindings = false;
    this.onChange(text, false);
  }

  /** Has every change looked at before it is made: `allows(text)` tells whether a text may be; undefined allows all. */
  guard(allows) {
    guardChanges(this.view, allows);
  }

  /** Marks locked lines: their numbers, from 1. */
  setLocked(lines) {
    markLocked(this.view, lines);
  }

  /** Makes changes `{from, to, insert}` in one step that a single undo takes back, and shows the first. */
  patch(changes) {
    if (changes.length === 0) return;
    this.view.dispatch({
      changes,
      effects: EditorView.scrollIntoView(changes[0].from, { y: "center" }),
      annotations: isolateHistory.of("full"),
      userEvent: "input.repair",
    });
  }

  /** Selects a range, brings it into view and takes the keyboard. */
  reveal(from, to) {
    this.select(from, to, false);
    this.view.focus();
  }

  /** Selects a range and brings it into view; a place by itself marks its line. */
  select(from, to, marks = from === to) {
    const end = this.view.state.doc.length;
    const anchor = Math.min(from, end);
    const head = Math.min(Math.max(from, to), end);
    this.view.dispatch({
      selection: EditorSelection.range(anchor, head),
      effects: [EditorView.scrollIntoView(anchor, { y: "center" }), ...(marks ? [markLine.of(anchor)] : [])],
    });
  }

  /** Underlines the findings: a list of `{from, to, error, title, hint, labels}`. */
  setDiagnostics(diagnostics) {
    // Most keys leave a text without findings as it was: nothing has to be drawn for that.
    if (this.hasFindings || diagnostics.length > 0) showDiagnostics(this.view, diagnostics);
    this.hasFindings = diagnostics.length > 0;
  }

  /** Marks the checks beside their lines: a list of `{at, index, state, glyph, label, selected}`. */
  setVerdicts(verdicts) {
    showVerdicts(this.view, verdicts);
  }

  /** Marks what is to blame: a list of `[from, to, ""]`. */
  setBlamed(ranges) {
    showBlamed(this.view, ranges);
  }

  /** Marks what the step at hand plays, with whose run it is: a list of `[from, to, name]`, what the text follows first. */
  setExecuted(ranges) {
    showExecuted(this.view, ranges);
  }

  /** Gives the editor the keyboard. */
  focus() {
    this.view.focus();
  }

  /** Asks for the tokens of the text again: the core can read what it could not. */
  readAgain() {
    const language = coreLanguage(this.core.roles, this.core.tokens);
    this.view.dispatch({ effects: this.language.reconfigure(language) });
  }

  /** Measures anew after the pane was shown or resized. */
  measure() {
    this.view.requestMeasure();
  }
}

/**
 * Builds an editor inside `parent`.
 *
 * `onChange(text, undone)` is called after every change, `undone` where undo or redo made it; `onVerdict(index)` when a check's mark is clicked;
 * `onCaret(from, to)` when the selection has changed; `onEscape()` leads back to where the user came from, or returns false.
 * `describedBy` is the id of the element that explains the keys. `core` answers what the language is:
 * `roles`, `tokens(text)` and `complete(text, offset)`, see web/src/editor/core.rs.
 */
export function createEditor(parent, text, describedBy, core, onChange, onVerdict, onCaret, onEscape) {
  return new Editor(parent, text, describedBy, core, onChange, onVerdict, onCaret, onEscape);
}
