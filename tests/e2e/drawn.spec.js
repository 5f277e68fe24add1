// Drawings of statecharts: no label lies on another, on a line or on a name, no line runs through a name, and no text leaves its
// box. Every example is drawn and looked at, with tolerance for a pixel.
import { readdirSync } from "node:fs";
import { expect, test } from "./fixtures.js";
import { allSettled, example } from "./user.js";

const FOLDER = new URL("../../static/examples/statecharts/", import.meta.url);
const EXAMPLES = readdirSync(FOLDER).filter((it) => it.endsWith(".lks"));

/** The page with an example, answered and drawn. */
async function shows(page, name) {
  const text = example(name);
  await page.addInitScript((text) => {
    localStorage.clear();
    sessionStorage.clear();
    localStorage.setItem("lockstep.text", text);
  }, text);
  await page.goto("./");
  await expect(page.locator(".cm-line").first()).toHaveText(text.split("\n")[0]);
  await expect(page.locator(".checks-summary")).toHaveText(allSettled, { timeout: 30_000 });
  const cards = page.locator(".object-card");
  await expect(cards.first()).toBeVisible();
  await expect(cards.locator("svg.nested")).toHaveCount(await cards.count());
}

/** What is wrong with the drawings on the cards, in words. */
function faults() {
  const found = [];
  const box = (it) => {
    const { x, y, width, height } = it.getBBox();
    return { left: x, top: y, right: x + width, bottom: y + height, text: it.textContent };
  };
  const meet = (one, other) =>
    one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const within = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  // Above and below its letters a line of text has room that may be crossed.
  const runsThrough = (points, it) =>
    points.some(({ x, y }) => x > it.left + 1 && x < it.right - 1 && y > it.top + 3 && y < it.bottom - 3);
  for (const svg of document.querySelectorAll(".object-card svg.nested")) {
    const owner = svg.closest(".object-card").getAttribute("aria-label");
    const { width, height } = svg.viewBox.baseVal;
    const whole = { left: 0, top: 0, right: width, bottom: height };
    const arrows = [...svg.querySelectorAll(".arrow")].map((it) => {
      const line = it.querySelector(".line");
      const points = [];
      for (let at = 0; at <= line.getTotalLength(); at += 2) points.push(line.getPointAtLength(at));
      return { name: it.getAttribute("aria-label"), points, labels: [...it.querySelectorAll("text.label")].map(box) };
    });
    const states = [...svg.querySelectorAll(".state")].map((it) => ({
      name: it.getAttribute("aria-label"),
      outer: it.classList.contains("outer"),
      box: box(it.querySelector(".box, .ink, .cross")),
      texts: [...it.querySelectorAll("text")].map(box),
    }));
    const names = [...states.flatMap((it) => it.texts), ...[...svg.querySelectorAll("text.region")].map(box)];
    const says = (what, one, other) => found.push(`${owner}: ${what}: ${one} / ${other}`);
    for (const [at, { name, points, labels }] of arrows.entries()) {
      for (const label of labels) {
        if (!within(label, whole)) says("leaves the drawing", label.text, "");
        for (const other of arrows.slice(at + 1)) {
          for (const it of other.labels) if (meet(label, it)) says("label on label", label.text, it.text);
        }
        for (const other of arrows) if (runsThrough(other.points, label)) says("line through label", other.name, label.text);
        for (const it of names) if (meet(label, it)) says("label on name", label.text, it.text);
        for (const it of states) {
          if (meet(label, it.box) && !(it.outer && within(label, it.box))) says("label on state", label.text, it.name);
        }
      }
      for (const it of names) if (runsThrough(points, it)) says("line through name", name, it.text);
      for (const it of states.filter((it) => !it.outer)) {
        const { left, right, top, bottom } = it.box;
        const inside = points.slice(4, -4).filter(({ x, y }) => x > left + 1 && x < right - 1 && y > top + 1 && y < bottom - 1);
        if (inside.length > 1) says("line through state", name, it.name);
      }
    }
    for (const it of states) {
      if (!within(it.box, whole)) says("leaves the drawing", it.name, "");
      for (const text of it.texts) if (!within(text, it.box)) says("name leaves its box", text.text, it.name);
    }
  }
  return found;
}

