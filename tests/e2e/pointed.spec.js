// By hand a choice and what it fires belong together: pointing at one, or having the focus on it, marks the other.
import { expect, test } from "./fixtures.js";
import { opens } from "./systems.js";
import { example } from "./user.js";

const LIFT = example("statecharts/lift.lks");
const PETERSON = example("systems/peterson.xsts");

const choices = (page) => page.locator(".by-hand-choice");
const pointed = (page) => page.locator(".stage .arrow[data-pointed]");

async function opensLift(page) {
  const user = await opens(page, LIFT, 4);
  await user.leavesTheEditor();
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  await expect(choices(page).first()).toBeVisible();
}

/** The object begins, something is sent to it, and it takes what comes first until it can take that. */
async function goesOnUntilATransitionCanFire(page) {
  const takes = async (choice) => {
    const before = await page.locator(".player-count").innerText();
    await choice.click();
    await expect(page.locator(".player-count")).not.toHaveText(before);
  };
  await takes(choices(page).first());
  await takes(choices(page).filter({ hasText: "-> lift: two" }));
  for (let turn = 0; turn < 6 && !(await page.locator(".stage .arrow[data-can] .label").count()); turn += 1) {
    await takes(choices(page).first());
  }
  await expect(page.locator(".stage .arrow[data-can] .label").first()).toBeVisible();
}

test("of statecharts a choice thickens the transitions that it fires, and a transition marks its choices", async ({ page }) => {
  await opensLift(page);
  // What has the focus when the list comes up is pointed at like what the pointer is over.
  await page.mouse.move(1, 1);
  const count = await choices(page).count();
  expect(count).toBeGreaterThan(1);
  let seen = 0;
  for (let at = 0; at < count; at += 1) {
    await choices(page).nth(at).hover();
    const fired = await pointed(page).count();
    seen += fired;
    // Whatever is pointed at can fire, and its line is thicker than that of the others that can.
    await expect(page.locator(".stage .arrow[data-pointed]:not([data-can])")).toHaveCount(0);
    if (fired > 0) await expect(pointed(page).first().locator(".line")).toHaveCSS("stroke-width", "4px");
  }
  expect(seen).toBeGreaterThan(0);
  // From the drawing to the list: what is sent from outside, then taken, fires a transition with a label.
  await goesOnUntilATransitionCanFire(page);
  await page.mouse.move(1, 1);
  const can = page.locator(".stage .arrow[data-can] .label").first();
  await can.hover();
  await expect(page.locator(".by-hand-choice[data-pointed]").first()).toBeVisible();
  await page.mouse.move(1, 1);
  await expect(page.locator(".by-hand-choice[data-pointed]")).toHaveCount(0);
});

test("nothing stays pointed at when its choice has been taken, at another step, or when stepping by hand ends", async ({ page }) => {
  await opensLift(page);
  await page.mouse.move(1, 1);
  // By key: the arrows walk through the list.
  await choices(page).first().focus();
  // The object begins: four initial transitions at once.
  await expect(pointed(page)).toHaveCount(4);
  await page.keyboard.press("ArrowDown");
  await expect(choices(page).nth(1)).toBeFocused();
  await expect(pointed(page)).toHaveCount(0);
  const fires = page.locator(".by-hand-choice", { hasText: "-->" }).first();
  await fires.focus();
  await expect(pointed(page).first()).toBeVisible();
  await expect(pointed(page).first()).toHaveAccessibleName(/can fire now/);
  await fires.press("Enter");
  // What is thick now can fire now, and the choice that has the focus now is the one that is pointed at.
  await expect(page.locator(".stage .arrow.completed").first()).toBeVisible();
  await expect(page.locator(".stage .arrow[data-pointed]:not([data-can])")).toHaveCount(0);
  await page.keyboard.press("Home");
  await expect(pointed(page)).toHaveCount(0);
  // The choices of the start take the focus; until then Escape belongs to what had it.
  await expect(page.locator(".by-hand :focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator(".by-hand")).toHaveCount(0);
  await expect(pointed(page)).toHaveCount(0);
});

test("the focus marks what it is on where the pointer is elsewhere, in both directions", async ({ page }) => {
  await opensLift(page);
  await choices(page).first().focus();
  await expect(pointed(page)).toHaveCount(4);
  // A pointer that passes takes it for as long as it is there.
  await choices(page).nth(1).hover();
  await expect(pointed(page)).toHaveCount(0);
  await page.mouse.move(1, 1);
  await expect(pointed(page)).toHaveCount(4);
  // By key on the drawing.
  await goesOnUntilATransitionCanFire(page);
  await page.mouse.move(1, 1);
  await page.locator(".stage .arrow[data-can]").first().focus();
  await expect(page.locator(".by-hand-choice[data-pointed]").first()).toBeVisible();
});

test("of a transition system a choice thickens its branch, and the number at a branch marks its choice", async ({ page }) => {
  await opens(page, PETERSON, 5);
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  await expect(choices(page)).toHaveCount(2);
  const boxes = page.locator(".flow-box.pointed");
  await choices(page).nth(1).hover();
  await expect(boxes).toHaveCount(1);
  await expect(page.locator(".flow-line.pointed")).toHaveCount(2);
  const second = await boxes.boundingBox();
  await choices(page).nth(0).hover();
  await expect.poll(async () => (await boxes.boundingBox()).x !== second.x || (await boxes.boundingBox()).y !== second.y).toBe(true);
  // The heads of arrows: of all that lead into a block or a diamond.
  expect(await page.locator(".flow-tip:not(.lit)").count()).toBeGreaterThan(16);
  await page.locator(".flow-number").nth(1).hover();
  await expect(page.locator(".by-hand-choice[data-pointed]")).toHaveCount(1);
  await expect(choices(page).nth(1)).toHaveAttribute("data-pointed", "");
  await page.locator(".flow-number").nth(1).click();
  await expect(page.locator(".player-count")).toHaveText(/step 1/);
  // Nothing was said of the number that is gone: no choice of the new list is marked for it.
  await expect(page.locator(".by-hand-choice[data-pointed]")).toHaveCount(0);
  // By key: after Enter the choice that has the focus then is thick.
  await choices(page).first().focus();
  await choices(page).first().press("Enter");
  await expect(page.locator(".player-count")).toHaveText(/step 2/);
  await expect(page.locator(".by-hand-choice:focus")).toHaveCount(1);
  await expect(page.locator(".flow-box.pointed")).toHaveCount(1);
});
