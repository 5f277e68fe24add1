// Two runs that are compared, each on its half of canvas and run.

import { readFileSync } from "node:fs";

import { LABELS, pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, example, settled } from "./user.js";

// As the page is at first: by whole steps.
test.use({ chosen: {} });

const PUMP = example("statecharts/pump.lks");
const SAME = `statechart Lamp {
  [*] --> Off
  Off --> On : press
  On --> Off : press
}
system {
  lamp : Lamp
  environment sends press to lamp
}
check reach lamp.On
`;

const halves = (page) => page.locator(".canvas .half");
const active = (half) => half.locator(".state.current:not(.outer)").evaluateAll((all) => all.map((it) => it.querySelector("text").firstChild.textContent).sort());
const moved = (half) => half.locator(".world").evaluate((it) => it.style.transform);

async function opens(page, text, checks, size) {
  if (size) await page.setViewportSize(size);
  const user = new User(page);
  await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), text);
  await page.goto("./");
  await expect(page.locator(".checks-summary")).toHaveText(settled(checks), { timeout: 30_000 });
  await page.evaluate(() => document.activeElement?.blur());
  return user;
}

test("where two readings differ both runs have a half, and what differs has a ring", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await opens(page, PUMP, 3);
  await expect(halves(page)).toHaveCount(1);
  await page.keyboard.press("3");
  await expect(halves(page)).toHaveCount(2);
  await expect(page.locator(".canvas .half-name")).toHaveText(["UML", "BMC4UML"]);
  await expect(page.locator(".sequence .half-name")).toHaveText(["UML", "BMC4UML"]);
  const [own, other] = [halves(page).nth(0), halves(page).nth(1)];
  // At the start both are nowhere; what both have in common is shaded.
  await page.keyboard.press("Home");
  await expect(page.locator(".compared")).toHaveText(
    /^UML handles states that have ended one at a time, the oldest first; BMC4UML first forgets all of them whose guards are false\. They part after step \d+\.$/,
  );
  await expect(page.locator(".sequence .half").first().locator(".events-common").first()).toBeAttached();
  // At the end they are in different states, and each of them has its own ring.
  await page.keyboard.press("End");
  await expect.poll(() => active(own)).toEqual(["Open", "Running"]);
  await expect.poll(() => active(other)).toEqual(["Ready", "Turned"]);
  await expect(own.locator(".state.apart")).toHaveCount(2);
  await expect(other.locator(".state.apart")).toHaveCount(2);
  await expect(other.locator(".state.apart").first()).toHaveAccessibleName(/active, not so in the other run/);
  await expect(page.locator(".sequence .half").nth(1).locator(".events-ring")).toHaveCount(2);
  // Where both have come as far and are in the same states, none has a ring.
  for (let back = 0; back < 4; back += 1) await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".player-count")).toContainText("5 of 11");
  await expect(page.locator(".state.apart")).toHaveCount(0);
  // The text marks what each of them executes, with its name, and the bar tells both steps.
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".player-count")).toContainText("6 of 11");
  await expect(page.locator('.cm-line[data-run="UML"]')).toContainText(["Turned --> Open"]);
  await expect(page.locator('.cm-line[data-run="BMC4UML"]').first()).toContainText("start");
  await expect(page.locator(".cm-line:has(.cm-executed):not([data-run])")).toHaveCount(0);
  await expect(page.locator(".player-sentence")).toContainText(/^UML: .*Turned --> Open.* BMC4UML: .*start/);
  await expect(page.locator(".spoken")).toHaveText(/^UML: .* BMC4UML: /);
  await page.keyboard.press("End");
  // One zoom for both, from either of them.
  await expect.poll(() => moved(other)).toBe(await moved(own));
  await page.keyboard.press("+");
  const larger = await moved(own);
  await expect.poll(() => moved(other)).toBe(larger);
  const box = await other.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -200);
  await expect.poll(() => moved(own)).not.toBe(larger);
  // The first half goes on from where the other one has gone.
  const scale = (half) => half.locator(".world").evaluate((it) => new DOMMatrix(getComputedStyle(it).transform).a);
  const far = await scale(own);
  const first = await own.boundingBox();
  await page.mouse.move(first.x + first.width / 2, first.y + first.height / 2);
  await page.mouse.wheel(0, -20);
  await expect.poll(() => scale(own)).toBeGreaterThan(far);
  await expect.poll(async () => (await moved(own)) === (await moved(other))).toBe(true);
  await page.keyboard.press("0");
  await pleasesAxe(page);
  // A click in the other run moves both.
  const before = await page.locator(".player-count").innerText();
  await page.locator(".sequence .half").nth(1).locator(".along-body svg").click({ position: { x: 8, y: 40 } });
  await expect(page.locator(".player-count")).not.toHaveText(before);
  // Another check has no halves.
  await page.keyboard.press("1");
  await expect(halves(page)).toHaveCount(1);
  await expect(page.locator(".half-name")).toHaveCount(0);
});

