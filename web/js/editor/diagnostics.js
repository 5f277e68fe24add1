// Squiggles and the mark in the gutter for each finding of the core.

import { isolateHistory } from "@codemirror/commands";
import { lintGutter, setDiagnostics } from "@codemirror/lint";

export function diagnosticMarks() {
  return lintGutter({ hoverTime: 150 });
}

/** Shows the findings. The text may have changed since they were made: places are clamped. */
export function showDiagnostics(view, findings) {
  const end = view.state.doc.length;
  const shown = findings.map((finding) => {
    const from = Math.min(finding.from, Math.max(end - 1, 0));
    // An empty range would be invisible; one character is the smallest squiggle.
    const to = Math.min(Math.max(finding.to, from + 1), end);
    return {
      from,
      to,
      severity: finding.error ? "error" : "warning",
      message: (finding.hint ? `${finding.title} ${finding.hint}` : finding.title).replaceAll("`", ""),
      renderMessage: () => render(finding),
      actions: finding.fixes.map((fix) => action(fix, view.state.doc)),
    };
  });
  view.dispatch(setDiagnostics(view.state, shown));
}

/** Makes the edit of a fix in one step. In a text that has changed since, its places mean nothing. */
function action({ name, changes }, text) {
  const apply = (view) => {
    if (!view.state.doc.eq(text)) return;
    view.dispatch({ changes, annotations: isolateHistory.of("full"), userEvent: "input.fix" });
  };
  return { name, apply };
}

function render(finding) {
  const box = document.createElement("div");
  box.className = "finding";
  paragraph(box, "finding-title", finding.title);
  for (const label of finding.labels) paragraph(box, "finding-label", label);
  if (finding.hint) paragraph(box, "finding-hint", finding.hint);
  return box;
}

// Text nodes only: names from a model are never markup.
function paragraph(box, kind, text) {
  const line = document.createElement("p");
  line.className = kind;
  // Names stand between backticks; an odd one at the end is text.
  const pieces = text.split("`");
  const last = pieces.length % 2 ? null : pieces.pop();
  pieces.forEach((piece, at) => {
    const part = at % 2 ? document.createElement("code") : document.createTextNode(piece);
    if (at % 2) part.textContent = piece;
    line.append(part);
  });
  if (last !== null) line.append(`\`${last}`);
  box.append(line);
}
