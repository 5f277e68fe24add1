// Parts of the program that come later: the page goes on without them, says what is missing, and
// fetches them when they are asked for again.
import { expect, test } from "./fixtures.js";
import { User, example, philosophers } from "./user.js";

// The browser and the loader say on the console too what is missing.
test.use({ tolerated: /net::ERR_FAILED|A part of the program is missing|no-such-worker|status of 404/ });

// All but the one that a first verdict begins with.
const PARTS = /split_(?!search)\w+-\w+\.wasm$/;

/** Whether the page under test comes in parts; a development build is one piece. */
const inParts = (page) => page.locator('link[href*="split_"]').count();

test("parts that cannot be fetched are named, nothing is lost, and trying again helps", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await context.route(PARTS, (route) => route.abort());
  const user = new User(page);
  await user.opens();
  test.skip(!(await inParts(page)), "built in one piece");

  // The first view needs none of them.
  await expect(user.stage.getByText(/^step 0 of/)).toBeVisible();
  const repairs = user.checks.getByText(/^What looks for edits .* could not be loaded/);
  await expect(repairs).toBeVisible();
  await user.stage.getByRole("button", { name: "Steps" }).click();
  const table = user.stage.getByRole("alert");
  await expect(table).toContainText("The table could not be loaded");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(user.notices).toContainText("The part that writes links could not be loaded");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(user.notices).toContainText("The part that writes other formats could not be loaded");
  await expect(user.editor).toContainText("machine CoffeeMachine");

  await context.unroute(PARTS);
  await table.getByRole("button", { name: "Try again" }).click();
  await expect(user.stage.getByRole("table", { name: "Steps of the run" })).toBeVisible();
  await user.checks.getByRole("button", { name: "Try again" }).click();
  await expect(user.checks.getByRole("heading", { name: /suggested fix/i })).toBeVisible();
  // The newest first: one notice is shown at a time.
  await user.notices.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: /^Export/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await user.notices.getByRole("button", { name: "Copy a link" }).click();
  await expect(user.notices).toContainText("Link copied");
});

test("what a first verdict does without is fetched once it stands there", async ({ page, context }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const isLater = (url) => /split_(charts|views)-\w+\.wasm$/.test(url) || /save-\w+\.js$/.test(url);
  // The verdict waits for a part that does not come yet.
  let release;
  const released = new Promise((done) => (release = done));
  await context.route(/split_search-\w+\.wasm$/, async (route) => {
    await released;
    await route.continue();
  });
  const user = new User(page);
  await page.goto("./");
  test.skip(!(await inParts(page)), "built in one piece");
  // The editor waits for the verdict as long as it can, so by then everything had its chance.
  await expect(user.stage.getByRole("group", { name: /CoffeeMachine/ }).first()).toBeVisible();
  await expect(user.editor).toBeVisible();
  expect(asked.filter(isLater)).toEqual([]);

  release();
  await expect(user.checks).toContainText("4 of 6 messages");
  await expect(page.locator('link[data-later][rel="part"]')).toHaveCount(0, { timeout: 10_000 });
  await expect.poll(() => new Set(asked.filter(isLater)).size, { timeout: 10_000 }).toBe(3);
});

test("without any check it is fetched when the page is idle", async ({ page }) => {
  await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), "machine A {\n  [*] --> here\n}\n");
  const user = new User(page);
  await user.opens();
  await expect(page.locator("link[data-later]")).not.toHaveCount(0);
  await expect(page.locator('link[data-later][rel="part"]')).toHaveCount(0, { timeout: 10_000 });
});

test("the first question waits in the worker for its program, and no other worker is begun for it", async ({ page }) => {
  await page.addInitScript(() => {
    window.told = [];
    const kind = ({ data }) => {
      if (typeof data === "string") return "are you there";
      if (Array.isArray(data)) return "program";
      return document.querySelector("main") ? "question, late" : "question, before anything is drawn";
    };
    window.Worker = class extends Worker {
      constructor(address, options) {
        super(address, options);
        this.counts = /worker-/.test(address);
        // The page is still being read, and the program is not there.
        if (this.counts) window.told.push(`begun, ${document.body ? "late" : "early"}`);
        this.addEventListener("message", () => this.counts && window.told.push("heard"));
      }
      postMessage(data, ...rest) {
        if (this.counts) window.told.push(kind({ data }));
        super.postMessage(data, ...rest);
      }
    };
  });
  const user = new User(page);
  await user.opens();
  await expect(user.checks).toContainText("4 of 6 messages");
  const told = await page.evaluate(() => window.told);
  const said = told.filter((it) => it !== "heard");
  expect(said.slice(0, 4)).toEqual(["begun, early", "are you there", "program", "question, before anything is drawn"]);
  // A second worker can only come after the second question, which is asked when the first verdict is there.
  expect(said.slice(4, 5).filter((it) => !it.startsWith("question"))).toEqual([]);
});

