// The canvas in every window: what a step is about is seen and can be read, the drawings use the room there is, and nothing
// is pushed out of the page. A second test shows that planted faults are found.
import { expect, test } from "./fixtures.js";
import { example } from "./user.js";

const WINDOWS = [[1280, 720], [1440, 900], [2560, 1440], [1024, 768], [844, 390], [390, 844]];
const EXAMPLES = [
  "machines/coffee-for-two.lks",
  "machines/mail.lks",
  "machines/philosophers.lks",
  "statecharts/lift.lks",
  "statecharts/login.lks",
  "statecharts/alternating-bit.lks",
  "statecharts/phone-menu.lks",
  "statecharts/pump.lks",
  "statecharts/railroad-crossing.lks",
  "systems/peterson.xsts",
  "systems/lift.xsts",
  "systems/traffic-light.xsts",
  "classes/pedestrian-light.lks",
  "classes/library.lks",
];

/** The page with an example, its first check answered, all drawings there. */
async function shows(page, name) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript((text) => {
    localStorage.clear();
    localStorage.setItem("lockstep.text", text);
    localStorage.setItem("lockstep.seen", "1");
  }, example(name));
  await page.goto("./");
  await expect(page.locator(".player-count")).toHaveText(/of \d|no steps/, { timeout: 30_000 });
  await expect(page.locator(".placed .chart svg").first()).toBeAttached({ timeout: 30_000 });
  await expect.poll(() => page.evaluate(() => document.querySelectorAll(".chart:has(.chart-body)").length === document.querySelectorAll(".chart-body > :is(svg, p, div)").length)).toBe(true);
}

/** What is wrong with the canvas as it is seen, in words. */
function faults() {
  const found = [];
  const surface = document.querySelector(".surface").getBoundingClientRect();
  const seen = (it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect();
    return left >= surface.left - 1 && right <= surface.right + 1 && top >= surface.top - 1 && bottom <= surface.bottom + 1;
  };
  const scale = new DOMMatrix(getComputedStyle(document.querySelector(".world")).transform).a;
  // Names of states have 12.5 pixels at 100 %.
  if (12.5 * scale < 11) found.push(`too small: ${scale}`);
  // Where an arrow leads; of what has got stuck its label.
  const acting = [...document.querySelectorAll(".chart :is(.arrow.completed .head, .arrow.stuck .label, .flow-statement.lit)")];
  const charts = new Map();
  for (const it of acting) charts.set(it.closest(".chart"), [...(charts.get(it.closest(".chart")) ?? []), it]);
  // An arrow into a history leads on, to the state that was active there.
  const reached = [...document.querySelectorAll(".chart:has(.arrow.completed) .current:not(.outer)")];
  // All that acts, or where that has no room all that acts in one drawing, or the first of it, or where that has led.
  const all = [acting, ...charts.values(), ...acting.map((it) => [it]), ...reached.map((it) => [it])];
  if (acting.length > 0 && !all.some((some) => some.every(seen))) found.push("what acts is not seen");
  const area = (it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect();
    const width = Math.min(right, surface.right) - Math.max(left, surface.left);
    const height = Math.min(bottom, surface.bottom) - Math.max(top, surface.top);
    return Math.max(width, 0) * Math.max(height, 0);
  };
  const filled = [...document.querySelectorAll(".chart")].reduce((sum, it) => sum + area(it), 0);
  if (filled < 0.5 * surface.width * surface.height) found.push(`half empty: ${filled / (surface.width * surface.height)}`);
  if (surface.height < 150 || surface.width < 250) found.push(`little room: ${surface.width} × ${surface.height}`);
  const bar = document.querySelector(".player").getBoundingClientRect();
  if (bar.bottom > innerHeight + 1 || bar.height > 120) found.push(`the bar is out of place: ${bar.top} to ${bar.bottom}`);
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  const heads = [...document.querySelectorAll(".stage-head:not([hidden])")].filter((it) => it.scrollWidth > it.clientWidth + 1);
  for (const it of heads) found.push(`a head is cut off: ${it.textContent.trim().slice(0, 60)}`);
  return found;
}

for (const name of EXAMPLES) {
  test(`${name}: in every window what acts at the last step is seen, and the room is used`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await shows(page, name);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("End");
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await expect(async () => expect(await page.evaluate(faults), `${width} × ${height}`).toEqual([])).toPass({ timeout: 5_000 });
    }
  });
}

test("planted faults of the canvas are found", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await shows(page, "machines/coffee-for-two.lks");
  await page.keyboard.press("End");
  await expect(async () => expect(await page.evaluate(faults)).toEqual([])).toPass({ timeout: 5_000 });
  const with_ = async (change) => {
    const style = await page.addStyleTag({ content: change });
    const found = await page.evaluate(faults);
    await style.evaluate((it) => it.remove());
    return found.map((it) => it.split(":")[0]);
  };
  expect(await with_(".world { transform: scale(0.5) !important }")).toContain("too small");
  expect(await with_(".world { transform: translate(-2000px, 0) !important }")).toEqual(expect.arrayContaining(["what acts is not seen", "half empty"]));
  expect(await with_(".canvas { max-height: 100px }")).toContain("little room");
  expect(await with_(".bar { position: relative; top: 60px }")).toContain("the bar is out of place");
  expect(await with_(".stage-head { max-width: 120px }")).toContain("a head is cut off");
});
