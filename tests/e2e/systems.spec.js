// Transition systems on the page: the part that reads them, what is drawn, the run in step, by hand, all runs.

import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { opens, value, values } from "./systems.js";
import { User, example, looksAt } from "./user.js";

const LIGHT = example("systems/traffic-light.xsts");
const BEHAVIOR = example("systems/behavior-003-b.xsts");
const PETERSON = example("systems/peterson.xsts");

test("a transition system is read, drawn, coloured and answered", async ({ page }) => {
  await opens(page, LIGHT, 6);
  await expect(values(page)).toHaveCount(3);
  // What does nothing is not drawn.
  await expect(page.locator(".flow .chart-head h2")).toContainText(["trans"]);
  await expect(page.locator(".flow-statement", { hasText: "havoc emergency" })).toBeVisible();
  // Words of the language have their colour although the part that knows them came late.
  const weight = await page.locator(".cm-line", { hasText: "havoc" }).locator("span", { hasText: "havoc" }).first()
    .evaluate((word) => getComputedStyle(word).fontWeight);
  expect(Number(weight)).toBeGreaterThan(500);
});

test("every step lights what it executes, in the control flow and in the text", async ({ page }) => {
  const user = await opens(page, LIGHT, 6);
  await page.locator(".check-select").nth(2).click();
  await user.leavesTheEditor();
  await expect(page.locator(".player-count")).toHaveText("step 0 of 4");
  await expect(value(page, "ticks")).toHaveText("0");
  for (const step of ["j", "j", "j"]) await page.keyboard.press(step);
  await expect(page.locator(".player-sentence")).toHaveText("In trans, ticks becomes 1.");
  await expect(value(page, "ticks")).toHaveText("1");
  await expect(page.locator(".flow .moved")).toHaveCount(1);
  await expect(page.locator(".flow.active h2")).toContainText("trans");
  await expect(page.locator(".flow-statement.lit")).toContainText(["emergency", "ticks < 3", "ticks := ticks + 1"]);
  await expect(page.locator(".cm-executed").first()).toContainText("assume");
  // The run over time and as a table show the same step.
  await expect(page.locator(".time-now")).toHaveCount(1);
  await page.getByRole("button", { name: "Steps", exact: true }).click();
  await expect(page.locator(".steps tr[aria-current]")).toContainText("ticks := ticks + 1");
  await page.locator(".steps tr[data-i='9'] th button").click();
  await expect(page.locator(".player-count")).toHaveText("step 4 of 4");
  await page.getByRole("button", { name: "Values", exact: true }).click();
  await page.locator(".along-body").click({ position: { x: 3, y: 40 } });
  await expect(page.locator(".player-count")).toHaveText("step 0 of 4");
});

