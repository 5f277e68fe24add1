// Transition systems by hand: choices and what stops others, values by name, on until something is true, runs that are kept.
import { readFileSync } from "node:fs";

import { expect, test } from "./fixtures.js";
import { opens, value, values } from "./systems.js";
import { User, example, settled } from "./user.js";

const LIGHT = example("systems/traffic-light.xsts");
const PETERSON = example("systems/peterson.xsts");

test("another check ends stepping by hand, and the run comes back with the button", async ({ page }) => {
  await opens(page, LIGHT, 6);
  await page.getByRole("button", { name: "By hand" }).click();
  await page.locator(".by-hand-choice").last().click();
  await expect(page.locator(".frame-title")).toHaveText("by hand");
  await page.locator(".check-select").nth(2).click();
  await expect(page.locator(".by-hand")).toHaveCount(0);
  await expect(page.locator(".player-count")).toHaveText("step 0 of 4");
  await expect(page.getByRole("button", { name: "By hand" })).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "By hand" }).click();
  await expect(page.locator(".player-count")).toHaveText("step 0.2");
});

test("by hand: choices, what stops others, back, the solver, by chance, again after an edit", async ({ page }) => {
  const user = await opens(page, LIGHT, 6);
  await page.getByRole("button", { name: "By hand" }).click();
  const choices = page.locator(".by-hand-choice");
  // `init` is no decision.
  await expect(page.locator(".player-count")).toHaveText("step 0.1");
  await expect(choices).toHaveText([/emergency := false/, /emergency := true/]);
  await choices.last().click();
  await expect(value(page, "emergency")).toHaveText("true");
  await expect(page.locator(".player-count")).toHaveText("step 0.2");
  // Back, and otherwise.
  await page.getByRole("button", { name: "Back one step" }).click();
  await page.getByRole("button", { name: "Choose otherwise from here" }).click();
  await choices.first().click();
  await expect(value(page, "emergency")).toHaveText("false");
  await page.getByLabel("Go on until").fill("light == Green");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect(page.locator(".by-hand-said")).toContainText("light == Green is true after 7 choices more, and not sooner.");
  await expect(value(page, "light")).toHaveText("Green");
  await page.getByLabel("Go on until").fill("nonsense");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect(page.locator(".by-hand-said")).toContainText("nonsense");
  await page.getByRole("button", { name: "Random step" }).click();
  await expect(page.locator(".player-count")).toHaveText("step 4.1 of 4");
  // An edit before the last steps: the run goes as far as it still does, and says so.
  await user.writes(LIGHT.replace("ticks := ticks + 1", "ticks := ticks + 2"));
  await expect(page.locator(".by-hand-said")).toContainText("The run still goes as far as step 0.2");
  await expect(page.locator(".player-count")).toHaveText("step 0.2");
  // Finer grains, and what stops the others.
  await page.getByRole("button", { name: "Choice", exact: true }).click();
  // The run is taken up by its finer steps.
  await expect(page.locator(".by-hand-list")).toContainText("After step 0.2");
  await page.getByRole("button", { name: "Walk on" }).click();
  // What was edited gets stuck on the way.
  await expect(page.locator(".player-count")).toHaveText(/^step (\d+)(\.\d+)? of \1$/);
  await expect(page.locator(".by-hand-said")).toContainText("Nothing can happen any more.");
  const count = await page.locator(".player-count").innerText();
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page.locator(".by-hand")).toHaveCount(0);
  // It comes back as it was left.
  await page.getByRole("button", { name: "By hand" }).click();
  await expect(page.locator(".player-count")).toHaveText(count);
});

test("a branch that cannot be completed is there with the assumption that stops it", async ({ page }) => {
  await opens(page, PETERSON, 5);
  await page.getByRole("button", { name: "By hand" }).click();
  // `init` and `env` are no decisions here.
  await expect(page.locator(".by-hand-list")).toContainText("After step 0.2, 2 things can happen:");
  await expect(page.locator(".by-hand-choice")).toHaveCount(2);
  await expect(page.locator(".by-hand-blocked li")).toHaveCount(6);
  const reason = page.locator(".by-hand-blocked .link").first();
  await expect(reason).toContainText("is false");
  await reason.click();
  await expect(page.locator(".cm-activeLine")).toContainText("assume");
});

