// The editor's bundle: loaded beside the page, named "editor" in index.html.
export { createEditor } from "./editor/main.js";
