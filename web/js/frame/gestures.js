// Fingers and the mouse on the sequence diagram: two fingers zoom, a drag of the mouse pans, a swipe over the
// player steps. The drawings have gestures of their own (surface.js). One finger scrolls, as everywhere: that is the browser's (touch-action in the styles).

const DIAGRAMS = ".sequence-scroll";
/** The smallest change of size that is drawn. */
const NOTCH = 0.02;
/** A swipe goes at least so far, in pixels, and more sideways than down. */
const SWIPE = 48;

const closest = (target, selector) => (target instanceof Element ? target.closest(selector) : null);

/** Follows them on the whole page. */
export function gestures() {
  pinches();
  drags();
  swipes();
}

function pinches() {
  let pinch = null;
  const between = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  const end = () => {
    pinch?.listening.abort();
    pinch = null;
  };
  const move = (event) => {
    if (event.touches.length !== 2) return end();
    if (event.cancelable) event.preventDefault();
    const distance = between(event.touches);
    const ratio = distance / pinch.distance;
    if (Math.abs(ratio - 1) < NOTCH) return;
    pinch.distance = distance;
    const [a, b] = event.touches;
    zoom(pinch.diagram, ratio, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
  };
  addEventListener("touchstart", ({ touches, target }) => {
    end();
    const diagram = touches.length === 2 ? closest(target, DIAGRAMS) : null;
    if (!diagram) return;
    const listening = new AbortController();
    pinch = { diagram, distance: between(touches), listening };
    // What is under the fingers is drawn anew, and the old is told of them all the same.
    for (const { target } of touches) {
      target.addEventListener("touchmove", move, { passive: false, signal: listening.signal });
      target.addEventListener("touchend", end, { signal: listening.signal });
      target.addEventListener("touchcancel", end, { signal: listening.signal });
    }
  });
}

/** As a trackpad tells of a pinch; what lies under the fingers stays there. */
function zoom(diagram, ratio, x, y) {
  const box = diagram.getBoundingClientRect();
  const before = [diagram.scrollWidth, diagram.scrollHeight];
  const at = [diagram.scrollLeft + x - box.left, diagram.scrollTop + y - box.top];
  const deltaY = 100 * (1 - ratio);
  diagram.dispatchEvent(new WheelEvent("wheel", { ctrlKey: true, deltaY, bubbles: true, cancelable: true }));
  const left = at[0] * (diagram.scrollWidth / before[0]) - (x - box.left);
  const top = at[1] * (diagram.scrollHeight / before[1]) - (y - box.top);
  diagram.scrollTo({ left, top, behavior: "instant" });
}

function drags() {
  let drag = null;
  addEventListener("pointerdown", ({ pointerType, button, target, clientX, clientY }) => {
    const diagram = pointerType === "mouse" && button === 0 ? closest(target, DIAGRAMS) : null;
    // What can be clicked is not taken hold of, and neither is a scroll bar.
    if (!diagram || target === diagram || closest(target, "button, a, [role=button]")) return;
    drag = { diagram, x: clientX, y: clientY, left: diagram.scrollLeft, top: diagram.scrollTop };
  });
  addEventListener("pointermove", ({ buttons, clientX, clientY }) => {
    if (!drag) return;
    if (buttons !== 1) return end();
    const { diagram, x, y, left, top } = drag;
    diagram.classList.add("dragged");
    diagram.scrollTo({ left: left + x - clientX, top: top + y - clientY, behavior: "instant" });
  });
  const end = () => {
    drag?.diagram.classList.remove("dragged");
    drag = null;
  };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

function swipes() {
  let swipe = null;
  addEventListener("touchstart", ({ touches, target }) => {
    const place = touches.length === 1 ? closest(target, ".player, .hint") : null;
    // The scrubber and the choice of speed have their own use for it.
    swipe = place && !closest(target, "input, select") && { from: touches[0] };
  });
  addEventListener("touchend", ({ changedTouches: [to] }) => {
    if (!swipe) return;
    const { from } = swipe;
    swipe = null;
    const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
    if (Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y)) return;
    document.querySelector(`.player [data-step=${x < 0 ? "forward" : "back"}]`)?.click();
  });
  addEventListener("touchcancel", () => (swipe = null));
}