test("in the drawings of all examples nothing lies on what is to be read", async ({ page }) => {
  test.slow();
  expect(EXAMPLES.length).toBeGreaterThan(10);
  for (const name of EXAMPLES) {
    await shows(page, `statecharts/${name}`);
    expect(await page.evaluate(faults), name).toEqual([]);
  }
});

test("what is looked for would be found", async ({ page }) => {
  await shows(page, "statecharts/phone-menu.lks");
  await page.evaluate(() => {
    const svg = document.querySelector(".object-card svg.nested");
    const name = svg.querySelector(".state.outer text");
    const label = svg.querySelector(".arrow text.label");
    name.setAttribute("x", 0);
    label.setAttribute("x", svg.querySelector(".state:not(.outer) text").getAttribute("x"));
    label.setAttribute("y", svg.querySelector(".state:not(.outer) text").getAttribute("y"));
  });
  const found = (await page.evaluate(faults)).map((it) => it.split(": ")[1]);
  expect(found).toEqual(expect.arrayContaining(["name leaves its box", "label on name", "label on state"]));
});

/** Whether something lies within what scrolls around it. */
const isSeen = (pane, thing) =>
  pane.evaluate(
    (pane, selector) => {
      const all = [...pane.querySelectorAll(selector)].map((it) => it.getBoundingClientRect());
      const { left, right, top, bottom } = pane.getBoundingClientRect();
      const seen = (it) => it.left >= left - 1 && it.right <= right + 1 && it.top >= top - 1 && it.bottom <= bottom + 1;
      return all.length > 0 && all.every(seen);
    },
    thing,
  );

test("the chart of events keeps its step in sight when “How soon?” makes it smaller, and who acts in it", async ({ page }) => {
  await shows(page, "statecharts/lift.lks");
  await page.locator(".player-button").first().focus();
  await page.keyboard.press("End");
  const pane = page.locator(".along-pane");
  // The end of its bars, which the entry is, and their lanes.
  const showsStep = () =>
    pane.evaluate((pane) => {
      const rect = (it) => it.getBoundingClientRect();
      const [frame, head] = [rect(pane), rect(pane.querySelector(".along-corner"))];
      const now = rect(pane.querySelector(".events-now"));
      const begun = [...pane.querySelectorAll(".events-bar.now > rect:first-of-type")].map(rect).filter((it) => it.left >= now.left - 3);
      const along = now.left >= head.right - 1 && now.right <= frame.right + 1;
      return along && begun.every((it) => it.top >= head.bottom - 1 && it.bottom <= frame.bottom + 1);
    });
  await expect.poll(showsStep).toBe(true);
  await page.getByRole("button", { name: "How soon?" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Every state is reached.")).toBeVisible({ timeout: 15_000 });
  await expect.poll(showsStep).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await shows(page, "statecharts/railroad-crossing.lks");
  await page.locator(".pane-choice", { hasText: "Run" }).click();
  await page.keyboard.press("End");
  await expect.poll(showsStep).toBe(true);
});

test("a canvas that cannot show all regions shows what has just fired", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await shows(page, "statecharts/lift.lks");
  await page.locator(".player-button").first().focus();
  await page.keyboard.press("End");
  const drawing = page.locator(".surface");
  await expect(drawing.locator(".arrow.completed .line")).not.toHaveCount(0);
  await expect.poll(() => isSeen(drawing, ".arrow.completed .line")).toBe(true);
});

test("the picture of all runs is first seen where they begin", async ({ page }) => {
  await shows(page, "statecharts/alternating-bit.lks");
  await page.getByRole("button", { name: "All runs" }).click();
  await expect(page.locator(".runs-box.start")).toHaveCount(1, { timeout: 15_000 });
  await expect.poll(() => isSeen(page.locator(".runs-scroll"), ".runs-box.start")).toBe(true);
});
