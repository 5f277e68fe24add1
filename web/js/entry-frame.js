// What the page does as a page, whatever it shows: offline, renewed, touched. Fetched after the
// first verdict; nothing of the first view needs it.
export { renew, stayOffline } from "./frame/offline.js";
export { fetchLater } from "./frame/later.js";
export { gestures } from "./frame/gestures.js";
export { followSurface } from "./frame/surface.js";
