// What a projector, a phone on its side and a page at 200 % show: letters that can be read, the message
// that fails, and the machine that is blocked.

import { LABELS, pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, example } from "./user.js";

/** Opens the page with a text of one's own; whoever has been here before is not greeted. */
async function opens(page, text) {
  await page.addInitScript((text) => {
    localStorage.setItem("lockstep.seen", "1");
    if (text) localStorage.setItem("lockstep.text", text);
  }, text);
  await page.goto("./");
  const user = new User(page);
  await expect(user.stage.locator("svg.machine").first()).toBeVisible();
  return user;
}

/** Lifelines in a row: each takes a message from the one before it and sends it to the next. */
function row(count, last = "") {
  const names = Array.from({ length: count }, (_, at) => `station${at}`);
  const machines = names.map((name, at) => {
    const effects = at + 1 < count ? ` / pass${at + 1}` : "";
    return `machine M${at} {\n  [*] --> idle\n  idle --> done : ${at ? `pass${at}` : ""}${effects}\n}`;
  });
  const messages = names.slice(1).map((name, at) => `  ${names[at]} -> ${name} : pass${at + 1}`);
  const declared = names.map((name, at) => `  ${name} : M${at}`);
  return `${machines.join("\n")}\nscenario row {\n${declared.join("\n")}\n${messages.join("\n")}\n${last}}\n`;
}

/** Whether an element lies wholly within another. */
const within = (locator, frame) =>
  locator.evaluate((it, frame) => {
    const [a, b] = [it.getBoundingClientRect(), document.querySelector(frame).getBoundingClientRect()];
    return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  }, frame);

/** The height of the smallest letters on the canvas, in pixels of the screen. */
const smallest = (page) =>
  page.locator(".surface .chart text, .surface .card-name").evaluateAll((all) => {
    const sizes = all.filter((it) => it.textContent).map((it) => {
      const drawn = it.closest("svg") ?? it;
      const natural = drawn.viewBox?.baseVal.width ?? drawn.offsetWidth;
      return Number.parseFloat(getComputedStyle(it).fontSize) * (drawn.getBoundingClientRect().width / natural);
    });
    return sizes.length ? Math.min(...sizes) : 0;
  });

for (const name of ["coffee-for-two", "coffee", "mail", "philosophers", "philosophers-atomic"]) {
  test(`letters on the canvas of ${name} have 11 pixels and more at 1280 × 720`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const user = await opens(page, example(name));
    const cards = await user.stage.locator(".card").count();
    await expect(user.stage.locator("svg.machine")).toHaveCount(cards);
    expect(await smallest(page)).toBeGreaterThanOrEqual(10.99);
    // What each step is about is seen, at the start and after the last step of a run.
    if (await user.stage.getByText("no steps").count()) return;
    for (const key of ["Home", "End"]) {
      await page.keyboard.press(key);
      const acts = user.stage.locator(".card .arrow:is(.completed, .stuck) .label, .card.waits .state.current");
      if (!(await acts.count())) continue;
      await expect.poll(() => within(acts.first(), ".surface")).toBe(true);
    }
  });
}

test("a card fills the canvas by a double click or a key; the run goes on; Escape brings the others back", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const user = await opens(page);
  const card = (name) => user.stage.locator(".card", { hasText: new RegExp(`^${name} ?:`) });
  const wide = (name) => card(name).evaluate((it) => it.getBoundingClientRect().width);
  const letters = () => card("m").locator(".state text").first().evaluate((it) => it.getBoundingClientRect().height);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await card("m").getByRole("button", { name: "state idle" }).focus();
  const [before, small] = [await wide("cm"), await letters()];
  await page.keyboard.press("l");
  await expect.poll(letters).toBeGreaterThan(small * 1.3);
  expect(await within(card("m").locator("svg.machine"), ".surface")).toBe(true);
  await page.keyboard.press("End");
  await expect(card("cm").locator(".card-place")).toHaveText("waiting to send repaired");
  await page.keyboard.press("Escape");
  await expect.poll(() => wide("cm")).toBeCloseTo(before, 0);
  await card("alice").locator(".chart-body").dblclick({ position: { x: 4, y: 4 } });
  await expect.poll(() => wide("cm")).toBeGreaterThan(before * 1.03);
  await page.keyboard.press("l");
  await expect.poll(() => wide("cm")).toBeCloseTo(before, 0);
  await expect(user.message(5)).toBeVisible();
});

