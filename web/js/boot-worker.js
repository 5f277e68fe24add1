// Starts the worker: xtask bundles this with the bindings of the `worker` binary.
// (Trunk writes its own starter, worker_loader.js.)
import init from "worker-bindings";
import wasm from "worker-wasm";

await init({ module_or_path: new URL(wasm, import.meta.url) });
