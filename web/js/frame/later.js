// Fetches in advance what the first verdict does without: parts of the program, and what saves files. Before, it would
// stand in the way of what somebody waits for, and so would all of it at once.

/** Milliseconds after the first verdict that belong to what is drawn and to the editor. */
const REST = 1_000;
/** So many are asked for in one idle moment. */
const FEW = 8;
/** Milliseconds after which a page that is never idle counts as such. */
const PATIENCE = 2_000;

/** Has the browser fetch them while nobody waits. Without a network there is nothing to be had in advance. */
export function fetchLater() {
  setTimeout(() => whenIdle(fetchFew), REST);
}

function fetchFew() {
  if (!navigator.onLine) return;
  // Browsers fetch nothing for the relation that these links have in index.html (xtask/src/page.rs).
  const links = [...document.querySelectorAll('link[data-later][rel="part"]')].slice(0, FEW);
  for (const link of links) link.rel = "prefetch";
  if (links.length > 0) whenIdle(fetchFew);
}

function whenIdle(act) {
  if (globalThis.requestIdleCallback) requestIdleCallback(act, { timeout: PATIENCE });
  else setTimeout(act, PATIENCE / 10);
}
