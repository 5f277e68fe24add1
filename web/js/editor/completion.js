// Completion: what can stand at the caret, from the words of the language and the names of the text.
//
// The text is half written where it is completed, so places are told by their shape: the block that
// is open at the caret, and what stands before the caret in its line.

import { ifNotIn, snippetCompletion } from "@codemirror/autocomplete";

const snippet = (template, label, detail) =>
  snippetCompletion(template, { label, detail, type: "keyword" });
const words = (list) => list.split(" ").map((label) => ({ label, type: "keyword" }));

/** What can begin outside of blocks. */
const ITEMS = [
  snippet("machine ${Name} {\n  [*] --> ${start}\n}", "machine", "states and transitions"),
  snippet('scenario "${name}" {\n  ${one}, ${other} : ${Machine}\n  ${one} -> ${other} : ${message}\n}', "scenario", "a sequence to play"),
  snippet('neg scenario "${name}" {\n  ${one}, ${other} : ${Machine}\n  ${one} -> ${other} : ${message}\n}', "neg scenario", "a sequence to forbid"),
  snippet("check reach ${Machine.state} within ${10}", "check reach", "can this be?"),
  snippet("check deadlock within ${10}", "check deadlock", "can it get stuck?"),
  ...words("check"),
  snippet("system {\n  ${name} : ${Machine}\n}", "system", "which machines there are"),
];
/** What can follow in the line of a check. */
const CHECK = words("reach deadlock within expect strict loose from consistent inconsistent reachable unreachable none");

/** Beyond this length the text is not searched for names on every keystroke. */
const LONGEST = 200_000;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/gu;

/**
 * What could stand at the caret; nothing in comments, where Enter ends the line, and nothing for a word
 * that stands there whole, where it should do so, too.
 */
export const complete = ifNotIn(["comment"], (context) => {
  const before = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
  if (!before && !context.explicit) return null;
  const from = before ? before.from : context.pos;
  const text = context.state.doc.length > LONGEST ? "" : context.state.doc.toString();
  const options = at(text, from).filter((option, index, all) => all.findIndex((it) => it.label === option.label) === index);
  const isWhole = (word) => options.some((it) => it.label === word);
  if (!context.explicit && isWhole(before.text)) return null;
  return { from, options, validFor: (word) => /^[\p{L}\p{N}_]*$/u.test(word) && !isWhole(word) };
});

/** The options at a place of the text, what is most likely first. */
function at(text, caret) {
  const before = text.slice(0, caret);
  // The word being typed is no suggestion for itself.
  const rest = text.slice(caret).replace(/^[\p{L}\p{N}_]*/u, "");
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const block = open(before);
  const machines = () => named((before + rest).matchAll(/^\s*machine\s+([\p{L}_][\p{L}\p{N}_]*)/gmu));
  if (block === null) {
    if (!/^\s*check\b/.test(line)) return line.trim() ? [] : ITEMS;
    const scenarios = named((before + rest).matchAll(/scenario\s+([\p{L}_][\p{L}\p{N}_]*)/gu));
    return [...(/[.]$/.test(line) ? [] : CHECK), ...scenarios, ...machines(), ...states(before + rest)];
  }
  const inside = before.slice(block.from) + rest.split("}")[0];
  if (block.kind === "machine") {
    return /:[^:]*$/.test(line) ? messages(before + rest) : states(inside);
  }
  if (/->[^:]*:/.test(line)) return messages(before + rest);
  if (/:/.test(line)) return machines();
  const lifelines = inside.matchAll(/^([^:>\n]+):[^:>\n]*$/gmu);
  const own = [...lifelines].flatMap(([, names]) => variables(names));
  const system = /system\s*\{([^}]*)\}/.exec(before + rest)?.[1] ?? "";
  const declared = [...system.matchAll(/^([^:\n]+):/gmu)].flatMap(([, names]) => variables(names));
  return own.length ? own : [...declared, ...machines()];
}

/** The block that is open at the end of a text, and where its inside begins; null outside of blocks. */
function open(before) {
  const start = before.lastIndexOf("{");
  if (start < 0 || start < before.lastIndexOf("}")) return null;
  const head = before.slice(before.lastIndexOf("\n", start) + 1, start);
  return { kind: /\bmachine\b/.test(head) ? "machine" : "scenario", from: start + 1 };
}

const variable = (label) => ({ label, type: "variable" });
const variables = (text) => (text.match(NAME) ?? []).map(variable);
const named = (matches) => [...matches].map(([, name]) => variable(name));

/** Names on either side of an arrow of a machine. */
function states(text) {
  return [...text.matchAll(/^([^:\n]*)-->([^:\n]*)/gmu)].flatMap(([, source, target]) => variables(`${source} ${target}`));
}

/** Names behind the colon of a transition or a message. */
function messages(text) {
  return [...text.matchAll(/->[^:\n]*:(.*)$/gmu)].flatMap(([, symbols]) => variables(symbols.split("//")[0]));
}
