// A verdict stands beside the question that it answers and no other: in the list, in the margin of the text, in the
// counter, in what is spoken, and on the stage.
import { expect, test } from "./fixtures.js";
import { KINDS, edits, holds } from "./held.js";
import { User, allSettled, philosophers, standsStill } from "./user.js";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const row = (page, number) => page.locator(".check").nth(number - 1);
const mark = (page, number) => page.locator(`.verdict-mark[data-check="${number - 1}"]`);
/** It says that it is being checked, and for how long. */
async function lasts(row) {
  await expect(row.locator(".check-short")).toHaveText(/^checking/);
  await expect(row.locator(".check-limits")).toHaveText(/^\d+ s$/);
}
const counter = (page) => page.locator(".checks-summary");
const status = (page) => page.getByRole("region", { name: "Checks" }).getByRole("status");

/** The page with a model whose two checks are met, the second one selected. */
async function opens(page, context, { text, word }) {
  await holds(context, word);
  const user = new User(page);
  await user.opens();
  await user.writes(text);
  await expect(counter(page)).toHaveText("2 of 2 as expected", { timeout: 30_000 });
  await row(page, 2).locator(".check-select").click();
  await expect(row(page, 2)).toContainText("witness replayed");
  await expect(page.locator(".player-count")).toHaveText(/^step 0 of \d/);
  return user;
}

/** Nothing on the page says of the second check what was found about an earlier question; the first keeps its answer. */
async function waits(page, { first = true } = {}) {
  await expect(row(page, 2).locator(".outcome")).toHaveAttribute("data-shape", "checking");
  await expect(row(page, 2)).not.toContainText("reachable");
  await expect(row(page, 2)).not.toContainText("replayed");
  await expect(row(page, 2).locator(".check-select")).toHaveAccessibleName(/ (waiting|checking)/);
  await expect(mark(page, 2).locator(".outcome")).toHaveAttribute("data-shape", "checking");
  await expect(mark(page, 2)).toHaveAttribute("title", /: (waiting|checking)/);
  if (first) {
    await expect(row(page, 1).locator(".check-select")).toHaveAccessibleName(/as expected/);
    await expect(counter(page)).toHaveText("1 of 2 answered");
  }
  await expect(page.locator(".player-count")).toHaveText("no steps");
  await expect(page.locator(".stage")).toContainText("The answer will be played here");
  await expect(status(page)).toHaveText("");
  await expect(page.locator(".spoken")).toContainText("checking");
  // And it says so while it lasts.
  await lasts(row(page, 2));
}

for (const [kind, model] of Object.entries(KINDS)) {
  test(`${kind}: while another question is searched for, its row waits, and so does all that speaks of it`, async ({ page, context }) => {
    const user = await opens(page, context, model);
    await edits(page, model.goal, model.other);
    await waits(page);
    // The same question again has the answer that it had, at once.
    await user.editor.press("ControlOrMeta+z");
    await expect(row(page, 2)).toContainText("witness replayed");
    await expect(row(page, 2).locator(".check-select")).toHaveAccessibleName(/reachable\W+as expected/);
    await expect(counter(page)).toHaveText("2 of 2 as expected");
    // Twice, and then chosen in the wrong order.
    await user.editor.press("ControlOrMeta+y");
    await waits(page);
    await row(page, 1).locator(".check-select").click();
    await expect(row(page, 1)).toContainText("witness replayed");
    await expect(page.locator(".player-count")).toHaveText(/^step 0 of \d/);
    await row(page, 2).locator(".check-select").click();
    await waits(page);
  });

  test(`${kind}: another model leaves no verdict, comments and layout leave all of them`, async ({ page, context }) => {
    const user = await opens(page, context, model);
    // Nothing is searched for again: a worker that was asked would never answer.
    await edits(page, model.text.split("\n")[0], `// ${model.word}\n\n${model.text.split("\n")[0]} `);
    await expect(page.locator(".cm-line").first()).toContainText("//");
    await expect(row(page, 2).locator(".check-select")).toHaveAccessibleName(/reachable\W+as expected/);
    await expect(counter(page)).toHaveText("2 of 2 as expected");
    await expect(page.locator(".player-count")).toHaveText(/^step 0 of \d/);
    await expect(page.locator(".stage")).not.toHaveClass(/stale/);
    await edits(page, model.model[0], `${model.model[1]} // ${model.word}`);
    await waits(page, { first: false });
    await expect(row(page, 1).locator(".check-select")).toHaveAccessibleName(/ (waiting|checking)/);
    await expect(counter(page)).toHaveText("0 of 2 answered");
    await user.editor.press("ControlOrMeta+z");
    await expect(counter(page)).toHaveText("2 of 2 as expected");
  });

  test(`${kind}: with errors in the text no sign of a verdict stands in it, and answers are named as earlier ones`, async ({ page, context }) => {
    const user = await opens(page, context, model);
    await edits(page, "expect reachable", "expect reachabl");
    await expect(page.locator(".findings")).toHaveAttribute("data-tone", "bad");
    for (const number of [1, 2]) {
      await expect(mark(page, number).locator(".outcome")).toHaveAttribute("data-shape", "checking");
      await expect(mark(page, number)).toHaveAttribute("title", /waiting, the text has errors/);
      await expect(row(page, number).locator(".check-select")).toHaveAccessibleName(/\(for the text before the errors\)/);
    }
    await expect(counter(page)).toHaveText("not checked: errors in the text");
    await expect(page.locator(".stage")).toContainText("This run is of the text before the errors.");
    await user.editor.press("ControlOrMeta+z");
    await expect(counter(page)).toHaveText("2 of 2 as expected");
    await expect(page.locator(".stage")).not.toContainText("before the errors");
  });

  test(`${kind}: a text that is opened has nothing of the one before, with errors or without`, async ({ page, context }) => {
    const user = new User(page);
    await user.opens();
    const links = [];
    for (const text of [model.text.replace(model.goal, model.other), model.text.replace("check", "chek")]) {
      await user.writes(text);
      links.push(await user.sharesALink());
      await user.notices.getByRole("button", { name: "Dismiss" }).click();
    }
    await opens(page, context, model);
    await page.goto(links[0]);
    await expect(user.editor).toContainText(model.word);
    await expect(row(page, 1).locator(".check-select")).toHaveAccessibleName(/ (waiting|checking)/);
    await row(page, 2).locator(".check-select").click();
    await waits(page, { first: false });
    await page.goto(links[1]);
    await expect(user.editor).toContainText("chek");
    await expect(page.locator(".check")).toHaveCount(0);
    await expect(page.locator(".stage")).toContainText("The text has");
    await expect(page.locator(".player-count")).toHaveText("no steps");
  });
}

