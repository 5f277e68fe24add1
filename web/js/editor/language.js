// The core's language, as CodeMirror wants one: a flat tree of the tokens that the core's parser has
// read, so that colours, brackets and quotes follow what the parser knows. No grammar stands here.

import { HighlightStyle, Language, defineLanguageFacet, indentService, languageDataProp, syntaxHighlighting } from "@codemirror/language";
import { NodeSet, NodeType, Parser, Tree } from "@lezer/common";
import { styleTags, tags } from "@lezer/highlight";

/** What the roles of tokens are to highlighters; a role that is missing here has the text's colour. */
const TAGS = {
  comment: tags.comment,
  keyword: tags.keyword,
  declaration: tags.definition(tags.variableName),
  type: tags.typeName,
  event: tags.propertyName,
  constant: tags.atom,
  pseudo: tags.special(tags.atom),
  string: tags.string,
  number: tags.number,
  operator: tags.operator,
  punctuation: tags.punctuation,
};

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

/** What CodeMirror's commands need to know of the language. */
const data = defineLanguageFacet({
  commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
  closeBrackets: { brackets: ["{", '"'] },
  indentOnInput: /^\s*\}$/,
});

/** A parser for CodeMirror that asks the core: the whole text in one step, a matter of microseconds. */
class CoreParser extends Parser {
  /** `roles` are the words for what tokens stand for; `tokens(text)` lists start, end, role of each. */
  constructor(roles, tokens) {
    super();
    this.tokens = tokens;
    const top = NodeType.define({ id: 0, name: "Text", top: true, props: [[languageDataProp, data]] });
    const types = roles.map((name, index) => NodeType.define({ id: index + 1, name }));
    this.nodes = new NodeSet([top, ...types]).extend(styleTags(TAGS));
  }

  createParse(input) {
    return {
      parsedPos: input.length,
      stoppedAt: null,
      stopAt() {},
      advance: () => this.tree(input.read(0, input.length)),
    };
  }

  tree(text) {
    const tokens = this.tokens(text);
    const buffer = [];
    for (let at = 0; at < tokens.length; at += 3) buffer.push(tokens[at + 2] + 1, tokens[at], tokens[at + 1], 4);
    return Tree.build({ buffer, nodeSet: this.nodes, topID: 0, length: text.length });
  }
}

/** Inside braces a line stands one step further in than the line with the opening one. */
const indentation = indentService.of((context, pos) => {
  const outer = enclosing(context.state.doc, pos);
  if (outer === null) return 0;
  const closes = /^\s*\}/.test(context.textAfterPos(pos));
  return context.lineIndent(outer, -1) + (closes ? 0 : context.unit);
});

/** Where the line begins whose brace is still open at `pos`; null outside of braces. */
function enclosing(doc, pos) {
  const last = doc.lineAt(pos);
  let closed = 0;
  for (let number = last.number; number >= 1; number -= 1) {
    const line = number === last.number ? last : doc.line(number);
    // Braces in strings and comments are no braces.
    const text = line.text.slice(0, pos - line.from).replace(/"(?:[^"\\]|\\.)*"?|\/\/.*$/g, "");
    for (let at = text.length - 1; at >= 0; at -= 1) {
      if (text[at] === "}") closed += 1;
      if (text[at] === "{" && closed === 0) return line.from;
      if (text[at] === "{") closed -= 1;
    }
  }
  return null;
}

/** The language with its colours. */
export function coreLanguage(roles, tokens) {
  const language = new Language(data, new CoreParser(roles, tokens), [indentation], "lks");
  return [language.extension, syntaxHighlighting(colours)];
}
