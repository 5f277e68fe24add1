// Fetches in advance what the first verdict does without: parts of the program, and what saves files. Before, it would
// stand in the way of what somebody waits for, and so would all of it at once. The service worker fetches everything once
// more, most of it from the browser's cache, and comes last.

/** Milliseconds after the first verdict that belong to what is drawn and to the editor. */
const REST = 1_000;
/** Milliseconds that are waited for drawings beyond that, at most. */
const DRAWING = 10_000;
/** So many are asked for in one idle moment. */
const FEW = 8;
/** Milliseconds after which a page that is never idle counts as such. */
const PATIENCE = 2_000;

let isAsked;
/** All has been asked for, and the page has nothing to do; or somebody leaves it. */
export const everythingAsked = new Promise((done) => (isAsked = done));

/** Has the browser fetch them while nobody waits. Without a network there is nothing to be had in advance. */
export function fetchLater() {
  // A visit that ends early is one, too: what keeps the page for the next goes on without it.
  addEventListener("visibilitychange", () => document.visibilityState === "hidden" && isAsked());
  addEventListener("pagehide", isAsked);
  setTimeout(() => whenDrawn(fetchFew, performance.now() + DRAWING), REST);
}

/** When no card waits for its drawing any more, and then when the page is idle. */
function whenDrawn(act, until) {
  const waits = document.querySelector(".card-skeleton") && performance.now() < until;
  if (waits) setTimeout(() => whenDrawn(act, until), REST / 10);
  else whenIdle(act);
}

function fetchFew() {
  if (!navigator.onLine) return isAsked();
  // Browsers fetch nothing for the relation that these links have in index.html (xtask/src/page.rs).
  const links = [...document.querySelectorAll('link[data-later][rel="part"]')].slice(0, FEW);
  for (const link of links) link.rel = "prefetch";
  whenIdle(links.length > 0 ? fetchFew : isAsked);
}

function whenIdle(act) {
  if (globalThis.requestIdleCallback) requestIdleCallback(act, { timeout: PATIENCE });
  else setTimeout(act, PATIENCE / 10);
}
