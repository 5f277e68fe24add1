// Completion: the words of the language, and every name the text already uses.

import { completeFromList, ifNotIn, snippetCompletion } from "@codemirror/autocomplete";

const WORDS = [
  snippetCompletion("machine ${Name} {\n  [*] --> ${start}\n}", { label: "machine", detail: "states and transitions", type: "keyword" }),
  snippetCompletion('scenario "${name}" {\n  ${lifeline} : ${Machine}\n}', { label: "scenario", detail: "a sequence to play", type: "keyword" }),
  snippetCompletion('neg scenario "${name}" {\n  ${lifeline} : ${Machine}\n}', { label: "neg scenario", detail: "a sequence to forbid", type: "keyword" }),
  snippetCompletion("check reach ${Machine.state} within ${10}", { label: "check reach", detail: "can this be?", type: "keyword" }),
  snippetCompletion("check deadlock within ${10}", { label: "check deadlock", detail: "can it get stuck?", type: "keyword" }),
  ..."system check state within expect strict loose from consistent inconsistent reachable unreachable none"
    .split(" ")
    .map((label) => ({ label, type: "keyword" })),
];
const keywords = completeFromList(WORDS);

/** Beyond this length the text is not searched for names on every keystroke. */
const LONGEST = 200_000;

/** What could stand at the caret; nothing in comments, where Enter ends the line. */
export const complete = ifNotIn(["comment"], (context) => {
  const before = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
  if (!before && !context.explicit) return null;
  const from = before ? before.from : context.pos;
  const options = [...WORDS];
  if (context.state.doc.length <= LONGEST) {
    const known = new Set(WORDS.map((word) => word.label));
    const text = context.state.doc.toString();
    for (const match of text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) {
      // The word being typed is no suggestion for itself.
      if (match.index === from || known.has(match[0]) || match[0].length < 2) continue;
      known.add(match[0]);
      options.push({ label: match[0], type: "variable" });
    }
  } else {
    return keywords(context);
  }
  return { from, options, validFor: /^[\p{L}\p{N}_]*$/u };
});
