// The page for everybody: axe-core finds nothing, keys reach everything, a phone is wide enough.
import { readFileSync } from "node:fs";

import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, example } from "./user.js";

const settled = async (page) => {
  const user = new User(page);
  await user.opens();
  await expect(user.check("deadlock")).toContainText("none");
  return user;
};

test("the first view, an error and the menu satisfy axe-core", async ({ page }) => {
  const user = await settled(page);
  await pleasesAxe(page);
  await user.editor.press("ControlOrMeta+End");
  await page.keyboard.type("\nchek deadlock");
  await expect(page.getByRole("button", { name: /1 error/ })).toBeVisible();
  await pleasesAxe(page);
  await page.getByRole("button", { name: "Examples" }).click();
  await pleasesAxe(page);
});

test("what is too long for its place is shortened for the eye alone", async ({ page }) => {
  const text = example("coffee-broken").replaceAll("Optimistic", "OptimisticUntilTheMachineFails");
  const message = "appointmentsAreConfirmedWithinTheHour";
  const named = `${text.replaceAll("confirmAppointment", message)}
scenario "a very long story" {
  userOfTheCoffeeRoomOnTheFirstFloor : User
  technician : Technician
  technician -> userOfTheCoffeeRoomOnTheFirstFloor : ${message}
}
check "a very long story"
`;
  await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), named);
  const user = new User(page);
  await user.opens();
  await expect(user.check("a very long story")).toContainText("1 message");
  for (const title of ["deadlock", "a very long story"]) {
    await user.check(title).click();
    const cut = user.stage.locator("[role=button]:has(tspan[font-size='0'])");
    await expect(cut.locator("visible=true").first()).toBeVisible();
    const names = await cut.evaluateAll((all) => all.map((it) => it.getAttribute("aria-label")));
    expect(names.some((name) => name.includes(message))).toBe(true);
    await pleasesAxe(page);
  }
  // Nothing of what was left out takes up room.
  const widths = await user.stage.locator("tspan[font-size='0']").evaluateAll((all) =>
    all.map((it) => it.getComputedTextLength()));
  expect(Math.max(...widths)).toBe(0);
});

test("dark is the same whether the system or the user chose it", () => {
  const dark = /:root(?::not\(\[data-theme="light"\]\)|\[data-theme="dark"\]) \{([^{}]*)\}/g;
  for (const sheet of ["tokens", "contrast"]) {
    const css = readFileSync(new URL(`../../static/style/${sheet}.css`, import.meta.url), "utf8");
    const blocks = [...css.matchAll(dark)];
    const [bySystem, byUser] = blocks.map(([, body]) => body.replace(/\s+/g, " "));
    expect(blocks, sheet).toHaveLength(2);
    expect(byUser, sheet).toBe(bySystem);
  }
});

test("a chosen theme is kept", async ({ page }) => {
  await settled(page);
  const root = page.locator("html");
  await page.getByRole("button", { name: "Theme: System" }).click();
  await page.getByRole("button", { name: "Theme: Light" }).click();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("button", { name: "Theme: Dark" })).toBeVisible();
});

test("the separators follow the arrow keys and remember their places", async ({ page }) => {
  await settled(page);
  const line = page.getByRole("separator", { name: "Text and diagrams" });
  await expect(line).toHaveAttribute("aria-valuenow", "32");
  await line.press("ArrowRight");
  await expect(line).toHaveAttribute("aria-valuenow", "34");
  await page.reload();
  await expect(line).toHaveAttribute("aria-valuenow", "34");
});

for (const width of [360, 390]) {
  test(`at ${width} pixels every pane is reached and nothing scrolls sideways`, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    const user = new User(page);
    await page.goto("./");
    await expect(user.message(5)).toBeVisible();
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await sideways()).toBeLessThanOrEqual(0);
    await pleasesAxe(page);
    const panes = page.getByRole("navigation", { name: "Panes" });
    await panes.getByRole("button", { name: "Model" }).click();
    await expect(user.editor).toBeVisible();
    await expect(user.message(5)).toBeHidden();
    expect(await sideways()).toBeLessThanOrEqual(0);
    await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
    await pleasesAxe(page);
    await panes.getByRole("button", { name: "Run" }).click();
    await expect(user.message(5)).toBeVisible();
    await expect(user.editor).toBeHidden();
    expect(await sideways()).toBeLessThanOrEqual(0);
    await pleasesAxe(page);
  });
}