test("where the worker that was begun breaks down, another one answers", async ({ page }) => {
  // Its script is asked for once more where the first one could not be had.
  await page.addInitScript(() => {
    const Real = Worker;
    let isFirst = true;
    window.Worker = class extends Real {
      constructor(address, options) {
        const breaks = isFirst && /worker-/.test(address);
        isFirst &&= !breaks;
        super(breaks ? new URL("no-such-worker.js", address) : address, options);
      }
    };
  });
  // The program comes when that is known.
  await page.route(/lockstep-web_bg-\w+\.wasm$/, async (route) => {
    await page.waitForFunction(() => window.begunWorker && !window.begunWorker.worker);
    await route.continue();
  });
  const user = new User(page);
  await user.opens();
  await expect(user.checks).toContainText("4 of 6 messages");
});

test("a check that needs the solver waits for its part, and says where it does not come", async ({ page, context }) => {
  await context.route("**/split_solver*.wasm", (route) => route.abort());
  const user = new User(page);
  await user.opens();
  test.skip(!(await inParts(page)), "built in one piece");
  await user.writes(philosophers(6).replace(/check[^]*/, "check deadlock within 12"));
  const check = user.check("deadlock");
  await expect(check).toContainText("no answer");
  await expect(user.checks.getByText(/^The solver, which this check needs, could not be loaded/)).toBeVisible();

  await context.unroute("**/split_solver*.wasm");
  await user.checks.getByRole("button", { name: "Check again" }).click();
  await expect(check).toContainText("none");
});

test("the first verdict needs no part but the one that visits states", async ({ page, context }) => {
  await context.route(PARTS, (route) => route.abort());
  const user = new User(page);
  await user.opens();
  test.skip(!(await inParts(page)), "built in one piece");
  for (const name of ["coffee-for-two", "coffee-broken", "philosophers", "mail"]) {
    await user.writes(example(name));
    await expect(user.checks.locator(".check-short", { hasText: /waiting|checking|no answer/ })).toHaveCount(0);
  }
});

test("the front page's verdict waits for nothing that is not counted for it", async ({ page, context, request, baseURL }) => {
  // As xtask/src/budget.rs counts: the first view, and what the part that visits states needs.
  const index = await (await request.get(baseURL)).text();
  const links = [...index.matchAll(/<link [^>]*href="([^"]*)"[^>]*data-part="([^"]*)"/g)];
  const uncounted = links.filter(([, , parts]) => !parts.split(" ").includes("search")).map(([, href]) => href);
  test.skip(!links.length, "built in one piece");
  expect(uncounted.length).toBeGreaterThan(20);
  expect(uncounted.some((href) => /split_solver/.test(href))).toBe(true);
  const refused = [];
  await context.route(
    (url) => uncounted.some((href) => url.pathname.endsWith(href)),
    (route) => {
      refused.push(route.request().url());
      return route.abort();
    },
  );
  const user = new User(page);
  await user.opens();
  await expect(user.checks).toContainText("4 of 6 messages");
  await expect(user.check("deadlock")).toContainText("none");
  // What they say more comes later, and shows that nothing else got through.
  await expect(user.checks.getByText(/^What looks for edits .* could not be loaded/)).toBeVisible();
  await expect.poll(() => refused.some((url) => /split_solver/.test(url))).toBe(true);
});

test("the fonts of the first view are asked for before anything is drawn, and no others", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await expect(user.checks).toContainText("4 of 6 messages");
  await page.evaluate(() => document.fonts.ready);
  const fonts = await page.evaluate(() => {
    const all = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".woff2"));
    return all.map(({ name, initiatorType }) => [/(sans|mono)-\w+-\d+/.exec(name)[0], initiatorType]).sort();
  });
  expect(fonts).toEqual(["mono-latin-400", "sans-latin-400", "sans-latin-600"].map((name) => [name, "link"]));
});
