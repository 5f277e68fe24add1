// Colours of the system, more contrast, and 400 %: what is chosen and what is current is seen, and nothing is out of reach.
import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { opens } from "./systems.js";
import { example } from "./user.js";

const LIFT = example("statecharts/lift.lks");

async function opensLift(page) {
  const user = await opens(page, LIFT, 4);
  await user.leavesTheEditor();
}

/** What a colour of the system is on this page, as browsers tell computed colours. */
const system = (page, name) =>
  page.evaluate((name) => {
    const probe = document.createElement("i");
    probe.style.color = name;
    document.body.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return colour;
  }, name);

for (const colorScheme of ["light", "dark"]) {
  test(`in forced colours, ${colorScheme}, what is chosen and what acts has the system's colour`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await opensLift(page);
    await page.locator(".check-select").nth(1).click();
    await page.keyboard.press("End");
    await expect(page.locator(".state.current").first()).toBeVisible();
    const [paper, ink, highlight, link] = await Promise.all(
      ["Canvas", "CanvasText", "Highlight", "LinkText"].map((it) => system(page, it)),
    );
    expect(paper).not.toBe(ink);
    const selected = page.locator(".check[data-selected='true']");
    await expect.poll(() => selected.evaluate((it) => getComputedStyle(it).boxShadow)).toContain(highlight);
    await expect(page.locator(".check[data-selected='false']").first()).toHaveCSS("box-shadow", "none");
    // What is selected in the text has a ground of its own.
    const ground = await system(page, "var(--code-selection)");
    expect([paper, ink]).not.toContain(ground);
    // Drawings are made of the same colours: a state in which the object is, and the label of a transition.
    await expect(page.locator(".state.current:not(.outer) .box").first()).toHaveCSS("fill", highlight);
    await expect(page.locator(".arrow .label").first()).toHaveCSS("fill", ink);
    await expect(page.locator("body")).toHaveCSS("background-color", paper);
    // Words in the accent have the colour of links: that of grounds can be too near to the paper to be read.
    expect(await system(page, "var(--accent-ink)")).toBe(link);
    expect(await system(page, "var(--accent)")).toBe(highlight);
    // The view that is chosen has a line below it, and the others have none.
    const views = page.locator(".stage-head .frame-views button");
    const lines = await views.evaluateAll((all) => all.map((it) => [it.ariaPressed, getComputedStyle(it).borderBottomColor]));
    for (const [pressed, colour] of lines) {
      if (pressed === "true") expect(colour).toBe(highlight);
      else expect(colour).toBe("rgba(0, 0, 0, 0)");
    }
    // Where the focus is.
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus-visible")).toHaveCSS("outline-color", highlight);
    // What is no use now is grey, as the system has it.
    await page.keyboard.press("Home");
    const back = page.getByRole("button", { name: "Back one step" });
    await expect(back).toHaveAttribute("aria-disabled", "true");
    await expect(back).toHaveCSS("color", await system(page, "GrayText"));
  });
}

/** The contrast of two colours in sRGB, from 1 to 21. */
function contrast(one, other) {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).map((it) => Number(it) / 255);
    const linear = (it) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

for (const colorScheme of ["light", "dark"]) {
  test(`who asks for more contrast, ${colorScheme}, has text of 7 to 1 and lines of 4.5 to 1`, async ({ page }) => {
    await opensLift(page);
    const ratios = async () => {
      const token = (name) => system(page, `var(${name})`);
      const [surface, ground] = [await token("--surface"), await token("--bg")];
      const of = async (name) => {
        const colour = await token(name);
        return Math.min(contrast(colour, surface), contrast(colour, ground));
      };
      const texts = ["ink", "ink-soft", "ink-faint", "accent", "ok", "bad", "warn"].map((it) => `--${it}`);
      const code = ["keyword", "string", "number", "comment", "symbol", "machine"].map((it) => `--code-${it}`);
      return { texts: await Promise.all([...texts, ...code].map(of)), edge: await of("--edge") };
    };
    await page.emulateMedia({ colorScheme, contrast: "no-preference" });
    const usual = await ratios();
    await page.emulateMedia({ colorScheme, contrast: "more" });
    const more = await ratios();
    expect(Math.min(...more.texts)).toBeGreaterThanOrEqual(7);
    expect(more.edge).toBeGreaterThanOrEqual(4.5);
    expect(Math.min(...usual.texts)).toBeLessThan(7);
    await pleasesAxe(page);
  });
}

test("at 400 % head and bar scroll away, and what is between them has room", async ({ page }) => {
  // A window of 1280 by 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto("./");
  await expect(page.locator(".strip-sentence")).toContainText("After message 4", { timeout: 30_000 });
  const size = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    high: document.documentElement.scrollHeight,
  }));
  expect(size.wide).toBeLessThanOrEqual(320);
  expect(size.high).toBeGreaterThan(500);
  const canvas = await page.locator(".stage > .canvas").boundingBox();
  expect(canvas.height).toBeGreaterThan(200);
  await expect(page.locator(".top")).toBeInViewport();
  // The bar is reached by scrolling, and by keys, which bring it into view.
  const play = page.getByRole("button", { name: "Play", exact: true });
  await expect(play).not.toBeInViewport();
  await play.focus();
  await expect(play).toBeInViewport();
  await expect(page.locator(".top")).not.toBeInViewport();
  await play.press("Enter");
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
});
