// Diagrams larger and smaller, lifelines folded, and states that tell where their arrows lead.

import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, standsStill } from "./user.js";

const heads = (user) => user.stage.locator("svg.heads");
const width = (locator) => locator.evaluate((element) => element.getBoundingClientRect().width);
const fit = (user) => user.stage.getByRole("button", { name: /^Fit diagram/ });

async function opens(page) {
  const user = new User(page);
  await user.opens();
  await expect(user.message(5)).toBeVisible();
  await page.evaluate(() => document.activeElement?.blur());
  return user;
}

test("buttons, keys and Ctrl with the wheel change the size; the wheel alone scrolls", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  const user = await opens(page);
  const head = heads(user).locator("rect").first();
  const height = () => head.evaluate((element) => element.getBoundingClientRect().height);
  const usual = await height();
  await user.stage.getByRole("button", { name: "Larger diagram" }).click();
  await expect(fit(user)).toHaveText("125 %");
  await expect.poll(height).toBeGreaterThan(usual * 1.2);
  // With the focus beside the canvas the keys are the diagram's.
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  await expect(fit(user)).toHaveText("80 %");
  await page.keyboard.press("0");
  await expect(fit(user)).toHaveText("100 %");
  await page.keyboard.press("+");
  await expect(fit(user)).toHaveText("125 %");

  const scroller = user.stage.locator(".sequence-scroll");
  await scroller.hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  await expect(fit(user)).toHaveText("150 %");
  // The message that fails is in sight at the start, so there is something above.
  await standsStill(scroller);
  const before = await scroller.evaluate((it) => it.scrollTop);
  await page.mouse.wheel(0, -60);
  await expect.poll(() => scroller.evaluate((it) => it.scrollTop)).toBeLessThan(before);
  await expect(fit(user)).toHaveText("150 %");

  // The heads stay on top, and the step stays in view at any size.
  await page.keyboard.press("End");
  await expect(user.stage.locator(".note")).toBeInViewport();
  await expect(heads(user)).toBeInViewport();
  await fit(user).click();
  // But for rounding.
  await expect.poll(() => scroller.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThan(5);
});

/** The scale of the canvas, and where it begins. */
const view = (page) =>
  page.locator(".world").evaluate((it) => {
    const { a: scale, e: x, f: y } = new DOMMatrix(getComputedStyle(it).transform);
    return { scale, x, y };
  });

test("the drawings are zoomed at the pointer, dragged, and fitted again", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const user = await opens(page);
  const surface = user.stage.locator(".surface");
  await expect(surface).toHaveAttribute("data-gestures", "");
  const start = await view(page);
  const state = user.stage.getByRole("button", { name: /^state maintenance/ });
  const centre = async () => {
    const { x, y, width, height } = await state.boundingBox();
    return [x + width / 2, y + height / 2];
  };
  // What is under the pointer stays there.
  const [x, y] = await centre();
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -300);
  await expect.poll(async () => (await view(page)).scale).toBeGreaterThan(start.scale * 1.2);
  const [after, below] = await centre();
  expect(Math.hypot(after - x, below - y)).toBeLessThan(6);
  // A drag on empty ground pans, and takes no click with it.
  const before = await view(page);
  const { x: left, y: top } = await surface.boundingBox();
  await page.mouse.move(left + 30, top + 50);
  await page.mouse.down();
  await page.mouse.move(left + 90, top + 80, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await view(page)).x).toBeGreaterThan(before.x + 20);
  await expect(page.locator(".cm-marked")).toHaveCount(0);
  // By keys: 0 shows all of it, Shift with an arrow pans, + and - zoom.
  await surface.focus();
  await page.keyboard.press("0");
  await expect.poll(async () => (await view(page)).scale).toBeCloseTo(start.scale, 1);
  await page.keyboard.press("+");
  await expect.poll(async () => (await view(page)).scale).toBeGreaterThan(start.scale * 1.2);
  const panned = await view(page);
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(async () => (await view(page)).x).toBeLessThan(panned.x - 40);
  await user.stage.getByRole("button", { name: "Fit the whole drawing" }).click();
  await expect.poll(async () => (await view(page)).scale).toBeCloseTo(start.scale, 1);
  await expect(fit(user)).toHaveText("100 %");
  const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(scrolls).toBe(false);
});

