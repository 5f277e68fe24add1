// Registers the service worker (../offline.js), tells of new versions, and says when there is no
// network. A page is never changed under its user: the new version waits until it is asked for.
import { everythingAsked } from "./later.js";

let waiting = null;
let asked = false;

/** Keeps the page for offline use; `renewed()` is called when a newer version of it is there. */
export async function stayOffline(renewed) {
  const chip = document.querySelector(".top-offline");
  const say = () => {
    // An empty place with a title is read out by some.
    chip.textContent = navigator.onLine ? "" : "Offline";
    if (navigator.onLine) chip.removeAttribute("title");
    else chip.title = "Without a network. What you write is kept in this browser.";
  };
  addEventListener("online", say);
  addEventListener("offline", say);
  say();

  // Only what users get has one, and only pages that are served securely.
  const script = document.querySelector('meta[name="offline"]')?.content;
  const { serviceWorker } = navigator;
  if (!script || !serviceWorker) return;
  const hadController = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (asked) location.reload();
    // Another tab has asked for it: what this one still fetches may be gone.
    else if (hadController) renewed();
  });
  // Keeping the page takes network and processor from what a first visit waits for, drawings and editor. One
  // that is kept already comes without a network, and is told at once that there is a newer one.
  if (!hadController) await everythingAsked;
  let registration;
  try {
    registration = await serviceWorker.register(script);
  } catch {
    // Refused, or no network: the page works as it does without.
  }
  if (!registration) return;
  const look = () => {
    if (!registration.waiting || !serviceWorker.controller) return;
    waiting = registration.waiting;
    renewed();
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  look();
  // Tabs stay open for days.
  addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") registration.update().catch(() => {});
  });
}

/** A browser may hold on to the old version while a page of it is open: after so many milliseconds this one loads anew. */
const PATIENCE = 4000;

/** Goes over to the newer version. */
export function renew() {
  asked = true;
  if (waiting?.state !== "installed") return location.reload();
  waiting.postMessage("take over");
  setTimeout(() => location.reload(), PATIENCE);
}