test("two readings are compared without a check, from the menu and from the palette", async ({ page }) => {
  const user = await opens(page, PUMP, 3);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByRole("menuitem", { name: "Compare UML with SCXML" }).click();
  const bar = page.locator(".compared");
  await expect(bar).toContainText("UML compared with SCXML.", { timeout: 20_000 });
  // One row says all of it: what was found, where they part, and the way back.
  await expect(bar).toHaveCount(1);
  await expect(bar).toContainText("Only uml, not scxml, admits");
  await expect(bar).toContainText("They part after step");
  await expect(halves(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Back to the check" }).click();
  await expect(halves(page)).toHaveCount(1);
  // What the text asks already is selected.
  await user.leavesTheEditor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("compare uml with bmc");
  await expect(page.locator("#palette-list").getByRole("option").first()).toContainText("Compare UML with BMC4UML");
  await page.keyboard.press("Enter");
  await expect(page.locator(".check-select[aria-current=true]")).toContainText("same uml, bmc4uml");
  await expect(halves(page)).toHaveCount(2);
});

test("what is exported is the run that is played", async ({ page }) => {
  await opens(page, PUMP, 3);
  await page.keyboard.press("3");
  await expect(halves(page)).toHaveCount(2);
  // Both are laid out: what is not drawn yet is not exported.
  await expect(page.locator(".surface .object-card svg.machine")).toHaveCount(2);
  await page.getByRole("button", { name: "Export" }).click();
  const save = page.getByRole("dialog", { name: /^Export/ }).getByRole("button", { name: "Save as SVG of the objects", exact: true });
  const [file] = await Promise.all([page.waitForEvent("download"), save.click()]);
  const svg = readFileSync(await file.path(), "utf8");
  const drawings = (text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement.querySelectorAll(":scope > svg").length;
  expect(await page.evaluate(drawings, svg)).toBe(1);
});

test("a run by hand is drawn beside the answer's", async ({ page }) => {
  await opens(page, PUMP, 3);
  await page.keyboard.press("1");
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  await page.locator(".by-hand-list button, .by-hand-choice").first().click();
  await page.getByRole("button", { name: "Compare with the answer" }).click();
  await expect(page.locator(".canvas .half-name")).toHaveText(["By hand", "The answer"]);
  await expect(page.getByText("No answer yet")).toHaveCount(0);
  await page.getByRole("button", { name: "End comparison" }).click();
  await expect(halves(page)).toHaveCount(1);
});

test("readings that admit the same say so", async ({ page }) => {
  await opens(page, SAME, 1);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByRole("menuitem", { name: "Compare UML with SCXML" }).click();
  await expect(page.locator(".notices")).toContainText("admit the same", { timeout: 20_000 });
  await expect(halves(page)).toHaveCount(1);
});

test("of a text with errors nothing is compared, and another text has no halves", async ({ page }) => {
  const user = await opens(page, PUMP, 3);
  await page.keyboard.press("3");
  await expect(halves(page)).toHaveCount(2);
  await user.writes(`${PUMP}check x\n`);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByRole("menuitem", { name: "Compare UML with SCXML" }).click();
  await expect(page.locator(".notices")).toContainText("A question can be asked once the errors in the text are fixed.");
  await user.writes(SAME);
  await expect(page.locator(".checks-summary")).toHaveText(settled(1), { timeout: 30_000 });
  await expect(halves(page)).toHaveCount(1);
  // Another kind of model has no readings to compare.
  await user.writes(example("systems/peterson.xsts"));
  await expect(page.locator(".checks-summary")).toHaveText(settled(5), { timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Compare", exact: true })).toHaveCount(0);
});

test("what is looked for says so, and can be stopped", async ({ page }) => {
  await opens(page, example("statecharts/railroad-crossing.lks"), 2);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByRole("menuitem", { name: "Compare UML with BMC4UML" }).click();
  const bar = page.locator(".compared");
  await expect(bar).toContainText("Comparing UML with BMC4UML");
  await bar.getByRole("button", { name: "Stop" }).click();
  await expect(bar).toHaveCount(0);
  await expect(halves(page)).toHaveCount(1);
});

test("on a phone both halves are seen", async ({ page }) => {
  await opens(page, PUMP, 3, { width: 390, height: 844 });
  await page.keyboard.press("3");
  await page.locator(".pane-choice", { hasText: "Run" }).click();
  await expect(halves(page)).toHaveCount(2);
  await page.keyboard.press("End");
  const boxes = await Promise.all([0, 1].map((at) => halves(page).nth(at).boundingBox()));
  for (const box of boxes) expect(Math.min(box.width, box.height)).toBeGreaterThan(120);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

/** Writes another text, and compares the run of the selected check with the one before that. */
async function comparesWithBefore(page, user, text) {
  await user.writes(text);
  await page.getByRole("button", { name: "Compare with the run before the edit" }).click();
  await expect(page.locator(".compared")).toContainText("Compared with the run before the edit.");
  await expect(page.locator(".canvas .half-name")).toHaveText(["Now", "Before the edit"]);
  await expect(page.locator(".sequence .half-name")).toHaveText(["Now", "Before the edit"]);
}

test("the run before an edit is drawn in the statechart of its own text", async ({ page }) => {
  const user = await opens(page, PUMP, 3);
  await page.keyboard.press("1");
  const edited = PUMP.replace(/Off( +)--> Ready( +): start/, "Off$1--> Waiting$2: start\n      Waiting --> Ready : start");
  expect(edited).not.toBe(PUMP);
  await comparesWithBefore(page, user, edited);
  const [own, other] = [halves(page).nth(0), halves(page).nth(1)];
  const states = (half) => half.locator(".state text").evaluateAll((all) => all.map((it) => it.firstChild.textContent));
  await expect.poll(() => states(own)).toContain("Waiting");
  await expect.poll(() => states(other)).toContain("Ready");
  expect(await states(other)).not.toContain("Waiting");
  await page.keyboard.press("End");
  await expect.poll(() => active(own)).toEqual(["Open", "Running"]);
  await expect.poll(() => active(other)).toEqual(["Open", "Running"]);
  await page.keyboard.press("Home");
  await expect.poll(() => active(other)).not.toEqual(["Open", "Running"]);
  await pleasesAxe(page);
  // What is clicked there stands in another text: nothing is marked, and nothing says that it would be.
  const place = () => page.locator(".cm-activeLine").allTextContents();
  const before = await place();
  await other.locator(".state").filter({ hasText: "Ready" }).first().click();
  expect(await place()).toEqual(before);
  await expect(other.getByTitle("Show in the text")).toHaveCount(0);
  await expect(own.getByTitle("Show in the text").first()).toBeAttached();
  // The next edit ends it, and so does another check.
  await user.writes(`${edited}\n`);
  await expect(halves(page)).toHaveCount(1);
});

test("of class models, too: both runs end where no call is possible, and objects stand beside those of their names", async ({ page }) => {
  const light = example("classes/pedestrian-light.lks").replace(/check deadlock frame open.*\n/, "");
  const user = await opens(page, light, (light.match(/^check /gm) ?? []).length);
  await page.locator(".check-select", { hasText: "deadlock" }).first().click();
  await comparesWithBefore(page, user, light.replace("counter : 0..9 = 0", "counter : 0..9 = 3"));
  const [own, other] = [halves(page).nth(0), halves(page).nth(1)];
  await expect(page.locator(".calls-end-words")).toHaveText(["Deadlock: no call is possible.", "Deadlock: no call is possible."]);
  await expect(own.locator(".object", { hasText: "b1 : Button" })).toContainText("counter = 3");
  await expect(other.locator(".object", { hasText: "b1 : Button" })).toContainText("counter = 0");
  // Both diagrams stand at the same places.
  const places = (half) => half.locator(".placed").evaluateAll((all) => all.map((it) => [it.querySelector("h2").textContent.split(" ")[0], it.style.left, it.style.top]));
  expect(await places(other)).toEqual(await places(own));
  await pleasesAxe(page, { without: [LABELS] });
  await page.getByRole("button", { name: "End comparison" }).click();
  await expect(halves(page)).toHaveCount(1);
});
