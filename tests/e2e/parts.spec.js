// Parts of the program that come later: the page goes on without them, says what is missing, and
// fetches them when they are asked for again.
import { expect, test } from "./fixtures.js";
import { User, example, philosophers } from "./user.js";

// The browser and the loader say on the console too what is missing.
test.use({ tolerated: /net::ERR_FAILED|A part of the program is missing/ });

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
  await user.stage.getByRole("button", { name: "Table" }).click();
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
  await expect(user.checks.getByRole("heading", { name: /ways? to mend it/ })).toBeVisible();
  // The newest first: one notice is shown at a time.
  await user.notices.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: /^Export/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await user.notices.getByRole("button", { name: "Copy a link" }).click();
  await expect(user.notices).toContainText("Link copied");
});

test("what a first verdict does without is fetched once it stands there", async ({ page }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const user = new User(page);
  await user.opens();
  test.skip(!(await inParts(page)), "built in one piece");
  // As it is served: before anything runs a browser fetches only what the verdict begins with.
  const served = await (await page.request.get(page.url())).text();
  const parts = [...served.matchAll(/<link [^>]*as="fetch" data-part="([^"]*)"[^>]*>/g)];
  const early = parts.filter(([link]) => link.includes('rel="prefetch"'));
  expect(early.length).toBeGreaterThan(0);
  expect(parts.length).toBeGreaterThan(2 * early.length);
  for (const [, names] of early) expect(names.split(" ")).toContain("search");

  await expect(user.checks).toContainText("4 of 6 messages");
  await expect(page.locator('link[data-later][rel="part"]')).toHaveCount(0, { timeout: 10_000 });
  await expect.poll(() => asked.some((url) => /split_charts-\w+\.wasm$/.test(url)), { timeout: 10_000 }).toBe(true);
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
    await expect(user.checks.locator(".check-short", { hasText: /waiting|running|no answer/ })).toHaveCount(0);
  }
});
