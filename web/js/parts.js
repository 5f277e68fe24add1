// Fetches parts of the program and adds them to it (web/src/parts.rs, xtask/src/parts.rs). Bundled
// with the bindings, so it runs wherever the program does: in the page and in the worker.
import { initSync } from "lockstep-bindings";

// Files under way or there, by address: parts may share one. A failed one is forgotten, so that the
// next call tries again.
const files = new Map();

/** What comes of something that is done once for each key. */
function once(key, act) {
  if (!files.has(key)) {
    const done = act();
    files.set(key, done);
    done.catch(() => files.delete(key));
  }
  return files.get(key);
}

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  // Not streaming: that would need a server that knows the type of the file.
  return response.arrayBuffer();
}

/** A file, fetched and compiled: for this the program need not be there. */
function compiled(it) {
  const [name, ...place] = [it].flat();
  const address = new URL(name, import.meta.url).href;
  return once(["compiled", address, ...place].join(" "), async () => {
    const all = await once(`all of ${address}`, () => fetched(address));
    return WebAssembly.compile(place.length ? all.slice(...place) : all);
  });
}

/** Adds a file, or one of those that lie together in one: `[name, start, end]`. */
function file(it) {
  return once(["added", it].flat().join(" "), async () => {
    // A part finds memory, table and stack of the program among the exports of its first part, and
    // puts its functions into the table.
    await WebAssembly.instantiate(await compiled(it), { __wasm_split: initSync() });
  });
}

/**
 * The function by which the program asks for a part that lies in these files. One that every worker begins with is
 * fetched there ahead of the program.
 */
export function part(names, ahead = false) {
  if (ahead && !globalThis.document) {
    // What is missing is told when the program asks for it.
    for (const name of names) compiled(name).catch(() => {});
  }
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
