// The page starts, at the root of a host and below some path of one.
import { expect, test } from "./fixtures.js";

const places = { root: "/", "a sub-path": process.env.LOCKSTEP_DEEP_URL };

for (const [place, url] of Object.entries(places)) {
  test(`the page starts at ${place}`, async ({ page }) => {
    test.skip(!url, "LOCKSTEP_DEEP_URL names no page under a sub-path");
    await page.goto(url);
    await expect(page).toHaveTitle(/Lockstep/);
    await expect(page.getByRole("main")).toBeVisible();
  });
}