for (const [width, height] of [[1280, 720], [1440, 900], [390, 844], [360, 740], [844, 390], [640, 360], [720, 450], [960, 540]]) {
  test(`at ${width} × ${height} the message that fails is in sight at the start, with its reason`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const user = await opens(page);
    const frame = ".sequence-scroll";
    await expect.poll(() => within(user.stage.locator(".message.stops .label"), frame)).toBe(true);
    await expect.poll(() => within(user.stage.locator(".note"), frame)).toBe(true);
    // Once somebody steps, the step is in sight; and back at the start, the first message.
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => within(user.stage.locator(".message.current .label"), frame)).toBe(true);
    await page.keyboard.press("Home");
    await expect.poll(() => within(user.stage.locator(".message .label").first(), frame)).toBe(true);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });
}

for (const [width, height] of [[844, 390], [640, 360], [720, 450], [960, 540]]) {
  test(`at ${width} × ${height} a machine and the messages stand side by side above the player`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const user = await opens(page);
    const box = (selector) => user.stage.locator(selector).boundingBox();
    const [cards, diagram, player] = [await box(".surface"), await box(".sequence-scroll"), await box(".player")];
    expect(diagram.height).toBeGreaterThan(120);
    expect(diagram.width).toBeGreaterThan(300);
    expect(cards.height).toBeGreaterThan(120);
    expect(cards.x + cards.width).toBeLessThanOrEqual(diagram.x + 1);
    expect(Math.max(diagram.y + diagram.height, cards.y + cards.height)).toBeLessThanOrEqual(player.y + 1);
    expect(player.y + player.height).toBeLessThanOrEqual(height);
    await pleasesAxe(page, { without: [LABELS] });
  });
}

test("with twelve lifelines the message at hand is followed sideways, with both its ends", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const user = await opens(page, row(12));
  await expect(user.message(11)).toBeAttached();
  const frame = ".sequence-scroll";
  const slider = user.stage.getByRole("slider");
  const last = Number(await slider.getAttribute("max"));
  for (let step = 1; step <= last; step += 1) {
    await page.keyboard.press("ArrowRight");
    await expect(slider).toHaveValue(String(step));
    if (await user.stage.locator(".message.current").count()) {
      await expect.poll(() => within(user.stage.locator(".message.current .label"), frame)).toBe(true);
      const ends = user.stage.locator(".head.active");
      for (const end of await ends.all()) await expect.poll(() => within(end, frame)).toBe(true);
    }
  }
});

test("where a message fails, the card of the one that is blocked is in sight", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  // The first station is asked for something that it never takes, after a message at the other end.
  const user = await opens(page, row(12, "  station11 -> station0 : pass1\n"));
  await expect(user.message(12)).toHaveAccessibleName(/cannot happen/);
  const card = (name) => user.stage.locator(".card", { hasText: new RegExp(`^${name} ?:`) });
  await page.keyboard.press("End");
  const blocked = user.stage.locator(".card.waits");
  const target = (await blocked.count()) ? blocked.first() : card("station0");
  await expect.poll(() => within(target, ".surface")).toBe(true);
});

test("the list of lifelines moves nothing", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const user = await opens(page, row(12));
  const diagram = user.stage.locator(".sequence-scroll");
  const before = await diagram.boundingBox();
  await user.stage.getByText("Lifelines", { exact: true }).click();
  const box = user.stage.getByRole("checkbox", { name: "station0", exact: true });
  await expect(box).toBeInViewport();
  expect(await diagram.boundingBox()).toEqual(before);
  await user.stage.getByRole("checkbox", { name: "station11", exact: true }).uncheck();
  expect(await diagram.boundingBox()).toEqual(before);
});

test("the arrow at the caret does not look like one that has just fired", async ({ page }) => {
  const user = await opens(page);
  const arrow = user.stage.getByRole("button", { name: /^transition .*done.*repaired/ });
  const look = (locator) => locator.locator(".line").evaluate((it) => {
    const { stroke, strokeWidth } = getComputedStyle(it);
    return `${stroke} ${strokeWidth}`;
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  const idle = await look(arrow);
  await page.locator(".cm-line", { hasText: "done / repaired" }).click();
  await expect(arrow).toHaveAttribute("data-picked");
  expect(await look(arrow)).toBe(idle);
  const marker = await arrow.locator(".reach").evaluate((it) => getComputedStyle(it).stroke);
  expect(marker).not.toBe("rgba(0, 0, 0, 0)");
  await user.stage.getByRole("slider").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const fired = user.stage.locator(".arrow.completed").first();
  await expect(fired).toBeAttached();
  expect(await look(fired)).not.toBe(await look(arrow));
});
