// Class models: proposed repairs, the frames of a check side by side, and what a call is to the scenario that is followed.

import { LABELS, pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { opens } from "./systems.js";
import { example } from "./user.js";

// By the frame open each call has many outcomes; what is asked here does without.
const LIGHT = example("classes/pedestrian-light.lks").replace(/check deadlock frame open.*\n/, "");
const checksOf = (text) => text.match(/^check /gm).length;
const check = (page, words) => page.locator(".check-select", { hasText: words }).first();

test("a deadlock has a repair, which is applied and taken back", async ({ page }) => {
  const user = await opens(page, LIGHT, checksOf(LIGHT));
  await check(page, "deadlock").click();
  const repair = page.locator(".repair");
  await expect(repair).toHaveCount(1, { timeout: 30_000 });
  await expect(repair.locator(".repair-title")).toHaveText(
    "Weaken the precondition of TrafficLight.switchPedLight to request or pedLight, and expect none",
  );
  await expect(repair).toContainText("A call is possible in every reachable state (497 states).");
  await expect(repair).toContainText("All other checks that were as expected still are.");
  // Runs of class models are not compared message by message.
  await expect(repair.getByRole("button")).toHaveCount(1);
  await pleasesAxe(page, { without: [LABELS] });
  await repair.getByRole("button", { name: /^Apply/ }).click();
  await expect(user.editor).toContainText("request or pedLight");
  await expect(user.editor).toContainText("check deadlock expect none");
  await expect(check(page, "deadlock")).toContainText("none", { timeout: 20_000 });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(user.editor).not.toContainText("request or pedLight");
});

for (const width of [1440, 360]) {
  test(`the frames of a check are compared, with the slot that jumps, ${width} px`, async ({ page }) => {
    await opens(page, LIGHT, checksOf(LIGHT));
    await page.setViewportSize({ width, height: 900 });
    if (width < 760) await page.locator(".pane-choice", { hasText: "Model" }).click();
    await check(page, "reach tl.pedLight").click();
    await page.getByRole("button", { name: "Compare frame named with frame open" }).click();
    const bar = page.locator(".compared");
    await expect(bar).toContainText("Frame open beside frame named.", { timeout: 20_000 });
    await expect(bar).toContainText("By frame open: The goal is reached after 1 call");
    await expect(bar).toContainText("changes tl.pedLight from false to true, which no postcondition of it names.");
    await expect(bar).toContainText("The other one has no run.");
    await expect(page.locator(".player-count")).toContainText("of 1");
    await pleasesAxe(page, { without: [LABELS] });
    await bar.getByRole("button", { name: "End comparison" }).click();
    await expect(bar).toHaveCount(0);
  });
}

test("two runs by both frames stand side by side", async ({ page }) => {
  await opens(page, LIGHT, checksOf(LIGHT));
  await check(page, "reach TrafficLight.switchPedLight()").click();
  await page.getByRole("button", { name: "Compare frame named with frame open" }).click();
  const bar = page.locator(".compared");
  await expect(bar).toContainText(/First after step 1 they differ/, { timeout: 20_000 });
  await expect(page.locator(".canvas .half-name")).toHaveText(["Frame open", "Frame named"]);
  await expect(page.locator(".sequence .half-name")).toHaveText(["Frame open", "Frame named"]);
});

test("by hand a call says what it is to the scenario", async ({ page }) => {
  await opens(page, LIGHT, checksOf(LIGHT));
  await check(page, "somebody crosses").click();
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  const choices = page.getByRole("region", { name: "By hand" }).locator(".by-hand-list button");
  const requesting = choices.filter({ hasText: "b1.requesting()" });
  await expect(requesting).toHaveCount(2);
  await expect(requesting.filter({ hasText: "as the scenario's next call" })).toHaveCount(1);
  await expect(requesting.filter({ hasText: "as another call" })).toHaveCount(1);
});