test("another grain that is chosen before the run is there goes on where the run begins, not before", async ({ page }) => {
  await opens(page, PETERSON, 5);
  const early = await page.evaluate(async () => {
    const press = (name) => [...document.querySelectorAll("button")].find((it) => it.textContent.trim() === name)?.click();
    press("By hand");
    const next = () => new Promise((next) => setTimeout(next));
    while (!document.querySelector(".by-hand-grain")) await next();
    press("Statement");
    await next();
    press("As printed");
    return document.querySelector(".by-hand-list").textContent;
  });
  expect(early).toBe("Looking what can happen.");
  await expect(page.getByRole("button", { name: "As printed" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".by-hand-grain [aria-pressed=true]").first()).toHaveText("Statement");
  // `init` and the first `env` are behind it, as they are by whole transitions.
  await expect(page.locator(".by-hand-choice").first()).toContainText("trans");
});

test.describe("by whole steps", () => {
  // What the page does by itself.
  test.use({ chosen: { opening: "start" } });

  test("what can be taken next is labelled with its number in the control flow, and three presses are three steps", async ({ page }) => {
    await opens(page, PETERSON, 5);
    await page.getByRole("button", { name: "By hand" }).click();
    const numbers = page.locator(".flow-number text");
    await expect(numbers).toHaveText(["1", "2"]);
    await expect(page.locator(".player-count")).toHaveText("step 0");
    await expect(page.locator(".by-hand-list")).toContainText("At the start, 2 things can happen:");
    await expect(page.locator(".flow.choosing")).toHaveCount(1);
    await expect(page.locator(".flow-box.lit")).toHaveCount(2);
    // A number stands at the side of its block.
    const [number, block] = await Promise.all([page.locator(".flow-number").first().locator("circle").last().boundingBox(), page.locator(".flow-box.lit").first().boundingBox()]);
    expect(Math.abs(number.x + number.width / 2 - block.x)).toBeLessThan(9);
    await page.keyboard.press("1");
    await expect(page.locator(".player-count")).toHaveText("step 1 of 1");
    await expect(value(page, "one")).toHaveText("Asking");
    await page.keyboard.press("2");
    await expect(page.locator(".player-count")).toHaveText("step 2 of 2");
    await page.locator(".flow-number").first().click();
    await expect(page.locator(".player-count")).toHaveText("step 3 of 3");
    await expect(value(page, "one")).toHaveText("Yielding");
    // At an earlier step what was done there is lit, without numbers.
    await page.getByRole("button", { name: "Back one step" }).click();
    await expect(page.locator(".player-count")).toHaveText("step 2 of 3");
    await expect(numbers).toHaveCount(0);
    await expect(page.locator(".by-hand-list")).toContainText("After step 2 the run went on with");
    await expect(page.locator(".by-hand-list b")).toContainText("one == Asking");
    await page.getByRole("button", { name: "Leave" }).click();
    await expect(numbers).toHaveCount(0);
  });
});

test("a state is gone to by hand also while one of all runs is shown", async ({ page }) => {
  await opens(page, LIGHT, 6);
  await page.getByRole("button", { name: "All runs" }).click();
  await page.locator(".runs-box").last().click();
  await expect(page.locator(".runs-said")).toContainText("The run that leads there is in the player");
  await page.getByRole("button", { name: "States", exact: true }).click();
  const states = page.getByRole("group", { name: "States", exact: true });
  const off = states.getByRole("button", { name: /go there by hand$/ }).last();
  const words = await off.getAttribute("aria-label");
  const depth = Number(/after (\d+) firing/.exec(words)[1]);
  await off.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".player-count")).toHaveText(`step ${depth} of ${depth}`);
  await expect(states.locator("[aria-current]")).toHaveAttribute("aria-label", new RegExp(`^${words.split(";")[0]}; `));
});

