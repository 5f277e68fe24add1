// How soon: states and transitions wear the fewest transactions until a lifeline is there, or "never".

import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, example, philosophers } from "./user.js";

const strip = (user) => user.stage.getByRole("region", { name: "How soon" });
const card = (user, name) => user.stage.locator(".card").filter({ hasText: new RegExp(`^${name}\\b`) });
const worn = (user, name) => card(user, name).locator(".soon");

/** Opens a text and leaves the editor. */
async function opens(page, text) {
  const user = new User(page);
  await user.opens();
  if (text) await user.writes(text);
  await user.leavesTheEditor();
  return user;
}

test("a switch above the cards: every state says how soon, to eye and ear, and it is remembered", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await expect(user.message(5)).toBeVisible();
  await expect(user.stage.locator(".soon")).toHaveCount(0);
  await card(user, "cm").hover();
  const toggle = user.stage.getByRole("button", { name: "How soon?" });
  await expect(toggle).toHaveAttribute("aria-pressed", "false");
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await expect(strip(user)).toContainText("Every state and every transition is reached.");
  await expect(strip(user)).toContainText("No pending effect can get stuck.");
  // The paper's machine: four states and five transitions.
  await expect(worn(user, "cm")).toHaveCount(9);
  const idle = card(user, "cm").getByRole("button", { name: /^state idle, current, at the start\. initial/ });
  await expect(idle).toBeVisible();
  const broken = card(user, "cm").getByRole("button", { name: /^state error, first reached after 5 transactions/ });
  await expect(broken.locator("title")).toHaveText("error, first reached after 5 transactions");
  await expect(worn(user, "cm").filter({ hasText: "5" })).toHaveCount(1);
  await expect(
    card(user, "alice").getByRole("button", { name: /^transition working to waiting.*first fires after 1 transaction$/ }),
  ).toBeVisible();

  // A click on what is worn is a click on the state.
  const five = await worn(user, "cm").filter({ hasText: "5" }).boundingBox();
  await page.mouse.click(five.x + 3, five.y + five.height - 3);
  await expect(broken).toHaveAttribute("data-picked", "");

  await page.reload();
  await expect(worn(user, "cm")).toHaveCount(9);
  await strip(user).getByRole("button", { name: "Hide" }).click();
  await expect(user.stage.locator(".soon")).toHaveCount(0);
  await expect(strip(user)).toHaveCount(0);
  await page.reload();
  await expect(user.message(5)).toBeVisible();
  await expect(user.stage.locator(".soon")).toHaveCount(0);
});

test("by the key: what never fires is drawn as dead and named", async ({ page }) => {
  const user = await opens(page, example("coffee-broken"));
  await page.keyboard.press("s");
  await expect(strip(user)).toContainText("1 transition is never reached.");
  const dead = user.stage.locator(".arrow[data-dead]");
  await expect(dead).toHaveCount(1);
  await expect(dead).toHaveAttribute("aria-label", /Waiting to Desperate.*, never fires$/);
  await expect(user.stage.locator(".soon.dead text")).toHaveText("never");
  const dashes = await dead.locator(".line").evaluate((line) => getComputedStyle(line).strokeDasharray);
  expect(dashes).not.toBe("none");
  await strip(user).locator("summary").click();
  await expect(strip(user).getByRole("listitem")).toHaveText(["User: Waiting --> Desperate"]);
  await page.keyboard.press("s");
  await expect(dead).toHaveCount(0);
});

test("the palette finds it, and effects that can get stuck are marked", async ({ page }) => {
  const user = await opens(page, example("philosophers-broken"));
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox", { name: "Command" })).toBeFocused();
  await page.keyboard.type("how soon");
  await page.keyboard.press("Enter");
  await expect(strip(user)).toContainText("3 pending effects can get stuck.");
  const stuck = card(user, "p0").getByRole("button", { name: /one to eat.*its effects can get stuck after 3 transactions/ });
  await expect(stuck).toBeVisible();
  await expect(worn(user, "p0").locator(".sign")).toHaveText("!");
  await strip(user).locator("summary").click();
  await expect(strip(user).getByRole("listitem").first()).toContainText(
    "p0 can get stuck on one --> eat: after 3 transactions there is a state from which take_1 is never sent.",
  );
  await expect(strip(user)).toContainText("effects can get stuck");
});

