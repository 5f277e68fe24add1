// The chart of events: lanes beside one another, time along the longer side of the pane, and nothing that is written lies on
// something else. What is judged is read from the drawn page.

import { expect, test } from "./fixtures.js";
import { overlaps } from "./along.js";
import { example } from "./user.js";

/** Opens an example of statecharts at the end of a run, in a window of this size. */
async function opens(page, name, [width, height], check = 1) {
  await page.setViewportSize({ width, height });
  await page.addInitScript((text) => {
    localStorage.setItem("lockstep.seen", "1");
    localStorage.setItem("lockstep.text", text);
  }, example(`statecharts/${name}.lks`));
  await page.goto("./");
  await expect(page.locator(".events-bar").first()).toBeVisible({ timeout: 30_000 });
  if (check > 1) await page.locator(".check-select").nth(check - 1).click();
  await page.locator(".player-button").first().focus();
  await page.keyboard.press("End");
}

const EXAMPLES = ["alternating-bit", "lift", "microwave", "phone-menu", "railroad-crossing", "railroad-scenarios", "master-slave"];

for (const size of [[1280, 720], [2560, 1440], [390, 844]]) {
  test(`nothing that is written in a chart of events lies on something else at ${size.join(" × ")}`, async ({ page }) => {
    test.setTimeout(180_000);
    for (const name of EXAMPLES) {
      const fresh = await page.context().newPage();
      await opens(fresh, name, size);
      expect(await fresh.evaluate(overlaps), name).toEqual([]);
      await fresh.close();
    }
  });
}

test("the judge of overlaps finds planted ones", async ({ page }) => {
  await opens(page, "lift", [1280, 720]);
  await page.evaluate(() => {
    const [one, other] = document.querySelectorAll(".events-bar");
    const text = document.querySelector(".events-text");
    for (const at of ["x", "y"]) {
      text.setAttribute(at, other.querySelector("text").getAttribute(at));
    }
    one.querySelector("text").textContent = "a state with a very long name that has no room";
  });
  const found = await page.evaluate(overlaps);
  expect(found.some((it) => / leaves its bar$/.test(it))).toBe(true);
  expect(found.some((it) => / on a bar$/.test(it))).toBe(true);
});

test("regions have lanes, time runs along the longer side, and what the verdict names is ringed at the end", async ({ page }) => {
  await opens(page, "lift", [1280, 720], 2);
  const names = page.locator(".events-name");
  await expect(names).toHaveCount(4);
  await expect(page.locator(".along-side .events-name")).toHaveCount(4);
  expect((await names.locator("text").allTextContents()).toSorted()).toEqual(["Buttons", "Door", "Motor", "environment"]);
  await expect(page.locator(".events-ring")).toHaveCount(2);
  const ringed = page.locator(".events-bar:has(.events-ring) text");
  expect((await ringed.allTextContents()).toSorted()).toEqual(["Down", "Open"]);
  // On a wide screen the run has a column of its own, and time runs downwards.
  await page.setViewportSize({ width: 2560, height: 1440 });
  await expect(page.locator(".along-top .events-name")).toHaveCount(4);
  await expect(page.locator(".events-ring")).toHaveCount(2);
  // The whole run is seen there.
  const { seen, whole } = await page.locator(".along-pane").evaluate((it) => ({ seen: it.clientHeight, whole: it.scrollHeight }));
  expect(whole).toBeLessThanOrEqual(seen + 1);
});
