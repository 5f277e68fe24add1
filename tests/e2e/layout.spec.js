// The layout engine of the built page is elkjs as it is published: it draws more than flat machines.
import { readFileSync } from "node:fs";

import { expect, test } from "./fixtures.js";
import { User, example } from "./user.js";

const LIFT = readFileSync(new URL("../../static/examples/statecharts/lift.lks", import.meta.url), "utf8");

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

/** The regions that are drawn, from the left to the right within each row of their names. */
const regions = (page) =>
  page.locator(".placed text.region").evaluateAll((names) => {
    const places = names.map((it) => ({ name: it.textContent, x: it.getBoundingClientRect().x, y: Math.round(it.getBoundingClientRect().y / 10) }));
    places.sort((one, other) => one.y - other.y || one.x - other.x);
    return places.map((it, at) => `${at > 0 && it.y > places[at - 1].y ? "/ " : ""}${it.name}`).join(" ");
  });

for (const [width, height, rows] of [
  [2560, 1440, "Motor / Door / Buttons"],
  [1440, 900, "Motor Door / Buttons"],
]) {
  test(`regions take the shape of the canvas at ${width} × ${height}, and an edit leaves them where they are`, async ({ page }) => {
    const user = new User(page);
    // The statechart comes last, so that the end of the text is in its last region.
    const [chart, questions] = LIFT.slice(LIFT.indexOf("statechart")).split(/(?=system \{)/);
    await page.setViewportSize({ width, height });
    await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), `${questions}\n${chart.trim()}`);
    await page.goto("./");
    await expect.poll(() => regions(page)).toBe(rows);
    await user.editor.press("ControlOrMeta+End");
    for (let line = 0; line < 3; line += 1) await page.keyboard.press("ArrowUp");
    await page.keyboard.press("End");
    await page.keyboard.insertText("\n      Free --> Stuck : hold");
    await expect(page.locator(".placed").getByText("Stuck", { exact: true })).toBeVisible();
    await expect.poll(() => regions(page)).toBe(rows);
  });
}

/** The labels as they are seen: what is left out of them is there, too small for that. */
const labelsSeen = (page) =>
  page.locator(".placed text.label").evaluateAll((all) =>
    all.map((it) => {
      const texts = document.createTreeWalker(it, NodeFilter.SHOW_TEXT);
      let seen = "";
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (parentElement.getAttribute("font-size") !== "0") seen += data;
      }
      return seen.trim();
    }));

test("where a statechart cannot be read as a whole its labels are short, and nothing is lost", async ({ page }) => {
  const labels = () => labelsSeen(page);
  await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), LIFT);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("./");
  await expect.poll(labels).toContain("moved […]");
  expect(await labels()).toContain("after(2) / …");
  await expect(page.getByRole("button", { name: /^transition moved \[floor < wanted\], Still to Up/ })).toHaveCount(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect.poll(labels).toContain("[floor < wanted]");
  expect((await labels()).join()).not.toContain("[…]");
});

test("a window that is turned is laid out anew: labels say all where there is room again, and are short where there is not", async ({ page }) => {
  const labels = () => labelsSeen(page);
  const shape = () => page.locator(".placed svg").first().getAttribute("viewBox");
  const turns = (width, height) => page.setViewportSize({ width, height });
  await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), LIFT);
  await turns(390, 844);
  await page.goto("./");
  await expect.poll(labels).toContain("moved […]");
  await turns(1440, 900);
  await expect.poll(labels).toContain("[floor < wanted]");
  expect((await labels()).join()).not.toContain("[…]");
  const wide = await shape();
  await turns(820, 1180);
  await expect.poll(shape).not.toBe(wide);
  // There and back before anything is drawn.
  await turns(1440, 900);
  await turns(820, 1180);
  await turns(1440, 900);
  await expect.poll(shape).toBe(wide);
  await turns(390, 844);
  await expect.poll(labels).toContain("moved […]");
  // Turned while something else is looked at.
  await page.getByRole("combobox", { name: "View of the model" }).selectOption("States");
  await turns(1440, 900);
  await page.getByRole("button", { name: "Statecharts" }).click();
  await expect.poll(shape).toBe(wide);
});

test("a class model is laid out as its canvas lies: flat above the run, one above the other where there is room", async ({ page }) => {
  const aspect = () =>
    page
      .getByRole("article", { name: "Classes" })
      .locator("svg")
      .first()
      .evaluate((it) => it.viewBox.baseVal.width / it.viewBox.baseVal.height);
  await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), example("classes/pedestrian-light.lks"));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("./");
  await expect.poll(aspect).toBeGreaterThan(1.5);
  const line = page.getByRole("separator", { name: "Drawing and run" });
  expect(Number(await line.getAttribute("aria-valuenow"))).toBeLessThan(45);
  await page.setViewportSize({ width: 2560, height: 1440 });
  await page.reload();
  await expect.poll(aspect).toBeLessThan(1);
});
