// What the page says to somebody who is here for the first time, what one can begin with, and the help
// on the language.

import { LABELS, pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User } from "./user.js";

const help = (page) => page.getByRole("region", { name: "The model language" });

async function opens(page, [width, height] = [1280, 720]) {
  await page.setViewportSize({ width, height });
  const user = new User(page);
  await page.goto("./");
  await expect(user.stage.locator("svg.machine").first()).toBeVisible();
  await expect(page.locator(".cm-content")).toBeAttached();
  return user;
}

for (const size of [[1440, 900], [1280, 720], [1024, 768], [390, 844], [360, 740]]) {
  test(`at ${size.join(" × ")} one sentence says what the page is, and is read in one piece`, async ({ page }) => {
    await opens(page, size);
    const sentence = page.getByText("Draws state machines that talk, and checks what they can do together.").locator("visible=true");
    await expect(sentence).toHaveCount(1);
    await expect(sentence).toBeInViewport({ ratio: 1 });
    expect(await sentence.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}

test("a template takes the place of an example at once, and that of an own text with a way back", async ({ page }) => {
  const user = await opens(page);
  const begins = async (name) => {
    await page.getByRole("button", { name: "New" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await begins(/^Two machines/);
  await expect(user.editor).toContainText("machine Customer");
  await expect(user.check("one answer")).toContainText("2 of 2 messages");
  await expect(user.notices).toBeEmpty();
  await user.writes("machine Mine {\n  [*] --> here\n}\n");
  await begins(/^A protocol/);
  await expect(user.check("there and back")).toContainText("4 of 4 messages");
  await user.notices.getByRole("button", { name: "Bring it back" }).click();
  await expect(user.editor).toContainText("machine Mine");
  await begins(/^Empty/);
  await expect(user.stage.getByRole("heading", { name: "Nothing here yet" })).toBeVisible();
});

test("from the empty page a template and the help are one click away", async ({ page }) => {
  const user = await opens(page);
  await user.writes("");
  await user.stage.getByRole("button", { name: "Help on the language" }).click();
  await expect(help(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(help(page)).toHaveCount(0);
  await user.stage.getByRole("button", { name: "A protocol with a channel" }).click();
  await expect(user.check("sent twice")).toContainText("2 of 3 messages");
});

test("the help opens by F1 while typing, by its button and from the keys; twice is once", async ({ page }) => {
  const user = await opens(page);
  await user.editor.focus();
  await page.keyboard.press("F1");
  await page.keyboard.press("F1");
  await expect(help(page)).toHaveCount(1);
  await expect(help(page).getByRole("searchbox")).toBeFocused();
  // One can write beside it.
  await user.editor.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("// written beside the help");
  await expect(user.editor).toContainText("// written beside the help");
  await help(page).getByRole("button", { name: "Close the help" }).click();
  await expect(help(page)).toHaveCount(0);
  await user.editor.focus();
  await page.keyboard.press("F1");
  await expect(help(page).getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(user.editor).toBeFocused();
  await page.getByRole("button", { name: "Help", exact: true }).click();
  await expect(help(page)).toBeVisible();
  await help(page).getByRole("button", { name: "Close the help" }).click();
  await user.stage.getByRole("button", { name: /^Keys/ }).click();
  await page.getByRole("dialog", { name: "Keys and About" }).getByRole("button", { name: "Help on the language" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(help(page)).toBeVisible();
});

for (const size of [[1280, 720], [390, 844]]) {
  test(`the help is searched and its example opened, ${size[0]} px`, async ({ page }) => {
    const user = await opens(page, size);
    await page.keyboard.press("F1");
    const topics = help(page).locator("summary");
    await expect(topics.nth(9)).toBeAttached();
    const all = await topics.count();
    await help(page).getByRole("searchbox").fill("final states");
    await expect.poll(() => topics.count()).toBeLessThan(all);
    await expect(help(page).getByRole("status")).toHaveText(/topic/);
    // One wrong word does not hide what has the others.
    await help(page).getByRole("searchbox").fill("final zebra");
    await expect(help(page)).toContainText("No topic has all of these words");
    await expect(topics.first()).toBeVisible();
    await help(page).getByRole("searchbox").fill("zebra quagga");
    await expect(help(page)).toContainText("No topic has any of these words");
    await help(page).getByRole("searchbox").fill("proper end");
    await help(page).getByRole("button", { name: "Open" }).first().click();
    await expect(help(page)).toHaveCount(0);
    await expect(user.stage.locator(".card").first()).toBeVisible();
    await expect(page.locator(".cm-content")).toContainText("done --> [*]");
  });
}

for (const size of [[1280, 720], [360, 740]]) {
  test(`axe finds nothing in the help, ${size[0]} px`, async ({ page }) => {
    await opens(page, size);
    await page.keyboard.press("F1");
    await help(page).locator("summary").nth(3).click();
    await pleasesAxe(page, { without: [LABELS] });
  });
}
