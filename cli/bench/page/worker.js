// Runs one measurement in a worker, as the page does with its questions.
import init, { measure } from "./bench-page.js";

self.onmessage = async ({ data }) => {
  try {
    const wasm = await init({ module_or_path: new URL("bench-page_bg.wasm", import.meta.url) });
    const { what, group, count, seed, solver, printed, each } = data;
    const report = JSON.parse(measure(what, group, count, seed, solver, printed, each));
    // Memory only grows, so what it is now is the most that was needed.
    const bytes = wasm.memory.buffer.byteLength;
    report.notes.push(`WebAssembly memory at the end: ${(bytes / 1e6).toFixed(1)} MB.`);
    self.postMessage({ report });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
