// Stepping by hand: what can happen is listed and lit, taken by click or key, and kept as text.

import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, example } from "./user.js";

const pane = (user) => user.stage.getByRole("region", { name: "By hand" });
const choices = (user) => pane(user).locator("[data-i]");
const scrubber = (user) => user.stage.getByRole("slider", { name: "Step of the run" });

/** Opens the coffee room and begins to step by hand from its start. */
async function begins(page) {
  const user = new User(page);
  await user.opens();
  await expect(user.message(5)).toBeVisible();
  await page.evaluate(() => document.activeElement?.blur());
  await user.stage.getByRole("button", { name: "By hand" }).click();
  await expect(choices(user)).not.toHaveCount(0);
  return user;
}

test("every choice is listed and lit, a click takes it, and the run is a run like any other", async ({ page }) => {
  const user = await begins(page);
  await expect(pane(user)).toContainText("At the start, 2 things can happen");
  await expect(choices(user)).toHaveText([
    "alice leaves working, ready to send wantCoffee.",
    "bob leaves working, ready to send wantCoffee.",
  ]);
  await expect(user.stage.locator("[data-can]")).toHaveCount(2);
  await choices(user).nth(1).hover();
  await expect(user.stage.locator("[data-can]")).toHaveCount(1);

  await choices(user).nth(1).click();
  await expect(scrubber(user)).toHaveValue("1");
  await choices(user).filter({ hasText: "bob sends wantCoffee to cm" }).click();
  await expect(user.message(1)).toHaveAttribute("aria-label", /bob to cm, wantCoffee: happens now/);
  await expect(pane(user)).toContainText("After step 2");

  // Back, and another way: what came after is forgotten.
  await user.stage.getByRole("button", { name: "Back one step" }).click();
  await expect(choices(user).filter({ hasText: "bob sends wantCoffee" })).toHaveAttribute("aria-current", "true");
  await choices(user).filter({ hasText: "alice leaves working" }).click();
  await expect(user.message(1)).toHaveCount(0);
  await expect(scrubber(user)).toHaveValue("2");
  await user.stage.getByRole("button", { name: "Steps", exact: true }).click();
  await expect(user.stage.getByRole("table", { name: "Steps of the run" }).getByRole("row")).toHaveCount(4);
});

test("a lit transition on a card is taken by a click on it", async ({ page }) => {
  const user = await begins(page);
  const arrow = user.stage.getByRole("button", { name: /working to waiting.*can happen now/ });
  await arrow.first().locator("text.label").click();
  await expect(scrubber(user)).toHaveValue("1");
  await expect(user.stage.locator(".card").first()).toHaveAttribute("aria-label", /sending wantCoffee/);
});

