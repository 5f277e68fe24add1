// The service worker: after the first visit the page opens and checks without a network. It keeps
// the files of one build, all of them or none, and answers with those of its own build only; what it
// does not know is asked of the network. xtask writes the list and builds this for users only.
import { FILES, VERSION } from "page-files";

// Caches belong to a host, and there may be other pages on it.
const PREFIX = `lockstep ${registration.scope} `;
const NAME = PREFIX + VERSION;
const ROOT = new URL("./", location).href;

const address = (path) => new URL(path, location).href;

/** FNV-1a of 32 bits, as xtask computes it. */
function fingerprint(bytes) {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

async function keep(cache, [path, expected]) {
  // Fingerprinted names never change; the others may still stand in the browser's own cache.
  const fresh = expected === null ? "default" : "no-cache";
  const response = await fetch(address(path), { cache: fresh, credentials: "same-origin" });
  if (!response.ok) throw new Error(`${response.status} for ${path}`);
  const bytes = new Uint8Array(await response.clone().arrayBuffer());
  // A host in the middle of being renewed must not give files of two builds.
  if (expected !== null && fingerprint(bytes) !== expected) throw new Error(`${path} is of another build`);
  await cache.put(address(path), response);
}

async function install() {
  try {
    const cache = await caches.open(NAME);
    await Promise.all(FILES.map((file) => keep(cache, file)));
  } catch (error) {
    await caches.delete(NAME);
    throw error;
  }
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

async function answer(request, path) {
  const cache = await caches.open(NAME);
  return (await cache.match(path)) ?? fetch(request);
}

const known = new Set(FILES.map(([path]) => address(path)));

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
// The page asks for it when its user wants the new version.
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  url.hash = url.search = "";
  if (url.href === address("index.html")) url.href = ROOT;
  if (request.method === "GET" && known.has(url.href)) event.respondWith(answer(request, url.href));
});