test("an edit dims what was worn until the new depths are there", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("s");
  await expect(worn(user, "cm")).toHaveCount(9);
  await expect(card(user, "cm").locator("svg.machine")).toHaveAttribute("data-soon", "now");
  // With an error in the text nothing new can be said.
  const text = example("coffee-for-two");
  await user.writes(`${text}\ncheck nonsense\n`);
  await expect(card(user, "cm").locator("svg.machine")).toHaveAttribute("data-soon", "before");
  await expect(worn(user, "cm")).toHaveCount(9);
  // Nobody ever sends `error` any more.
  await user.writes(text.replace(": / error", ": / coffeeDone"));
  await expect(card(user, "alice").locator(".state[data-dead]")).toHaveCount(1);
  await expect(card(user, "alice").getByRole("button", { name: /^state desperate, never reached/ })).toBeVisible();
  await expect(strip(user)).toContainText("never reached");
  await user.writes(text);
  await expect(user.stage.locator("[data-dead]")).toHaveCount(0);
  await expect(card(user, "cm").locator("svg.machine")).toHaveAttribute("data-soon", "now");
});

test("a long search can be stopped and tried again", async ({ page }) => {
  const user = await opens(page, philosophers(12).replace(/check[^]*/, "check deadlock within 1"));
  await expect(user.check("deadlock")).toContainText("none");
  await page.keyboard.press("s");
  await expect(strip(user)).toContainText("Looking how soon");
  await strip(user).getByRole("button", { name: "Stop", exact: true }).click();
  await expect(strip(user)).toContainText("Stopped.");
  await expect(user.stage.locator(".soon")).toHaveCount(0);
  await strip(user).getByRole("button", { name: "Try again" }).click();
  await expect(strip(user).getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  // Checks go on at once: the search gives way to them.
  await user.writes(example("coffee-for-two"));
  await expect(worn(user, "cm")).toHaveCount(9);
});

for (const width of [1440, 360]) {
  test(`axe finds nothing while states say how soon, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((text) => {
      localStorage.setItem("lockstep.text", text);
      localStorage.setItem("lockstep.soon", "");
    }, example("coffee-for-two").replace(": / error", ": / coffeeDone"));
    await page.goto("./");
    if (width < 760) await page.locator(".pane-choice", { hasText: "Run" }).click();
    const user = new User(page);
    await expect(strip(user)).toContainText("never reached");
    await strip(user).locator("summary").click();
    await pleasesAxe(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
  });
}

test("states of statecharts, as they are nested, say how soon; by the button, the key and the palette", async ({ page }) => {
  const user = await opens(page, example("statecharts/railroad-crossing.lks"));
  const object = (name) => page.getByRole("article", { name, exact: true });
  await expect(object("ctl").getByRole("button", { name: /^state Main\.Gate\.Lowering/ })).toBeVisible({ timeout: 15_000 });
  const toggle = user.stage.getByRole("button", { name: "How soon?" });
  await object("ctl").hover();
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await expect(strip(user)).toContainText("Every state is reached.");
  await expect(strip(user)).toContainText("after 3 steps");
  // Six states of the gate and its controller, and every state of each train.
  await expect(object("ctl").locator(".worn .soon")).toHaveCount(6);
  await expect(object("t1").locator(".worn .soon")).toHaveCount(3);
  const inside = object("t1").getByRole("button", { name: /^state In, (goal, )?first reached after \d+ steps$/ });
  await expect(inside).toBeVisible();
  // A state that holds others is there as soon as the first of them.
  await expect(object("ctl").getByRole("button", { name: /^state Main, (active, )?(goal, )?first reached after \d+ steps?$/ })).toBeVisible();
  await page.keyboard.press("s");
  await expect(user.stage.locator(".soon")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox", { name: "Command" })).toBeFocused();
  await page.keyboard.type("how soon");
  await page.keyboard.press("Enter");
  await expect(strip(user)).toContainText("Every state is reached.");

  // What is never reached is drawn as dead and named; an edit dims what was worn before it.
  await user.writes("statechart M {\n  queue 1\n  var x : 0..1 = 0\n  [*] --> A\n  A --> B : go\n  A --> C : go [x > 0]\n  state C {\n    [*] --> In\n  }\n}\nsystem {\n  m : M\n  environment sends go to m\n}\ncheck deadlock\n");
  await expect(strip(user)).toContainText("2 states are never reached, with queues of at most 1 event.");
  await expect(object("m").locator(".state[data-dead]")).toHaveCount(2);
  await expect(object("m").getByRole("button", { name: /^state C\.In, never reached|^state In, never reached/ })).toBeVisible();
  await strip(user).locator("summary").click();
  await expect(strip(user).getByRole("listitem")).toHaveText(["m: C, C.In"]);
  await pleasesAxe(page);
});

test("of transition systems nobody asks how soon", async ({ page }) => {
  const user = await opens(page, example("systems/beeper.xsts"));
  await expect(user.stage.locator(".system-view")).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press("s");
  await expect(user.stage.getByRole("button", { name: "How soon?" })).toHaveCount(0);
  await expect(strip(user)).toHaveCount(0);
});
