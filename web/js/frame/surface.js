// Wheel, fingers and dragging on a surface: they zoom at the pointer and pan. What is seen is kept by the page; this tells
// it what they ask for, and is told where the view goes without them.

import { select } from "d3-selection";
import { zoom, zoomIdentity } from "d3-zoom";

/** The scales that can be chosen, as in core/src/diagram/viewport.rs. */
const SCALES = [0.2, 4];
/** What uses the pointer itself. */
const OWN = "a, input, select, summary, .card-name, .rim, .card-plain";

/** Follows them on an element; `told` hears of x, y and scale. The answer takes the same from the page. */
export function followSurface(element, told) {
  const behaviour = zoom()
    .scaleExtent(SCALES)
    .filter((event) => !event.button && !event.target.closest(OWN))
    .on("zoom", ({ sourceEvent, transform: { x, y, k } }) => {
      if (sourceEvent) told(x, y, k);
    });
  const surface = select(element).call(behaviour).on("dblclick.zoom", null);
  // On the way down: the zoom stops it on the way up.
  const start = ({ changedTouches }) => [...changedTouches].forEach(({ target }) => keep(target, element));
  element.addEventListener("touchstart", start, { capture: true, passive: true });
  element.dataset.gestures = "";
  return (x, y, k) => surface.property("__zoom", zoomIdentity.translate(x, y).scale(k));
}

/** What is followed until no finger is on it. */
const held = new WeakSet();

/**
 * What is under a finger may be drawn anew while it moves. The browser goes on telling the old one of the finger, from where
 * nothing reaches the surface any more: it is told here.
 */
function keep(target, element) {
  if (held.has(target)) return;
  held.add(target);
  const listening = new AbortController();
  const pass = (event) => {
    if (event.type !== "touchmove" && !event.targetTouches.length) {
      listening.abort();
      held.delete(target);
    }
    if (element.contains(target)) return;
    if (event.cancelable) event.preventDefault();
    element.dispatchEvent(new TouchEvent(event.type, event));
  };
  for (const type of ["touchmove", "touchend", "touchcancel"]) {
    target.addEventListener(type, pass, { passive: false, signal: listening.signal });
  }
}
