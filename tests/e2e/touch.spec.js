// Fingers: two zoom, one scrolls, a swipe over the player steps; targets are large enough for them.
import { LABELS, pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, hasEverything, looksAt } from "./user.js";

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } });

async function opens(page) {
  const user = new User(page);
  await page.goto("./");
  await expect(user.message(5)).toBeVisible();
  await expect(page.getByText("4 of 6 messages").first()).toBeAttached();
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /frame-|frame\.js/.test(name)));
  return user;
}

/** Fingers that go from here to there. */
async function fingers(page, paths, steps = 8) {
  const client = await page.context().newCDPSession(page);
  const at = (part) => paths.map(([[x, y], [u, v]], id) => ({ id, x: x + (u - x) * part, y: y + (v - y) * part }));
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (let step = 1; step <= steps; step += 1) {
    await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(step / steps) });
  }
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

const middle = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};

test("two fingers make the diagram larger and smaller, and one scrolls it", async ({ page }) => {
  const user = await opens(page);
  // Fingers need no buttons for that: they are not shown, and tell the size all the same.
  const size = user.stage.locator(".stage-head .zoom-fit");
  const percent = async () => Number.parseInt(await size.textContent(), 10);
  const scroller = user.stage.locator(".sequence-scroll");
  const [x, y] = await middle(scroller);
  await expect(size).toHaveText("100 %");
  await fingers(page, [[[x - 30, y], [x - 75, y]], [[x + 30, y], [x + 75, y]]]);
  await expect.poll(percent).toBeGreaterThan(180);
  expect(await page.evaluate(() => visualViewport.scale)).toBe(1);
  await fingers(page, [[[x, y], [x - 80, y - 90]]]);
  await expect.poll(() => scroller.evaluate((it) => it.scrollTop + it.scrollLeft)).toBeGreaterThan(40);
  await fingers(page, [[[x - 90, y], [x - 20, y]], [[x + 90, y], [x + 20, y]]], 16);
  await expect.poll(percent).toBeLessThan(70);
});

test("two fingers zoom the drawings at the fingers, and one moves them", async ({ page }) => {
  const user = await opens(page);
  const surface = user.stage.locator(".surface");
  await expect(surface).toHaveAttribute("data-gestures", "");
  const view = () =>
    user.stage.locator(".world").evaluate((it) => {
      const { a: scale, e: x, f: y } = new DOMMatrix(getComputedStyle(it).transform);
      return { scale, x, y };
    });
  const [x, y] = await middle(surface);
  const before = await view();
  await fingers(page, [[[x - 20, y], [x - 60, y]], [[x + 20, y], [x + 60, y]]]);
  await expect.poll(async () => (await view()).scale).toBeGreaterThan(before.scale * 1.5);
  expect(await page.evaluate(() => visualViewport.scale)).toBe(1);
  const zoomed = await view();
  await fingers(page, [[[x, y], [x - 50, y - 20]]]);
  await expect.poll(async () => (await view()).x).toBeLessThan(zoomed.x - 20);
});

test("two fingers go on zooming where what is under them is drawn anew", async ({ page }) => {
  const user = await opens(page);
  const surface = user.stage.locator(".surface");
  await expect(surface).toHaveAttribute("data-gestures", "");
  const drawing = surface.locator("svg.machine").first();
  await expect(drawing).toBeVisible();
  const scale = () => user.stage.locator(".world").evaluate((it) => new DOMMatrix(getComputedStyle(it).transform).a);
  const before = await scale();
  await page.evaluate(() => {
    const anew = () => {
      for (const it of document.querySelectorAll(".surface .chart")) it.replaceWith(it.cloneNode(true));
    };
    addEventListener("touchmove", anew, { capture: true, once: true });
  });
  const [x, y] = await middle(surface);
  await fingers(page, [[[x - 20, y], [x - 60, y]], [[x + 20, y], [x + 60, y]]]);
  await expect.poll(scale).toBeGreaterThan(before * 2);
});

test("a swipe over the player steps, but not one on the scrubber or one that goes down", async ({ page }) => {
  const user = await opens(page);
  const slider = user.stage.getByRole("slider");
  const [x, y] = await middle(user.stage.locator(".player-sentence"));
  await fingers(page, [[[x + 60, y], [x - 60, y]]]);
  await expect(slider).toHaveValue("1");
  await fingers(page, [[[x + 60, y], [x - 60, y]]]);
  await expect(slider).toHaveValue("2");
  await fingers(page, [[[x - 60, y], [x + 60, y]]]);
  await expect(slider).toHaveValue("1");
  await fingers(page, [[[x, y], [x + 50, y - 70]]]);
  await fingers(page, [[[x, y], [x + 20, y]]]);
  await expect(slider).toHaveValue("1");
});

