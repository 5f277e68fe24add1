// What is heard: every change of a live region along the main path of each kind of model. Choosing a check is one
// sentence, with its verdict, whether that was expected, and the reason; the rest is there to be read on request.
import { expect, test } from "./fixtures.js";
import { KINDS, edits, holds } from "./held.js";
import { User, allSettled, drawings, example, settled } from "./user.js";

/** The longest that is said at once. */
const LONGEST = 400;

/** Notes down what live regions say, as a screen reader that waits until nothing changes any more. */
async function listens(page) {
  await page.addInitScript(() => {
    const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], output";
    window.heard = [];
    const said = new Map();
    const note = (region) => {
      const text = region.isConnected ? region.textContent.replace(/\s+/g, " ").trim() : "";
      if (said.get(region) === text) return;
      said.set(region, text);
      if (text) window.heard.push(text);
    };
    new MutationObserver((changes) => {
      const regions = new Set();
      for (const { target, addedNodes } of changes) {
        const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
        regions.add(element?.closest(LIVE));
        for (const node of addedNodes) {
          if (node.nodeType !== Node.ELEMENT_NODE) continue;
          if (node.matches(LIVE)) regions.add(node);
          for (const inner of node.querySelectorAll(LIVE)) regions.add(inner);
        }
      }
      for (const region of regions) if (region) note(region);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** What is heard of something that is done, once it has said something. */
async function heardOf(page, act) {
  await page.evaluate(() => (window.heard.length = 0));
  await act();
  await expect.poll(() => page.evaluate(() => window.heard.length)).toBeGreaterThan(0);
  // What else there is to say comes with the next drawings.
  await drawings(page, 6);
  return page.evaluate(() => window.heard);
}

async function opens(page, text, summary) {
  await listens(page);
  const user = new User(page);
  await user.opens();
  await user.writes(text);
  await expect(page.locator(".checks-summary")).toHaveText(summary, { timeout: 30_000 });
  await user.leavesTheEditor();
  return user;
}

const chooses = (page, number) => page.locator(`.check-select[data-check="${number}"]`).click();

/** Chooses each check, twice round, and hears one sentence about each. */
async function choosesAll(page, expected) {
  for (const round of [1, 2]) {
    for (let number = expected.length; number > 0; number -= 1) {
      // Suggested edits come later, when they have been searched for, and have a sentence of their own.
      const all = await heardOf(page, () => chooses(page, number));
      const heard = all.filter((it) => !/^\d+ edits? suggested\.$/.test(it));
      expect(heard, `check ${number}, round ${round}`).toHaveLength(1);
      expect(heard[0]).toMatch(expected[number - 1]);
      expect(heard[0].length).toBeLessThan(LONGEST);
    }
  }
}

test("machines: a check by its verdict and reason, a step by its sentence, the end by the message that fails", async ({ page }) => {
  await opens(page, `${example("coffee-for-two")}\n`, settled(4));
  await choosesAll(page, [
    /^Coffee for two: inconsistent\. .*wantCoffee/,
    /^BrewsWhileBroken: forbidden run, inconsistent\. /,
    /: .*as expected\. /,
    /^Deadlock: none\. /,
  ]);
  // By its key, far from the list.
  await page.locator(".player-button").first().focus();
  expect(await heardOf(page, () => page.keyboard.press("2"))).toEqual([expect.stringMatching(/^BrewsWhileBroken: /)]);
  await heardOf(page, () => page.keyboard.press("1"));
  const step = await heardOf(page, () => page.keyboard.press("ArrowRight"));
  expect(step).toEqual([(await page.locator(".player-sentence").textContent()).trim()]);
  const end = await heardOf(page, () => page.keyboard.press("End"));
  expect(end).toHaveLength(1);
  expect(end[0]).toMatch(/Message 5 of 6, wantCoffee, cannot happen\. .*it cannot receive wantCoffee/);
  expect(await heardOf(page, () => page.keyboard.press("Home"))).toEqual(["The start."]);
});

test("transition systems: a check by its verdict, not by its clauses", async ({ page }) => {
  await opens(page, example("systems/lift.xsts"), allSettled);
  await page.locator(".check").last().waitFor();
  await choosesAll(page, [
    /^Prop: holds\. /,
    /^Reach open && floor == 3: unreachable, as expected\. /,
    /^Reach open && floor == 3: reachable, as expected\. /,
    /^Reach motion == Up then motion == Down: reachable, as expected\. /,
    /^Always open => !called\[floor\]: holds, as expected\. /,
    /^Deadlock: none, as expected\. /,
  ]);
  await heardOf(page, () => chooses(page, 3));
  await page.locator(".player-button").first().focus();
  expect(await heardOf(page, () => page.keyboard.press("ArrowRight"))).toEqual([
    (await page.locator(".player-sentence").textContent()).trim(),
  ]);
});

test("statecharts: a check by its verdict, the end of a scenario by the message that fails", async ({ page }) => {
  await opens(page, example("statecharts/railroad-scenarios.lks"), allSettled);
  await choosesAll(page, [/^One train: consistent\. /, /^One after the other: consistent\. /, /^Raised too early: forbidden run, inconsistent\. /]);
  const last = await page.locator(".check").count();
  await heardOf(page, () => chooses(page, last));
  await page.locator(".player-button").first().focus();
  const end = await heardOf(page, () => page.keyboard.press("End"));
  expect(end).toHaveLength(1);
  expect(end[0]).toMatch(/Message 5 of 5, raise, cannot happen\. /);
});

for (const [kind, model] of Object.entries(KINDS)) {
  test(`${kind}: during a search nothing of the text before is said, and the search says that it goes on`, async ({ page, context }) => {
    await holds(context, model.word);
    await opens(page, model.text, settled(2));
    await heardOf(page, () => chooses(page, 2));
    const heard = await heardOf(page, () => edits(page, model.goal, model.other));
    expect(heard).toEqual([expect.stringMatching(/^Reach .*: checking\.$/)]);
    for (const status of await page.getByRole("status").allTextContents()) expect(status).not.toContain("as expected");
    // It is said again after ten seconds.
    await expect(page.locator(".spoken")).toContainText("checking for 10 seconds", { timeout: 20_000 });
    // The same text as before: its verdicts are there again.
    const back = await heardOf(page, () => edits(page, model.other, model.goal));
    expect(back).toContainEqual(expect.stringMatching(/^Reach .*: reachable, as expected\. /));
  });
}
