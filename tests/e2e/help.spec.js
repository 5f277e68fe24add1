// From a failing message to a repaired scenario, by the buttons of the page alone; and the one
// selection that text and diagrams share.

import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, settled } from "./user.js";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a proposed repair shows its difference, mends the scenario and can be taken back", async ({ page, browser }) => {
  const user = new User(page);
  await user.opens();
  const apply = user.checks.getByRole("button", { name: /^Apply: After message 4/ });
  await expect(apply).toBeVisible();
  await expect(user.checks).toContainText("cm -> alice : repaired");
  await expect(user.checks).toContainText("The machines can play all 7 messages");

  await apply.click();
  await expect(user.editor).toContainText("cm -> alice : repaired");
  await expect(user.check("coffee for two")).toContainText("7 of 7 messages");
  await expect(user.checks.getByRole("status")).toHaveText(settled(4));
  await expect(apply).toHaveCount(0);

  const link = await user.sharesALink();
  const elsewhere = new User(await (await browser.newContext()).newPage());
  await elsewhere.opens(link);
  await expect(elsewhere.check("coffee for two")).toContainText("7 of 7 messages");

  await user.editor.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await expect(apply).toBeVisible();
});

test("what is to blame is listed, lit in text and diagrams, and shown by a click", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await expect(user.checks.getByRole("heading", { name: "Why it cannot happen" })).toBeVisible();
  const blamed = user.checks.getByRole("button", { name: /^line \d+/ });
  await expect(blamed.first()).toBeVisible();
  const count = await blamed.count();
  await expect(page.locator(".cm-blamed")).not.toHaveCount(0);
  await expect(user.stage.locator("[data-blamed]")).not.toHaveCount(0);
  expect(count).toBeGreaterThan(0);

  await expect(user.stage.locator("[data-picked]")).toHaveCount(0);
  await blamed.first().focus();
  await expect(user.stage.locator("[data-picked]")).not.toHaveCount(0);
  await blamed.first().click();
  await expect(user.editor).toBeFocused();
});

test("the caret lights an arrow, a click on a state marks its line", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  const arrow = user.stage.getByRole("button", { name: /^transition .*done.*repaired/ });
  await expect(arrow).toBeVisible();
  await expect(arrow).not.toHaveAttribute("data-picked");
  await page.locator(".cm-line", { hasText: "done / repaired" }).click();
  await expect(arrow).toHaveAttribute("data-picked");

  const state = user.stage.getByRole("button", { name: /^state error/ });
  await state.click();
  await expect(state).toHaveAttribute("data-picked");
  await expect(arrow).not.toHaveAttribute("data-picked");
  // The drawing keeps the focus, so that keys go on meaning the run.
  await expect(state).toBeFocused();

  await page.locator(".cm-line", { hasText: "alice -> cm    : wantCoffee" }).first().click();
  await expect(user.stage.locator(".message[data-picked]")).toHaveCount(1);
});

for (const width of [1440, 360]) {
  test(`axe finds nothing where help is shown, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("./");
    if (width < 760) await page.locator(".pane-choice", { hasText: "Model" }).click();
    await expect(page.getByRole("button", { name: /^Apply: / })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Why it cannot happen" })).toBeVisible();
    await pleasesAxe(page);
  });
}

test("a question is asked by clicking states, and stays as a line of the text", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.checks.getByRole("button", { name: "Ask a question" }).click();
  const ask = user.stage.getByRole("button", { name: "Ask", exact: true });
  await expect(ask).toBeDisabled();
  await user.stage.getByRole("button", { name: "state error" }).click();
  await user.stage.getByRole("button", { name: "state repairing" }).click();
  await user.stage.getByRole("button", { name: "state desperate" }).click();
  await user.stage.getByRole("button", { name: "Leave out PhD.desperate" }).click();
  await user.stage.getByRole("slider", { name: "How soon" }).fill("12");
  await expect(user.stage.getByRole("heading", { name: /reach CoffeeMachine\.error, Maintenance\.repairing/ })).toBeVisible();
  await ask.click();
  const line = "reach CoffeeMachine.error, Maintenance.repairing";
  await expect(user.check(line)).toHaveAttribute("aria-current", "true");
  await expect(user.check(line)).toContainText("unreachable");
  await expect(user.editor).toContainText(`check ${line} within 12`);
  await expect(ask).toHaveCount(0);
});
