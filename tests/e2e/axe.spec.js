// The helper that asks axe-core finds what is planted: a name that is missing, and colours that cannot be told apart in one of
// the two schemes. Without this it could ask nothing, and no other test would notice.
import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";

test("what axe-core is asked for would be found, light and dark", async ({ page }) => {
  await page.goto("./");
  await expect(page.locator(".check-select").first()).toBeVisible();
  for (const scheme of ["light", "dark"]) {
    const style = await page.addStyleTag({
      content: `@media (prefers-color-scheme: ${scheme}) { .check-select { color: #888 !important; background: #999 !important; } }`,
    });
    await expect(pleasesAxe(page), scheme).rejects.toThrow(/color-contrast/);
    await style.evaluate((it) => it.remove());
  }
  await page.evaluate(() => document.body.append(document.createElement("button")));
  await expect(pleasesAxe(page)).rejects.toThrow(/button-name/);
});
