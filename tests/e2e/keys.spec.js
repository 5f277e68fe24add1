// Keys after a click: a click on a drawing marks a line and keeps the focus there, so that each key of the page's own table
// (the list that `?` opens) means what it says. Nothing but a request puts the focus into the text.
import { expect, test } from "./fixtures.js";
import { User, allSettled, example, keyTable, textOf } from "./user.js";

const COFFEE = example("coffee-for-two");
const LIGHT = example("systems/traffic-light.xsts");
const GATE = example("statecharts/railroad-crossing.lks");

/** Each kind of model with something to click in its drawings, and what its first steps by hand are called. */
const KINDS = {
  machines: { text: COFFEE, drawn: ".card svg.machine .state", line: /waiting/, steps: ["1", "2"] },
  "transition systems": { text: LIGHT, drawn: ".flow .flow-statement", line: /\w/, steps: ["0.2", "1"] },
  statecharts: { text: GATE, drawn: ".object-card svg.machine .state:not(.outer)", line: /\w/, steps: ["1", "2"] },
};

async function opens(page, text) {
  const user = new User(page);
  await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), text);
  await user.opens();
  await expect(page.locator(".checks-summary")).toHaveText(allSettled, { timeout: 30_000 });
  await expect(page.locator(".player-count")).toBeVisible();
  return user;
}

const choices = (page) => page.locator(".by-hand-list [data-number]");
const selectedRow = (page) =>
  page.locator(".check-list > li").evaluateAll((all) => all.findIndex((it) => it.querySelector("[aria-expanded=true], [aria-current=true], [aria-pressed=true]")));

for (const [kind, { text, drawn, line, steps }] of Object.entries(KINDS)) {
  test(`${kind}: a click marks the line, keeps the focus on the drawing, and no key of the table edits the text`, async ({ page }) => {
    test.setTimeout(240_000);
    // The canvas follows at once: what is clicked does not glide away.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const user = await opens(page, text);
    const target = page.locator(drawn).nth(1);
    await expect(target).toBeVisible({ timeout: 20_000 });
    const table = await keyTable(page);
    expect(table.length).toBeGreaterThan(15);
    // All of it is seen, and stays where it is.
    await page.getByRole("button", { name: "Fit the whole drawing" }).click();
    await page.getByRole("switch", { name: "Follow" }).click();
    await target.click();
    await expect(target).toBeFocused();
    await expect(page.locator(".cm-marked")).toContainText(line);
    for (const { press, what } of table) {
      // The list of keys and others cover the drawing until they are closed.
      // Who asks for the text goes on in the text.
      for (const times of press[0] === "e" ? [1] : [1, 2]) {
        await target.click({ force: true });
        for (let time = 0; time < times; time += 1) {
          for (const key of press) await page.keyboard.press(key);
        }
        expect(await textOf(page), `${press} (${what}), ${times} times`).toBe(text);
        await page.evaluate(() => {
          for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
        });
        const close = page.getByRole("button", { name: "Close the help" });
        if (await close.count()) await close.first().click();
        if (await page.locator(".by-hand").count()) await page.getByRole("button", { name: "Leave", exact: true }).click();
        if (press[0] === "v") await page.locator(".canvas .frame-views button").first().click();
        // What fills the canvas or was drawn larger makes room again.
        if (["l", "+"].includes(press[0])) await page.getByRole("button", { name: "Fit the whole drawing" }).click();
        // What was folded is unfolded.
        const folded = page.locator(".stage-fold[aria-expanded=false]");
        while (await folded.count()) await folded.first().click();
      }
    }
    await expect(user.editor).not.toBeFocused();
  });

  test(`${kind}: text is selected for editing on request, and Escape leads back`, async ({ page }) => {
    const user = await opens(page, text);
    const target = page.locator(drawn).nth(1);
    await target.click();
    await page.keyboard.press("e");
    await expect(user.editor).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(target).toBeFocused();
    // By the button that comes with the mark, too; a second Escape has no way to lead back.
    await target.click();
    await page.locator(".marked").click();
    await expect(user.editor).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(target).toBeFocused();
    await page.keyboard.press("Escape");
    expect(await textOf(page)).toBe(text);
  });

  test(`${kind}: by hand the first choice has the focus, and digits take choices by their numbers`, async ({ page }) => {
    await opens(page, text);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("h");
    await expect(choices(page).first()).toBeFocused({ timeout: 20_000 });
    const before = await page.locator(".by-hand").textContent();
    await page.keyboard.press("1");
    await expect(page.locator(".by-hand-list")).toContainText(`After step ${steps[0]}`);
    await expect(choices(page).first()).toBeFocused();
    expect(await page.locator(".by-hand").textContent()).not.toBe(before);
    // A number that no choice has does nothing, and selects no check.
    const row = await selectedRow(page);
    await page.keyboard.press("9");
    if ((await choices(page).count()) < 9) await expect(page.locator(".by-hand-list")).toContainText(`After step ${steps[0]}`);
    expect(await selectedRow(page)).toBe(row);
    // → and ← step through the run, ↑ and ↓ walk through the choices.
    await page.keyboard.press("ArrowLeft");
    await expect(page.locator(".by-hand")).not.toContainText(`After step ${steps[0]},`);
    await page.keyboard.press("ArrowRight");
    await expect(page.locator(".by-hand-list")).toContainText(`After step ${steps[0]}`);
    expect(await textOf(page)).toBe(text);
  });

  test(`${kind}: a run by hand that is left or cut comes back by Undo`, async ({ page }) => {
    const user = await opens(page, text);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("h");
    for (const step of steps) {
      await expect(choices(page).first()).toBeFocused({ timeout: 20_000 });
      await page.keyboard.press("1");
      await expect(page.locator(".by-hand-list")).toContainText(`After step ${step}`);
    }
    const count = await page.locator(".player-count").textContent();
    const undo = () => user.notices.getByRole("button", { name: "Undo" }).click();
    // Another check, by its row.
    await page.locator(".check-select").nth(1).click();
    await expect(page.locator(".by-hand")).toHaveCount(0);
    await expect(user.notices).toContainText("The run by hand was closed.");
    await undo();
    await expect(page.locator(".player-count")).toHaveText(count);
    await expect(page.locator(".by-hand-list")).toContainText(`After step ${steps[1]}`);
    // From its start.
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(page.locator(".player-count")).not.toHaveText(count);
    await undo();
    await expect(page.locator(".player-count")).toHaveText(count);
    // Left by Escape.
    await choices(page).first().focus();
    await page.keyboard.press("Escape");
    await expect(page.locator(".by-hand")).toHaveCount(0);
    await undo();
    await expect(page.locator(".player-count")).toHaveText(count);
    // With its text.
    await page.getByRole("button", { name: "New" }).click();
    await page.getByRole("menuitem").first().click();
    await expect(page.locator(".by-hand")).toHaveCount(0);
    await user.editor.focus();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(page.locator(".player-count")).toHaveText(count, { timeout: 20_000 });
    expect(await textOf(page)).toBe(text);
  });
}

