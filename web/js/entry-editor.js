// The editor's bundle: loaded beside the page, named "editor" in index.html.
export { createEditor } from "./editor/main.js";

// The editor comes when the first verdict stands there, and so does all that this did without: parts of the program are
// fetched while nobody waits (xtask/src/page.rs), and at once where somebody asks for one. Without a network there is nothing
// to be had in advance.
if (navigator.onLine) {
  for (const link of document.querySelectorAll("link[data-later]")) link.rel = "prefetch";
}
