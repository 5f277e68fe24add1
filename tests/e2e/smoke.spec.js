// The page starts, at the root of a host and below some path of one: page, worker, editor and
// layout are all found from wherever the page lies, and nothing is asked of another host.
import { expect, test } from "./fixtures.js";

const places = { "the root of a host": "./", "a sub-path": process.env.LOCKSTEP_DEEP_URL };

for (const [place, url] of Object.entries(places)) {
  test(`the page starts at ${place}`, async ({ page }) => {
    test.skip(!url, "LOCKSTEP_DEEP_URL names no page under a sub-path");
    await page.goto(url);
    await expect(page).toHaveTitle(/Lockstep/);
    // Text from the editor, verdicts from the worker, a picture from the layout library.
    await expect(page.getByRole("textbox", { name: "Model text" })).toContainText("machine");
    await expect(page.getByText("4 of 6 messages").first()).toBeAttached();
    await expect(page.getByRole("button", { name: /^state working/ }).first()).toBeVisible();
  });
}

for (const late of [false, true]) test(`nothing moves while the page opens: answer and help come into the room that waits for them${late ? ", also late" : ""}`, async ({ page, context }) => {
  let ask;
  const asked = new Promise((resolve) => (ask = resolve));
  await context.route(/split_search/, async (route) => {
    if (late) await asked;
    await route.continue();
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        window.shifts.push({ value, of: sources.map(({ node }) => node?.className ?? "gone") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("./");
  // A search that is worth saying stands in its row.
  if (late) await expect(page.locator(".check-short").first()).toHaveText(/^checking/);
  ask();
  await expect(page.getByRole("heading", { name: "Why it cannot happen" })).toBeAttached();
  await expect(page.locator(".cm-content")).toBeVisible();
  const shifts = await page.evaluate(() => window.shifts);
  // Letters that are drawn anew when their font has come move a little; rows that jump move ten times as much.
  expect(shifts.filter(({ value }) => value > 0.002)).toEqual([]);
});
