// Settings: each holds at once, is remembered, and changes nothing about what a text means.
import { readFileSync } from "node:fs";
import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, philosophers, reaches } from "./user.js";

const dialog = (page) => page.getByRole("dialog", { name: "Settings" });
const group = (page, name) => dialog(page).getByRole("group", { name });

async function opens(page) {
  const user = new User(page);
  await user.opens();
  await expect(user.check("deadlock")).toContainText("none");
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(dialog(page)).toBeVisible();
  return user;
}

const choose = async (page, name, word) => {
  await group(page, name).getByText(word, { exact: true }).click();
  await expect(group(page, name).getByRole("radio", { name: word, exact: true })).toBeChecked();
};

test("another engine and a limit of time are used at once, and remembered", async ({ page }) => {
  const user = await opens(page);
  await choose(page, "Engine", "SAT");
  await choose(page, "Time for each check", "1 min");
  await dialog(page).getByRole("button", { name: "Done" }).click();
  const engine = user.checks.locator(".facts div", { hasText: "Engine" });
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await expect(engine).toContainText("sat");
  await page.reload();
  await expect(engine).toContainText("sat");
  await page.keyboard.press(",");
  await expect(group(page, "Engine").getByRole("radio", { name: "SAT" })).toBeChecked();
  await expect(group(page, "Time for each check").getByRole("radio", { name: "1 min" })).toBeChecked();

  // By keys, as radio buttons are.
  await group(page, "Engine").getByRole("radio", { name: "SAT" }).press("ArrowLeft");
  await expect(engine).toContainText("explicit");
  await dialog(page).getByRole("button", { name: "Reset" }).click();
  await expect(group(page, "Engine").getByRole("radio", { name: "Automatic" })).toBeChecked();
  expect(await page.evaluate(() => localStorage.getItem("lockstep.engine"))).toBeNull();
});

test("who teaches lets solutions be hidden until they are asked for", async ({ page }) => {
  const user = await opens(page);
  const apply = user.checks.getByRole("button", { name: /^Apply/ }).first();
  await expect(apply).toBeVisible();
  await choose(page, "Solutions", "When asked for");
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expect(apply).toBeHidden();
  const ask = user.checks.getByText(/^Show (a solution|\d+ solutions)$/);
  await ask.click();
  await expect(apply).toBeVisible();
  // It is closed again for the next one who looks, and remembered as the choice.
  await page.reload();
  await expect(ask).toBeVisible();
  await expect(apply).toBeHidden();
  await page.keyboard.press(",");
  await choose(page, "Solutions", "Shown");
  await page.keyboard.press("Escape");
  await expect(apply).toBeVisible();
});

test("motion can be chosen against the system", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await opens(page);
  const moves = () =>
    page.evaluate(() => getComputedStyle(document.querySelector(".cursor")).transitionDuration !== "0s");
  expect(await moves()).toBe(true);
  await choose(page, "Motion", "Reduced");
  expect(await moves()).toBe(false);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await choose(page, "Motion", "Full");
  expect(await moves()).toBe(true);
  await choose(page, "Motion", "System");
  expect(await moves()).toBe(false);
});

test("reduced motion is the same whether the system or the user chose it", () => {
  const css = readFileSync(new URL("../../static/style/motion.css", import.meta.url), "utf8");
  const bodies = [...css.matchAll(/\{([^{}]*)\}/g)].map(([, body]) => body.replace(/\s+/g, " "));
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toBe(bodies[0]);
});

test("another tab follows", async ({ page, context }) => {
  await opens(page);
  const other = await context.newPage();
  await new User(other).opens();
  await choose(page, "Theme", "Dark");
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(other.getByRole("button", { name: "Theme: Dark" })).toBeVisible();
});

test("a run kept by hand says what was chosen for new checks", async ({ page }) => {
  const user = await opens(page);
  await choose(page, "Scenarios kept from runs by hand", "Loose");
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await user.stage.getByRole("button", { name: "By hand" }).click();
  const choices = user.stage.getByRole("region", { name: "By hand" }).locator("[data-i]");
  await choices.first().click();
  await choices.filter({ hasText: "alice sends wantCoffee to cm" }).click();
  await user.stage.getByRole("button", { name: "Keep as scenario" }).click();
  await expect(user.editor).toContainText('check "by hand" loose');
  await expect(user.check("by hand")).toContainText(/(\d+) of \1 message/);
});

test("where storage is refused, settings hold until the page is closed, and it says so", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("refused", "SecurityError");
      },
    });
  });
  const user = await opens(page);
  await choose(page, "Theme", "Dark");
  await expect(dialog(page).getByRole("status")).toContainText("does not keep settings");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await dialog(page).getByRole("button", { name: "Done" }).click();
  // The text as well: nothing is lost without a word.
  await user.writes("machine Mine {\n  [*] --> here\n}\ncheck deadlock within 3\n");
  await expect(user.notices).toContainText("This browser does not keep the text");
  await expect(user.check("deadlock")).toContainText("deadlock");
});

test("what was not decided in time says so, and may take its time when somebody asks for that", async ({ page }) => {
  await page.addInitScript((text) => {
    localStorage.setItem("lockstep.limit", "10");
    localStorage.setItem("lockstep.text", text);
  }, philosophers(18, "check deadlock expect none"));
  const user = new User(page);
  await page.goto("./");
  await expect(user.check("deadlock")).toContainText("checking");
  await expect(user.check("deadlock")).toContainText("unknown", { timeout: 40_000 });
  await expect(user.checks.getByRole("status")).toHaveText("0 of 1 answered");
  await expect(user.checks).toContainText("The time was over after covering every path of up to");
  await expect(user.stage.first()).toContainText("No answer yet");
  await pleasesAxe(page);
  const again = user.checks.getByRole("button", { name: "Ask again without a limit of time" });
  await again.click();
  await expect(user.check("deadlock")).toContainText("checking");
  await expect(again).toHaveCount(0);
  await user.checks.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(user.check("deadlock")).toContainText("stopped");
  // It was for this check alone.
  expect(await page.evaluate(() => localStorage.getItem("lockstep.limit"))).toBe("10");
});

for (const width of [1440, 360]) {
  test(`axe finds nothing in the settings, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("./");
    await expect(page.getByText("4 of 6 messages").first()).toBeAttached();
    await reaches(page, "Settings");
    await expect(dialog(page)).toBeVisible();
    await pleasesAxe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);

    // What Lockstep is, said on the phone without the keys that it does not have.
    await dialog(page).getByRole("button", { name: "About Lockstep" }).click();
    const about = page.getByRole("dialog", { name: "About" });
    await expect(about.getByText(/nothing leaves the browser/)).toBeVisible();
    await expect(about.getByText(/Kaufmann.*\(2013\).*\(2014\)/)).toBeVisible();
    await expect(about.getByText(/^Version \d+\.\d+\.\d+\. Licensed under MIT or Apache 2\.0/)).toBeVisible();
    await expect(about.getByText("play or pause")).toBeVisible({ visible: width > 760 });
    await pleasesAxe(page);
    await about.getByRole("button", { name: "Done" }).click();
    const opener = width > 760 ? "Settings" : "More";
    await expect(page.getByRole("button", { name: opener, exact: true })).toBeFocused();
  });
}