test("the check that is chosen comes first while a search for another lasts", async ({ page }) => {
  test.slow();
  const user = new User(page);
  await user.opens();
  await user.writes(philosophers(12));
  await lasts(user.check("deadlock"));
  await user.check("reach Philosopher0.eat").click();
  await expect(user.check("reach Philosopher0.eat")).toHaveAccessibleName(/reachable\W+as expected/);
  // The other one goes on when no check waits any more, and again comes second.
  await lasts(user.check("deadlock"));
});

test("a search tells its seconds and what it has covered, which never falls", async ({ page }) => {
  test.slow();
  const user = new User(page);
  await user.opens();
  await user.writes(philosophers(12));
  const detail = page.locator(".check-pending");
  await expect(detail).toContainText(/Checking for [3-9] s · all runs of up to \d+ transactions? covered/, { timeout: 30_000 });
  await expect(page.locator(".remark-progress")).toContainText(/Checking for \d+ s/);
  // Looked at with each drawing until the search has ended, which it does by itself.
  const told = await page.evaluate(async () => {
    const told = [];
    for (let line; (line = document.querySelector(".check-pending")) !== null && told.length < 20; ) {
      const [, seconds, covered] = /for (\d+) s.*up to (\d+) /.exec(line.textContent) ?? [];
      const last = told.at(-1);
      if (covered !== undefined && (last?.[0] !== Number(seconds) || last?.[1] !== Number(covered))) told.push([Number(seconds), Number(covered)]);
      await new Promise(requestAnimationFrame);
    }
    return told;
  });
  expect(told.length).toBeGreaterThan(2);
  for (const at of [0, 1]) {
    const values = told.map((it) => it[at]);
    expect(values).toEqual([...values].sort((one, other) => one - other));
  }
});

test("a click on a check counts, also where an answer moves the rows while the button is down", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await expect(page.locator(".checks-summary")).toHaveText(allSettled);
  await page.locator(".check-select").first().click();
  const last = page.locator(".check-select").last();
  // What is suggested for the first check comes later and moves the last one out of sight.
  let place;
  await expect(async () => {
    await last.scrollIntoViewIfNeeded();
    await standsStill(last);
    place = await last.boundingBox();
    const is = (button, [x, y]) => button.contains(document.elementFromPoint(x, y));
    expect(await last.evaluate(is, [place.x + 20, place.y + 8])).toBe(true);
  }).toPass();
  await page.mouse.move(place.x + 20, place.y + 8);
  await page.mouse.down();
  // As if "Why it holds" came now.
  await page.evaluate(() => {
    const more = document.createElement("p");
    more.style.height = "120px";
    // Browsers that keep what is at the top of a pane where it is do not help what comes below that.
    document.querySelector(".checks-scroll").style.overflowAnchor = "none";
    document.querySelector(".check-list").prepend(more);
  });
  await page.mouse.up();
  await expect(last).toHaveAttribute("aria-current", "true");
});
