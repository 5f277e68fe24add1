// A phone: model and run in turns, the verdict above the run, the run as a sheet over the canvas, everything else behind a button.
import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, allSettled, drawings, example, looksAt, reaches, standsStill } from "./user.js";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

async function opens(page, text) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript((text) => {
    localStorage.setItem("lockstep.seen", "1");
    if (text) localStorage.setItem("lockstep.text", text);
  }, text);
  await page.goto("./");
  await expect(page.locator(".checks-summary")).toHaveText(allSettled, { timeout: 30_000 });
  return new User(page);
}

const strip = (page) => page.getByRole("region", { name: "Selected check" });
const grip = (page) => page.getByRole("separator", { name: "Drawing and run" });
const high = async (page, selector) => (await page.locator(selector).boundingBox()).height;

test("the strip says what came of the check and why, lists the others, and leads to the fix", async ({ page }) => {
  const user = await opens(page);
  await expect(strip(page)).toContainText("4 of 6 messages");
  await expect(strip(page)).toContainText("check 1 of 4");
  await expect(strip(page)).toContainText("cannot receive wantCoffee");
  // The list closes by Escape, by a tap elsewhere, and by a choice.
  const button = strip(page).getByRole("button", { name: /check 1 of 4/ });
  const list = strip(page).getByRole("list", { name: "Checks" });
  await button.tap();
  await expect(list.getByRole("button")).toHaveCount(4);
  await pleasesAxe(page, { inside: [".strip"] });
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.tap();
  await list.getByRole("button", { name: /^deadlock/ }).tap();
  await expect(list).toHaveCount(0);
  await expect(strip(page).getByRole("button", { name: /check 4 of 4/ })).toBeFocused();
  await expect(strip(page)).toContainText("check 4 of 4");
  await expect(strip(page)).not.toContainText("Suggested fix");
  await page.keyboard.press("1");
  await strip(page).getByRole("button", { name: "Suggested fix" }).tap();
  await expect(user.checks.getByRole("button", { name: /^(Compare|Apply)/ }).first()).toBeFocused();
  await expect(user.checks.getByRole("button", { name: /^Apply/ }).first()).toBeInViewport();
});

test("one head: model or run, what the canvas shows, and the rest behind a button", async ({ page }) => {
  const user = await opens(page);
  const panes = page.getByRole("navigation", { name: "Panes" });
  await panes.getByRole("button", { name: "Model" }).tap();
  await expect(user.editor).toBeVisible();
  await expect(user.checks).toBeVisible();
  await expect(page.locator(".player")).toBeHidden();
  await expect(page.getByRole("combobox", { name: "View of the model" })).toHaveCount(0);
  await panes.getByRole("button", { name: "Run" }).tap();
  await looksAt(page, "States");
  await expect(page.locator(".canvas .space")).toBeVisible();
  await looksAt(page, "Drawing");
  await expect(page.locator(".surface")).toBeVisible();
  const more = page.getByRole("button", { name: "More", exact: true });
  await more.tap();
  await pleasesAxe(page, { inside: [".top"] });
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  await expect(page.getByRole("button", { name: "Examples" })).toHaveCount(0);
  // A menu in it opens there; what is chosen closes both.
  await reaches(page, "Examples");
  await page.getByRole("menuitem", { name: /^Sending a mail/ }).tap();
  await expect(page.locator(".top-more-list")).toHaveCount(0);
  await expect(page.locator(".cm-content")).toContainText("Sending a mail");
  await reaches(page, "Learn");
  await expect(page.getByRole("region", { name: "Learn model checking" })).toBeVisible();
});

