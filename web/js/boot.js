// The program's bindings, and its start in the page: xtask bundles this with what wasm-bindgen
// wrote. A worker imports the same file and starts the program itself (entry-worker.js).
// (Trunk writes its own starter.)
import init from "lockstep-bindings";
import wasm from "lockstep-wasm";

export default init;

if (globalThis.document) await init({ module_or_path: new URL(wasm, import.meta.url) });
