// The program's bindings, and its start in the page: xtask bundles this with what wasm-bindgen
// wrote. A worker imports the same file and starts the program itself (entry-worker.js).
// (Trunk writes its own starter.)
import init from "lockstep-bindings";
import wasm from "lockstep-wasm";

export default init;

if (globalThis.document) {
  // The sheet that only some kinds of model need has held nothing up until here (xtask/src/page.rs).
  for (const sheet of document.querySelectorAll("link[media=print]")) sheet.media = "all";
  await init({ module_or_path: new URL(wasm, import.meta.url) });
}
