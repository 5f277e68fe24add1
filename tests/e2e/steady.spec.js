// Drawings stay as they were under small edits: who has learnt where the states are finds them there.
import { expect, test } from "./fixtures.js";
import { User, standsStill } from "./user.js";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

/** A machine that is drawn in another order, if it is drawn anew, once a state is added. */
const MODEL = `machine Server {
  [*] --> waiting
  waiting --> ready   : accept
  waiting --> off     : suspend
  waiting --> waiting : interval
  off     --> waiting : reactivate
  off     --> off     : poll
}
`;
const ADDED = "  waiting --> lost : disconnect\n";
const MORE = MODEL.replace("}\n", `${ADDED}}\n`);

/** The centre of each state in the only picture there is. */
const places = (page) =>
  page.locator("svg.machine .state").evaluateAll((states) =>
    Object.fromEntries(
      states.map((state) => {
        const of = (name) => Number(state.querySelector(".box").getAttribute(name));
        return [state.querySelector("title").textContent, [of("x") + of("width") / 2, of("y") + of("height") / 2]];
      }),
    ),
  );

/** Pairs of states that an edit has turned round: left of, or above, as they were before. */
function turned(before, after) {
  const names = Object.keys(before).filter((name) => name in after);
  return names.flatMap((one, index) =>
    names.slice(index + 1).filter((other) =>
      [0, 1].some((axis) => {
        const was = before[one][axis] - before[other][axis];
        const is = after[one][axis] - after[other][axis];
        return Math.abs(was) > 4 && Math.abs(is) > 4 && was * is < 0;
      }),
    ).map((other) => `${one} and ${other}`),
  );
}

async function shows(page, count, name) {
  await expect(page.locator("svg.machine")).toHaveCount(1);
  await expect(page.locator("svg.machine .state")).toHaveCount(count);
  if (name) await expect(page.locator("svg.machine .state title", { hasText: name })).toHaveCount(1);
  return places(page);
}

/** Opens the page with a text, as a visit that comes back. */
async function opensWith(page, text) {
  await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), text);
  await page.goto("./");
}

/** Types a line before the end of the machine. */
async function adds(page, user, line) {
  await user.editor.press("ControlOrMeta+End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  await page.keyboard.insertText(line);
}

test("a state more: the others stay in their order, undo draws the picture of before", async ({ page }) => {
  const user = new User(page);
  await opensWith(page, MODEL);
  await expect(user.editor).toBeVisible();
  const before = await shows(page, 3);
  // Whether the cards were ever without a picture from here on.
  await page.evaluate(() => {
    window.bare = 0;
    new MutationObserver(() => (window.bare += document.querySelectorAll(".card-skeleton").length)).observe(document.body, {
      subtree: true,
      childList: true,
    });
  });
  await adds(page, user, ADDED);
  const after = await shows(page, 4, "lost");
  expect(turned(before, after)).toEqual([]);
  expect(await page.evaluate(() => window.bare)).toBe(0);

  await user.editor.press("ControlOrMeta+z");
  expect(await shows(page, 3)).toEqual(before);
});

test("a state that is renamed letter by letter stays where it is", async ({ page }) => {
  const user = new User(page);
  await opensWith(page, MODEL);
  await expect(user.editor).toBeVisible();
  await shows(page, 3);
  await adds(page, user, ADDED);
  const before = await shows(page, 4, "lost");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  for (let step = 0; step < "waiting --> lost".length; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.type("_ones", { delay: 20 });
  const after = await shows(page, 4, "lost_ones");
  const renamed = Object.fromEntries(Object.entries(after).map(([name, at]) => [name === "lost_ones" ? "lost" : name, at]));
  expect(turned(before, renamed)).toEqual([]);
  expect(Math.abs(renamed.lost[1] - before.lost[1])).toBeLessThan(1);
});

test("states glide to their new places, unless somebody wants no motion", async ({ page }) => {
  const user = new User(page);
  await page.addInitScript(() => {
    window.glides = 0;
    document.addEventListener("animationstart", ({ animationName }) => (window.glides += Number(animationName === "glide")), { capture: true });
  });
  /** How many have glided, once nothing does any more. */
  const glided = async () => {
    await standsStill(page.locator("svg.machine .state").last());
    await page.waitForFunction(() => document.getAnimations().every(({ animationName }) => animationName !== "glide"));
    return page.evaluate(() => window.glides);
  };
  await opensWith(page, MODEL);
  await expect(user.editor).toBeVisible();
  await shows(page, 3);
  const before = await glided();
  await adds(page, user, ADDED);
  await shows(page, 4, "lost");
  await expect.poll(glided).toBe(before + 3);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await user.editor.press("ControlOrMeta+z");
  await shows(page, 3);
  expect(await glided()).toBe(before + 3);
});

test("another text begins anew: a link shows the same, whatever was there before", async ({ page, context }) => {
  const other = await context.newPage();
  const sender = new User(other);
  await opensWith(other, MORE);
  await expect(sender.editor).toBeVisible();
  const fresh = await shows(other, 4);
  const link = await sender.sharesALink();
  await other.close();

  const user = new User(page);
  await opensWith(page, MODEL);
  await expect(user.editor).toBeVisible();
  await shows(page, 3);
  await page.goto(link);
  expect(await shows(page, 4, "lost")).toEqual(fresh);
});