test("what the caret stands in is selected in the control flow and among the variables", async ({ page }) => {
  await opens(page, LIGHT, 6);
  const line = page.locator(".cm-line", { hasText: "ticks := ticks + 1" }).first();
  await line.scrollIntoViewIfNeeded();
  const place = await line.evaluate((line) => {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.data.lastIndexOf("ticks");
      if (at >= 0) range.setStart(node, at), range.setEnd(node, at + 5);
    }
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await page.mouse.click(place.x, place.y);
  await expect(page.locator(".flow-statement[data-picked]")).toHaveText([/ticks := ticks \+ 1/]);
  await page.getByRole("button", { name: "Fit the whole drawing" }).click();
  await values(page).getByRole("button", { name: "ticks", exact: true }).click();
  await expect(page.locator(".flow .object-values [data-picked]")).toHaveCount(1);
  await expect(page.locator(".flow-statement[data-picked]")).toHaveCount(0);
});

test("the statements of the control flow answer to keys: one tab stop a picture, arrows, Enter and Space", async ({ page }) => {
  const user = await opens(page, LIGHT, 6);
  await page.locator(".check-select").nth(2).click();
  await user.leavesTheEditor();
  const trans = page.getByRole("group", { name: "What trans does" });
  const all = trans.getByRole("button");
  await expect(trans.locator("[tabindex='0']")).toHaveCount(1);
  await trans.locator("[tabindex='0']").focus();
  await expect(trans.locator("[data-i='0']")).toBeFocused();
  // By keys in the order of the text, whatever the picture has beside what.
  const line = () => page.locator(".cm-line").evaluateAll((all) => all.findIndex((it) => it.matches(".cm-activeLine")));
  const lines = [];
  for (let at = 0; at < (await all.count()); at++) {
    await page.keyboard.press(at % 2 ? "Enter" : " ");
    const statement = trans.locator(`[data-i='${at}']`);
    await expect(statement).toHaveAttribute("data-picked", "");
    const label = await statement.getAttribute("aria-label");
    // Of what goes on over several lines the caret is at the end.
    if (at === 0) expect(label).toBe("emergency, mark in the text");
    else await expect(page.locator(".cm-activeLine")).toContainText(/\w+/.exec(label)[0]);
    if (at > 0) lines.push(await line());
    await trans.locator(`[data-i='${at}']`).focus();
    await page.keyboard.press("ArrowDown");
  }
  expect(lines.length).toBeGreaterThan(4);
  expect(lines).toEqual([...lines].sort((a, b) => a - b));
  await expect(trans.locator("[tabindex='0']")).toHaveCount(1);
  // The focus can be seen, also on what is lit.
  await page.keyboard.press("ArrowUp");
  await expect(trans.locator("[data-i]:focus")).toHaveCount(1);
  const stroke = (of) => of.locator(".flow-ground").evaluate((it) => getComputedStyle(it).strokeWidth);
  expect(await stroke(trans.locator("[data-i]:focus"))).toBe("2px");
  // A step is told: what it executes is the current step, and arrows to the sides go on through the run.
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press("ArrowRight");
  await expect(page.locator(".player-count")).toHaveText("step 1 of 4");
  await expect(trans.getByRole("button", { name: "ticks := ticks + 1, mark in the text" }).first()).toHaveAttribute("aria-current", "step");
  await expect(trans.locator("[aria-current]")).toHaveCount(await trans.locator(".lit[data-i]").count());
});

test("of a property that holds nothing is underlined, and what it needs is folded", async ({ page }) => {
  await opens(page, PETERSON, 5);
  const why = page.locator(".help summary", { hasText: "Why it holds" });
  await expect(why).toBeVisible({ timeout: 20_000 });
  await expect(page.locator(".cm-blamed")).toHaveCount(0);
  const lines = page.locator(".help .blamed");
  await expect(lines.first()).toBeHidden();
  await why.click();
  await expect(lines.first()).toBeVisible();
  await expect(page.locator(".help .blamed:visible")).toHaveCount(5);
  await page.locator(".help summary", { hasText: "Show the rest" }).click();
  await expect(page.locator(".help .blamed:visible")).toHaveCount(await lines.count());
  await lines.first().focus();
  await expect(page.locator("[data-picked]")).not.toHaveCount(0);
});

test("a relation of many alternatives has the shape of the canvas", async ({ page }) => {
  const columns = () =>
    page.locator(".flow-box").evaluateAll((all) => new Set(all.map((it) => Math.round(it.getAttribute("x")))).size);
  await page.setViewportSize({ width: 1440, height: 900 });
  await opens(page, PETERSON, 5);
  await expect.poll(columns).toBe(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(columns).toBe(1);
});

test("a goal that is never reached says what rules it out, and lights it in the text", async ({ page }) => {
  await opens(page, PETERSON, 5);
  await page.locator(".check-select").nth(1).click();
  const blamed = page.locator(".blame .blamed");
  await expect(blamed.first()).toBeVisible({ timeout: 20_000 });
  await expect(blamed).toContainText([/one starts with Away/]);
  await expect(page.locator(".cm-blamed").first()).toBeVisible();
  await blamed.last().click();
  await expect(page.locator(".cm-activeLine")).toContainText("assume one == Inside");
});

test("all runs: two for the log of 003-B, and each box plays a run that leads there", async ({ page }) => {
  await opens(page, BEHAVIOR, 6);
  await page.getByRole("button", { name: "All runs" }).click();
  await expect(page.locator(".runs-said")).toContainText("these are all, over 37 states");
  await page.getByLabel("Track").first().fill("log");
  await page.getByRole("button", { name: "Track", exact: true }).click();
  await expect(page.locator(".runs-said")).toContainText("2 runs, loops not gone round: these are all");
  await expect(page.locator(".runs-box")).toHaveCount(5);
  await page.locator(".runs-end.bad").click();
  await expect(page.locator(".runs-said")).toContainText("The run that leads there is in the player");
  // The reason: which event came too early.
  await expect(page.locator(".runs-said")).toContainText(/After step \d+, trans: .*Continue_discarded, every run gets stuck; before it not every one\./);
  await expect(value(page, "log")).toHaveText("doActivityPartI");
  await expect(page.locator(".runs-box")).toHaveCount(5);
  // By keys, too: Enter plays a run that gets stuck there.
  await page.getByRole("button", { name: "Back to the check" }).click();
  await page.locator(".runs-box[tabindex='0']").focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.locator(".runs-said")).toContainText("every run gets stuck");
  await expect(page.locator(".player-count")).toHaveText(/^step (\d+)(\.\d+)? of \1$/);
  await page.getByLabel("Track").first().fill("log, dispatched");
  await page.getByRole("button", { name: "Track", exact: true }).click();
  await expect(page.locator(".runs-said")).toContainText("3 runs, loops not gone round: these are all");
  await page.getByLabel("Track").first().fill("log +");
  await page.getByRole("button", { name: "Track", exact: true }).click();
  await expect(page.locator(".runs-said")).toContainText("cannot be tracked");
});

test("the state space: the run lit, the step ringed, a click goes there or leads there by hand", async ({ page }) => {
  const user = await opens(page, LIGHT, 6);
  await page.locator(".check-select").nth(2).click();
  await page.getByRole("button", { name: "States", exact: true }).click();
  const states = page.getByRole("group", { name: "States", exact: true });
  const count = async () => Number(/There are (\d+)/.exec(await page.locator(".space-said").innerText())[1]);
  await expect(page.locator(".space-said")).toContainText("stable states.");
  await expect(states.locator("[data-i]")).toHaveCount(await count());
  await expect(page.locator(".space-told")).toHaveText("Step 0 is before the first of these states.");
  await user.leavesTheEditor();
  await page.keyboard.press("j");
  const now = states.locator("[aria-current]");
  await expect(now).toHaveAttribute("aria-label", /ticks = 0; after init; step 0.1 of the run; shown now$/);
  await page.keyboard.press("j");
  await expect(now).toHaveCount(0);
  await expect(page.locator(".space-told")).toHaveText("Step 0.2 is on the way from one of these states to the next.");
  await expect(states.locator(".way.here")).toHaveCount(1);
  await page.keyboard.press("j");
  await expect(now).toHaveAttribute("aria-label", /ticks = 1; after 1 firing of trans; step 1 of the run/);
  // A state of the run goes to its step; the goal of the check is a square with its word.
  const goal = states.getByRole("button", { name: /the goal; step 4 of the run/ });
  await goal.click();
  await expect(page.locator(".player-count")).toHaveText("step 4 of 4");
  await expect(states.locator(".word").first()).toHaveText("goal");
  // By keys to one that is off the run: it is made by hand, and the picture stays as it is with the run in it.
  const off = states.getByRole("button", { name: /go there by hand$/ }).last();
  const words = await off.getAttribute("aria-label");
  const depth = Number(/after (\d+) firing/.exec(words)[1]);
  await off.focus();
  await expect(page.locator(".space-told")).toHaveText(words);
  await page.keyboard.press("Enter");
  await expect(page.locator(".by-hand")).toBeVisible();
  await expect(page.locator(".player-count")).toHaveText(`step ${depth} of ${depth}`);
  await expect(now).toHaveAttribute("aria-label", new RegExp(`^${words.split(";")[0]}; .*shown now$`));
  await expect(states.locator(".global.run")).toHaveCount(depth + 1);
  // What lies between the stable states, too.
  const stable = await count();
  await page.getByRole("button", { name: "Between, too" }).click();
  await expect(states.locator(".global.between").first()).toBeVisible();
  expect(await count()).toBeGreaterThan(stable);
  await expect(states.locator(".global:not(.between)")).toHaveCount(stable);
});

test("where not every value is tried the state space says so, and a deadlock on the way is drawn", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes("var x : integer = 0 trans { havoc x; assume x > 5; } init {} env {} prop { x < 8 }");
  await page.getByRole("button", { name: "States", exact: true }).click({ timeout: 20_000 });
  await expect(page.locator(".space-said")).toContainText("not every value was tried, so there may be others.");
  // The answer's run has a value of its own.
  await expect(page.locator(".space .word").first()).toHaveText("violated");
  await user.writes("var x : 0..3 = 0 trans { assume x == 1; } init {} env { choice x := 1; or x := 2; } prop { true }");
  await expect(page.locator(".space-said")).toContainText("There are 2 stable states, and a deadlock on the way to one.");
  await expect(page.locator(".space .word")).toHaveText(["deadlock"]);
  await page.getByRole("button", { name: /x = 2; .*a deadlock/ }).click();
  await expect(page.locator(".by-hand-end")).toContainText("Deadlock.");
});

