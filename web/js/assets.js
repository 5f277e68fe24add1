// Finds built files by name. Their real names carry a fingerprint that only the built
// index.html knows, in its <link data-asset="NAME"> elements.

/** The absolute address of the asset, also when the page lives under a sub-path. */
export function assetUrl(name) {
  const link = document.querySelector(`link[data-asset="${name}"]`);
  if (!link) throw new Error(`index.html has no <link data-asset="${name}">`);
  return link.href;
}

/** A worker for the program: the one that first.js has begun, for whoever asks first, else another. */
export function programWorker() {
  const begun = globalThis.begunWorker?.worker;
  globalThis.begunWorker = undefined;
  return begun ?? new Worker(assetUrl("worker"), { type: "module" });
}

/** Loads a bundled module of web/js (entry-NAME.js): its exports, once it has arrived. */
export function importAsset(name) {
  return import(assetUrl(name));
}

/** The absolute address of the program's bindings: xtask marks their script, Trunk preloads them. */
export function bindingsUrl() {
  const script = document.querySelector('script[data-asset="bindings"]');
  const link = document.querySelector('link[rel="modulepreload"][href*="lockstep-web"]');
  if (!script && !link) throw new Error("index.html does not name the program's bindings");
  return script?.src ?? link.href;
}

/** The text of an example, which lies beside the page. */
export const exampleText = (path) => textBeside(`examples/${path}`);

/** The text of a file of a lesson. */
export const lessonText = (path) => textBeside(`lessons/${path}`);

async function textBeside(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${response.status} for ${path}`);
  return response.text();
}
