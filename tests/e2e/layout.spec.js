// The layout engine of the built page is elkjs as it is published: it draws more than flat machines.
import { expect, test } from "./fixtures.js";

const state = (id, more = {}) => ({ id, width: 60, height: 28, ...more });
const arrow = (id, source, target) => ({
  id,
  sources: [source],
  targets: [target],
  labels: [{ text: "label", width: 40, height: 13 }],
});

/** States inside states, with arrows on each level. */
const NESTED = {
  id: "machine",
  children: [
    state("off"),
    state("on", {
      children: [state("slow"), state("fast", { children: [state("low"), state("high")], edges: [arrow("c", "low", "high")] })],
      edges: [arrow("b", "slow", "fast")],
    }),
  ],
  edges: [arrow("a", "off", "on"), arrow("d", "on", "off")],
};

/** What the page's layout engine makes of a graph. */
const laidOut = (page, graph) =>
  page.evaluate((graph) => {
    const { href } = document.querySelector("[data-asset=layout]");
    const worker = new Worker(href, { type: "module" });
    return new Promise((resolve, reject) => {
      worker.onerror = reject;
      worker.onmessage = ({ data: { id, data } }) => id === 7 && resolve(data);
      worker.postMessage({ id: 7, graph, direction: "DOWN" });
    });
  }, graph);

test("the layout engine draws states inside states", async ({ page }) => {
  await page.goto("./");
  const drawing = await laidOut(page, NESTED);
  const inside = (outer, inner) =>
    inner.x >= 0 && inner.y >= 0 && inner.x + inner.width <= outer.width && inner.y + inner.height <= outer.height;
  let arrows = 0;
  const look = (outer) => {
    for (const edge of outer.edges ?? []) {
      arrows += 1;
      expect(edge.sections[0].startPoint).toBeDefined();
      expect(edge.labels[0].x).toBeDefined();
    }
    for (const [at, inner] of (outer.children ?? []).entries()) {
      expect(inside(outer, inner), inner.id).toBe(true);
      for (const other of outer.children.slice(at + 1)) {
        const apart =
          inner.x + inner.width <= other.x || other.x + other.width <= inner.x ||
          inner.y + inner.height <= other.y || other.y + other.height <= inner.y;
        expect(apart, `${inner.id} and ${other.id}`).toBe(true);
      }
      look(inner);
    }
  };
  look(drawing);
  expect(arrows).toBe(4);
});
