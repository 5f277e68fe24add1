// A link is a moment: check, step, selection, and a run made by hand, replayed by whoever opens it.
// Undo brings back not only the text but where one was looking.
import { expect, test } from "./fixtures.js";
import { User, standsStill } from "./user.js";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const pane = (user) => user.stage.getByRole("region", { name: "By hand" });
const choices = (user) => pane(user).locator("[data-i]");
const slider = (user) => user.stage.getByRole("slider");

/** Opens a link as somebody else: in a context with nothing remembered. */
async function opensElsewhere(browser, link) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const user = new User(page);
  await user.opens(link);
  return user;
}

test("a link opens on the same check, step and selection", async ({ page, browser }) => {
  const user = new User(page);
  await user.opens();
  await user.check("coffee for two").click();
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await user.message(3).click();
  await expect(slider(user)).not.toHaveValue("0");
  const step = await slider(user).inputValue();
  await page.keyboard.press("e");
  await expect(user.editor).toBeFocused();
  const selected = await page.evaluate(() => getSelection().toString());
  expect(selected).not.toBe("");
  const link = await user.sharesALink();
  const other = await opensElsewhere(browser, link);
  await expect(other.check("coffee for two")).toHaveAttribute("aria-current", "true");
  await expect(slider(other)).toHaveValue(step);
  await expect(other.stage.locator(".message[data-picked]")).toHaveCount(1);
  await other.editor.focus();
  // The editor hands its selection to the browser a moment after it has the focus.
  await expect.poll(() => other.page.evaluate(() => getSelection().toString())).toBe(selected);
  await other.page.context().close();
});

test("a run made by hand goes with the link and is replayed", async ({ page, browser }) => {
  const user = new User(page);
  await user.opens();
  await user.stage.getByRole("button", { name: "By hand" }).click();
  await choices(user).first().click();
  await choices(user).filter({ hasText: "alice sends wantCoffee to cm" }).click();
  await choices(user).first().click();
  await page.keyboard.press("ArrowLeft");
  await expect(pane(user)).toContainText("After step 2");
  const sentence = await user.stage.locator(".player-sentence").textContent();
  const link = await user.sharesALink();
  expect(link).toMatch(/&hand=3(\.\d+[be]\d+(-\d+[be]\d+)*){3}$/);

  const other = await opensElsewhere(browser, link);
  await expect(pane(other)).toContainText("After step 2");
  await expect(slider(other)).toHaveAttribute("max", "3");
  await expect(other.stage.locator(".player-sentence")).toHaveText(sentence);
  await other.page.context().close();

  // What cannot be followed is said, and the rest is shown.
  const broken = await opensElsewhere(browser, link.replace(/\.[^.]*$/, ".9b9"));
  await expect(pane(broken)).toContainText("not all of the run in the link: what it tells after step 2");
  await expect(slider(broken)).toHaveAttribute("max", "2");
  await broken.page.context().close();
  for (const hostile of ["", "9".repeat(400), "1.<img src=x>", `99999${".0b0".repeat(20_000)}`]) {
    const shown = await opensElsewhere(browser, link.replace(/&hand=.*$/, `&hand=${hostile}`));
    await expect(pane(shown)).toContainText("not all of the run");
    await expect(shown.editor).toContainText("machine CoffeeMachine");
    await shown.page.context().close();
  }
});

test("undo and redo bring back check and step", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await page.keyboard.press("End");
  const last = await slider(user).inputValue();
  expect(last).toBe("10");
  // Another example has other checks and shorter runs.
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: /^Sending a mail/ }).click();
  // The text before has a check of the same name.
  await expect(user.editor).toContainText("machine Client");
  await expect(user.check("deadlock")).toContainText("none");
  await user.check("deadlock").click();
  await user.editor.press("ControlOrMeta+z");
  await expect(user.check("coffee for two")).toHaveAttribute("aria-current", "true");
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await expect(slider(user)).toHaveValue(last);
  await user.editor.press("ControlOrMeta+y");
  await expect(user.editor).toContainText("machine Client");
  await expect(user.check("deadlock")).toHaveAttribute("aria-current", "true");
});

