// Starts the page: xtask bundles this with the bindings of the `lockstep-web` binary.
// (Trunk writes its own starter.)
import init from "lockstep-bindings";
import wasm from "lockstep-wasm";

await init({ module_or_path: new URL(wasm, import.meta.url) });
