// Tabs know of one another: each keeps its own text, none writes over another's, and what one of them
// edits the others are told.
import { expect, test } from "./fixtures.js";
import { User } from "./user.js";

const model = (name) => `machine ${name} {\n  [*] --> here\n}\ncheck deadlock within 3\n`;

/** The texts that lie in slots. */
const slots = (page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith("lockstep.tab."))
      .map(([, packed]) => packed.slice(packed.indexOf("\n") + 1)));

/** Waits until a text is stored. */
const isStored = (page, text) => expect.poll(() => slots(page)).toContain(text);

async function tab(context) {
  const user = new User(await context.newPage());
  await user.opens();
  return user;
}

/** Writes a model and waits until it is stored. */
async function writes(user, name) {
  await user.writes(model(name));
  await isStored(user.page, model(name));
}

/** Opens one of the texts in the menu. */
async function opensKept(user, name) {
  await user.page.getByRole("button", { name: "Examples" }).click();
  await user.page.getByRole("menuitem", { name }).click();
}

test("each of two tabs has its own text back after a reload, and a new one opens the latest", async ({ context }) => {
  const first = await tab(context);
  const second = await tab(context);
  await writes(first, "First");
  await writes(second, "Second");
  for (const [user, name] of [[first, "First"], [second, "Second"], [first, "First"]]) {
    await user.page.reload();
    await expect(user.editor).toContainText(`machine ${name}`);
  }
  const third = await tab(context);
  await expect(third.editor).toContainText("machine Second");
});

test("a tab whose text another tab has edited says so, opens it on request, and loses nothing", async ({ context }) => {
  const first = await tab(context);
  await writes(first, "Mine");
  const second = await tab(context);
  await expect(second.editor).toContainText("machine Mine");
  await expect(first.notices).toBeEmpty();
  await writes(second, "Theirs");
  await expect(first.notices).toContainText("This text was changed in another tab.");
  await expect(first.editor).toContainText("machine Mine");
  // It is said once, and the latest is opened.
  await writes(second, "Later");
  await expect(first.notices.locator(".notice")).toHaveCount(1);
  await expect(first.notices).not.toContainText("more");
  await first.notices.getByRole("button", { name: "Open the other text" }).click();
  await expect(first.editor).toContainText("machine Later");
  await expect(first.notices).toBeEmpty();
  // One's own is in the menu, and undo brings it back as well.
  await opensKept(first, /^Mine/);
  await expect(first.editor).toContainText("machine Mine");
  await first.editor.press("ControlOrMeta+z");
  await expect(first.editor).toContainText("machine Later");
  await expect(second.editor).toContainText("machine Later");
});

test("whoever does not want to know is told once, and a text that is the same again needs no notice", async ({ context }) => {
  const first = await tab(context);
  await writes(first, "Mine");
  const second = await tab(context);
  await writes(second, "Theirs");
  await expect(first.notices).toContainText("This text was changed in another tab.");
  await first.notices.getByRole("button", { name: "Dismiss" }).click();
  await writes(second, "Later");
  // Told in time: whatever the first tab hears of it, it hears before this.
  await writes(first, "Own");
  await expect(second.notices).toContainText("This text was changed in another tab.");
  await expect(first.notices).toBeEmpty();
  await first.writes(model("Later"));
  await expect(second.notices).toBeEmpty();
});

test("tabs with different models do not speak of one another", async ({ context }) => {
  const first = await tab(context);
  await writes(first, "Mine");
  const second = await tab(context);
  await opensKept(second, /^Sending a mail/);
  await expect(second.editor).toContainText("machine Client");
  await second.editor.press("ControlOrMeta+End");
  await second.page.keyboard.type("// edited");
  await expect.poll(async () => (await slots(second.page)).some((text) => text.includes("// edited"))).toBe(true);
  await expect(first.notices).toBeEmpty();
  await first.page.reload();
  await expect(first.editor).toContainText("machine Mine");
});

test("the text of a closed tab is in the menu of the others", async ({ context }) => {
  const first = await tab(context);
  await writes(first, "Mine");
  const second = await tab(context);
  await writes(second, "Closed");
  await second.page.close();
  await opensKept(first, /^Closed/);
  await expect(first.editor).toContainText("machine Closed");
  await first.page.reload();
  await expect(first.editor).toContainText("machine Closed");
});

test("a copy of a tab has a slot of its own as soon as both are there", async ({ context }) => {
  const first = await tab(context);
  await writes(first, "Mine");
  const key = await first.page.evaluate(() => sessionStorage.getItem("lockstep.tab"));
  // As browsers copy a tab: with its session storage.
  const page = await context.newPage();
  await page.addInitScript((key) => {
    if (!sessionStorage.getItem("lockstep.tab")) sessionStorage.setItem("lockstep.tab", key);
  }, key);
  const copy = new User(page);
  await copy.opens();
  await expect(copy.editor).toContainText("machine Mine");
  await expect.poll(() => first.page.evaluate(() => sessionStorage.getItem("lockstep.tab"))).not.toBe(key);
  await writes(copy, "Copy");
  await writes(first, "First");
  await copy.page.reload();
  await expect(copy.editor).toContainText("machine Copy");
  await first.page.reload();
  await expect(first.editor).toContainText("machine First");
});

test("the last few texts are kept, and that of an open tab always", async ({ context }) => {
  const first = await tab(context);
  await writes(first, "Open");
  const second = await tab(context);
  for (let at = 0; at < 12; at += 1) {
    await writes(second, `Number${at}`);
    await opensKept(second, /^Sending a mail/);
    await expect(second.editor).toContainText("machine Client");
  }
  await isStored(first.page, model("Open"));
  const kept = (await slots(first.page)).filter((text) => /machine Number/.test(text));
  expect(kept.length).toBeLessThan(10);
  for (let at = 6; at < 12; at += 1) expect(kept).toContain(model(`Number${at}`));
  await first.page.reload();
  await expect(first.editor).toContainText("machine Open");
});

test("what was typed a moment ago survives a reload", async ({ context }) => {
  const user = await tab(context);
  await user.writes(model("Quick"));
  await user.page.reload();
  await expect(user.editor).toContainText("machine Quick");
});

test("a full storage is said, and the browser asks before the page is closed", async ({ context }) => {
  const user = await tab(context);
  await writes(user, "Kept");
  const asked = [];
  user.page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    dialog.accept();
  });
  await user.page.reload();
  await expect(user.editor).toContainText("machine Kept");
  expect(asked).toEqual([]);
  await user.page.evaluate(() => {
    let size = 4_000_000;
    for (let at = 0; size > 0; at += 1) {
      try {
        localStorage.setItem(`ballast${at}`, "x".repeat(size));
      } catch {
        size = size >> 1;
      }
    }
  });
  await user.writes(model("Lost").repeat(20));
  await expect(user.notices).toContainText("This browser does not keep the text");
  await expect(user.notices.getByRole("button", { name: "Copy a link" })).toBeVisible();
  await user.page.reload();
  expect(asked).toEqual(["beforeunload"]);
  // What could be stored before is still there.
  await expect(user.editor).toContainText("machine Kept");

  await user.writes(model("Lost").repeat(20));
  await expect(user.notices).toContainText("This browser does not keep the text");
  await user.page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("ballast")) localStorage.removeItem(key);
  });
  await writes(user, "Again");
  await expect(user.notices).toBeEmpty();
  await user.page.reload();
  expect(asked).toEqual(["beforeunload"]);
  await expect(user.editor).toContainText("machine Again");
});