test("ticks of a run: firings are tall, loops have arcs, flags say where playing pauses", async ({ page }) => {
  await opens(page, LIGHT, 6);
  await page.locator(".check-select").nth(2).click();
  await expect(page.locator(".tick.message")).toHaveCount(4);
  await expect(page.locator(".tick:not(.message, .end, .arc, .stop)")).toHaveCount(6);
  await page.getByLabel("Watch", { exact: true }).fill("ticks == 2");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.locator(".values-watched").getByLabel("pause").check();
  await expect(page.locator(".tick.stop")).toHaveCount(1);
  await expect(page.locator(".tick.arc")).toHaveCount(0);
  // Round and round by hand.
  await page.getByRole("button", { name: "By hand" }).click();
  await page.getByRole("button", { name: "Walk on" }).click();
  await page.getByRole("button", { name: "Walk on" }).click();
  await expect(page.locator(".tick.arc").first()).toBeAttached();
});

test("two runs are compared: with the one before the edit, and by hand with the answer's", async ({ page }) => {
  const user = await opens(page, LIGHT, 6);
  await page.locator(".check-select").nth(2).click();
  await expect(page.locator(".player-count")).toHaveText("step 0 of 4");
  await user.writes(LIGHT.replace("ticks : 0..3 = 0", "ticks : 0..3 = 1"));
  await page.getByRole("button", { name: "Compare with the run before the edit" }).click();
  const bar = page.locator(".compared");
  await expect(bar).toContainText("Compared with the run before the edit. First after step");
  await expect(bar).toContainText("they differ, in ticks.");
  await expect(page.locator(".time-name.other")).toHaveCount(3);
  await expect(page.locator(".time-differs").first()).toBeVisible();
  await expect(page.locator(".canvas .half-name")).toHaveText(["Now", "Before the edit"]);
  await page.getByRole("button", { name: "Steps", exact: true }).click();
  await expect(page.locator(".steps td.differs").first()).toContainText("other: 0");
  await page.getByRole("button", { name: "End comparison" }).click();
  await expect(page.locator(".canvas .half-name")).toHaveCount(0);
  await page.getByRole("button", { name: "Values", exact: true }).click();
  // By hand the emergency comes.
  await page.getByRole("button", { name: "By hand" }).click();
  await page.locator(".by-hand-choice").last().click();
  await expect(page.locator(".player-count")).toHaveText("step 0.2");
  await page.getByRole("button", { name: "Compare with the answer" }).click();
  await expect(bar).toContainText("The run by hand beside that of the answer. First after step 0.2 they differ, in emergency.");
  await expect(bar).toContainText("This run has 3 firings of trans fewer.");
  await expect(page.locator(".canvas .half-name")).toHaveText(["By hand", "The answer"]);
  await page.getByRole("button", { name: "End comparison" }).click();
  await page.getByRole("button", { name: "By hand" }).click();
  await expect(page.locator(".player-count")).toHaveText("step 0.2");
});

