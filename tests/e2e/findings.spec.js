// What is found in a text: the worst first, names set apart and never between backticks, and what was
// probably meant is one click away. And what is said, or opened, begins where somebody begins to read.
import { expect, test } from "./fixtures.js";
import { User, hasEverything } from "./user.js";

const MACHINE = "machine A {\n  [*] --> here\n  here --> there : / lonely\n}\n";
const line = (page) => page.locator(".findings");

test("the line below the text shows the worst finding, also after another one was looked at", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(`${MACHINE}chek deadlock\n`);
  await expect(line(page)).toContainText("Line 5:");
  await expect(line(page)).toContainText("1 error");
  await line(page).getByRole("button", { name: /error/ }).click();
  await expect(line(page)).toContainText("Line 3:");
  await user.editor.press("ControlOrMeta+End");
  await page.keyboard.type("\n");
  await expect(line(page)).toContainText("Line 5:");
});

test("what was probably meant is written by a click, below the text and beside the finding", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(`${MACHINE}chek deadlock\n`);
  await line(page).getByRole("button", { name: "Write “check”" }).click();
  await expect(user.editor).toContainText("check deadlock");
  await expect(user.checks.locator(".check")).toHaveCount(1);
  // It is an edit like any other.
  await user.editor.press("ControlOrMeta+z");
  await expect(user.editor).toContainText("chek deadlock");
  await page.locator(".cm-lintRange-error").hover();
  const tooltip = page.locator(".cm-tooltip-lint");
  await expect(tooltip.locator("code").first()).toHaveText("chek");
  await expect(tooltip).not.toContainText("`");
  await tooltip.getByRole("button", { name: "Write “check”" }).click();
  await expect(user.checks.locator(".check")).toHaveCount(1);
});

test("one click puts a name in quotes wherever it stands, and one step takes it back", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes("machine A {\n  [*] --> log-in\n  log-in --> log-in : go\n}\ncheck reach A.log-in\n");
  await line(page).getByRole("button", { name: "Put “log-in” in quotes, at 4 places" }).click();
  await expect(user.editor).toContainText('check reach A."log-in"');
  await expect(user.editor).toContainText('"log-in" --> "log-in"');
  await user.editor.press("ControlOrMeta+z");
  await expect(user.editor).toContainText("check reach A.log-in");
});

test("what is not there yet is told by its name, with what to write today", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(`${MACHINE}check eventually A.here\n`);
  await expect(line(page)).toContainText("Questions with eventually are not available yet");
  await page.locator(".cm-lintRange-error").first().hover();
  await expect(page.locator(".cm-tooltip-lint")).toContainText("They come later");
});

test("while there is a network nobody reads that there is none", async ({ page, context }) => {
  const user = new User(page);
  await user.opens();
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  const chip = page.locator(".top-offline");
  await expect(chip).not.toHaveAttribute("title", /network/);
  await hasEverything(page);
  await context.setOffline(true);
  await expect(chip).toHaveText("Offline");
  await expect(chip).toHaveAttribute("title", /Without a network/);
  await context.setOffline(false);
  await expect(chip).not.toHaveAttribute("title", /network/);
});

test("dialogs open at their top", async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 420 });
  const user = new User(page);
  await user.opens();
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  const openings = [
    ["keys", () => page.keyboard.press("?")],
    ["settings", () => page.getByRole("button", { name: "Settings" }).click()],
    ["export", () => page.getByRole("button", { name: "Export" }).click()],
    ["formulas", () => user.checks.getByRole("button", { name: "Formulas" }).click()],
  ];
  for (const [what, open] of openings) {
    await open();
    const dialog = page.locator("dialog[open]");
    await expect(dialog.locator("h2").first(), what).toBeInViewport();
    expect(await dialog.evaluate((it) => it.scrollTop), what).toBe(0);
    expect(await dialog.evaluate((it) => it.contains(document.activeElement)), what).toBe(true);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
});

test("an answer that rests on what can never happen says so in its row, and the detail names it", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(`machine A {
  [*] --> x
  x --> y : paid
  y --> x : / bill
}
machine B {
  [*] --> u
  u --> u : / payed
  u --> v : bill
}
check reach A.y expect unreachable
check reach A.x, B.v expect unreachable
check reach A.x, B.u
`);
  const wears = (title) => user.check(title).locator(".check-vacuous");
  await expect(user.check("reach A.y")).toContainText("unreachable");
  await expect(wears("reach A.y")).toHaveText("!");
  await expect(user.check("reach A.y")).toHaveAccessibleName(
    /as expected.*\(only because something in the model can never happen\)/,
  );
  await user.check("reach A.y").click();
  await expect(user.checks).toContainText(
    "This is so only because x --> y : paid of A can never start, as no other lifeline sends paid; if it could, the goal would be reached.",
  );
  await expect(user.check("reach A.x, B.u")).toContainText("reachable");
  await expect(wears("reach A.x, B.u")).toHaveCount(0);
});
