// A mark beside each check: the shape of its outcome, with a name, a click selects the check.
//
// CodeMirror hides gutters from assistive technology, since they repeat what the page says
// elsewhere; the list of checks is where a screen reader finds the verdicts.

import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { GutterMarker, gutter } from "@codemirror/view";

class Verdict extends GutterMarker {
  constructor(verdict) {
    super();
    this.verdict = verdict;
  }

  eq(other) {
    const [a, b] = [this.verdict, other.verdict];
    return a.index === b.index && a.shape === b.shape && a.bad === b.bad && a.label === b.label && a.selected === b.selected;
  }

  toDOM() {
    const mark = document.createElement("span");
    mark.className = "verdict-mark";
    mark.dataset.bad = String(this.verdict.bad);
    mark.dataset.check = String(this.verdict.index);
    mark.dataset.selected = String(this.verdict.selected);
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", this.verdict.label);
    mark.title = this.verdict.label;
    // Drawn as in the list of checks.
    const shape = document.createElement("span");
    shape.className = "outcome";
    shape.dataset.shape = this.verdict.shape;
    mark.append(shape);
    return mark;
  }
}

class Room extends GutterMarker {
  toDOM() {
    return document.createTextNode("");
  }
}

const show = StateEffect.define();

const marks = StateField.define({
  create: () => RangeSet.empty,
  update(value, transaction) {
    let marks = value.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(show)) marks = effect.value;
    return marks;
  },
});

/** The gutter; `onVerdict(index)` is told which mark was clicked. */
export function verdictGutter(onVerdict) {
  return [
    marks,
    gutter({
      class: "verdict-gutter",
      markers: (view) => view.state.field(marks),
      // Keeps the gutter as wide with marks as without, so that nothing moves when they arrive.
      initialSpacer: () => new Room(),
      domEventHandlers: {
        click(view, line, event) {
          const mark = event.target.closest?.(".verdict-mark");
          if (!mark) return false;
          onVerdict(Number(mark.dataset.check));
          return true;
        },
      },
    }),
  ];
}

/** Shows the marks; each stands on the line of its offset `at`, else where it stood before. */
export function showVerdicts(view, verdicts) {
  const { doc } = view.state;
  const before = new Map();
  for (const at = view.state.field(marks).iter(); at.value; at.next()) before.set(at.value.verdict.index, at.from);
  const ranges = [];
  for (const verdict of verdicts) {
    const at = verdict.at ?? before.get(verdict.index);
    if (at === undefined) continue;
    ranges.push(new Verdict(verdict).range(doc.lineAt(Math.min(at, doc.length)).from));
  }
  const after = RangeSet.of(ranges, true);
  if (!RangeSet.eq([view.state.field(marks)], [after])) view.dispatch({ effects: show.of(after) });
}
