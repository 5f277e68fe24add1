// What a notice offers is done by the page: whoever raised it may be gone. And notices cover nothing,
// come one at a time, and go when they no longer apply.
import { expect, test } from "./fixtures.js";
import { User, example, reaches } from "./user.js";

const MINE = "machine Mine {\n  [*] --> here\n}\ncheck deadlock within 3\n";
const FIRST = example("coffee-for-two");
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** The whole text, as the editor has it. */
const text = (page) =>
  page.locator(".cm-content").evaluate((content) => content.cmTile?.view?.state.doc.toString() ?? content.cmView.view.state.doc.toString());

/** On a phone model and run are seen in turns. */
async function goesTo(page, pane) {
  const choice = page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: pane });
  if (await choice.isVisible()) await choice.click();
}

/** The page still answers keys and edits. */
async function isAlive(page, user) {
  await goesTo(page, "Model");
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("2");
  await expect(user.checks.locator(".check-select").nth(1)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("1");
  await expect(user.checks.locator(".check-select").first()).toHaveAttribute("aria-current", "true");
  await expect(page.locator("#broken")).toBeHidden();
}

async function opensExample(page, name) {
  await reaches(page, "Examples");
  await page.getByRole("menuitem", { name }).click();
}

async function applies(page, user) {
  await goesTo(page, "Model");
  await user.checks.getByRole("button", { name: /^Apply/ }).first().click();
  await expect(user.notices).toContainText("The text is mended.");
}

for (const [where, viewport] of [["wide", WIDE], ["on a phone", PHONE]]) {
  test.describe(where, () => {
    test.use({ viewport, permissions: ["clipboard-read", "clipboard-write"] });

    /** Opens the page and waits for the first answer and the editor. */
    const opened = async (page) => {
      const user = new User(page);
      await page.goto("./");
      await expect(page.locator(".cm-content")).toHaveCount(1);
      await goesTo(page, "Model");
      await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
      return user;
    };

    test("an applied repair is undone, again and again, also by two clicks at once", async ({ page }) => {
      const user = await opened(page);
      for (const clicks of [1, 2]) {
        await applies(page, user);
        expect(await text(page)).not.toBe(FIRST);
        const undo = user.notices.getByRole("button", { name: "Undo" });
        await undo.evaluate((button, clicks) => {
          for (let click = 0; click < clicks; click += 1) button.click();
        }, clicks);
        await expect.poll(() => text(page)).toBe(FIRST);
        await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
        await expect(user.notices).toBeEmpty();
        await isAlive(page, user);
      }
    });

    test("an applied repair is undone by a key", async ({ page }) => {
      const user = await opened(page);
      await applies(page, user);
      await page.evaluate(() => document.activeElement?.blur());
      await page.keyboard.press("u");
      await expect.poll(() => text(page)).toBe(FIRST);
      await expect(user.notices).toBeEmpty();
      // Where nothing is offered, nothing happens.
      await page.keyboard.press("u");
      expect(await text(page)).toBe(FIRST);
      await isAlive(page, user);
    });

    test("an undo is no longer offered when the text was changed, or is back already", async ({ page }) => {
      const user = await opened(page);
      await applies(page, user);
      await goesTo(page, "Model");
      await user.editor.press("ControlOrMeta+z");
      await expect.poll(() => text(page)).toBe(FIRST);
      await expect(user.notices).toBeEmpty();
      await applies(page, user);
      await goesTo(page, "Model");
      await user.editor.press("ControlOrMeta+End");
      await page.keyboard.type("// more\n");
      await expect(user.notices).toBeEmpty();
      await isAlive(page, user);
    });

    test("a text that an example has replaced comes back, whatever was done meanwhile", async ({ page }) => {
      const user = await opened(page);
      await goesTo(page, "Model");
      await user.writes(MINE);
      await opensExample(page, /^Sending a mail/);
      await expect(user.notices).toContainText("The example took the place of your text.");
      await goesTo(page, "Model");
      await user.editor.press("ControlOrMeta+End");
      await page.keyboard.type("// looked at\n");
      await goesTo(page, "Run");
      await page.getByRole("button", { name: "Share" }).click();
      // The newer one is shown, the older one waits.
      await expect(user.notices).toContainText("Link copied");
      await expect(user.notices).toContainText("and one more");
      await expect(user.notices.locator(".notice")).toHaveCount(1);
      await user.notices.getByRole("button", { name: "Dismiss" }).click();
      await user.notices.getByRole("button", { name: "Bring it back" }).evaluate((button) => {
        button.click();
        button.click();
      });
      await expect.poll(() => text(page)).toBe(MINE);
      await expect(user.notices).toBeEmpty();
      await goesTo(page, "Model");
      await user.editor.press("ControlOrMeta+z");
      await expect.poll(() => text(page)).toContain("// looked at");
    });

    test("a text that a link has replaced comes back, in the open page and in a new one", async ({ page }) => {
      const user = await opened(page);
      const link = (await user.sharesALink()).replace(/&.*$/, "");
      await goesTo(page, "Model");
      await user.writes(MINE);
      await page.evaluate((hash) => (location.hash = hash), link.slice(link.indexOf("#")));
      await expect(user.notices).toContainText("This model came with a link.");
      await user.notices.getByRole("button", { name: "Bring it back" }).click();
      await expect.poll(() => text(page)).toBe(MINE);
      await expect.poll(() => page.evaluate(() => localStorage.getItem("lockstep.text"))).toBe(MINE);
      await page.goto("about:blank");
      await page.goto(link);
      await expect(user.notices).toContainText("This model came with a link.");
      await user.notices.getByRole("button", { name: "Bring it back" }).click();
      await expect.poll(() => text(page)).toBe(MINE);
      await expect(user.notices).toBeEmpty();
    });

    test("a notice goes when another model is opened", async ({ page }) => {
      const user = await opened(page);
      await page.getByRole("button", { name: "Share" }).click();
      await expect(user.notices).toContainText("Link copied");
      await opensExample(page, /^Sending a mail/);
      await expect(user.notices).toBeEmpty();
    });

    test("a notice covers nothing and is read as a whole", async ({ page }) => {
      const user = await opened(page);
      await applies(page, user);
      for (const pane of ["Run", "Model"]) {
        await goesTo(page, pane);
        const covered = await page.evaluate(() => {
          const notice = document.querySelector(".notice");
          const box = notice.getBoundingClientRect();
          const others = [...document.querySelectorAll("button, .pane, .cm-editor, .player, .hint")];
          const meets = (it) => {
            const { left, right, top, bottom, width } = it.getBoundingClientRect();
            const over = Math.min(right, box.right) - Math.max(left, box.left) > 1
              && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1;
            return width > 0 && over && !notice.contains(it) && it.checkVisibility({ visibilityProperty: true });
          };
          const words = notice.querySelector("p");
          return {
            covers: others.filter(meets).map((it) => it.className || it.textContent),
            cut: words.scrollWidth > words.clientWidth + 1,
            outside: box.right > innerWidth || box.left < 0,
          };
        });
        expect(covered).toEqual({ covers: [], cut: false, outside: false });
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  });
}

test.describe("what could not be fetched", () => {
  test.use({ tolerated: /net::ERR_FAILED|A part of the program is missing|Failed to load resource|module/ });

  test("an example is asked for again when its menu has long been closed", async ({ page, context }) => {
    await context.route("**/examples/**", (route) => route.abort());
    const user = new User(page);
    await user.opens();
    await opensExample(page, /^Sending a mail/);
    await expect(user.notices).toContainText("could not be fetched");
    await context.unroute("**/examples/**");
    await user.notices.getByRole("button", { name: "Try again" }).evaluate((button) => {
      button.click();
      button.click();
    });
    await expect(user.editor).toContainText("machine Client");
    await expect(user.notices).toBeEmpty();
  });

  test("a file is saved when its dialog has long been closed, and the check it was about too", async ({ page, context }) => {
    await context.route("**/save-*.js", (route) => route.abort());
    const user = new User(page);
    await user.opens();
    await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("button", { name: "Save as Mermaid" }).click();
    await expect(user.notices).toContainText("could not be saved");
    await user.check("brewsWhileBroken").click();
    await context.unroute("**/save-*.js");
    await user.notices.getByRole("button", { name: "Try again" }).click();
    await expect(user.notices).toContainText(/Saved .*\.mmd/);
    await isAlive(page, user);
  });

  test("parts are fetched when whoever asked for them is gone", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await context.route(/split_(?!search)[^/]*\.wasm$/, (route) => route.abort());
    const user = new User(page);
    await user.opens();
    await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
    test.skip(!(await page.locator('link[href*="split_"]').count()), "built in one piece");
    await user.checks.getByRole("button", { name: "Formulas" }).click();
    await expect(user.notices).toContainText("The view of formulas could not be loaded");
    await page.getByRole("button", { name: "Settings" }).click();
    await expect(user.notices).toContainText("The settings could not be loaded");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+k");
    await expect(user.notices).toContainText("The list of commands could not be loaded");
    await expect(user.notices).toContainText("and 2 more");
    // The button of the formulas goes with its row.
    await user.check("deadlock").click();
    await context.unroute(/split_(?!search)[^/]*\.wasm$/);
    const again = user.notices.getByRole("button", { name: "Try again" });
    await again.click();
    await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
    await page.keyboard.press("Escape");
    await again.click();
    await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
    await page.keyboard.press("Escape");
    // Its check is not looked at any more, so nothing opens; and nothing breaks.
    await again.click();
    await expect(user.notices).toBeEmpty();
    await isAlive(page, user);
  });

  test("without the editor the page offers to be loaded anew", async ({ page, context }) => {
    await context.route("**/editor-*.js", (route) => route.abort());
    const user = new User(page);
    await page.goto("./");
    await expect(user.notices).toContainText("The editor could not be loaded.");
    await context.unroute("**/editor-*.js");
    await user.notices.getByRole("button", { name: "Reload" }).click();
    await expect(user.editor).toBeVisible();
    await expect(user.notices).toBeEmpty();
  });
});
