// The program's bindings, and its start in the page: xtask bundles this with what wasm-bindgen
// wrote. A worker imports the same file and starts the program itself (entry-worker.js).
// (Trunk writes its own starter.)
import init from "lockstep-bindings";
import wasm from "lockstep-wasm";

export default init;

/** Milliseconds that the program waits for its worker, at most. */
const PATIENCE = 200;

async function compiled(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  // Some servers do not know the type of the file.
  if (response.headers.get("Content-Type") !== "application/wasm") return WebAssembly.compile(await response.arrayBuffer());
  return WebAssembly.compileStreaming(response);
}

if (globalThis.document) {
  // The sheet that only some kinds of model need has held nothing up until here (xtask/src/page.rs).
  for (const sheet of document.querySelectorAll("link[media=print]")) sheet.media = "all";
  const module = compiled(new URL(wasm, import.meta.url));
  // Told where it is waited for.
  module.catch(() => {});
  // What the program says to its worker in its first task is heard at once, and not when that task is over.
  await Promise.race([globalThis.begunWorker?.hears, new Promise((done) => setTimeout(done, PATIENCE))]);
  await init({ module_or_path: await module });
}
