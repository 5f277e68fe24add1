// The papers' formulas of a check, as printed and mended.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./fixtures.js";
import { User } from "./user.js";

const dialog = (page) => page.getByRole("dialog", { name: /^The papers’ formulas/ });

async function opens(page) {
  const user = new User(page);
  await page.goto("./");
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  return user;
}

test("printed and mended formulas stand side by side, with their answers and clauses", async ({ page }) => {
  const user = await opens(page);
  await user.checks.getByRole("button", { name: "The papers’ formulas" }).click();
  const shown = dialog(page);
  // In print the scenario that cannot be played is possible.
  await expect(shown.getByRole("heading", { name: "As printed: consistent", exact: true })).toBeVisible();
  await expect(shown.getByRole("heading", { name: "Mended: inconsistent", exact: true })).toBeVisible();
  await expect(shown.getByText(/^At index \d+:/)).toBeVisible();
  const heads = shown.getByRole("columnheader");
  await expect(heads.nth(1)).toHaveText(/^As printed, k = \d+: [\d,  ]+ clauses$/);
  const rows = shown.getByRole("table").locator("tbody tr");
  expect(await rows.count()).toBeGreaterThan(4);
  const counts = await rows.locator("td:nth-of-type(1)").allInnerTexts();
  const total = counts.reduce((sum, text) => sum + Number(text.replace(/\D/g, "")), 0);
  const said = (await heads.nth(1).innerText()).split(":")[1];
  expect(Number(said.replace(/\D/g, ""))).toBe(total);
  await page.keyboard.press("Escape");
  await expect(shown).toBeHidden();
});

test("a check that the papers do not encode says why", async ({ page }) => {
  const user = await opens(page);
  await user.check("deadlock").click();
  await user.checks.getByRole("button", { name: "The papers’ formulas" }).click();
  await expect(dialog(page).getByRole("alert")).not.toBeEmpty();
});

for (const colorScheme of ["light", "dark"]) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test("axe finds nothing in the formulas, wide and on a phone", async ({ page }) => {
      const user = await opens(page);
      await user.checks.getByRole("button", { name: "The papers’ formulas" }).click();
      await expect(dialog(page).getByRole("table")).toBeVisible();
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 780 });
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      }
    });
  });
}
