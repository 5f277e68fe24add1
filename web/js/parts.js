// Fetches parts of the program and adds them to it (web/src/parts.rs, xtask/src/parts.rs). Bundled
// with the bindings, so it runs wherever the program does: in the page and in the worker.
import { initSync } from "lockstep-bindings";

// Files under way or there, by address: parts may share one. A failed one is forgotten, so that the
// next call tries again.
const files = new Map();

function file(name) {
  const address = new URL(name, import.meta.url).href;
  if (!files.has(address)) {
    const added = add(address);
    files.set(address, added);
    added.catch(() => files.delete(address));
  }
  return files.get(address);
}

async function add(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  // Not streaming: that would need a server that knows the type of the file.
  const bytes = await response.arrayBuffer();
  // A part finds memory, table and stack of the program among the exports of its first part, and
  // puts its functions into the table.
  await WebAssembly.instantiate(bytes, { __wasm_split: initSync() });
}

/** The function by which the program asks for a part that lies in these files. */
export function part(names) {
  return async (callback, data) => {
    let there = true;
    try {
      await Promise.all(names.map(file));
    } catch (error) {
      there = false;
      // Said on the screen by the program, and here with the reason.
      console.warn("A part of the program is missing:", error);
    }
    initSync().__indirect_function_table.get(callback)(data, there);
  };
}
