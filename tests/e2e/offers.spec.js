// What an answer offers next, and the menu of examples.
import { test, expect } from "./fixtures.js";
import { User, example } from "./user.js";

/** Machines that go their ways, one state a transaction, with far too many global states to visit. */
function walkers(count, length) {
  const steps = Array.from({ length }, (_, at) => `  s${at} --> s${at + 1}`).join("\n");
  const names = Array.from({ length: count }, (_, at) => `w${at}`).join(", ");
  return `machine Walker {\n  [*] --> s0\n${steps}\n}\nsystem {\n  ${names} : Walker\n}\n`;
}

test("a no within a bound offers the question for every length", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(`${walkers(8, 9)}check reach w0.s9, w7.s9 within 5 expect unreachable\n`);
  await expect(user.checks).toContainText("The goal is not reached within 5 transactions.");
  await user.checks.getByRole("button", { name: "And never?" }).click();
  await expect(user.editor).toContainText("check reach w0.s9, w7.s9");
  await expect(user.checks).toContainText("The goal is reached after 18 transactions");
  // A yes, and a no for every length, have nothing to offer.
  await expect(user.checks.getByRole("button", { name: "And never?" })).toHaveCount(0);
  // It is an edit like any other.
  await user.editor.press("ControlOrMeta+z");
  await expect(user.checks.getByRole("button", { name: /^reach/ })).toHaveCount(1);
});

test("a deadlock that is not there only because the environment can send offers the question without it", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(
    "statechart Server {\n  [*] --> Idle\n  state Idle <<rest>>\n  Idle --> Busy : go\n}\n" +
      "system {\n  m : Server\n  environment sends go to m\n}\ncheck deadlock\n",
  );
  await expect(user.checks).toContainText("but only because the environment can still send something");
  await user.checks.getByRole("button", { name: "And without the environment?" }).click();
  await expect(user.editor).toContainText("check deadlock without environment");
  await expect(user.checks).toContainText("Without further events of the environment the system can get stuck after 5 steps");
  await expect(page.locator(".object-card svg text", { hasText: "«rest»" }).first()).toBeVisible();
  // Where the question stands already, it is selected, and no line is added.
  await user.checks.getByRole("button", { name: /^deadlock(?! without)/ }).click();
  await user.checks.getByRole("button", { name: "And without the environment?" }).click();
  await expect(user.checks.getByRole("button", { name: /^deadlock without environment/ })).toHaveCount(1);
});

test("what SAT alone leaves open, all engines are asked with one press", async ({ page }) => {
  test.setTimeout(90_000);
  await page.addInitScript(() => localStorage.setItem("lockstep.engine", "sat"));
  const user = new User(page);
  await user.opens();
  await user.writes(example("machines/philosophers-atomic.lks"));
  await user.check("deadlock").click();
  await user.checks.getByRole("button", { name: "Ask all engines" }).click({ timeout: 45_000 });
  await expect(user.check("deadlock")).toContainText("none", { timeout: 30_000 });
  await expect(user.checks.getByRole("button", { name: "Ask all engines" })).toHaveCount(0);
});

test("examples are told apart by pictures, and chosen by keys", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await page.getByRole("button", { name: "Examples" }).click();
  const items = page.getByRole("menuitem");
  const shown = await items.evaluateAll((all) =>
    all.map((item) => [item.textContent, item.querySelector("svg")?.innerHTML]),
  );
  // Those of the papers' formulas share one, those of the printed splitting another, and so do the two beepers; each other example has its own.
  const isOfFormulas = ([text]) => /^[A-Z]\d: /.test(text);
  const own = shown.filter((it) => !isOfFormulas(it));
  expect(own.length).toBeGreaterThan(20);
  expect(new Set(own.map(([, picture]) => picture)).size).toBe(own.length - 1);
  const shared = shown.filter(isOfFormulas);
  for (const group of [shared.filter(([text]) => text.startsWith("T")), shared.filter(([text]) => !text.startsWith("T"))]) {
    expect(new Set(group.map(([, picture]) => picture)).size).toBe(1);
  }
  expect(new Set(shown.map(([, picture]) => picture)).size).toBe(own.length + 1);
  for (let down = 1; down < 8; down += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(user.editor).toContainText("take both forks at once");
});

test("printed, everything that was written and answered is on paper", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await expect(user.check("coffee for two")).toBeVisible();
  // As a browser does before it prints.
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".paper").getByText("machine Maintenance").first()).toBeVisible();
  await expect(user.stage.first()).toBeVisible();
  for (const name of ["Examples", "Share", "Steps", "Larger diagram"]) {
    const button = page.getByRole("button", { name, exact: true, includeHidden: true });
    await expect(button).toHaveCount(1);
    await expect(button).toBeHidden();
  }
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeGreaterThan(page.viewportSize().height);
});
