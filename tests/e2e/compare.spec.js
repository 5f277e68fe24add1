// Two steps compared, what is watched, and two runs on the same lifelines.

import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, repaired, example } from "./user.js";

const table = (user) => user.stage.getByRole("table", { name: "Steps of the run" });
const row = (user, step) => table(user).locator(`tbody tr[data-i='${step}']`);
const comparison = (user) => user.stage.locator(".compared");
const gone = (user) => user.stage.locator(".message[data-change=gone]");
const come = (user) => user.stage.locator(".message[data-change=come]");

async function opens(page) {
  const user = new User(page);
  await user.opens();
  await expect(user.message(5)).toBeVisible();
  await page.evaluate(() => document.activeElement?.blur());
  return user;
}

test("two steps are compared: who is elsewhere, and what is pending", async ({ page }) => {
  const user = await opens(page);
  await user.stage.getByRole("button", { name: "Steps", exact: true }).click();
  await row(user, 2).click();
  await user.stage.getByRole("button", { name: "Compare step 2 with…" }).click();
  const strip = user.stage.locator(".steps-compare");
  await expect(strip).toContainText("Step 2 is compared with the step you go to.");
  await expect(row(user, 2)).toHaveAttribute("data-base");
  await row(user, 10).click();
  await expect(strip).toContainText("From step 2 to step 10:");
  await expect(strip.getByRole("listitem").filter({ hasText: "cm" }).first()).toHaveText(
    "cm to preparing → sending repaired",
  );
  await expect(strip).toContainText("cm: repaired, now pending");
  await user.stage.getByRole("button", { name: "Stop comparing with step 2" }).click();
  await expect(strip).toBeEmpty();
});

test("a lifeline and a pending effect are watched beside the steps", async ({ page }) => {
  const user = await opens(page);
  await user.stage.getByRole("button", { name: "Steps", exact: true }).click();
  const pin = table(user).getByRole("columnheader").getByRole("button", { name: "cm : CoffeeMachine" });
  await pin.click();
  await expect(pin).toHaveAttribute("aria-pressed", "true");
  await expect(pin).toBeFocused();
  const heads = () => table(user).getByRole("columnheader").allTextContents();
  expect((await heads()).slice(0, 3)).toEqual(["Step", "cm : CoffeeMachine", "What happens"]);
  await row(user, 10).getByRole("button", { name: "cm: repaired" }).click();
  expect((await heads()).slice(0, 3)).toEqual(["Step", "cm : CoffeeMachine", "cm: repaired"]);
  await expect(row(user, 10).locator("td.watched")).toHaveText(["sending repaired", "pending"]);
  await expect(row(user, 9).locator("td.watched")).toHaveText(["maintenance", ""]);
  await pin.click();
  expect((await heads()).slice(0, 2)).toEqual(["Step", "cm: repaired"]);
});

test("the run that a repair would bring is compared with today's, and nothing is changed", async ({ page }) => {
  const user = await opens(page);
  const before = await user.editor.textContent();
  await user.checks.getByRole("button", { name: /^Compare the runs: After message 4/ }).click();
  await expect(comparison(user)).toContainText("With this repair: After message 4");
  await expect(comparison(user)).toContainText("3 messages more.");
  await expect(come(user)).toHaveCount(3);
  await expect(gone(user)).toHaveCount(0);
  await page.keyboard.press("End");
  await expect(user.message(7)).toHaveAttribute("aria-label", /happens now, not in the other run/);
  expect(await user.editor.textContent()).toBe(before);
  await comparison(user).getByRole("button", { name: "End comparison" }).click();
  await expect(comparison(user)).toHaveCount(0);
  await expect(user.message(5)).toHaveAttribute("aria-label", /cannot happen/);
});

test("the run before an edit is compared with the one after it", async ({ page }) => {
  const user = await opens(page);
  await user.writes(repaired(example("coffee-for-two")));
  await expect(user.check("coffee for two")).toContainText("6 of 6 messages");
  await user.checks.getByRole("button", { name: "Compare with the run before the edit" }).click();
  await expect(comparison(user)).toContainText("Compared with the run before the edit");
  await expect(comparison(user)).toContainText("2 messages more.");
  await expect(come(user)).toHaveCount(2);
  // Another check has other runs.
  await user.check("brewsWhileBroken").click();
  await expect(comparison(user)).toHaveCount(0);
});

for (const width of [1440, 360]) {
  test(`axe finds nothing in comparisons, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("./");
    const user = new User(page);
    const pane = async (name) => {
      if (width < 760) await page.locator(".pane-choice", { hasText: name }).click();
    };
    const nothing = async () => {
      await pleasesAxe(page);
    };
    await pane("Model");
    await user.checks.getByRole("button", { name: /^Compare the runs: / }).first().click();
    await expect(comparison(user)).toBeVisible();
    await nothing();
    await comparison(user).getByRole("button", { name: "End comparison" }).click();
    await user.stage.getByRole("button", { name: "Steps", exact: true }).click();
    await table(user).getByRole("button", { name: "bob : PhD" }).click();
    await user.stage.getByRole("button", { name: "Compare step 0 with…" }).click();
    await row(user, 3).click();
    await expect(user.stage.locator(".steps-compare")).toContainText("From step 0 to step 3");
    await nothing();
  });
}
