// Lessons: the path, prose and live models, bets, tasks that judge themselves, and that no text is lost.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./fixtures.js";
import { LESSONS, Reader, file, files, sentences, slides, titles } from "./lessons.js";
import { User, textOf } from "./user.js";

const OWN = "machine Mine {\n  [*] --> here\n  here --> there : / go\n}\n\ncheck deadlock\n";

const number = (lesson) => String(lesson).padStart(2, "0");

/** What axe finds. */
async function complaints(page) {
  const { violations } = await new AxeBuilder({ page }).disableRules("label-content-name-mismatch").analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
}

test("the path leads to a lesson and its slides, Back and Forward go along, and one's own text comes back", async ({ page }) => {
  const [user, reader] = [new User(page), new Reader(page)];
  await user.opens();
  await user.writes(OWN);
  await page.getByRole("button", { name: "Learn", exact: true }).click();
  await expect(reader.path).toContainText(`0 of ${LESSONS.length} solved`);
  await expect(reader.path.getByRole("listitem")).toHaveCount(LESSONS.length);
  await expect(page).toHaveURL(/#lessons$/);
  await reader.path.getByRole("link", { name: /Stuck, or at the end/ }).click();
  await expect(reader.lesson).toContainText(titles(5)[0]);
  await expect(page).toHaveURL(/#lesson=05$/);
  await expect.poll(() => textOf(page)).toBe(file(5, "start.lks"));
  // A second model of the slide is shown on request, and undo leads out of neither.
  await reader.lesson.getByRole("button", { name: "Show the model" }).click();
  await expect.poll(() => textOf(page)).toBe(file(5, "wrong-ends-not-marked.lks"));
  await expect(user.check("deadlock")).toContainText("deadlock");
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(page).toHaveURL(/#lesson=05\/2$/);
  await expect(reader.lesson.getByRole("heading", { name: "Your turn" })).toBeFocused();
  await reader.judged();
  await page.goBack();
  await expect(reader.lesson).toContainText(titles(5)[0]);
  await page.goForward();
  await expect(reader.lesson).toContainText("Your turn");
  // A reload stays in the lesson, and the own text is there when it is left.
  await page.reload();
  await expect(reader.lesson).toContainText("Your turn");
  await page.getByRole("button", { name: "Leave the lesson" }).click();
  await expect(reader.lesson).toHaveCount(0);
  await expect(page).not.toHaveURL(/#/);
  await expect.poll(() => textOf(page)).toBe(OWN);
  // Whatever else opens a text ends the lesson; undo leads to the own text, not to the lesson's.
  await reader.goes("lesson=01");
  await expect.poll(() => textOf(page)).toBe(file(1, "solution.lks"));
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: /Sending a mail/ }).click();
  await expect(reader.lesson).toHaveCount(0);
  await user.editor.press("ControlOrMeta+z");
  await expect.poll(() => textOf(page)).toBe(OWN);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => textOf(page)).not.toContain("machine Mine");
  await page.reload();
  await page.getByRole("button", { name: "Leave the lesson" }).click();
  await expect.poll(() => textOf(page)).toBe(OWN);
});

test("a bet keeps its answer back until the user has bet, and then says why", async ({ page }) => {
  const [user, reader] = [new User(page), new Reader(page)];
  await page.goto("./#lesson=02");
  const bet = reader.lesson.getByRole("group", { name: "Bet before you read on" });
  await expect(bet.getByRole("button")).toHaveText(["3", "4", "5", "6"]);
  const behind = reader.lesson.locator(".lesson-after").first();
  await expect(user.check("coffee for two")).toContainText("after your bet");
  await expect(user.stage.first()).not.toContainText("4 of 6");
  await expect(behind).toBeHidden();
  await bet.getByRole("button", { name: "5", exact: true }).press("Enter");
  const made = reader.lesson.getByRole("group", { name: "Your bet was not right" });
  await expect(made).toContainText("The machines can play 4 of 6 messages");
  await expect(made.getByRole("button", { name: "4 right" })).toBeVisible();
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await expect(behind).toBeVisible();
  // It is remembered.
  await page.reload();
  await expect(made).toBeVisible();
});

// One page for all: what is tried is the lessons, not the opening of pages.
test("every task is solved by its solutions, and a wrong attempt hears a sentence of the lesson", async ({ page }) => {
  test.setTimeout(600_000);
  const reader = new Reader(page);
  await page.goto("./#lessons");
  for (let lesson = 1; lesson <= LESSONS.length; lesson += 1) {
    const where = LESSONS[lesson - 1];
    await reader.goesToTask(lesson);
    await expect(reader.task, where).toHaveAttribute("data-state", "missing");
    await reader.showsText();
    for (const name of files(lesson, "wrong-")) {
      const attempt = file(lesson, name);
      const heard = reader.says.or(page.locator(".lesson-refused"));
      await reader.writes(attempt);
      await expect(async () => {
        const text = (await heard.allTextContents()).join(" ");
        const is_said = sentences(lesson).some((it) => text.includes(it)) || text.includes("locked");
        expect(is_said, `${where} ${name}: ${text}`).toBe(true);
      }).toPass({ timeout: 30_000 });
      await expect(reader.task).toHaveAttribute("data-state", "missing");
    }
    for (const name of files(lesson, "solution")) {
      await reader.writes(file(lesson, name));
      await expect(reader.says, `${where} ${name}`).toContainText("Solved: every criterion is met.", { timeout: 30_000 });
    }
    await reader.showsProse();
    await expect(reader.lesson.locator("details.lesson-say"), where).toHaveAttribute("open", "");
  }
  await page.getByRole("link", { name: "All lessons" }).first().click();
  await expect(reader.path).toContainText(`${LESSONS.length} of ${LESSONS.length} solved`);
});

test("a task that is not begun is no reproach; what a proof is about, what fails in it and the wrong yes are seen", async ({ page }) => {
  const reader = new Reader(page);
  await page.goto("./#lesson=09/3");
  await reader.judged();
  await expect(reader.says).toContainText("To do.");
  await reader.showsText();
  await expect(reader.task.getByText("-4 -6 0")).toBeVisible();
  await reader.writes("-1 -4 0\n0\n");
  await expect(reader.says).toContainText("Not yet.");
  await expect(reader.says).toContainText("Line 2 does not follow: the clauses and the lines above it force nothing");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(reader.says).toContainText("To do.");
  await reader.goesToTask(7);
  await reader.showsText();
  await reader.writes(file(7, files(7, "solution")[0]));
  await expect(reader.says).toContainText("By the definitions: unreachable (wrong yes).");
});

test("with the engine SAT the answer says what the lesson on proofs says that it does", async ({ page }) => {
  const [user, reader] = [new User(page), new Reader(page)];
  await page.goto("./#lesson=09");
  await page.getByRole("button", { name: "Settings" }).click();
  const settings = page.getByRole("dialog", { name: "Settings" });
  await settings.getByRole("group", { name: "Engine" }).getByText("SAT", { exact: true }).click();
  await settings.getByRole("button", { name: "Done" }).click();
  const [, said] = (await reader.lesson.textContent()).match(/says "(proof checked, \d+ lemmas)"/);
  await expect(user.checks.locator(".facts div", { hasText: "Certificate" })).toContainText(said, { timeout: 30_000 });
});

test("what a solver has found is kept back while it is what the task asks for, and a hint stands above the clauses", async ({ page }) => {
  const [user, reader] = [new User(page), new Reader(page)];
  await page.addInitScript(() => localStorage.setItem("lockstep.engine", "sat"));
  await page.goto("./#lesson=10/2");
  await reader.judged();
  await expect(user.checks.getByText("proof checked").first()).toBeVisible({ timeout: 30_000 });
  await expect(user.checks.locator(".invariant")).toHaveCount(0);
  await reader.showsText();
  await reader.writes(file(10, files(10, "solution")[0]));
  await expect(reader.says).toContainText("Solved");
  await expect(user.checks.locator(".invariant").first()).toBeVisible();
  await reader.goesToTask(9);
  await reader.showsText();
  await reader.task.getByRole("button", { name: "Hint", exact: true }).click();
  const hints = reader.task.getByRole("list", { name: "Hints" });
  const [hint, clauses] = [await hints.boundingBox(), await reader.task.locator(".lesson-clauses").boundingBox()];
  expect(hint.y).toBeLessThan(clauses.y);
  await expect(hints).toBeInViewport({ ratio: 1 });
});

test("locked lines refuse a change and say why; hints come one by one; repairs come when it is solved", async ({ page }) => {
  const [user, reader] = [new User(page), new Reader(page)];
  await page.goto("./#lesson=02/2");
  await reader.judged();
  // What the page would propose solves this task by a click.
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await expect(user.checks).toContainText("cannot receive");
  await expect(user.checks.getByText(/suggested fix/i)).toHaveCount(0);
  await expect(reader.lesson).not.toContainText("would have proposed");
  await reader.task.getByRole("button", { name: "Hint", exact: true }).click();
  await expect(reader.task.getByRole("list", { name: "Hints" }).getByRole("listitem")).toHaveCount(1);
  await reader.lesson.getByRole("button", { name: "Edit the text" }).click();
  await expect(user.editor).toBeFocused();
  const before = await textOf(page);
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("x");
  await expect(page.getByRole("alert")).toContainText("locked");
  expect(await textOf(page)).toBe(before);
  await expect(page.locator(".cm-locked")).not.toHaveCount(0);
  await reader.writes(file(2, "wrong-shortened.lks"));
  await expect(reader.says).toContainText(sentences(2, "keeps")[0]);
  await reader.writes(file(2, "solution.lks"));
  await expect(reader.says).toContainText("Solved");
  // The attempt is there after a reload, and in the lesson's link.
  await page.reload();
  await expect(reader.says).toContainText("Solved");
  await expect.poll(() => textOf(page)).toBe(file(2, "solution.lks"));
  await reader.lesson.getByText("What the page would have proposed").click();
  await expect(reader.lesson.locator(".lesson-repairs")).toContainText("It meets every criterion.");
  await reader.task.getByRole("button", { name: "Start over" }).click();
  await expect.poll(() => textOf(page)).toBe(before);
});

test("the run that shows what is missing is played, also of a hidden check", async ({ page }) => {
  const [user, reader] = [new User(page), new Reader(page)];
  await page.goto("./#lesson=03/2");
  await reader.judged();
  await reader.showsText();
  await reader.writes(file(3, "wrong-no-hand.lks"));
  await expect(reader.says).toContainText(sentences(3, "hidden").at(-1));
  await expect(user.stage.first()).toContainText("Hidden check: deadlock.");
  await user.stage.getByRole("button", { name: "Back to the check" }).click();
  await expect(user.stage.first()).not.toContainText("Hidden check");
  await reader.task.getByRole("button", { name: "Show the run" }).click();
  await expect(user.stage.first()).toContainText("Hidden check: deadlock.");
});

test("an attempt travels in the lesson's link, and no link to a lesson is silent", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const [user, reader] = [new User(page), new Reader(page)];
  await page.goto("./#lesson=01/3");
  await reader.judged();
  await reader.showsText();
  await reader.writes(file(1, "wrong-by-itself.lks"));
  await expect(reader.says).toContainText(sentences(1, "expected")[0]);
  const link = await user.sharesALink();
  expect(link).toMatch(/#lesson=01\/3&m1=/);
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(link);
  await expect.poll(() => textOf(page)).toBe(file(1, "wrong-by-itself.lks"));
  await reader.goes("lesson=99");
  await expect(user.notices).toContainText("There is no lesson “99”: the lessons are 1 to 16.");
  await user.notices.getByRole("button", { name: "All lessons" }).click();
  await expect(reader.path).toBeVisible();
  // A slide that there is not is the last one.
  await reader.goes("lesson=01/99");
  await expect(reader.lesson).toContainText("Your turn");
});

test("where storage is refused, or has marks of another version, a sentence says so", async ({ page }) => {
  const reader = new Reader(page);
  await page.addInitScript(() => localStorage.setItem("lockstep.lessons.0", "1,2"));
  await page.goto("./#lessons");
  await expect(reader.path).toContainText("What was solved with another version of Lockstep is kept");
  await expect(reader.path).toContainText(`0 of ${LESSONS.length} solved`);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await reader.goesToTask(1);
  await reader.showsText();
  await reader.writes(file(1, "solution.lks"));
  await expect(reader.says).toContainText("Solved");
  await expect(reader.says).toContainText("This browser does not keep what is solved");
  await reader.goes("lessons");
  await expect(reader.path).toContainText(`1 of ${LESSONS.length} solved`);
});

test("a lesson is done by the keyboard alone", async ({ page }) => {
  const reader = new Reader(page);
  await page.goto("./");
  await expect(reader.editor).toBeVisible();
  const tabsTo = async (locator) => {
    for (let press = 0; press < 60; press += 1) {
      if (await locator.evaluate((it) => it === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not lead to ${locator}`);
  };
  await tabsTo(page.getByRole("button", { name: "Learn", exact: true }));
  await page.keyboard.press("Enter");
  await expect(reader.path).toBeVisible();
  await tabsTo(reader.path.getByRole("link", { name: /States and messages/ }));
  await page.keyboard.press("Enter");
  await expect(reader.lesson).toContainText(titles(1)[0]);
  for (let slide = 1; slide < slides(1); slide += 1) {
    await tabsTo(page.getByRole("link", { name: "Next", exact: true }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`#lesson=01/${slide + 1}$`));
  }
  await tabsTo(reader.lesson.getByRole("button", { name: "Edit the text" }));
  await page.keyboard.press("Enter");
  await expect(reader.editor).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Home");
  for (let line = 1; line < 9; line += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("ControlOrMeta+Backspace");
  await page.keyboard.type("wantTea");
  await expect(reader.says).toContainText("Solved");
});

test("on a phone the model stands above the prose, and the text begins where it may be changed", async ({ page }) => {
  const reader = new Reader(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("./#lesson=01");
  const stage = page.locator(".pane[data-name=stage]");
  await expect(reader.lesson).toContainText(titles(1)[0]);
  await expect(stage).toBeVisible();
  const [above, below] = [await stage.boundingBox(), await reader.lesson.boundingBox()];
  expect(above.y + above.height).toBeLessThanOrEqual(below.y);
  // One of its drawing and its run has all of it.
  const shown = await page.locator(".stage > :is(.canvas, .sequence):visible").boundingBox();
  expect(shown.height).toBeGreaterThan(above.height - 10);
  // It is played there.
  await page.getByRole("button", { name: "Forward one step" }).click();
  await expect(page.locator(".player-sentence")).toContainText("Guest");
  await reader.goesToTask(2);
  await expect(stage).toBeVisible();
  await reader.lesson.getByRole("button", { name: "Edit the text" }).click();
  await expect(stage).toBeHidden();
  await expect(reader.editor).toBeFocused();
  const line = () => page.evaluate(() => {
    const { view } = document.querySelector(".cm-content").cmTile;
    return view.state.doc.lineAt(view.state.selection.main.head).number;
  });
  expect(await line()).toBe(29);
  // Another lesson begins with its prose, and lights nothing that the caret was at before.
  await reader.goes("lesson=05");
  await expect(reader.lesson).toContainText(titles(5)[0]);
  await expect(reader.lesson).toBeVisible();
  await expect(stage.locator("[data-picked]")).toHaveCount(0);
});

for (const colorScheme of ["light", "dark"]) {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    test(`path, bet, task and end are legible, ${colorScheme}, ${width} px`, async ({ page }) => {
      test.setTimeout(120_000);
      const reader = new Reader(page);
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.goto("./#lessons");
      await expect(reader.path.getByRole("listitem")).toHaveCount(LESSONS.length);
      expect(await complaints(page)).toEqual([]);
      await reader.goes("lesson=06");
      const bet = reader.lesson.getByRole("group");
      await expect(bet).toBeVisible();
      expect(await complaints(page)).toEqual([]);
      await bet.getByRole("button", { name: "3", exact: true }).click();
      await expect(bet).toContainText("Your bet was right");
      await reader.goesToTask(6);
      expect(await complaints(page)).toEqual([]);
      await reader.showsText();
      await reader.writes(file(6, "solution.lks"));
      await expect(reader.says).toContainText("Solved");
      expect(await complaints(page)).toEqual([]);
      await reader.showsProse();
      expect(await complaints(page)).toEqual([]);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways).toBeLessThanOrEqual(0);
    });
  }
}

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("each lesson has a plain page with its pictures, and leads to the lesson", async ({ page }) => {
    await page.goto("./lessons/index.html");
    await expect(page.getByRole("listitem")).toHaveCount(LESSONS.length);
    for (const [at, folder] of LESSONS.entries()) {
      await page.goto(`./lessons/${folder}.html`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.getByRole("heading", { name: "Your turn" })).toBeVisible();
      const link = page.getByRole("link", { name: "Do this lesson in Lockstep" });
      await expect(link).toHaveAttribute("href", `../#lesson=${number(at + 1)}`);
    }
    await page.goto(`./lessons/${LESSONS[1]}.html`);
    await expect(page.getByRole("group", { name: "Bet before you read on" })).toContainText("The answer");
    for (const picture of await page.getByRole("img").all()) {
      const { width } = await picture.boundingBox();
      expect(width).toBeGreaterThan(100);
    }
  });
});
