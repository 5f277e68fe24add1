// What must be known before the first paint.
//
// Whether the browser can do what all of this needs: where it cannot, index.html has a sentence about
// it (controls.css shows it), and the page that would never come is not waited for.
if (typeof WebAssembly !== "object") document.documentElement.dataset.lacks = "wasm";

// The chosen theme and motion. Without a choice the system decides (tokens.css, motion.css). The
// settings are those of web/src/state/settings.rs.
try {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem("lockstep.theme");
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  const motion = localStorage.getItem("lockstep.motion");
  if (motion === "reduced" || motion === "full") dataset.motion = motion;
} catch {
  // Storage is refused: as the system says.
}

// The worker that answers the checks is begun here: a browser starts it with the help of the page's own thread, which
// has no time for that once the program is there. It is told where the program's bindings are, says that it hears, reads
// them, fetches what the first verdict needs, and waits for the program (web/js/entry-worker.js). boot.js lets
// the program begin when the worker hears; assets.js hands the worker out. Where this fails, another is
// started, which says why.
try {
  const address = (name) => document.querySelector(`[data-asset="${name}"]`);
  const [script, bindings] = [address("worker"), address("bindings")];
  if (script && bindings && typeof WebAssembly === "object") {
    const worker = new Worker(script.href, { type: "module" });
    const begun = { worker };
    globalThis.begunWorker = begun;
    begun.hears = new Promise((resolve) => {
      const answered = (event) => {
        event.stopImmediatePropagation();
        resolve();
      };
      // Nobody else is to hear this one.
      worker.addEventListener("message", answered, { once: true });
      worker.onerror = (event) => {
        event.preventDefault();
        begun.worker = undefined;
        resolve();
      };
    });
    worker.postMessage(bindings.src);
  }
} catch {
  // Workers are refused: the page says so when it asks for one.
}