test("a digit that follows a click on a state selects its check", async ({ page }) => {
  const user = await opens(page, COFFEE);
  const preparing = user.stage.getByRole("button", { name: /^state preparing/ });
  await preparing.click();
  await page.keyboard.press("2");
  await expect(page.locator(".check-select").nth(1)).toHaveAttribute("aria-expanded", "true");
  // Space plays where the pointer has brought the focus; it presses what keys have brought it to.
  await preparing.click();
  await page.keyboard.press("1");
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.keyboard.press("Space");
  await expect(user.editor).not.toBeFocused();
  expect(await textOf(page)).toBe(COFFEE);
});

test("n shows another run of statecharts, as the page offers", async ({ page }) => {
  const user = await opens(page, example("statecharts/pump.lks"));
  await expect(user.stage.locator(".player-count")).toHaveText("step 0 of 7");
  await expect(user.checks.getByRole("button", { name: "Another run" })).toBeVisible();
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("n");
  await expect(user.stage.getByRole("group", { name: "Runs" })).toContainText("Run 1 of 1. There is no other run", { timeout: 30_000 });
});

test("on a phone a tap on a drawing stays there, and a button shows the text", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: "block" });
  const page = await context.newPage();
  const user = new User(page);
  await page.goto("./");
  // The machine that the failing message needs is the one in sight.
  const state = user.stage.getByRole("button", { name: /^state maintenance/ }).first();
  await state.tap();
  await expect(state).toBeVisible();
  await expect(user.editor).not.toBeVisible();
  await page.locator(".marked").tap();
  await expect(user.editor).toBeVisible();
  await expect(user.editor).toBeFocused();
  await context.close();
});
