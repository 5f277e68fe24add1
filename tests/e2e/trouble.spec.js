// What the page says when something breaks or is refused: the text is kept, and there is a next action.
import { expect, test } from "./fixtures.js";
import { User, reaches } from "./user.js";

test.use({ tolerated: /made to break|Failed to load resource|net::ERR_FAILED|module|WebAssembly/ });

const MINE = "machine Mine {\n  [*] --> here\n}\ncheck deadlock within 3\n";
const WORKER = "**/worker-*.js";

/** A worker that throws when it is asked about a text with this word in it. */
async function breaks(context, word) {
  await context.route(WORKER, async (route) => {
    const response = await route.fetch();
    const trap = `
      addEventListener("message", ({ data }) => {
        if (data instanceof Uint8Array && new TextDecoder().decode(data).includes("${word}")) {
          throw new Error("made to break");
        }
      });`;
    await route.fulfill({ response, body: trap + (await response.text()) });
  });
}

test("a worker that breaks down over a check is started again, and the text is kept", async ({ page, context }) => {
  await breaks(context, "Trap");
  const user = new User(page);
  await user.opens();
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await user.writes(MINE.replace("Mine", "Trap"));
  await expect(user.checks).toContainText("The checker broke down on this check and was started again.");
  await expect(user.checks).toContainText("Your text is safe.");
  await expect(user.editor).toContainText("machine Trap");
  // Who looks at the diagrams is told as well, and can ask again from there.
  await expect(user.stage.first()).toContainText("The checker broke down on this check and was started again.");
  await user.stage.getByRole("button", { name: "Check again" }).click();
  await expect(user.stage.first()).toContainText("broke down");
  await expect(user.stage.first()).not.toContainText("The answer will be played here");
  await user.writes(MINE);
  await expect(user.check("deadlock")).toContainText("deadlock");
  await expect(user.checks).not.toContainText("broke down");
});

test("a worker that does not stop when its time is over is ended, and the next check is answered", async ({ page, context }) => {
  test.slow();
  await context.addInitScript(() => localStorage.setItem("lockstep.limit", "10"));
  // It hangs in the question for as long as it lives.
  await context.route(WORKER, async (route) => {
    const response = await route.fetch();
    const trap = `
      addEventListener("message", ({ data }) => {
        if (data instanceof Uint8Array && new TextDecoder().decode(data).includes("Trap")) for (;;);
      });`;
    await route.fulfill({ response, body: trap + (await response.text()) });
  });
  const user = new User(page);
  await user.opens();
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await user.writes(MINE.replace("Mine", "Trap"));
  // A question waits while its worker starts.
  await expect(user.check("deadlock")).toContainText("checking", { timeout: 25_000 });
  const workers = () => page.workers().filter((worker) => /worker-/.test(worker.url()));
  const [hanging, ...others] = workers();
  const ended = new Promise((done) => hanging.on("close", done));
  await expect(user.stage.first()).toContainText("No answer in time", { timeout: 25_000 });
  await expect(user.stage.first()).toContainText("it was ended, and the checker started again");
  await expect(user.check("deadlock")).toContainText("unknown");
  await ended;
  // A fresh one has taken its place. The browser tells of an end a moment after it.
  // Others of the pool may have begun, too.
  await expect.poll(() => workers().length > others.length && !workers().includes(hanging)).toBe(true);
  for (const name of ["Check again", "Ask again without a limit of time"]) {
    await expect(user.stage.getByRole("button", { name })).toBeVisible();
  }
  await user.writes(MINE);
  await expect(user.check("deadlock")).toContainText("deadlock");
  await expect(user.stage.first()).not.toContainText("No answer in time");
});

test("without a worker the page says so, and the text can be edited and shared", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await context.route(WORKER, (route) => route.abort());
  const user = new User(page);
  await user.opens();
  const alert = user.checks.getByRole("alert");
  await expect(alert).toContainText("The checker cannot be started in this browser");
  await expect(user.stage.first()).toContainText("Nothing can be checked");
  await user.writes(MINE);
  await expect(user.stage.getByRole("button", { name: /^state here/ })).toBeVisible();
  const link = await user.sharesALink();
  expect(link).toContain("#m1=");
  await context.unroute(WORKER);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(user.check("deadlock")).toContainText("deadlock");
  await expect(alert).toHaveCount(0);
});

test("a text with errors after an empty one says what is wrong and where", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes("");
  await expect(user.stage.first()).toContainText("Nothing here yet");
  await user.writes("machine A {\n  [*] --> here\n}\nchek deadlock\n");
  await expect(user.stage.first()).toContainText("The text has an error");
  await expect(user.stage.first()).toContainText("Line 4:");
  await user.stage.getByRole("button", { name: "Show it" }).click();
  await page.keyboard.type("check");
  await expect(user.check("deadlock")).toContainText("deadlock");
});

test("no question while the text has errors, and the button says why", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await expect(user.check("deadlock")).toContainText("none");
  const ask = user.checks.getByRole("button", { name: "Ask a question" });
  await expect(ask).toBeEnabled();
  await user.writes("machine A {\n");
  await expect(ask).toBeDisabled();
  await ask.focus();
  await expect(ask).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(user.notices).toContainText("once the errors in the text are fixed");
  await expect(user.stage.getByRole("heading", { name: "Can these states hold at the same time?" })).toHaveCount(0);
  await user.writes(MINE);
  await expect(ask).toBeEnabled();
});

test("at 200 % nothing lies on anything else, and everything is reached", async ({ page }) => {
  // A window of 1280 by 720 pixels, each twice as large.
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto("./");
  const user = new User(page);
  const panes = page.getByRole("navigation", { name: "Panes" });
  await expect(page.getByText("4 of 6 messages").first()).toBeAttached();
  // A click fails where something else lies on what is to be clicked.
  await user.stage.getByRole("button", { name: "Forward one step" }).click();
  await expect(user.stage.getByRole("slider")).toHaveValue("1");
  await user.message(5).click();
  await panes.getByRole("button", { name: "Model" }).click();
  await user.check("deadlock").click();
  await user.checks.getByRole("button", { name: "Show in the text" }).click();
  await expect(user.editor).toBeVisible();
  await panes.getByRole("button", { name: "Run" }).click();
  await user.stage.getByRole("button", { name: "Steps" }).click();
  await user.stage.getByRole("button", { name: "Scenario", exact: true }).click();
  await user.stage.getByRole("button", { name: "By hand" }).click();
  await user.stage.getByRole("region", { name: "By hand" }).locator("[data-i]").first().click();
  await reaches(page, "Settings");
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  const size = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
  expect(size).toEqual([640, 360]);
});

test("a browser without WebAssembly gets a sentence instead of a page that never comes", async ({ page }) => {
  await page.goto("./");
  await expect(page.getByText("This browser has no WebAssembly")).toBeHidden();
  // As in browsers that are locked down.
  await page.addInitScript(() => delete window.WebAssembly);
  await page.goto("./");
  await expect(page.getByRole("alert").filter({ visible: true })).toHaveText(/no WebAssembly.*another browser/s);
  await expect(page.locator("#frame")).toBeHidden();
});
