// The editor's look, in the page's tokens: light and dark follow from the variables by themselves.

import { EditorView } from "@codemirror/view";

/** An underline of waves, drawn by the browser so that it takes a token's colour. */
const squiggle = (colour) => ({
  backgroundImage: "none",
  paddingBottom: "0",
  textDecoration: `underline wavy ${colour}`,
  textDecorationSkipInk: "none",
  textUnderlineOffset: "3px",
  textDecorationThickness: "1.5px",
});

/** Where model and run are seen in turns (static/style/phone.css). */
const NARROW = "@media (max-width: 760px), (max-width: 1000px) and (max-height: 480px)";

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "transparent", fontSize: "var(--t-code)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { padding: "12px 0 32px", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 16px 0 8px" },
  ".cm-line.cm-hang": { paddingLeft: "calc(8px + var(--hang))", textIndent: "calc(-1 * var(--hang))" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--code-selection)",
  },
  ".cm-activeLine": { backgroundColor: "transparent" },
  // The layer of the selection lies below the lines: the line at hand must let it shine through.
  "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--ink) 4%, transparent)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink-faint)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 4px", minWidth: "28px" },
  [NARROW]: {
    ".cm-lineNumbers .cm-gutterElement": { padding: "0 2px", minWidth: "20px" },
    ".cm-line": { padding: "0 8px 0 4px" },
    ".cm-line.cm-hang": { paddingLeft: "calc(4px + var(--hang))" },
    ".verdict-gutter": { width: "24px" },
  },
  ".cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--ink-soft)" },
  // What a task keeps as it is.
  ".cm-locked": { color: "var(--ink-soft)", backgroundColor: "var(--bg)" },
  ".cm-gutterElement.cm-locked-number": { backgroundColor: "var(--bg)" },
  ".cm-lineNumbers .cm-locked-number": { color: "var(--ink-faint)", opacity: "1" },
  ".cm-selectionMatch": { backgroundColor: "var(--code-match)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--code-match)", outline: "none" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", color: "var(--bad)" },
  ".cm-searchMatch": { backgroundColor: "var(--code-match)", outline: "1px solid var(--line)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--code-selection)" },

  ".verdict-gutter": { width: "28px" },
  ".verdict-gutter .cm-gutterElement": {
    display: "flex",
    justifyContent: "center",
    alignItems: "flex-start",
    paddingLeft: "3px",
  },
  ".verdict-mark": {
    display: "inline-grid",
    placeItems: "center",
    width: "20px",
    height: "20px",
    borderRadius: "var(--radius-small)",
    color: "var(--ink-soft)",
    cursor: "pointer",
  },
  ".verdict-mark:hover": { backgroundColor: "var(--hover)" },
  ".verdict-mark[data-selected=true]": { boxShadow: "inset 0 0 0 1.5px currentColor" },
  ".verdict-mark[data-bad=true]": { color: "var(--bad)" },

  ".cm-gutter-lint": { width: "14px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0", display: "grid", placeItems: "center" },
  ".cm-lint-marker": { width: "8px", height: "8px", borderRadius: "50%" },
  ".cm-lint-marker-error": { content: "none", background: "var(--bad)" },
  ".cm-lint-marker-warning": { content: "none", background: "var(--warn)", borderRadius: "1px" },
  ".cm-lintRange-error": squiggle("var(--bad)"),
  ".cm-lintRange-warning": squiggle("var(--warn)"),

  // What a click on a drawing has marked.
  ".cm-marked": { backgroundColor: "var(--accent-soft)", boxShadow: "inset 3px 0 0 var(--accent)" },

  // The lines that are to blame, and those that the step at hand executes, with an edge at the rim of the pane; of a line that has
  // more, the letters that are meant. A line that is both has the ground of what is played and the edge of what is to blame. The
  // selection, which lies below, shines through.
  ".cm-blamed-line, &.cm-focused .cm-activeLine.cm-blamed-line": {
    backgroundColor: "color-mix(in srgb, var(--bad-soft) 80%, transparent)",
  },
  ".cm-executed-line, &.cm-focused .cm-activeLine.cm-executed-line": {
    backgroundColor: "color-mix(in srgb, var(--accent-soft) 80%, transparent)",
  },
  ".verdict-gutter .cm-executed-line": { paddingLeft: "0", borderLeft: "3px solid var(--accent)" },
  ".verdict-gutter .cm-blamed-line": { paddingLeft: "0", borderLeft: "3px solid var(--bad)" },
  ".cm-executed.cm-part": { boxShadow: "0 2px 0 var(--accent)" },
  ".cm-blamed.cm-part": { boxShadow: "0 1px 0 var(--bad)" },

  // Before the text, so that this flows around it.
  ".cm-line[data-run]::before": {
    content: "attr(data-run)",
    float: "right",
    padding: "0 4px 0 12px",
    textIndent: "0",
    color: "var(--accent)",
    fontFamily: "var(--font)",
    fontSize: "12px",
  },

  ".cm-tooltip": {
    background: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    boxShadow: "var(--shadow)",
    overflow: "hidden",
  },
  ".cm-diagnostic": {
    padding: "8px 12px",
    maxWidth: "360px",
    fontFamily: "var(--font)",
    fontSize: "var(--t-small)",
    lineHeight: "1.45",
    borderLeft: "3px solid var(--line)",
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".finding p": { margin: "0" },
  ".finding p + p": { marginTop: "4px" },
  ".finding-title": { fontWeight: "600" },
  ".finding-label, .finding-hint": { color: "var(--ink-soft)" },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "var(--t-small)", maxHeight: "216px" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "4px 8px", lineHeight: "1.4" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--accent)", color: "var(--on-accent)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionIcon": { display: "none" },
  ".cm-completionDetail": { fontFamily: "var(--font)", fontStyle: "normal", color: "var(--ink-soft)", marginLeft: "8px" },
  ".cm-panels": { backgroundColor: "var(--surface)", color: "var(--ink)", fontFamily: "var(--font)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "8px 28px 8px 12px", fontSize: "var(--t-small)" },
  ".cm-panel.cm-search input[type=checkbox]": { accentColor: "var(--accent)" },
  ".cm-textfield": {
    background: "var(--bg)",
    color: "var(--ink)",
    border: "1px solid var(--edge)",
    borderRadius: "var(--radius-small)",
    padding: "3px 6px",
    fontSize: "inherit",
  },
  ".cm-button": {
    background: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--edge)",
    borderRadius: "var(--radius-small)",
    padding: "3px 8px",
    fontSize: "inherit",
  },
  ".cm-panel.cm-panel-lint ul": { maxHeight: "132px" },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { backgroundColor: "var(--hover)" },
  "&.cm-focused .cm-panel.cm-panel-lint ul [aria-selected], .cm-panel.cm-panel-lint ul:focus [aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-panel button[name=close]": { color: "var(--ink-soft)", fontSize: "16px" },
});

export function look() {
  return theme;
}
