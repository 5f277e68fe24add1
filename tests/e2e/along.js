// Pictures over time: what is written there, judged as it is read from the drawn page.

/** What lies on something else in a picture over time or leaves what it belongs to, as sentences; run in the page. */
export function overlaps() {
  const found = [];
  const grid = document.querySelector(".along-grid");
  const rect = (it) => it.getBoundingClientRect();
  // What is drawn, without titles.
  const words = (it) => [...it.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join("");
  // Bars that begin at the step are drawn once more over themselves.
  const texts = [...grid.querySelectorAll("text")].filter((it) => words(it) && !it.closest(".time-begun"));
  const around = ".events-bar, .time-bar";
  const bars = [...grid.querySelectorAll(".events-bar > rect:first-of-type, .time-bar > path")];
  const meet = (a, b, by) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > by && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;
  for (const strip of [".along-top", ".along-side", ".along-body"]) {
    const own = texts.filter((it) => it.closest(strip));
    own.forEach((one, at) => {
      for (const other of own.slice(at + 1)) {
        // A name and what stands below it touch with their line heights.
        if (meet(rect(one), rect(other), 2.5)) found.push(`${words(one)} on ${words(other)}`);
      }
      const frame = rect(one.closest("svg"));
      const { left, right } = rect(one);
      if (left < frame.left - 1 || right > frame.right + 1) found.push(`${words(one)} leaves its picture`);
      const bar = one.closest(around)?.querySelector("rect, path");
      if (bar && (left < rect(bar).left || right > rect(bar).right)) found.push(`${words(one)} leaves its bar`);
      for (const bar of bars) {
        if (!one.closest(around) && one.closest(".along-body") && meet(rect(one), rect(bar), 1)) found.push(`${words(one)} on a bar`);
      }
    });
  }
  return found;
}
