// Where a model opens, and where its run stops while it is played: what the page does by itself.
import { expect, test } from "./fixtures.js";
import { User, allSettled, example } from "./user.js";

test.use({ chosen: {} });

const count = (page) => page.locator(".player-count");
const selected = (page) => page.locator(".check-select[aria-current=true]");

/** The page with a text, as it is at a second visit. */
async function opens(page, text) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript((text) => {
    if (localStorage.getItem("lockstep.text") === null) localStorage.setItem("lockstep.text", text);
    localStorage.setItem("lockstep.seen", "1");
  }, text);
  await page.goto("./");
  return new User(page);
}

test("the first page opens at the message before the one that cannot happen", async ({ page }) => {
  await page.goto("./");
  await expect(count(page)).toHaveText("step 10 of 10");
  await expect(page.locator(".hint-keys")).toHaveText("Press ←");
  await expect(page.locator(".hint")).toContainText("to see how the run gets there");
  await new User(page).leavesTheEditor();
  await page.keyboard.press("ArrowLeft");
  await expect(count(page)).toHaveText("step 9 of 10");
  await expect(page.locator(".hint")).toHaveCount(0);
});

test("the first page shows its whole scenario, and the text is at the message that is played", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("./");
  const user = new User(page);
  for (const number of [1, 4, 5, 6]) await expect(user.message(number)).toBeInViewport();
  // The drawings have the room that they need, and no more.
  const canvas = await page.locator("#pane-canvas").boundingBox();
  expect(canvas.height).toBeLessThan(400);
  const played = page.locator(".cm-executed");
  await expect(played).toHaveText([/maintenance --> idle/, /repairing --> idle/, /m +-> cm +: done/]);
  await expect(played.last()).toBeInViewport();
  await expect(page.locator(".cm-line.cm-blamed-line", { hasText: "bob   -> cm" })).toBeInViewport();
  await expect(page.locator(".verdict-gutter .cm-executed-line")).toHaveCount(3);
  await user.leavesTheEditor();
  await page.keyboard.press("Home");
  await expect(played).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(played.first()).toContainText("wantCoffee");
});

test("a lift opens at what its header names, with the states that are at fault; steps go where something changes", async ({ page }) => {
  const user = await opens(page, example("statecharts/lift.lks"));
  await expect(count(page)).toHaveText("step 28 of 28");
  await expect(page.locator(".player-said")).toContainText("Opening --> Open : after(1, 1)");
  await user.leavesTheEditor();
  await page.keyboard.press("Home");
  await expect(page.locator(".player-sentence")).toHaveText("lift has begun.");
  const numbers = [];
  for (let press = 0; press < 15; press += 1) {
    await page.keyboard.press("ArrowRight");
    numbers.push(Number.parseInt((await count(page).textContent()).replace("step ", ""), 10));
  }
  expect(numbers).toEqual([5, 6, 8, 10, 11, 13, 15, 17, 18, 20, 21, 23, 25, 27, 28]);
  // A step is shown as one: what fires, what is sent and what the text says of it.
  for (let press = 0; press < 10; press += 1) await page.keyboard.press("ArrowLeft");
  await expect(count(page)).toHaveText("step 11 of 28");
  await expect(page.locator(".player-sentence")).toContainText("Up --> Still : after(2, 2)");
  await expect(page.locator(".player-sentence")).toContainText("lift -> lift: arrived");
  await expect(page.locator(".cm-executed")).toContainText("Up    --> Still : after(2, 2)");
});

test("every part of a step is a stop where that is chosen", async ({ page }) => {
  const user = await opens(page, example("statecharts/lift.lks"));
  await expect(count(page)).toHaveText("step 28 of 28");
  await page.evaluate(() => localStorage.setItem("lockstep.steps", "parts"));
  await page.reload();
  await expect(count(page)).toHaveText("step 28.1 of 28");
  await user.leavesTheEditor();
  await page.keyboard.press("ArrowLeft");
  await expect(count(page)).toHaveText("step 28 of 28");
  await page.keyboard.press("Home");
  await expect(count(page)).toHaveText("step 0 of 28");
});

const HELD = "machine A {\n  [*] --> a\n  a --> b : x\n}\nmachine B {\n  [*] --> b\n  b --> c : / x\n}\nsystem {\n  a : A\n  b : B\n}\n";

test("without a word in the header a model opens at the first answer that is not as expected, else at the first run", async ({ page }) => {
  const user = await opens(page, example("systems/peterson.xsts"));
  await expect(user.checks.getByRole("status")).toHaveText(allSettled);
  // The property holds, and the first goal is out of reach: neither has a run.
  await expect(selected(page)).toContainText("then two == Inside then one == Inside");
  await user.writes(`${HELD}check reach a.b\ncheck reach a.a, b.c expect reachable\ncheck reach a.b, b.c\n`);
  // Who writes has found what to look at.
  await expect(user.checks.getByRole("status")).toContainText("of 3");
  await page.reload();
  await expect(selected(page)).toContainText("a.a, b.c");
});

test("a transition system is played by firings, and stops where the environment changes something", async ({ page }) => {
  const user = await opens(page, example("systems/lift.xsts"));
  await expect(user.checks.getByRole("status")).toHaveText(allSettled);
  await expect(selected(page)).toContainText("reach open && floor == 3");
  await expect(count(page)).toHaveText("step 0 of 4");
  await expect(page.locator(".player-sentence")).toHaveText("Initial state.");
  await page.evaluate(() => document.activeElement?.blur());
  const stops = [];
  for (let at = 0; at < 6; at += 1) {
    const before = await count(page).textContent();
    await page.keyboard.press("ArrowRight");
    await expect(count(page)).not.toHaveText(before);
    stops.push((await count(page).textContent()).replace(/^step | of 4$/g, ""));
  }
  expect(stops).toEqual(["0.2", "1", "1.1", "2", "3", "4"]);
  await expect(page.locator(".player-verdict")).toContainText("after 4 firings");
  // Each stop has a column; what the environment does has its name.
  const columns = page.locator(".time-step");
  await expect(columns).toHaveText(["start", "env", "1", "env", "2", "3", "4"]);
  await expect(page.locator(".flow-line.lit")).not.toHaveCount(0);
  await page.locator(".along-body").click({ position: { x: 3, y: 40 } });
  await expect(count(page)).toHaveText("step 0 of 4");
  await expect(page.locator(".flow-line.lit")).toHaveCount(0);
});

test("a link opens at the step it names, and a model at its start where that is chosen", async ({ page }) => {
  const user = await opens(page, example("statecharts/lift.lks"));
  await expect(count(page)).toHaveText("step 28 of 28");
  await page.evaluate(() => localStorage.setItem("lockstep.opening", "start"));
  await page.reload();
  await expect(user.checks.getByRole("status")).toHaveText(allSettled);
  await expect(selected(page)).toContainText("reach lift.floor == 2");
  await expect(page.locator(".player-sentence")).toHaveText("lift has begun.");
});
