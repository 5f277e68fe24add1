// The state space: every global state of a small model, the run lit in it.

import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, example } from "./user.js";

const states = (user) => user.stage.getByRole("group", { name: "Global states" });
const scrubber = (user) => user.stage.getByRole("slider", { name: "Step of the run" });
const told = (user) => user.stage.locator(".space-told");

async function opens(page) {
  const user = new User(page);
  await user.opens();
  await expect(user.message(5)).toBeVisible();
  await page.evaluate(() => document.activeElement?.blur());
  await user.stage.getByRole("button", { name: "States", exact: true }).click();
  await expect(states(user)).toBeVisible();
  return user;
}

test("all global states, the run lit, the step ringed, and a click goes to a step", async ({ page }) => {
  const user = await opens(page);
  await expect(user.stage.first()).toContainText("There are 144 global states.");
  await expect(states(user).locator("[data-i]")).toHaveCount(144);
  const now = states(user).locator("[aria-current]");
  await expect(now).toHaveAttribute(
    "aria-label",
    "alice working, bob working, cm idle, m idle; the start; step 0 of the run; shown now",
  );
  await page.keyboard.press("ArrowRight");
  await expect(now).toHaveAttribute("aria-label", /step 1 of the run; shown now/);
  await expect(told(user)).toContainText("step 1 of the run");
  await states(user).getByRole("button", { name: /; step 4 of the run/ }).click();
  await expect(scrubber(user)).toHaveValue("4");
  expect(await states(user).locator("path.line.lit").count()).toBeGreaterThan(8);
  await page.reload();
  await expect(states(user)).toBeVisible();
  await user.stage.getByRole("button", { name: "Scenario", exact: true }).click();
  await expect(user.message(5)).toBeVisible();
});

test("by keys: walk from state to state, and go by hand to one off the run", async ({ page }) => {
  const user = await opens(page);
  await states(user).locator("[data-i='0']").focus();
  await page.keyboard.press("ArrowDown");
  await expect(states(user).locator("[data-i='1']")).toBeFocused();
  const off = states(user).getByRole("button", { name: /bob desperate.*; go there by hand$/ }).first();
  const words = await off.getAttribute("aria-label");
  await off.focus();
  await expect(told(user)).toHaveText(words);
  await page.keyboard.press("Enter");
  await expect(user.stage.getByRole("region", { name: "By hand" })).toBeVisible();
  await expect(states(user).locator("[aria-current]")).toHaveAttribute("aria-label", /bob desperate.*shown now$/);
  expect(Number(await scrubber(user).inputValue())).toBeGreaterThan(3);
});

test("a deadlock has a shape and a word of its own; a large space shows what is around the run", async ({ page }) => {
  const user = await opens(page);
  await user.writes(example("coffee-broken"));
  await expect(user.stage.first()).toContainText("There are 26 global states.");
  await expect(states(user).getByRole("button", { name: /; a deadlock/ })).toHaveCount(1);
  await expect(states(user).getByText("deadlock", { exact: true })).toBeVisible();
  await user.writes(example("philosophers-broken"));
  await user.checks.getByRole("button", { name: /^deadlock/ }).click();
  await expect(user.stage.first()).toContainText("There are 896 global states, too many to draw");
  await expect(states(user).getByRole("button", { name: /step 3 of the run/ })).toHaveCount(1);
});

for (const width of [1440, 360]) {
  test(`axe finds nothing in the state space, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript(() => localStorage.setItem("lockstep.canvas", "states"));
    await page.goto("./");
    if (width < 760) await page.locator(".pane-choice", { hasText: "Run" }).click();
    const user = new User(page);
    await expect(states(user).locator("[data-i]")).toHaveCount(144);
    await pleasesAxe(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
  });
}