test("what is touched is large enough", async ({ page }) => {
  const user = await opens(page);
  await expect(user.stage.getByRole("button", { name: /^state maintenance/ })).toBeAttached();
  const small = () =>
    page.evaluate(() => {
      const all = document.querySelectorAll("button, select, a[href], summary, input, [role=button]");
      const seen = [...all].filter((it) => it.checkVisibility({ visibilityProperty: true }));
      const hit = (it) => (it.matches("input") ? (it.closest("label") ?? it) : it).getBoundingClientRect();
      const isAlone = (it) => {
        const box = it.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const others = [...it.closest("svg").querySelectorAll(".state")].filter((other) => !other.contains(it));
        return others.every((other) => {
          const { left, right, top, bottom } = other.getBoundingClientRect();
          return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) >= 12;
        });
      };
      const [main, rest] = [[], []];
      for (const it of seen) {
        const { width, height } = hit(it);
        const name = `${it.getAttribute("aria-label") ?? it.textContent.trim()} ${width}×${height}`;
        const isMain = it.matches(".top *, .strip-check, .player-button.main, .player-button[data-step], .check-select");
        if (isMain && (width < 44 || height < 44)) main.push(name);
        // In diagrams, which are drawn larger on request, the spacing counts instead (WCAG 2.5.8): no
        // other state within 12 pixels of the middle.
        if (Math.min(width, height) < 24 && !(it.closest("svg") && isAlone(it))) rest.push(name);
      }
      return { many: seen.length > 4, main, rest };
    });
  for (const pane of ["Run", "Model"]) {
    await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: pane }).tap();
    expect(await small(), pane).toEqual({ many: true, main: [], rest: [] });
  }
});

test("the mouse drags a diagram that is larger than its place", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, serviceWorkers: "block", viewport: { width: 1200, height: 600 } });
  const page = await context.newPage();
  const user = await opens(page);
  const scroller = user.stage.locator(".sequence-scroll");
  const top = () => scroller.evaluate((it) => it.scrollTop);
  const { x, y, width, height } = await scroller.boundingBox();
  // From its beginning: at the start the message that fails is in sight.
  await scroller.evaluate((it) => it.scrollTo(0, 0));
  // Beside the lifelines, where there is nothing to click.
  const free = await page.evaluate(([x, from, to]) => {
    for (let y = from; y > to; y -= 2) if (!document.elementFromPoint(x, y).closest("button, a, [role=button]")) return y;
    return null;
  }, [x + width - 12, y + height - 10, y + 50]);
  await page.mouse.move(x + width - 12, free);
  await page.mouse.down();
  await page.mouse.move(x + width - 12, free - 100, { steps: 5 });
  await page.mouse.up();
  expect(await top()).toBe(100);
  await page.mouse.move(x + width - 12, y + 60);
  expect(await top()).toBe(100);
  await context.close();
});

test("axe finds nothing with a coarse pointer, and the narrowest phone is wide enough", async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const user = await opens(page);
  // A page that is too wide makes the window of a phone wider.
  const wide = () => page.evaluate(() => innerWidth);
  expect(await wide()).toBe(360);
  const hand = await user.stage.getByRole("button", { name: "By hand" }).boundingBox();
  expect(hand.x + hand.width).toBeLessThanOrEqual(360);
  await hasEverything(page);
  await context.setOffline(true);
  await expect(page.locator(".top-offline")).toHaveText("Offline");
  expect(await wide()).toBe(360);
  await pleasesAxe(page, { without: [LABELS] });
  expect(await wide()).toBe(360);
});

test("a tap on a state of the state space tells of it, a second one goes there", async ({ page }) => {
  const user = await opens(page);
  await looksAt(page, "States");
  const away = user.stage.locator(".space [role=button][aria-label*='go there by hand']").first();
  const name = await away.getAttribute("aria-label");
  await away.tap();
  await expect(user.stage.locator(".space-told")).toHaveText(name);
  await expect(user.stage.getByText("By hand", { exact: true })).toHaveCount(1);
  await away.tap();
  await expect(user.stage.getByRole("heading", { name: "By hand" }).first()).toBeVisible();
});
