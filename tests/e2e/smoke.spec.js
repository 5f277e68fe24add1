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