test("what is watched stands in every view, and playing pauses where it becomes true", async ({ page }) => {
  const user = await opens(page, LIGHT, 6);
  await page.locator(".check-select").nth(2).click();
  await page.getByLabel("Watch", { exact: true }).fill("ticks == 2");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.locator(".values-watched li");
  await expect(row).toContainText("ticks == 2");
  await expect(row.locator("b")).toHaveText("false");
  await expect(page.locator(".time-name")).toHaveCount(4);
  await expect(value(page, "ticks == 2")).toHaveText("false");
  await row.getByLabel("pause").check();
  await user.leavesTheEditor();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.locator(".player-count")).toHaveText("step 2 of 4", { timeout: 15_000 });
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(row.locator("b")).toHaveText("true");
  // What cannot be read says so; an edit of the text that takes its variable away, too.
  await page.getByLabel("Watch", { exact: true }).fill("nobody + 1");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.locator(".watch-wrong")).toContainText("cannot be watched");
  await page.getByRole("button", { name: "Watch it no more", exact: true }).click();
  await expect(page.locator(".watch-wrong li")).toHaveCount(0);
  await row.getByRole("button", { name: "Watch ticks == 2 no more" }).click();
  await expect(values(page)).toHaveCount(3);
});

test("a text holds one kind of model: the other one is named with both places", async ({ page }) => {
  const user = await opens(page, LIGHT, 6);
  await user.writes(`${LIGHT}\nmachine A {\n  [*] --> a\n}\n`);
  await expect(page.locator(".findings-first")).toContainText("belongs to communicating machines");
});

