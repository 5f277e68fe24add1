// The story the page is there for: a scenario that fails is seen, understood, repaired and shared.
import { expect, test } from "./fixtures.js";
import { User, example, philosophers, repaired } from "./user.js";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a newcomer sees which message fails and why, and plays the run with the keys", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  const check = user.check("coffee for two");
  await expect(check).toContainText("4 of 6 messages");
  await expect(check).toHaveAttribute("aria-current", "true");
  await expect(user.checks).toContainText("it cannot receive wantCoffee");
  await expect(user.checks.getByRole("status")).toHaveText("4 of 4 answered");

  await expect(user.message(5)).toHaveAccessibleName(/bob to cm, wantCoffee: cannot happen/);
  await expect(user.message(6)).toHaveAccessibleName(/not reached/);

  const machines = user.stage.getByRole("group", { name: "Machines" });
  const alice = machines.getByRole("group", { name: /^alice, PhD/ }).first();
  const cm = machines.getByRole("group", { name: /^cm, CoffeeMachine/ }).first();
  await expect(cm).toHaveAccessibleName(/in idle/);
  await expect(user.message(1)).not.toHaveAccessibleName(/done/);

  await page.keyboard.press("End");
  await expect(user.message(4)).toHaveAccessibleName(/done|happens now/);
  await expect(cm).toHaveAccessibleName(/sending repaired/);
  await expect(alice).toHaveAccessibleName(/waiting to desperate/);
  await page.keyboard.press("Home");
  await expect(alice).toHaveAccessibleName(/in working/);
  await expect(cm).toHaveAccessibleName(/in idle/);
  await page.keyboard.press("ArrowRight");
  await expect(user.stage.getByRole("slider")).toHaveValue("1");
  await page.keyboard.press("ArrowLeft");
  await expect(user.stage.getByRole("slider")).toHaveValue("0");
});

test("the digits choose checks, and a forbidden scenario says so in its row", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await expect(user.check("deadlock")).toContainText("none");
  await page.keyboard.press("2");
  await expect(user.check("brewsWhileBroken")).toHaveAttribute("aria-current", "true");
  await expect(user.check("brewsWhileBroken")).toContainText("2 of 4 messages");
  await expect(user.check("brewsWhileBroken")).toContainText("forbidden run");
  await expect(user.checks).toContainText("every length");
  await expect(user.stage.getByRole("heading", { name: "brewsWhileBroken" })).toBeVisible();
});

test("the repaired model passes, and a link to it opens the same elsewhere", async ({ page, browser }) => {
  const user = new User(page);
  await user.opens();
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await user.writes(repaired(example("coffee-for-two")));
  await expect(user.check("coffee for two")).toContainText("6 of 6 messages");
  await expect(user.checks).toContainText("witness replayed");
  await user.leavesTheEditor();
  const forward = user.stage.getByRole("button", { name: "Forward one step" });
  await forward.click();
  await forward.press("ArrowRight");
  await expect(user.stage.getByRole("slider")).toHaveValue("2");
  const link = await user.sharesALink();

  const fresh = await browser.newContext();
  const guest = new User(await fresh.newPage());
  await guest.opens(link);
  await expect(guest.check("coffee for two")).toContainText("6 of 6 messages");
  await expect(guest.stage.getByRole("slider")).toHaveValue("2");
  await expect(guest.editor).not.toContainText("done / repaired");
  await fresh.close();
});

test("a hard check is stopped while the page stays alive", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(philosophers(12));
  const stop = user.checks.getByRole("button", { name: "Stop", exact: true });
  await expect(stop).toBeVisible();

  // The page answers while the worker is busy: text, menu and keys.
  await user.editor.press("ControlOrMeta+Home");
  await page.keyboard.type("// still che");
  // Nothing is completed in a comment: Enter ends the line. A fixed time, since a list that does not come has no sign:
  // it is longer than the pause after which one would.
  await page.waitForTimeout(400);
  await expect(page.locator(".cm-tooltip-autocomplete")).toHaveCount(0);
  await page.keyboard.type("ck here\n");
  await expect(user.editor).toContainText("// still check here");
  await page.getByRole("button", { name: "Examples" }).click();
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");

  await expect(stop).toBeVisible();
  await stop.click();
  await expect(user.check("deadlock")).toContainText("stopped");
  // The next check gets its turn.
  await expect(user.check("reach Philosopher0.eat")).toContainText("reachable");
  await user.checks.getByRole("button", { name: "Check again" }).click();
  await expect(stop).toBeVisible();
});

test("a text with errors says where, and keeps the last answers", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await user.editor.press("ControlOrMeta+End");
  await page.keyboard.type("\nchek deadlock");
  const jump = page.getByRole("button", { name: /1 error.*chek/ });
  await expect(jump).toBeVisible();
  await expect(user.checks).toContainText("These answers are for the text before the errors.");
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await expect(user.message(5)).toHaveAccessibleName(/cannot happen/);
  await user.editor.press("ControlOrMeta+Home");
  await jump.click();
  await expect(user.editor).toBeFocused();
  await page.keyboard.type("check");
  await expect(user.checks).not.toContainText("before the errors");
  await expect(user.check("deadlock")).toHaveCount(2);
});