test("an edit leaves the view as it is, and another model is seen as a whole again", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const user = await opens(page);
  await user.stage.locator(".surface").focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press("+");
  await expect.poll(async () => (await view(page)).scale).toBeGreaterThan(2);
  const zoomed = await view(page);
  await user.editor.press("ControlOrMeta+End");
  await page.keyboard.type("// a remark");
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  expect(await view(page)).toEqual(zoomed);
  for (const [name, drawn] of [["example mail", ".card"], ["example lift in three", ".object-card"]]) {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(name);
    await expect(page.locator("#palette-list").getByRole("option").first()).toContainText("Example");
    await page.keyboard.press("Enter");
    await expect(page.locator(`${drawn} svg`).first()).toBeVisible();
    await expect.poll(async () => (await view(page)).scale).toBeLessThan(1.6);
    await user.stage.locator(".surface").focus();
    for (let press = 0; press < 5; press += 1) await page.keyboard.press("+");
    await expect.poll(async () => (await view(page)).scale).toBeGreaterThan(2);
  }
});

test("a lifeline is folded to make room", async ({ page }) => {
  const user = await opens(page);
  const alice = heads(user).getByRole("button", { name: "lifeline alice : PhD" });
  const before = await width(alice.locator("rect"));
  await user.stage.getByText("Lifelines", { exact: true }).click();
  await user.stage.getByRole("checkbox", { name: "alice" }).uncheck();
  await expect.poll(() => width(alice.locator("rect"))).toBeLessThan(before / 2);
  await expect(user.message(1)).toBeVisible();
  await expect(user.stage.locator(".fold")).toHaveAttribute("open");
  await user.stage.getByRole("checkbox", { name: "alice" }).check();
  await expect.poll(() => width(alice.locator("rect"))).toBe(before);
});

test("folding a lifeline leaves one alone whose name is a part of it", async ({ page }) => {
  const user = await opens(page);
  await user.writes(`machine M {
  [*] --> here
  here --> there : / go
  there --> here : go
}
scenario names {
  al, alice, bob, carol : M
  al -> alice : go
}
`);
  const al = heads(user).getByRole("button", { name: "lifeline al : M" });
  await expect(al).toBeVisible();
  const before = await width(al.locator("rect"));
  await user.stage.getByText("Lifelines", { exact: true }).click();
  await user.stage.getByRole("checkbox", { name: "alice" }).uncheck();
  const alice = heads(user).getByRole("button", { name: "lifeline alice : M" });
  await expect.poll(() => width(alice.locator("rect"))).toBeLessThan(before);
  expect(await width(al.locator("rect"))).toBe(before);
});

test("a state tells where its arrows lead", async ({ page }) => {
  const user = await opens(page);
  const machine = user.stage.locator(".card").filter({ hasText: "cm" }).locator("svg.machine");
  await machine.locator("[tabindex='0']").focus();
  await page.keyboard.press("ArrowDown");
  await expect(machine.locator(":focus")).toHaveAttribute(
    "aria-label",
    /^state preparing.*\. to idle: \/ coffeeDone; to error: \/ error; from idle: wantCoffee$/,
  );
});

for (const device of [1440, 360]) {
  test(`axe finds nothing at other sizes, ${device} px`, async ({ page }) => {
    await page.setViewportSize({ width: device, height: 740 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("./");
    const user = new User(page);
    await expect(user.stage.locator("svg.machine").first()).toBeVisible();
    // On a phone fingers do it, and keys where there are some.
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("+");
    await user.stage.getByText("Lifelines", { exact: true }).click();
    await page.keyboard.press("+");
    await pleasesAxe(page, { inside: [".stage"] });
  });
}