test("by keys alone: begin, choose, walk, keep, and take it back", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await expect(user.message(5)).toBeVisible();
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("h");
  await expect(choices(user).first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(choices(user).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(scrubber(user)).toHaveValue("1");
  await expect(choices(user).first()).toBeFocused();
  const random = pane(user).getByRole("button", { name: "Random step" });
  for (let tab = 0; tab < 2; tab += 1) await page.keyboard.press("Tab");
  await expect(random).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(scrubber(user)).toHaveValue("2");
  await expect(random).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(pane(user).getByRole("button", { name: "Walk on" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(pane(user).getByRole("button", { name: "Keep as scenario" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(user.check("by hand")).toHaveAttribute("aria-current", "true");
  await expect(user.check("by hand")).toContainText(/(\d+) of \1 messages/);
  await expect(pane(user)).toHaveCount(0);
  await user.editor.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(user.check("by hand")).toHaveCount(0);
  await user.leavesTheEditor();
  await page.keyboard.press("h");
  // The focus comes with the choices; until then Escape belongs to what had it.
  await expect(pane(user).locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(pane(user)).toHaveCount(0);
});

test("the same seed walks the same way, at once or step by step", async ({ page }) => {
  const user = await begins(page);
  const walked = async () => {
    await expect(scrubber(user)).not.toHaveValue("0");
    return user.stage.locator(".sequence svg.messages").textContent();
  };
  await pane(user).getByLabel("Seed").fill("7");
  await pane(user).getByRole("button", { name: "Walk on" }).click();
  const once = await walked();
  const last = await scrubber(user).inputValue();
  await pane(user).getByRole("button", { name: "Start over" }).click();
  await expect(scrubber(user)).toHaveValue("0");
  for (let step = 1; step <= Number(last); step += 1) {
    await pane(user).getByRole("button", { name: "Random step" }).click();
    await expect(scrubber(user)).toHaveValue(String(step));
  }
  expect(await walked()).toBe(once);
  await pane(user).getByRole("button", { name: "Start over" }).click();
  await pane(user).getByLabel("Seed").fill("8");
  await pane(user).getByRole("button", { name: "Walk on" }).click();
  expect(await walked()).not.toBe(once);
});

test("the solver goes on to states that are clicked, and the whole is kept", async ({ page }) => {
  const user = await begins(page);
  await choices(user).first().click();
  await pane(user).getByRole("button", { name: "Let the solver go on" }).click();
  await user.stage.locator(".card", { hasText: "cm" }).getByRole("button", { name: "state maintenance" }).click();
  await user.stage.getByRole("button", { name: "Go on", exact: true }).click();
  await expect(pane(user)).toContainText(/The solver went on by \d+ steps/);
  await expect(user.stage.locator(".card", { hasText: "cm" })).toHaveAttribute("aria-label", /in maintenance/);
  const last = await scrubber(user).inputValue();
  expect(Number(last)).toBeGreaterThan(5);

  await pane(user).getByRole("button", { name: "Let the solver go on" }).click();
  await user.stage.locator(".card", { hasText: "cm" }).getByRole("button", { name: "state preparing" }).click();
  await user.stage.getByRole("slider", { name: "How soon" }).fill("1");
  await user.stage.getByRole("button", { name: "Go on", exact: true }).click();
  await expect(pane(user)).toContainText("The goal is not reached within 1 transaction");
  await expect(scrubber(user)).toHaveValue(last);

  await pane(user).getByRole("button", { name: "Keep as scenario" }).click();
  await expect(user.check("by hand")).toContainText(/(\d+) of \1 messages/);
});

test("a deadlock says who waits for whom", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(example("philosophers-broken"));
  const deadlock = user.checks.getByRole("button", { name: /^deadlock/ });
  await expect(deadlock).toContainText("found");
  await deadlock.click();
  await user.leavesTheEditor();
  await page.keyboard.press("End");
  await page.keyboard.press("h");
  await expect(pane(user)).toContainText("Deadlock.");
  await expect(pane(user)).toContainText("A circle: p0 waits for f1 to take take_1");
  await expect(pane(user).getByRole("listitem")).toHaveCount(6);
  await pane(user).getByRole("button", { name: "Keep as question" }).click();
  await expect(user.checks.getByRole("button", { name: /^reach p0\.</ })).toContainText("reachable");
});

test("an edit of the text keeps as much of the run as it allows", async ({ page }) => {
  const user = await begins(page);
  await choices(user).first().click();
  await choices(user).filter({ hasText: "alice sends wantCoffee to cm" }).click();
  const text = example("coffee-for-two");
  await user.writes(text.replaceAll("wantCoffee", "pleaseCoffee"));
  await expect(pane(user)).toContainText("after step 0 the run cannot go on as it did");
  await user.writes(text);
  await expect(choices(user).first()).toContainText("wantCoffee");
});

test("in a text without machines there is nothing to mend, but something to write", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await expect(user.message(5)).toBeVisible();
  await user.writes("// nothing yet\n");
  await user.stage.getByRole("button", { name: "By hand" }).click();
  await expect(pane(user)).toContainText("Nothing is there to go by hand yet");
  await expect(pane(user)).not.toContainText("Mend the errors");
});

for (const width of [1440, 360]) {
  test(`axe finds nothing while stepping by hand, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("./");
    if (width < 760) await page.locator(".pane-choice", { hasText: "Run" }).click();
    const user = new User(page);
    await user.stage.getByRole("button", { name: "By hand" }).click();
    await choices(user).first().click();
    await expect(pane(user)).toContainText("After step 1");
    const shown = async () => {
      await pleasesAxe(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(wide).toBe(false);
    };
    await shown();
    await choices(user).first().click();
    await pane(user).getByRole("button", { name: "Let the solver go on" }).click();
    await shown();
  });
}
