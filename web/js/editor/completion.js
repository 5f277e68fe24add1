// Completion: what the core's parser says can stand at the caret, as CodeMirror wants to show it.

import { snippetCompletion } from "@codemirror/autocomplete";

/** What completes a word that goes on; the core decides what a name is. */
const WORD = /^[\p{L}\p{N}_]*$/u;

/**
 * The source of completions. `complete(text, offset)` gives `{from, list}`, see CompletionsView in the
 * core. Nothing is offered unasked where no word has begun, and for a word that stands there whole:
 * Enter ends its line.
 */
export function completionSource(complete) {
  return (context) => {
    const { from, list } = complete(context.state.doc.toString(), context.pos);
    if (list.length === 0 || (from === context.pos && !context.explicit)) return null;
    const isWhole = (word) => list.some((it) => it.label === word);
    if (!context.explicit && isWhole(context.state.sliceDoc(from, context.pos))) return null;
    return { from, options: list.map(option), validFor: (word) => WORD.test(word) && !isWhole(word) };
  };
}

/** Among those that fit equally well, the core's order is kept. */
function option({ label, kind, detail, template }, index) {
  const shown = { label, detail: detail || undefined, type: kind, sortText: String(index).padStart(6, "0") };
  return template ? snippetCompletion(template, shown) : shown;
}