test("by hand a run goes on until something is true, however far that is", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(
    "var x : 0..99 = 0\nvar a : 0..3000 = 0\nvar b : 0..900 = 7\n" +
      "trans { choice { assume x < 50; x := x + 1; } or { assume a < 3000; a := a + 1; } or { assume b < 900; b := b + 1; } }\n" +
      "init {}\nenv {}\nprop { true }\n",
  );
  // Until the page has taken the text, the button still belongs to the machines before.
  await expect(values(page).first()).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "By hand" }).click();
  const goal = page.getByRole("textbox", { name: "Go on until" });
  const said = page.locator(".by-hand-said");
  // Asked while the run is still being taken up it is looked for all the same.
  await goal.fill("x == 49");
  await page.keyboard.press("Enter");
  await expect(said).toContainText("in no stable state sooner", { timeout: 60_000 });
  await expect(value(page, "x")).toHaveText("49");
  await expect(page.locator(".player-count")).toHaveText("step 49.1 of 49");
  // From there, to what cannot be.
  await goal.fill("x == 60");
  await page.keyboard.press("Enter");
  await expect(said).toContainText("in no stable state that can be reached from here", { timeout: 60_000 });
  await expect(page.locator(".player-count")).toHaveText("step 49.1 of 49");
  // Whoever goes another way, or stops it, hears nothing of it any more.
  await goal.fill("a * b == 777777");
  await page.keyboard.press("Enter");
  await expect(said).toContainText("Looking for a run", { timeout: 60_000 });
  await said.getByRole("button", { name: "Stop" }).click();
  await expect(said).toHaveText("Stopped.");
  // The focus has not left with its button: keys go on from there.
  await expect(page.locator(".by-hand-choice").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".player-count")).toHaveText("step 50.1 of 50");
  await expect(page.locator(".by-hand-choice").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator(".by-hand")).toHaveCount(0);
  await page.getByRole("button", { name: "By hand" }).click();
  await goal.fill("a * b == 777777");
  await page.keyboard.press("Enter");
  // It is still looking, or has found one already: a choice ends both.
  await expect(said).toContainText(/Looking for a run|is true after/, { timeout: 60_000 });
  await page.locator(".by-hand-choice").first().click();
  await expect(said).toBeEmpty();
  await user.writes("var y : 0..3 = 0 trans { y := 1; } init {} env {} prop { true }");
  await expect(page.locator(".player-count")).not.toContainText("49");
});

test("a value that is not offered is named in a field, which says why one is not possible", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes("var x : integer = 0 trans { assume x != 500; } init {} env { havoc x; assume x < 2000; } prop { true }");
  // Until the page has taken the text, the button still belongs to the machines before.
  await expect(values(page).first()).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "By hand" }).click();
  await expect(page.locator(".by-hand-list")).toContainText("more than 17 things can happen, some of them");
  const field = page.getByRole("textbox", { name: "Other value" });
  await field.fill("3000");
  await page.keyboard.press("Enter");
  const refused = page.locator(".by-hand-refused");
  await expect(refused).toContainText("No step with x = 3000 can be completed");
  await expect(refused).toContainText("x < 2000");
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill("much");
  await expect(refused).toBeEmpty();
  await page.keyboard.press("Enter");
  await expect(refused).toContainText("`much`".replaceAll("`", ""));
  await field.fill("-1000");
  await page.keyboard.press("Enter");
  await expect(value(page, "x")).toHaveText("-1000");
  await expect(page.locator(".player-count")).toHaveText("step 0.2");
  // Nothing is to be named where everything was tried.
  await expect(field).toHaveCount(0);
  await page.locator(".by-hand-choice").first().click();
  await expect(page.locator(".player-count")).toHaveText("step 1 of 1");
  await expect(field).toBeVisible();
  // The run comes back with its value.
  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("button", { name: "By hand" }).click();
  await expect(page.locator(".player-count")).toHaveText("step 1 of 1");
  await expect(value(page, "x")).toHaveText("-1000");
});

test("a run is saved, loaded again, and exported; a file that is none says so", async ({ page }) => {
  const user = await opens(page, LIGHT, 6);
  await page.getByRole("button", { name: "By hand" }).click();
  await page.getByLabel("Go on until").fill("light == Green");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect(page.locator(".player-count")).toHaveText("step 4 of 4");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save run" }).click(),
  ]);
  const path = await file.path();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.locator(".player-count")).toHaveText("step 0.1");
  await page.getByLabel("Load run").setInputFiles(path);
  await expect(page.locator(".player-count")).toHaveText("step 4 of 4");
  await expect(value(page, "light")).toHaveText("Green");
  await page.getByLabel("Load run").setInputFiles({ name: "no.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await expect(user.notices).toContainText("no.json holds no run");
  // The page of its own plays it.
  await page.getByRole("button", { name: "Export" }).click();
  const [html] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as Web page" }).click(),
  ]);
  const other = await page.context().newPage();
  await other.setContent(readFileSync(await html.path(), "utf8"));
  await other.locator("#end").click();
  await expect(other.locator("#count")).toHaveText("step 4 of 4");
  await expect(other.locator("tr.on")).toContainText("Green");
});

