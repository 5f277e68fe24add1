// The palette of commands.
import { pleasesAxe } from "./axe.js";
import { test, expect } from "./fixtures.js";
import { User } from "./user.js";

const options = (page) => page.locator("#palette-list").getByRole("option");

async function opened(page, isThere = (user) => user.check("coffee for two")) {
  const user = new User(page);
  await user.opens();
  await expect(isThere(user)).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Command" })).toBeFocused();
  return user;
}

test("some letters and Enter select a check", async ({ page }) => {
  const user = await opened(page);
  await page.keyboard.type("mai");
  // What begins so comes before what only contains it.
  await expect(options(page).first()).toContainText("maintenance of");
  await page.getByRole("combobox", { name: "Command" }).fill("dead check");
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(user.check("deadlock")).toHaveAttribute("aria-current", "true");
});

test("a state is found in the text, an example loaded, a button pressed", async ({ page }) => {
  const user = await opened(page);
  await page.keyboard.type("maintenance coffeemachine");
  await expect(options(page).first()).toContainText("State");
  await page.keyboard.press("Enter");
  await expect(user.editor).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill("theme");
  await options(page).filter({ hasText: "Theme" }).click();
  await expect(page.getByRole("button", { name: "Theme: Light" })).toBeVisible();
  for (const name of ["Steps", "Larger diagram"]) {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(`do ${name}`);
    await expect(options(page).first()).toContainText(name);
    await page.keyboard.press("Enter");
    if (name === "Steps") {
      const table = page.getByRole("button", { name, exact: true });
      await expect(table).toHaveAttribute("aria-pressed", "true");
      await page.getByRole("button", { name: "Scenario", exact: true }).click();
    }
  }
  await expect(page.getByRole("button", { name: /^Fit diagram, now 1[1-9]\d %$/ })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("example mail");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(user.editor).toContainText("Sending a mail");
});

test("what an answer and a notice offer is found: formulas, apply, undo, and the help", async ({ page }) => {
  // It lists what there is when it opens.
  const user = await opened(page, (it) => it.checks.getByRole("button", { name: /^Apply/ }).first());
  const finds = async (typed) => {
    await page.getByRole("combobox", { name: "Command" }).fill(typed);
    await expect(options(page).first()).toContainText(new RegExp(typed, "i"));
  };
  for (const typed of ["formulas", "compare", "apply"]) await finds(typed);
  await page.keyboard.press("Enter");
  await expect(user.notices.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await finds("undo");
  await page.keyboard.press("Enter");
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await page.keyboard.press("Control+k");
  await finds("help");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "The model language" })).toBeVisible();
});

test("a lesson is opened by its title", async ({ page }) => {
  await opened(page);
  await page.keyboard.type("lesson who chooses");
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#lesson=11$/);
  await expect(page.getByRole("heading", { name: "Who chooses?" })).toBeVisible();
});

test("it reads well, also where nothing matches", async ({ page }) => {
  await opened(page);
  for (const typed of ["", "no such thing"]) {
    await page.getByRole("combobox", { name: "Command" }).fill(typed);
    await pleasesAxe(page, { inside: [".palette"] });
  }
  await expect(page.getByText("Nothing has that name.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("what is typed before the palette is there is kept for it, and reaches neither the text nor the page", async ({ page, context }) => {
  let arrives;
  const arrived = new Promise((resolve) => (arrives = resolve));
  await context.route("**/assets/split_dialogs*", async (route) => {
    await arrived;
    await route.continue();
  });
  const user = new User(page);
  await user.opens();
  await expect(user.check("coffee for two")).toBeVisible();
  test.skip(!(await page.locator('link[href*="split_"]').count()), "built in one piece");
  const text = await user.editor.textContent();
  await user.editor.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("dead chx");
  await page.keyboard.press("Backspace");
  arrives();
  const field = page.getByRole("combobox", { name: "Command" });
  await expect(field).toHaveValue("dead ch");
  await expect(field).toBeFocused();
  await page.keyboard.type("eck");
  await expect(field).toHaveValue("dead check");
  await page.keyboard.press("Enter");
  await expect(user.check("deadlock")).toHaveAttribute("aria-current", "true");
  expect(await user.editor.textContent()).toBe(text);
});
