// Nothing is lost: whatever is pasted, linked or broken, there is a message and the text stays.
import { expect, test } from "./fixtures.js";
import { User, example, philosophers } from "./user.js";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const MINE = "machine Mine {\n  [*] --> here\n}\ncheck deadlock within 3\n";

test("a text survives a reload, and an example is taken back by undo", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(MINE);
  await expect(user.check("deadlock")).toContainText("deadlock");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("lockstep.text"))).toBe(MINE);
  await page.reload();
  await expect(user.editor).toContainText("machine Mine");

  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: /^Sending a mail/ }).click();
  await expect(user.editor).toContainText("machine Client");
  await user.editor.press("ControlOrMeta+z");
  await expect(user.editor).toContainText("machine Mine");
});

test("a link does not cost the text one had before", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  const link = await user.sharesALink();
  await user.writes(MINE);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("lockstep.text"))).toBe(MINE);
  await page.goto("about:blank");
  await user.opens(link);
  await expect(user.editor).toContainText("machine PhD");
  await user.notices.getByRole("button", { name: "Bring it back" }).click();
  await expect(user.editor).toContainText("machine Mine");
  await expect(user.notices).toBeEmpty();
});

for (const [what, fragment, words] of [
  ["cut off", (link) => link.slice(0, -40), "The end of this link is missing."],
  ["damaged", (link) => `${link.slice(0, 60)}AAAA${link.slice(64)}`, "This link was changed on its way"],
  ["of another version", (link) => link.replace("#m1=", "#m7="), "This link has version 7"],
  ["without a model", () => "#nothing", "This link holds no model."],
]) {
  test(`a link that is ${what} says so and leaves the text alone`, async ({ page }) => {
    const user = new User(page);
    await user.opens();
    const link = (await user.sharesALink()).replace(/&.*$/, "");
    await user.writes(MINE);
    const broken = fragment(link.slice(link.indexOf("#")));
    await page.evaluate((hash) => (location.hash = hash), broken);
    await expect(user.notices).toContainText(words);
    await expect(user.notices).toContainText("Your text stays as it was.");
    await expect(user.editor).toContainText("machine Mine");
  });
}

test("a link of megabytes is refused, also where the browser lets it through", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(MINE);
  // Chromium itself ignores addresses of more than two megabytes.
  for (const length of [5_000_000, 1_500_000]) {
    await page.evaluate((length) => {
      location.hash = `#m1=${"A".repeat(length)}`;
    }, length);
  }
  await expect(user.notices).toContainText("This link");
  await expect(user.editor).toContainText("machine Mine");
});

test("ten thousand states, and ten thousand messages, give a message and stay in the editor", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  const states = Array.from({ length: 10_000 }, (_, at) => `  s${at} --> s${at + 1} : / a\n`).join("");
  await user.writes(`machine Long {\n  [*] --> s0\n${states}}\n`);
  await expect(page.getByRole("button", { name: /error.*10,001 states/ })).toBeVisible();
  await user.editor.press("ControlOrMeta+Home");
  await expect(user.editor).toContainText("machine Long");

  const messages = "  x -> y : a\n".repeat(10_000);
  const pair = "machine A {\n  [*] --> s\n  s --> s : / a\n}\nmachine B {\n  [*] --> t\n  t --> t : a\n}\n";
  await user.writes(`${pair}scenario long {\n  x : A\n  y : B\n${messages}}\n`);
  await expect(page.getByRole("button", { name: /error.*10,000 messages/ })).toBeVisible();
  await user.editor.press("ControlOrMeta+Home");
  await expect(user.editor).toContainText("machine A");
});

test("an answer to an old text never shows", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(philosophers(12));
  await expect(user.checks.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await user.writes(example("coffee-for-two"));
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await expect(user.checks.getByRole("button", { name: "Stop", exact: true })).toHaveCount(0);
});
