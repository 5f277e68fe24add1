// Tablets, and text that is folded: on a tablet the drawings and the run have the window, text and checks are a sheet over them
// that comes and goes; a lesson stands beside its model.
import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, allSettled } from "./user.js";

const [UPRIGHT, LYING] = [{ width: 820, height: 1180 }, { width: 1024, height: 768 }];

async function opens(page) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => localStorage.setItem("lockstep.seen", "1"));
  await page.goto("./");
  await expect(page.locator(".checks-summary")).toHaveText(allSettled, { timeout: 30_000 });
  await page.locator(".cm-content").waitFor({ state: "attached" });
  return new User(page);
}

const strip = (page) => page.getByRole("region", { name: "Selected check" });
const rail = (page) => page.getByRole("navigation", { name: "Checks in short" });
const fold = (page) => rail(page).getByRole("button", { name: "Text and checks" });
const sheet = (page) => page.locator("#column-text");
const box = (page, selector) => page.locator(selector).first().boundingBox();

for (const viewport of [UPRIGHT, LYING]) {
  test.describe(`${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport });

    test("the drawings have the window; text and checks come over them and go again", async ({ page }) => {
      const user = await opens(page);
      await expect(sheet(page)).toBeHidden();
      await expect(strip(page)).toContainText("4 of 6 messages");
      await expect(strip(page)).toContainText("cannot receive wantCoffee");
      // The bar does not say again what the strip says.
      await expect(page.locator(".player-verdict")).toBeHidden();
      const [canvas, run] = [await box(page, ".canvas"), await box(page, ".sequence")];
      const before = [canvas, run];
      const lies = viewport.width > viewport.height;
      if (lies) expect(run.x).toBeGreaterThanOrEqual(canvas.x + canvas.width);
      else expect(run.y).toBeGreaterThanOrEqual(canvas.y + canvas.height);
      expect(run.x + run.width).toBe(viewport.width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await pleasesAxe(page);

      // By its button, by the key, and by Escape; the focus stays with the button.
      await expect(fold(page)).toHaveAttribute("aria-expanded", "false");
      await fold(page).click();
      await expect(fold(page)).toHaveAttribute("aria-expanded", "true");
      await expect(user.editor).toBeVisible();
      await expect(user.checks).toBeVisible();
      await expect(page.getByText("machine PhD")).toBeVisible();
      await pleasesAxe(page);
      // Nothing below it has moved.
      expect([await box(page, ".canvas"), await box(page, ".sequence")]).toEqual(before);
      await fold(page).click();
      await expect(sheet(page)).toBeHidden();
      await expect(fold(page)).toBeFocused();
      await page.keyboard.press("t");
      await expect(sheet(page)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(sheet(page)).toBeHidden();
      // From the text Escape leads to the drawings, too.
      await page.keyboard.press("t");
      await user.editor.click();
      await page.keyboard.press("Escape");
      await expect(sheet(page)).toBeHidden();
      await expect(fold(page)).toBeFocused();
      await page.keyboard.press("t");
      await user.check("deadlock").click();
      await expect(strip(page)).toContainText("check 4 of 4");
      await page.keyboard.press("Escape");
      await expect(sheet(page)).toBeHidden();
      await expect(fold(page)).toBeFocused();
      await page.keyboard.press("t");
      await page.keyboard.press("t");
      await expect(sheet(page)).toBeHidden();
      // What takes the focus below it is seen.
      await page.keyboard.press("t");
      await page.getByRole("button", { name: "Machines" }).focus();
      await expect(sheet(page)).toBeHidden();
    });

    test("what is shown in the text brings the sheet, and Escape leads back; what is done on the drawings puts it away", async ({ page }) => {
      const user = await opens(page);
      const state = user.stage.getByRole("button", { name: /^state preparing/ });
      await state.click();
      await expect(sheet(page)).toBeHidden();
      await page.keyboard.press("e");
      await expect(user.editor).toBeFocused();
      await expect(user.editor).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(sheet(page)).toBeHidden();
      await expect(state).toBeFocused();
      // What is suggested stands below its check.
      await strip(page).getByRole("button", { name: "Suggested fix" }).click();
      await expect(user.checks.getByRole("button", { name: /^(Compare|Apply)/ }).first()).toBeFocused();
      // A question and a run by hand are made on the drawings.
      await user.checks.getByRole("button", { name: "Ask a question" }).click();
      await expect(sheet(page)).toBeHidden();
      await expect(page.getByRole("combobox", { name: "State or value" })).toBeFocused();
      await page.keyboard.press("Escape");
      await page.keyboard.press("t");
      await expect(sheet(page)).toBeVisible();
      await page.keyboard.press("h");
      await expect(sheet(page)).toBeHidden();
      await expect(page.locator(".by-hand-frame, .simulation").first()).toBeVisible();
      await page.keyboard.press("h");
      // Who begins a text wants to write.
      await page.getByRole("button", { name: "New" }).click();
      await page.getByRole("menuitem", { name: /Empty/ }).click();
      await expect(user.editor).toBeFocused();
      // Undo while the text is open leaves it open.
      await page.keyboard.type("machine A {");
      await page.keyboard.press("ControlOrMeta+z");
      await expect(user.editor).toBeFocused();
    });

    test("the help stands beside the sheet where there is room for both", async ({ page }) => {
      await opens(page);
      await fold(page).click();
      await sheet(page).getByRole("button", { name: "Help" }).click();
      await expect(page.locator(".guide")).toBeVisible();
      const [guide, text] = [await box(page, ".guide"), await sheet(page).boundingBox()];
      if (viewport.width > 900) expect(guide.x).toBeGreaterThanOrEqual(text.x + text.width - 1);
      else expect(guide.width).toBeGreaterThan(600);
      await pleasesAxe(page);
      await page.keyboard.press("Escape");
      await expect(page.locator(".guide")).toHaveCount(0);
      await expect(sheet(page)).toBeVisible();
    });

    test("what is printed has the text, the checks and the run", async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await opens(page);
      await page.emulateMedia({ media: "print", reducedMotion: "no-preference" });
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      await expect(page.locator("#column-text .paper").first()).toBeVisible();
      expect(await page.locator("#column-text").evaluate((it) => getComputedStyle(it).opacity)).toBe("1");
    });

    test("a lesson stands beside its model, and leaves the drawings when it is left", async ({ page }) => {
      await opens(page);
      await page.evaluate(() => (location.hash = "lesson=1/1"));
      await expect(page.locator(".lesson")).toBeVisible();
      const [prose, stage] = [await box(page, "#column-text"), await box(page, ".stage")];
      expect(stage.x).toBeGreaterThanOrEqual(prose.x + prose.width);
      await expect(rail(page)).toHaveCount(0);
      await expect(strip(page)).toHaveCount(0);
      await page.getByRole("group", { name: "Lesson and text" }).getByRole("button", { name: "Text and checks" }).click();
      await expect(sheet(page)).toBeHidden();
      await expect(fold(page)).toBeFocused();
      // Another slide is there to be read.
      await page.evaluate(() => (location.hash = "lesson=1/2"));
      await expect(page.locator(".lesson")).toBeVisible();
      await page.evaluate(() => (location.hash = ""));
      await expect(page.locator(".lesson")).toHaveCount(0);
      await expect(sheet(page)).toBeHidden();
      await expect(strip(page)).toBeVisible();
    });

    test("each pane folds, and the strip stays", async ({ page }) => {
      await opens(page);
      for (const [key, folded, other] of [["c", ".canvas", ".sequence"], ["b", ".sequence", ".canvas"]]) {
        const before = await box(page, other);
        await page.keyboard.press(key);
        const lies = viewport.width > viewport.height;
        await expect.poll(async () => (await box(page, folded))[lies ? "width" : "height"]).toBeLessThan(40);
        const now = await box(page, other);
        expect(now.width * now.height).toBeGreaterThan(before.width * before.height);
        await expect(strip(page)).toBeVisible();
        expect((await strip(page).boundingBox()).width).toBeGreaterThan(300);
        await page.keyboard.press(key);
        await expect.poll(() => box(page, other)).toEqual(before);
      }
    });
  });
}

test("in a column the text is folded by a button, too, and what is shown in it unfolds it for as long as that takes", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const user = await opens(page);
  await page.getByRole("button", { name: "Text and checks" }).click();
  await expect(sheet(page)).toBeHidden();
  await expect(fold(page)).toBeFocused();
  const state = user.stage.getByRole("button", { name: /^state preparing/ });
  await state.click();
  await page.keyboard.press("e");
  await expect(user.editor).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toBeHidden();
  await expect(state).toBeFocused();
  // It is remembered.
  await page.reload();
  await expect(rail(page)).toBeVisible();
  await expect(sheet(page)).toBeHidden();
  await fold(page).click();
  await expect(user.editor).toBeVisible();
  await expect(rail(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Text and checks" })).toBeFocused();
});