test("the menu of examples can be hit once nothing in it moves any more", async ({ page, context }) => {
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  await context.route("**/*.woff2", async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto("./", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Examples" }).click();
  const list = page.getByRole("menu", { name: "Examples" });
  const item = list.getByRole("menuitem", { name: /^Mail server/ });
  await expect(item).toBeVisible();
  await expect(list).toHaveCSS("pointer-events", "none");
  arrive();
  await expect(list).toHaveCSS("pointer-events", "auto");
  const place = await item.boundingBox();
  await page.evaluate(() => document.fonts.ready);
  await standsStill(item);
  expect(await item.boundingBox()).toEqual(place);
  await item.click();
  await expect(page.getByRole("textbox", { name: "Model text" })).toContainText("machine Client");
});

test("the picture of all runs goes with the link: its grain, its rules and what is tracked", async ({ page, browser }) => {
  const { example } = await import("./user.js");
  const { opens } = await import("./systems.js");
  const user = await opens(page, example("systems/behavior-003-b.xsts"), 6);
  const views = (of) => of.stage.getByRole("group", { name: "View of the model" });
  const pressed = (of, name) => of.stage.getByRole("button", { name, exact: true });
  const track = (of) => of.page.getByLabel("Track").first();
  await views(user).getByRole("button", { name: "All runs" }).click();
  await pressed(user, "Choice").click();
  await pressed(user, "As printed").click();
  await track(user).fill("log");
  await page.getByRole("button", { name: "Track", exact: true }).click();
  await expect(page.locator(".runs-said")).toContainText("loops not gone round: these are all", { timeout: 60_000 });
  const said = await page.locator(".runs-said").innerText();
  const link = await user.sharesALink();
  expect(link).toMatch(/&runs=pcx6c6f67$/);

  // Somebody else sees the same picture, and it stays in the other views' place.
  const other = await opensElsewhere(browser, link);
  await expect(other.page.locator(".runs-said")).toHaveText(said, { timeout: 60_000 });
  await expect(pressed(other, "Choice")).toHaveAttribute("aria-pressed", "true");
  await expect(pressed(other, "As printed")).toHaveAttribute("aria-pressed", "true");
  await expect(track(other)).toHaveValue("log");
  // Another link opened in the page: only what is tracked is another thing there.
  const tracked = (words) => [...words].map((it) => it.charCodeAt(0).toString(16)).join("");
  await other.page.goto(link.replace(/x[0-9a-f]+$/, `x${tracked("log, dispatched")}`));
  await expect(track(other)).toHaveValue("log, dispatched");
  await expect(other.page.locator(".runs-said")).toContainText("loops not gone round: these are all", { timeout: 60_000 });
  await expect(other.page.locator(".runs-said")).not.toHaveText(said);
  // It is as it was when another view has been shown; a link from there says nothing of it.
  await views(other).getByRole("button", { name: "Control flow" }).click();
  await other.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  expect(await other.sharesALink()).not.toContain("&runs=");
  await views(other).getByRole("button", { name: "All runs" }).click();
  await expect(pressed(other, "As printed")).toHaveAttribute("aria-pressed", "true");
  await other.page.context().close();

  // What no picture can be of is passed over.
  for (const hostile of ["", "z", "b", "txzz", `tx${"6".repeat(20_001)}`]) {
    const shown = await opensElsewhere(browser, link.replace(/&runs=.*$/, `&runs=${hostile}`));
    await expect(shown.page.locator(".runs-said")).toContainText("run", { timeout: 60_000 });
    await expect(pressed(shown, "Transition")).toHaveAttribute("aria-pressed", "true");
    await expect(track(shown)).toHaveValue("");
    await shown.page.context().close();
  }
});
