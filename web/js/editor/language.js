// Colours and indentation for `*.lks`.
//
// A line-wise tokenizer is enough: the words of the language are few, and what a name stands for
// follows from what the statement has shown so far (an arrow, then a colon, then symbols). The
// core's parser decides what is right; this file only paints.

import { HighlightStyle, LanguageSupport, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const KEYWORDS = new Set(
  "machine system scenario neg check reach deadlock from within expect strict loose state as".split(" "),
);
const ANSWERS = new Set("consistent inconsistent reachable unreachable none".split(" "));
const DECLARES = new Set(["machine", "scenario", "state"]);

/** What the statement has shown so far. */
function fresh() {
  return { arrow: false, colon: false, declares: false };
}

function token(stream, state) {
  if (state.comment) {
    state.comment = !stream.match(/^.*?\*\//);
    if (state.comment) stream.skipToEnd();
    return "comment";
  }
  if (stream.sol()) Object.assign(state, fresh());
  if (stream.eatSpace()) return null;
  if (stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match("/*")) {
    state.comment = true;
    return "comment";
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) {
    const declares = state.declares;
    state.declares = false;
    return declares ? "declaration" : "string";
  }
  if (stream.match("[*]")) return "pseudostate";
  if (stream.match("-->") || stream.match("->")) {
    state.arrow = true;
    return "arrow";
  }
  if (stream.match(/^\d+/)) return "number";
  if (stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u)) return word(stream.current(), state);
  switch (stream.next()) {
    case ":":
      state.colon = true;
      return "punctuation";
    case ";":
    case "{":
    case "}":
      Object.assign(state, fresh());
      return "punctuation";
    case "/":
      return "arrow";
    default:
      return "punctuation";
  }
}

function word(text, state) {
  if (state.arrow && state.colon) return text === "ε" ? "pseudostate" : "symbol";
  if (state.declares) {
    state.declares = false;
    return "declaration";
  }
  if (KEYWORDS.has(text) && !state.arrow) {
    state.declares = DECLARES.has(text);
    return "keyword";
  }
  if (ANSWERS.has(text)) return "answer";
  return state.colon ? "machine" : "name";
}

const language = StreamLanguage.define({
  name: "lks",
  startState: () => ({ comment: false, ...fresh() }),
  copyState: (state) => ({ ...state }),
  token,
  indent(state, textAfter, context) {
    const line = context.lineAt(context.pos, -1);
    const inside = enclosed(context.state.doc, line.from);
    return inside && !/^\s*\}/.test(textAfter) ? context.unit : 0;
  },
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["{", '"'] },
    indentOnInput: /^\s*\}$/,
  },
  tokenTable: {
    comment: tags.comment,
    string: tags.string,
    number: tags.number,
    keyword: tags.keyword,
    answer: tags.atom,
    arrow: tags.operator,
    punctuation: tags.punctuation,
    pseudostate: tags.special(tags.atom),
    symbol: tags.propertyName,
    machine: tags.typeName,
    declaration: tags.definition(tags.variableName),
    name: tags.variableName,
  },
});

/** Whether a position stands inside braces. Blocks do not nest, so the last brace decides. */
function enclosed(doc, before) {
  for (let number = doc.lineAt(before).number; number >= 1; number -= 1) {
    const text = doc.line(number).text.replace(/\/\/.*$/, "");
    const brace = Math.max(text.lastIndexOf("{"), text.lastIndexOf("}"));
    if (brace >= 0) return text[brace] === "{";
  }
  return false;
}

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)" },
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.atom, color: "var(--code-number)" },
  { tag: tags.special(tags.atom), color: "var(--ink-soft)" },
  { tag: tags.operator, color: "var(--ink-soft)" },
  { tag: tags.punctuation, color: "var(--ink-soft)" },
  { tag: tags.propertyName, color: "var(--code-symbol)" },
  { tag: tags.typeName, color: "var(--code-machine)" },
  { tag: tags.definition(tags.variableName), color: "var(--ink)", fontWeight: "600" },
]);

/** The language with its colours. */
export function modelLanguage() {
  return [new LanguageSupport(language), syntaxHighlighting(colours)];
}
