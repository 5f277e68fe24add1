// Completion offers what can stand at the caret, and nothing else.
import { expect, test } from "./fixtures.js";
import { User } from "./user.js";

const MODEL = `machine Client {
  [*] --> Ready
  Ready   --> Waiting : / request
  Waiting --> Ready   : reply
}
machine Server {
  [*] --> Free
  Free --> Busy : request
  Busy --> Free : / reply
}
scenario "hello" {
  client : Client
  server : Server
  client -> server : request
`;

/** What is offered after typing behind a text. */
async function offered(page, user, text, typed) {
  await user.writes(text);
  await user.editor.press("Control+End");
  await page.keyboard.type(typed, { delay: 30 });
  const options = page.locator(".cm-tooltip-autocomplete li");
  await expect(options.first()).toBeVisible();
  // What was offered for the letters before is out of use until what fits all of them has come.
  await expect(page.locator(".cm-tooltip-autocomplete")).not.toHaveClass(/autocomplete-disabled/);
  return (await options.allInnerTexts()).map((text) => text.split("\n")[0].trim());
}

const starts = (offers, ...labels) => {
  for (const label of labels) expect(offers.some((offer) => offer.startsWith(label))).toBe(true);
};

test("each place has its own words and names", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  // A lifeline, then a message: neither keywords nor states.
  let offers = await offered(page, user, MODEL, "  se");
  expect(offers).toEqual(["server"]);
  offers = await offered(page, user, MODEL, "  server -> client : re");
  expect(offers.sort()).toEqual(["reply", "request"]);
  offers = await offered(page, user, `${MODEL.split("scenario")[0]}scenario "x" {\n`, "  one : S");
  expect(offers).toEqual(["Server"]);
  // A state of the machine at hand.
  offers = await offered(page, user, MODEL.split("machine Server")[0].replace(/}\n$/, ""), "  Wai");
  expect(offers).toEqual(["Waiting"]);
  // Outside of blocks, what begins a block or a question.
  offers = await offered(page, user, `${MODEL}}\n`, "c");
  starts(offers, "check reach", "check deadlock");
  expect(offers.some((offer) => offer === "c" || offer === "consistent")).toBe(false);
  offers = await offered(page, user, `${MODEL}}\n`, "check d");
  expect(offers[0]).toBe("deadlock");
});

test("a word that stands there whole is not completed: Enter ends its line", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  // There is a `request`, and a `requested` that begins with it.
  const text = `${MODEL}  server -> client : requested\n`;
  await offered(page, user, text, "  client -> server : reques");
  await page.keyboard.type("t");
  await expect(page.locator(".cm-tooltip-autocomplete")).toBeHidden();
  await page.keyboard.press("Enter");
  await page.keyboard.type("}");
  await expect(user.editor).toContainText("client -> server : request");
  expect((await user.editor.innerText()).trimEnd()).toMatch(/client -> server : request\n\s*}$/);
});

test("a check goes on with what can follow, and members are those of their lifeline", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  const text = `${MODEL}}\n`;
  // By hand (Ctrl+Space) everything that fits is listed, in the core's order.
  const at = async (typed) => {
    await user.writes(text);
    await user.editor.press("Control+End");
    await page.keyboard.type(typed);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Space");
    const options = page.locator(".cm-tooltip-autocomplete li");
    await expect(options.first()).toBeVisible();
    return (await options.allInnerTexts()).map((text) => text.trim());
  };
  expect(await at("check ")).toEqual(["deadlock", "reach", "always", "hello"]);
  expect(await at("check reach Server.")).toEqual(["Free", "Busy"]);
  expect(await at("check reach Server.Busy ")).toEqual(["from", "within", "expect"]);
  expect(await at("check always not Server.Busy ")).toEqual(["and", "or", "implies", "from", "within", "expect"]);
  expect(await at("check reach Server.Busy expect ")).toEqual(["reachable", "unreachable"]);
});

test("a block is filled in from field to field", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await offered(page, user, `${MODEL}}\n`, "mach");
  // A fixed time, since nothing on the page tells when it is over: the editor takes no key for a list that has only just
  // come, which a user cannot have read.
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Clock");
  await page.keyboard.press("Tab");
  await page.keyboard.type("tick");
  const lines = await page.locator(".cm-line").allInnerTexts();
  expect(lines.slice(-3)).toEqual(["machine Clock {", "  [*] --> tick", "}"]);
});
