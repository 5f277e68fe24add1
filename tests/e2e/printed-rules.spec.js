// Transitions that are taken apart by the rules of the thesis: the switch beside the grain, where such runs end, and the
// examples that open there.
import { readFileSync } from "node:fs";

import { expect, test } from "./fixtures.js";
import { opens } from "./systems.js";
import { User, example } from "./user.js";

const LATE = example("splitting/t3.xsts");
const LIGHT = example("systems/traffic-light.xsts");
const STUCK = "The printed splitting is stuck here: no way on completes the transition. The corrected one does not offer step 1.1, trans: y := 1.";
const LOST = "The printed splitting is stuck here and loses the run: by the definitions the transition can be completed.";

const rules = (page) => page.getByRole("group", { name: "By which rules transitions are taken apart" });
const ending = (page) => page.locator(".by-hand-end");

/** Chooses an example of the group by what its title begins with. */
async function chooses(page, name) {
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: new RegExp(`^${name}:`) }).click();
}

test("each example opens by hand where the printed rules go wrong, and the corrected ones go on", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await page.getByRole("button", { name: "Examples" }).click();
  await expect(page.getByText("Where the printed splitting goes wrong")).toHaveCount(1);
  await page.keyboard.press("Escape");
  for (const [name, pressed, said] of [
    ["T1", "To the letter", LOST],
    ["T2", "As printed", LOST],
    ["T3", "As printed", STUCK],
    ["T5", "As printed", "As printed a run ends where it comes back: it was in this state after step 0.1. As corrected it goes on."],
    ["T6", "To the letter", "The printed splitting is stuck here: it has no fragment for what comes next. By the definitions the run goes on."],
    ["T7", "As printed", STUCK.replace("y := 1", "x := -8")],
  ]) {
    await chooses(page, name);
    await expect(ending(page), name).toHaveText(said);
    await expect(rules(page).getByRole("button", { name: pressed })).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator(".by-hand-choice")).toHaveCount(0);
    await expect(page.locator(".by-hand-list")).not.toContainText("Deadlock");
    // One click, and there is a way on.
    await rules(page).getByRole("button", { name: "Corrected" }).click();
    await expect(page.locator(".by-hand-choice").first(), name).toBeVisible();
    await expect(ending(page)).toHaveCount(0);
  }
  // T4 goes on by either rules: what is wrong are its steps.
  await chooses(page, "T4");
  await expect(page.locator(".player-count")).toHaveText("step 1.2 of 1");
  await page.getByRole("button", { name: "Steps" }).first().click();
  await expect(page.locator(".by-hand-list")).toContainText("After step 1.2");
  await rules(page).getByRole("button", { name: "Corrected" }).click();
  await expect(page.locator(".player-count")).toHaveText("step 1 of 1");
});

test("the switch is there where steps are finer than transitions, by hand and for all runs", async ({ page }) => {
  await opens(page, LATE, 4);
  await page.getByRole("button", { name: "By hand" }).click();
  await expect(page.locator(".by-hand-choice")).toHaveCount(1);
  await expect(rules(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Choice", exact: true }).click();
  await expect(rules(page).getByRole("button")).toHaveText(["Corrected", "As printed", "To the letter"]);
  await expect(page.locator(".by-hand-rules")).toHaveCount(0);
  await rules(page).getByRole("button", { name: "As printed" }).click();
  await expect(page.locator(".by-hand-rules")).toContainText("a run by hand ends where it comes back");
  const choices = page.locator(".by-hand-choice");
  for (const step of [/an empty fragment/, /y := 1/]) {
    await choices.filter({ hasText: step }).click();
  }
  await expect(ending(page)).toHaveText(STUCK);
  await page.getByRole("button", { name: "Leave" }).click();
  // All runs: the dead end is one of their ends as printed only.
  await page.getByRole("button", { name: "All runs" }).click();
  await expect(rules(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Choice", exact: true }).click();
  const dead = page.locator(".runs-end.bad");
  await expect(page.locator(".runs-box")).toHaveCount(2);
  await expect(dead).toHaveCount(0);
  await rules(page).getByRole("button", { name: "As printed" }).click();
  await expect(dead).toHaveCount(1);
  await dead.click();
  await expect(page.locator(".runs-said")).toContainText("The run that leads there is in the player");
  // What is played is taken up by hand, by the same rules.
  await page.getByRole("button", { name: "Control flow", exact: true }).click();
  await page.getByRole("button", { name: "By hand" }).click();
  await expect(rules(page).getByRole("button", { name: "As printed" })).toHaveAttribute("aria-pressed", "true");
  await expect(ending(page)).toHaveText(STUCK);
});

test("links and saved runs remember the rules", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const user = new User(page);
  await user.opens();
  await chooses(page, "T3");
  await expect(ending(page)).toHaveText(STUCK);
  const link = await user.sharesALink();
  expect(link).toContain("&hand=pc0.0.0.0.0");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save run" }).click();
  const file = await (await saving).path();
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ grain: "choice", rules: "printed" });
  await rules(page).getByRole("button", { name: "Corrected" }).click();
  await expect(ending(page)).toHaveCount(0);
  const text = readFileSync(file, "utf8");
  await page.getByLabel("Load run").setInputFiles({ name: "run.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await expect(ending(page)).toHaveText(STUCK);
  // An older file knows of no rules.
  const older = { ...JSON.parse(text), rules: undefined };
  await page.getByLabel("Load run").setInputFiles({ name: "run.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(older)) });
  await expect(rules(page).getByRole("button", { name: "Corrected" })).toHaveAttribute("aria-pressed", "true");
  const opened = await context.newPage();
  await opened.goto(link);
  await expect(ending(opened)).toHaveText(STUCK);
});

test("other kinds of model, and whole transitions, have no such switch", async ({ page }) => {
  await opens(page, LIGHT, 6);
  await page.getByRole("button", { name: "All runs" }).click();
  await expect(page.locator(".runs-box").first()).toBeVisible();
  await expect(rules(page)).toHaveCount(0);
  const user = new User(page);
  await user.writes(example("statecharts/do-race.lks"));
  await page.getByRole("button", { name: "By hand" }).click();
  const behaviour = page.getByRole("region", { name: "By hand" }).getByRole("button", { name: "Behaviour", exact: true });
  await behaviour.click();
  await expect(behaviour).toHaveAttribute("aria-pressed", "true");
  await expect(rules(page)).toHaveCount(0);
});
