// Values over time: along the longer side of the pane, and nothing that is written lies on something else.

import { overlaps } from "./along.js";
import { expect, test } from "./fixtures.js";
import { example } from "./user.js";

// Models open with what is found in them, as they do by themselves.
test.use({ chosen: {} });

/** Opens an example at the end of the run of its first check that has one, in a window of this size. */
async function opens(page, name, [width, height]) {
  await page.setViewportSize({ width, height });
  await page.addInitScript((text) => {
    localStorage.setItem("lockstep.seen", "1");
    localStorage.setItem("lockstep.text", text);
  }, example(`systems/${name}.xsts`));
  await page.goto("./");
  await expect(page.locator(".time-track").first()).toBeVisible({ timeout: 30_000 });
  await page.locator(".player-button").first().focus();
  await page.keyboard.press("End");
}

const EXAMPLES = ["behavior-003-b", "lift", "peterson", "traffic-light"];

for (const size of [[1280, 720], [2560, 1440], [390, 844]]) {
  test(`nothing that is written over time lies on something else at ${size.join(" × ")}`, async ({ page }) => {
    test.setTimeout(120_000);
    for (const name of EXAMPLES) {
      const fresh = await page.context().newPage();
      await opens(fresh, name, size);
      expect(await fresh.evaluate(overlaps), name).toEqual([]);
      await fresh.close();
    }
  });
}

test("time runs along the longer side, and the judge finds what is planted", async ({ page }) => {
  await opens(page, "peterson", [1280, 720]);
  await expect(page.locator(".along-side .time-name")).toContainText(["one", "two", "oneWants", "twoWants", "turn"]);
  const bar = await page.locator(".time-bar text").first().textContent();
  await page.locator(".time-bar text").first().evaluate((it) => {
    it.textContent = "a value with a very long name that has no room here";
  });
  expect((await page.evaluate(overlaps)).some((it) => / leaves its bar$/.test(it))).toBe(true);
  await page.locator(".time-bar text").first().evaluate((it, was) => {
    it.textContent = was;
  }, bar);
  // On a wide screen the run has a column of its own, and time runs downwards.
  await page.setViewportSize({ width: 2560, height: 1440 });
  await expect(page.locator(".along-top .time-name")).toContainText(["one", "two", "oneWants", "twoWants", "turn"]);
  const [first, last] = await Promise.all([page.locator(".time-step").first().boundingBox(), page.locator(".time-step").last().boundingBox()]);
  expect(last.y).toBeGreaterThan(first.y + 100);
  // A click goes to the step under it.
  await page.locator(".along-body").click({ position: { x: 20, y: 4 } });
  await expect(page.locator(".player-count")).toContainText(/^step 0 of/);
  await expect(page.locator(".time-step.now")).toHaveText("start");
  // What the step has changed is blue, bar by bar; at the start nothing is.
  const changed = page.locator(".time-new text");
  await expect(changed).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".player-count")).toContainText(/^step 1 of/);
  await expect(changed).not.toHaveCount(0);
  await expect.poll(async () => (await changed.count()) - (await page.locator(".time-name.moved").count())).toBe(0);
});

test("where a goal is never reached the nearest miss is shown, and the way back", async ({ page }) => {
  await opens(page, "peterson", [1440, 900]);
  await page.locator(".check-select").first().click();
  await page.getByRole("button", { name: "Show the nearest miss" }).click();
  const bar = page.locator(".compared");
  await expect(bar).toContainText(/^The nearest miss, after 3 firings: all but (one|two) == Inside\./);
  await page.getByRole("button", { name: "Last step" }).click();
  await expect(page.locator(".player-count")).toHaveText("step 3 of 3");
  await expect(page.locator(".flow .object-values b", { hasText: "Inside" })).toHaveCount(1);
  await bar.getByRole("button", { name: "Back to the check" }).click();
  await expect(page.locator(".looked-at")).toBeVisible();
  // A goal of one condition has none.
  await page.locator(".check-select").nth(1).click();
  await expect(page.getByRole("button", { name: "Show the states" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Show the nearest miss" })).toHaveCount(0);
});

test("an answer without a run shows the initial state, and how soon states are reached that were looked at", async ({ page }) => {
  await opens(page, "peterson", [1440, 900]);
  await page.locator(".check-select").first().click();
  await expect(page.locator(".looked-at")).toBeVisible();
  const values = page.locator(".flow .object-values b");
  await expect(values).toHaveText(["Away", "Away", "false", "false", "First"]);
  const told = await page.locator(".looked-at-bars").getAttribute("aria-label");
  const counts = told.split(", ").map((it) => Number(it.split(" ")[0]));
  expect(told).toMatch(/ at the start, .* after 1 firing, .* after 2 firings/);
  const all = /All (\d+) global states/.exec(await page.locator(".remark").innerText());
  expect(counts.reduce((sum, it) => sum + it, 0)).toBe(Number(all[1]));
  await page.getByRole("button", { name: "Show the states" }).click();
  await expect(page.getByRole("button", { name: "States", exact: true })).toHaveAttribute("aria-pressed", "true");
});