for (const width of [1440, 360]) {
  test(`axe finds nothing on a transition system, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 840 });
    const user = new User(page);
    await page.goto("./");
    await expect(page.locator(".cm-content")).toBeAttached();
    await page.evaluate((text) => {
      const { view } = document.querySelector(".cm-content").cmTile;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    }, LIGHT);
    await expect(values(page).first()).toBeAttached({ timeout: 20_000 });
    await page.locator(".check-select").nth(2).evaluate((row) => row.click());
    for (const view of ["Values", "Steps", "States", "All runs"]) {
      await looksAt(page, view);
      await page.locator(".player-hand").click();
      await expect(page.locator(".by-hand-list")).toContainText(/step|start/);
      await pleasesAxe(page);
      await page.locator(".player-hand").click();
    }
  });
}

test("machines have all runs, too: seen through lifelines, and each box plays", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(example("coffee-broken"));
  await expect(page.locator(".checks-summary")).toHaveText("3 of 4 as expected", { timeout: 20_000 });
  await page.getByRole("button", { name: "All runs" }).click();
  await expect(page.locator(".runs-said")).toContainText(/runs?, loops not gone round: these are all/, { timeout: 20_000 });
  await page.locator(".runs-end.bad").first().click();
  await expect(page.locator(".runs-said")).toContainText("The run that leads there is in the player");
  await page.getByRole("button", { name: "Scenario", exact: true }).click();
  await expect(page.locator(".player-count")).not.toHaveText("no steps");
  await page.getByRole("button", { name: "All runs" }).click();
  await page.getByRole("button", { name: "Message set" }).click();
  await expect(page.locator(".runs-said")).toContainText("these are all");
  await page.getByLabel("Track").first().fill("nobody");
  await page.getByRole("button", { name: "Track", exact: true }).click();
  await expect(page.locator(".runs-said")).toContainText("There is no lifeline");
});