test("a saved run says what its steps do as data, and one that an earlier page has saved in words is loaded as well", async ({ page }) => {
  await opens(page, LIGHT, 6);
  await page.getByRole("button", { name: "By hand" }).click();
  await page.locator(".by-hand-choice").last().click();
  await expect(page.locator(".player-count")).toHaveText("step 0.2");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save run" }).click(),
  ]);
  const saved = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(saved.lockstep_run).toBe(2);
  const gives = { turn: { relation: "env" }, effects: [{ gives: { variable: "emergency", value: "true" } }] };
  expect(saved.choices.at(-1).known_by).toEqual({ action: gives });
  const words = ["", "init", "env: emergency := true"];
  const before = {
    ...saved,
    lockstep_run: 1,
    // The number is another one by now: the words count.
    choices: saved.choices.map(({ number }, at) => ({ number: at === 2 ? 0 : number, what: words[at] })),
  };
  for (const content of [saved, before]) {
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(page.locator(".player-count")).toHaveText("step 0.1");
    const buffer = Buffer.from(JSON.stringify(content));
    await page.getByLabel("Load run").setInputFiles({ name: "run.json", mimeType: "application/json", buffer });
    await expect(page.locator(".player-count")).toHaveText("step 0.2");
    await expect(value(page, "emergency")).toHaveText("true");
  }
});

test("an object called time has its own choices, beside those of time", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes("statechart Clock {\n  [*] --> Off\n  Off --> On : after(2)\n}\nsystem {\n  time : Clock\n}\ncheck reach time.On\n");
  await expect(user.check("reach time.On")).toContainText("reachable");
  await page.getByRole("button", { name: "By hand" }).click();
  const groups = page.locator(".by-hand-group h3");
  await expect(groups).toHaveText(["time"]);
  await page.locator(".by-hand-choice").first().click();
  await expect(page.locator(".by-hand")).toContainText("completion");
  await expect(groups).toHaveText(["time"]);
  await page.locator(".by-hand-choice").first().click();
  await expect(groups).toHaveText(["Time"]);
});

test("a link carries a run by hand", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const user = await opens(page, LIGHT, 6);
  await page.getByRole("button", { name: "By hand" }).click();
  const choices = page.locator(".by-hand-choice");
  await expect(choices).toHaveCount(2);
  await choices.last().click();
  await expect(value(page, "emergency")).toHaveText("true");
  const link = await user.sharesALink();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.locator(".player-count")).toHaveText("step 0.2", { timeout: 20_000 });
  await expect(value(other, "emergency")).toHaveText("true");
});

test.describe("without the part", () => {
  // The browser and the loader say on the console too what is missing.
  test.use({ tolerated: /net::ERR_FAILED|A part of the program is missing/ });
  test("without what reads them there is a word and another try, and machines come back", async ({ page, context }) => {
    const user = new User(page);
    await context.route("**/assets/split_transitions*", (route) => route.abort());
    await user.opens();
    test.skip(!(await page.locator('link[href*="split_"]').count()), "built in one piece");
    await user.writes(LIGHT);
    await expect(user.notices).toContainText("What reads this kind of model could not be loaded");
    await context.unroute("**/assets/split_transitions*");
    await page.getByRole("button", { name: "Try again" }).first().click();
    await expect(page.locator(".checks-summary")).toHaveText(settled(6), { timeout: 20_000 });
    await user.writes(example("coffee-for-two"));
    await expect(page.locator(".card").first()).toBeVisible();
    await expect(page.locator(".system-structure")).toHaveCount(0);
  });
});

test("a value named by hand has its place in the state space, and a step on the way to the next state says so", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes("var x : integer = 0 trans {} init {} env { havoc x; } prop { true }");
  await expect(values(page).first()).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "By hand" }).click();
  const field = page.getByRole("textbox", { name: "Other value" });
  await field.fill("-1000");
  await page.keyboard.press("Enter");
  await expect(value(page, "x")).toHaveText("-1000");
  await page.getByRole("button", { name: "States", exact: true }).click();
  const told = page.locator(".space-told");
  await expect(told).toHaveText("Step 0.2 is on the way to a state that the run has not reached yet.");
  await page.locator(".by-hand-choice").first().click();
  await expect(page.locator(".player-count")).toHaveText("step 1 of 1");
  await expect(page.locator(".space .global[aria-current]")).toHaveAccessibleName(/^x = -1000;/);
  await expect(page.locator(".space .way")).toHaveCount(1);
  await expect(told).toContainText("x = -1000");
});