test("nothing moves when the fix comes, in portrait and in landscape", async ({ page }) => {
  // Where the drawings begin, at each frame from the answer on.
  await page.addInitScript(() => {
    window.seen = [];
    const look = () => {
      const fix = document.querySelector(".strip-fix");
      const drawings = document.querySelector(".surface");
      if (fix && drawings) window.seen.push([drawings.getBoundingClientRect().top, fix.tagName]);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ]) {
    await page.setViewportSize({ width, height });
    await opens(page);
    await expect(strip(page).getByRole("button", { name: "Suggested fix" })).toBeVisible();
    const seen = await page.evaluate(() => window.seen);
    expect(new Set(seen.map(([, fix]) => fix))).toEqual(new Set(["SPAN", "BUTTON"]));
    expect(new Set(seen.map(([top]) => top)).size).toBe(1);
  }
});

test("the sheet rests at three heights, by a tap, a drag and by keys", async ({ page }) => {
  await opens(page);
  await standsStill(grip(page));
  const heights = [];
  for (let tap = 0; tap < 3; tap += 1) {
    const { x, y, width } = await grip(page).boundingBox();
    await page.mouse.click(x + width / 2, y + 10);
    heights.push(await high(page, ".sequence"));
  }
  const [large, small, middle] = heights;
  expect(large).toBeGreaterThan(middle * 1.3);
  expect(middle).toBeGreaterThan(small * 1.5);
  expect(small).toBeGreaterThan(60);
  const { x, y, width } = await grip(page).boundingBox();
  await page.mouse.move(x + width / 2, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y - 190, { steps: 4 });
  await page.mouse.up();
  expect(await high(page, ".sequence")).toBeCloseTo(large, 0);
  await grip(page).focus();
  await page.keyboard.press("Enter");
  expect(await high(page, ".sequence")).toBeCloseTo(middle, 0);
  await page.reload();
  await expect.poll(() => high(page, ".sequence")).toBeCloseTo(middle, 0);
});

for (const name of ["machines/coffee-for-two.lks", "statecharts/lift.lks", "systems/peterson.xsts", "classes/library.lks"]) {
  test(`${name}: a run by hand is made without scrolling the page`, async ({ page }) => {
    await opens(page, example(name));
    await page.getByRole("button", { name: "By hand" }).tap();
    for (let step = 1; step <= 3; step += 1) {
      const choice = page.locator(".by-hand-list [data-number], .by-hand [data-i]").first();
      await expect(choice).toBeVisible({ timeout: 20_000 });
      await choice.tap();
    }
    const scrolled = await page.evaluate(() => [scrollX, scrollY, document.documentElement.scrollWidth - innerWidth]);
    expect(scrolled).toEqual([0, 0, 0]);
    await pleasesAxe(page, { inside: [".strip"] });
  });
}

test("two fingers' view is left by a button at the rim", async ({ page }) => {
  await opens(page);
  const scale = () => page.locator(".world").evaluate((it) => new DOMMatrix(getComputedStyle(it).transform).a);
  const before = await scale();
  await expect(page.locator(".rim-fit")).toHaveCount(0);
  await page.evaluate(() => document.activeElement?.blur());
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("+");
  await expect.poll(scale).toBeGreaterThan(before * 1.5);
  await page.getByRole("button", { name: "Fit the drawing again" }).tap();
  await expect.poll(scale).toBeCloseTo(before, 2);
  await expect(page.locator(".rim-fit")).toHaveCount(0);
});

test("a lesson that keeps its repairs back does not tell of them above the run", async ({ page }) => {
  await opens(page);
  await page.evaluate(() => (location.hash = "lesson=02/2"));
  await expect(page.getByRole("region", { name: "Task" })).toHaveAttribute("data-state", "missing", { timeout: 20_000 });
  await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Run" }).tap();
  await expect(strip(page)).toContainText("4 of 6 messages");
  // They come soon after the answer where they are shown.
  await drawings(page, 120);
  await expect(strip(page).getByRole("button", { name: /^Suggested fix/ })).toHaveCount(0);
  await expect(page.locator(".spoken")).not.toContainText("suggested");
});

test("a phone that is turned into a wide window while its list or its title is open goes on", async ({ page }) => {
  const user = await opens(page);
  await page.getByRole("button", { name: "More", exact: true }).tap();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(user.editor).toBeVisible();
  await page.locator("button.top-title").click();
  await page.keyboard.type("Coffee, turned");
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.getByRole("button", { name: "More", exact: true })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".player-count")).toHaveText(/of 10/);
  // A title that was not finished is none.
  await expect(page.locator("button.top-title")).toHaveText("Coffee for two");
});
