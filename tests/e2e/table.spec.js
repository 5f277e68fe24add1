// The table of steps, the keys and the loops: a run is read, searched and walked without a mouse.
import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User } from "./user.js";

/** Two machines that play one message after the other, for ever. */
const PING = `
machine Ping {
  [*] --> off
  off --> on : / ping
  on --> off : pong
}
machine Pong {
  [*] --> low
  low --> high : ping
  high --> low : / pong
}
scenario twice {
  a : Ping
  b : Pong
  a -> b : ping
  b -> a : pong
  a -> b : ping
  b -> a : pong
}
check twice within 4 expect consistent
`;

const table = (user) => user.stage.getByRole("table", { name: "Steps of the run" });
const rows = (user) => table(user).locator("tbody tr[data-i]");
const current = (user) => table(user).locator("tr[aria-current=step]");

async function opensTheTable(page) {
  const user = new User(page);
  await page.goto("./");
  await expect(user.message(5)).toBeVisible();
  await user.stage.getByRole("button", { name: "Steps" }).click();
  await expect(rows(user)).toHaveCount(11);
  return user;
}

test("the table tells messages, places and what is pending, step by step", async ({ page }) => {
  const user = await opensTheTable(page);
  const heads = await table(user).getByRole("columnheader").allTextContents();
  expect(heads).toEqual([
    "Step", "What happens", "alice : PhD", "bob : PhD", "cm : CoffeeMachine", "m : Maintenance", "Pending",
  ]);
  const last = rows(user).nth(10);
  await expect(last).toContainText("4 m → cm done");
  await expect(last).toContainText("m sends done to cm");
  await expect(last.locator("td").last()).toContainText("cm: repaired");
  await expect(last.locator("td.moved")).toHaveText([/sending repaired/, /idle/]);
  await expect(table(user).locator(".steps-stop")).toContainText("Message 5 of 6, bob → cm wantCoffee, cannot happen");
});

test("the step goes with the table, and the table with the step", async ({ page }) => {
  const user = await opensTheTable(page);
  await rows(user).nth(5).click();
  await expect(user.stage.getByText("step 5 of 10")).toBeVisible();
  await expect(current(user)).toHaveAttribute("data-i", "5");
  await page.keyboard.press("j");
  await expect(current(user)).toHaveAttribute("data-i", "6");
  await page.keyboard.press("End");
  await expect(current(user)).toBeInViewport();
  await expect(table(user).locator(".steps-stop")).toBeInViewport();
});

test("rows are one tab stop, walked with up and down, and Enter goes there", async ({ page }) => {
  const user = await opensTheTable(page);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Home");
  await expect(table(user).locator("button[tabindex='0']")).toHaveCount(1);
  // After the search: the comparison, and the heads that can be pinned.
  await user.stage.getByRole("searchbox").focus();
  for (let tab = 0; tab < 6; tab += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(rows(user).nth(2).getByRole("button")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(current(user)).toHaveAttribute("data-i", "2");
});

test("a search leaves the steps that speak of it, and Enter goes round them", async ({ page }) => {
  const user = await opensTheTable(page);
  const search = user.stage.getByRole("searchbox", { name: "Find steps" });
  await search.fill("REPAIR");
  await expect(user.stage.getByRole("status")).toHaveText(/^\d of 11 steps$/);
  const found = await rows(user).filter({ visible: true }).evaluateAll((rows) => rows.map((row) => row.dataset.i));
  expect(found.length).toBeGreaterThan(1);
  expect(found.length).toBeLessThan(11);
  for (const row of await rows(user).filter({ visible: true }).allTextContents()) {
    expect(row.toLowerCase()).toContain("repair");
  }
  for (const index of [...found, found[0]]) {
    await search.press("Enter");
    await expect(current(user)).toHaveAttribute("data-i", index);
  }
  await search.fill("no such state");
  await expect(user.stage.getByRole("status")).toHaveText("0 of 11 steps");
  await search.fill("");
  await expect(rows(user).filter({ visible: true })).toHaveCount(11);
});

test("a run that comes back says where it was before, and an arc shows it", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(PING);
  await expect(user.check("twice")).toContainText("4 messages");
  await user.leavesTheEditor();
  await user.stage.getByRole("button", { name: "Steps" }).click();
  const again = table(user).locator(".steps-again");
  await expect(again.first()).toContainText("the same state as after step");
  await expect(user.stage.locator(".arc")).toHaveCount(1);
  await rows(user).filter({ has: page.locator(".steps-again") }).first().click();
  await expect(user.stage.locator(".player-sentence")).toContainText("This is the same state as after step");
});

test("question mark lists the keys, and every one of them works", async ({ page }) => {
  const user = await opensTheTable(page);
  const at = user.stage.getByRole("slider", { name: "Step of the run" });
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys).toBeVisible();
  const before = await at.inputValue();
  await page.keyboard.press("j");
  await expect(at).toHaveValue(before);
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  for (const [key, value] of [["Home", "0"], ["ArrowRight", "1"], ["j", "2"], ["k", "1"], ["ArrowLeft", "0"], ["End", "10"]]) {
    await page.keyboard.press(key);
    await expect(at).toHaveValue(value);
  }
  await page.keyboard.press("v");
  await expect(table(user)).toHaveCount(0);
  await page.keyboard.press("2");
  await expect(user.check("brewsWhileBroken")).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Space");
  await expect(user.stage.getByRole("button", { name: "Pause" })).toBeVisible();
});

test("speed and view are remembered", async ({ page }) => {
  const user = await opensTheTable(page);
  await user.stage.getByLabel("Speed").selectOption("2×");
  await page.reload();
  await expect(rows(user)).toHaveCount(11);
  await expect(user.stage.getByLabel("Speed")).toHaveValue("2×");
});

for (const [device, viewport] of [
  ["wide", { width: 1440, height: 900 }],
  ["phone", { width: 390, height: 844 }],
]) {
  test(`axe finds nothing in table and keys, ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: "reduce" });
    const user = await opensTheTable(page);
    const clean = async () => {
      const keys = await page.locator("#keys").count();
      await pleasesAxe(page, { inside: keys ? [".stage", "#keys"] : [".stage"] });
    };
    await clean();
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("End");
    await clean();
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("?");
    await clean();
  });
}
