// What three users tripped over when they tried the page: each has a test.
import { expect, test } from "./fixtures.js";
import { User, example, settled } from "./user.js";

test("all runs are those of the check's lifelines, and the check can be got back", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await page.getByRole("button", { name: "All runs", exact: true }).click();
  await expect(page.locator(".runs-said")).toContainText("over 144 states", { timeout: 20_000 });
  await page.getByRole("textbox", { name: "Track" }).fill("alice");
  await page.keyboard.press("Enter");
  await expect(page.locator(".runs-scroll")).toContainText("alice = working");
  await page.locator(".runs-scroll [role=button]").last().click();
  await expect(page.locator(".compared")).toContainText("One of all runs.");
  await expect(page.locator(".card")).toHaveCount(4);
  await page.getByRole("button", { name: "Back to the check" }).click();
  await expect(page.locator(".compared")).toHaveCount(0);
  await page.locator(".runs-scroll [role=button]").last().click();
  await expect(page.locator(".compared")).toBeVisible();
  await page.locator(".check-select").first().click();
  await expect(page.locator(".compared")).toHaveCount(0);
  await expect(page.locator(".player-count")).toHaveText("step 0 of 10");
});

test("another grain keeps the run, and the waves follow a walk", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(example("systems/lift.xsts"));
  await expect(page.locator(".checks-summary")).toHaveText(settled(6), { timeout: 20_000 });
  await page.getByRole("button", { name: "By hand" }).click();
  await expect(page.locator(".by-hand-choice").first()).toBeVisible();
  await page.getByRole("button", { name: "Walk on" }).click();
  await expect(page.locator(".player-count")).toHaveText("step 10 of 10");
  await page.getByRole("button", { name: "Walk on" }).click();
  await expect(page.locator(".player-count")).toHaveText("step 20 of 20");
  const isSeen = () =>
    page.locator(".time-now").evaluate((now) => {
      const [mark, pane] = [now, now.closest(".along-pane")].map((it) => it.getBoundingClientRect());
      return mark.left >= pane.left && mark.right <= pane.right + 1 && mark.top >= pane.top && mark.top < pane.bottom;
    });
  await expect.poll(isSeen).toBe(true);
  const before = await page.locator(".flow .object-values b").allTextContents();
  await page.getByRole("button", { name: "Statement", exact: true }).click();
  await expect(page.locator(".player-count")).not.toHaveText("step 20 of 20");
  await expect.poll(() => page.locator(".flow .object-values b").allTextContents()).toEqual(before);
  await page.getByRole("button", { name: "Transition", exact: true }).click();
  await expect(page.locator(".player-count")).toHaveText("step 20 of 20");
  // The table stands beside the choices, not under them.
  await page.getByRole("button", { name: "Steps", exact: true }).click();
  const [table, pane] = await Promise.all([page.locator(".steps-scroll").boundingBox(), page.locator(".by-hand-frame").boundingBox()]);
  expect(table.x + table.width).toBeLessThanOrEqual(pane.x + 1);
});

test("whoever walks through the page by Tab does not change the text", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  const before = await user.editor.innerText();
  await page.locator(".cm-editor").waitFor();
  await page.getByRole("button", { name: "Settings" }).focus();
  for (let press = 0; press < 8; press += 1) await page.keyboard.press("Tab");
  expect(await user.editor.innerText()).toBe(before);
  // Who clicks into the text indents.
  await user.editor.click();
  await page.keyboard.press("Tab");
  expect(await user.editor.innerText()).not.toBe(before);
});

test("a link of a transition system opens on its check and its step", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const user = new User(page);
  await user.opens();
  await user.writes(example("systems/traffic-light.xsts"));
  await expect(page.locator(".checks-summary")).toHaveText(settled(6), { timeout: 20_000 });
  await page.locator(".check-select").nth(2).click();
  await user.leavesTheEditor();
  for (const key of ["j", "j", "j"]) await page.keyboard.press(key);
  await expect(page.locator(".player-count")).toHaveText("step 1 of 4");
  const link = await user.sharesALink();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.locator(".player-count")).toHaveText("step 1 of 4", { timeout: 20_000 });
  await expect(other.locator(".check[aria-current], .check-row[aria-current], [aria-current=true] .check-title").first()).toBeAttached();
});
